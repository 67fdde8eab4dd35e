"""What protects a server: keys, codes, checks of origins, limits on connections and requests."""
