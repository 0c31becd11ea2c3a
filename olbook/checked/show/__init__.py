"""How proofs and theorems are shown. No proof depends on it."""
