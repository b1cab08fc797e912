"""Blackjack: from a shoe or from the hand, multiple action, suit wagers, tournaments."""
