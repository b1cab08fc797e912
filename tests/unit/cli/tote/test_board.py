"""`pitboss tote board`: the board of a race from a transcript, still, live and as data."""

import io
import json
import re

import msgspec
import pytest
from rich.console import Console

from pitboss.cli import main
from pitboss.cli.tote import board as board_
from pitboss.cli.tote.screen import screen
from pitboss.tote.day.board import Board, board
from tests.support.day_driver import DOCUMENT, FVD, LAK, DayDriver, pool, race, small


def written(tmp_path, day):
    """Write a day as a transcript and return its path."""
    lines = [{"tote": DOCUMENT}, *({"do": command} for command in day.commands)]
    file = tmp_path / "day.jsonl"
    file.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines))
    return str(file)


def run(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["tote", "board", *tokens])
    return leaving.value.code, *capsys.readouterr()


def drawn(day, width, number=1, before=None):
    """Draw a board for so many columns and return its lines."""
    file = io.StringIO()
    Console(width=width, file=file, highlight=False).print(
        screen(board(day.state, "FVD", number, day.now), width, before)
    )
    return file.getvalue().splitlines()


def busy():
    """Return an open race with money in every kind of pool, and a runner that is out."""
    day = DayDriver(FVD)
    for bet in ("$50 WN 4", "$20 WN 2", "$5 PL 4", "$2 EX BOX 1,2,4", "$2 QU 1-4", "$2 DD 4/ALL", "$1 P3 4/1/2,3"):
        day.sell(bet)
    day.scratch("6")
    return day


class TestCommand:
    def test_the_race_next_to_go(self, capsys, tmp_path):
        """Its lights, runners, odds, pools and probables, in at most a hundred columns."""
        code, out, err = run(capsys, written(tmp_path, busy()))
        assert (0, "") == (code, err)
        expected = ("Fox Valley Downs", "race 1", "OPEN", "REFUND 6", "MTP", "Dapple", "*1-9", "SCR", "Daily double")
        assert [] == [word for word in expected if word not in out]
        assert 100 >= max(map(len, out.splitlines()))

    def test_as_one_document(self, capsys, tmp_path):
        """The very board of the library, at the last command's instant."""
        day = busy()
        code, out, err = run(capsys, written(tmp_path, day), "--json")
        assert (0, "", 1) == (code, err, len(out.splitlines()))
        assert board(day.state, "FVD", 1, day.now) == msgspec.json.decode(out, type=Board)

    def test_after_a_line(self, capsys, tmp_path):
        """Nothing that was recorded below it has happened; a line between two commands counts the one above."""
        day = busy()
        path = written(tmp_path, day)
        first_sale = next(place for place, command in enumerate(day.commands, start=2) if "bets" in str(command.act))
        _, out, _ = run(capsys, path, "--json", "--at", str(first_sale))
        assert 5000 == sum(entry["win_minor"] for entry in json.loads(out)["interests"])

    def test_a_race_that_was_asked_for(self, capsys, tmp_path):
        """By its number, of the only track or of one of them."""
        one = written(tmp_path, DayDriver(FVD))
        assert 3 == json.loads(run(capsys, one, "--race", "3", "--json")[1])["race"]
        both = written(tmp_path, DayDriver(FVD, LAK))
        found = json.loads(run(capsys, both, "--track", "LAK", "--race", "2", "--json")[1])
        assert ("LAK", 2) == (found["track"], found["race"])
        assert "LAK" == json.loads(run(capsys, both, "--track", "LAK", "--json")[1])["track"]

    @pytest.mark.parametrize(
        ("tokens", "said"),
        [
            (("--race", "1"), "which track's race 1? There is FVD, LAK"),
            (("--track", "ZZZ"), "'ZZZ': no such race card is open"),
            (("--track", "FVD", "--race", "9"), "9: FVD has no race of that number"),
            (("--at", "1"), "1: no race card is open by then"),
            (("--pace", "-1"), "field pace: -1.0: from 0 to 60 seconds"),
            (("--pace", "nan"), "field pace: nan: from 0 to 60 seconds"),
        ],
    )
    def test_what_cannot_be_shown(self, capsys, tmp_path, tokens, said):
        """Exit code 2, with field and value."""
        code, out, err = run(capsys, written(tmp_path, DayDriver(FVD, LAK)), *tokens)
        assert (2, "", True) == (code, out, said in err)

    def test_another_transcript_has_no_board(self, capsys):
        """It is said what it is."""
        code, out, err = run(capsys, "examples/sicbo/one-round.jsonl")
        assert (2, "", True) == (code, out, "is a transcript of sicbo" in err)


class TestLive:
    def test_a_board_after_each_command(self, capsys, tmp_path):
        """As rows of JSON, from the first card on; a refused command is one too."""
        day = DayDriver(FVD, terminals=1)
        day.sell("$2 WN 4")
        day.unsold("$2 WN 9")
        code, out, _ = run(capsys, written(tmp_path, day), "--live", "--pace", "0", "--json")
        money = [sum(entry["win_minor"] for entry in json.loads(line)["interests"]) for line in out.splitlines()]
        assert (0, [0, 0, 200, 200]) == (code, money)

    def test_without_a_terminal_boards_follow_each_other(self, capsys, tmp_path):
        """With the way the odds went since the last one."""
        day = DayDriver(FVD, terminals=1)
        day.sell("$2 WN 4")
        day.sell("$9 WN 2")
        code, out, _ = run(capsys, written(tmp_path, day), "--live", "--pace", "0")
        assert (0, 4) == (code, out.count("Fox Valley Downs"))
        assert (True, True) == ("▼*1-9" in out, "▲7-2" in out)

    def test_a_track_is_waited_for(self, capsys, tmp_path):
        """Boards begin with its card."""
        day = DayDriver(FVD, LAK, terminals=1)
        _, out, _ = run(capsys, written(tmp_path, day), "--live", "--pace", "0", "--json", "--track", "LAK")
        assert ["LAK", "LAK"] == [json.loads(line)["track"] for line in out.splitlines()]

    def test_it_is_drawn_in_place_in_a_terminal(self, tmp_path, monkeypatch):
        """On a screen of its own, and the last board stays below when that is left."""
        file = io.StringIO()
        out = Console(file=file, force_terminal=True, width=100, height=60, highlight=False)
        monkeypatch.setattr(board_, "console", lambda: out)
        with pytest.raises(SystemExit):
            main(["tote", "board", written(tmp_path, busy()), "--live", "--pace", "0"])
        printed = file.getvalue()
        assert "Fox Valley Downs" in printed.split("\x1b[?1049l")[1]
        assert 1 < printed.split("\x1b[?1049l")[0].count("Fox Valley Downs")

    def test_it_ends_with_ctrl_c(self, capsys, tmp_path, monkeypatch):
        """Quietly: whoever watched has seen enough."""

        def interrupted(_):
            raise KeyboardInterrupt

        monkeypatch.setattr("time.sleep", interrupted)
        code, out, err = run(capsys, written(tmp_path, busy()), "--live", "--json")
        assert (0, 1, "") == (code, len(out.splitlines()), err)


class TestScreen:
    @pytest.mark.parametrize("width", [60, 80, 100])
    def test_nothing_but_names_is_cut(self, width):
        """Whatever the width, every figure is there in full and no line is longer."""
        lines = drawn(busy(), width)
        assert width >= max(map(len, lines))
        assert {"$50", "$20", "$70"} <= set(re.findall(r"\$\d+", "\n".join(lines)))
        assert all("…" not in line or "Second" in line for line in lines)

    def test_a_large_field_has_its_table_in_pieces(self):
        """Twenty columns of pairs are too many for sixty."""
        field = [{"no": str(number), "name": f"Runner {number}"} for number in range(1, 21)]
        day = DayDriver({**FVD, "races": [race(1, "13:00", field)], "pools": [pool("exacta", 1), pool("win", 1)]})
        day.sell("$1 EX 1/ALL")
        lines = drawn(day, 60)
        assert 60 >= max(map(len, lines))
        assert 2 == sum(line.split()[:2] == ["20", "-"] for line in lines)

    def test_pairs_have_their_places(self):
        """An empty diagonal, a dash for what nobody has, hatching for what is out."""
        day = DayDriver(small("exacta", 3))
        day.sell("$2 EX 1/2")
        day.scratch("3")
        rows = [line.split() for line in drawn(day, 60) if line.startswith(("1", "2", "3"))]
        assert [["1", "2", "░░"], ["2", "-", "░░"], ["3", "░░", "░░"]] == rows

    def test_a_quinella_has_no_lower_half(self):
        """Each pair stands once."""
        day = DayDriver(small("quinella", 3))
        day.sell("$2 QU 1-2")
        rows = [line.split() for line in drawn(day, 60) if line.startswith(("1", "2", "3"))]
        assert [["1", "2", "-"], ["2", "-"], ["3"]] == rows

    def test_an_official_race(self):
        """Places in order with their prices, then the pools that pay, then what was handed back."""
        day = busy()
        day.official("4=2-1-3")
        text = "\n".join(drawn(day, 100))
        assert all(word in text for word in ("OFFICIAL", "DEAD HEAT", "1st =", "3rd", "4-2", "2-4", "Paid for $2"))

    def test_an_order_that_is_not_official(self):
        """Who came in, and no price; the note of an inquiry."""
        day = busy()
        day.post("4-2-1-3-5")
        text = "\n".join(drawn(day, 100))
        assert "Order of finish, not official" in text
        assert ("5th" in text, "would pay" in text) == (False, False)

    def test_will_pays_by_number(self):
        """A dash for a number that nobody is live with."""
        day = DayDriver(small("double", 2, 3))
        day.sell("$2 DD 2/1,3")
        day.official("2-1")
        rows = [line.split() for line in drawn(day, 60, 2) if line.startswith(("1", "2", "3"))]
        assert [["1", "$4.00"], ["2", "-"], ["3", "$4.00"]] == rows

    def test_what_is_carried(self):
        """In beside the pool, over beside what is paid."""
        day = DayDriver(small("pick6", *[2] * 6, carryover_minor=5_000))
        day.sell("$4 P6 1/1/1/1/1/1")
        assert any(line.split() == ["carried", "in", "$50"] for line in drawn(day, 60))
        for number in range(1, 7):
            day.official("1-2" if number == 1 else "2-1", number)
        assert ["Pick", "six", "1", "of", "6", "$2.10", "$53"] in [line.split() for line in drawn(day, 60, 6)]

    def test_refunded_pools(self):
        """Where a winner would stand."""
        day = DayDriver(small("win", 3))
        day.sell("$2 WN 1")
        day.cancel_race()
        assert ["Win", "refunded"] in [line.split() for line in drawn(day, 60)]

    def test_numbers_beyond_the_cloths_have_no_colour(self):
        """They are printed all the same."""
        field = [{"no": str(number), "name": f"Hound {number}"} for number in range(1, 10)]
        day = DayDriver({**FVD, "races": [race(1, "13:00", field, runs="greyhound")], "pools": [pool("win", 1)]})
        assert any(line.split()[:3] == ["9", "Hound", "9"] for line in drawn(day, 60))
