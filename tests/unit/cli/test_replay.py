"""`pitboss replay`: a stream as it was recorded, one round of it, one race, one heat."""

import json
import random
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.cli import main
from pitboss.floor.writer.transcripts import play_into
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import tamper
from tests.support.evening_tote import race_day

ROOT = Path(__file__).resolve().parents[3]
TABLE = "table:main-floor-1"


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def played(folder, example):
    """Return the address of a journal with an example."""
    address = f"sqlite:///{folder / 'day.db'}"
    play_into(address, read_transcript((ROOT / "examples" / example).read_bytes().split(b"\n")))
    return address


@pytest.fixture
def roulette(tmp_path):
    """Return the address of a journal with a round of roulette."""
    return played(tmp_path, "roulette/oneida/one-round.jsonl")


@pytest.fixture(scope="module")
def races(tmp_path_factory):
    """Return the address of a journal with a day at the races."""
    address = f"sqlite:///{tmp_path_factory.mktemp('races') / 'day.db'}"
    document, commands = race_day(random.Random(5), races=6, tickets=10)
    with closing(Floor(open_journal(address))) as floor:
        floor.open("tote:day", "tote", document, commands[0].received_at)
        for number, command in enumerate(commands):
            floor.send("tote:day", msgspec.structs.replace(command, key=str(number)))
    return address


def test_a_stream_is_told_step_by_step(capsys, roulette):
    """Who wanted what and when, what came of it in words with its clause, and what moved."""
    code, out, err = run(capsys, "replay", roulette, TABLE)
    assert (0, "") == (code, err)
    assert out.startswith(f"{TABLE}: Main Floor 1, under oneida-roulette-2008\n")
    assert "version 6 · 2024-06-01T20:01:15+00:00 · Ann, player · roulette.place_wager/1 under k5" in out
    assert "  Ann bets $25.00 on straight:17, blue chips.\n" in out
    assert "    $25.00 from players' colour chips (Ann:blue) to wagers in play\n" in out
    assert "  Refused: the losing wagers are collected first [RO-F4].\n" in out


def test_as_json_it_is_one_row_a_command(capsys, roulette):
    """With the command, its events or its refusal, and the words."""
    _, out, _ = run(capsys, "replay", roulette, TABLE, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert list(range(2, 17)) == [row["ordinal"] for row in rows]
    assert ["roulette.round_settled/1"] == [event["type"] for event in rows[-1]["events"]]
    refused = rows[6]
    assert ("k7", [], "RO-D2", 8, 7) == (
        refused["command"]["key"],
        refused["events"],
        refused["refusal"]["clause"],
        refused["first_version"],
        refused["last_version"],
    )


@pytest.mark.parametrize(
    ("example", "number"), [("sicbo/every-total.jsonl", 2), ("baccarat/batches-alternate.jsonl", 1)]
)
def test_a_round_is_told_alone(capsys, tmp_path, example, number):
    """From its opening to where the next is opened."""
    address = played(tmp_path, example)
    _, out, _ = run(capsys, "replay", address, only(address), "--round", str(number))
    assert f"  Round {number} is open for bets." == out.splitlines()[3]
    assert 1 == out.count(" is open for bets.")


def only(address):
    """Return the name of a journal's only stream."""
    with closing(open_journal(address, is_reader=True)) as journal:
        (name,) = journal.heads()
    return name


def test_a_table_that_is_closed_ends_its_round(capsys, tmp_path):
    """What is done about the table afterwards belongs to no round."""
    address = played(tmp_path, "sicbo/one-round.jsonl")
    _, out, _ = run(capsys, "replay", address, "table:sic-bo-1", "--round", "1")
    assert "table.close/1" not in out
    assert "sicbo.pay_winners/1" in out


def test_a_heat_of_a_tournament_is_told_alone(capsys, tmp_path):
    """Chips of a tournament are no money, and prizes belong to no heat."""
    address = played(tmp_path, "blackjack/tournaments/small.jsonl")
    _, out, _ = run(capsys, "replay", address, "tournament:spring", "--round", "2")
    assert "tournament.start_heat/1" in out
    assert "are awarded" not in out
    assert "tournament.enter_player/1" not in out


def test_chips_are_told_as_chips(capsys, tmp_path):
    """Without a currency."""
    address = played(tmp_path, "blackjack/tournament-heat.jsonl")
    _, out, _ = run(capsys, "replay", address, only(address))
    assert " chips from tournament chips of the table to tournament chips of players (" in out


def test_a_witness_is_named(capsys, tmp_path):
    """A second person stands beside the first."""
    address = played(tmp_path, "roulette/oneida/limits-changed.jsonl")
    _, out, _ = run(capsys, "replay", address, only(address))
    assert ", pit_supervisor before " in out


def test_several_events_of_one_command_are_told_together(capsys, tmp_path):
    """With the first and the last of their versions."""
    address = played(tmp_path, "roulette/oneida/verbal-wagers.jsonl")
    _, out, _ = run(capsys, "replay", address, only(address))
    assert "versions " in out


def test_a_race_is_told_with_its_tickets(capsys, races):
    """Its own commands, tickets with bets on it, and what another race decided in its pools."""
    _, out, _ = run(capsys, "replay", races, "tote:day", "--race", "FVD-2", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    kinds = {row["command"]["act"]["type"] for row in rows}
    assert {"tote.open_card/1", "tote.sell_ticket/1", "tote.stop_betting/1"} <= kinds
    stopped = [event["race"] for row in rows for event in row["events"] if event["type"] == "tote.betting_stopped/1"]
    assert [2] == stopped
    sold = [bet["pools"] for row in rows for event in row["events"] for bet in event.get("bets", ())]
    assert any(pool.startswith("FVD-2-") for pools in sold for pool in pools)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (("table:none",), "no such stream in this journal; it has table:main-floor-1"),
        ((TABLE, "--round", "2"), "no such round; the stream has 1 to 1"),
        ((TABLE, "--race", "FVD-1"), "no card of this stream has such a race"),
        ((TABLE, "--race", "fvd"), "expected TRACK-NUMBER"),
        ((TABLE, "--race", "FVD-1", "--round", "1"), "a round or a race, not both"),
    ],
)
def test_what_is_not_there(capsys, roulette, tokens, said):
    """Is an input error that says what is."""
    code, _, err = run(capsys, "replay", roulette, *tokens)
    assert (2, True) == (code, said in err)


def test_a_race_of_another_track(capsys, races):
    """Is not on this card."""
    code, _, err = run(capsys, "replay", races, "tote:day", "--race", "GRN-1")
    assert (2, True) == (code, "no card of this stream has such a race" in err)


def test_a_stream_with_a_record_missing(capsys, roulette):
    """Is not told as if it were whole."""
    tamper(roulette, ("DELETE FROM commits WHERE first = 6", ()))
    code, _, err = run(capsys, "replay", roulette, TABLE)
    told = "lines 7 to 7 is not what was written: the chain is broken; pitboss verify tells more"
    assert (1, True) == (code, told in err)


def test_a_round_without_a_number_has_none(capsys, tmp_path):
    """A table that was only opened has no round."""
    address = played(tmp_path, "roulette/oneida/before-adoption.jsonl")
    code, _, err = run(capsys, "replay", address, only(address), "--round", "1")
    assert (2, True) == (code, "the stream has none" in err)
