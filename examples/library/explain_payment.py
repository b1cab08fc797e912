"""Why was I paid this? At the wheel with the clause that decided it, at the tote line by line."""

import pitboss

spin = pitboss.Roulette("hoian-roulette-2020").settle("2", {"straight:2": 50_000, "red": 50_000})
print(*spin.explain(), sep="\n")
for wager in spin.wagers:
    print(f"{wager.rule.id}: {wager.rule.text}")

card = pitboss.price_card("examples/tote/afternoon.json")
print(*card.explain("01"), sep="\n")
print(*card.explain("W1"), sep="\n")
