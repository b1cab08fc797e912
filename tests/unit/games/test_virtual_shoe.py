import hashlib

import pytest

from pitboss.games.cards import CARDS
from pitboss.games.virtual_shoe import canonical_text, commitment_of, finding, verify_commitment
from tests.arch.tree import ROOT

ORDER = CARDS * 2


def test_the_commitment_can_be_made_with_nothing_but_sha_256():
    """An outsider takes the hash of the canonical text, which is plain JSON."""
    text = '["pitboss.shoe/1","n",["AC","2C"]]'
    assert text.encode() == canonical_text(["AC", "2C"], "n")
    assert hashlib.sha256(text.encode()).hexdigest() == commitment_of(["AC", "2C"], "n")


@pytest.mark.parametrize(("order", "nonce"), [(CARDS, "m"), (CARDS[::-1], "n"), (CARDS[:-1], "n")])
def test_another_order_or_nonce_does_not_verify(order, nonce):
    """Only what was committed to does."""
    assert verify_commitment(commitment_of(CARDS, "n"), CARDS, "n")
    assert not verify_commitment(commitment_of(CARDS, "n"), order, nonce)


def test_cards_and_nonce_do_not_run_into_each_other():
    """The same characters, parted elsewhere, are another text."""
    assert canonical_text(["AC"], 'n",["2C') != canonical_text(["AC", "2C"], "n")


@pytest.mark.parametrize(
    ("order", "dealt", "found"),
    [
        (ORDER, ORDER[:20], None),
        (ORDER, (), None),
        (ORDER[:-1], (), "the order has 103 cards, not 2 full decks"),
        ((*ORDER[:-1], "AC"), (), "the order has 104 cards, not 2 full decks"),
        (ORDER, ("AC", "KS"), "card 2 was KS, and the order has 2C"),
    ],
)
def test_a_reveal_is_held_to_decks_and_cards(order, dealt, found):
    """The order must be full decks and begin with the cards dealt."""
    assert found == finding(commitment_of(order, "n"), order, "n", decks=2, dealt=dealt)


def test_a_reveal_is_held_to_the_commitment():
    """An order that was not committed to is not looked at further."""
    expected = "the order and the nonce are not what was committed to"
    assert expected == finding("0" * 64, ORDER, "n", decks=2, dealt=())


def test_the_example_for_outsiders_is_true():
    """What the documents say of two cards is what is committed to."""
    page = (ROOT / "docs/transcripts.md").read_text(encoding="utf-8")
    assert f"`{canonical_text(['AC', '2C'], 'n').decode()}`" in page
    assert commitment_of(["AC", "2C"], "n") in page
