"""What may I do with a pair of eights, and what may the next card be?"""

import pitboss

hand = pitboss.Blackjack("oneida-blackjack-2004", surrender="late").round()
hand.bet(1000)
hand.deal("8S", "TD", "8H", "7C")
print("I hold", hand.turn)
print(*hand.legal(), sep="\n")

hand.split()
tens = sum(weight for card, weight in hand.chance().items() if card[0] in "TJQK")
print(f"the next card is worth ten with probability {tens}")

try:
    hand.bet(1000, seat=2)
except pitboss.RuleViolation as refused:
    print(f"refused: {refused} [{refused.clause}]")
