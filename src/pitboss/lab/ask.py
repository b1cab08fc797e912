"""What a program asks the laboratory: the best play of a blackjack table, and a simulation from its first round on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.errors import BadConfig
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.blackjack import dealer
from pitboss.lab.blackjack.exact import Analysis, Table, analyse
from pitboss.lab.blackjack.wagers import read_seen, shoe_of, values_of
from pitboss.lab.ends import Bets
from pitboss.lab.simulation.plans import Plan
from pitboss.lab.simulation.play import blackjack_run, ends_run
from pitboss.lab.simulation.run import Estimate, Run, check_run
from pitboss.rulebook import TableConfig, edition


def best_play(
    config: TableConfig,
    *,
    seen: Sequence[str] = (),
    stake: int | None = None,
    table: Table | None = None,
    is_looked: bool = False,
) -> Analysis:
    """Return the exact analysis of a blackjack table: both edges, the table of totals, and what every act is worth.

    Args:
        config: the table.
        seen: cards that are gone from the shoe, such as "AS".
        stake: a wager in minor units, by which payments are rounded; without one nothing is rounded.
        table: a table of totals to play by instead of the best one.
        is_looked: with `dealer_bj = "original"`, whether the dealer is taken to look for a Blackjack first (Q19).

    >>> from pitboss.rulebook import table_config
    >>> found = best_play(table_config({"rulebook": "oneida-blackjack-2004"}))
    >>> f"{found.basic_edge:.6%}", found.table.two_cards["H16"]
    ('0.728108%', 'HSSSSSHHHH')
    """
    rules = blackjack_rules.rules_of(config)
    shoe = shoe_of(rules.shoe_decks, read_seen(list(seen)))
    return analyse(rules, shoe=values_of(shoe), stake=stake, table=table, is_looked=is_looked)


def dealer_ends(config: TableConfig, *, seen: Sequence[str] = ()) -> dict[str, dict[str, Fraction]]:
    """Return how the dealer's hand ends at a blackjack table, by first card, as exact fractions.

    Args:
        config: the table.
        seen: cards that are gone from the shoe, such as "AS".

    >>> from pitboss.rulebook import table_config
    >>> dealer_ends(table_config({"rulebook": "oneida-blackjack-2004"}))["T"]["blackjack"]
    Fraction(24, 311)
    """
    rules = blackjack_rules.rules_of(config)
    shoe = values_of(shoe_of(rules.shoe_decks, read_seen(list(seen))))
    return dealer.dealer_ends(shoe, hits_soft_17=bool(rules.settings["h17"]))


def simulate(  # noqa: PLR0913 - all that a run may be
    config: TableConfig,
    laid: Bets | Plan | int,
    *,
    rounds: int,
    seed: int = 1,
    seats: int = 1,
    table: Table | None = None,
    workers: int = 1,
    precision: float | None = None,
    told: Callable[[Estimate], object] = lambda _: None,
) -> Run:
    """Play rounds at a table and return the run, from which `go` plays on.

    Args:
        config: the table.
        laid: bets with their stakes in minor units; at blackjack a stake; or a plan.
        rounds: how many in all.
        seed: the same seed and rounds give the same totals, with any number of workers.
        seats: at blackjack, how many places play.
        table: at blackjack, the table of totals to play by; the best one where none is given.
        workers: how many threads play.
        precision: stop when half the 95 percent interval is no wider than this share of what is laid.
        told: is told how far the run has come.

    Raises:
        InputError: for what is no run.
        RuleViolation: for a wager that the rules do not take, with its clause.

    >>> from pitboss.rulebook import table_config
    >>> run = simulate(table_config({"rulebook": "hoian-roulette-2020"}), {"red": 100}, rounds=1000)
    >>> run.estimate().mean, round(run.exact, 6)
    (-0.05, -0.027027)
    """
    check_run(seed, rounds, workers, precision)
    if edition(config.rulebook).game == "blackjack":
        if not isinstance(laid, int | Plan):
            raise BadConfig("blackjack takes a stake or a plan", field="laid", value=dict(laid))
        run = blackjack_run(config, stake=laid, seats=seats, seed=seed, table=table)
    else:
        if isinstance(laid, int):
            raise BadConfig("this game takes bets with their stakes, such as red: 100", field="laid", value=laid)
        run = ends_run(config, laid, seed)
    for found in run.go(rounds, workers=workers, precision=precision):
        told(found)
    return run
