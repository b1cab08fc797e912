"""The sign of a sic bo table: limits, odds, and how the house counts two of a kind."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.sicbo.rules import Rules, rules_of
from pitboss.games.table.sign import Line, Section, Sign, limits, listed, odds, odds_in_words, sentence, sign_of
from pitboss.rulebook import TableConfig, cites


@cites("SB-G")
def sign(config: TableConfig) -> Sign:
    """Return what is posted at a sic bo table.

    >>> from pitboss.rulebook import table_config
    >>> sign(table_config({"rulebook": "oneida-sicbo-2004"})).sections[1].lines[3].label
    'Total 4 or 17'
    """
    rules = rules_of(config)
    totals = [kind for kind in rules.wagers if kind.startswith("total:")]
    lines = odds(rules, families=(totals, ("small", "big")), joined=_joined)
    pair, verb = rules.wagers["pair"].name, "loses" if rules.is_pair_exact else "wins as well"
    return sign_of(
        rules,
        "Sic bo",
        (
            limits(rules),
            Section("Odds", (*lines, *_one_again(rules))),
            Section(
                "At this table",
                (
                    sentence(f"{pair} {verb} when all three dice show its number.", rules.spec("two_of_a_kind").clause),
                    sentence("Spoken wagers are not taken.", rules.clause("verbal")),
                ),
            ),
        ),
    )


@cites("SB-D2")
def _one_again(rules: Rules) -> tuple[Line, ...]:
    """Say what one of a kind pays when its number shows more than once."""
    name = rules.wagers["one"].name
    return tuple(
        Line(f"{name}, {dice}", odds_in_words(rules.pays_for("one", times)), rules.spec(setting).clause)
        for times, setting, dice in ((2, "one_twice", "on two dice"), (3, "one_thrice", "on all three dice"))
    )


def _joined(names: Sequence[str]) -> str:
    """Name the totals of a line once, and their numbers after that.

    >>> _joined(["Total 9", "Total 10", "Total 11"]), _joined(["Small Bet", "Big Bet"])
    ('Total 9, 10 or 11', 'Small Bet or Big Bet')
    """
    first, *others = names
    word = first.rpartition(" ")[0]
    return listed([first, *(name.removeprefix(f"{word} ") for name in others)])
