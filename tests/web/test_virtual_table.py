"""A table with virtual shoes over HTTP: the dealer says that a card comes, and the server says which."""

import pytest

from pitboss.games import house_acts as house
from pitboss.games.virtual_shoe import verify_commitment
from tests.support.virtual_house import STREAM, OnHouse, virtual_house
from tests.support.web_guest import act
from tests.support.web_house import web_house

COMMIT = act("cards.commit_shoe/1", controls="IC 12", from_back=104)


@pytest.fixture
def web(tmp_path):
    """A house with one baccarat table that plays from virtual shoes."""
    with web_house(virtual_house(tmp_path)) as found:
        yield found


@pytest.fixture
def table(web):
    """The table with its cards stacked."""
    return OnHouse(web).stacked()


@pytest.fixture
def dealer(web, table):
    """The table's dealer, signed in."""
    table.do("pit_supervisor", house.RelieveDealer(dealer="dealer"))
    return web.let_in("dealer")


def done(guest, deed):
    """Have something done that must be accepted; return its last event."""
    answer = guest.command(STREAM, deed).json()
    assert answer["is_accepted"], answer
    return answer["events"][-1]


def fields(guest, tag):
    """Return the fields that an act is offered with, and whether there is an offer of it."""
    offers = guest.get(f"/api/streams/{STREAM}/offers").json()["offers"]
    return [set(offer["fields"]) for offer in offers if offer["act"] == tag]


def test_a_shoe_from_its_commitment_to_its_order(web, table, dealer):
    """Nothing of the order is sent by the dealer, and all of it can be checked at the end."""
    assert [{"controls", "from_back"}] == fields(dealer, "cards.commit_shoe/1")
    promised = done(dealer, COMMIT)["commitment"]
    done(dealer, act("table.open_betting/1"))
    table.bet(3, "player", 1_000)
    done(dealer, act("baccarat.call_no_more_bets/1"))
    assert [set()] == fields(dealer, "baccarat.deal_card/1")
    cards = [done(dealer, act("baccarat.deal_card/1"))["card"] for _ in range(4)]
    refused = dealer.command(STREAM, act("baccarat.deal_card/1", card="2C"))
    assert (400, "act.card") == (refused.status_code, refused.json()["values"]["field"])
    state = web.live.floor.look(STREAM).state
    assert cards == state.cards.shoe.drawn
    order = web.live.floor.journal.secrets("virtual_shoe")
    assert [promised] == list(order)


def test_the_fields_that_the_server_says_are_marked(dealer):
    """A page asks nobody for them."""
    acts = dealer.get(f"/api/streams/{STREAM}/acts").json()["acts"]
    for tag, name in (("cards.commit_shoe/1", "commitment"), ("baccarat.deal_card/1", "card")):
        assert acts[tag]["properties"][name]["x-server"]
        assert name not in acts[tag]["required"]
    assert "x-server" not in acts["cards.commit_shoe/1"]["properties"]["controls"]


def test_a_shoe_is_shown_by_its_dealer(dealer):
    """Without saying anything of it."""
    promised = done(dealer, COMMIT)["commitment"]
    shown = done(dealer, act("cards.reveal_shoe/1"))
    assert verify_commitment(promised, shown["order"], shown["nonce"])
