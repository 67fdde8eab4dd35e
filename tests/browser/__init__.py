"""The pages in a real browser. Being a package lets its fixtures end with its last test."""
