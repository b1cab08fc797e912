"""Journals of every version that was released: they load, and come out at the heads and balances they had."""

from contextlib import closing
from dataclasses import replace
from unittest.mock import Mock

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer import live_stream
from pitboss.floor.writer.books import balances, postings
from pitboss.floor.writer.live_stream import load
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import Batch, open_journal
from pitboss.journal.chain import OLD_GENESIS, old_hash
from pitboss.openers import read_transcript
from pitboss.rulebook import Fault, RuleViolation
from tests.journals.keep import KEPT, kept, main
from tests.support.durable import ROOT, faults_in

each_version = pytest.mark.parametrize("path", KEPT, ids=[path.name for path in KEPT])


@pytest.fixture
def journal(tmp_path, path):
    """Yield a journal with what is kept of a version."""
    one = open_journal(str(tmp_path / "day.db"))
    one.append(Batch(list(kept(path).lines())))
    yield one
    one.close()


def test_the_first_version_is_kept():
    """A journal of version 0.1 can be read for ever."""
    assert "0.1.jsonl.gz" in [path.name for path in KEPT]


@each_version
def test_old_journal_loads(journal, path):
    """Every stream of it can be taken up again where it was, its chain followed record by record."""
    held = kept(path)
    loaded = {name: load(journal, name) for name in journal.heads()}
    heads = {name: (live.version, live.hash) for name, live in loaded.items() if live}
    if held.is_old:
        assert heads == {name: (head.version, head.hash) for name, head in journal.heads().items()}
        heads = {}
        for record in journal.read_all():
            _, before = heads.get(record.stream, (0, OLD_GENESIS))
            said = {"key": record.key, "at": record.at, "body": record.body}
            heads[record.stream] = (record.version, old_hash(before, record.stream, record.version, **said))
    assert held.expected.heads == {name: (version, found.hex()) for name, (version, found) in heads.items()}
    assert [] == faults_in(journal)


@each_version
def test_old_money_is_where_it_was(journal, path):
    """What its accounts hold is what they held, and follows from the moves that its events carry."""
    held = kept(path)
    assert held.expected.balances == balances(journal)
    if held.is_old:
        assert held.postings == [(one.position, one.line, one.account, one.amount_minor) for one in postings(journal)]


def test_kept_journal_is_not_overwritten(capsys):
    """The tool that keeps a journal leaves one alone that is there."""
    assert 1 == main()
    assert "is kept already" in capsys.readouterr().err


@each_version
@pytest.mark.usefixtures("path")
def test_old_journal_is_verified(journal):
    """What was decided then is decided now, also under rules documents written anew since; refusals in other words."""
    assert [] == [fault for fault in verify(journal).faults if "was refused in other words" not in fault.what]


def refuse_everything(monkeypatch):
    """Let rules that have changed since refuse whatever was decided before."""
    known = live_stream.checked

    def changed(kind, document):
        rules, config = known(kind, document)
        return replace(rules, decide=Mock(side_effect=RuleViolation("not any more", clause="MB-J3"))), config

    monkeypatch.setattr(live_stream, "checked", changed)


@pytest.mark.parametrize("path", KEPT[:1])
@pytest.mark.usefixtures("path")
def test_what_earlier_rules_decided_is_followed_and_noted(journal, monkeypatch):
    """A stream opened under earlier rules is read as it is recorded; what today's would refuse is a note, no fault."""
    refuse_everything(monkeypatch)
    report = verify(journal)
    noted = [entry.what for entry in report.superseded if entry.stream == "table:baccarat deal-option"]
    assert () == report.faults
    assert [f"command {key!r} would be refused: not any more" for key in ("inspect", "open", "notify-deal-option")] == (
        noted
    )


@pytest.mark.parametrize("path", KEPT[:1])
@pytest.mark.usefixtures("path")
def test_settings_that_earlier_rules_took_are_read_and_noted(journal, monkeypatch):
    """A table that today's rules would not open is read as it was opened, and that is a note, no fault."""
    refusing = replace(OPENERS["table"], check=lambda _: (None, (Fault("settings.x", 1, "no", "RS-W"),)))
    monkeypatch.setattr(live_stream, "OPENERS", {**OPENERS, "table": refusing})
    report = verify(journal)
    noted = [entry.what for entry in report.superseded if entry.stream == "table:baccarat deal-option"]

    assert (0, True) == (len(report.faults), noted[0].startswith("it would not be opened: "))


def test_what_todays_rules_decided_is_held_to_them(tmp_path, monkeypatch):
    """A stream that this program opened has no earlier rules to fall back on."""
    address = f"sqlite:///{tmp_path / 'day.db'}"
    play_into(address, read_transcript((ROOT / "examples/baccarat/one-round.jsonl").read_bytes().split(b"\n")))
    refuse_everything(monkeypatch)
    with closing(open_journal(address)) as one:
        assert "was accepted, and is refused now" in verify(one).faults[0].what
