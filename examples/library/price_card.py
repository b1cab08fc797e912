"""Price a race card: what every pool pays for two dollars, and what each ticket is worth."""

import sys

import pitboss

card = pitboss.price_card(sys.argv[1] if len(sys.argv) > 1 else "examples/tote/afternoon.json")

for pool in card.pools.values():
    pays = ", ".join(f"{winner.combo} pays {winner.price / 100:.2f}" for winner in pool.winners)
    print(f"{pool.name:>3} {pool.kind:<7} {pool.sold / 100:>8.2f} sold  {pays or pool.status}")

for ticket in card.tickets.values():
    if ticket.payout or ticket.refund:
        print(f"ticket {ticket.id}: cost {ticket.cost / 100:.2f}, worth {(ticket.payout + ticket.refund) / 100:.2f}")
