"""The server: pages, tables, sockets, and the store of their records."""
