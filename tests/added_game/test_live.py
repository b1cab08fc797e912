"""A game that was added is played on the live floor: journal, second count, replay, HTTP, WebSocket."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.books import balances
from pitboss.journal import open_journal
from tests.added_game.bigsix.game import GAME
from tests.added_game.case import EDITION
from tests.support.web_guest import act
from tests.support.web_house import WebHouse, web_house, written_house

pytestmark = pytest.mark.usefixtures("added")
ROUND = (
    act("table.inspect_equipment/1", items=["wheel of 54 stops"]),
    act("table.open/1"),
    act("table.open_betting/1"),
    act("bigsix.place_wager/1", player="Ann", bet="joker", stake_minor=500),
    act("bigsix.place_wager/1", player="Bob", bet="1", stake_minor=2_000),
    act("bigsix.remove_wager/1", player="Bob", bet="1", stake_minor=500),
    act("bigsix.call_no_more_bets/1"),
    act("bigsix.enter_stop/1", symbol="joker"),
    act("bigsix.pay_winners/1"),
)
"""Ann wins 45 to 1 on the joker, and Bob loses what he left."""


def house_with_wheel(folder: Path) -> Path:
    """Write a house with one big six wheel and nothing to play on besides it but the tote."""
    table = folder / "wheel.toml"
    table.write_text(f'rulebook = "{EDITION}"\nname = "Lucky Wheel"\n', encoding="utf-8")
    return written_house(folder, tables=(("wheel-1", str(table)),), terminals=())


def played(web: WebHouse) -> list[bool]:
    """Play the round as the dealer, by HTTP; return which acts were accepted."""
    dealer = web.let_in("dealer")
    return [dealer.command("wheel-1", deed).json()["is_accepted"] for deed in ROUND]


def test_a_round_is_played_recorded_and_proved(tmp_path):
    """Every act is accepted, and verify finds no fault: chain, postings, second count and replay agree."""
    with web_house(house_with_wheel(tmp_path)) as web:
        accepted = played(web)
    with closing(open_journal(str(tmp_path / "house.db"), is_reader=True)) as journal:
        report = verify(journal)
        books = balances(journal)

    assert ([True] * len(ROUND), ()) == (accepted, report.faults)
    assert (0, 1_500 - 45 * 500) == (sum(books.values()), books["USD:wheel-1/rack"])


def test_without_a_second_count_verify_says_so(tmp_path, monkeypatch):
    """A game that brings no second count of its money is found out at its first wager."""
    with web_house(house_with_wheel(tmp_path)) as web:
        played(web)
    monkeypatch.setitem(games._added, "bigsix", replace(GAME, recount={}))
    with closing(open_journal(str(tmp_path / "house.db"), is_reader=True)) as journal:
        report = verify(journal)

    assert "the recount by 0" in str(report.faults[0])


def test_it_has_its_place_in_the_api(tmp_path):
    """Stream list, view, sign, layout, the fields of its acts, and offers that name them."""
    with web_house(house_with_wheel(tmp_path)) as web:
        played(web)
        guest, dealer = web.visitor(), web.let_in("dealer")
        streams = {line["stream"]: line for line in guest.get("/api/streams").json()}
        parts = {name: guest.get(f"/api/streams/wheel-1/{name}").json() for name in ("sign", "layout", "acts")}
        state = guest.get("/api/streams/wheel-1").json()["state"]
        offers = {offer["act"] for offer in dealer.get("/api/streams/wheel-1/offers").json()["offers"]}

    assert ("bigsix", "table") == (streams["wheel-1"]["game"], streams["wheel-1"]["kind"])
    assert ([{"symbol": "joker"}], "Lucky Wheel") == (state["results"], state["name"])
    assert "Big six" == parts["sign"]["title"]
    assert ["1", "2", "5", "10", "20", "joker", "flag"] == [spot["bet"] for spot in parts["layout"]["spots"]]
    assert {"bigsix.enter_stop/1", "table.open/1"} <= parts["acts"]["acts"].keys()
    assert {"table.open_betting/1", "table.close/1"} <= offers


def test_watchers_are_told(tmp_path):
    """The public hears of the symbol and of no player's row; who may act is said by the act itself."""
    with web_house(house_with_wheel(tmp_path)) as web, web.visitor().socket() as line:
        line.subscribe("wheel-1")
        played(web)
        events: list[dict[str, Any]] = []
        while not events or events[-1]["type"] != "bigsix.round_settled/1":
            events += line.wait("news")["events"]
        teller = web.let_in("teller").command("wheel-1", ROUND[2])

    assert {"type": "bigsix.round_settled/1", "round": 1, "symbol": "joker"} == events[-1]
    assert 403 == teller.status_code
