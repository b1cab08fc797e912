"""The one writer of a house, what it is handed, and the read models beside it."""
