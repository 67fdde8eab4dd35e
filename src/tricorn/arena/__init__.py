"""Simulations, matches and tournaments between bots, and their statistics."""
