"""Live tables: their games, who is at them, and what is sent to whom."""
