from datetime import UTC, datetime
from fractions import Fraction

import pytest

from pitboss.decider import Command, Person, Role
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.round import chance, decide, evolve
from pitboss.games.baccarat.rules import rules_of
from pitboss.games.baccarat.state import Round
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import ActionRefused, BetRefused, RuleViolation, table_config

NOW = datetime(2024, 6, 1, tzinfo=UTC)
DEALER = Person("Dora", Role.DEALER)


def new_round(**settings):
    """Return a round that is open for bets."""
    return Round(rules_of(table_config({"rulebook": "oneida-minibaccarat-2004", "settings": settings})))


def do(state, *acts, by=DEALER):
    """Do acts, and return the events of the last."""
    events: tuple = ()
    for act in acts:
        events = tuple(decide(state, Command(key="k", by=by, act=act, received_at=NOW)))
        for event in events:
            evolve(state, event)
    return events


def bet(on, stake=100, *, position=1, player="Ann"):
    """Return a wager."""
    return baccarat_acts.PlaceWager(position=position, player=player, on=on, stake_minor=stake)


def cards(*texts):
    """Return the close of the bets and the dealing of cards."""
    return (baccarat_acts.CallNoMoreBets(), *(baccarat_acts.DealCard(card=text) for text in texts))


def test_a_round_goes_from_bets_to_payment():
    """Betting, closed, dealing, complete, settled."""
    state, phases = new_round(), []
    for act in (bet("tie"), *cards("4S", "3H", "5C", "4D"), baccarat_acts.PayWinners()):
        do(state, act)
        phases.append(state.phase.value)
    assert ["betting", "closed", "dealing", "dealing", "dealing", "complete", "settled"] == phases
    assert ({}, {}) == (state.wagers, state.players)


def test_a_card_says_where_it_goes_and_whether_it_was_the_last():
    """The fourth card of a natural completes both hands."""
    state = new_round()
    do(state, *cards("4S", "3H", "5C"))
    (dealt,) = do(state, baccarat_acts.DealCard(card="4D"))
    assert (Side.BANKER, 2, True) == (dealt.to, dealt.place, dealt.is_complete)


def test_equal_rounds_have_equal_keys():
    """The key is a hashable value: the order of placing does not matter, a further card does."""
    first, second = new_round(), new_round()
    do(first, bet("tie"), bet("banker"))
    do(second, bet("banker"), bet("tie"))
    assert hash(first.key()) == hash(second.key())
    do(second, *cards("4S"))
    assert first.key() != second.key()


def test_chance_counts_what_is_left():
    """A fresh shoe of six decks gives each card with 6/312; one that was dealt comes with 5/311."""
    state = new_round(decks=6)
    assert () == chance(state)
    do(state, *cards())
    assert {Fraction(6, 312)} == {weight for _, weight in chance(state)}
    do(state, baccarat_acts.DealCard(card="4S"))
    assert Fraction(5, 311) == dict(chance(state))[baccarat_acts.DealCard(card="4S")]
    assert 1 == sum(weight for _, weight in chance(state))


def test_chance_is_over_with_the_hands():
    """Nothing can come when both hands are complete."""
    state = new_round()
    do(state, *cards("4S", "3H", "5C", "4D"))
    assert () == chance(state)


def test_wagers_on_an_area_add_up_and_can_be_taken_back():
    """Chips and a coupon lie on one area, each by itself; what is all taken back is gone."""
    state = new_round()
    coupon = baccarat_acts.PlaceWager(
        position=1, player="Ann", on="tie", stake_minor=50, source=baccarat_acts.Source.COUPON
    )
    do(state, bet("tie"), bet("tie"), coupon)
    assert (250, "Ann") == (state.on_area(1, "tie"), state.players[1])
    back = baccarat_acts.RemoveWager(position=1, player="Ann", on="tie", stake_minor=200)
    do(
        state,
        back,
        baccarat_acts.RemoveWager(
            position=1, player="Ann", on="tie", stake_minor=50, source=baccarat_acts.Source.COUPON
        ),
    )
    assert ({}, {}) == (state.wagers, state.players)


@pytest.mark.parametrize(
    ("act", "clause"),
    [
        (bet("banker", position=8), "MB-B1"),
        (bet("banker", player="Bob"), "MB-B1"),
        (bet("tie", 400), "MB-O"),
        (baccarat_acts.RemoveWager(position=1, player="Ann", on="tie", stake_minor=101), "MB-G3"),
        (baccarat_acts.RemoveWager(position=1, player="Ann", on="tie", stake_minor=60), "MB-O"),
        (baccarat_acts.PayWinners(), "MB-L1"),
        (baccarat_acts.CallTooFewCards(), "MB-N4"),
    ],
)
def test_refusals_name_their_clause(act, clause):
    """With a dollar of Ann's on the tie at position 1, limits from 50 cents to four dollars."""
    state = new_round(default_min=50, default_max=400)
    do(state, bet("tie"))
    with pytest.raises(RuleViolation) as caught:
        do(state, act)
    assert clause == caught.value.clause


def test_a_house_without_coupons_refuses_them():
    """Where the settings say so, a match-play coupon is no wager."""
    state = new_round()
    state.rules = state.rules.with_settings(match_play=False)
    with pytest.raises(BetRefused) as caught:
        do(
            state,
            baccarat_acts.PlaceWager(
                position=1, player="Ann", on="tie", stake_minor=50, source=baccarat_acts.Source.COUPON
            ),
        )
    assert "MB-G3" == caught.value.clause


def test_what_is_no_act_of_a_round_is_refused():
    """The house's acts are the table's affair."""
    with pytest.raises(ActionRefused) as caught:
        do(new_round(), table_acts.OpenBetting())
    assert "MB-J1" == caught.value.clause


def test_a_round_without_complete_hands_is_void_so_far():
    """The outcome is known when no card is due."""
    state = new_round()
    assert Outcome.VOID == state.outcome
    do(state, *cards("4S", "3H", "5C", "4D"))
    assert Outcome.PLAYER == state.outcome
