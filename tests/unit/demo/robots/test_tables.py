"""Robots at every table of the demonstration house: never refused, and their books balance."""

import pytest

from tests.support.life import TABLES, Played

ROUNDS = {"automatic-1": 200, "baccarat-1": 100}
ROUNDS_ELSEWHERE = 60
SEEN = {
    "roulette-1": ("roulette.no_spin_called/1", "roulette.wager_called/1", "roulette.colour_redeemed/1"),
    "roulette-2": ("roulette.ball_returned/1", "roulette.ball_examined/1", "roulette.wager_removed/1"),
    "roulette-3": ("roulette.no_spin_called/1", "roulette.colour_issued/1", "roulette.wager_removed/1"),
    "automatic-1": ("automatic.cashed_out/1", "automatic.game_refunded/1", "automatic.buy_in_credited/1"),
    "baccarat-1": ("baccarat.cards_handed/1", "baccarat.last_hand_announced/1", "baccarat.vigorish_collected/1"),
    "blackjack-1": ("blackjack.insurance_placed/1", "blackjack.pair_split/1", "blackjack.hand_surrendered/1"),
    "blackjack-2": ("blackjack.cards_picked_up/1", "blackjack.hit_wager_settled/1", "blackjack.doubled_down/1"),
    "blackjack-3": ("blackjack.spot_settled/1", "blackjack.suit_wagers_settled/1", "blackjack.insurance_settled/1"),
    "sicbo-1": ("sicbo.no_roll_called/1", "sicbo.wager_removed/1", "table.value_chips_bought/1"),
}
"""What a visitor who stays sees besides plain rounds."""


@pytest.mark.parametrize("stream", TABLES)
def test_robots_play_on_and_on(stream):
    """From the first inspection through shoes and players that come and go, without one refusal."""
    table = Played(stream, seed=3).rounds(ROUNDS.get(stream, ROUNDS_ELSEWHERE))

    assert [] == [tag for tag in SEEN[stream] if not table.met[tag]]
    assert table.is_balanced()


@pytest.mark.parametrize("stream", TABLES)
def test_same_chance_same_life(stream):
    """A robot is a function of what it sees and of the chance it is given."""
    one, other = (Played(stream, seed=5).rounds(8) for _ in range(2))

    assert one.steps == other.steps


@pytest.mark.parametrize("stream", TABLES)
def test_first_round_opens_within_half_a_minute(stream):
    """A visitor does not wait long for the first bets, cards to be brought into play included."""
    table = Played(stream)
    begun = table.now
    table.until(lambda state: state.rounds == 1)

    assert (table.now - begun).total_seconds() < 30


@pytest.mark.parametrize(
    ("stream", "changed"),
    [
        ("baccarat-1", {"deal": "b", "form": "no_vig", "shuffler": False, "decks": 8, "collect": "at_once"}),
        (
            "baccarat-1",
            {"deal": "a", "form": "tie_vig", "pct": 25, "shuffler": False, "decks": 6, "collect": "at_once"},
        ),
        ("blackjack-1", {"decks": 1, "initial_suit": "king_queen", "positions": 3, "cut_from_end": 14}),
        ("blackjack-2", {"initial_suit": "same_suit", "reshuffle": "cutting_card"}),
        ("blackjack-3", {"multiple_action": 2, "all_three": False}),
        ("blackjack-3", {"initial_suit": None, "insurance": False, "hit_wagers": False, "split": False}),
        ("roulette-1", {"verbal": "none", "match_play": False}),
        ("roulette-2", {"verbal": "none"}),
    ],
)
def test_other_settings(stream, changed):
    """A house that chooses otherwise has robots that keep to it."""
    table = Played(stream, seed=7, **changed).rounds(60)

    assert table.is_balanced()


def test_coupons_are_matched():
    """Where the house takes coupons somebody brings one."""
    table = Played("roulette-1", seed=2).rounds(60)

    assert any(getattr(step.act, "source", None) == "coupon" for step in table.steps)
