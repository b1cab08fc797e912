"""What is open in a tournament: for each act, the values of its fields that `decide` would accept.

That nothing is opened before the edition was adopted is seen by `decide` alone: `legal` knows no date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import msgspec

from pitboss.decider import Choices, Integers, Offer, Person, Subset, Words, holds
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.checks import DIRECTING, REPORTING, RUNNING, SECOND_PERSON, why_not_ready
from pitboss.games.tournament.config import Ties
from pitboss.games.tournament.standings import open_ties
from pitboss.games.tournament.state import Phase
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.tournament.state import Tournament

__all__ = ["Tally", "legal"]


class Tally(msgspec.Struct, frozen=True, tag="tally"):
    """A count of chips, none included, for each of these players and for nobody else."""

    players: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is such a count."""
        counts = Integers(0, STAKE_MAX)
        return (
            isinstance(value, dict) and value.keys() == set(self.players) and all(n in counts for n in value.values())
        )


def legal(state: Tournament, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    if state.is_over:
        return
    yield from _withdrawals(state, by)
    if holds(by, DIRECTING):
        yield from _directing(state)
    if holds(by, RUNNING):
        yield from _running(state)
    if holds(by, REPORTING):
        yield from _reports(state)


def _withdrawals(state: Tournament, by: Person) -> Iterator[Offer]:
    if state.has_begun:
        return
    entered = _names(player for player in state.players_in if holds(by, RUNNING) or by.id == player)
    if entered.values and holds(by, ("player", *RUNNING)):
        yield Offer(a.WithdrawPlayer, {"player": entered})


def _directing(state: Tournament) -> Iterator[Offer]:
    yield Offer(a.CancelTournament, {"reason": Words()})
    known = _names(player for player, entrant in state.entries.items() if not entrant.is_disqualified)
    if known.values:
        yield Offer(a.DisqualifyPlayer, {"player": known, "reason": Words()}, witness=SECOND_PERSON)
    if state.phase in (Phase.ANNOUNCED, Phase.CLOSED):
        yield Offer(a.OpenEntries)
    if state.phase is Phase.DECIDED and not open_ties(state):
        yield Offer(a.AwardPrizes)


def _running(state: Tournament) -> Iterator[Offer]:
    config = state.config
    match state.phase:
        case Phase.OPEN:
            if len(state.entries) < config.entries_max:
                newcomer = Words(NAME_PATTERN, besides=tuple(state.entries))
                yield Offer(a.EnterPlayer, {"player": newcomer, "fee_minor": Choices((config.entry_fee_minor,))})
            if not why_not_ready(state):
                yield Offer(a.CloseEntries)
        case Phase.CLOSED | Phase.BETWEEN:
            if state.has_begun or not why_not_ready(state):
                yield Offer(a.DrawSeats, {"order": _order(state.players_in)})
        case Phase.SEATED:
            yield Offer(a.StartHeat)
        case Phase.REPORTED if not open_ties(state):
            yield Offer(a.EndHeat)
    if config.ties is Ties.DRAW:
        for tie in open_ties(state):
            yield Offer(a.DrawLots, {"order": _order(tie.players)})


def _reports(state: Tournament) -> Iterator[Offer]:
    if state.phase is Phase.PLAYING:
        for table, players in state.tables.items():
            if table not in state.reported:
                yield from _reports_of(state, table, players)
    if state.config.ties is Ties.PLAY_OFF:
        for tie in open_ties(state):
            yield Offer(a.RecordPlayOff, {"chips": _chips(tie.players)})


def _reports_of(state: Tournament, table: int, players: tuple[str, ...]) -> Iterator[Offer]:
    hands = state.config.hands
    fields: dict[str, Domain] = {
        "table": Choices((table,)),
        "heat": Choices((state.heat,)),
        "chips": _chips(players),
    }
    yield Offer(a.RecordHeat, {**fields, "hands": Choices((hands,)), "reason": Choices((None,))})
    yield Offer(a.RecordHeat, {**fields, "hands": Integers(0, hands), "reason": Words()})


def _names(players: Iterator[str]) -> Choices:
    return Choices(tuple(players))


def _chips(players: tuple[str, ...]) -> Domain:
    """Return the domain of a report; it is one to whoever asks `in`, though no game's table needs it."""
    return cast("Domain", Tally(players))


def _order(players: tuple[str, ...]) -> Subset:
    """Return the domain of an order: every one of them, once."""
    return Subset(players, must=players)
