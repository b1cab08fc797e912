"""A round of blackjack that was paid, settled anew by its true cards or for a wager that lay elsewhere.

The round is folded again from its events with the true cards. Decisions stand, for players saw the real cards; whatever
was settled on the way is settled by what truly lay there then.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Union

import msgspec

from pitboss.decider import Event
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.acts import Ending, Kind, Outcome, Source
from pitboss.games.blackjack.correcting import applies, ended_again, follows, named_cards, where_turned
from pitboss.games.blackjack.hands import is_blackjack, is_suited
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import (
    Row,
    amounts,
    hand_rows,
    hit_row,
    insurance_rows,
    side_amounts,
    spot_rows,
    suit_rows,
)
from pitboss.games.blackjack.state import Phase, Round, Table, advance
from pitboss.games.cards import SourceKind
from pitboss.games.everyday.resettling import CardResettling
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.rulebook import cites

_SETTLED: Final = (
    *(e.SuitWagersSettled, e.InsuranceSettled, e.HitWagerSettled),
    *(e.HandSettled, e.SpotSettled, e.RoundSettled),
)
_MOVABLE: Final = (Kind.BLACKJACK, Kind.KING_QUEEN, Kind.SAME_SUIT)


@dataclass(frozen=True)
class Played:
    """What is needed besides the cards: what happened in the round, and whether a dealer named its cards."""

    log: bytes
    """Packed: a table keeps it for twenty rounds, and hardly anybody asks."""
    is_by_dealer: bool
    places: tuple[str, ...] = ()
    """Where wagers lay before the first card."""


_LOG: Final = msgspec.json.Decoder(tuple[Union[e.ROUND_EVENTS], ...])  # type: ignore[valid-type]  # noqa: UP007


def packed(log: Sequence[Event]) -> bytes:
    """Return a round's events as a tenth of their size."""
    return zlib.compress(msgspec.json.encode(log, order="deterministic"))


@lru_cache(maxsize=8)
def unpacked(log: bytes) -> tuple[Event, ...]:
    """Return the events of a round; who looks at one asks for every card of it."""
    found: tuple[Event, ...] = _LOG.decode(zlib.decompress(log))
    return found


@dataclass
class Fate:
    """What became of whatever lies in one place: chips of all kinds there are one wager."""

    player: str
    on: Kind
    stake_minor: int
    outcome: Outcome
    is_to_blackjack: bool
    original_minor: int

    def gain(self, rules: Rules, stake: int) -> int:
        """Return what a stake there gains; a loss is below zero."""
        if self.outcome is Outcome.PUSH:
            return 0
        if self.on is not Kind.BLACKJACK:
            paid, lost, *_ = side_amounts(rules, self.on, stake, is_won=self.outcome is Outcome.WIN)
            return paid - lost
        original = min(self.original_minor, stake)
        paid, lost = amounts(rules, stake, original, self.outcome, is_to_blackjack=self.is_to_blackjack)
        return paid - lost


@dataclass
class _Fold:
    """A round on its way through its events, and the fate of each place so far."""

    current: Round
    fates: dict[str, Fate] = field(default_factory=dict)

    def take(self, event: Event) -> bool:
        """Let an event happen; False where it could not have, for somebody has a wrong number of cards."""
        true = ended_again(self.current, event)
        if true is None or not follows(self.current, true):
            return False
        if isinstance(true, _SETTLED):
            return self._settle(true)
        if applies(self.current, true):
            core.evolve(self.current, true)
        if isinstance(true, e.CardDealt | e.CardShown) and true.ends is Ending.BUST:
            # A card that is shown lies in the first hand of its seat: a pair is shown before it is split.
            box, number = self.current.boxes[true.seat], true.hand if isinstance(true, e.CardDealt) else 1
            self._add(hand_rows(self.current.rules, true.seat, number, box, Outcome.BUST))
            box.hands[number - 1].is_settled = True
            advance(self.current)
        return True

    def _settle(self, event: Event) -> bool:
        current = self.current
        match event:
            case e.SuitWagersSettled():
                self._add(suit_rows(current))
                for box in current.boxes.values():
                    box.suit_net = 0 if box.suit else None
                advance(current)
            case e.InsuranceSettled():
                self._insurance(event)
            case e.HitWagerSettled():
                self._hit(event)
            case e.SpotSettled() | e.RoundSettled():
                if current.phase is not Phase.COMPLETE:
                    return False
                dealer = current.dealer[current.spot - 1]
                is_last = isinstance(event, e.RoundSettled)
                self._add(spot_rows(current, is_last=is_last), is_to_blackjack=is_blackjack(dealer))
                core.evolve(current, event)
        return True

    @cites("HP-C2", "BJ-J6")
    def _insurance(self, event: e.InsuranceSettled) -> None:
        """Settle insurance; against a first card that is no ace there was none to take, and it goes back."""
        rows: Iterable[Row] = insurance_rows(self.current, self.current.dealer[self.current.spot - 1][:2])
        if not self.current.is_ace_up:
            rows = (_given_back(row) for row in rows)
        self._add(rows)
        for box in self.current.boxes.values():
            box.insurance.pop(event.spot, None)

    def _hit(self, event: e.HitWagerSettled) -> None:
        """Settle a hit wager by its card; a player who said nothing of a suit at a pitch table saw the real card."""
        seat, number = event.wagers.seat[0], event.wagers.hand[0]
        hand = self.current.boxes[seat].hands[number - 1]
        is_claimed = not event.is_declared or event.wagers.outcome[0] is Outcome.WIN
        self._add([hit_row(self.current, seat, number, is_won=is_claimed and is_suited(hand.cards))])
        hand.hit_minor, hand.is_hit_open = 0, False
        advance(self.current)

    def _add(self, rows: Iterable[Row], *, is_to_blackjack: bool = False) -> None:
        for place, row in _placed(rows):
            # Hit wagers of one hand follow each other, each a wager of its own.
            times = sum(name.partition("#")[0] == place for name in self.fates) + 1
            name = f"{place}#{times}" if row.on is Kind.HIT and times > 1 else place
            box = self.current.boxes[row.seat]
            original = box.wager(row.spot) if row.hand == 1 else 0
            fate = Fate(row.player, row.on, 0, row.outcome, is_to_blackjack, original)
            self.fates.setdefault(name, fate).stake_minor += row.stake_minor


def _placed(rows: Iterable[Row]) -> Iterator[tuple[str, Row]]:
    return ((f"{row.seat}.{row.hand}:{row.on.value}:{row.spot}", row) for row in rows)


def _given_back(row: Row) -> Row:
    return Row(
        *(row.seat, row.player, row.hand, row.on, row.spot, row.source, row.stake_minor, 0, 0),
        Outcome.PUSH,
        row.clause,
    )


def _with_cards(log: Sequence[Event], cards: Sequence[str]) -> Iterator[Event]:
    """Yield a round's events with its cards as they truly were, in the order of the deal."""
    hidden: dict[tuple[int, int], str] = {}
    at = iter(cards)
    for event in log:
        if isinstance(event, e.CardDealt):
            card = next(at)
            if not event.is_face_up:
                hidden[event.seat, event.place] = card
            yield event if event.card is None else msgspec.structs.replace(event, card=card)
        elif where_turned(event) in hidden:
            yield msgspec.structs.replace(event, card=hidden[where_turned(event)])
        else:
            yield event


@cites("HP-C2", "BJ-H10b", "BJ-M3")
def fates(one: Settlement, result: str) -> dict[str, Fate] | None:
    """Return what becomes of each place by the round's cards; None where somebody has a wrong number of them."""
    return _folded(one, unpacked(one.detail.log), result)


def _folded(one: Settlement, log: Sequence[Event], result: str) -> dict[str, Fate] | None:
    fold = _Fold(Round(one.rules, one.round))
    return fold.fates if all(map(fold.take, _with_cards(log, result.split()))) else None


def settlement_of(state: Table) -> Settlement | None:
    """Return a settled round as it is remembered; None for one with coupons, of a tournament, or with unseen cards."""
    current, shoe, log = state.round, state.cards.shoe, tuple(state.play.log)
    cards = named_cards(log)
    sources = {event.source for event in log if isinstance(event, e.WagerPlaced)}
    if current is None or shoe is None or not sources <= {Source.VALUE, Source.CASH} or "" in cards:
        return None
    one = Settlement(current.number, " ".join(cards), (), (), current.rules)
    found = _folded(one, log, one.result)
    if found is None:
        return None
    one.wagers = tuple((fate.player, place, fate.stake_minor) for place, fate in found.items())
    one.gains = tuple(fate.gain(one.rules, fate.stake_minor) for fate in found.values())
    places = tuple(place for place, fate in found.items() if fate.on in _MOVABLE)
    one.detail = Played(packed(log), shoe.kind is SourceKind.DEALER, places)
    return one


class BlackjackResettling(CardResettling):
    """By the hands that the true cards make; a wrong number of cards gives every wager back."""

    def gains(self, one: Settlement, result: str, wagers: Sequence[Laid]) -> tuple[int, ...]:
        """Look up what became of each place."""
        found = fates(one, result)
        if found is None:
            return (0,) * len(wagers)
        return tuple(found[bet].gain(one.rules, stake) for _, bet, stake in wagers)

    def bets(self, one: Settlement, player: str) -> tuple[str, ...]:  # noqa: ARG002 - who bets behind is the house's
        """Return the places in which a wager lay before the first card."""
        places: tuple[str, ...] = one.detail.places
        return places

    def unit(self, one: Settlement, bet: str) -> int:
        """Return the step in which a stake settles in whole units."""
        return int(one.rules.unit(bet.split(":")[1]))


RESETTLING = BlackjackResettling()
