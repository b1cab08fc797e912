"""What is offered at a blackjack table, held to what `decide` accepts at every edge of limits, purses and turns."""

from itertools import product

import pytest

from pitboss.decider import Choices, offered
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.blackjack.legal import legal
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import RuleViolation
from tests.support.blackjack_driver import BlackjackDriver

EDGES = (1, 2, 99, 100, 101, 199, 200, 201, 202, 299, 300, 301, 399, 400, 401, 402, 499, 500, 501, 600, 601)
NARROW = {"default_min": 100, "default_max": 600, "initial_suit": "same_suit", "max": {"same_suit": 400, "hit": 300}}
EVERYBODY = ("Ann", "Bob", "Cid", "dealer", "floorperson")


def is_accepted(driver, command):
    """Ask `decide` itself, which changes nothing."""
    try:
        driver.game.decide(driver.table, command)
    except RuleViolation:
        return False
    return True


def kinds(driver, who, *wanted):
    """Return which of some acts are offered to somebody."""
    return {offer.act for offer in legal(driver.table, driver.command(who, None).by)} & {*wanted}


def differences(driver, who, acts):
    """Return the acts that are offered and refused, or accepted and not offered."""
    offers = list(legal(driver.table, driver.command(who, None).by))
    commands = [driver.command(who, act) for act in acts]
    return [c.act for c in commands if is_accepted(driver, c) != offered(offers, c)]


def accepted(driver, who, acts):
    """Return the acts that `decide` accepts."""
    return [act for act in acts if is_accepted(driver, driver.command(who, act))]


def laid(**settings):
    """Return a table with wagers of Ann's in two kinds of chips, and with Bob's beside a suit wager."""
    driver = BlackjackDriver(settings={**NARROW, **settings}).ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 200)
    driver.bet(1, 200, source=blackjack_acts.Source.CASH)
    driver.bet(2, 300)
    driver.bet(2, 200, on="same_suit")
    return driver


@pytest.mark.parametrize("kind", [blackjack_acts.PlaceWager, blackjack_acts.RemoveWager])
@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize(
    "settings", [{}, {"decks": 1}, {"multiple_action": 2}, {"match_play": False, "rounding": "up"}]
)
def test_wagers_are_offered_to_the_cent(kind, who, settings):
    """For everybody's hand, each seat, spot and kind of chips, what is offered is what is accepted."""
    driver = laid(**settings)
    places = product(
        ((1, "Ann"), (2, "Bob"), (3, "Cid")), ("blackjack", "same_suit"), (1, 2), blackjack_acts.Source, EDGES
    )
    acts = [
        kind(seat=seat, player=player, on=on, spot=spot, source=source, stake_minor=stake)
        for (seat, player), on, spot, source, stake in places
    ]
    assert [] == differences(driver, who, acts)
    assert bool(accepted(driver, who, acts)) == (who in ("Ann", "Bob", "dealer"))


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("settings", [{}, {"multiple_action": 2}, {"min": {"insurance": 101}}])
def test_insurance_is_offered_to_the_cent(who, settings):
    """At most half of each wager, less what is insured already."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"), (2, "Bob"))
    hands = settings.get("multiple_action", 1)
    driver.bet(1, *(402, 600)[:hands])
    driver.bet(2, *(202, 200)[:hands])
    driver.deal("TS", "TH", "AD", "9C", "8C", *(["9H"] if hands == 1 else []))
    driver.do("Ann", blackjack_acts.PlaceInsurance(seat=1, stake_minor=101))
    acts = [
        blackjack_acts.PlaceInsurance(seat=n, spot=spot, stake_minor=k)
        for n, spot, k in product((1, 2, 3), (1, 2), EDGES)
    ]
    assert [] == differences(driver, who, acts)
    assert bool(accepted(driver, who, acts)) == (who in ("Ann", "Bob", "dealer"))


@pytest.mark.parametrize(
    ("cards", "settings", "open_to_ann"),
    [
        (
            ("TS", "TH", "6D", "9C", "8C", "9H"),
            {},
            {blackjack_acts.Stand, blackjack_acts.Hit, blackjack_acts.DoubleDown},
        ),
        (
            ("TS", "TH", "6D", "KC", "8C", "9H"),
            {},
            {blackjack_acts.Stand, blackjack_acts.Hit, blackjack_acts.DoubleDown, blackjack_acts.SplitPair},
        ),
        (
            ("TS", "TH", "6D", "KC", "8C", "9H"),
            {"split": False, "double": False},
            {blackjack_acts.Stand, blackjack_acts.Hit},
        ),
        (
            ("TS", "TH", "6D", "9C", "8C", "9H"),
            {"surrender": "late"},
            {blackjack_acts.Stand, blackjack_acts.Hit, blackjack_acts.DoubleDown, blackjack_acts.SurrenderHand},
        ),
        (("AS", "TH", "6D", "KC", "8C", "9H"), {}, set()),
    ],
)
def test_decisions_are_offered_to_the_hand_whose_turn_it_is(cards, settings, open_to_ann):
    """And to nobody else, the dealer excepted, who acts on a player's word."""
    driver = BlackjackDriver(settings=settings).ready((1, "Ann"), (2, "Bob"))
    driver.bet(1, 500)
    driver.bet(2, 500)
    driver.deal(*cards)
    elections = (
        blackjack_acts.Stand,
        blackjack_acts.Hit,
        blackjack_acts.DoubleDown,
        blackjack_acts.SplitPair,
        blackjack_acts.SurrenderHand,
    )
    assert open_to_ann == kinds(driver, "Ann", *elections)
    assert open_to_ann == (kinds(driver, "dealer", *elections) if open_to_ann else set())
    assert bool(open_to_ann) != bool(kinds(driver, "Bob", *elections))


@pytest.mark.parametrize("settings", [{}, {"decks": 1}, {"hit_wagers": False}])
@pytest.mark.parametrize("cards", [("5S", "6D", "6S", "9H"), ("5S", "6D", "6C", "9H")])
def test_hit_wagers_are_offered_to_the_cent(settings, cards):
    """On suited cards, where the house has them, within its limit and with a single deck the wager."""
    driver = BlackjackDriver(settings={**NARROW, **settings}).ready((1, "Ann"))
    driver.bet(1, 200)
    driver.deal(*cards)
    acts = [
        kind(seat=1, hit_minor=stake)
        for kind, stake in product((blackjack_acts.Hit, blackjack_acts.DoubleDown), (None, *EDGES))
    ]
    assert [] == differences(driver, "Ann", acts)


@pytest.mark.parametrize("settings", [{}, {"hit_split": False}])
@pytest.mark.parametrize("second", ["8S", "8C"])
def test_hit_wagers_on_split_hands_are_offered_to_the_cent(settings, second):
    """On each hand whose first card is still to come, if the pair was of one suit and the house allows it."""
    driver = BlackjackDriver(settings={**NARROW, **settings}).ready((1, "Ann"))
    driver.bet(1, 200)
    driver.deal("8S", "6D", second, "9H")
    driver.act(1, "split")
    acts = [
        blackjack_acts.PlaceHitWager(seat=1, hand=hand, stake_minor=stake) for hand, stake in product((1, 2, 3), EDGES)
    ]
    assert [] == differences(driver, "Ann", acts)
    assert (second == "8S" and "hit_split" not in settings) == bool(accepted(driver, "Ann", acts))


def test_in_a_heat_the_purse_is_the_limit():
    """Wagers, and what doubling and a hit wager cost together, to the chip."""
    driver = BlackjackDriver().in_play((1, "Ann"))
    driver.do("floorperson", blackjack_acts.BeginHeat(tournament="Spring", heat=1, hands=2))
    driver.do("floorperson", blackjack_acts.IssueChips(player="Ann", chips=500))
    driver.do("dealer", table_acts.OpenBetting())
    acts = [
        blackjack_acts.PlaceWager(seat=1, player="Ann", stake_minor=n, source=s)
        for n, s in product(EDGES, blackjack_acts.Source)
    ]
    assert [] == differences(driver, "Ann", acts)
    driver.bet(1, 200, source=blackjack_acts.Source.TOURNAMENT)
    driver.deal("5S", "6D", "6S", "9H")
    elections = [
        kind(seat=1, hit_minor=n)
        for kind, n in product((blackjack_acts.Hit, blackjack_acts.DoubleDown), (None, *EDGES))
    ]
    assert [] == differences(driver, "Ann", elections)
    assert 100 == max(
        act.hit_minor or 0 for act in accepted(driver, "Ann", elections) if isinstance(act, blackjack_acts.DoubleDown)
    )


def test_cards_are_offered_as_the_decks_hold_them():
    """Any but those that have come; unseen only the dealer's second; to a player none."""
    driver = BlackjackDriver(settings={"decks": 1}).ready((1, "Ann"))
    driver.bet(1, 500)
    driver.deal("TS", "8D", "9C")
    (offer,) = [
        offer
        for offer in legal(driver.table, driver.command("dealer", None).by)
        if offer.act is blackjack_acts.DealCard
    ]
    assert isinstance(offer.fields["card"], Choices)
    assert (50, False, True) == (
        len(offer.fields["card"].values),
        "TS" in offer.fields["card"],
        None in offer.fields["card"],
    )
    assert set() == kinds(driver, "Ann", blackjack_acts.DealCard)


def test_a_king_and_queen_are_settled_before_the_floorperson():
    """The offer asks for the second person, as `decide` does."""
    driver = BlackjackDriver(settings={"initial_suit": "king_queen"}).ready((1, "Ann"))
    driver.bet(1, 500)
    driver.bet(1, 100, on="king_queen")
    driver.deal("KS", "8D", "QS", "9H")
    dealer = driver.command("dealer", None).by
    (offer,) = [offer for offer in legal(driver.table, dealer) if offer.act is blackjack_acts.SettleSuitWagers]
    alone, seen = (
        driver.command("dealer", blackjack_acts.SettleSuitWagers(), witness=second) for second in (None, "floorperson")
    )
    assert (False, True) == (offer.admits(alone), offer.admits(seen))
    assert (False, True) == (is_accepted(driver, alone), is_accepted(driver, seen))


def test_seats_are_offered_beside_ones_own():
    """Ann at 3 may take 2 or 4; Bob any that is free; in a heat nobody who has no chips."""
    driver = BlackjackDriver().in_play((3, "Ann"))
    acts = [shoe_acts.TakeSeat(position=n, player=player) for n, player in product(range(1, 9), ("Ann", "Bob"))]
    assert ([], []) == (differences(driver, "Ann", acts), differences(driver, "dealer", acts))
    assert [2, 4] == [act.position for act in accepted(driver, "Ann", acts)]
    driver.do("floorperson", blackjack_acts.BeginHeat(tournament="Spring", heat=1, hands=2))
    assert ([], []) == (differences(driver, "Bob", acts), accepted(driver, "Bob", acts))


def test_the_dealer_sees_the_way_to_the_end():
    """One step is offered after the other, from the shuffle to the discard rack."""
    driver = BlackjackDriver().stacked((1, "Ann"))
    steps = [
        blackjack_acts.ShuffleCards(method=blackjack_acts.Method.DEVICE),
        shoe_acts.LoadShoe(from_back=26),
        blackjack_acts.BurnCard(),
        table_acts.OpenBetting(),
        blackjack_acts.PlaceWager(seat=1, player="Ann", stake_minor=500),
        *(blackjack_acts.DealCard(card=card) for card in ("TS", "8D", "9C", "TH")),
        blackjack_acts.Stand(seat=1),
        blackjack_acts.TurnSecondCard(),
        blackjack_acts.SettleHand(),
        blackjack_acts.DiscardCards(),
    ]
    for act in steps:
        assert {type(act)} == kinds(driver, "dealer", type(act))
        driver.do("dealer", act)
    closing = (
        blackjack_acts.ShuffleCards,
        blackjack_acts.DealCard,
        blackjack_acts.SettleHand,
        blackjack_acts.DiscardCards,
        table_acts.OpenBetting,
    )
    assert {blackjack_acts.ShuffleCards} == kinds(driver, "dealer", *closing)
