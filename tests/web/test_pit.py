"""The pit by HTTP: who may look, what is behind a figure, a checkpoint, limits, lists of every game, the file."""

import csv
import io
from datetime import UTC, datetime

import pytest

from tests.support.pit_house import ROULETTE, pit_house
from tests.support.web_house import until

TABLES = (ROULETTE, "automatic-1", "baccarat-1", "blackjack-1", "sicbo-1")


@pytest.fixture(scope="module")
def pit(tmp_path_factory):
    """A house whose roulette table has played three rounds."""
    with pit_house(tmp_path_factory.mktemp("pit")) as found:
        found.evening()
        yield found


def asked(pit, path, who="pit-supervisor"):
    """Return what somebody is answered, which must be given."""
    response = pit[who].get(path)
    assert 200 == response.status_code, response.text
    return response.json()


def shown(pit, stream=ROULETTE, **query):
    """Return a table's figures."""
    found = asked(pit, f"/api/pit?{'&'.join(f'{name}={value}' for name, value in query.items())}")
    return next(one for one in found["tables"] if one["stream"] == stream)


@pytest.mark.parametrize(
    "path", ["", "/export", *(f"/{ROULETTE}/{part}" for part in ("events", "limits", "disputes", "records"))]
)
def test_figures_are_for_those_who_may_read_the_ledger(pit, path):
    """A supervisor and an auditor are answered; a dealer, a cashier and a stranger are not."""
    found = {
        who: pit[who].get(f"/api/pit{path}").status_code for who in ("floorperson", "auditor", "dealer", "cashier")
    }
    assert {"floorperson": 200, "auditor": 200, "dealer": 403, "cashier": 403} == found
    assert 401 == pit.web.visitor().get(f"/api/pit{path}").status_code


def test_a_checkpoint_shows_what_came_after_it(pit):
    """Nothing yet; what is no instant is refused."""
    now = datetime.now(UTC).isoformat().replace("+", "%2B")
    found = shown(pit, since=now)
    assert ({"handle_minor": 0, "drop_minor": 0, "win_minor": 0}, -60_000) == (found["change"], found["win_minor"])
    early = shown(pit, since="2000-01-01T00:00:00Z")
    assert (-60_000, 72_500) == (early["change"]["win_minor"], early["change"]["handle_minor"])
    assert 400 == pit["pit-supervisor"].get("/api/pit?since=yesterday").status_code


def test_events_behind_a_figure_come_in_pages_and_add_up(pit):
    """The newest first; those before a version are earlier ones."""
    drops = asked(pit, f"/api/pit/{ROULETTE}/events?figure=drop")
    assert 72_500 == drops["total_minor"] == sum(one["amount_minor"] for one in drops["events"])
    versions = [one["version"] for one in drops["events"]]
    assert (sorted(versions, reverse=True), 6) == (versions, len(versions))
    earlier = asked(pit, f"/api/pit/{ROULETTE}/events?figure=drop&before={versions[2]}")
    assert versions[3:] == [one["version"] for one in earlier["events"]]
    assert all("buys" in one["text"] for one in drops["events"])


def test_limits_say_what_a_change_would_allow_and_change_nothing(pit):
    """A tenth of the maximum on a number is less to lose; no such wager is refused."""
    before = asked(pit, f"/api/pit/{ROULETTE}/limits")
    after = asked(pit, f"/api/pit/{ROULETTE}/limits?kind=straight&which=max&amount=2500")
    assert before["exposure"] == after["exposure"]
    assert after["changed"]["amount_minor"] == before["exposure"]["amount_minor"] - 36 * (25_000 - 2_500)
    assert 400 == pit["pit-supervisor"].get(f"/api/pit/{ROULETTE}/limits?kind=pair").status_code
    assert "depends on splits and doubled hands" == asked(pit, "/api/pit/blackjack-1/limits")["exposure"]["why"]


def test_the_file_has_a_line_a_table(pit):
    """With the amounts of the tiles, and of a checkpoint where there is one."""
    text = pit["auditor"].get("/api/pit/export?since=2000-01-01").text
    rows = {row["stream"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(TABLES) == set(rows)
    assert ("-60000", "-60000", "") == tuple(
        rows[stream][name]
        for stream, name in (
            (ROULETTE, "win_minor"),
            (ROULETTE, "change_win_minor"),
            ("blackjack-1", "theory_minor"),
        )
    )


@pytest.mark.parametrize("stream", TABLES[1:])
def test_what_keeps_a_table_closed_is_the_first_line_that_is_not_done(pit, stream):
    """Of every game: the list and the rules say the same, and who is not here is said to be away."""
    found = asked(pit, f"/api/streams/{stream}/table")
    first = next(line for line in found["opening"] if not line["is_done"])
    assert ("Equipment", found["kept"]["clause"]) == (first["title"], first["clause"])
    assert found["opening"][-1]["act"] in ("table.open/1", "")
    away = {one["role"] for one in found["people"] if one["place"] == "away"}
    assert "director" in away
    assert "pit_supervisor" not in away


@pytest.mark.clause("HP-I8")
def test_a_paper_is_named_wherever_its_record_is(pit):
    """In the pit, a dispute, the story: first where it can be printed, then its newest print, for auditors too."""
    records = asked(pit, f"/api/pit/{ROULETTE}/records?before=12")
    slip = {one["version"]: (one["paper"], one["print"]) for one in records if one["paper"].startswith("slip")}
    assert {3: ("slip 1", 0), 4: ("slip 1", 0), 5: ("slip 1", 0)} == slip
    assert ["count 1"] == [one["paper"] for one in records if one["text"].startswith("Opening count")]
    for _ in "ab":
        printed = pit.do("auditor", ROULETTE, "table.print_slip/1", paper="slip", number=1)["first"]
    pit.do("pit-supervisor", ROULETTE, "dispute.raise/1", player="Ann", about="My chips were not in it.")
    pit.do("pit-supervisor", ROULETTE, "dispute.pin/1", dispute=1, version=5, note="They were.")
    (dispute,) = asked(pit, f"/api/pit/{ROULETTE}/disputes")
    assert [("slip 1", printed)] == [(one["paper"], one["print"]) for one in dispute["evidence"]]
    story = asked(pit, f"/api/streams/{ROULETTE}", "dealer")["state"]["story"].values()
    assert [("slip 1", str(printed))] == [(one["paper"], one["print"]) for one in story if one.get("print")][-1:]
    slip = pit["auditor"].get(f"/api/streams/{ROULETTE}/slips/{printed}")
    assert (200, True) == (slip.status_code, "COPY" in slip.text)
    assert {"auditor": 200, "cashier": 200, "teller": 403} == {
        who: pit[who].get(f"/api/streams/{ROULETTE}/table").status_code for who in ("auditor", "cashier", "teller")
    }


def test_a_closing_list_is_done_line_by_line(pit):
    """The slip on its way stands in the list; then the count, then nothing is in the way."""
    slip = pit.do("floorperson", ROULETTE, "table.request_credit/1", pieces="10x100")["events"][0]["slip"]
    lines = asked(pit, f"/api/streams/{ROULETTE}/table", "dealer")["closing"]
    credit = next(line for line in lines if line["title"] == f"Credit {slip}")
    assert ("table.send_credit/1", ["Floorperson", "Pit-Supervisor"]) == (credit["act"], credit["witness"])
    pit.both("cashier", "floorperson", "table.void_slip/1", slip=slip, reason="Not needed.")
    tray = asked(pit, f"/api/streams/{ROULETTE}/table")["tray_minor"] // 100
    pit.counted("closing", f"{tray // 100}x100 {tray % 100}x1")
    found = asked(pit, f"/api/streams/{ROULETTE}/table")
    assert (None, [True, True, False]) == (found["kept"], [line["is_done"] for line in found["closing"]])
    assert ("closing", "Dealer", "Floorperson") == tuple(found["count"][name] for name in ("kind", "by", "witness"))


def test_an_alarm_is_told_with_its_severity_and_who_acknowledged_it(pit):
    """A count that is 100 short: serious, about the table by its name, and gone from the list by name."""
    tray = asked(pit, f"/api/streams/{ROULETTE}/table")["tray_minor"] // 100 - 100
    pit.counted("shift", f"{tray // 100}x100 {tray % 100}x1")
    until(lambda: asked(pit, "/api/pit")["alarms"])
    (alarm,) = asked(pit, "/api/pit")["alarms"]
    assert ("variance", "serious", "Main Floor 1", True) == tuple(
        alarm[name] for name in ("kind", "severity", "name", "can_clear")
    )
    pit.do("pit-supervisor", "house", "house.clear_alarm/1", alarm=alarm["alarm"], text="Found under the table.")
    found = asked(pit, "/api/pit")
    assert [] == found["alarms"]
    assert ("Pit-Supervisor", "Found under the table.") == tuple(found["cleared"][0][name] for name in ("by", "said"))
    assert -10_000 == shown(pit)["win_minor"] + 60_000
