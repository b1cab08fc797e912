"""Race cards by the library: what they come to is what `pitboss tote settle` says."""

import json

import pytest

import pitboss
from pitboss.tote.settle import settle_card
from tests.arch.tree import ROOT

CARDS = sorted((ROOT / "examples/tote").glob("*.json"))
FIGURES = {"sold": "sold", "refunds": "refunds", "takeout": "takeout", "net": "net", "payout": "paid"}


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_a_card_is_priced_as_it_is_settled(path):
    """Pools, prices and tickets are those of the machine interface."""
    answer, card = settle_card(path.read_bytes()), pitboss.price_card(path)

    for name, pool in answer["pools"].items():
        priced = card.pools[name]
        assert {key: pool[key] for key in FIGURES} == {key: getattr(priced, own) for key, own in FIGURES.items()}
        assert pool["breakage"] - pool["minus_pool"] == priced.breakage
        assert {(w["combo"], w["price_2"]) for w in pool["winners"]} == {(w.combo, w.price) for w in priced.winners}
    paid = {ticket.id: (ticket.payout, ticket.refund, ticket.cost) for ticket in card.tickets.values()}
    assert {name: (t["payout"], t["refund"], t["cost"]) for name, t in answer["tickets"].items()} == paid


def test_a_card_may_be_a_document():
    """A mapping is priced as the file with it."""
    path = ROOT / "examples/tote/afternoon.json"
    assert pitboss.price_card(json.loads(path.read_bytes())).pools == pitboss.price_card(str(path)).pools


def test_a_pool_and_a_ticket_are_explained():
    """Both end with what was paid."""
    card = pitboss.price_card(ROOT / "examples/tote/afternoon.json")

    assert "Paid: $84.00." == card.explain("W1")[-1]
    assert "Cost $30.00; refunded $0.00; won $124.00." == card.explain("01")[-1]
    assert "<PricedCard 7 pools, 23 tickets>" == repr(card)


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        (lambda: pitboss.price_card("nope.json"), "'nope.json': cannot be read: No such file"),
        (lambda: pitboss.price_card("no\0pe.json"), "cannot be read"),
        (lambda: pitboss.price_card({"races": object()}), "a document that JSON can hold"),
        (lambda: pitboss.price_card({"horses": {}}), "unknown field"),
        (lambda: pitboss.price_card({}).explain("W9"), "'W9': no such pool or ticket; the pools are none"),
    ],
)
def test_what_nobody_could_mean(deed, said):
    """An error names the value and what was expected."""
    with pytest.raises(pitboss.InputError, match=said):
        deed()
