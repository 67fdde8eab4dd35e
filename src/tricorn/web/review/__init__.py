"""Reviews of games, made one at a time in a background process."""
