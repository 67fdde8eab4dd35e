"""Bots from outside Tricorn: a Python class, an installed package, or a program in any language."""
