"""Journals of versions 0.1 and 0.2: read as they are, and converted with the proof that they say the same."""

from contextlib import closing, contextmanager

import psycopg
import pysqlite3
import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor import convert as convert_module
from pitboss.floor.convert import convert
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.books import balances
from pitboss.journal import Anchor, JournalDamaged, JournalOld, JournalUnavailable, Secret, open_journal
from pitboss.journal.chain import old_head
from pitboss.journal.old import OldJournal
from tests.journals.keep import KEPT
from tests.support.durable import faults_in
from tests.support.journal_lines import lines
from tests.support.old_journal import write_old
from tests.support.postgres import database

pytestmark = pytest.mark.cover
OLD = [path for path in KEPT if path.name.startswith(("0.1", "0.2"))]


@contextmanager
def place(kind, folder, name):
    """Yield where a journal may be made."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / name}"
    else:
        with database() as one:
            yield one


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request):
    """Return a kind of database."""
    return request.param


@pytest.fixture
def old(kind, tmp_path):
    """Yield the address of a journal as version 0.1 wrote it."""
    with place(kind, tmp_path, "old.db") as address:
        write_old(address, OLD[0])
        yield address


@pytest.fixture
def new(kind, tmp_path):
    """Yield where the new one is made: in the other kind of database."""
    with place("postgresql" if kind == "sqlite" else "sqlite", tmp_path, "new.db") as address:
        yield address


def raw(address, statement, *values):
    """Execute a statement without any code of ours."""
    is_file = address.startswith("sqlite")
    connect = pysqlite3.connect if is_file else psycopg.connect
    with closing(connect(address.removeprefix("sqlite:///"))) as connection:
        connection.execute(statement if is_file else statement.replace("?", "%s"), values)
        connection.commit()


def test_an_old_journal_is_read(old):
    """Every reader reads it as it is; nobody writes to it, and who would is told what to do."""
    with closing(open_journal(old, is_reader=True)) as journal:
        assert [] == faults_in(journal)
        assert [] == [fault for fault in verify(journal).faults if "was refused in other words" not in fault.what]
        assert {"ann"} == journal.secrets("password").keys()
        assert journal.snapshot("table:1") is None
        answer = next(journal.answers())
        assert answer == journal.answer(answer.stream, answer.key)
        for deed in (lambda: journal.append(lines(1)), journal.rebuild_streams):
            with pytest.raises(JournalUnavailable, match="earlier version"):
                deed()
    with pytest.raises(JournalOld, match="pitboss convert OLD NEW"):
        open_journal(old)


@pytest.mark.parametrize("path", OLD, ids=[path.name for path in OLD])
def test_a_converted_journal_says_the_same(path, tmp_path):
    """Events, answers, balances and hashes, and the head that was printed then still holds it."""
    old, new = (f"sqlite:///{tmp_path / name}" for name in ("old.db", "new.db"))
    held = write_old(old, path)
    with closing(open_journal(old, is_reader=True)) as source, closing(open_journal(new)) as target:
        found = convert(source, target)
        assert [line.text for line in source.lines()] == [line.text for line in target.lines()]
        assert [*source.read_all()] == [*target.read_all()]
        assert held.expected.balances == balances(target)
        heads = {stream: (version, bytes.fromhex(said)) for stream, (version, said) in held.expected.heads.items()}
        assert Anchor(len(held.records), old_head(heads), form=1) == found.before
        assert (len(held.records), len(held.postings), 2) == (found.events, found.postings, found.secrets)
    with closing(open_journal(new, is_reader=True)) as reader:
        faults = [one.what for one in verify(reader, found.before).faults]
        assert [] == [one for one in faults if "was refused in other words" not in one]
        assert found.after == verify(reader).head


def test_from_one_database_to_the_other(old, new, capsys):
    """By the command, with both heads; converted again it finds that it is done."""
    for _ in range(2):
        with pytest.raises(SystemExit) as leaving:
            main(["convert", old, new])
        assert 0 == leaving.value.code
        said = capsys.readouterr().out
        assert "the same as in" in said
        assert "head before pitboss-head/1:" in said
        assert "\nhead pitboss-head/2:" in said


def test_what_was_interrupted_goes_on(old, new, monkeypatch):
    """Whatever was written before is there, and is not written again."""
    monkeypatch.setattr(convert_module, "_TOGETHER", 50)

    def interrupt(done, _):
        if done > 100:
            raise KeyboardInterrupt

    with closing(open_journal(old, is_reader=True)) as source, closing(open_journal(new)) as target:
        with pytest.raises(KeyboardInterrupt):
            convert(source, target, interrupt)
        assert 0 < target.end().ordinal < source.end().ordinal
        done = []
        assert source.end() == (convert(source, target, lambda *step: done.append(step)) and target.end())
        assert done[0][0] > 150


def test_what_is_no_conversion(old, new):
    """A journal of today, one that holds something else, and one into itself."""
    with closing(open_journal(old, is_reader=True)) as source, closing(open_journal(new)) as target:
        with pytest.raises(InputError, match="of this version already"):
            convert(target, target)
        target.append(lines(1))
        with pytest.raises(InputError, match="holds something else"):
            convert(source, target)
    with pytest.raises(SystemExit) as leaving:
        main(["convert", old, old])
    assert 2 == leaving.value.code


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE records SET received_at = '2000' WHERE position = 9", "the chain of .* is broken"),
        ("UPDATE records SET position = 100000 WHERE position = 9", "the chain of .* is broken"),
        ("DELETE FROM answers WHERE ordinal = 5", "has not the records that it names"),
        ("UPDATE postings SET amount_minor = amount_minor + 1 WHERE line = 1", "postings of position"),
        ("DELETE FROM postings WHERE position = (SELECT max(position) FROM postings)", "postings of position"),
        ("INSERT INTO postings VALUES (1000000, 1, 'a', 1)", "the number of postings"),
    ],
)
def test_what_was_changed_is_not_converted(old, new, statement, told):
    """An old journal is held to its own hashes and postings."""
    raw(old, statement)
    with (
        closing(open_journal(new)) as target,
        pytest.raises(JournalDamaged, match=told),
        closing(open_journal(old, is_reader=True)) as source,
    ):
        convert(source, target)


def test_a_new_journal_that_says_something_else(old, new, monkeypatch):
    """What was written is read again, and compared: lines, and what is kept beside them."""
    with closing(open_journal(old, is_reader=True)) as source, closing(open_journal(new)) as target:
        convert(source, target)
        monkeypatch.setattr(source, "all_secrets", lambda: [Secret("password", "ann", b"other")])
        monkeypatch.setattr(convert_module, "_write", lambda *_: None)
        with pytest.raises(JournalDamaged, match="what is kept beside it differs"):
            convert(source, target)
        texts = list(target.lines())
        monkeypatch.setattr(target, "lines", lambda: iter(texts[:-1]))
        with pytest.raises(JournalDamaged, match=r"line \d+ differs"):
            convert(source, target)


def test_tables_of_the_first_version(kind, tmp_path):
    """They had no secrets."""
    with place(kind, tmp_path, "first.db") as address:
        write_old(address, OLD[0], version=1)
        with closing(open_journal(address, is_reader=True)) as journal:
            assert isinstance(journal, OldJournal)
            assert ({}, []) == (journal.secrets("password"), journal.all_secrets())
