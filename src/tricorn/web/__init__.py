"""The server: pages, tables, sockets and the store that keeps their records."""
