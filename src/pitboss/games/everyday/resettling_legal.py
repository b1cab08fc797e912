"""What may be open of the acts that settle a round anew: results, places and wagers, about which `decide` is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pitboss.decider import Choices, Integers, Person
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import WATCHING, holds_pit
from pitboss.games.everyday.corrections import anew
from pitboss.games.everyday.legal import answering
from pitboss.games.everyday.resettling import Resettling
from pitboss.games.everyday.state import Settlement
from pitboss.legal import Alike, Ask, Proposal, Table
from pitboss.money import STAKE_MAX

_Proposed = Proposal | Alike
_Propose = Callable[[Resettling, Any, int, Settlement], Iterator[Proposal]]


def _candidates(game: Resettling, propose: _Propose, state: Any, by: Person) -> Iterator[_Proposed]:
    """Propose what may be corrected: of the last round by itself, of earlier ones whatever one dealer paid alike."""
    if not holds_pit(by):
        return
    alike: defaultdict[str | None, list[Proposal]] = defaultdict(list)
    for version, one in state.everyday.settlements.items():
        if one.round < state.rounds:
            alike[one.dealer] += propose(game, state, version, one)
        else:
            yield from propose(game, state, version, one)
    for proposals in alike.values():
        # A choice of nothing proposes nothing, and would stand for all of them.
        yield Alike([entry for entry in proposals if all(getattr(field, "values", True) for field in entry.values())])


def _results(game: Resettling, state: Any, version: int, one: Settlement) -> Iterator[Proposal]:
    """Propose every other result of a settlement that stands."""

    def changed(said: str) -> int:
        return anew(game, state, one, game.named(one, said) or "", one.wagers).changed_minor

    for results in _by_limit(state, one, 0, game.results(one), changed):
        yield {"corrects": Choices((version,)), "result": Choices(results), **answering(state, of_round=one.round)}


def _places(game: Resettling, state: Any, version: int, one: Settlement) -> Iterator[Proposal]:
    """Propose every other place for each of its wagers."""
    for row, (player, lay, stake) in enumerate(one.wagers, 1):
        bets = tuple(bet for bet in game.bets(one, player) if bet != lay and not stake % game.unit(one, bet))
        for places in _by_limit(state, one, row, bets, partial(_changed_by, game, state, one, row)):
            named = {"corrects": Choices((version,)), "row": Choices((row,)), "bet": Choices(places)}
            yield {**named, **answering(state, of_round=one.round)}


def _changed_by(game: Resettling, state: Any, one: Settlement, row: int, bet: str) -> int:
    player, _, stake = one.wagers[row - 1]
    wagers = (*one.wagers[: row - 1], (player, bet, stake), *one.wagers[row:])
    return anew(game, state, one, one.result, wagers).changed_minor


def _by_limit(
    state: Any, one: Settlement, kind: int, values: tuple[str, ...], changed: Callable[[str], int]
) -> Iterator[tuple[str, ...]]:
    """Yield values in groups that the same two people may correct: by how much changes, while the round is the last.

    `kind` is the row of a wager, or 0 for results.
    """
    if one.round < state.rounds:
        yield values
        return
    limit = state.rules.practice("correction_limit_minor")
    # The same is asked with every page: what a value changes is worked out once.
    for value in values:
        if (kind, value) not in one.changes:
            one.changes[kind, value] = changed(value)
    within = {value: one.changes[kind, value] <= limit for value in values}
    for is_within in (True, False):
        yield tuple(value for value in values if within[value] is is_within)


def _wagers(game: Resettling, state: Any, version: int, one: Settlement) -> Iterator[Proposal]:
    """Propose a wager that nobody recorded, on each place where it may have lain."""
    for player, bets in game.whose(one):
        by_unit: defaultdict[int, list[str]] = defaultdict(list)
        for bet in bets:
            by_unit[game.unit(one, bet)].append(bet)
        for unit, places in by_unit.items():
            named = {"corrects": Choices((version,)), "player": player, "bet": Choices(tuple(places))}
            yield {
                **named,
                "stake_minor": Integers(unit, STAKE_MAX // unit * unit, unit),
                **answering(state, of_round=one.round),
            }


def resettling_legal(game: Resettling) -> Table:
    """Return the candidates of the acts by which a game's rounds are settled anew."""
    asks = {a.CorrectSettlement: _results, a.CorrectWager: _places, a.AddWager: _wagers}
    return {
        act: Ask(partial(_candidates, game, propose), witness=WATCHING, is_second_by_value=True)
        for act, propose in asks.items()
    }
