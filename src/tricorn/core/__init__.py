"""The rules of the game, once: flat arrays and small functions that numba compiles (see compile.py)."""
