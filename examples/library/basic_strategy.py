"""Play a shoe by a short basic strategy, one seat against the dealer, until a deck is left."""

import random

import pitboss

table = pitboss.Blackjack()
shoe = random.Random(21).sample(table.shoe, len(table.shoe))
cards, played, won = iter(shoe), table.round(), 0
while played.cards_left > 52:
    played.bet(1000)
    while not played.is_over:
        played.deal_from(cards)
        if (hand := played.turn) is not None:
            legal, up = {move.name for move in played.legal()}, "A23456789".find((played.up_card or "T")[0]) + 1 or 10
            if "split" in legal and hand.cards[0][0] in "A8":
                played.split()
            elif "double" in legal and hand.total in (10, 11) and up != 10:
                played.double()
            else:
                played.play("stand" if hand.total >= (18 if hand.is_soft else 12 if 2 < up < 7 else 17) else "hit")
        elif played.phase == "insurance":
            played.close_insurance()
    won, played = won + played.result.net, played.next_round()
print(f"won {table.show(won)}")
