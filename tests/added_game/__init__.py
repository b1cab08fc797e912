"""A game and a house that are added from outside, without a change to the program."""
