"""People at the robots' blackjack tables."""

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from pitboss.decider import Person, Role
from pitboss.demo.robots import blackjack
from pitboss.demo.robots.blackjack_hands import decided, declared
from pitboss.demo.robots.guests import whim
from pitboss.demo.robots.scene import Crew
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.shoe import acts as shoe_acts
from tests.support.life import Played, next_patient

FLORA, ANN = Person("flora", Role.FLOORPERSON), Person("Ann", Role.PLAYER)


def seated(stream, *, seed=1):
    """Return a blackjack table with bets open at which Ann has just sat down, and her seat."""
    table = Played(stream, seed=seed).rounds(2)
    seat = next(seat for seat in range(1, 8) if seat not in table.state.seats)
    table.do(ANN, shoe_acts.TakeSeat(position=seat, player="Ann"))
    return table.until(lambda state: state.phase == "betting"), seat


def test_person_without_a_wager_has_time():
    """Who sits without a wager gives up the seat after a while."""
    table, seat = seated("blackjack-1")
    step = next_patient(table)

    assert blackjack_acts.LeaveSeat(position=seat) == step.act
    table.rounds(table.state.rounds + 1)


def test_person_at_turn_has_time():
    """Who does not decide stands after a while."""
    table, seat = seated("blackjack-1", seed=2)
    table.do(ANN, blackjack_acts.PlaceWager(seat=seat, player="Ann", stake_minor=1_000))
    step = next_patient(table)

    assert blackjack_acts.Stand(seat=seat) == step.act
    table.rounds(table.state.rounds)


def test_half_made_wagers_are_given_back():
    """Who has not all the wagers of multiple action gets them back after a while, the optional one first."""
    table, seat = seated("blackjack-3")
    table.do(ANN, blackjack_acts.PlaceWager(seat=seat, player="Ann", stake_minor=500))
    table.do(ANN, blackjack_acts.PlaceWager(seat=seat, player="Ann", stake_minor=100, on="king_queen"))
    step = next_patient(table)

    assert blackjack_acts.RemoveWager(seat=seat, player="Ann", stake_minor=100, on="king_queen") == step.act
    table.rounds(table.state.rounds + 1)


def test_person_who_cuts_has_time():
    """Who takes the cut may cut; after a while the dealer does."""
    table = Played("blackjack-1").until(lambda state: state.cards.stage == "spread")
    table.do(ANN, shoe_acts.TakeSeat(position=1, player="Ann"))
    table.until(lambda state: state.cards.stage == "stacked")
    table.do(table.crew.staff[Role.DEALER], blackjack_acts.ShuffleCards(method=blackjack_acts.Method.HAND))
    step = next_patient(table)

    assert isinstance(step.act, shoe_acts.CutCards)
    assert Role.DEALER is step.by.role


def test_table_that_stood_empty_begins_anew():
    """When everybody has left, the cards are spread for whoever comes, and play goes on."""
    table = Played("blackjack-1").rounds(3)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), blackjack_acts.LeaveSeat(position=seat))
    table.rounds(table.state.rounds + 2)

    assert table.met["cards.idle_cards_spread/1"]


def test_round_without_a_wager_is_called_off():
    """A round that nobody bets in does not stand open for ever."""
    table = Played("blackjack-1").until(lambda state: state.rounds >= 3 and state.phase == "betting")
    for seat, box in list(table.state.round.boxes.items()):
        for source, stake in box.suit.items():
            act = blackjack_acts.RemoveWager(
                seat=seat, player=box.player, stake_minor=stake, on="same_suit", source=source
            )
            table.do(Person(box.player, Role.PLAYER), act)
        for (spot, source), stake in list(box.wagers.items()):
            act = blackjack_acts.RemoveWager(seat=seat, player=box.player, stake_minor=stake, spot=spot, source=source)
            table.do(Person(box.player, Role.PLAYER), act)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), blackjack_acts.LeaveSeat(position=seat))
    step = next_patient(table)

    assert blackjack_acts.CallOffRound() == step.act
    table.rounds(table.state.rounds + 2)


def test_up_card_in_the_rack_is_put_back():
    """A first card that went into the rack with a hand of multiple action comes back."""
    table = Played("blackjack-3").until(lambda state: state.phase == "dealer" and state.round.spot == 2)
    table.do(table.crew.staff[Role.DEALER], blackjack_acts.ReportUpCardTaken())
    table.rounds(table.state.rounds + 1)

    assert table.met["blackjack.up_card_restored/1"]


def test_hit_wager_of_a_person_is_declared():
    """A person's hit wager at a pitch table is declared after a while."""
    table = Played("blackjack-2").until(lambda state: state.round is not None and state.round.undeclared is not None)
    name = table.state.round.boxes[table.state.round.undeclared[0]].player
    table.crew = replace(table.crew, players=tuple(other for other in table.crew.players if other != name))
    step = next_patient(table)

    assert isinstance(step.act, blackjack_acts.DeclareHit)


def test_a_heat_is_left_to_people():
    """While a tournament's heat is on at a table, robots keep away from it."""
    table = Played("blackjack-1").rounds(2).until(lambda state: state.cards.stage == "in_play")
    table.until(lambda state: state.is_between_rounds)
    table.do(FLORA, blackjack_acts.BeginHeat(tournament="Open", heat=1, hands=3))

    assert table.look() is None


def test_idle_cards_face_down_are_turned_for_who_comes():
    """Cards that were spread face down are turned up when a robot has sat down."""
    table = Played("blackjack-1").rounds(3)
    for seat, name in list(table.state.seats.items()):
        table.do(Person(name, Role.PLAYER), blackjack_acts.LeaveSeat(position=seat))
    table.until(lambda state: state.play.is_layout_clear)
    table.do(table.crew.staff[Role.DEALER], shoe_acts.SpreadIdleCards(is_face_up=False))
    table.rounds(table.state.rounds + 1)

    assert table.met["cards.idle_cards_turned/1"]


DEALER = Person("dora", Role.DEALER)
SUITOR = next(name for name in map(str, range(1_000)) if whim(name, 0) % blackjack.SUITS == 0)
"""A robot that bets on the first two cards in the first round."""


def rules(**changed: Any) -> Any:
    """Return rules with a main wager of two to ten dollars and another on the first two cards, of a dollar or two."""
    limits = {blackjack_acts.Kind.BLACKJACK: (200, 1_000), "suit": (100, 200), **changed.pop("limits", {})}
    main = {"stake_step": 100, "table_minimum": 200, "shoe_decks": 6, "initial_suit": "suit"}
    return SimpleNamespace(**{**main, "needed": lambda _: 1, "limits": limits.__getitem__, **changed})


def boxes(wager: int) -> dict[int, Any]:
    """Return a box with a wager in it."""
    return {1: SimpleNamespace(wager=lambda *_: wager, suit=0)}


def test_nothing_is_laid_where_no_whole_chip_fits_the_limits():
    """A robot sits out where the least it may lay, in whole chips, is more than the most; else it bets."""
    state: Any = SimpleNamespace(seats={1: "bot"}, rounds=0)
    narrow = rules(limits={blackjack_acts.Kind.BLACKJACK: (150, 180)})
    found: list[Any] = [
        blackjack._wager(state, current, random.Random(1), 1)  # type: ignore[arg-type]
        for current in (SimpleNamespace(rules=one, boxes={}) for one in (narrow, rules()))
    ]
    assert [None, "bot"] == [one if one is None else one.act.player for one in found]


def test_a_wager_on_two_cards_of_one_deck_is_no_more_than_the_main_one():
    """Where the main wager is below the least of it there is none; with more decks there is."""
    state: Any = SimpleNamespace(seats={1: SUITOR}, rounds=0)
    found: list[Any] = []
    for decks in (1, 6):
        current: Any = SimpleNamespace(rules=rules(shoe_decks=decks), boxes=boxes(50))
        found.append(blackjack._wager(state, current, random.Random(1), 1))
    assert [None, "suit"] == [one if one is None else one.act.on for one in found]


def test_without_a_dealer_bets_stay_open():
    """Robots lay what they want; nobody deals."""
    state: Any = SimpleNamespace(seats={1: "Ann"})
    assert None is blackjack._betting(state, None, random.Random(1), Crew(players=("bot",)), None)  # type: ignore[arg-type]


def test_a_shoe_that_runs_out_in_a_round_is_a_wrong_number():
    """The dealer cannot go on, and says so, where the last card is not known to be kept back."""
    state: Any = SimpleNamespace(cards=SimpleNamespace(in_shoe=0, held_at=None))
    step = blackjack._deal(state, None, random.Random(1), DEALER, 1.0)  # type: ignore[arg-type]
    assert blackjack_acts.ReportWrongNumber(seat=0) == step.act


def test_a_virtual_shoe_is_shown_before_the_next():
    """By the server's own dealer; a shoe of real cards is people's to show."""
    cards = SimpleNamespace(must_be_revealed=True, has_stood_empty=True, stage=None)
    state: Any = SimpleNamespace(is_sign_posted=True, play=SimpleNamespace(is_layout_clear=True), cards=cards)
    found = [blackjack._cards(state, random.Random(1), Crew(is_virtual=virtual), DEALER) for virtual in (True, False)]
    assert [shoe_acts.RevealShoe(order=(), nonce=""), None] == [one if one is None else one.act for one in found]


def test_nobody_is_asked_who_has_nothing_to_say():
    """No hit wager waits and no hand has its turn; and for a person without a dealer nobody speaks."""
    nothing: Any = SimpleNamespace(undeclared=None, turn=None)
    waiting: Any = SimpleNamespace(undeclared=(1, 1, None), boxes={1: SimpleNamespace(player="Ann")})
    crew, chance = Crew(players=("bot",)), random.Random(1)
    state: Any = None
    assert [None] * 3 == [
        declared(state, nothing, crew, DEALER),
        declared(state, waiting, crew, None),
        decided(state, nothing, chance, crew, DEALER),
    ]
