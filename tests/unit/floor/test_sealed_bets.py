"""The ticket file: every bet as it stood at the close, written once, whole, and never over another."""

import random
import stat
from dataclasses import dataclass

import msgspec
import pytest

from pitboss.floor.sealed_bets import SealedFiles, _written, read_sealed
from tests.support.web_house import until, web_house, written_house
from tests.support.web_trial import RACE, Trial

HEAD = {"stream": "tote-2026-11-16", "version": 9, "hash": "00", "track": "FVD", "race": 1, "bets": 2}
BETS = [{"pool": "FVD-1-win", "ticket": f"T{n}", "amount_minor": 200 + n} for n in range(2)]


def test_a_whole_file_is_read_as_it_was_written():
    """Head and bets come back."""
    assert (HEAD, BETS) == read_sealed(_written(HEAD, BETS))
    assert ({**HEAD, "bets": 0}, []) == read_sealed(_written({**HEAD, "bets": 0}, []))


def test_no_changed_byte_goes_unseen():
    """Every single byte before the seal, changed in one bit, breaks it; and most within it."""
    data = _written(HEAD, BETS)
    body = data.rstrip(b"\n").rpartition(b"\n")[0]
    chance = random.Random(8)
    for place in range(len(body)):
        changed = bytearray(data)
        changed[place] ^= 1 << chance.randrange(8)
        assert read_sealed(bytes(changed)) is None, place


@pytest.mark.parametrize("cut", range(1, 200, 7))
def test_no_file_that_is_cut_short_is_whole(cut):
    """Lines that are missing at the end are missed; only a last line break is none."""
    assert read_sealed(_written(HEAD, BETS)[: -1 - cut]) is None


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}", b"{}\n{}\n", b"1\n2\n", b"\xff\xfe\n{}\n", b'{"sha256": 1}\n{"sha256": "x"}\n']
)
def test_what_is_no_ticket_file_is_none(data):
    """Nothing is read from it, and nothing breaks."""
    assert read_sealed(data) is None


def test_a_bet_that_is_added_taken_or_swapped_is_seen():
    """Whole lines count as well as bytes."""
    head, one, two, seal, _ = _written(HEAD, BETS).split(b"\n")
    for lines in ([head, one, seal], [head, two, one, seal], [head, one, one, two, seal], [one, two, head, seal]):
        assert read_sealed(b"\n".join(lines) + b"\n") is None


@dataclass
class Shown:
    """What a listener looks at."""

    name: str


def test_the_file_of_a_close_has_the_bets_that_stand(tmp_path):
    """Sold and not cancelled, of this race, without any check code; nobody may write into it."""
    folder = tmp_path / "closed"
    with web_house(written_house(tmp_path, export=str(folder))) as web:
        trial = Trial(web, tmp_path)
        trial.open_tote()
        kept, gone = trial.sold(bet="$4 WN 3"), trial.sold(bet="$2 PL 4")
        trial.do(trial.at("teller", "W1"), "tote", "tote.cancel_ticket/1", terminal="W1",
                 serial=gone["serial"], method="serial")  # fmt: skip
        closed = trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
        until(lambda: [file for file in folder.glob("*") if read_sealed(file.read_bytes())])
        (file,) = folder.glob("*")
        found = read_sealed(file.read_bytes())
        assert found is not None
        head, bets = found
        assert (closed["last"], 1) == (head["version"], head["bets"])
        record = next(iter(web.live.floor.journal.read(head["stream"], after=head["version"] - 1)))
        assert record.hash.hex() == head["hash"]
        assert [(kept["ticket"], "FVD-1-win", 400, "W1")] == [
            (bet["ticket"], bet["pool"], bet["amount_minor"], bet["terminal"]) for bet in bets
        ]
        assert kept["check"].encode() not in file.read_bytes()
        assert 0 == file.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH | stat.S_IROTH)


def test_a_sealed_file_is_never_written_over(tmp_path):
    """A second file of the same name is told to the log, and the first stays."""
    files = SealedFiles(tmp_path, "tote")
    first, second = _written(HEAD, BETS), _written(HEAD, BETS[:1])
    files._waiting.put(("one.jsonl", first))
    files._waiting.put(("one.jsonl", second))
    files.close()
    assert first == (tmp_path / "one.jsonl").read_bytes()


def test_other_streams_and_refusals_write_nothing(tmp_path):
    """Only a close of its own stream is a reason to write."""
    from pitboss.decider import Refusal
    from pitboss.floor.writer.answers import Recorded
    from pitboss.floor.writer.queue import News

    files = SealedFiles(tmp_path / "closed", "tote")
    refused = Recorded("tote", "k", Refusal("", "no", {}), 2, 1)
    files.hear([News(Shown("tote"), refused), News(Shown("other"), refused)])  # type: ignore[arg-type]
    files.close()
    assert not (tmp_path / "closed").exists()


def test_bets_are_written_alike_wherever_they_come_from():
    """The same bets have the same bytes: the seal can be compared with one that was kept elsewhere."""
    turned = [dict(reversed(list(bet.items()))) for bet in BETS]
    assert _written(HEAD, BETS) == _written(dict(reversed(list(HEAD.items()))), turned)
    assert msgspec.json.decode(_written(HEAD, BETS).splitlines()[-1]).keys() == {"sha256"}


def test_a_close_right_before_a_kill_is_sealed_at_the_next_start(tmp_path):
    """A race that is closed and has no file gets one when the house is opened again, with the bets that stand."""
    folder = tmp_path / "closed"
    path = written_house(tmp_path, export=str(folder))
    with web_house(path) as web:
        trial = Trial(web, tmp_path)
        trial.open_tote()
        kept = trial.sold(bet="$4 WN 3")
        trial.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **RACE)
    for file in folder.glob("*"):
        file.unlink()
    with web_house(path):
        until(lambda: [file for file in folder.glob("*") if read_sealed(file.read_bytes())])
    (file,) = folder.glob("*")
    found = read_sealed(file.read_bytes())
    assert found is not None
    assert [kept["ticket"]] == [bet["ticket"] for bet in found[1]]
