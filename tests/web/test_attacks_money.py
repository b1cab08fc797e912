"""Attacks on the money of a served house: what each tries, and what stands in its way."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

from pitboss.floor.sealed_bets import read_sealed
from pitboss.floor.verify.verify import verify
from pitboss.journal import open_journal
from pitboss.journal.lines import texts
from tests.support.evening_faults import commits, rewrite
from tests.support.web_guest import act
from tests.support.web_house import switch, until
from tests.support.web_trial import RACE, STANDING, Trial

TICKET = re.compile(r"\d{8}-[A-Z2-7]{20}")


def test_attack_01_past_posting(trial):
    """No bet is recorded after the close, and a bet that is changed in the sealed file is seen."""
    trial.open_tote()
    early = trial.sold()
    closed = trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)["last"]
    late = trial.sell(bet="$2 WN 3").json()
    assert not late["is_accepted"], "a bet came in after the close"
    with trial.at("teller", "W1").socket() as line:
        deed = act("tote.sell_ticket/1", terminal="W1", bets=[{**RACE, "bet": "$2 WN 3"}])
        assert not line.command("tote", deed)["is_accepted"]
    live = trial.web.live.floor
    bodies = [record.body for record in live.journal.read(trial.web.live.desk.named("tote"), after=closed)]
    assert [] == [body for body in bodies if b"ticket_sold" in body]
    data = _exported(trial)[0].read_bytes()
    found = read_sealed(data)
    assert found is not None
    assert [early["ticket"]] == [bet["ticket"] for bet in found[1]]
    altered = data.replace(b'"amount_minor":200', b'"amount_minor":900')
    assert altered != data
    assert read_sealed(altered) is None, "a changed bet was not seen"
    assert STANDING == trial.standing()


def _exported(trial: Trial) -> list[Path]:
    folder = Path(str(trial.web.live.file.tote[0].export))
    until(lambda: list(folder.glob("*.jsonl")), trial.patience)
    until(lambda: all(read_sealed(file.read_bytes()) for file in folder.glob("*.jsonl")), trial.patience)
    return list(folder.glob("*.jsonl"))


def test_attack_02_double_cashing(trial):
    """One ticket at several windows at once is paid once."""
    trial.open_tote()
    ticket = trial.sold()
    trial.run_race()
    windows = [("W1", trial.at("cashier", "W1")), ("W2", trial.at("cashier", "W2")), ("S1", trial["S1"])]

    def present(number: int) -> bool:
        window, guest = windows[number % 3]
        deed = act("tote.cash_ticket/1", terminal=window, ticket=ticket["ticket"], check=ticket["check"])
        return bool(guest.command("tote", deed, key=f"n{number}").json()["is_accepted"])

    for _, guest in windows:
        assert 200 == guest.get("/api/me").status_code
    with ThreadPoolExecutor(8) as pool:
        paid = list(pool.map(present, range(40)))
    assert 1 == sum(paid), f"the ticket was paid {sum(paid)} times"
    assert STANDING == trial.standing()


def test_attack_03_insider_void(trial):
    """Nobody cancels another's ticket alone, and nobody any ticket after the close."""
    trial.open_tote()
    theirs, mine = trial.sold(window="W2"), trial.sold(window="W1")
    cancel = act("tote.cancel_ticket/1", terminal="W2", serial=theirs["serial"], method="serial")
    for thief in (trial.at("teller", "W1"), trial["teller"]):
        response = thief.command("tote", cancel)
        assert 202 == response.status_code, "another window's ticket was cancelled by one person"
        approval = response.json()["approval"]
        assert 403 == thief.approve(approval).status_code
    trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    late = act("tote.cancel_ticket/1", terminal="W1", serial=mine["serial"], method="serial")
    assert not trial.at("teller", "W1").command("tote", late).json()["is_accepted"]
    assert STANDING == trial.standing()


def test_attack_04_ticket_forging(trial):
    """Numbers are the server's, cannot be told from others, and stand whole on no screen."""
    trial.open_tote()
    for text in ('"tote.sell_ticket/1"', '"tote.sell_ticket\\/1"', '"tote.sel\\u006c_ticket/1"'):
        with trial.at("teller", "W1").socket() as line:
            bets = json.dumps([{**RACE, "bet": "$2 WN 3"}])
            deed = f'{{"type": {text}, "terminal": "W1", "bets": {bets}, "nonce": "{"A" * 20}"}}'
            line.socket.send(f'{{"type": "command", "stream": "tote", "key": "k", "act": {deed}}}')
            answer = next(one for one in iter(line.next, None) if one.get("key") == "k")
            assert "problem" == answer["type"], "a client chose its own ticket number"
    tickets = [trial.sold(key=f"sale-{number}") for number in range(12)]
    numbers = [ticket["ticket"].partition("-")[2] for ticket in tickets]
    assert 12 == len(set(numbers))
    assert all(len(number) * 5 >= 64 for number in numbers)
    shared = [a == b for one, two in pairwise(numbers) for a, b in zip(one, two, strict=True)]
    assert sum(shared) < len(shared) / 4, "one number tells the next"
    with trial["auditor"].socket() as line:
        line.subscribe("tote")
        trial.run_race()
        said = line.wait("news", where=lambda one: any("pool_settled" in event["type"] for event in one["events"]))
    screens = [
        said,
        trial["auditor"].get("/api/streams/tote").json(),
        trial["pit-manager"].get("/api/streams/house").json(),
    ]
    assert not TICKET.search(json.dumps(screens)), "a screen lists whole numbers of winning tickets"
    assert STANDING == trial.standing()


def alarmed(trial):
    """List the terminals of which the pit is told; that supervisors are counted may be an alarm of its own."""
    return [about for kind, about, _ in trial.web.alarms() if kind == "terminal"]


def test_attack_05_terminal_spoofing(trial):
    """A copied cookie and a copied key are refused and alarmed; an unknown or switched-off machine gets nothing."""
    trial.open_table("T1", "T2")
    thief = trial.web.took(trial["T1"].elsewhere())
    assert 401 == trial.bet(thief).status_code, "a copied cookie bet from another machine"
    with thief.socket() as second:
        assert "problem" == second.next()["type"], "a copied cookie opened a line"
    with trial["T1"].socket() as line:
        line.wait("welcome")
        thief.key = trial["T1"].key
        assert 403 == trial.bet(thief).status_code, "a copied key bet from another machine"
        with thief.socket() as second:
            assert "problem" == second.next()["type"]
            assert 4403 == second.closed()
        assert (
            "answer"
            == line.command("automatic-1", act("automatic.place_bet/1", terminal="T1", bet="red", chip_minor=100))[
                "type"
            ]
        )
        until(lambda: alarmed(trial), trial.patience)
        assert ["T1"] == alarmed(trial)
    other = trial.bet("T1", terminal="T2").json()
    assert not other["is_accepted"], "one terminal bet from another's credits"
    switch(trial.web, "T2", is_on=False)
    assert 403 == trial.bet("T2", terminal="T2").status_code
    stranger = trial.web.visitor()
    stranger.cookies["pitboss_terminal"] = "x" * 43
    assert 401 == trial.bet(stranger).status_code
    assert STANDING == trial.standing()


def test_attack_06_replay(trial):
    """What is sent again has one effect and the same answer; an ended session is dead."""
    trial.open_table("T1")
    first = trial.bet("T1", key="k1").json()
    again = trial.bet("T1", key="k1").json()
    assert 100 == trial.staked(), "a bet that was sent twice counted twice"
    assert first == again
    changed = act("automatic.place_bet/1", terminal="T1", bet="red", chip_minor=500)
    assert 409 == trial["T1"].command("automatic-1", changed, key="k1").status_code
    dealer = trial["dealer"]
    assert 204 == dealer.post("/api/sign-out").status_code
    stolen = trial.web.visitor()
    stolen.cookies, stolen.csrf = dict(trial.known["dealer"].cookies), dealer.csrf
    assert 401 == stolen.command("automatic-1", act("automatic.spin_ball/1", direction="against")).status_code
    assert STANDING == trial.standing()


def test_attack_07_privilege_escalation(trial):
    """Role and person come from the session alone, and the default is refusal."""
    trial.open_table("T1", "T2")
    spin = act("automatic.spin_ball/1", direction="against")
    for name, deed in (
        ("T1", spin),
        ("teller", spin),
        ("admin", spin),
        ("dealer", act("automatic.enrol_terminal/1", terminal="T9")),
        ("auditor", act("table.close/1")),
    ):
        assert 403 == trial[name].command("automatic-1", deed).status_code, f"{name} did what is not theirs"
    promoted = act("house.change_role/1", person="dealer", role="director")
    assert 403 == trial["dealer"].command("house", promoted).status_code
    for name in ("dealer", "teller", "cashier", "admin"):
        assert 403 == trial[name].get("/api/ledger").status_code, f"{name} read the ledger"
    guest = trial["dealer"]
    body = {"key": "k", "act": act("automatic.enrol_terminal/1", terminal="T9"), "role": "director"}
    assert 400 == guest.post("/api/streams/automatic-1/commands", body).status_code
    headers = {"x-role": "director", "x-forwarded-user": "director"}
    assert "dealer" == guest.get("/api/me", headers=headers).json()["role"]
    assert 403 == trial["T1"].get("/api/streams/house").status_code
    assert 404 == trial["T2"].get("/api/streams/automatic-1/answers/k1").status_code
    assert STANDING == trial.standing()


def test_attack_10_ticket_oracle(limited):
    """A wrong code is answered alike whatever became of the ticket, and guessing is slowed."""
    limited.open_tote()
    tickets = [limited.sold(), limited.sold(), limited.sold(window="W2")]
    limited.do(limited.at("teller", "W1"), "tote", "tote.cancel_ticket/1", terminal="W1",
             serial=tickets[1]["serial"], method="serial")  # fmt: skip
    limited.run_race()
    assert limited.cash(tickets[0], window="W2").json()["is_accepted"]
    # No time passes in which a window might guess again.
    now = time.monotonic()
    limited.web.live.desk.tries.clock = lambda: now
    told = set()
    for ticket in tickets:
        refusal = limited.cash(ticket, check="AAAAAA").json()["refusal"]
        told.add(json.dumps(refusal).replace(ticket["ticket"], "N"))
    assert 1 == len(told), "the answer to a wrong code tells paid, cancelled and waiting tickets apart"
    guesses = [limited.cash(tickets[2], check=f"AAAAA{letter}").status_code for letter in "BCDE"]
    assert [200, 200, 429, 429] == guesses, "guesses went on"
    assert 429 == limited.cash(tickets[2]).status_code
    assert STANDING == limited.standing()


def test_attack_11_log_tampering(trial):
    """A stored bet that is changed past the server is found by verification."""
    trial.open_tote()
    trial.sold()
    path = next(trial.folder.glob("house.db"))
    trial.web.live.floor.close()
    (sold,) = [text for row in commits(str(path)) for text in texts(row.body) if b"ticket_sold" in text]
    altered = sold.replace(b'"total_minor":200', b'"total_minor":900')
    assert altered != sold
    rewrite(str(path), lambda every: [[altered if text == sold else text for text in own] for own in every])
    journal = open_journal(str(path), is_reader=True)
    report = verify(journal)
    journal.close()
    assert [fault for fault in report.faults if "chain" in str(fault)], "a changed bet was not found"
