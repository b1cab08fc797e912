"""The big six wheel: a game that does not ship with the program, as a house would add it."""
