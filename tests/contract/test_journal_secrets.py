"""What is kept beside a journal and never shown."""

from contextlib import closing

import pytest

from pitboss.journal import Batch, Secret, VersionConflict
from tests.support.durable import opened
from tests.support.journal_lines import line

pytestmark = pytest.mark.cover


def test_secrets(journal, address):
    """A secret is kept, replaced and taken away, with the batch it came in; of several the last counts."""
    journal.append(Batch(secrets=[Secret("code", "A", b"1"), Secret("code", "B", b"2"), Secret("key", "A", b"3")]))
    journal.append(Batch(secrets=[Secret("code", "A", b"9"), Secret("code", "B", None), Secret("code", "A", b"4")]))
    assert {"A": b"4"} == journal.secrets("code")
    with pytest.raises(VersionConflict):
        journal.append(Batch([line(2)], secrets=[Secret("key", "A", None)]))
    journal.close()
    with closing(opened(address)) as again:
        assert {"A": b"3"} == again.secrets("key")
