"""Playing and keeping score in a terminal."""
