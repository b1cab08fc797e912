"""Faults planted in the journal of an evening, in both databases: each is found, and found where it is."""

import random
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.journal import next_hash, open_journal
from tests.support.campaign import is_slice
from tests.support.evening import evening
from tests.support.evening_faults import contents, tamper
from tests.support.postgres import database


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request):
    """Return the address of an evening's journal, everything in it, and its head."""
    drawn = evening(3, rounds=2, races=6, tickets=10)
    with ExitStack() as stack:
        if request.param == "postgresql":
            address = stack.enter_context(database())
        else:
            address = f"sqlite:///{Path(stack.enter_context(TemporaryDirectory())) / 'evening.db'}"
        drawn.play(open_journal(address))
        with closing(open_journal(address, is_reader=True)) as journal:
            report = verify(journal)
        assert () == report.faults
        yield address, contents(address), report.head


def found(address, anchor=None):
    """Return what a verification finds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return verify(journal, anchor).faults


def undo(address, records=(), answers=(), postings=()):
    """Put back rows as they were."""
    statements: list[tuple[str, tuple]] = []
    for one in records:
        record = (one.position, one.stream, one.version, one.epoch, one.key, one.at, one.body, one.hash)
        statements.append(("DELETE FROM records WHERE position = ?", (one.position,)))
        statements.append(("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", record))
    for one in answers:
        answer = (one.ordinal, one.stream, one.key, one.digest, one.command, one.first, one.last, one.refusal)
        statements.append(("DELETE FROM answers WHERE ordinal = ?", (one.ordinal,)))
        statements.append(("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", answer))
    for one in postings:
        posting = (one.position, one.line, one.account, one.amount_minor)
        statements.append(("DELETE FROM postings WHERE position = ? AND line = ?", posting[:2]))
        statements.append(("INSERT INTO postings VALUES (?, ?, ?, ?)", posting))
    tamper(address, *statements)


def test_changed_bodies_are_found_where_they_are(kept):
    """A digit or a letter anywhere in any record."""
    address, held, _ = kept
    rng = random.Random(1)
    for record in rng.sample(held["records"], 4 if is_slice() else 40):
        at = rng.choice([place for place, byte in enumerate(record.body) if chr(byte).isalnum()])
        other = b"7" if record.body[at : at + 1] != b"7" else b"8"
        body = record.body[:at] + other + record.body[at + 1 :]
        tamper(address, ("UPDATE records SET body = ? WHERE position = ?", (body, record.position)))
        assert (record.stream, record.version) in {(fault.stream, fault.version) for fault in found(address)}
        undo(address, [record])
    assert () == found(address)


def test_a_cent_is_found_where_it_is(kept):
    """In any posting."""
    address, held, _ = kept
    by_position = {record.position: record for record in held["records"]}
    for posting in random.Random(2).sample(held["postings"], 3 if is_slice() else 30):
        change = "UPDATE postings SET amount_minor = amount_minor + 1 WHERE position = ? AND line = ?"
        tamper(address, (change, (posting.position, posting.line)))
        record = by_position[posting.position]
        assert (record.stream, record.version) in {(fault.stream, fault.version) for fault in found(address)}
        undo(address, postings=[posting])
    assert () == found(address)


def test_changed_answers_are_found_where_they_are(kept):
    """The command, the digest, or what was refused."""
    address, held, _ = kept
    rng = random.Random(3)
    for answer in rng.sample(held["answers"], 3 if is_slice() else 30):
        column, value = rng.choice((("digest", bytes(32)), ("command", answer.command[:-2] + b" }}")))
        statement = {"digest": "UPDATE answers SET digest = ? WHERE ordinal = ?"}
        default = "UPDATE answers SET command = ? WHERE ordinal = ?"
        tamper(address, (statement.get(column, default), (value, answer.ordinal)))
        assert (answer.stream, answer.first) in {(fault.stream, fault.version) for fault in found(address)}
        undo(address, answers=[answer])
    assert () == found(address)


def test_a_journal_cut_at_its_end_is_told_by_the_anchor(kept):
    """Records, answers and postings of the last commands are gone as if they had never been: the anchor counts."""
    address, held, head = kept
    last = held["records"][-1]
    answer = next(one for one in held["answers"] if (one.stream, one.last) == (last.stream, last.version))
    cut = [one for one in held["records"] if one.stream == last.stream and one.version >= answer.first]
    later = [one for one in held["answers"] if one.ordinal >= answer.ordinal]
    postings = [one for one in held["postings"] if one.position in {record.position for record in cut}]
    tamper(
        address,
        *(("DELETE FROM records WHERE position = ?", (one.position,)) for one in cut),
        *(("DELETE FROM answers WHERE ordinal = ?", (one.ordinal,)) for one in later),
        *(("DELETE FROM postings WHERE position = ?", (one.position,)) for one in postings),
    )
    assert () == found(address)
    assert [f"{len(cut)} missing"] == [fault.what.rpartition(": ")[2] for fault in found(address, head)]
    undo(address, cut, later, postings)
    assert () == found(address, head)


def test_an_inserted_record_is_found(kept):
    """However well its hash fits."""
    address, held, head = kept
    last = held["records"][-1]
    body = last.body
    version, position = last.version + 1, last.position + 1
    made = next_hash(last.hash, last.stream, version, key="k0", at=last.at, body=body)
    values = (position, last.stream, version, 1, "k0", last.at, body, made)
    tamper(address, ("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values))
    told = {(fault.stream, fault.version): fault.what for fault in found(address, head)}
    assert "no command was answered with it" == told[last.stream, version]
    tamper(address, ("DELETE FROM records WHERE position = ?", (position,)))
    assert () == found(address, head)


def test_swapped_records_are_found(kept):
    """Two neighbours of a stream, and two of different streams."""
    address, held, _ = kept
    rng = random.Random(4)
    for _ in range(4):
        one, other = rng.sample(held["records"], 2)
        tamper(
            address,
            ("UPDATE records SET body = ? WHERE position = ?", (other.body, one.position)),
            ("UPDATE records SET body = ? WHERE position = ?", (one.body, other.position)),
        )
        places = {(fault.stream, fault.version) for fault in found(address)}
        assert one.body == other.body or {(one.stream, one.version), (other.stream, other.version)} <= places
        undo(address, [one, other])
    assert () == found(address)
