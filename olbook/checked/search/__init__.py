"""The search for certificates, and the wording of refusals. Nothing here is trusted."""
