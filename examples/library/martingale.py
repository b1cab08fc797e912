"""Double after every loss on red, 10,000 spins: what is left in the end."""

import random

import pitboss

table = pitboss.Roulette("oneida-roulette-2008", default_max=100_000)
chance = random.Random(17)
bank = worst = staked = 0
stake = 500

for _ in range(10_000):
    spin = table.settle(chance.choice(table.pockets), {"red": stake})
    bank, staked = bank + spin.net, staked + stake
    worst = min(worst, bank)
    stake = 500 if spin.net > 0 else min(2 * stake, table.settings["default_max"])

expected = -round(staked * table.odds()["red"].edge)
print(f"staked {table.show(staked)}, won {table.show(bank)}, at worst {table.show(worst)}")
print(f"to be expected: {table.show(expected)}")
