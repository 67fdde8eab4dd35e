"""Live score sheets: games on a real table, scored on one device and followed on others."""
