"""The wheel sensor: its serial line, when a number on it is believed, and how it reaches the table."""
