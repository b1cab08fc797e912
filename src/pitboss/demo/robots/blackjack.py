"""A blackjack table's robots, from a shoe or from the hand, against one dealer hand or three."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Person, Role
from pitboss.demo.robots.blackjack_hands import decided, declared, insured
from pitboss.demo.robots.guests import buying, idle_guests, player, sitting_down, stake_of, whim
from pitboss.demo.robots.scene import Chance, Crew, Scene, Step, opening, own_dealer
from pitboss.demo.robots.shoe import drawn, into_play, revealing
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.betting import wagers_needed
from pitboss.games.blackjack.state import Box, Phase, Round, Table
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.state import Stage
from pitboss.games.table import acts as table_acts

BY_DEVICE, SUITS = 0.3, 3
"""How often a device shuffles; one in so many wagers on the first two cards."""
TABLES_WATCHED = 6
WAIT = 25.0
"""How long a person at the table has for a wager."""


def next_step(state: Table, chance: Chance, scene: Scene) -> Step | None:
    """Return what happens next at a blackjack table; None where it is a person's turn."""
    crew = scene.crew
    if not state.is_open:
        return opening(state, crew)
    dealer, current = own_dealer(state, crew), state.round
    # Before the first card a supervisor may have the cards cut anew.
    is_recut = current is not None and current.phase is Phase.BETTING and state.cards.stage is not Stage.IN_PLAY
    if current is None or state.is_between_rounds or is_recut:
        return _between(state, chance, crew, dealer)
    if current.phase is Phase.BETTING:
        return _betting(state, current, chance, crew, dealer)
    return _playing(state, current, chance, crew, dealer)


def _between(state: Table, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    floorperson = crew.of(Role.FLOORPERSON)
    for seat, name in idle_guests(state, crew) if len(state.seats) > 1 and state.heat is None else ():
        return Step(player(name), blackjack_acts.LeaveSeat(position=seat))
    if state.lack_of_staff is not None and floorperson is not None:
        return Step(
            floorperson, blackjack_acts.ConfirmStaffing(cashiers=1, supervisors=1, tables=TABLES_WATCHED), pause=0.5
        )
    if state.cards.stage is Stage.IN_PLAY and state.heat is None:
        step = sitting_down(state, chance, crew)
        if step is not None:
            return step
    return None if dealer is None or state.heat is not None else _cards(state, chance, crew, dealer)


def _cards(state: Table, chance: Chance, crew: Crew, dealer: Person) -> Step | None:
    """Bring cards into play, or open the next round."""
    cards = state.cards
    if not state.is_sign_posted:
        return Step(dealer, blackjack_acts.PostSign(), pause=0.5)
    if not state.play.is_layout_clear:
        return Step(dealer, blackjack_acts.DiscardCards(), pause=1.5)
    if cards.must_be_revealed and (cards.has_stood_empty or cards.stage in (Stage.STACKED, Stage.FINISHED)):
        return revealing(crew, dealer)
    if cards.has_stood_empty and cards.stage in (Stage.LOADED, Stage.IN_PLAY, Stage.FINISHED):
        return Step(dealer, shoe_acts.SpreadIdleCards(is_face_up=True), pause=2.0)
    if cards.stage is Stage.LOADED:
        return Step(dealer, blackjack_acts.BurnCard(), pause=1.0)
    if cards.stage is Stage.IN_PLAY:
        return buying(state, chance, crew, dealer) or Step(dealer, table_acts.OpenBetting(), pause=1.5)
    method = blackjack_acts.Method.DEVICE if chance.random() < BY_DEVICE else blackjack_acts.Method.HAND
    return into_play(state, chance, crew, dealer, lambda: blackjack_acts.ShuffleCards(method=method))


def _betting(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    for seat, name in state.seats.items():
        if name in crew.players:
            step = _wager(state, current, chance, seat)
            if step is not None:
                return step
    if dealer is None:
        return None
    hold_up = _hold_up(state, current, crew, dealer)
    if hold_up is not None:
        return hold_up
    if not current.boxes:
        return Step(dealer, blackjack_acts.CallOffRound(), pause=WAIT, is_patient=True)
    return _deal(state, current, chance, dealer, pause=4.0)


def _wager(state: Table, current: Round, chance: Chance, seat: int) -> Step | None:
    """Lay what a robot still needs for the round: a wager on each spot, now and then one on the first two cards."""
    rules, name, box = current.rules, state.seats[seat], current.boxes.get(seat)
    step = rules.stake_step
    unit = -(-max(rules.table_minimum, rules.limits(blackjack_acts.Kind.BLACKJACK)[0]) // step) * step
    low, high = rules.limits(blackjack_acts.Kind.BLACKJACK)
    for spot in range(1, wagers_needed(rules) + 1):
        if box is None or not box.wager(spot):
            stake = stake_of(chance, low, high, unit)
            if stake is None:
                return None
            placed = blackjack_acts.PlaceWager(seat=seat, player=name, stake_minor=stake, spot=spot)
            return Step(player(name), placed, pause=chance.choice((0.4, 0.8, 1.2)))
    suit = rules.initial_suit
    if suit is None or box is None or box.suit or whim(name, state.rounds) % SUITS:
        return None
    least, most = rules.limits(suit)
    if rules.shoe_decks == 1:
        most = min(most, box.wager())
    stake = stake_of(chance, least, most, least)
    if stake is None:
        return None
    return Step(player(name), blackjack_acts.PlaceWager(seat=seat, player=name, stake_minor=stake, on=suit), pause=0.8)


def _hold_up(state: Table, current: Round, crew: Crew, dealer: Person) -> Step | None:
    """Wait for a person who has no wager, or not all, and then play without them."""
    for seat, box in sorted(current.boxes.items()):
        if box.player not in crew.players and not _is_ready(current, box):
            return Step(dealer, _taken_back(current, seat, box), pause=WAIT, is_patient=True)
    playing = {box.player for box in current.boxes.values()}
    for seat, name in state.seats.items():
        if name not in playing and name not in crew.players:
            return Step(dealer, blackjack_acts.LeaveSeat(position=seat), pause=WAIT, is_patient=True)
    return None


def _is_ready(current: Round, box: Box) -> bool:
    needed = max(wagers_needed(current.rules), len(box.spots))
    return not current.rules.multiple_action or box.spots == tuple(range(1, needed + 1))


def _taken_back(current: Round, seat: int, box: Box) -> blackjack_acts.RemoveWager:
    """Return the act that takes back one wager of a seat, the one on the first two cards before the others."""
    own: dict[str, Any] = {"seat": seat, "player": box.player}
    for source, stake in box.suit.items():
        return blackjack_acts.RemoveWager(**own, stake_minor=stake, on=str(current.rules.initial_suit), source=source)
    (spot, source), stake = next(iter(box.wagers.items()))
    return blackjack_acts.RemoveWager(**own, stake_minor=stake, spot=spot, source=source)


def _playing(state: Table, current: Round, chance: Chance, crew: Crew, dealer: Person | None) -> Step | None:
    if state.play.is_up_card_missing:
        supervisor = crew.of(Role.PIT_SUPERVISOR)
        card = current.up_card
        return Step(supervisor, blackjack_acts.RestoreUpCard(card=card), pause=15.0) if supervisor and card else None
    if current.undeclared is not None:
        return declared(state, current, crew, dealer)
    if current.due is not None or (current.phase is Phase.DEALING and current.first == ""):
        return None if dealer is None else _deal(state, current, chance, dealer, pause=0.9)
    match current.phase:
        case Phase.SUITS:
            floorperson = crew.of(Role.FLOORPERSON)
            return None if dealer is None else Step(dealer, blackjack_acts.SettleSuitWagers(), floorperson, pause=1.5)
        case Phase.INSURANCE:
            step = insured(current, chance, crew)
            return step or (None if dealer is None else Step(dealer, blackjack_acts.CloseInsurance(), pause=5.0))
        case Phase.TURNS:
            return decided(state, current, chance, crew, dealer)
        case Phase.DEALER:
            return None if dealer is None else _second(current, chance, dealer)
        case _:
            return None if dealer is None else Step(dealer, blackjack_acts.SettleHand(), pause=2.5)


def _second(current: Round, chance: Chance, dealer: Person) -> Step:
    """Turn the dealer's second card; one that nobody has seen is drawn only now."""
    card = None if current.second else drawn(chance, current.left)
    return Step(dealer, blackjack_acts.TurnSecondCard(card=card), pause=1.5)


def _deal(state: Table, current: Round, chance: Chance, dealer: Person, pause: float) -> Step:
    """Deal the next card: the dealer's own two face down and unseen."""
    if not state.cards.in_shoe and state.cards.held_at is None:
        return Step(dealer, blackjack_acts.ReportWrongNumber(seat=0), pause=2.0)
    due = current.due
    if due is None and current.phase is Phase.DEALING:
        return Step(dealer, blackjack_acts.TurnFirstCard(card=drawn(chance, current.left)), pause=1.5)
    is_unseen = due is not None and due.seat == 0 and not due.is_face_up
    return Step(dealer, blackjack_acts.DealCard(card=None if is_unseen else drawn(chance, current.left)), pause=pause)
