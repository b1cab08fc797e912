"""Addresses of journals: what they lead to, what is none, and that no error tells a password."""

import pytest

from pitboss.errors import InputError
from pitboss.journal import JournalUnavailable, open_journal
from pitboss.journal.address import without_password, without_secrets

SECRET = "s3cr-et"  # noqa: S105
NOBODY = "host=%2Fnonexistent"


@pytest.mark.parametrize("form", ["sqlite:///{}", "{}"])
def test_file_by_its_path(tmp_path, form):
    """A SQLite file is named with the scheme or without."""
    path = tmp_path / "day.db"
    open_journal(form.format(path)).close()
    assert path.exists()


def test_relative_path(tmp_path, monkeypatch):
    """After three strokes stands a path from where we are."""
    monkeypatch.chdir(tmp_path)
    open_journal("sqlite:///day.db").close()
    assert (tmp_path / "day.db").exists()


@pytest.mark.parametrize("address", ["", "sqlite:///", "mysql://host/day", "sqlite://day.db", "day\0.db"])
def test_what_is_no_address(address):
    """An address of another kind is refused, and the kinds there are are told."""
    with pytest.raises(InputError, match=r"sqlite:///FILE or postgresql://HOST/DATABASE"):
        open_journal(address)


@pytest.mark.parametrize(
    ("address", "error"),
    [
        (f"mysql://ann:{SECRET}@host/day", InputError),
        (f"postgresql://ann:{SECRET}@/day?{NOBODY}", JournalUnavailable),
        (f"postgres://ann:{SECRET}@/day?{NOBODY}", JournalUnavailable),
        (f"postgresql://ann:{SECRET}@127.0.0.1:1/day", JournalUnavailable),
        (f"postgresql:///day?{NOBODY}&user=ann&password={SECRET}", JournalUnavailable),
        (f"postgresql:///day?{NOBODY}&user=ann&sslpassword={SECRET}", JournalUnavailable),
        (f"postgresql://ann:%zz{SECRET}@host/day", InputError),
        (f"postgresql://ann:{SECRET}@host:port/day", InputError),
        (f"postgresql://ann:{SECRET}@127.0.0.1:port/day", JournalUnavailable),
        (f"postgresql://ann:{SECRET}/x@host/day?{NOBODY}", JournalUnavailable),
        (f"postgresql:///day?{NOBODY}&password=%zz{SECRET}", InputError),
        (f"postgresql://ann:{SECRET}@/day?nonsense=1", InputError),
    ],
)
def test_no_error_tells_a_password(address, error):
    """Whatever is wrong with an address or behind it, the password is in no sentence, no value and no cause."""
    with pytest.raises(error) as caught:
        open_journal(address)
    told: BaseException | None = caught.value
    while told is not None:
        assert SECRET not in f"{told!s} {told!r} {getattr(told, 'values', '')}"
        told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("sqlite:///day.db", "sqlite:///day.db"),
        ("postgresql://host:5432/day", "postgresql://host:5432/day"),
        ("postgresql://ann@host:5432/day", "postgresql://ann@host:5432/day"),
        ("postgresql://ann:a@b:c@host:5432/day", "postgresql://ann@host:5432/day"),
        ("postgresql://host/day?user=ann&PassWord=x&a=b", "postgresql://host/day?user=ann&PassWord=&a=b"),
    ],
)
def test_address_as_it_may_be_shown(address, shown):
    """What is shown of an address is all of it but the password."""
    assert shown == without_password(address)


@pytest.mark.parametrize("said", ["no such a%40b", "a@b?", "x", "b"])
def test_sentence_with_a_secret_in_it(said):
    """A sentence that has the password, as it is written, as it is meant or in parts, is not told."""
    assert "hidden" == without_secrets(said, "postgresql://ann:a%40b@host/day?sslpassword=x&password=", "hidden")
    assert "no such host" == without_secrets("no such host", "postgresql://ann:secret@host/day", "hidden")
