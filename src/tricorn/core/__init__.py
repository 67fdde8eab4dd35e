"""The rules of the game: small functions over flat arrays, which can be compiled (see compile.py)."""
