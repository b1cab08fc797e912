"""The blackjack table as a picture, and its sign."""
