"""The tote's windows over HTTP: tickets on paper, copies, readers, and tickets of earlier days."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitboss.decider import Person, Role
from pitboss.floor.commands import TRIES
from pitboss.floor.race_cards import card_of
from pitboss.floor.rate_limit import Buckets
from pitboss.tote.day import acts as a
from tests.support.day_driver import order_of, runners
from tests.support.web_guest import act
from tests.support.web_house import tote_day, until, web_house, written_house
from tests.support.web_paper import on_paper

TEMPLATE = {
    "track": "FVD",
    "name": "Fox Valley Downs",
    "permit": "State permit 12",
    "races": [{"number": 1, "kind": "purse", "post_after_minutes": 10, "runners": runners(6)}],
    "pools": [{"type": "win", "races": [1], "minimum_minor": 200, "takeout": "0"}],
}
MANAGER, SUPERVISOR = Person("mutuel-manager", Role.MUTUEL_MANAGER), Person("mutuel-supervisor", Role.MUTUEL_SUPERVISOR)
SIGNAL = Person("signal", Role.DEVICE)
BET = {"track": "FVD", "race": 1, "bet": "$2 WN 4"}
PRINTERS = """
[[printer]]
terminal = "W1"
kind = "folder"
folder = "paper"

[[printer]]
terminal = "W2"
kind = "socket"
address = "127.0.0.1:1"
"""


def today():
    """Return the house's own day."""
    return tote_day().date


class Hall:
    """A house whose tote sells; W1 has a printer that works, W2 one that does not, S1 none."""

    def __init__(self, web, folder: Path):
        self.web, self.folder = web, folder
        self.today = today()
        self.open()
        for number, name in enumerate(("W1", "W2", "S1"), 1):
            kind = a.TerminalKind.SELF_SERVICE if name == "S1" else a.TerminalKind.WINDOW
            web.did("tote", SUPERVISOR, a.OpenTerminal(terminal=name, window=number, kind=kind))
        self.teller = web.let_in("teller")

    def open(self):
        """Open the day's card."""
        later = self.today - today()
        card = card_of(TEMPLATE, datetime.now(UTC) + later, tote_day(later.days))
        self.web.did("tote", MANAGER, a.OpenCard(card=card))  # type: ignore[arg-type]

    def sell(self, terminal, key, who=None):
        """Sell a ticket; return the answer."""
        deed = act("tote.sell_ticket/1", terminal=terminal, bets=[BET])
        return (who or self.teller).command("tote", deed, key=key)

    def sold(self, terminal, key, who=None):
        """Sell a ticket that must be sold."""
        answer = self.sell(terminal, key, who).json()
        assert answer["is_accepted"], answer
        return answer["events"][0] | ({} if who is None else on_paper(who, key))

    def close(self):
        """Run the race, which 4 wins, and close the day."""
        for deed in (
            a.StopBetting(track="FVD", race=1),
            a.PostResult(track="FVD", race=1, order=order_of("4-1-2-3-5-6")),
            a.DeclareOfficial(track="FVD", race=1),
        ):
            self.web.did("tote", SIGNAL, deed)
        self.web.did("tote", MANAGER, a.CloseDay())

    def midnight(self):
        """Let midnight pass."""
        before, self.today = self.web.live.names["tote"], self.today + timedelta(days=1)
        self.web.live.days.today = lambda _: self.today
        until(lambda: self.web.live.names["tote"] != before)


@pytest.fixture
def hall(tmp_path):
    """Return a hall."""
    house = written_house(tmp_path)
    house.write_text(house.read_text() + PRINTERS)
    with web_house(house) as web:
        yield Hall(web, tmp_path)


def test_a_ticket_comes_out_of_the_windows_printer_and_from_nowhere_else(hall):
    """One file a sale; its PDF is not given out a second time, a copy is, to those who may have one."""
    hall.sold("W1", "a")
    paper = hall.folder / "paper"
    until(lambda: len(list(paper.glob("*.pdf"))) == 1)
    refused = hall.teller.get("/api/tote/tote/papers/a")
    assert (403, True) == (refused.status_code, "has a printer" in refused.json()["reason"])
    body = {"key": "c", "terminal": "W1", "serial": 1}
    assert hall.teller.post("/api/tote/tote/copies", body).json()["is_accepted"]
    until(lambda: len(list(paper.glob("*.pdf"))) == 2)
    assert 403 == hall.web.let_in("dealer").post("/api/tote/tote/copies", body).status_code
    assert 400 == hall.teller.post("/api/tote/tote/copies", {**body, "key": "d", "serial": 9}).status_code


def test_a_ticket_that_did_not_come_out_is_reported_and_the_seller_sees_it(hall):
    """On the socket as news, at the desk as an alarm; then the window sells again."""
    with hall.teller.socket() as line:
        line.subscribe("tote")
        sold = hall.sold("W2", "a")
        tags = ["tote.ticket_undelivered/1"]
        news = line.wait("news", where=lambda one: [event["type"] for event in one["events"]] == tags)
    assert (1, "printer", "teller") == tuple(news["events"][0][name] for name in ("serial", "cause", "by"))
    until(hall.web.alarms)
    assert "ticket 1 of W2 did not come out: the printer cannot be reached" in hall.web.alarms()[0][2]
    until(lambda: hall.sell("W2", "b").status_code == 200)
    found = hall.teller.post("/api/tote/scan", {"payload": f"{sold['ticket']}-{sold['check']}"}).json()
    assert (False, "W2", 1) == (found["is_delivered"], found["terminal"], found["serial"])


def test_a_sale_without_a_printer_is_a_pdf_for_its_seller(hall):
    """By the sale's own key, until the terminal sells the next."""
    machine = hall.web.bind("S1")
    hall.sold("S1", "a", machine)
    found = machine.get("/api/tote/tote/papers/a")
    assert (200, "application/pdf", b"%PDF-") == (found.status_code, found.headers["content-type"], found.content[:5])
    assert 400 == hall.teller.get("/api/tote/tote/papers/a").status_code
    assert 401 == hall.web.visitor().get("/api/tote/tote/papers/a").status_code
    hall.sold("S1", "b", machine)
    assert 403 == machine.get("/api/tote/tote/papers/a").status_code
    assert 200 == machine.get("/api/tote/tote/papers/b").status_code


def test_what_a_reader_scans_is_a_ticket_or_a_clear_error(hall):
    """Five wrong tickets, and the window waits; those without a part in tickets have none read."""
    sold = hall.sold("S1", "a", hall.web.bind("S1"))
    payload = f"{sold['ticket']}-{sold['check']}"
    found = hall.teller.post("/api/tote/scan", {"payload": f"{payload}\r\n"})
    stream = hall.web.live.names["tote"]
    expected = {"stream": stream, "ticket": sold["ticket"], "check": sold["check"], "terminal": "S1", "serial": 1,
                "state": "issued", "is_delivered": True, "exchange": None}  # fmt: skip
    shown = found.json()
    worth, bets, confirm, at = (shown.pop(part) for part in ("worth", "bets", "confirm", "sold_at"))
    assert {**expected, "window": 3} == shown
    assert datetime.fromisoformat(at).tzinfo is not None
    assert ("cancel", ["Not decided yet."], []) == (worth["does"], bets[0]["lines"], confirm)
    assert "characters" in hall.teller.post("/api/tote/scan", {"payload": payload[:-1]}).json()["reason"]
    assert 403 == hall.web.let_in("dealer").post("/api/tote/scan", {"payload": payload}).status_code
    wrong = f"{sold['ticket']}-{'A' * 6}"
    hall.web.server.house.desk.tries = Buckets(most=TRIES, rate=TRIES / 60, clock=lambda: 0.0)
    statuses = [hall.teller.post("/api/tote/scan", {"payload": wrong}).status_code for _ in range(6)]
    assert [400] * 5 + [429] == statuses
    assert 429 == hall.teller.post("/api/tote/scan", {"payload": payload}).status_code


def test_a_ticket_of_an_earlier_day_is_cashed_in_its_own(hall):
    """Sent to the tote as it is called, on the next day: its number says where it belongs; once."""
    machine = hall.web.bind("S1")
    sold = hall.sold("S1", "a", machine)
    first = hall.web.live.names["tote"]
    hall.close()
    hall.midnight()
    hall.open()
    fresh = hall.sold("S1", "b", machine)
    assert (1, hall.today.strftime("%Y%m%d")) == (fresh["serial"], fresh["ticket"][:8])
    cash = act("tote.cash_ticket/1", terminal="W1", ticket=sold["ticket"], check=sold["check"])
    answer = hall.teller.command("tote", cash, key="cash").json()
    assert (True, 210) == (answer["is_accepted"], answer["events"][0]["total_minor"])
    assert answer["events"] == hall.teller.get("/api/streams/tote/answers/cash").json()["events"]
    assert (
        first == hall.teller.post("/api/tote/scan", {"payload": f"{sold['ticket']}-{sold['check']}"}).json()["stream"]
    )
    again = hall.teller.command("tote", cash, key="again").json()
    assert "was paid already" in again["refusal"]["reason"]
    assert 200 == hall.teller.get("/api/tote/tote/papers/cash").status_code


def test_a_sale_that_is_sent_again_after_midnight_is_the_same_sale(hall):
    """The answer was lost, and the day has changed: one ticket, not two."""
    machine = hall.web.bind("S1")
    sold = hall.sold("S1", "a", machine)
    hall.close()
    hall.midnight()
    hall.open()
    assert sold == hall.sold("S1", "a", machine)
    assert 0 == hall.web.live.floor.view(hall.web.live.names["tote"], lambda live: len(live.state.tickets))


def test_a_sale_that_is_sent_again_after_a_new_start_on_the_next_day_is_the_same_sale(tmp_path, monkeypatch):
    """The house was down over midnight, and the machine sends again what it had no answer to."""
    house, first = written_house(tmp_path), today()
    with web_house(house) as web:
        hall = Hall(web, tmp_path)
        machine = web.bind("S1")
        sold = hall.sell("S1", "a", machine).json()["events"]
        hall.close()
    monkeypatch.setattr("pitboss.floor.tote_days.business_day_of", lambda *_: first + timedelta(days=1))
    with web_house(house) as web:
        web.took(machine)
        answer = machine.command("tote", act("tote.sell_ticket/1", terminal="S1", bets=[BET]), key="a").json()
        assert f"tote-{first + timedelta(days=1)}" == web.live.names["tote"]
    assert sold == answer["events"]


def test_a_beat_says_which_day_the_tote_has(hall):
    """So that whoever watches the day before subscribes again."""
    with hall.web.visitor().socket() as line:
        assert {"tote": f"tote-{today()}"} == line.wait("beat")["days"]
        hall.close()
        hall.midnight()
        found = line.wait("beat", where=lambda one: one["days"]["tote"] != f"tote-{today()}")
        state = line.subscribe("tote")
    assert found["days"]["tote"] == state["stream"] == f"tote-{hall.today}"
