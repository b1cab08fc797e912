"""Exact odds of a house's tables, and how far one bet differs between two houses."""

import pitboss

for table in (pitboss.Roulette(), pitboss.SicBo(), pitboss.Baccarat()):
    rows = sorted(table.odds().values(), key=lambda row: row.edge)
    print(f"{table.rulebook}: best {rows[0].bet} ({rows[0].edge}), worst {rows[-1].bet} ({rows[-1].edge})")

houses = [rulebook for rulebook in pitboss.edition_ids() if pitboss.edition(rulebook).game == "roulette"]
for rulebook in houses:
    red = pitboss.Roulette(rulebook).odds()["red"]
    print(f"{rulebook}: red wins {red.wins}, the house keeps {float(red.edge):.2%}")
