"""A game at the terminal: the screen, the words, and the loop of turns."""
