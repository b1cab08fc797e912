"""The mini-baccarat table as a picture, and its sign."""
