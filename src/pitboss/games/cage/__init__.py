"""The cage of a house: cash for chips, markers redeemed, tips paid out; a stream of its own beside the tables."""
