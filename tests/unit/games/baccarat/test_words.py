import pytest

from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat.game import GAME
from pitboss.games.baccarat.hands import Side
from pitboss.games.baccarat.words import in_words
from pitboss.games.cards import CARDS
from pitboss.games.everyday.dispute_events import DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYDAY_EVENTS, RESETTLING_EVENTS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.table import acts as table_acts
from pitboss.games.virtual_shoe import commitment_of
from tests.support.baccarat_driver import SHUFFLER, BaccaratDriver

NATURAL = ("3H", "4S", "4D", "5C")


def by_hand():
    """Play a round with everything the dealer calls, a recut and a spoken wager, and close the table."""
    driver = BaccaratDriver(settings={"collect": "deferred"}).loaded((3, "Ann"), (5, "Bob"))
    driver.do("pit_supervisor", shoe_acts.OrderRecut(cutter=shoe_acts.Cutter.LAST, reason="uneven"))
    driver.do("dealer", shoe_acts.CutCards(depth=50))
    driver.do("dealer", shoe_acts.LoadShoe(from_back=413))
    for card in ("AS", "KD"):
        driver.do("dealer", baccarat_acts.BurnCard(card=card))
    driver.do(
        "pit_supervisor",
        table_acts.SetLimit(kind="tie", which=table_acts.Limit.MAX, amount_minor=900),
        witness="dealer",
    )
    driver.do("pit_supervisor", baccarat_acts.PostVigorishNotice(form=baccarat_acts.Form.NO_VIG, pct=0))
    driver.next_round()
    driver.bet(3, "banker", 1010)
    driver.bet(3, "player", 100)
    driver.bet(5, "tie", 100, source="coupon")
    call = baccarat_acts.CallWager(position=5, player="Bob", on="banker", stake_minor=500)
    driver.do("dealer", call, witness="floorperson")
    driver.do("Ann", baccarat_acts.RemoveWager(position=3, player="Ann", on="player", stake_minor=100))
    driver.play(*NATURAL)
    driver.do("pit_supervisor", baccarat_acts.ChangeVigorish(form=baccarat_acts.Form.NO_VIG, pct=0))
    driver.do("dealer", baccarat_acts.AnnounceLastHand())
    driver.do("dealer", baccarat_acts.ReportError(card=None))
    driver.do("dealer", baccarat_acts.ReportFaceUp(card="TD"))
    driver.do("Ann", baccarat_acts.LeaveTable(position=3))
    driver.do("dealer", baccarat_acts.CollectVigorish(position=5, is_documented=True))
    driver.do("floorperson", table_acts.RelieveDealer(dealer="Dan"))
    return driver


def by_players():
    """Play a round whose cards the players turn, one of whom gives up the right."""
    driver = BaccaratDriver(settings={"deal": "c", **SHUFFLER}).opened((3, "Ann"), (5, "Bob"))
    driver.bet(3, "player", 500)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    for card in NATURAL:
        driver.do("dealer", baccarat_acts.DealCard(card=card))
    driver.do("Ann", baccarat_acts.RelinquishTurn(hand=Side.PLAYER, reason="no wish"))
    driver.do("dealer", baccarat_acts.OfferTurn(hand=Side.PLAYER, position=5, is_accepted=True))
    driver.do("dealer", baccarat_acts.HandCards(hand=Side.PLAYER, position=5))
    driver.do("Bob", baccarat_acts.ReturnCards(hand=Side.PLAYER))
    driver.do("dealer", baccarat_acts.CallPoints(hand=Side.PLAYER, points=7))
    driver.do("dealer", baccarat_acts.TurnCards(hand=Side.BANKER))
    driver.do("dealer", baccarat_acts.CallPoints(hand=Side.BANKER, points=9))
    driver.pay()
    driver.do("dealer", baccarat_acts.DiscardCards())
    for position in (3, 5):
        driver.do("dealer", baccarat_acts.LeaveTable(position=position))
    driver.do("dealer", shoe_acts.SpreadIdleCards(is_face_up=False))
    driver.sit((1, "Cid"))
    driver.do("dealer", shoe_acts.TurnIdleCards())
    driver.looked()
    driver.do("dealer", baccarat_acts.ReleaseBatch(is_stored_securely=True, is_handled_as_approved=False))
    driver.do("dealer", table_acts.CloseTable())
    return driver


def from_a_virtual_shoe():
    """Reveal a shoe wrongly and rightly, abandon another, and void a round for want of cards."""
    driver = BaccaratDriver(settings={"decks": 6}).stacked()
    for order in (CARDS * 6, CARDS[::-1] * 6):
        commit = shoe_acts.CommitShoe(commitment=commitment_of(order, "n"), controls="ICS 12", from_back=14)
        driver.do("dealer", commit)
        driver.do("dealer", shoe_acts.RevealShoe(order=(), nonce=""))
        if order[0] == "AC":
            driver.do("dealer", shoe_acts.RevealShoe(order=order, nonce="n"))
    driver.do("pit_supervisor", shoe_acts.AbandonReveal(reason="the nonce is lost"))
    driver.do("dealer", shoe_acts.UseAutomaticShoe(controls="ICS 12", from_back=14))
    driver.table.cards.shoe.drawn += [card for card in CARDS * 6 if card != "AC"] + ["AC"] * 3
    driver.next_round()
    driver.do("dealer", table_acts.AbandonRound(reason="Ann is away."))
    driver.next_round()
    driver.bet(3, "tie", 100)
    driver.do("dealer", baccarat_acts.CallNoMoreBets())
    driver.do("dealer", baccarat_acts.CallTooFewCards())
    driver.do("dealer", table_acts.BuyValueChips(player="Ann", amount_minor=500))
    return driver


def named_wrongly():
    """Correct a card that was named wrongly."""
    driver = BaccaratDriver().opened().deal(*NATURAL)
    correct = shoe_acts.CorrectCard(place=1, was=NATURAL[0], card="AH", reason="wrong key")
    driver.do("dealer", correct, witness="floorperson")
    return driver


@pytest.fixture(scope="module")
def drivers():
    """Return tables at which everything happened at least once."""
    return by_hand(), by_players(), from_a_virtual_shoe(), named_wrongly()


def test_every_event_has_a_sentence(drivers):
    """No event is left with its type's name, and every type has been said."""
    told = {type(event): in_words(driver.table, event) for driver in drivers for event in driver.events}
    # What is everyday at every table has its own test.
    everyday = {*EVERYDAY_EVENTS, *RESETTLING_EVENTS, *DISPUTING_EVENTS}  # told alike at every table
    assert {*GAME.events} - everyday == told.keys()
    assert [] == [kind.__name__ for kind, said in told.items() if said == kind.__name__ or "\x00" in said]


@pytest.mark.parametrize(
    "sentence",
    [
        'Dora calls "No More Bets".',
        "Dora inspects 8 red decks with yellow cutting cards; verified by Flo.",
        "Dora offers the cut to Bob at position 5, who declines.",
        "Dora cuts the cards, 50 deep.",
        "AS is shown and burned; 1 more to burn.",
        "The cutting card comes out after 3 cards and is laid aside.",
        'Dora calls "Player 7".',
        'Dora calls "Player 7, Banker 9: banker wins".',
        "Dora collects 1 losing wager.",
        "Ann bets $10.10 on banker at position 3.",
        "Bob bets $1.00 on tie at position 5 with a match-play coupon.",
        "Ann takes $1.00 back from player.",
        "A card nobody saw, drawn in error, opens the next hand.",
        "Ann pays the vigorish of position 3: $0.55 for 101/2 cents marked.",
        "From the next round the vigorish is none (Sue).",
    ],
)
def test_sentences_say_it_as_the_pit_does(drivers, sentence):
    """Amounts in the currency, people by name."""
    driver = drivers[0]
    assert sentence in [in_words(driver.table, event) for event in driver.events]


def test_a_settlement_is_told_in_lines(drivers):
    """Hands, then each wager with its clause, then the order of paying."""
    settled = next(event for event in drivers[0].events if isinstance(event, e.RoundSettled))
    expected = [
        "Player 3H 4D (7), Banker 4S 5C (9): banker wins.",
        "  Bob loses $1.00 on tie [MB-G1]",
        "  Bob wins $5.00 on banker, 25 cents of vigorish marked [MB-M3]",
        "  Ann wins $10.10 on banker, 101/2 cents of vigorish marked [MB-M3]",
        "  In this order: pay 5, then pay 3, then mark vigorish of 5, then mark vigorish of 3.",
    ]
    assert expected == in_words(drivers[0].table, settled).splitlines()
