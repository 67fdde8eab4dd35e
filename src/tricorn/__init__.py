"""Tricorn: the triangular domino game, to play, to score and to study."""
