"""What protects a server: keys, codes, checks of hosts and origins, rate limits for each address."""
