"""The roulette table as a picture, and its sign."""
