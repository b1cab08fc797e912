"""Roulette: double zero and single zero, under any edition of its rules."""
