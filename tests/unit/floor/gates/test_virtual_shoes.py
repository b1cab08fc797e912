"""Virtual shoes of a live house: drawn and committed to by the server, dealt card by card, shown at the end."""

from contextlib import closing

import msgspec
import pytest

from pitboss.decider import Accepted
from pitboss.errors import InputError
from pitboss.floor.gates.virtual_shoes import NotOfThisShoe, Order
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import KeyConflict, NotRecorded
from pitboss.floor.writer.writer import Floor
from pitboss.games.baccarat import acts as baccarat_acts
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.cards import CARDS
from pitboss.games.shoe import acts as shoe_acts
from pitboss.games.shoe.events import RevealAbandoned, RevealRejected, ShoeRevealed
from pitboss.games.virtual_shoe import commitment_of, verify_commitment
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.postgres import database
from tests.support.virtual_floor import (
    DEAL,
    REVEAL,
    STREAM,
    VirtualBaccarat,
    VirtualBlackjack,
    begun,
    finished,
    in_play,
    rig,
)

ABANDON = shoe_acts.AbandonReveal(reason="lost")
OTHER = "cards-2"


@pytest.fixture
def floor(tmp_path):
    """Return a floor."""
    with closing(Floor(open_journal(f"sqlite:///{tmp_path / 'shoes.db'}"))) as found:
        yield found


@pytest.fixture
def table(floor):
    """Return a baccarat table whose virtual shoe is in play, with a wager and bets closed."""
    return begun(in_play(VirtualBaccarat().seated(floor)))


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


def test_nobody_else_names_a_card(table):
    """Handed in past the desk: neither another card, nor one said to be drawn in error."""
    wrong = next(card for card in CARDS if card != table.order()[0])
    with pytest.raises(NotOfThisShoe, match="in its order"):
        table.floor.send(STREAM, table.command("dealer", baccarat_acts.DealCard(card=wrong)))
    finished(table)
    with pytest.raises(NotOfThisShoe, match="in its order"):
        table.floor.send(STREAM, table.command("dealer", baccarat_acts.ReportError(card=None, is_players_third=False)))
    assert list(table.order()[: len(table.drawn)]) == table.drawn


def test_a_card_whose_time_has_passed_is_not_recorded(table):
    """Handed in past the desk: the card that was dealt meanwhile is nobody's any more."""
    one, two = (table.filled(table.command("dealer", DEAL)) for _ in range(2))
    assert one.act == two.act
    assert isinstance(table.floor.send(STREAM, one).answer, Accepted)
    if table.order()[0] != table.order()[1]:
        with pytest.raises(NotOfThisShoe, match="ask for the card again"):
            table.floor.send(STREAM, two)
    assert list(table.order()[: len(table.drawn)]) == table.drawn


def test_two_who_ask_for_a_card_at_once_get_one_each(table):
    """The server says which when the command is decided, not when it is asked for."""
    one, two = (table.sent(table.command("dealer", DEAL)) for _ in range(2))
    assert list(table.order()[:2]) == [recorded.answer.events[0].card for recorded in (one, two)]


@pytest.mark.parametrize(
    "act",
    [
        {"type": "cards.commit_shoe/1", "commitment": "0" * 64, "controls": "x", "from_back": 14},
        {"type": "cards.reveal_shoe/1", "order": [], "nonce": "n"},
        {"type": "baccarat.deal_card/1", "card": "2C"},
        {"type": "baccarat.burn_card/1", "card": "2C"},
    ],
)
def test_what_is_the_servers_to_say_is_left_out(table, act):
    """Neither a commitment nor an order nor a card comes from anybody else."""
    with pytest.raises(InputError, match="virtual shoe's to say"):
        table.sent(table.command("dealer", DEAL), act)


def test_a_commitment_of_elsewhere_is_not_played(floor):
    """Handed in past the desk, it is an order that the server does not know."""
    table = VirtualBaccarat().seated(floor).stacked()
    act = shoe_acts.CommitShoe(commitment="0" * 64, controls="x", from_back=14)
    with pytest.raises(NotOfThisShoe, match="no order that was drawn"):
        table.floor.send(STREAM, table.command("dealer", act))


def test_from_a_shoe_of_cardboard_the_dealer_says_each_card(floor):
    """A table with a virtual shoe may still be dealt by hand."""
    table = VirtualBaccarat().seated(floor).ready()
    begun(table).do("dealer", baccarat_acts.DealCard(card="9S"))
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
    command = table.command("dealer", shoe_acts.CommitShoe(commitment="", controls="x", from_back=14))
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
    sent = [
        table.command("dealer", act)
        for act in (REVEAL, shoe_acts.CommitShoe(commitment="", controls="x", from_back=50))
    ]
    first += [table.sent(command) for command in sent]
    assert all(isinstance(recorded.answer, Accepted) for recorded in first)
    assert first == [table.sent(command) for command in (dealt, *sent)]


# Orders that are kept, and shoes that are shown


def test_a_shoe_is_played_to_its_end_though_its_house_file_has_none_any_more(floor, monkeypatch):
    """Its cards are still the server's to say, and its order is shown; the next one is not the server's."""
    rig(monkeypatch, "KS", "9H", "8D", "7S", "6C")
    table = begun(in_play(VirtualBaccarat().seated(floor)))
    table.do("dealer", DEAL)
    table.restarted(is_virtual=False)
    with pytest.raises(NotOfThisShoe):
        floor.send(STREAM, table.command("dealer", baccarat_acts.DealCard(card="2C")))
    finished(table)
    assert ["KS", "9H", "8D", "7S"] == table.drawn[:4]
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)
    own = shoe_acts.CommitShoe(commitment=commitment_of(CARDS, "own"), controls="x", from_back=50)
    assert own.commitment == table.do("dealer", own).commitment


def test_a_shoe_that_was_committed_to_elsewhere_is_shown_by_whoever_knows_it(floor):
    """The house file names the table while its own shoe is in play: the server says nothing in its place."""
    table = VirtualBaccarat().seated(floor)
    table.restarted(is_virtual=False)
    order = CARDS * 8
    own = shoe_acts.CommitShoe(commitment=commitment_of(order, "own"), controls="x", from_back=50)
    table.stacked().do("dealer", own)
    table.restarted()
    begun(table)
    dealt = [table.do("dealer", baccarat_acts.DealCard(card=card)).card for card in order[:4]]
    assert list(order[:4]) == dealt
    finished_by_hand(table, order)
    assert isinstance(table.do("dealer", shoe_acts.RevealShoe(order=order, nonce="own")), ShoeRevealed)
    assert own.commitment != table.committed()


def finished_by_hand(table, order):
    """Deal what is still due of a hand from a known order, settle it and clear the layout."""
    table.call_points()
    while isinstance(table.answer("dealer", baccarat_acts.DealCard(card=order[len(table.drawn)])), Accepted):
        pass
    table.pay()
    table.do("dealer", baccarat_acts.DiscardCards())


def test_nobody_goes_on_without_an_order_that_can_be_shown(floor):
    """A supervisor cannot keep it from the players; what is lost is given up on record."""
    table = in_play(VirtualBaccarat().seated(floor))
    with pytest.raises(NotOfThisShoe, match="the dealer shows it"):
        table.sent(table.command("pit_supervisor", ABANDON))
    table.shoes._orders.clear()
    assert isinstance(table.do("pit_supervisor", ABANDON), RevealAbandoned)


def test_an_order_that_was_not_dealt_is_a_finding_and_then_given_up(floor, monkeypatch):
    """Cards that came while no server watched: the true order is compared, and the table is not stuck."""
    rig(monkeypatch, "KS", "9H", "8D", "7S", "6C")
    table = begun(in_play(VirtualBaccarat().seated(floor)))
    gates, floor.gates[:] = list(floor.gates), []
    floor.send(STREAM, table.command("dealer", baccarat_acts.DealCard(card="2C")))
    floor.gates[:] = gates
    table.table = floor.look(STREAM).state
    finished(table)
    rejected = table.do("dealer", REVEAL)
    assert isinstance(rejected, RevealRejected)
    assert "card 1 was 2C" in rejected.finding
    assert isinstance(table.do("pit_supervisor", ABANDON), RevealAbandoned)
    table.committed()


def test_an_order_that_is_shown_is_kept_no_longer_and_one_in_play_is(floor):
    """What stands in the record is no secret: over the years orders do not pile up."""
    table = in_play(VirtualBaccarat().seated(floor))
    table.do("dealer", REVEAL)
    assert {} == floor.journal.secrets("virtual_shoe")
    assert [table.committed()] == list(floor.journal.secrets("virtual_shoe"))
    table.restarted()
    assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)


def test_a_reveal_that_could_not_be_recorded_loses_no_order(floor, monkeypatch):
    """Order and record go together or not at all; under the same key it is shown when the journal is back."""
    table = in_play(VirtualBaccarat().seated(floor))
    command, real = table.command("dealer", REVEAL), floor.journal.append
    monkeypatch.setattr(floor.journal, "append", lambda _: (_ for _ in ()).throw(JournalUnavailable("away")))
    with pytest.raises(NotRecorded):
        table.sent(command)
    monkeypatch.setattr(floor.journal, "append", real)
    assert 1 == len(floor.journal.secrets("virtual_shoe"))
    table.restarted()
    assert isinstance(table.sent(command).answer, Accepted)


@pytest.mark.parametrize("burned", [None, "4D"])
def test_an_act_is_sent_again_though_another_kind_of_shoe_is_in_play(floor, burned):
    """A card of cardboard, sent again when a virtual shoe is in play, has the answer that it had."""
    table = VirtualBlackjack().seated(floor).shuffled().cut()
    table.do("dealer", shoe_acts.LoadShoe(from_back=table.table.rules.cut_from_end))
    burn = table.command("dealer", blackjack_acts.BurnCard(card=burned))
    first = floor.send(STREAM, burn)
    table.committed()
    assert first == table.sent(burn, msgspec.to_builtins(burn.act))
    with pytest.raises(KeyConflict):
        table.sent(burn, {"type": "blackjack.deal_card/1"})


def test_a_shoe_is_not_the_shoe_of_another_table(floor):
    """Two tables at once: neither plays the order that was drawn for the other."""
    table = VirtualBaccarat().seated(floor).stacked()
    floor.open(OTHER, "table", {"rulebook": table.rulebook, "name": "C2", "settings": {}}, table.now)
    table.shoes.add(OTHER)
    theirs = floor.ask(OTHER, table.shoes._next).result()
    with pytest.raises(NotOfThisShoe, match="no order that was drawn for this table"):
        floor.send(STREAM, table.command("dealer", shoe_acts.CommitShoe(commitment=theirs, controls="x", from_back=50)))
    assert theirs != table.committed()
    assert theirs == floor.ask(OTHER, table.shoes._next).result()


def test_in_postgresql_an_order_is_kept_and_shown_as_well():
    """Over a new start, and the journal verifies."""
    with database() as address:
        with closing(Floor(open_journal(address))) as floor:
            table = begun(in_play(VirtualBaccarat().seated(floor)))
            table.do("dealer", DEAL)
        with closing(Floor(open_journal(address))) as floor:
            table.floor = floor
            table.restarted()
            finished(table)
            assert isinstance(table.do("dealer", REVEAL), ShoeRevealed)
            assert {} == floor.journal.secrets("virtual_shoe")
            assert () == verify(floor.journal).faults
