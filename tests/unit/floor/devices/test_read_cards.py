"""Cards that a shoe has read: proposed in their order, held where the dealer says otherwise."""

from pitboss.floor.devices.read_cards import Held, Proposed, ReadCards, Waiting
from pitboss.floor.devices.shoe_machine import CardRead, ResultRead, ShoeHold, ShoeNote
from pitboss.games.baccarat.hands import Outcome, Side

TENTH = Held("the dealer entered TC, and the shoe has TS")


class Reading(ReadCards):
    """Cards of a shoe, and how often its line was started again."""

    def __init__(self, *cards):
        super().__init__(self.again)
        self.resumed = 0
        self.hear(CardRead(0x30 + place, card, Side.PLAYER) for place, card in enumerate(cards))

    def again(self):
        """Count."""
        self.resumed += 1


def test_cards_come_as_they_were_read():
    """And one that is not read yet is waited for."""
    reading, seen = Reading("TS", "AH"), []
    for _ in range(2):
        seen.append(reading.next_card())
        reading.take()

    assert [Proposed("TS"), Proposed("AH")] == seen
    assert Waiting() == reading.next_card()


def test_the_screen_does_not_overrule_the_shoe():
    """Neither of two different cards is dealt, however often either is sent again."""
    reading = Reading("TS", "AH")

    assert [TENTH] * 3 == [reading.contradict(card) for card in ("TC", "TS", "AH")]
    assert TENTH == reading.next_card()


def test_an_entry_before_the_reading_is_held():
    """The shoe has not seen that card."""
    assert Held("the dealer entered TS, and the shoe has read no card") == Reading().contradict("TS")


def test_after_a_ruling_the_shoe_goes_on():
    """The reading that was ruled on is gone; the next is proposed."""
    reading = Reading("TS", "AH")
    reading.contradict("TC")
    reading.release()

    assert (Proposed("AH"), 0) == (reading.next_card(), reading.resumed)


def test_nothing_is_dropped_without_a_hold():
    """A ruling on nothing changes nothing."""
    reading = Reading("TS")
    reading.release()

    assert Proposed("TS") == reading.next_card()


def test_a_hold_of_the_shoe_comes_in_its_turn():
    """Cards read before it are dealt; then a ruling is needed, and starts the shoe again."""
    reading = Reading("TS")
    reading.hear([ShoeHold("a frame's check is wrong")])
    assert Proposed("TS") == reading.next_card()
    reading.take()
    assert Held("a frame's check is wrong") == reading.next_card() == reading.contradict("AH")
    reading.release()

    assert (1, Waiting()) == (reading.resumed, reading.next_card())


def test_a_card_out_of_the_game_says_so():
    """The table burns it, or whatever its rules are."""
    reading = Reading()
    reading.hear([CardRead(0x30, "TS", None)])

    assert Proposed("TS", is_out_of_game=True) == reading.next_card()


def test_a_result_is_kept_for_comparing():
    """And is no card; nor is a note."""
    reading = Reading()
    reading.hear([ShoeNote(0x30, "the shoe stands by"), ResultRead(0x31, Outcome.TIE)])

    assert (ResultRead(0x31, Outcome.TIE), Waiting()) == (reading.result, reading.next_card())


def test_cards_of_no_shoe_are_forgotten_and_a_hold_is_not():
    """When another shoe is loaded."""
    reading = Reading("TS")
    reading.hear([ResultRead(0x31, Outcome.TIE), ShoeHold("noise"), CardRead(0x32, "AH", Side.BANKER)])
    reading.forget()

    assert (None, Held("noise")) == (reading.result, reading.next_card())
