"""HTTP and WebSocket connections with their limits, and the middleware around the application."""
