"""Life at a demonstration's tables: robots that deal, play, spin and sell, as anybody with a screen would."""
