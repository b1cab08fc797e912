"""People at the robots' blackjack tables."""

from dataclasses import replace

from pitboss.decider import Person, Role
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
