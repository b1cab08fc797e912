"""A virtual shoe on the pages of those who play from it: promised before the first card, checked in the browser."""

import json

import pytest

from pitboss.games.table import acts as a
from pitboss.games.virtual_shoe import canonical_text, commitment_of
from tests.support.browser import routed
from tests.support.hands import NARROW, WIDE
from tests.support.virtual_house import STREAM, OnHouse, coup, done, virtual_house
from tests.support.web_house import web_house

LOOKS = ({**WIDE, "color_scheme": "light"}, {**NARROW, "color_scheme": "dark"})
OTHER_LOOKS = ({**WIDE, "color_scheme": "dark"}, {**NARROW, "color_scheme": "light"})
CODE = ".shoe-code"


@pytest.fixture
def web(tmp_path):
    """A house with one baccarat table that plays from virtual shoes, its cards stacked."""
    with web_house(virtual_house(tmp_path)) as found:
        table = OnHouse(found).stacked()
        table.do("pit_supervisor", a.RelieveDealer(dealer="dealer"))
        yield found


def falsified(page, change):
    """Let the house show something else than it dealt: its answer is changed on the way."""

    def lie(route):
        answer = route.fetch()
        revealed = answer.json()["revealed"]
        change(revealed)
        route.fulfill(response=answer, body=json.dumps({"revealed": revealed}))

    routed(page, "**/api/streams/*/shoe", lie)


def swapped(revealed):
    """Show the order with its last two different cards in each other's place."""
    order = revealed["order"]
    at = next(place for place in range(len(order) - 2, 0, -1) if order[place] != order[-1])
    order[at], order[-1] = order[-1], order[at]


def promised_anew(revealed):
    """Show another order with the promise that fits it, as if it had been that one from the beginning."""
    swapped(revealed)
    revealed["commitment"] = commitment_of(revealed["order"], revealed["nonce"])


def other_card(revealed):
    """Say that another card had come than the one that did."""
    revealed["dealt"][0] = next(card for card in revealed["order"] if card != revealed["dealt"][0])


def one_too_many(revealed):
    """Show an order in which one card is there once too often, with the promise that fits it."""
    revealed["order"][-1] = next(card for card in revealed["order"] if card != revealed["order"][-1])


def verdict(page):
    """Verify, and return what is told."""
    page.get_by_role("button", name="Verify", exact=True).click()
    page.locator(".shoe-verdict").wait_for()
    return page.locator(".shoe-verdict").inner_text().strip(), page.locator(
        ".shoe-findings .is-false"
    ).all_inner_texts()


def test_a_shoe_is_promised_then_verified_and_a_falsified_one_is_told(web, window):
    """On a watch page and at a seat; the order, the promise, the decks and the cards dealt must all agree."""
    dealer, machine = web.let_in("dealer"), web.bind("P1")
    watch = window(web.url, **WIDE)
    watch.page.goto(f"/watch/{STREAM}")
    seat = window(web.url, **NARROW)
    seat.become(machine)
    seat.page.goto("/seat")
    watch.page.locator("#name", has_text="Pearl").wait_for()
    assert watch.page.locator(".shoe-panel").is_hidden()

    promise = done(dealer, "cards.commit_shoe/1", controls="IC 12", from_back=104)["commitment"]
    watch.page.locator(CODE, has_text=promise).wait_for()
    assert "before its first card" in watch.page.locator(".shoe-promise").inner_text()
    assert watch.page.get_by_role("button", name="Verify").is_hidden()
    seat.page.locator(".shoe-opener", has_text=promise[:8]).tap()
    seat.page.get_by_role("dialog").locator(CODE, has_text=promise).wait_for()
    seat.page.get_by_role("button", name="Close").tap()

    count = coup(web, dealer)
    watch.page.locator(".shoe-promise", has_text=f"{count} cards are out").wait_for()
    late = window(web.url, **WIDE)
    late.page.goto(f"/watch/{STREAM}")
    late.page.locator(CODE, has_text=promise).wait_for()
    shown = done(dealer, "cards.reveal_shoe/1")

    told, wrong = verdict(watch.page)
    assert ("True: shoe 1 was dealt as it was promised", []) == (told.lstrip("✓ "), wrong)
    assert "noted the promise before the first card" in watch.page.locator(".shoe-result").inner_text()
    found = watch.faults_at(*LOOKS)
    verdict(late.page)
    assert "while the shoe was dealt" in late.page.locator(".shoe-result").inner_text()
    seat.page.locator(".shoe-opener", has_text="Verify the shoe").tap()
    seat.page.get_by_role("dialog").wait_for()
    found += seat.faults_at(*OTHER_LOOKS)
    assert [] == found

    lies = {swapped: "promised", promised_anew: "promised", other_card: "Every card", one_too_many: "decks"}
    for lie, what in lies.items():
        falsified(seat.page, lie)
        told, wrong = verdict(seat.page)
        assert told.endswith("False: shoe 1 is not what was promised")
        assert any(what in text for text in wrong), (lie.__name__, wrong)
        seat.page.unroute("**/api/streams/*/shoe")
    assert verdict(seat.page)[0].endswith("was dealt as it was promised")
    assert canonical_text(shown["order"], shown["nonce"]).decode() == watch.page.evaluate(_CANONICAL, shown)


_CANONICAL = """async (shoe) => {
  const page = document.querySelector("script[type=module]").src;
  const { canonicalText } = await import(page.replace("watch.js", "shoe-check.js"));
  return canonicalText(shoe);
}"""
"""What the page takes the digest of."""
