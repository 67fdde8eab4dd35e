"""Operating a server: logs, metrics, health checks, memory, deletion of old tables, backups."""
