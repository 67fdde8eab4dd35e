"""The rules of the game, once: flat arrays and small functions that are compiled (see compile.py)."""
