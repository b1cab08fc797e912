"""Copies of a journal: of one moment, into either database, brought up, put back, and proved each time."""

from contextlib import closing

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor.copies import copied
from pitboss.journal import Anchor, Batch, JournalDamaged, Secret, open_journal
from pitboss.journal.lines import CommitRow
from tests.support.durable import faults_in
from tests.support.evening_faults import commits, put_back
from tests.support.journal_lines import line, lines, opened_line
from tests.support.postgres import database

pytestmark = pytest.mark.cover


@pytest.fixture
def other(address, tmp_path):
    """Yield where a copy may be kept: in the other kind of database."""
    if address.startswith("sqlite"):
        with database() as one:
            yield one
    else:
        yield f"sqlite:///{tmp_path / 'copy.db'}"


@pytest.fixture
def filled(journal):
    """Return a journal with some lines and secrets."""
    journal.append(lines(1, 300))
    journal.append(Batch(lines(301, 310).lines, [Secret("code", "ann", b"pb1"), Secret("key", "bob", b"pb2")]))
    return journal


def copy(address, target, anchor=None, *, is_empty=False):
    """Copy beside the writer."""
    with closing(open_journal(address, is_reader=True)) as source, closing(open_journal(target)) as found:
        return copied(source, found, anchor, is_empty=is_empty)


def test_a_copy_is_the_journal(filled, address, other):
    """Line by line, with its secrets, while its writer has it open; made again it takes what is new."""
    found = copy(address, other)
    assert (310, 310, 2, Anchor(310, line(310).hash.hex())) == (
        found.lines,
        found.new_lines,
        found.secrets,
        found.head,
    )
    filled.append(Batch(lines(311, 312).lines, [Secret("code", "ann", None), Secret("code", "cyd", b"pb3")]))
    assert (312, 2) == ((again := copy(address, other)).lines, again.new_lines)
    with closing(open_journal(other, is_reader=True)) as reader:
        assert list(filled.lines()) == list(reader.lines())
        assert [Secret("code", "cyd", b"pb3"), Secret("key", "bob", b"pb2")] == reader.all_secrets()
        assert [] == faults_in(reader)


def test_what_is_written_meanwhile_is_left_out(filled, address, other, monkeypatch):
    """A copy is of one moment: lines and secrets belong together."""
    with closing(open_journal(address, is_reader=True)) as source, closing(open_journal(other)) as target:
        real, waiting = source.all_secrets, [Batch(lines(311).lines, [Secret("code", "dee", b"pb4")])]

        def meanwhile():
            found = real()
            while waiting:
                filled.append(waiting.pop())
            return found

        monkeypatch.setattr(source, "all_secrets", meanwhile)
        copied(source, target)
        assert (311, 3) == (target.end().ordinal, len(target.all_secrets()))


@pytest.mark.usefixtures("filled")
def test_a_copy_goes_nowhere_else(address, other):
    """Neither over another journal nor, to be restored, over anything at all."""
    with closing(open_journal(other)) as target:
        target.append(Batch([opened_line(target.end(), "tote:1")]))
    with pytest.raises(InputError, match="something else than the beginning"):
        copy(address, other)
    with pytest.raises(InputError, match="move it away first"):
        copy(address, other, is_empty=True)


@pytest.mark.usefixtures("filled")
def test_an_anchor_is_held_to(address, other):
    """A copy that is too old, or of another history, is not put back."""
    good = Anchor(200, line(200).hash.hex())
    for anchor, told in (
        (Anchor(320, "0" * 64), "the anchor saw 320 lines, the journal ends with 310: lines 311 to 320 missing"),
        (Anchor(200, "0" * 64), "it is another history"),
    ):
        with pytest.raises(JournalDamaged, match=told):
            copy(address, other, anchor, is_empty=True)
    with pytest.raises(InputError, match="expected a head of this version"):
        copy(address, other, Anchor(1, "0" * 64, form=1), is_empty=True)
    assert 310 == copy(address, other, good, is_empty=True).lines


@pytest.mark.usefixtures("filled")
def test_a_damaged_journal_is_not_copied(address, other):
    """What is not what was written goes no further."""
    rows = commits(address)
    put_back(address, [CommitRow(*rows[0][:3], bytes(32), *rows[0][4:]), *rows[1:]])
    with pytest.raises(JournalDamaged, match="the chain is broken"):
        copy(address, other)


@pytest.mark.usefixtures("filled")
def test_a_copy_that_says_something_else_is_none(address, other, monkeypatch):
    """It is read again before it is called a copy."""
    with closing(open_journal(address, is_reader=True)) as source, closing(open_journal(other)) as target:
        monkeypatch.setattr(target, "all_secrets", list)
        with pytest.raises(JournalDamaged, match="do not keep it"):
            copied(source, target)


@pytest.mark.usefixtures("filled")
def test_by_the_commands(address, other, tmp_path, capsys):
    """There and back again, with the head both times."""
    again = f"sqlite:///{tmp_path / 'again.db'}"
    anchor = str(Anchor(310, line(310).hash.hex()))
    for tokens, code in (
        (["backup", address, other], 0),
        (["restore", other, again, "--anchor", anchor], 0),
        (["restore", other, again], 2),
        (["backup", address, address], 2),
        (["restore", address, address], 2),
    ):
        with pytest.raises(SystemExit) as leaving:
            main(tokens)
        out = capsys.readouterr().out
        assert (code, code == 0) == (leaving.value.code, out.endswith(f"head {anchor}\n"))
