"""Whole tote days with a given crowd: tickets are drawn, races are run, and the totalizator settles every pool.

A card has races and pools, a crowd says how strong the runners are and what it bets. Strengths decide the order in
which runners come in: each place goes to one of those left, as likely as it is strong. Tickets are drawn the same way,
from strengths raised to a power: at 1 the crowd knows the runners, at 0 it knows nothing. Some days make a meeting,
which is a block of a run: what a pool carries over goes to the next day of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from pitboss.errors import BadConfig, InputError
from pitboss.lab.simulation.run import Counts, Played, Run
from pitboss.tote.combos import POSITIONS
from pitboss.tote.settle import settled_pools

DAYS: Final = 10
"""Days of a meeting."""
_TWIN: Final = "twin_trifecta"
_FINE: Final = 1_000_000
"""Into how many parts strengths are divided once they are raised to a power."""
_WORDS: Final = 4_096

Above = msgspec.Meta(gt=0)


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The runners of a race."""

    strengths: dict[str, Annotated[int, Above]]


class Betting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the crowd bets in one pool."""

    pool: str
    tickets: Annotated[int, Above]
    amount: Annotated[int, Above]
    """Of each ticket, in minor units."""
    follow: float = 1.0
    """The power to which the strengths are raised when a ticket is drawn."""


class Crowd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who runs and who bets."""

    races: dict[str, Field]
    bets: tuple[Betting, ...]


class _Runner(msgspec.Struct):
    no: str
    scratched: str | None = None


class _Race(msgspec.Struct):
    runners: tuple[str | _Runner, ...]


class _Pool(msgspec.Struct):
    type: str
    races: tuple[str, ...]


class _Identity(msgspec.Struct, forbid_unknown_fields=True):
    """What a run is, from which anybody can begin it."""

    card: dict[str, Any]
    crowd: Crowd
    seed: int
    block: int = DAYS


def days_run(card: Mapping[str, Any], crowd: Crowd, seed: int) -> Run:
    """Return a simulation of days with one card and one crowd; a round is a day, and its gain is the crowd's.

    Raises:
        InputError: for a card that no window could have sold from, or a crowd that does not fit it.
    """
    kept = {name: part for name, part in card.items() if name != "tickets"}
    runners, pools = _checked(kept, crowd)
    # A first day settles: what is wrong with the card is told before anything is played.
    _day(kept, crowd, runners, pools, _chance(seed, 0), {})

    def play(block: int, rounds: int) -> Played:
        chance, carried = _chance(seed, block), dict[str, int]()
        counts: Counts = {}
        laid = 0
        for _ in range(rounds):
            gain, sold = _day(kept, crowd, runners, pools, chance, carried)
            counts[gain] = counts.get(gain, 0) + 1
            laid += sold
        return Played(counts, laid)

    what = msgspec.json.encode(_Identity(kept, crowd, seed), order="deterministic").decode()
    return Run(what, play, None, DAYS)


def days_run_of(what: str) -> Run:
    """Return the run of an identity."""
    found = msgspec.json.decode(what, type=_Identity)
    return days_run(found.card, found.crowd, found.seed)


def read_days(card: Path, crowd: Path, seed: int) -> Run:
    """Return the run of a card (JSON; tickets and results of it do not count) and of a crowd (TOML)."""
    try:
        document = msgspec.json.decode(card.read_bytes(), type=dict[str, Any])
        found = msgspec.convert(tomllib.loads(crowd.read_text(encoding="utf-8")), Crowd)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", field="file", value=str(error.filename)) from error
    except msgspec.DecodeError as error:
        raise InputError(f"is no race card or crowd: {error}", field="card", value=str(card)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is no crowd: {error}", field="crowd", value=str(crowd)) from error
    return days_run(document, found, seed)


def _checked(card: Mapping[str, Any], crowd: Crowd) -> tuple[dict[str, list[str]], dict[str, _Pool]]:
    """Return who runs in each race and which pools there are, or refuse a crowd that does not fit them."""
    try:
        races = msgspec.convert(card.get("races", {}), dict[str, _Race])
        pools = msgspec.convert(card.get("pools", {}), dict[str, _Pool])
    except msgspec.ValidationError as error:
        raise BadConfig(f"is no race card: {error}", field="card", value=sorted(card)) from error
    runners = {}
    for name, race in races.items():
        entries = [_Runner(entry) if isinstance(entry, str) else entry for entry in race.runners]
        runners[name] = [entry.no for entry in entries if entry.scratched is None]
        known = crowd.races[name].strengths if name in crowd.races else {}
        missing = next((runner for runner in runners[name] if runner not in known), None)
        if missing is not None:
            reason = "the crowd has no strength of this runner"
            raise BadConfig(reason, field=f"races.{name}.strengths", value=missing)
    if not crowd.bets:
        raise BadConfig("a crowd bets in one pool or more", field="bets", value=[])
    for place, bet in enumerate(crowd.bets):
        if bet.pool not in pools:
            raise BadConfig("the card has no such pool", field=f"bets[{place}].pool", value=bet.pool)
        if pools[bet.pool].type == _TWIN:
            reason = "a twin trifecta has exchanges between its halves, and is not simulated"
            raise BadConfig(reason, field=f"bets[{place}].pool", value=bet.pool)
    return runners, pools


def _chance(seed: int, block: int) -> Iterator[int]:
    """Yield the words of a block's stream, without end."""
    import numpy as np

    from pitboss.lab.simulation import kernel
    from pitboss.lab.simulation.compiling import compiled

    made, size = 0, _WORDS
    while True:
        found = np.zeros(size, np.uint64)
        compiled(kernel.words)(np.uint64(seed), block, found)
        yield from found[made:].tolist()
        made, size = size, 2 * size


def _below(chance: Iterator[int], limit: int) -> int:
    """Draw a number below a limit; words that would favour some are passed over."""
    return next(word * limit >> 32 for word in chance if word * limit % 2**32 >= 2**32 % limit)


def _order(chance: Iterator[int], runners: Sequence[str], weights: Mapping[str, int], count: int) -> list[str]:
    """Draw so many runners, one after the other, each as likely among those left as its weight says."""
    left, found = list(runners), []
    for _ in range(min(count, len(left))):
        at = _below(chance, sum(weights[runner] for runner in left))
        for runner in left:
            at -= weights[runner]
            if at < 0:
                break
        left.remove(runner)
        found.append(runner)
    return found


def _opinion(strengths: Mapping[str, int], follow: float) -> dict[str, int]:
    raised = {runner: strength**follow for runner, strength in strengths.items()}
    total = sum(raised.values())
    return {runner: max(1, round(_FINE * value / total)) for runner, value in raised.items()}


def _tickets(
    crowd: Crowd, runners: Mapping[str, Sequence[str]], pools: Mapping[str, _Pool], chance: Iterator[int]
) -> Iterator[dict[str, Any]]:
    """Draw the tickets of a day; equal ones are one ticket of their sum."""
    for bet in crowd.bets:
        pool, laid = pools[bet.pool], dict[tuple[str, ...], int]()
        opinions = {race: _opinion(crowd.races[race].strengths, bet.follow) for race in pool.races}
        count = POSITIONS.get(pool.type, 1)
        for _ in range(bet.tickets):
            chosen = [one for race in pool.races for one in _order(chance, runners[race], opinions[race], count)]
            laid[tuple(chosen)] = laid.get(tuple(chosen), 0) + bet.amount
        for selection, amount in laid.items():
            yield {"pool": bet.pool, "sel": selection, "amount": amount}


def _day(  # noqa: PLR0917 - what a day is made of
    card: Mapping[str, Any],
    crowd: Crowd,
    runners: Mapping[str, Sequence[str]],
    pools: Mapping[str, _Pool],
    chance: Iterator[int],
    carried: dict[str, int],
) -> tuple[int, int]:
    """Play one day; return what the crowd gained and what it laid, and keep what pools carry over."""
    tickets = [{"id": str(place), **ticket} for place, ticket in enumerate(_tickets(crowd, runners, pools, chance))]
    races = {
        name: {**race, "result": [[one] for one in _order(chance, runners[name], crowd.races[name].strengths, 99)]}
        for name, race in card["races"].items()
    }
    named = {
        name: {**pool, "carryover_in": carried.get(name, pool.get("carryover_in", 0))}
        for name, pool in card["pools"].items()
    }
    document = {**card, "races": races, "pools": named, "tickets": tickets}
    _, outcomes = settled_pools(msgspec.json.encode(document))
    gain = sold = 0
    for name, outcome in outcomes.items():
        sold += outcome.gross
        gain += sum(outcome.payout.values()) - outcome.gross
        carried[name] = outcome.carryover_out
    return gain, sold
