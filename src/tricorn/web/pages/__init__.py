"""The pages and their static files."""
