"""A table with virtual shoes over HTTP: the dealer says that a card comes, and the server says which."""

import json

import pytest

from pitboss.games.table import acts as a
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
    table.do("pit_supervisor", a.RelieveDealer(dealer="dealer"))
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


def test_nobody_on_the_net_is_told_the_order(web, dealer):
    """What cannot be read is answered with what was sent, to everybody who works or plays here, and to strangers."""
    done(dealer, COMMIT)
    (kept,) = web.live.floor.journal.secrets("virtual_shoe").values()
    nonce = json.loads(kept)["nonce"]
    guests = [dealer, web.let_in("auditor"), web.bind("P1"), web.bind("D1"), web.bind("S1"), web.visitor()]
    for guest in guests:
        for name in ("a.b", "", "x"):
            refused = guest.command(STREAM, {"type": "cards.reveal_shoe/1", name: 1})
            assert refused.status_code in (400, 401, 403)
            assert nonce not in refused.text
    assert not any(nonce in answer.command.decode() for answer in web.live.floor.journal.answers())


def test_nobody_stands_by_what_the_shoe_says(dealer):
    """It would lie among what waits, before everybody's eyes."""
    done(dealer, COMMIT)
    for tag in ("cards.reveal_shoe/1", "baccarat.deal_card/1"):
        refused = dealer.command(STREAM, act(tag), second=True)
        assert 403 == refused.status_code, refused.text
    assert [] == dealer.get("/api/streams/house").json()["state"]["approvals"]


def test_what_is_asked_for_too_early_shows_no_card(web, dealer):
    """Neither a card nor an order stands in the answer, or in the news."""
    done(dealer, COMMIT)
    auditor = web.let_in("auditor")
    with auditor.socket() as line:
        line.subscribe(STREAM)
        for tag in ("baccarat.deal_card/1", "baccarat.burn_card/1"):
            answer = dealer.command(STREAM, act(tag)).json()
            assert not answer["is_accepted"]
            assert answer["refusal"]["values"].get("card", "AC") == "AC"
        done(dealer, act("table.open_betting/1"))
        early = dealer.command(STREAM, act("cards.reveal_shoe/1")).json()
        assert "waits until the round is over" in early["refusal"]["reason"]
        seen = line.wait("news")
    assert ["table.betting_opened/1"] == [event["type"] for event in seen["events"]]


def test_a_stranger_gets_all_that_is_needed_to_check_a_shoe(web, dealer):
    """When it is over, and nothing of it before."""
    promised = done(dealer, COMMIT)["commitment"]
    address = f"/api/streams/{STREAM}/shoe"
    before = web.visitor().get(address).json()
    done(dealer, act("cards.reveal_shoe/1"))
    found = web.visitor().get(address).json()["revealed"]

    assert {"revealed": None} == before
    assert promised == found["commitment"]
    assert verify_commitment(promised, found["order"], found["nonce"])
