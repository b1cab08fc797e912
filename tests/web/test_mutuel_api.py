"""The mutuel manager's desk over HTTP: who may look, what an order would pay, and a card from a file."""

import json

import pytest

from tests.support.web_house import DEMO, web_house, written_house
from tests.support.web_trial import RACE, Trial, card

DESK, PREVIEW, CARD = "/api/tote/tote/desk", "/api/tote/tote/preview", "/api/tote/tote/card"
ORDER = [{"place": place, "runner": runner} for place, runner in enumerate("3245", 1)]


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """A house on trial whose tote has a card open, a ticket sold, and betting on the first race stopped."""
    folder = tmp_path_factory.mktemp("mutuel")
    with web_house(written_house(folder)) as web:
        found = Trial(web, folder)
        found.before = found["mutuel-manager"].get(DESK).json()["windows"]
        found.open_tote()
        found.sold(bet="$10 WN 3")
        found.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
        yield found


def test_who_runs_races_sees_the_desk_and_nobody_else(trial):
    """Prices before the official sign are not public: neither tellers nor guests are told them."""
    for who in ("teller", "cashier", "pit-supervisor", "auditor"):
        body = {**RACE, "order": ORDER}
        answers = [
            trial[who].get(DESK),
            trial[who].post(PREVIEW, body),
            trial[who].post(CARD, {"name": "a", "text": "{}"}),
        ]
        assert [403] * 3 == [one.status_code for one in answers]
    assert 401 == trial.web.visitor().get(DESK).status_code
    found = trial["mutuel-manager"].post(PREVIEW, {**RACE, "order": ORDER}).json()
    assert [("3", True)] == [(one["number"], one["win"] > 200) for one in found["straights"]]


def test_the_desk_shows_the_next_race_or_the_one_that_is_asked_for(trial):
    """With windows, what each sold and paid out, and who is there."""
    with trial.at("teller", "W1").socket() as line:
        line.subscribe("tote")
        found = trial["mutuel-manager"].get(DESK).json()
    window = next(one for one in found["windows"] if "W1" == one["terminal"])
    assert ("Teller", 1_000, 0, 1_000) == tuple(
        window[part] for part in ("who", "sold_minor", "paid_minor", "drawer_minor")
    )
    # What stands there was listed before it was opened, so that one button opens it.
    standing = [(one["terminal"], one["kind"], one["window"], one["is_open"]) for one in trial.before]
    assert [("W1", "window", 1, False), ("W2", "window", 2, False), ("S1", "self_service", 3, False)] == standing
    assert ({"window", "self_service"}, "FVD") == ({one["kind"] for one in found["windows"]}, found["desk"]["track"])
    assert 2 == trial["mutuel-manager"].get(f"{DESK}?track=FVD&race=2").json()["desk"]["race"]


def test_official_by_hand_takes_two(trial):
    """Alone it waits; the second person is told the order and every price, and confirms it."""
    race = {**RACE, "race": 2}
    trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **race)
    posting = {"type": "tote.post_result/1", **race, "order": ORDER, "source": "signal", "reason": "The line is down"}
    waits = trial["mutuel-supervisor"].command("tote", posting, second=True).json()
    assert trial["mutuel-manager"].approve(waits["approval"]).json()["is_accepted"]
    unseen = trial["mutuel-supervisor"].command("tote", {"type": "tote.declare_official/1", **race}, second=True)
    assert (403, "official_unseen") == (unseen.status_code, unseen.json()["values"]["row"])
    declaring = {"type": "tote.declare_official/2", **race, "order": ORDER, "prices": seen(trial, race)}
    answer = trial["mutuel-supervisor"].command("tote", declaring)
    assert (202, True) == (answer.status_code, "approval" in answer.json())
    sheet = trial["mutuel-manager"].get(f"/api/approvals/{answer.json()['approval']}").json()
    assert ("FVD race 2 official?", True) == (sheet["title"], "Order of finish: 3, 2, 4, 5." in sheet["text"])
    done = trial["mutuel-manager"].approve(answer.json()["approval"]).json()
    assert done["is_accepted"]


def seen(trial, race):
    """Return the digest of the prices that the desk shows for a race."""
    return (
        trial["mutuel-manager"]
        .get(f"{DESK}?track={race['track']}&race={race['race']}")
        .json()["desk"]["prices"]["seen"]
    )


def test_what_the_second_person_confirms_is_what_becomes_official(trial):
    """Another order is posted while the question waits: the sheet says so, and confirming it makes nothing official."""
    race = RACE
    reading = {"type": "tote.post_result/1", **race, "source": "signal", "reason": "The line is down"}

    def post(order):
        waits = trial["mutuel-supervisor"].command("tote", {**reading, "order": order}, second=True).json()
        assert trial["mutuel-manager"].approve(waits["approval"]).json()["is_accepted"]

    post(ORDER)
    declaring = {"type": "tote.declare_official/2", **race, "order": ORDER, "prices": seen(trial, race)}
    approval = trial["mutuel-supervisor"].command("tote", declaring).json()["approval"]
    post([{"place": place, "runner": runner} for place, runner in enumerate("2345", 1)])
    sheet = trial["mutuel-manager"].get(f"/api/approvals/{approval}").json()
    assert ("3, 2, 4, 5." in sheet["text"], "2, 3, 4, 5." in sheet["text"]) == (True, True)
    answer = trial["mutuel-manager"].approve(approval).json()
    assert (False, "PW-D3") == (answer["is_accepted"], answer["refusal"]["clause"])
    rows = trial["mutuel-manager"].get(DESK).json()["desk"]["races"]
    assert ["posted"] == [row["phase"] for row in rows if (row["track"], row["race"]) == ("FVD", 1)]


WORSE = {
    "track": "fvd!",
    "name": "Fox Valley Downs",
    "races": [
        {"number": 1, "kind": "nope", "post_after_minutes": 30, "runners": [{"no": "x", "name": ""}, {"no": "2"}]},
        {"number": 2, "kind": "purse", "post_after_minutes": 60, "runners": []},
    ],
    "pools": [{"type": "win", "minimum_minor": "two", "takeout": "0.2"}, {"type": "place", "races": "each"}],
}


def test_a_card_that_cannot_be_read_says_every_field_in_words(trial):
    """One fault hides no other, in a race, in a runner, in a pool; each says what must stand there."""
    answer = trial["mutuel-manager"].post(CARD, {"name": "card.json", "text": json.dumps(WORSE)}).json()
    found = {one["field"]: one["reason"] for one in answer["faults"]}
    missing = "it is missing: every card says it"
    assert {
        "track": "must be a track's code of two to six capitals and digits, such as FVD",
        "permit": missing,
        "races[0].kind": found["races[0].kind"],
        "races[0].runners[0].no": "must be a program number, such as 4 or 1A",
        "races[0].runners[0].name": found["races[0].runners[0].name"],
        "races[0].runners[1].name": missing,
        "races[1].runners": "has none",
        "pools[0].races": missing,
        "pools[0].minimum_minor": found["pools[0].minimum_minor"],
        "pools[1].minimum_minor": missing,
        "pools[1].takeout": missing,
    } == found
    assert "must be one of claiming, handicap, invitational, match" in found["races[0].kind"]


def test_a_card_shows_all_its_faults_at_once(trial):
    """What cannot be read in each race and pool; then what the rules say of a card that can be read."""
    bad = {"track": "LAK", "races": [{"number": 0}], "pools": [{"type": "zz"}, {"type": "win"}]}
    found = trial["mutuel-manager"].post(CARD, {"name": "bad.json", "text": json.dumps(bad)}).json()
    fields = {one["field"] for one in found["faults"]}
    known = {"name", "permit", "races[0].number", "races[0].post_time", "pools[0].type", "pools[1].takeout"}
    assert (None, known) == (found["card"], fields & known)
    whole = card()
    whole["pools"][0]["carryover_minor"] = 500
    whole["races"][1]["number"] = 1
    found = trial["mutuel-manager"].post(CARD, {"name": "card.json", "text": json.dumps(whole)}).json()
    assert found["card"] is None
    assert {"races[1].number", "pools[0].carryover_minor"} <= {one["field"] for one in found["faults"]}
    worse = trial["mutuel-manager"].post(CARD, {"name": "card.toml", "text": "no = [card"})
    assert (400, "card.toml") == (worse.status_code, worse.json()["values"]["field"])


def test_a_card_from_a_file_is_opened_as_it_was_shown(trial):
    """A template in TOML: its minutes become post times, and pools of each race are written out."""
    text = (DEMO / "cards" / "lantern-lake.toml").read_text(encoding="utf-8")
    found = trial["mutuel-manager"].post(CARD, {"name": "lantern-lake.toml", "text": text}).json()
    assert ([], found["track"]) == (found["faults"], found["card"]["track"])
    trial.do("mutuel-manager", "tote", "tote.open_card/1", card=found["card"])
    tracks = {race["track"] for race in trial["mutuel-manager"].get(DESK).json()["desk"]["races"]}
    assert {"FVD", found["track"]} == tracks
