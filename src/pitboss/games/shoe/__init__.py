"""What the card games share: seats, and the cards on their way from inspection into a shoe."""
