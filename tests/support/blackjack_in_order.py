"""Blackjack rounds through the plain Round: cards in a given order, every seat playing one table of totals."""

import random
from collections.abc import Iterable, Iterator, Sequence

from pitboss.decider import Act
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.hands import is_pair, is_soft, is_suited, total_of, value_of
from pitboss.games.blackjack.round import decide, evolve
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.state import Hand, Phase, Round
from pitboss.lab.blackjack.exact import Table
from pitboss.lab.blackjack.tables import ROWS, VALUES
from pitboss.lab.simulation.plans import Step
from tests.support.blackjack_play import command, is_open

_ACTS = {"S": a.Stand, "H": a.Hit, "D": a.DoubleDown, "P": a.SplitPair, "R": a.SurrenderHand}
_SETTLES = {Phase.COMPLETE: a.SettleHand, Phase.SUITS: a.SettleSuitWagers}


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


def nets_in_order(rules: Rules, table: Table, cards: Iterable[str], steps: Sequence[Step]) -> list[int] | None:
    """Play one round with these cards in their order, every seat laying what its step says; None without enough cards.

    Every wager that may be made is made: insurance for each spot, and a hit wager on each card that may carry one.
    """
    state, left = Round(rules), iter(cards)
    _lay(state, steps)
    nets = [0] * len(steps)
    while state.phase is not Phase.SETTLED:
        act = _next(state, rules, table, left, steps)
        if act is None:
            return None
        for event in _do(state, act):
            rows = getattr(event, "wagers", None)
            if rows is not None:
                for seat, paid, lost in zip(rows.seat, rows.paid_minor, rows.lost_minor, strict=True):
                    nets[seat - 1] += paid - lost
    return nets


def _lay(state: Round, steps: Sequence[Step]) -> None:
    spots = range(1, 1 + max(1, state.rules.multiple_action))
    for seat, step in enumerate(steps, 1):
        for spot in spots:
            _do(state, a.PlaceWager(seat=seat, player=f"P{seat}", stake_minor=step.stake, spot=spot))
        if step.suit:
            kind = state.rules.initial_suit or ""
            _do(state, a.PlaceWager(seat=seat, player=f"P{seat}", on=kind, stake_minor=step.suit))


def _next(state: Round, rules: Rules, table: Table, cards: Iterator[str], steps: Sequence[Step]) -> Act | None:
    if state.phase in _SETTLES:
        return _SETTLES[state.phase]()
    if state.phase is Phase.INSURANCE:
        return _insurance(state, steps)
    if state.undeclared is not None:
        seat, _, hand = state.undeclared
        return a.DeclareHit(seat=seat, is_suited=is_suited(hand.cards))
    if state.phase is Phase.DEALER and state.second is not None:
        return a.TurnSecondCard()
    act = _turn(state, rules, table, steps) if state.phase is Phase.TURNS else None
    card = next(cards, None) if act is None else None
    return act if card is None else a.DealCard(card=card)


def _insurance(state: Round, steps: Sequence[Step]) -> Act:
    for seat, step in enumerate(steps, 1):
        for spot in range(1, 1 + max(1, state.rules.multiple_action)):
            if step.insurance and spot not in state.boxes[seat].insurance:
                return a.PlaceInsurance(seat=seat, spot=spot, stake_minor=step.insurance)
    return a.CloseInsurance()


def _turn(state: Round, rules: Rules, table: Table, steps: Sequence[Step]) -> Act | None:
    """Return the decision of the hand whose turn it is, or the hit wager on a split hand's first card."""
    if state.turn is None:
        return None
    seat, number, hand = state.turn
    hit = steps[seat - 1].hit
    if hand.is_card_due:
        act: Act = a.PlaceHitWager(seat=seat, hand=number, stake_minor=hit or 1)
        return act if hit and len(hand.cards) == 1 and is_open(state, act) else None
    said = letter(rules, table, state.up_card or "", hand, len(state.boxes[seat].hands))
    if said in "HD" and hit:
        backed: Act = _ACTS[said](seat=seat, hit_minor=hit)
        if is_open(state, backed):
            return backed
    made: Act = _ACTS[said](seat=seat)
    return made


def _do(state: Round, act: Act) -> list:
    events = list(decide(state, command(act)))
    for event in events:
        evolve(state, event)
    return events
