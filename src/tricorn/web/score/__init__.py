"""Live score sheets: the scorekeeper as a service."""
