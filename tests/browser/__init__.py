"""The pages in a real browser. It is a package so that its fixtures end with its last test."""
