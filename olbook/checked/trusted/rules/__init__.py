"""Rules that few theorems need, each beside the core and not part of it."""
