"""What is kept beside a journal and never shown, and journals whose tables are older."""

from contextlib import closing

import pytest

from pitboss.journal import Batch, Record, Secret, VersionConflict, open_journal
from tests.support.durable import opened

pytestmark = pytest.mark.cover

AT = "2004-05-01T12:00:00+00:00"


def record(position):
    """Return a record."""
    return Record(position, "table:1", position, 1, "k1", AT, b"{}", position.to_bytes(32))


def test_secrets(journal, address):
    """A secret is kept, replaced and taken away, with the batch it came in; of several the last counts."""
    journal.append(Batch(secrets=[Secret("code", "A", b"1"), Secret("code", "B", b"2"), Secret("key", "A", b"3")]))
    journal.append(Batch(secrets=[Secret("code", "A", b"9"), Secret("code", "B", None), Secret("code", "A", b"4")]))
    assert {"A": b"4"} == journal.secrets("code")
    with pytest.raises(VersionConflict):
        journal.append(Batch([record(1), record(1)], secrets=[Secret("key", "A", None)]))
    journal.close()
    with closing(opened(address)) as again:
        assert {"A": b"3"} == again.secrets("key")


def test_older_version_is_brought_up(journal, raw, address):
    """Tables of the first version, which had no secrets, are read as they are and brought up by who writes."""
    journal.append(Batch([record(1)]))
    raw("DROP TABLE secrets")
    raw("UPDATE journal_schema SET version = 1")
    journal.close()
    with closing(open_journal(address, is_reader=True)) as reader:
        assert (1, 0) == reader.last()
    with closing(opened(address)) as again:
        again.append(Batch(secrets=[Secret("code", "A", b"1")]))
        assert (1, 0) == again.last()
