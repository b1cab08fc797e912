"""Where cards come from: the device prevails, a disagreement is held, and only a ruling ends a hold."""

import pytest

from pitboss.errors import BadNotation, InputError
from pitboss.floor.devices.card_source import (
    CardPort,
    Dealers,
    Dealt,
    Held,
    Proposed,
    ReadingShoe,
    VirtualShoe,
    Waiting,
)
from pitboss.floor.devices.shoe_machine import CardRead, ResultRead, ShoeHold, ShoeNote
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.cards import SourceKind
from pitboss.games.virtual_shoe import commitment_of

ORDER = ["TS", "AH", "9C"]


def virtual(**more):
    """Return the port of a virtual shoe."""
    return CardPort(VirtualShoe(ORDER, "nonce", commitment_of(ORDER, "nonce"), **more))


class Reading:
    """A reading shoe with its port; what it reads is said by the test."""

    def __init__(self):
        self.resumed = 0
        self.shoe = ReadingShoe(self._resume)
        self.port = CardPort(self.shoe)

    def _resume(self):
        self.resumed += 1

    def read(self, *cards):
        """Let the shoe read cards for the Player."""
        self.shoe.hear([CardRead(0x30, card, Side.PLAYER) for card in cards])
        return self


class TestDealer:
    def test_the_dealers_entry_is_dealt(self):
        """Nothing is proposed, and nothing happens without an entry."""
        port = CardPort(Dealers())

        assert [Waiting(), Waiting()] == [port.next_card(), port.confirm()]
        assert Dealt("TS", SourceKind.DEALER) == port.confirm("TS")
        assert Dealt("TS", SourceKind.DEALER) == port.confirm("TS")

    @pytest.mark.parametrize("text", ["", "10S", "ts", "XX"])
    def test_what_is_no_card_is_refused(self, text):
        """And nothing is held for it: the dealer enters it again."""
        port = CardPort(Dealers())
        with pytest.raises(BadNotation):
            port.confirm(text)

        assert port.held is None


class TestVirtual:
    def test_the_order_is_dealt(self):
        """Card by card, with and without the dealer's entry; the last is followed by none."""
        port = virtual()

        assert Proposed("TS") == port.next_card()
        assert ORDER == [port.confirm().card, port.confirm("AH").card, port.confirm().card]
        assert Held("the virtual shoe is empty") == port.confirm()

    def test_it_goes_on_where_it_was(self):
        """After a restart of the house."""
        assert Proposed("9C") == virtual(dealt=2).next_card()

    def test_another_order_is_refused(self):
        """The commitment was to this one."""
        with pytest.raises(InputError, match="commitment"):
            VirtualShoe(["AH", "TS", "9C"], "nonce", commitment_of(ORDER, "nonce"))

    def test_no_ruling_changes_the_order(self):
        """A disagreement is held, and only the committed card ends it."""
        port = virtual()
        assert Held("the dealer entered 9C, and the virtual shoe has TS") == port.confirm("9C")
        with pytest.raises(InputError, match="its order has TS"):
            port.rule("9C")
        assert isinstance(port.confirm(), Held)

        assert Dealt("TS", SourceKind.VIRTUAL, is_ruling=True) == port.rule("TS")
        assert Proposed("AH") == port.next_card()

    def test_an_empty_shoe_stays_empty(self):
        """No ruling brings a card that is not in it."""
        port = virtual(dealt=3)
        port.confirm()
        with pytest.raises(InputError, match="the virtual shoe is empty"):
            port.rule("TS")


class TestReadingShoe:
    def test_cards_are_dealt_as_they_were_read(self):
        """With the dealer's entry or without; one that is not read yet is waited for."""
        reading = Reading().read("TS", "AH")

        assert Proposed("TS") == reading.port.next_card()
        assert [Dealt("TS", SourceKind.SHOE), Dealt("AH", SourceKind.SHOE)] == [
            reading.port.confirm(),
            reading.port.confirm("AH"),
        ]
        assert [Waiting(), Waiting()] == [reading.port.next_card(), reading.port.confirm()]

    def test_the_screen_does_not_overrule_the_shoe(self):
        """Neither of two different cards is dealt, however often either is sent again."""
        reading = Reading().read("TS", "AH")
        held = Held("the dealer entered TC, and the shoe has TS")

        assert held == reading.port.confirm("TC")
        assert [held] * 4 == [reading.port.confirm(entry) for entry in ("TC", "TS", "AH", None)]
        assert held == reading.port.next_card()

    def test_an_entry_before_the_reading_is_held(self):
        """The shoe has not seen that card."""
        assert Held("the dealer entered TS, and the shoe has read no card") == Reading().port.confirm("TS")

    def test_a_ruling_deals_the_card_and_the_shoe_goes_on(self):
        """The reading that was ruled on is gone; the next is proposed."""
        reading = Reading().read("TS", "AH")
        reading.port.confirm("TC")

        assert Dealt("TC", SourceKind.SHOE, is_ruling=True) == reading.port.rule("TC")
        assert Proposed("AH") == reading.port.next_card()
        assert 0 == reading.resumed

    def test_a_reading_that_comes_after_the_ruling_meets_the_next_entry(self):
        """It is not taken silently: the next card differs from it and is held again."""
        reading = Reading()
        reading.port.confirm("TS")
        reading.port.rule("TS")
        reading.read("TS")

        assert isinstance(reading.port.confirm("AH"), Held)

    def test_a_hold_of_the_shoe_comes_in_its_turn(self):
        """Cards read before it are dealt; then a ruling is needed, and starts the shoe again."""
        reading = Reading().read("TS")
        reading.shoe.hear([ShoeHold("a frame's check is wrong")])
        assert "TS" == reading.port.confirm().card
        assert Held("a frame's check is wrong") == reading.port.confirm("AH")
        reading.port.rule("AH")

        assert (1, Waiting()) == (reading.resumed, reading.port.next_card())

    def test_a_card_out_of_the_game_says_so(self):
        """The table burns it, or whatever its rules are."""
        reading = Reading()
        reading.shoe.hear([CardRead(0x30, "TS", None)])

        assert Proposed("TS", is_out_of_game=True) == reading.port.next_card()
        assert Dealt("TS", SourceKind.SHOE, is_out_of_game=True) == reading.port.confirm()

    def test_a_result_is_kept_for_comparing(self):
        """And is no card; nor is a note."""
        reading = Reading()
        reading.shoe.hear([ShoeNote(0x30, "the shoe stands by"), ResultRead(0x31, Outcome.TIE)])

        assert (ResultRead(0x31, Outcome.TIE), Waiting()) == (reading.shoe.result, reading.port.next_card())


@pytest.mark.parametrize("port", [CardPort(Dealers()), virtual(), Reading().read("TS").port])
def test_there_is_no_ruling_without_a_hold(port):
    """Nobody deals past the source."""
    with pytest.raises(InputError, match="nothing is held"):
        port.rule("TS")


def test_a_dealers_hold_is_ruled_like_any():
    """Should the floor hold a table for its own reasons."""
    port = CardPort(Dealers())
    port.held = Held("two cards stuck together")

    assert Held("two cards stuck together") == port.confirm("TS")
    assert Dealt("TS", SourceKind.DEALER, is_ruling=True) == port.rule("TS")
