"""What stands around a table and a window: ticket printers, reading shoes, and where cards and dice become known."""
