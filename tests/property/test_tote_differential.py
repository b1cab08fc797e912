"""Cards settled twice: by the package, and by a settlement that writes every ticket out and shares nothing of it."""

from collections import Counter

import pytest

from tests.support.campaign import Campaign, Part
from tests.support.naive_tote import settle
from tests.support.tote_cards import random_card
from tests.support.tote_driver import answered, card_of, run

KINDS = "win place show quinella exacta trifecta superfecta pick3 pickn pick6 double twin_trifecta".split()
STATES = ("open", "official", "refunded")
LATE_THREE = ["1", "2", {"no": "3", "scratched": "late"}]


def compared(part: Part) -> Counter[str]:
    """Have a part's cards answered by both, and return which pools there were in which state."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        card = random_card(rng)
        naive = settle(card)
        assert naive == answered(card), card
        met.update(f"{pool['type']} {pool['status']}" for pool in naive["pools"].values())
        met.update({f"level {row['level']}" for pool in naive["pools"].values() for row in pool["winners"]})
    return met


@pytest.mark.campaign(10_000)
def test_cards_settle_as_the_naive_settlement_says(request):
    """The same prices, refunds, payouts, odds and carryovers in every pool, and the same for every ticket."""
    campaign = Campaign.of(request, "tote-cards", part_cases=100)
    met = campaign.run(compared)
    expected = {f"{kind} {state}" for kind in KINDS for state in STATES}
    expected |= {f"level {level}" for level in (0, 1, 2, 3, "consolation")}
    # Every race of a pick off is rare: the whole campaign meets it, a slice may not.
    assert set() == expected - set(met) - (set() if campaign.is_whole else {"pick3 refunded"})


def test_a_plain_consolation_of_a_pick_three_is_agreed_on():
    """A pick three with one late scratch and nothing but winners and consolations is settled alike by both."""
    races = [run("1"), run("1", "2"), run("1", "2", named=LATE_THREE)]
    bets = {"1 1 1": 100, "1 1 3": 100, "2 2 2": 300}
    card = card_of("pick3", races, bets, config={"pick3_scratch": "consolation"})
    assert settle(card) == answered(card)


def test_consolations_are_listed_by_leg():
    """Scratches in the second leg come before scratches in the third."""
    races = [run("1"), run("1", "2", named=LATE_THREE), run("1", "2", named=LATE_THREE)]
    bets = {"1 1 1": 100, "1 3 1": 100, "1 1 3": 100}
    card = card_of("pick3", races, bets, config={"pick3_scratch": "consolation"})
    assert settle(card) == answered(card)


def test_bets_that_are_not_consoled_keep_their_hits():
    """Beaten in the first leg and scratched in the second, a bet still has the hit of its third leg."""
    races = [run("1", "2"), run("1", "2", named=LATE_THREE), run("1", "2")]
    card = card_of("pick3", races, {"2 3 1": 100, "2 2 2": 100}, config={"pick3_scratch": "consolation"})
    assert settle(card) == answered(card)


def test_steps_of_a_mandatory_day_after_few_finishers():
    """Only the winner is right, and it is said so."""
    card = card_of("twin_trifecta", [run("1", "2", "3"), run("2", "1")], {"1 2 3": 100, "3 2 1": 900}, mandatory=True)
    card["tickets"][0]["exchange"] = [{"sel": ["2", "4", "6"], "amount": 100}]
    assert settle(card) == answered(card)
