"""Mini-baccarat: two hands, three wagers, and third cards by two tables."""
