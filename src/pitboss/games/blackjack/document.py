"""Settlement documents for blackjack: here are the cards and the decisions, what does each wager pay, by which clause?

The document is played through the same Round as a live table, card by card and act by act. A player at a pitch table
declares a hit wager as the cards are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from pitboss.decider import Act, decode_or_explain
from pitboss.errors import InputError
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.betting import refuse_unready, wagers_needed
from pitboss.games.blackjack.hands import is_blackjack, is_suited, total_of
from pitboss.games.blackjack.rules import rules_of
from pitboss.games.blackjack.state import Phase, Round
from pitboss.games.cards import parse_card
from pitboss.games.document import checked_rulebook, played, refused, require_notation
from pitboss.games.table.acts import Stake
from pitboss.rulebook import ActionRefused, Fault, RuleViolation

_FACE_UP = "^"
_ActName = Literal["hit", "stand", "double", "split", "surrender"]
# A list of two; msgspec 0.22 cannot hold a tuple of fixed length inside a union (its collector crashes).
_Pair = Annotated[tuple[Stake | None, ...], msgspec.Meta(min_length=2, max_length=2)]


class Action(msgspec.Struct, forbid_unknown_fields=True):
    """A decision with a hit wager, or with one on each half of a split pair."""

    act: _ActName
    hit_wager: Stake | _Pair | None = None


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """What was laid at a place, and what was decided there."""

    seat: a.Seat
    wager: Stake | tuple[Stake, ...]
    actions: tuple[_ActName | Action, ...] = ()
    initial_suit: Stake | None = None
    insurance: Stake | tuple[Stake | None, ...] | None = None


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    rulebook: str
    shoe: tuple[str, ...]
    seats: tuple[Seat, ...]
    settings: dict[str, Any] = {}


DECODER = msgspec.json.Decoder(_Document)


def settle_document(data: bytes, line: int) -> dict[str, Any]:
    """Answer one document: the dealer's hands and every seat's, or every fault of its settings, or the first refusal.

    Raises:
        InputError: for what nobody could mean: malformed JSON, an unknown field, card or act.
    """
    document = decode_or_explain(data, DECODER, line=line)
    require_notation(document.shoe, lambda text: parse_card(text.removesuffix(_FACE_UP)), line, "shoe[{}]")
    _refuse_shapes(document, line)
    config, faults = checked_rulebook("blackjack", document.rulebook, document.settings, line)
    if faults:
        return refused(faults)
    play = _Play(document, Round(rules_of(config)))
    try:
        play.run()
    except _Void as void:
        return {"void": True, "clause": void.clause, "seats": [{"seat": s.seat, "net": 0} for s in document.seats]}
    except RuleViolation as violation:
        return refused([Fault(play.where, play.what, violation.reason, violation.clause)])
    return play.answer()


def _refuse_shapes(document: _Document, line: int) -> None:
    for place, seat in enumerate(document.seats):
        for number, action in enumerate(seat.actions):
            if not isinstance(action, Action) or action.hit_wager is None:
                continue
            is_pair = isinstance(action.hit_wager, tuple)
            if action.act in ("stand", "surrender") or is_pair != (action.act == "split"):
                reason = "a hit wager goes with a hit or a double, and a list of two with a split"
                where = f"seats[{place}].actions[{number}].hit_wager"
                raise InputError(reason, line=line, field=where, value=action.hit_wager)


class _Void(Exception):
    def __init__(self, clause: str) -> None:
        self.clause = clause


@dataclass
class _Play:
    """One document on its way through a Round; `where` and `what` say what was being done when it was refused."""

    document: _Document
    state: Round
    used: int = 0
    where: str = ""
    what: Any = None
    rows: list[dict[str, Any]] = field(default_factory=list)

    def run(self) -> None:
        """Play the round to its end."""
        self._place()
        self.where, self.what = "seats", len(self.document.seats)
        refuse_unready(self.state)
        for _ in range(self.state.rules.settings["burn"]):
            self._burn()
        while self.state.phase in (Phase.BETTING, Phase.DEALING):
            self._deal()
        if self.state.phase is Phase.SUITS:
            self._do(a.SettleSuitWagers())
        self._insure()
        self._turns()
        while self.state.phase is not Phase.SETTLED:
            self._dealer()

    def _place(self) -> None:
        rules, taken = self.state.rules, set[int]()
        for place, seat in enumerate(self.document.seats):
            self.where, self.what = f"seats[{place}].seat", seat.seat
            if seat.seat in taken:
                raise ActionRefused(f"seat {seat.seat} is there twice", clause=rules.clause("positions"))
            if seat.seat > rules.positions:
                reason = f"the table has places 1 to {rules.positions}, and no {seat.seat}"
                raise ActionRefused(reason, clause=rules.clause("positions"))
            taken.add(seat.seat)
            self.where, self.what = f"seats[{place}].wager", seat.wager
            if isinstance(seat.wager, tuple) != bool(rules.multiple_action):
                wants = "a list of wagers" if rules.multiple_action else "one wager"
                clause = rules.clause("multiple_wagers" if rules.multiple_action else "multiple")
                raise ActionRefused(f"seat {seat.seat} needs {wants}", clause=clause)
            least = wagers_needed(rules)
            if len(listed(seat.wager)) < least:
                reason = f"seat {seat.seat} has {len(listed(seat.wager))} wagers, and needs {least}"
                raise ActionRefused(reason, clause=rules.clause("multiple_wagers"))
            for spot, stake in enumerate(listed(seat.wager), 1):
                if spot > a.SPOTS:
                    reason = f"seat {seat.seat} has more than {a.SPOTS} wagers"
                    raise ActionRefused(reason, clause=rules.clause("multiple_wagers"))
                self._wager(seat.seat, Kind.BLACKJACK, stake or 0, spot)
            if seat.initial_suit is not None:
                self.where, self.what = f"seats[{place}].initial_suit", seat.initial_suit
                if rules.initial_suit is None:
                    reason = "this table has no wager on the first two cards"
                    raise ActionRefused(reason, clause=rules.clause("optional"))
                self._wager(seat.seat, Kind(rules.initial_suit), seat.initial_suit, 1)

    def _wager(self, seat: int, kind: Kind, stake: int, spot: int) -> None:
        self._do(a.PlaceWager(seat=seat, player=f"seat {seat}", on=kind.value, stake_minor=stake, spot=spot))

    def _burn(self) -> None:
        card = self._next_card()
        index = parse_card(card).index
        if not self.state.left[index]:
            raise ActionRefused(f"there is no further {card}", clause=self.state.rules.clause("decks"))
        self.state.left[index] -= 1

    def _next_card(self) -> str:
        """Take the next card, past one that is found face up."""
        self.where, self.what = "shoe", len(self.document.shoe)
        while self.used < len(self.document.shoe):
            text = self.document.shoe[self.used]
            self.where, self.what = f"shoe[{self.used}]", text
            self.used += 1
            if not text.endswith(_FACE_UP):
                return text
            self._do(a.ReportFaceUp(card=text.removesuffix(_FACE_UP)))
        # Too few cards left is a wrong number of cards for somebody.
        raise _Void(self.state.rules.clause("wrong_number"))

    def _deal(self) -> None:
        self._do(a.DealCard(card=self._next_card()))
        if self.state.undeclared is not None:
            seat, _, hand = self.state.undeclared
            self._do(a.DeclareHit(seat=seat, is_suited=is_suited(hand.cards)))

    def _insure(self) -> None:
        for place, seat in enumerate(self.document.seats):
            self.where, self.what = f"seats[{place}].insurance", seat.insurance
            self._refuse_insurance_list(seat)
            for spot, stake in enumerate(listed(seat.insurance), 1):
                if stake is not None:
                    self._do(a.PlaceInsurance(seat=seat.seat, stake_minor=stake, spot=spot))
        if self.state.phase is Phase.INSURANCE:
            self._do(a.CloseInsurance())

    def _refuse_insurance_list(self, seat: Seat) -> None:
        """Hold a seat's insurance to its wagers: a list of as many where there are several, else one amount."""
        if seat.insurance is None:
            return
        rules, is_listed, count = self.state.rules, isinstance(seat.insurance, tuple), len(listed(seat.wager))
        if not rules.multiple_action and is_listed:
            reason = f"seat {seat.seat} has one wager: its insurance is one amount, not a list"
            raise ActionRefused(reason, clause=rules.clause("insurance_def"))
        if rules.multiple_action and (not is_listed or len(listed(seat.insurance)) != count):
            reason = f"seat {seat.seat} has {count} wagers: its insurance is a list of as many, each an amount or null"
            raise ActionRefused(reason, clause=rules.clause("multiple_insurance"))

    def _turns(self) -> None:
        places = {seat.seat: place for place, seat in enumerate(self.document.seats)}
        for number in self.state.seats:
            place = places[number]
            seat = self.document.seats[place]
            for position, action in enumerate(seat.actions):
                self._fill()
                self.where, self.what = f"seats[{place}].actions[{position}]", msgspec.to_builtins(action)
                self._elect(number, action)
            self._fill()
            self.where, self.what = f"seats[{place}].actions", msgspec.to_builtins(seat.actions)
            if self.state.phase is Phase.TURNS and self.state.turn is not None and self.state.turn[0] == number:
                cards = " ".join(self.state.turn[2].cards)
                clause = self.state.rules.clause("turn")
                raise ActionRefused(
                    f"seat {number} has a decision to make on {cards}, and no act is left", clause=clause
                )

    def _elect(self, seat: int, action: _ActName | Action) -> None:
        turn = self.state.turn
        self._do(_act(seat, action))
        if isinstance(action, Action) and isinstance(action.hit_wager, tuple) and turn is not None:
            for number, wager in enumerate(action.hit_wager, turn[1]):
                if wager is not None:
                    self._do(a.PlaceHitWager(seat=seat, hand=number, stake_minor=wager))

    def _fill(self) -> None:
        """Deal the cards that are due before the next decision."""
        while self.state.phase is Phase.TURNS and self.state.due is not None:
            self._deal()

    def _dealer(self) -> None:
        if self.state.phase is Phase.COMPLETE:
            self._do(a.SettleHand())
        elif self.state.second is not None:
            self._do(a.TurnSecondCard())
        else:
            self._deal()

    def _do(self, act: Act) -> None:
        for event in played(core, self.state, act):
            if isinstance(event, e.RoundVoided):
                raise _Void(event.clause)
            wagers = getattr(event, "wagers", None)
            if wagers is not None:
                self.rows += _rows(wagers)

    def answer(self) -> dict[str, Any]:
        """Return the answer to a document whose round was settled."""
        hands = [cards for cards in self.state.dealer if len(cards) > 1]
        dealer = [{"cards": c, "total": total_of(c), "blackjack": is_blackjack(c)} for c in hands]
        return {"dealer": dealer, "seats": [self._seat(seat) for seat in self.document.seats], "used": self.used}

    def _seat(self, seat: Seat) -> dict[str, Any]:
        box = self.state.boxes[seat.seat]
        mine = [row for row in self.rows if row["seat"] == seat.seat]
        hands = [
            self._hand(box.hands[n].cards, [r for r in mine if r["on"] == "blackjack" and r["hand"] == n + 1])
            for n in range(len(box.hands))
        ]
        answer: dict[str, Any] = {"seat": seat.seat, "hands": hands}
        if seat.initial_suit is not None:
            answer["initial_suit"] = box.suit_net
        if box.hit_nets:
            answer["hit_wagers"] = box.hit_nets
        if seat.insurance is not None:
            nets = {row["spot"]: _net(row) for row in mine if row["on"] == Kind.INSURANCE}
            answer["insurance"] = [nets.get(spot, 0) for spot, _ in enumerate(listed(seat.insurance), 1)]
        answer["net"] = sum(map(_net, mine))
        return answer

    def _hand(self, cards: list[str], rows: list[dict[str, Any]]) -> dict[str, Any]:
        rows = sorted(rows, key=lambda row: row["spot"])
        return {
            "cards": cards,
            "total": total_of(cards),
            "outcome": [row["outcome"] for row in rows],
            "staked": [row["stake_minor"] for row in rows],
            "net": [_net(row) for row in rows],
            "clause": rows[0]["clause"],
        }


def _act(seat: int, action: _ActName | Action) -> Act:
    name, wager = (action.act, action.hit_wager) if isinstance(action, Action) else (action, None)
    match name:
        case "stand":
            return a.Stand(seat=seat)
        case "surrender":
            return a.SurrenderHand(seat=seat)
        case "split":
            return a.SplitPair(seat=seat)
        case "double":
            return a.DoubleDown(seat=seat, hit_minor=wager if isinstance(wager, int) else None)
        case "hit":
            return a.Hit(seat=seat, hit_minor=wager if isinstance(wager, int) else None)


def listed(value: int | tuple[int | None, ...] | None) -> tuple[int | None, ...]:
    """List what a document gives for one wager or for several."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _rows(wagers: e.Columns) -> Iterator[dict[str, Any]]:
    listed = msgspec.to_builtins(wagers)
    for values in zip(*listed.values(), strict=True):
        yield dict(zip(listed, values, strict=True))


def _net(row: dict[str, Any]) -> int:
    net = row["paid_minor"] - row["lost_minor"]
    return int(net)
