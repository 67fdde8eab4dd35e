"""What protects a server: keys, codes, origins, and limits on connections and requests."""
