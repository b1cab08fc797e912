"""Blackjack rounds through the plain Round: cards in a given order, every seat playing one table of totals."""

import random
from collections.abc import Iterable, Iterator

from pitboss.decider import Act
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.hands import is_pair, is_soft, total_of, value_of
from pitboss.games.blackjack.round import decide, evolve
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.state import Hand, Phase, Round
from pitboss.lab.blackjack.exact import Table
from pitboss.lab.blackjack.tables import ROWS, VALUES
from tests.support.blackjack_play import command

_ACTS = {"S": a.Stand, "H": a.Hit, "D": a.DoubleDown, "P": a.SplitPair, "R": a.SurrenderHand}


def random_table(rng: random.Random, rules: Rules) -> Table:
    """Draw a letter for every place of a table, of those that the rules allow."""
    settings = rules.settings
    two = "SH" + "D" * settings["double"] + "R" * (settings["surrender"] != "none")
    pairs = "PP-" if settings["split"] else "-"
    rows = [{row: "".join(rng.choices(letters, k=10)) for row in ROWS} for letters in (two, "SH")]
    return Table(rows[0], rows[1], {value * 2: "".join(rng.choices(pairs, k=10)) for value in VALUES})


def letter(rules: Rules, table: Table, first: str, hand: Hand, hands: int) -> str:
    """Return what the table says of a hand, of what is allowed to it."""
    up = _value(first)
    is_split = is_pair(hand.cards) and table.pairs[VALUES[_value(hand.cards[0])] * 2][up] == "P"
    if is_split and hands < rules.settings["max_hands"]:
        return "P"
    row = f"{'S' if is_soft(hand.cards) else 'H'}{total_of(hand.cards)}"
    drawn = table.drawing[row][up]
    said = table.two_cards[row][up] if len(hand.cards) == 2 else drawn
    if hand.is_split and (said == "R" or (said == "D" and not rules.settings["das"])):
        return drawn
    return said


def _value(card: str) -> int:
    value = value_of(card)
    return 0 if card[0] == "A" else value - 1


def nets_in_order(rules: Rules, table: Table, values: Iterable[int], seats: int, stake: int) -> list[int] | None:
    """Play one round with cards of these values in their order; return what each seat gains, None without enough."""
    state, cards = Round(rules), iter(values)
    for seat in range(1, seats + 1):
        _do(state, a.PlaceWager(seat=seat, player=f"P{seat}", stake_minor=stake))
    nets = [0] * seats
    while state.phase is not Phase.SETTLED:
        act = _next(state, rules, table, cards)
        if act is None:
            return None
        for event in _do(state, act):
            rows = getattr(event, "wagers", None)
            if rows is not None:
                for seat, paid, lost in zip(rows.seat, rows.paid_minor, rows.lost_minor, strict=True):
                    nets[seat - 1] += paid - lost
    return nets


def _next(state: Round, rules: Rules, table: Table, cards: Iterator[int]) -> Act | None:
    if state.phase is Phase.COMPLETE:
        return a.SettleHand()
    if state.phase is Phase.INSURANCE:
        return a.CloseInsurance()
    if state.phase is Phase.DEALER and state.second is not None:
        return a.TurnSecondCard()
    if state.phase is Phase.TURNS and state.due is None and state.turn is not None:
        seat, _, hand = state.turn
        said = letter(rules, table, state.up_card or "", hand, len(state.boxes[seat].hands))
        made: Act = _ACTS[said](seat=seat)
        return made
    value = next(cards, None)
    if value is None:
        return None
    # Any copy of the value that is left will do.
    ranks = "TJQK" if VALUES[value] == "T" else VALUES[value]
    for rank in ranks:
        for suit in "CDHS":
            if state.left["CDHS".index(suit) * 13 + "A23456789TJQK".index(rank)]:
                return a.DealCard(card=rank + suit)
    raise LookupError(f"no {VALUES[value]} is left")


def _do(state: Round, act: Act) -> list:
    events = list(decide(state, command(act)))
    for event in events:
        evolve(state, event)
    return events
