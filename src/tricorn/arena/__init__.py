"""Simulation by the million rounds, matches between bots, and what can be learnt from them."""
