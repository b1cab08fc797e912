"""Blackjack tournaments: entries, seats, heats, places and prizes. The hands themselves are a blackjack table's."""
