"""Virtual shoes of a live house: drawn and committed to by the server, dealt card by card, shown at the end."""

from contextlib import closing

import msgspec
import pytest

from pitboss.decider import Accepted
from pitboss.errors import InputError
from pitboss.floor.virtual_shoes import NotOfThisShoe, Order
from pitboss.floor.writer import Floor, NotRecorded
from pitboss.games import house_acts as house
from pitboss.games.baccarat import card_acts as c
from pitboss.games.baccarat import house_acts as h
from pitboss.games.baccarat import messages as m
from pitboss.games.blackjack import house_acts as bh
from pitboss.games.blackjack import messages as bm
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as a
from pitboss.games.shoe.events import ShoeRevealed
from pitboss.games.virtual_shoe import verify_commitment
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.virtual_floor import STREAM, VirtualBaccarat, VirtualBlackjack

DEAL = m.DealCard(card="2C")
"""Which card is said by the server: this one is left out."""
REVEAL = a.RevealShoe(order=(), nonce="")


@pytest.fixture
def floor(tmp_path):
    """Return a floor."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'shoes.db'}"))) as found:
        yield found


@pytest.fixture
def table(floor):
    """Return a baccarat table whose virtual shoe is in play, with a wager and bets closed."""
    found = VirtualBaccarat().seated(floor).stacked()
    found.committed()
    return begun(found)


def begun(table):
    """Open a round with a wager, and close the bets."""
    table.do("dealer", house.OpenBetting())
    table.bet(3, "player", 1_000)
    table.do("dealer", m.CallNoMoreBets())
    return table


def finished(table):
    """Deal the hand to its end, settle it and clear the layout."""
    while len(table.table.round.player) + len(table.table.round.banker) < 4:
        table.do("dealer", DEAL)
    table.call_points()
    while isinstance(table.answer("dealer", DEAL), Accepted):
        pass
    table.pay()
    table.do("dealer", h.DiscardCards())
    return table


def test_each_card_is_the_next_of_the_order(table):
    """Whatever the dealer says is a card, never which."""
    order = table.order()
    dealt = [table.do("dealer", DEAL).card for _ in range(4)]
    assert list(order[:4]) == dealt == table.drawn


def test_an_order_is_a_full_shoe_and_never_the_same():
    """As many of each card as there are decks; two draws differ."""
    one, two = Order.drawn(8), Order.drawn(8)
    assert sorted(CARDS * 8) == sorted(one.order) == sorted(two.order)
    assert (one.order, one.nonce) != (two.order, two.nonce)


def test_the_dealer_ends_the_shoe_and_its_order_is_shown(table):
    """Whoever noted the commitment can check every card."""
    commitment = table.table.cards.shoe.commitment
    drawn = finished(table).drawn
    shown = table.do("dealer", REVEAL)
    assert isinstance(shown, ShoeRevealed)
    assert verify_commitment(commitment, shown.order, shown.nonce)
    assert drawn == list(shown.order[: len(drawn)])
    assert commitment != table.committed()


def test_a_card_that_is_asked_for_too_early_tells_nothing(table):
    """The rules refuse it as they refuse any, and no card of the order is recorded."""
    finished(table)
    command = table.command("dealer", DEAL)
    refused = table.sent(command).answer
    assert not isinstance(refused, Accepted)
    upcoming = table.order()[len(table.drawn)]
    stored = msgspec.json.decode(table.floor.journal.answer(STREAM, command.key).command)
    assert upcoming != stored["act"]["card"]
    assert upcoming not in refused.reason


def test_nobody_else_names_a_card(table):
    """Handed in past the desk: neither another card, nor one said to be drawn in error."""
    wrong = next(card for card in CARDS if card != table.order()[0])
    with pytest.raises(NotOfThisShoe, match="in its order"):
        table.floor.send(STREAM, table.command("dealer", m.DealCard(card=wrong)))
    finished(table)
    with pytest.raises(NotOfThisShoe, match="in its order"):
        table.floor.send(STREAM, table.command("dealer", c.ReportError(card=None, is_players_third=False)))
    assert list(table.order()[: len(table.drawn)]) == table.drawn


def test_a_card_whose_time_has_passed_is_not_recorded(table):
    """Two ask for the same card at once: one gets it, and the other asks again."""
    one, two = (table.filled(table.command("dealer", DEAL)) for _ in range(2))
    assert one.act == two.act
    assert isinstance(table.floor.send(STREAM, one).answer, Accepted)
    if table.order()[0] != table.order()[1]:
        with pytest.raises(NotOfThisShoe, match="ask for the card again"):
            table.floor.send(STREAM, two)
    assert list(table.order()[: len(table.drawn)]) == table.drawn


@pytest.mark.parametrize(
    "act",
    [
        {"type": "cards.commit_shoe/1", "commitment": "0" * 64, "controls": "x", "from_back": 14},
        {"type": "cards.reveal_shoe/1", "order": [], "nonce": "n"},
        {"type": "baccarat.deal_card/1", "card": "2C"},
        {"type": "baccarat.burn_card/1", "card": None},
    ],
)
def test_what_is_the_servers_to_say_is_left_out(table, act):
    """Neither a commitment nor an order nor a card comes from anybody else."""
    by = table.command("dealer", DEAL).by
    with pytest.raises(InputError, match="virtual shoe's to say"):
        table.floor.ask(STREAM, lambda live: table.shoes.filled(live, by, "k", act)).result()


def test_a_commitment_of_elsewhere_is_not_played(floor):
    """Handed in past the desk, it is an order that the server does not know."""
    table = VirtualBaccarat().seated(floor).stacked()
    act = a.CommitShoe(commitment="0" * 64, controls="x", from_back=14)
    with pytest.raises(NotOfThisShoe, match="no order that was drawn"):
        table.floor.send(STREAM, table.command("dealer", act))


def test_from_a_shoe_of_cardboard_the_dealer_says_each_card(floor):
    """A table with a virtual shoe may still be dealt by hand."""
    table = VirtualBaccarat().seated(floor).ready()
    begun(table).do("dealer", m.DealCard(card="9S"))
    assert ["KS", "9S"] == table.drawn


def test_a_hand_goes_on_after_a_new_start(table):
    """The order outlives the server, and its place is where the record says."""
    order = table.order()
    table.do("dealer", DEAL)
    table.restarted()
    for _ in range(3):
        table.do("dealer", DEAL)
    assert list(order[:4]) == table.drawn


def test_the_order_is_kept_with_the_commitment_or_not_at_all(floor, monkeypatch):
    """An act that could not be recorded leaves no order behind; under the same key it commits to the same one."""
    table = VirtualBaccarat().seated(floor).stacked()
    command = table.command("dealer", a.CommitShoe(commitment="", controls="x", from_back=14))
    first, real = table.filled(command), floor.journal.append
    monkeypatch.setattr(floor.journal, "append", lambda _: (_ for _ in ()).throw(JournalUnavailable("away")))
    with pytest.raises(NotRecorded):
        table.sent(command)
    monkeypatch.setattr(floor.journal, "append", real)
    assert {} == floor.journal.secrets("virtual_shoe")
    table.sent(command)
    assert [first.act.commitment] == list(floor.journal.secrets("virtual_shoe"))


def test_an_act_that_is_sent_again_is_what_it_was(table):
    """Also when another shoe is in play since: the answer is the one that was given."""
    dealt = table.command("dealer", DEAL)
    first = [table.sent(dealt)]
    table.do("dealer", DEAL)
    finished(table)
    sent = [table.command("dealer", act) for act in (REVEAL, a.CommitShoe(commitment="", controls="x", from_back=50))]
    first += [table.sent(command) for command in sent]
    assert all(isinstance(recorded.answer, Accepted) for recorded in first)
    assert first == [table.sent(command) for command in (dealt, *sent)]


def test_a_blackjack_hand_comes_from_its_order(floor):
    """The burned card too, and none before the dealer asks for it: bets are open until then."""
    table = VirtualBlackjack().seated(floor).stacked()
    table.committed()
    table.do("dealer", bh.BurnCard())
    table.do("dealer", house.OpenBetting())
    table.bet(3, 1_000)
    assert 1 == len(table.drawn)
    for _ in range(4):
        table.do("dealer", bm.DealCard(card=None))
    assert list(table.order()[:5]) == table.drawn
