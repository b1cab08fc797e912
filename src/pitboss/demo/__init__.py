"""The demonstration house: its files, and the robots that live in it."""
