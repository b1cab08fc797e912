"""Secrets sealed with a key that is not in the database: whoever can write there, and has not the key, is nobody."""

import asyncio
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor import house_key, sealed_journal
from pitboss.floor.house_key import key_path, printed_key, read_key
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.sealed_journal import KINDS, SealedJournal, UnkeptJournal, is_sealed, rotated
from pitboss.floor.writer import snapshots
from pitboss.journal import Batch, JournalDamaged, Secret, open_journal, streams
from pitboss.journal.sqlite import SqliteJournal
from tests.support.driven import there
from tests.support.evening_faults import commits, rows, tamper
from tests.support.web_house import PASSWORD, opened, written_house
from tests.unit.floor.people.test_codes import KEY


@pytest.fixture
def path(tmp_path):
    """Return a house file."""
    return written_house(tmp_path)


@pytest.fixture
def journal(tmp_path):
    """Return where the house is recorded."""
    return str(tmp_path / "house.db")


@pytest.fixture
def key(tmp_path):
    """Return where its key is."""
    return tmp_path / "house.key"


@pytest.fixture
def closed(path, journal):
    """Return the codes of a house in which somebody chose a password and a machine stands, and that is closed."""
    live = opened(path, journal)
    asyncio.run(live.door.choose_password("dealer", live.codes["dealer"], PASSWORD))
    asyncio.run(live.door.bind(live.codes["T1"], KEY))
    codes = dict(live.codes)
    live.close()
    return codes


def signs_in(live, person="dealer", password=PASSWORD):
    """Let somebody in by their password, and close the house."""
    try:
        return asyncio.run(live.door.sign_in(person, password))[0].person.id
    finally:
        live.close()


def run(capsys, *tokens):
    """Return a command's exit code and what it prints."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


@pytest.mark.usefixtures("closed")
def test_every_secret_is_sealed_and_the_key_is_its_owners_alone(journal, key, path):
    """No row says what it holds; the key lies beside the journal, and only its owner reads it."""
    bodies = [bytes(body) for (body,) in rows(journal, "SELECT body FROM secrets")]
    assert len(bodies) > 10
    assert all(is_sealed(body) for body in bodies)
    assert 0o600 == key.stat().st_mode & 0o777
    assert key.read_text().strip() not in Path(journal).read_bytes().decode("latin-1")
    assert "dealer" == signs_in(opened(path, journal))


def test_every_kind_of_secret_is_known():
    """A kind that is not would be left behind when all is sealed anew."""
    source = "".join(file.read_text() for file in Path(sealed_journal.__file__).parent.rglob("*.py"))
    found = {part.split('"')[0] for part in source.split('Secret("')[1:]} | {"virtual_shoe", "visit"}
    assert set(KINDS) == found


@pytest.mark.usefixtures("closed")
def test_a_password_from_another_row_is_found(path, journal):
    """Whoever copies their own sealed password over another's does not come in as the other: the house stays closed."""
    live = opened(path, journal)
    asyncio.run(live.door.choose_password("teller", live.codes["teller"], "a good pot of tea"))
    live.close()
    statement = "UPDATE secrets SET body = (SELECT body FROM secrets WHERE kind = 'password' AND name = 'teller')"
    tamper(journal, (f"{statement} WHERE kind = 'password' AND name = 'dealer'", ()))
    with pytest.raises(JournalDamaged, match="the password of dealer was not sealed"):
        opened(path, journal)


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize("body", [b"$argon2id$v=19$made up", b"pb1", b"pb1" + bytes(40)])
def test_a_secret_that_somebody_wrote_is_found(path, journal, body):
    """Neither as plain text nor under a key of one's own."""
    tamper(journal, ("INSERT OR REPLACE INTO secrets (kind, name, body) VALUES ('password', 'admin', ?)", (body,)))
    with pytest.raises(JournalDamaged, match="the password of admin was not sealed"):
        opened(path, journal)


@pytest.mark.usefixtures("closed")
def test_an_old_password_put_back_lets_nobody_in(path, journal, capsys):
    """Sealed with the right key it is still not the one on record: the pit is told, and `verify` finds it."""
    ((old,),) = rows(journal, "SELECT body FROM secrets WHERE kind = 'password' AND name = 'dealer'")
    live = opened(path, journal)
    code, secret = live.door.person_code("dealer")
    live.door.learn([secret])
    asyncio.run(live.door.choose_password("dealer", code, "another teapot sang"))
    live.close()
    assert 0 == run(capsys, "verify", journal)[0]
    tamper(journal, ("UPDATE secrets SET body = ? WHERE kind = 'password' AND name = 'dealer'", (old,)))
    exit_code, out, _ = run(capsys, "verify", journal)
    assert (1, True) == (exit_code, "the password of dealer is not the one that they chose" in out)
    live = opened(path, journal)
    alarms = live.floor.view(HOUSE_STREAM, lambda found: list(found.state.alarms.values()))
    assert [("sign_in", "dealer")] == [(kind, about) for kind, about, _ in alarms]
    assert not live.door.has_password("dealer")
    live.close()


def test_a_password_without_a_record_lets_nobody_in(path, journal):
    """Even one that was sealed with the key is nobody's if nobody chose it."""
    live = opened(path, journal)
    live.floor.journal.append(Batch(secrets=[Secret("password", "admin", b"x"), Secret("password", "ghost", b"x")]))
    live.close()
    live = opened(path, journal)
    assert ["admin", "ghost"] == sorted(live.door.replaced)
    assert not live.door.has_password("admin")
    live.close()


@pytest.mark.usefixtures("closed")
def test_verify_without_the_key_says_so(journal, key, capsys, tmp_path):
    """Everything else is verified; with the key from elsewhere passwords are too."""
    key.rename(tmp_path / "elsewhere.key")
    code, _, err = run(capsys, "verify", journal)
    assert (0, True) == (code, "stored secrets and snapshots are not compared" in err)
    code, _, err = run(capsys, "verify", journal, "--key", str(tmp_path / "elsewhere.key"))
    assert (0, "") == (code, err)
    (tmp_path / "elsewhere.key").chmod(0o644)
    assert "chmod 600" in run(capsys, "verify", journal, "--key", str(tmp_path / "elsewhere.key"))[2]


# Snapshots


@pytest.mark.usefixtures("closed")
def test_a_crafted_snapshot_is_never_decoded(path, journal, monkeypatch, caplog):
    """Its signature is looked at first: one without is as if it were not there, and the log says so."""
    read: list[bytes] = []
    real = snapshots.thawed

    def noted(body, *others):
        read.append(body)
        return real(body, *others)

    monkeypatch.setattr("pitboss.floor.writer.live_stream.thawed", noted)
    opened(path, journal).close()
    assert read
    ((made,),) = rows(journal, "SELECT body FROM snapshots WHERE stream = 'house'")
    tamper(journal, ("UPDATE snapshots SET body = ?", (bytes(32) + bytes(made)[32:],)))
    read.clear()
    # Closing keeps every state anew, and reads it back.
    with monkeypatch.context() as still:
        still.setattr("pitboss.floor.writer.writer.keep", lambda *_: None)
        opened(path, journal).close()
    assert [] == read
    assert "the snapshot of house was not signed with the house's key: it is not used" in caplog.text


@pytest.mark.usefixtures("closed")
def test_a_snapshot_of_another_stream_or_time_is_not_ours(journal, key):
    """A true one, signed, in the place of another's or of a later one's."""
    with closing(open_journal(journal)) as stored:
        sealed = SealedJournal(stored, there(read_key(key)))
        house = there(stored.snapshot(HOUSE_STREAM))
        other = next(one for one in stored.snapshots() if one.stream != HOUSE_STREAM)
        stored.save_snapshot(replace(house, stream=other.stream))
        assert sealed.snapshot(other.stream) is None
        stored.save_snapshot(replace(house, version=house.version - 1))
        assert sealed.snapshot(HOUSE_STREAM) is None
        stored.save_snapshot(house)
        assert sealed.snapshot(HOUSE_STREAM) is not None


@pytest.mark.usefixtures("closed")
def test_verify_compares_the_snapshots_with_what_it_decides(journal, key, capsys):
    """One that is not signed, one of another history, one that the commands do not lead to: each is a fault."""

    def verified():
        code, out, _ = run(capsys, "verify", journal)
        return code, [line for line in out.splitlines() if "snapshot" in line]

    assert (0, []) == verified()
    with closing(open_journal(journal)) as stored:
        good = there(stored.snapshot(HOUSE_STREAM))
        ours = there(SealedJournal(stored, there(read_key(key))).snapshot(HOUSE_STREAM))
    head, packed = ours.body.split(b"\n", 1)
    text = zlib.decompress(packed)
    other = head + b"\n" + zlib.compress(text.replace(b'"is_active":true', b'"is_active":false', 1))
    for broken, is_signed, words in (
        (replace(good, body=good.body[:-1]), False, "was not signed with the house's key"),
        (replace(ours, body=other), True, "its commands lead to another state"),
        (replace(ours, body=b"x"), True, "it is not written as snapshots are"),
        (replace(ours, hash=bytes(32)), True, "it is of another history"),
        (replace(ours, version=9_999), True, "the journal has no such version"),
    ):
        with closing(open_journal(journal)) as stored:
            (SealedJournal(stored, there(read_key(key))) if is_signed else stored).save_snapshot(broken)
        code, (told,) = verified()
        assert (1, True) == (code, "snapshot of house" in told and words in told)
    with closing(open_journal(journal)) as stored:
        SealedJournal(stored, there(read_key(key))).save_snapshot(replace(ours, code="another program"))
    assert (0, []) == verified()


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize(
    "change", ["body = zeroblob(64)", "version = version - 1", "hash = zeroblob(32)", "code = 'x'"]
)
def test_a_signature_is_over_all_of_a_snapshot(journal, key, change):
    """Whatever is changed of it, it is not ours any more."""
    with closing(open_journal(journal, is_reader=True)) as stored:
        assert SealedJournal(stored, there(read_key(key))).snapshot(HOUSE_STREAM) is not None
    tamper(journal, (f"UPDATE snapshots SET {change} WHERE stream = 'house'", ()))  # noqa: S608 - of our own
    with closing(open_journal(journal, is_reader=True)) as stored:
        assert SealedJournal(stored, there(read_key(key))).snapshot(HOUSE_STREAM) is None


@pytest.mark.usefixtures("closed")
def test_whoever_has_no_key_reads_and_keeps_no_snapshot(journal):
    """All records are read instead."""
    with closing(open_journal(journal)) as stored:
        unkept = UnkeptJournal(stored)
        found = there(stored.snapshot(HOUSE_STREAM))
        unkept.save_snapshot(found)
        assert [None] == [unkept.snapshot(stream) for stream in (HOUSE_STREAM,)]
        assert stored.last() == unkept.last()


# The key


@pytest.mark.usefixtures("closed")
def test_a_house_of_an_earlier_version_is_sealed_at_its_first_start(path, journal, key, monkeypatch):
    """Its plain secrets are sealed in one transaction; were the power to go before, the next start does it."""
    with closing(open_journal(journal)) as stored:
        plain = SealedJournal(stored, there(read_key(key)))
        found = [Secret(kind, name, body) for kind in KINDS for name, body in plain.secrets(kind).items()]
        stored.append(Batch(secrets=found))
    key.unlink()
    with monkeypatch.context() as cut:
        cut.setattr(SealedJournal, "seal_all", lambda _: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            opened(path, journal)
    assert key.read_text().startswith("new ")
    assert "dealer" == signs_in(opened(path, journal))
    assert not key.read_text().startswith("new ")
    assert all(is_sealed(bytes(body)) for (body,) in rows(journal, "SELECT body FROM secrets"))


@pytest.mark.usefixtures("closed")
def test_a_house_whose_key_is_lost_does_not_open(path, journal, key):
    """Nor does it make a new one, which would make the old one's secrets useless."""
    key.unlink()
    with pytest.raises(InputError, match="its key is not there"):
        opened(path, journal)
    assert not key.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [("0" * 63, "64 hexadecimal digits"), ("", "64 hexadecimal digits"), ("é" * 64, "cannot be read")],
)
def test_a_key_that_is_none_opens_nothing(path, journal, key, text, words):
    """It is said what a key looks like."""
    key.write_text(text)
    key.chmod(0o600)
    with pytest.raises(InputError, match=words):
        opened(path, journal)


def test_a_key_that_others_may_read_opens_nothing(path, journal, key):
    """Whoever reads it can seal what they like."""
    key.write_text("0" * 64)
    key.chmod(0o640)
    with pytest.raises(InputError, match="chmod 600"):
        opened(path, journal)


def test_a_key_is_where_the_house_file_says(tmp_path, path, journal, key):
    """Another file; or whatever a command prints."""
    (tmp_path / "safe").mkdir()
    text = path.read_text()
    path.write_text(text.replace("[house]", '[house]\nkey = "safe/pit.key"', 1))
    opened(path, journal).close()
    assert not key.exists()
    printing = f'[house]\nkey_command = ["cat", "{tmp_path}/safe/pit.key"]'
    path.write_text(text.replace("[house]", printing, 1))
    opened(path, journal).close()
    assert not key.exists()


@pytest.mark.parametrize("command", [("no-such-program",), ("false",), ("echo", "hello")])
def test_a_command_that_prints_no_key_opens_nothing(command):
    """What it printed is not told."""
    with pytest.raises(InputError):
        printed_key(command)


def test_a_key_that_cannot_be_written_is_said(tmp_path, monkeypatch):
    """Before anything is sealed with it."""
    monkeypatch.setattr("pitboss.floor.house_key.os.open", lambda *_: (_ for _ in ()).throw(OSError("read-only")))
    with pytest.raises(InputError, match="cannot be written: read-only"):
        house_key.made_key(tmp_path / "x.key")


def test_the_usual_place_of_a_key(tmp_path):
    """Beside the journal; of a journal on a server, beside the house file."""
    assert Path("/srv/house.key") == key_path(None, "sqlite:////srv/house.db", tmp_path)
    assert tmp_path / "house.key" == key_path(None, "postgresql://h/d", tmp_path)
    assert tmp_path / "vault" / "own.key" == key_path("vault/own.key", "sqlite:////srv/house.db", tmp_path)


# Rotation


@pytest.mark.usefixtures("closed")
def test_a_new_key_takes_the_place_of_the_old(path, journal, key, capsys):
    """Everything opens with the new one, and nothing with the old."""
    before = key.read_text()
    code, out, _ = run(capsys, "rotate-key", str(path), "--journal", journal)
    assert (0, True) == (code, "every secret is sealed with" in out)
    assert before != key.read_text()
    assert "dealer" == signs_in(opened(path, journal))
    key.write_text(before)
    with pytest.raises(JournalDamaged, match="was not sealed with the house's key"):
        opened(path, journal)


@pytest.mark.usefixtures("closed")
def test_the_key_of_ticket_numbers_is_replaced_too(path, journal, key, capsys):
    """Whoever learnt it cannot tell the numbers of tickets that are sold after it was replaced; passkeys stay."""

    def keys():
        with closing(open_journal(journal)) as found:
            return SealedJournal(found, there(read_key(key))).secrets("server")

    before = keys()
    assert 0 == run(capsys, "rotate-key", str(path), "--journal", journal)[0]
    opened(path, journal).close()
    after = keys()
    assert {"key", "tickets"} == set(before) == set(after)
    assert (before["key"], 32) == (after["key"], len(after["tickets"]))
    assert before["tickets"] != after["tickets"]


@pytest.mark.usefixtures("closed")
def test_a_rotation_that_is_cut_short_loses_nothing(path, journal, key, monkeypatch):
    """Both keys are there until all is sealed with the new one."""
    with monkeypatch.context() as cut:
        cut.setattr(SealedJournal, "seal_all", lambda _: 1 // 0)
        with closing(open_journal(journal)) as stored, pytest.raises(ZeroDivisionError):
            rotated(stored, there(read_key(key)), bytes(32))
    assert 2 == len(key.read_text().split())
    assert "dealer" == signs_in(opened(path, journal))


@pytest.mark.usefixtures("closed")
def test_a_key_of_a_command_is_rotated_by_printing_both(path, journal, key, capsys):
    """The new one first; the command says afterwards which are left."""
    printed = key.with_name("printed")
    printed.write_text("1" * 64 + "\n" + key.read_text())
    path.write_text(path.read_text().replace("[house]", f'[house]\nkey_command = ["cat", "{printed}"]', 1))
    assert 0 == run(capsys, "rotate-key", str(path), "--journal", journal)[0]
    printed.write_text("1" * 64)
    assert "dealer" == signs_in(opened(path, journal))


def test_what_cannot_be_rotated(path, journal, capsys):
    """A house without a key, or whose journal nobody named."""
    assert "no key yet" in run(capsys, "rotate-key", str(path), "--journal", journal)[2]
    assert "say where it is recorded" in run(capsys, "rotate-key", str(path))[2]


def test_secrets_go_with_what_is_recorded(path, journal):
    """A secret that is taken away is away."""
    live = opened(path, journal)
    live.floor.journal.append(Batch(secrets=[Secret("session", "x" * 64, b"{}")]))
    live.floor.journal.append(Batch(secrets=[Secret("session", "x" * 64, None)]))
    assert {} == live.floor.journal.secrets("session")
    live.close()


@pytest.mark.usefixtures("closed")
def test_an_early_line_under_a_snapshot_is_read_all_the_same(path, journal, monkeypatch):
    """Whatever state was kept, and whatever index: a house is not opened over a journal that was changed before it."""
    monkeypatch.setattr(streams, "BLOCK_LINES", 5)
    with closing(open_journal(journal)) as stored:
        stored.rebuild_streams()
    early = commits(journal)[2]
    tamper(journal, ("UPDATE commits SET hash = zeroblob(32) WHERE first = ?", (early.first,)))
    with pytest.raises(JournalDamaged, match="the chain is broken"):
        opened(path, journal)


@pytest.mark.usefixtures("closed")
def test_nothing_is_served_before_all_was_read(path, journal, monkeypatch):
    """What no stream reads any more, because it was kept as a state, is read by the opening of the house."""

    def broken(*_):
        raise JournalDamaged("line 3 is not what was written")

    monkeypatch.setattr(SqliteJournal, "require_whole", broken)
    with pytest.raises(JournalDamaged, match="line 3"):
        opened(path, journal)
