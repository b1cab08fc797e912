"""How blackjack's robots play their hands: insurance, decisions near enough to the book, hit wagers."""

from __future__ import annotations

from pitboss.decider import Act, Person
from pitboss.demo.robots.guests import player, whim
from pitboss.demo.robots.scene import Chance, Crew, Step
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.decide import decide
from pitboss.games.blackjack.hands import is_pair, is_soft, is_suited, total_of, value_of
from pitboss.games.blackjack.state import Hand, Round, Table
from pitboss.legal import prober

INSURERS, HIT_WAGER, SURRENDER = 4, 0.3, 0.5
"""One in so many insures; how often somebody bets on the suit of a hit, or gives a poor hand up."""
WAIT = 25.0
"""How long a person has for a decision, before the dealer takes it that they stand."""
_HARD_STAND, _SOFT_STAND, _STIFF, _STRONG_UP = 17, 18, 12, 7
_may = prober(decide)


def insured(current: Round, chance: Chance, crew: Crew) -> Step | None:
    """Let those robots insure who do so in this round; None when all have."""
    low, high = current.rules.insurance_limits
    for seat, box in current.boxes.items():
        if box.player not in crew.players or whim(box.player, current.number, "insure") % INSURERS:
            continue
        for spot in box.spots:
            most = min(high, box.wager(spot) // 2)
            if spot not in box.insurance and max(low, 1) <= most:
                act = a.PlaceInsurance(seat=seat, stake_minor=most, spot=spot)
                return Step(player(box.player), act, pause=chance.choice((0.5, 1.0)))
    return None


def declared(state: Table, current: Round, crew: Crew, dealer: Person | None) -> Step | None:
    """Say at a pitch table whether a hit wager is to be paid; for a person the dealer does, after a while."""
    if current.undeclared is None:
        return None
    seat, _, _ = current.undeclared
    name = current.boxes[seat].player
    who = player(name) if name in crew.players else dealer
    for flag in (True, False):
        act = a.DeclareHit(seat=seat, is_suited=flag)
        if who is not None and _may(state, who, act):
            return Step(who, act, pause=1.0 if who is not dealer else WAIT, is_patient=who is dealer)
    return None


def decided(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    """Return the decision of the hand whose turn it is."""
    if current.turn is None:
        return None
    seat, _, hand = current.turn
    name = current.boxes[seat].player
    if name not in crew.players:
        return None if dealer is None else Step(dealer, a.Stand(seat=seat), pause=WAIT, is_patient=True)
    held = a.PickUpCards(seat=seat)
    if current.rules.settings["hold_cards"] and _may(state, player(name), held):
        return Step(player(name), held, pause=0.8)
    for act in _wanted(current, chance, seat, hand):
        if _may(state, player(name), act):
            return Step(player(name), act, pause=chance.choice((1.0, 1.5, 2.5)))
    return Step(player(name), a.Stand(seat=seat), pause=1.0)


def _wanted(current: Round, chance: Chance, seat: int, hand: Hand) -> list[Act]:
    """Return what somebody would do, the dearest wish first; what is not open is passed over."""
    up = value_of(current.up_card or "2C")
    total, soft = total_of(hand.cards), is_soft(hand.cards)
    wanted: list[Act] = []
    is_poor = total in (15, 16) and not soft and up >= 10
    if is_poor and chance.random() < SURRENDER:
        wanted.append(a.SurrenderHand(seat=seat))
    if is_pair(hand.cards) and (value_of(hand.cards[0]) in (8, 11) or (value_of(hand.cards[0]) < 10 and up < 7)):
        wanted.append(a.SplitPair(seat=seat))
    if total in (10, 11) and not soft and up < total:
        wanted.append(a.DoubleDown(seat=seat))
    is_stiff = _STIFF <= total < _HARD_STAND and not soft
    if (soft and total < _SOFT_STAND) or total < _STIFF or (is_stiff and up >= _STRONG_UP):
        if is_suited(hand.cards) and chance.random() < HIT_WAGER:
            wanted.append(a.Hit(seat=seat, hit_minor=current.rules.limits(a.Kind.HIT)[0]))
        wanted.append(a.Hit(seat=seat))
    return wanted
