"""Blackjack rounds of any shoe, options and play that is open: what must hold of each, whatever was chosen."""

import random
from collections import Counter
from fractions import Fraction
from math import ceil, floor
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.decider import Act
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.round import chance
from pitboss.games.blackjack.state import Round
from pitboss.games.cards import CARDS, parse_card
from tests.support.blackjack_play import OVER, Play, is_open, one_in, random_play, refusal
from tests.support.blackjack_record import cards_of, kept_by_house, laid_by, moved_by, outcomes_of, rows_of
from tests.support.cases_blackjack import BLACKJACK
from tests.support.naive_blackjack_rules import is_blackjack, is_soft, total_of

rngs = st.randoms(use_true_random=False)
steps = st.integers(0, 60)
HOUSE = ("rack", "drop")


@given(rng=rngs)
def test_no_cent_is_lost_or_made(rng):
    """After every event the accounts sum to zero, and on the layout lies what was put down and is not settled yet."""
    play = random_play(rng).run()
    laid = 0
    for count, (state, event) in enumerate(zip(play.states()[1:], play.events, strict=True), 1):
        laid = 0 if isinstance(event, e.RoundVoided) else laid + laid_by(event)
        held = moved_by(play.events[:count])
        assert 0 == sum(held.values())
        assert laid == held["layout"] == BLACKJACK.stakes(state)
    assert 0 == laid


@given(rng=rngs)
def test_what_players_win_the_house_pays(rng):
    """A settled round has changed rack and drop box by what its wagers came to; every stake is settled once."""
    play = random_play(rng).run()
    held = moved_by(play.events)
    if play.state.phase == "settled":
        assert kept_by_house(play.events) == sum(held[account] for account in HOUSE)
        put = sum(laid_by(event) for event in play.events if getattr(event, "wagers", None) is None)
        assert put == sum(row["stake_minor"] for row in rows_of(play.events))


@given(rng=rngs)
def test_no_wager_loses_more_than_it_is(rng):
    """What is lost of a stake is between nothing and all of it, and nothing is both paid and lost on."""
    play = random_play(rng).run()
    assert [] == [row for row in rows_of(play.events) if not 0 <= row["lost_minor"] <= row["stake_minor"]]
    assert [] == [row for row in rows_of(play.events) if row["paid_minor"] and row["lost_minor"]]


@given(rng=rngs)
def test_every_round_ends(rng):
    """There is always something to do until the round is settled or void, and then nothing more."""
    play = random_play(rng).run()
    assert play.state.phase in OVER
    assert () == chance(play.state)
    assert [] == [act for act in (*play.acts, a.ReportWrongNumber(seat=0)) if is_open(play.state, act)]


@pytest.mark.clause("BJ-B4")
@given(rng=rngs, count=steps)
def test_no_card_comes_more_often_than_the_shoe_holds_it(rng, count):
    """The cards that came and those that are left are the shoe; of a card that is out none is taken again."""
    play = random_play(rng).run(count)
    seen = Counter(card.removesuffix("^") for card in cards_of(play.events))
    shoe = Counter(dict(zip(CARDS, play.left, strict=True)))
    assert shoe - seen == Counter(dict(zip(CARDS, play.state.left, strict=True)))
    assert Counter() == seen - shoe
    gone = [card for card, copies in zip(CARDS, play.state.left, strict=True) if not copies]
    if gone and play.state.due is not None:
        assert "BJ-B4" == refused(play.state, a.DealCard(card=rng.choice(gone)))


def refused(state: Round, act: Act) -> str:
    """Return the clause by which an act is refused, and nothing where it is not."""
    violation = refusal(state, act)
    return violation.clause if violation else ""


@given(rng=rngs, count=steps)
def test_chance_is_what_can_come(rng, count):
    """The cards that may come have weights that sum to one, and exactly these are accepted."""
    play = random_play(rng).run(count)
    weights = dict(chance(play.state))
    assert not weights or 1 == sum(weights.values())
    for kind in {a.DealCard, *map(type, weights)}:
        accepted = {card for card in CARDS if is_open(play.state, kind(card=card))}
        assert accepted == {getattr(act, "card", None) for act in weights if type(act) is kind}
    copies = dict(zip(CARDS, play.state.left, strict=True))
    expected = {card: Fraction(copies[card], sum(copies.values())) for card in CARDS if copies[card]}
    assert not weights or expected == {getattr(act, "card", None): weight for act, weight in weights.items()}


@pytest.mark.clause("BJ-H8a", "BJ-H8b", "BJ-I9a", "BJ-L6a")
@given(rng=rngs)
def test_the_dealer_draws_as_the_rule_says(rng):
    """Each dealer hand was drawn to while it had to be and no further, or not at all if nothing depended on it."""
    play = random_play(rng).run()
    hits = play.rules.settings["h17"]
    for event in play.events:
        if isinstance(event, e.SpotSettled | e.RoundSettled):
            cards = list(event.dealer_hand)
            assert all(must_draw(cards[:count], hits) for count in range(2, len(cards)))
            assert not must_draw(cards, hits) or not main_outcomes(event)


def must_draw(cards: list[str], hits_soft_17: bool) -> bool:
    """Tell whether the dealer draws to a hand, by the rule as players learn it."""
    total = total_of(cards)
    return total < 17 or (total == 17 and is_soft(cards) and hits_soft_17)


def main_outcomes(event: Any) -> set[str]:
    """Return what became of the main wagers that were compared with the dealer's hand."""
    rows = [row for row in rows_of([event]) if row["on"] is Kind.BLACKJACK]
    return {row["outcome"].value for row in rows} - {"blackjack", "surrender", "bust"}


def changed(act: Act, step: int, rng: random.Random) -> Act:
    """Return an act with other amounts, in the same relations: main wagers of any size, the others of one."""
    if isinstance(act, a.PlaceWager) and act.on == "blackjack":
        return msgspec.structs.replace(act, stake_minor=2 * step * rng.randint(1, 5_000))
    amounts = {name: 1 for name in ("stake_minor", "hit_minor") if getattr(act, name, None) is not None}
    return msgspec.structs.replace(act, **amounts)


@pytest.mark.clause("BJ-H8", "BJ-J1")
@given(rng=rngs, seed=st.integers(0, 2**32))
def test_the_dealer_and_the_outcomes_do_not_depend_on_the_stakes(rng, seed):
    """With the same cards and decisions and any other amounts the dealer's hands and all outcomes are the same."""
    play = random_play(rng).run()
    other, amounts, insured = Play(play.settings, play.left, rng), random.Random(seed), set[tuple[int, int]]()
    for act in play.acts:
        if isinstance(act, a.PlaceInsurance):
            # A second amount on the same wager might go over half of the new one.
            if (act.seat, act.spot) in insured:
                continue
            insured.add((act.seat, act.spot))
        other.do(changed(act, play.rules.stake_step, amounts))
    assert (play.state.phase, play.state.dealer) == (other.state.phase, other.state.dealer)
    assert outcomes_of(play.events) == outcomes_of(other.events)


@given(rng=rngs, times=st.integers(2, 9))
def test_all_amounts_multiplied_multiply_what_is_won(rng, times):
    """A round with every amount so many times as large pays and takes so many times as much, unless it is rounded."""
    play = random_play(rng, rounding="exact").run()
    other = Play(play.settings, play.left, rng)
    for act in play.acts:
        names = ("stake_minor", "hit_minor")
        amounts = {name: times * getattr(act, name) for name in names if getattr(act, name, None) is not None}
        other.do(msgspec.structs.replace(act, **amounts))
    assert {name: times * held for name, held in moved_by(play.events).items()} == moved_by(other.events)


@pytest.mark.clause("BJ-O")
@given(rng=rngs, chips=st.sampled_from((20_100, 20_500, 24_000)))
def test_tournament_chips_stay_among_themselves(rng, chips):
    """Nobody plays with more chips than they have, and none is lost or made between purses, layout and rack."""
    play = random_play(rng, chips=chips).run()
    for count, state in enumerate(play.states()):
        held = moved_by(play.events[:count])
        assert state.purse is not None
        assert {player: chips + held[f"tournament:{player}"] for player in state.purse} == state.purse
        assert min(state.purse.values()) >= 0
        assert {name.partition(":")[0] for name in held} <= {"tournament", "tournament_rack", "layout"}


@pytest.mark.clause("BJ-M1", "BJ-M3")
@pytest.mark.parametrize("is_face_up", [True, False])
@given(rng=rngs, count=steps)
def test_a_void_round_gives_everything_back(is_face_up, rng, count):
    """Wherever it stops, after busts, paid blackjacks and settled spots, every account is as it was before."""
    play = random_play(rng).run(count)
    cards = [card for card, copies in zip(CARDS, play.state.left, strict=True) if copies]
    twice = [a.ReportFaceUp(card=rng.choice(cards)) for _ in range(2) if cards]
    for act in twice if is_face_up else [a.ReportWrongNumber(seat=0)]:
        if is_open(play.state, act):
            play.do(act)
    if play.state.phase == "void":
        assert Counter() == Counter({name: held for name, held in moved_by(play.events).items() if held})


class GivesUp(Play):
    """A play in which players mostly surrender where they may."""

    def choice(self) -> Act:
        """Surrender two times in three."""
        act = a.SurrenderHand(seat=self.state.turn[0]) if self.state.turn else a.SettleHand()
        return act if is_open(self.state, act) and not one_in(self.rng, 3) else super().choice()


@pytest.mark.clause("BJ-A7", "BJ-J5", "Q22")
@pytest.mark.parametrize("form", ["text", "late"])
@given(rng=rngs)
def test_surrender_costs_half_or_what_a_blackjack_takes(form, rng):
    """A hand given up loses half its wager by the house's rounding; all of it where the dealer's blackjack bars it."""
    drawn = random_play(rng, surrender=form, multiple_action=0)
    play = GivesUp(drawn.settings, drawn.left, rng).run()
    gave_up = {event.seat for event in play.events if isinstance(event, e.HandSurrendered)}
    rounding = {"down": floor, "up": ceil, "half_up": lambda half: floor(half + Fraction(1, 2))}
    cards = play.state.dealer[0] if play.state.dealer else []
    is_barred = is_blackjack(cards) and (form == "late" or cards[0][0] == "A")
    for seat in gave_up if play.state.phase == "settled" else ():
        rows = [row for row in rows_of(play.events) if (row["seat"], row["on"]) == (seat, Kind.BLACKJACK)]
        stake, paid, lost = (sum(row[name] for row in rows) for name in ("stake_minor", "paid_minor", "lost_minor"))
        half = rounding.get(play.rules.rounding, int)(Fraction(stake, 2))
        assert (0, stake if is_barred else half) == (paid, lost)


class Echo(Play):
    """A play of multiple action in which every dealer hand draws the cards of the first, as far as they are left."""

    def deal(self) -> Act:
        """Deal the dealer what the first hand got at this place."""
        due, state = self.state.due, self.state
        if due is not None and due.seat == 0 and due.hand > 1:
            place = len(state.dealer[due.hand - 1])
            wanted = state.dealer[0][place : place + 1]
            if wanted and state.left[parse_card(wanted[0]).index]:
                return a.DealCard(card=wanted[0])
        return super().deal()


@pytest.mark.clause("BJ-L5", "BJ-L7", "BJ-L8", "BJ-L9")
@given(rng=rngs)
def test_equal_dealer_hands_give_equal_outcomes(rng):
    """A hand that meets the same dealer hand on several spots has the same outcome on each."""
    drawn = random_play(rng, multiple_action=3, decks=8)
    play = Echo(drawn.settings, drawn.left, rng).run()
    hands = dict(enumerate(map(tuple, play.state.dealer), 1))
    met: dict[tuple, set[str]] = {}
    for (seat, hand, spot), outcome in outcomes_of(play.events).items():
        met.setdefault((seat, hand, hands.get(spot)), set()).add(outcome)
    if play.state.phase == "settled":
        assert [] == [key for key, outcomes in met.items() if len(outcomes) > 1]


@pytest.mark.clause("BJ-J4", "Q29")
@pytest.mark.parametrize("rounding", ["down", "up"])
def test_a_wager_in_two_kinds_of_chips_is_rounded_once(rounding):
    """A blackjack of two cents at three to two is three cents, also where one of them lies there in cash."""
    play = Play({"rounding": rounding}, [6] * len(CARDS), random.Random(0))
    for source, stake in ((a.Source.VALUE, 1), (a.Source.CASH, 1)):
        play.do(a.PlaceWager(seat=1, player="Ann", stake_minor=stake, source=source))
    for card in ("AS", "9H", "KS", "9D"):
        play.do(a.DealCard(card=card))
    play.do(a.TurnSecondCard())
    play.do(a.SettleHand())
    assert 3 == sum(row["paid_minor"] for row in rows_of(play.events))
