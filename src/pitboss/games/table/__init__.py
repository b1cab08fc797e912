"""What every table has, whatever the game."""
