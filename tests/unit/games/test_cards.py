import pytest

from pitboss.errors import BadNotation
from pitboss.games.cards import CARDS, DECK, CardSource, SourceKind, parse_card


def test_a_deck_has_52_different_cards():
    """Every card is read back from its text, and stands at its index."""
    assert 52 == len(set(CARDS))
    assert list(DECK) == [parse_card(text) for text in CARDS]
    assert list(range(52)) == [card.index for card in DECK]


@pytest.mark.parametrize("wrong", ["", "T", "10S", "ts", "1S", "TX", "TS ", "TS\n", None, 7, ["TS"]])
def test_what_is_no_card_is_named(wrong):
    """The error carries the value."""
    with pytest.raises(BadNotation) as caught:
        parse_card(wrong)
    assert wrong == caught.value.value


def test_a_source_gives_no_card_more_often_than_it_has_it():
    """After both tens of spades of two decks came, there is no third."""
    source = CardSource(2, drawn=["TS"])
    assert source.can_give("TS")
    source.drawn.append("TS")
    assert (False, 102) == (source.can_give("TS"), source.count)
    assert (0, 2) == (source.copies_left()[parse_card("TS").index], source.copies_left()[0])


@pytest.mark.parametrize(
    ("kind", "roles"),
    [
        (SourceKind.DEALER, ("dealer",)),
        (SourceKind.SHOE, ("dealer", "device")),
        (SourceKind.VIRTUAL, ("dealer", "device")),
    ],
)
def test_a_source_says_who_tells_its_cards(kind, roles):
    """A device speaks only for a shoe that reads, or a virtual one."""
    assert roles == CardSource(6, kind).roles
