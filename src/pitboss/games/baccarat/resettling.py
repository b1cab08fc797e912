"""A round of mini-baccarat that was paid, settled anew by its true cards or for a wager that lay elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.decider import Choices, Words
from pitboss.games.baccarat.acts import Source
from pitboss.games.baccarat.correcting import sorted_hands
from pitboss.games.baccarat.events import Result, RoundSettled
from pitboss.games.baccarat.hands import Outcome, Side, point_count
from pitboss.games.baccarat.settle import settle_wager
from pitboss.games.baccarat.state import Laid as Card
from pitboss.games.baccarat.state import Table
from pitboss.games.baccarat.vigorish import Areas, collected, exact_vigorish, is_deferred, stake_step
from pitboss.games.baccarat.wagers import On
from pitboss.games.cards import SourceKind
from pitboss.games.everyday.events import MarkerChange, Rows
from pitboss.games.everyday.resettling import CardResettling
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.legal import anybody
from pitboss.rulebook import cites


@dataclass(frozen=True)
class Dealt:
    """What is needed besides the cards: to which hand each was dealt, and which marker each position had."""

    sides: tuple[Side, ...]
    is_by_dealer: bool
    """Whether a dealer named the cards, and no device or order."""
    tabs: tuple[int, ...]
    """By position, from 1."""


def _bet(on: str, position: int) -> str:
    return f"{on}:{position}"


def _area(bet: str) -> tuple[On, int]:
    on, _, position = bet.partition(":")
    return On(on), int(position)


def settlement_of(state: Table, event: RoundSettled) -> Settlement | None:
    """Return a settlement as it is remembered; None where coupons lay: they are no money that could be owed."""
    rows, current, shoe = event.wagers, state.round, state.cards.shoe
    if current is None or shoe is None or set(rows.source) - {Source.VALUE}:
        return None
    parts = zip(rows.stake_minor, rows.paid_minor, rows.vig_minor, rows.result, strict=True)
    gains = tuple((-stake if result is Result.LOSE else paid) - vig for stake, paid, vig, result in parts)
    bets = (_bet(on, position) for on, position in zip(rows.on, rows.position, strict=True))
    wagers = tuple(zip(rows.player, bets, rows.stake_minor, strict=True))
    cards = " ".join(shoe.drawn[card.at] for card in state.play.laid)
    tabs = tuple(state.tabs.get(position, 0) for position in range(1, current.rules.positions + 1))
    dealt = Dealt(tuple(card.to for card in state.play.laid), shoe.kind is SourceKind.DEALER, tabs)
    return Settlement(event.round, cards, wagers, gains, current.rules, detail=dealt)


NO_TAB: Final = -1
"""Vigorish that no marker was ever set for."""


class BaccaratResettling(CardResettling):
    """By Tables 1 and 2, with the cards that came; vigorish as the round had it."""

    @cites("HP-C2", "MB-N1", "MB-N2")
    def outcome(self, one: Settlement, result: str) -> tuple[Outcome, int]:
        """Return which hand has won, and what the Banker's counts; a card that never came does not come any more."""
        cards = result.split()
        laid = [Card(side, at) for at, side in enumerate(one.detail.sides)]
        found = sorted_hands(one.rules.tables, laid, cards)
        player, banker = (point_count([cards[at] for at in found.hand(side)]) for side in Side)
        if player == banker:
            return Outcome.TIE, banker
        return Outcome.PLAYER if player > banker else Outcome.BANKER, banker

    @cites("HP-C2", "MB-M3", "MB-M4", "Q14")
    def gains(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> tuple[int, ...]:
        """Settle each wager, with the vigorish that is collected at once."""
        outcome, points = self.outcome(one, result)
        areas, found = Areas(one.rules), []
        for _, bet, stake in wagers:
            on, position = _area(bet)
            settled = settle_wager(one.rules, on, stake, outcome, points)
            vigorish = 0 if is_deferred(one.rules) else areas.part_of(position, settled.vigorish)
            found.append(settled.net(stake, vigorish))
        return tuple(found)

    def bets(self, one: Settlement, player: str) -> tuple[str, ...]:
        """Return the areas of the positions that are the player's, or nobody's."""
        others = {_area(bet)[1] for name, bet, _ in one.wagers if name != player}
        places = (place for place in range(1, one.rules.positions + 1) if place not in others)
        return tuple(_bet(on, place) for place in places for on in one.rules.wagers)

    def whose(self, one: Settlement) -> Iterator[tuple[Words | Choices, tuple[str, ...]]]:
        """Yield those who had wagers each by name, and anybody else."""
        known = tuple(dict.fromkeys(player for player, _, _ in one.wagers))
        yield from ((Choices((player,)), self.bets(one, player)) for player in known)
        yield anybody(*known), self.bets(one, "")

    def unit(self, one: Settlement, bet: str) -> int:
        """Return the step in which a stake settles in whole cents."""
        return stake_step(one.rules, _area(bet)[0])

    @cites("HP-C2", "MB-M3b")
    def markers(
        self, state: Any, one: Settlement, result: str, wagers: Sequence[Laid]
    ) -> tuple[tuple[MarkerChange, ...], Rows | None]:
        """Change the markers of deferred vigorish; of one that was collected, what was collected of it."""
        if not is_deferred(one.rules):
            return (), None
        was, now = self._owed(one, one.result, one.wagers), self._owed(one, result, wagers)
        # Where a wager did not lie after all, the marker is still its player's.
        players = {_area(bet)[1]: player for player, bet, _ in (*one.wagers, *wagers)}
        changes, rows = [], []
        for position in sorted(was.keys() | now.keys()):
            more = now.get(position, Fraction(0)) - was.get(position, Fraction(0))
            if not more:
                continue
            tab = _tab(state, one, position, players[position])
            changes.append(MarkerChange(position=position, tab=tab, owed=str(more)))
            if tab != state.tabs.get(position, 0):
                taken = state.collected.get((position, tab), Fraction(0))
                before, after = (-collected(one.rules, owed, "vig") for owed in (taken, taken + more))
                rows.append((players[position], f"vigorish:{position}", 0, before, after))
        return tuple(changes), _columns(rows)

    def _owed(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> dict[int, Fraction]:
        """Return what each position's marker shows of a round, exact."""
        outcome, _ = self.outcome(one, result)
        found: dict[int, Fraction] = {}
        for _, bet, stake in wagers:
            on, position = _area(bet)
            found[position] = found.get(position, Fraction(0)) + exact_vigorish(one.rules, on, stake, outcome)
        return found


def _tab(state: Any, one: Settlement, position: int, player: str) -> int:
    """Return which of a position's markers a round is on: none of them where its player does not sit there.

    A wager may have lain where nobody sat; what it owes is due at once, and stands before nobody who sits there later.
    """
    tab: int = one.detail.tabs[position - 1]
    is_standing = tab == state.tabs.get(position, 0)
    is_nobodys = (position, NO_TAB) in state.collected or state.seats.get(position) != player
    return NO_TAB if is_standing and is_nobodys else tab


def _columns(rows: list[tuple[str, str, int, int, int]]) -> Rows | None:
    if not rows:
        return None
    player, bet, stake, was, now = zip(*rows, strict=True)
    return Rows(player=player, bet=bet, stake_minor=stake, was_minor=was, now_minor=now)


@cites("MB-M3b", "HP-C2")
def evolve_markers(state: Table, changes: Sequence[MarkerChange]) -> None:
    """Follow what a correction changes on markers: the one that stands, or one that was collected."""
    for change in changes:
        position, more = change.position, Fraction(change.owed)
        if change.tab != state.tabs.get(position, 0):
            taken = state.collected.get((position, change.tab), Fraction(0))
            state.collected[position, change.tab] = taken + more
            continue
        owed = state.marks.pop(position, Fraction(0)) + more
        if owed:
            state.marks[position] = owed


RESETTLING = BaccaratResettling()
