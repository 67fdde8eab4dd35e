"""Web push: notifications for people whose page is not open."""
