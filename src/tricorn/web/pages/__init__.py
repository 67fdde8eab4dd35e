"""The pages, their static files, and the site that needs no server."""
