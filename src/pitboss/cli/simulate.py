"""`pitboss simulate`: rounds by the million, with the exact figure beside them where there is one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli import simulate_options as o
from pitboss.cli.odds_blackjack import OwnTable, Set, _settings
from pitboss.cli.output import write_picture
from pitboss.cli.refused import as_bad_input
from pitboss.cli.simulated import check_files, print_answer, write
from pitboss.errors import BadConfig, InputError

if TYPE_CHECKING:
    from pitboss.lab.simulation.run import Estimate, Run

_BETS = {"roulette": ("red", 100), "sicbo": ("small", 100), "baccarat": ("banker", 10_000)}
_HOUSES = {
    "roulette": "oneida-roulette-2008",
    "sicbo": "oneida-sicbo-2004",
    "baccarat": "oneida-minibaccarat-2004",
    "blackjack": "oneida-blackjack-2004",
}
_STAKE = 1_000
_TOTE = "tote"
_ROUNDS, _DAYS = 10_000_000, 100
_SHORT = 64
"""Blocks of a run that is short."""


def run(  # noqa: PLR0913 - one parameter an option
    game: o.Game,
    *,
    rulebook: o.House = None,
    table: OwnTable = None,
    chosen: Set = None,
    bet: o.Bet = None,
    stake: o.Stake = None,
    suit: o.Suit = 0,
    insurance: o.Insurance = 0,
    hit: o.Hit = 0,
    plan: o.Plan = None,
    seats: o.Seats = 1,
    strategy: o.Strategy = None,
    rounds: o.Rounds = None,
    seed: o.Seed = 1,
    workers: o.Workers = 1,
    cluster: o.Cluster = None,
    precision: o.Precision = None,
    resume: o.Resume = None,
    output: o.Output = None,
    plots: o.Plots = None,
    card: o.Card = None,
    crowd: o.Crowd = None,
    json: o.AsJson = False,
) -> None:
    """Play many rounds and print the mean, its interval and the exact figure."""
    rounds = (_DAYS if game == _TOTE else _ROUNDS) if rounds is None else rounds
    _check(seed, rounds, workers, precision)
    check_files(output, resume, plots)
    laid = {"bet": bet, "stake": stake, "suit": suit or None, "insurance": insurance or None, "hit": hit or None}
    asked: dict[str, Any] = {**laid, "seats": seats if seats != 1 else None, "strategy": strategy, "plan": plan}
    asked |= {"rulebook": rulebook, "table": table, "set": chosen, "card": card, "crowd": crowd}
    _refuse_unmeant(game, {name: value for name, value in asked.items() if value is not None})
    with as_bad_input():
        if game == _TOTE:
            made = _days(card, crowd, seed)
        else:
            config = _config(game, rulebook, table, chosen)
            made = _made(game, config, _one_way(laid, plan), plan, strategy, seats=seats, seed=seed)
    _begin(made, rounds, resume)
    with _players(made, cluster, workers) as players:
        # A short run that is drawn has a point for each block; a precision is looked at after the same blocks always.
        often = {"every": 1} if plots and precision is None and rounds <= _SHORT * made.block else {}
        trail = _go(made, rounds, resume, precision=precision, **players, **often)
    if output is not None:
        write(made, output)
    if plots is not None:
        from pitboss.lab.plots import drawn

        write_picture(drawn(made.totals, trail, made.exact_here, seed), plots)
    print_answer(made, seed, json=json)


def _check(seed: int, rounds: int, workers: int, precision: float | None) -> None:
    from pitboss.lab.simulation.run import check_run

    check_run(seed, rounds, workers, precision)


def _refuse_unmeant(game: str, asked: dict[str, Any]) -> None:
    """Refuse an option that says nothing of a game: whoever gives it expects that it counts."""
    days = {"card", "crowd"}
    meant = days if game == _TOTE else set(asked) - days - ({"seats"} if game in _BETS else set())
    for name, value in asked.items():
        if name not in meant:
            raise BadConfig(f"{game} has no use for it", field=name, value=str(value))
    if {"rulebook", "table"} <= asked.keys():
        reason = "a table's file says its rulebook: give one or the other"
        raise BadConfig(reason, field="rulebook", value=asked["rulebook"])


def _begin(made: Run, rounds: int, resume: Path | None) -> None:
    """Go on from a file, unless more rounds than were asked for are in it."""
    if resume is None:
        return
    made.load(resume)
    if made.totals.rounds > rounds:
        reason = f"{resume} has {made.totals.rounds:,} rounds already: ask for as many or more"
        raise InputError(reason, field="rounds", value=rounds)


def _go(made: Run, rounds: int, resume: Path | None, **how: Any) -> list[Estimate]:
    """Play on, telling on the way how far it has come, and keeping it where it is to be resumed."""
    trail = []
    for found in made.go(rounds, **how):
        trail.append(found)
        if sys.stderr.isatty():
            print(f"\r{found.rounds:,} {found.mean:+.6%} ± {found.half_width:.6%}", end="", file=sys.stderr)
        if resume is not None:
            made.save(resume)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if not made.estimate().rounds:
        reason = "no round of them could be played to its end: the shoe has too few cards"
        raise InputError(reason, field="rounds", value=rounds)
    return trail or [made.estimate()]


@contextmanager
def _players(made: Run, address: str | None, workers: int) -> Iterator[dict[str, Any]]:
    """Give who plays: threads of this process, or a cluster."""
    if address is None:
        yield {"workers": workers}
        return
    from pitboss.lab.simulation.cluster import cluster

    with cluster(address, made, told=lambda said: print(f"pitboss: {said}", file=sys.stderr)) as (submit, threads):
        yield {"workers": threads, "submit": submit}


def _config(game: str, rulebook: str | None, table: Path | None, chosen: list[str] | None) -> Any:
    from pitboss.openers import table_of
    from pitboss.rulebook import edition, read_table_file, with_settings

    if game not in _HOUSES:
        raise BadConfig(f"is none of {', '.join((*_HOUSES, _TOTE))}", field="game", value=game)
    document: Any = {"rulebook": rulebook or _HOUSES[game]} if table is None else read_table_file(table)
    config = table_of(with_settings(document, _settings(chosen or [])))
    if edition(config.rulebook).game != game:
        raise BadConfig(f"not a {game} rulebook", field="rulebook", value=config.rulebook)
    return config


def _one_way(laid: dict[str, Any], plan: Path | None) -> dict[str, Any]:
    """Return what is laid in every round, or refuse it beside a plan, which says that itself."""
    found = {name: value for name, value in laid.items() if value is not None}
    if plan is not None and found:
        name = next(iter(found))
        raise BadConfig("a plan says what is laid: give one or the other", field=name, value=found[name])
    return found


def _days(card: Path | None, crowd: Path | None, seed: int) -> Run:
    from pitboss.lab.simulation.days import read_days

    if card is None or crowd is None:
        name = "card" if card is None else "crowd"
        raise BadConfig("tote days need --card and --crowd", field=name, value=None)
    return read_days(card, crowd, seed)


def _made(
    game: str, config: Any, laid: dict[str, Any], plan: Path | None, strategy: Path | None, *, seats: int, seed: int
) -> Run:
    """Return the run that the options ask for."""
    from pitboss.lab.blackjack.own_table import read_table
    from pitboss.lab.simulation.laid import usual_stake
    from pitboss.lab.simulation.plans import Plan, Step, read_plan
    from pitboss.lab.simulation.play import blackjack_run, ends_run

    is_blackjack = game == "blackjack"
    wrong = next((name for name in laid if (name == "bet") == is_blackjack), None)
    if wrong is not None:
        reason = "blackjack takes --stake and --seats instead" if is_blackjack else f"{game} takes --bet instead"
        raise BadConfig(reason, field=wrong, value=laid[wrong])
    if not is_blackjack and strategy is not None:
        raise BadConfig(f"{game} has no decisions to play by", field="strategy", value=str(strategy))
    bets = None if plan is None else read_plan(plan, is_blackjack=is_blackjack)
    if not is_blackjack:
        return ends_run(config, bets or _bets(laid.get("bet") or [_usual(config, *_BETS[game])]), seed)
    table = None if strategy is None else read_table(strategy)
    usual = {"stake": usual_stake(config, game, _STAKE)}
    return blackjack_run(config, stake=bets or Plan((Step(**usual | laid),)), seats=seats, seed=seed, table=table)


def _usual(config: Any, bet: str, stake: int) -> str:
    from pitboss.lab.simulation.laid import usual_stake

    return f"{bet}={usual_stake(config, bet, stake)}"


def _bets(words: list[str]) -> dict[str, int]:
    bets: dict[str, int] = {}
    for word in words:
        name, sign, amount = word.rpartition("=")
        if not sign or not amount.isdecimal():
            raise BadConfig("a bet is laid as name=cents, such as red=100", field="bet", value=word)
        bets[name] = bets.get(name, 0) + int(amount)
    return bets
