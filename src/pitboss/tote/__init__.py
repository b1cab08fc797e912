"""The totalizator: races, bets, pools and their prices, exact and in whole cents."""
