"""Work off the event loop: threads, processes, and fair queues in front of them."""
