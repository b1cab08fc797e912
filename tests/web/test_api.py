"""The HTTP API by its everyday questions: streams, boards, offers, answers, second persons, the ledger, figures."""

import pytest
from prometheus_client import CONTENT_TYPE_LATEST

from tests.support.durable import script as read_script
from tests.support.web_guest import act
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """Yield a house on the net."""
    with web_house(written_house(tmp_path)) as web:
        yield Trial(web, tmp_path)


def test_boards_and_streams_are_for_everybody(trial):
    """Anybody may see which streams there are and the board of a race; the house's own stream is for staff."""
    trial.open_tote()
    anybody = trial.web.visitor()
    assert "house" not in {line["stream"] for line in anybody.get("/api/streams").json()}
    assert "house" in {line["stream"] for line in trial["dealer"].get("/api/streams").json()}
    assert 1 == anybody.get("/api/streams/tote/board").json()["board"]["race"]
    assert 400 == anybody.get("/api/streams/tote/board?track=XXX&race=1").status_code
    assert {"board": None} == anybody.get("/api/streams/roulette-1/board").json()


def test_offers_are_what_one_may_do(trial):
    """A dealer is offered the inspection of a closed table; somebody whom nobody knows must sign in."""
    found = trial["dealer"].get("/api/streams/roulette-1/offers").json()
    assert "table.inspect_equipment/1" in {offer["act"] for offer in found["offers"]}
    assert 401 == trial.web.visitor().get("/api/streams/roulette-1/offers").status_code


def test_offers_may_be_asked_for_in_brief(trial):
    """Of an act that is asked for in brief only the name is told, once, and of the others everything."""
    supervisor = trial["pit-supervisor"]
    whole = supervisor.get("/api/streams/roulette-1/offers").json()["offers"]
    brief = supervisor.get("/api/streams/roulette-1/offers?brief=table.set_limit/1").json()["offers"]
    limits = [offer for offer in brief if offer["act"] == "table.set_limit/1"]
    assert [({}, False)] == [(offer["fields"], offer["alone"]) for offer in limits]
    assert [one for one in whole if one["act"] != "table.set_limit/1"] == [one for one in brief if one not in limits]


def test_an_offer_says_who_confirms_it(trial):
    """Alone, or with a second person; where it is sent so it waits for one of those roles."""
    found = trial["pit-supervisor"].get("/api/streams/roulette-1/offers").json()["offers"]
    limit = next(offer for offer in found if offer["act"] == "table.set_limit/1")
    staff = next(offer for offer in found if offer["alone"])
    assert (False, []) == (limit["alone"], staff["confirm"])
    assert {"floorperson", "pit_manager"} <= set(limit["confirm"])
    assert not {"pit_supervisor", "dealer", "admin"} & set(limit["confirm"])


def test_one_is_told_what_one_may_read(trial):
    """An auditor reads people and ledger, a dealer neither."""
    auditor, dealer = (trial[name].get("/api/me").json()["reads"] for name in ("auditor", "dealer"))
    assert {"people", "read"} <= set(auditor)
    assert not {"people", "read"} & set(dealer)


def test_an_answer_is_found_again_by_its_key(trial):
    """Under one's own key; another's is not known."""
    items = act("table.inspect_equipment/1", items=["betting layout"])
    first = trial["dealer"].command("roulette-1", items, key="k1").json()
    assert first == trial["dealer"].get("/api/streams/roulette-1/answers/k1").json()
    assert 404 == trial["teller"].get("/api/streams/roulette-1/answers/k1").status_code


def test_a_second_person_over_http(trial):
    """An act of an administrator waits, is declined once, and done when somebody stands by; each has half a code."""
    deed = act("house.add_person/1", person="zed", name="Zed", role="dealer")
    waiting = trial["admin"].command("house", deed, key="k1")
    assert 202 == waiting.status_code
    assert 204 == trial["auditor"].post(f"/api/approvals/{waiting.json()['approval']}/decline").status_code
    again = trial["admin"].command("house", deed, key="k2").json()
    done = trial["auditor"].post(f"/api/approvals/{again['approval']}").json()
    assert (True, "k2") == (done["is_accepted"], done["key"])
    assert 401 == trial.web.visitor().first_sign_in("zed", done["code"], "a good pot of tea").status_code
    both = f"{again['code']} {done['code']}"
    assert 200 == trial.web.visitor().first_sign_in("zed", both, "a good pot of tea").status_code


def test_the_ledger_is_for_those_who_may_read_it(trial):
    """An auditor sees what every account holds, a teller does not."""
    assert 200 == trial["auditor"].get("/api/ledger").status_code
    assert 403 == trial["teller"].get("/api/ledger").status_code


def test_who_am_i(trial):
    """A browser without cookies is nobody; signing out ends a session."""
    assert trial.web.visitor().get("/api/me").json()["person"] is None
    dealer = trial["dealer"]
    assert "dealer" == dealer.get("/api/me").json()["person"]
    assert 204 == dealer.post("/api/sign-out").status_code
    assert dealer.get("/api/me").json()["person"] is None


def test_figures_are_of_the_type_that_prometheus_knows(trial):
    """Version and charset, each once."""
    assert CONTENT_TYPE_LATEST == trial.web.visitor().get("/metrics").headers["content-type"]


def test_figures_ask_nothing_of_the_database(trial, monkeypatch):
    """While it writes whoever asks it waits, and in the server's loop all others wait with them."""
    before = trial.web.visitor().get("/metrics").text
    asked = []
    monkeypatch.setattr(trial.web.live.floor.journal, "end", lambda: asked.append("end"))
    monkeypatch.setattr(trial.web.live.floor.journal, "last", lambda: asked.append("last"))
    after = trial.web.visitor().get("/metrics").text
    assert "pitboss_journal_answers " in before
    assert ("pitboss_journal_answers " in after, []) == (True, asked)


def test_health_and_figures(trial):
    """Both answer without signing in, and hold no names."""
    anybody = trial.web.visitor()
    assert "ok" == anybody.get("/healthz").json()["status"]
    assert "pitboss_journal_records" in anybody.get("/metrics").text
    assert "client" in anybody.get("/schema/websocket.json").json()["properties"]
    trial.web.live.floor.trouble = "no space left"
    assert 503 == anybody.get("/healthz").status_code


def test_a_slip_is_printed_as_a_page_a_pdf_and_for_a_receipt_printer(trial):
    """For those whose work the table is; of a record that is no print there is nothing."""
    floor, script = trial.web.live.floor, read_script("examples/roulette/oneida/printed-slips.jsonl")
    for command in script.commands:
        floor.send("roulette-1", command)
    version = floor.journal.answer("roulette-1", "print").first
    path, cashier = f"/api/streams/roulette-1/slips/{version}", trial["cashier"]
    page, pdf, receipt = (cashier.get(path + form) for form in ("", "/pdf", "/escpos"))

    assert 3 == page.text.count("FILL SLIP")
    assert (b"%PDF", 3) == (pdf.content[:4], receipt.content.count(b"FILL SLIP"))
    assert (403, 401) == (trial["teller"].get(path).status_code, trial.web.visitor().get(path).status_code)
    assert 400 == cashier.get("/api/streams/roulette-1/slips/2").status_code


def test_the_cage_is_for_those_who_work_here(tmp_path):
    """A stranger neither finds nor sees it; the cashier is offered its acts, and a dealer sees nothing of its money."""
    path = written_house(tmp_path)
    path.write_text(path.read_text() + "[cage]\n")
    with web_house(path) as web:
        trial, anybody = Trial(web, tmp_path), web.visitor()
        assert "cage" not in {line["stream"] for line in anybody.get("/api/streams").json()}
        assert 403 == anybody.get("/api/streams/cage").status_code
        assert 403 == anybody.get("/api/streams/cage/story").status_code
        offered = trial["cashier"].get("/api/streams/cage/offers").json()["offers"]
        assert ["cage.fund/1"] == [offer["act"] for offer in offered]
        state = trial["cashier"].get("/api/streams/cage").json()
        assert "held_minor" in str(state)
        assert "held_minor" not in str(trial["dealer"].get("/api/streams/cage").json())
