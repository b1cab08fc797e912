"""Signed heads kept elsewhere: carried there on time and at the end; a journal behind the last one does not open."""

import asyncio
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor.anchors import AnchorEntry, Anchors, Place, SignedHead, difference, fault_of, public_key
from pitboss.floor.house_file import HouseRefused, read_house
from pitboss.floor.house_key import read_key
from pitboss.floor.identity import identity_of
from pitboss.floor.people.acts import RecordFailure
from pitboss.journal import Anchor, End, JournalDamaged, open_journal
from tests.support.driven import there
from tests.support.evening_faults import commits, put_back
from tests.support.web_house import Clock, opened, recorded, written_house

KEY, HOUSE = bytes(range(32)), "ab" * 32
AT = datetime(2026, 11, 17, 20, tzinfo=UTC)
HEAD = Anchor(16, "0c" * 32)
SIGNED = SignedHead.of(KEY, HOUSE, HEAD, AT)


@pytest.fixture
def kept(tmp_path):
    """Return the file of another machine where the house's heads are kept."""
    (tmp_path / "auditor").mkdir()
    return tmp_path / "auditor" / "house.anchors"


@pytest.fixture
def path(tmp_path, kept):
    """Return a house file that names that place."""
    found = written_house(tmp_path)
    found.write_text(f'{found.read_text()}[[anchor]]\nfile = "{kept}"\nevery_minutes = 30\n')
    return found


@pytest.fixture
def journal(tmp_path, path):
    """Return the journal of a house that was open twice."""
    address = str(tmp_path / "house.db")
    opened(path, address).close()
    live = opened(path, address)
    asyncio.run(recorded(live, RecordFailure(person="admin")))
    live.close()
    return address


def run(capsys, *tokens):
    """Return a command's exit code and what it prints."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    found = capsys.readouterr()
    return leaving.value.code, found.out + found.err


# What is signed


def test_a_signed_head_is_one_line_that_anybody_can_check():
    """With the public key alone, which does not tell the house's."""
    assert str(SIGNED).startswith(f"pitboss-anchor/1 {HOUSE} {HEAD} 2026-11-17T20:00:00+00:00 ")
    assert SIGNED == SignedHead.parse(f"{SIGNED}\n")
    assert (public_key(KEY), False) == (SIGNED.key, KEY.hex() in str(SIGNED))


@pytest.mark.parametrize("place", range(1, 6))
def test_no_word_of_it_can_be_changed(place):
    """House, head, time, key and signature: another one of any is no signed head."""
    other = SignedHead.of(bytes(32), "cd" * 32, Anchor(15, "1c" * 32), AT + timedelta(hours=1))
    words, others = str(SIGNED).split(" "), str(other).split(" ")
    words[place] = others[place]
    with pytest.raises(InputError, match="signature is not of the key"):
        SignedHead.parse(" ".join(words))


@pytest.mark.parametrize("text", ["", "x", "pitboss-anchor/1", str(SIGNED).upper(), str(SIGNED)[:-1], f"{SIGNED} x"])
def test_what_is_no_signed_head(text):
    """It is said how one is written."""
    with pytest.raises(InputError, match="as `pitboss anchor` writes it"):
        SignedHead.parse(text)


# When they are carried away


def test_heads_are_carried_away_on_time_and_if_they_went_on(tmp_path):
    """At once, then every so many minutes; one that did not arrive is sent at the next turn."""
    clock, ends = Clock(), [End(3, 2, bytes(32))]
    place = Place(AnchorEntry(file="later/heads", every_minutes=30), tmp_path)
    anchors = Anchors(
        [place], lambda head: SignedHead.of(KEY, HOUSE, head, AT), lambda: ends[-1], monotonic_ns=clock.monotonic_ns
    )

    def lines():
        return [SignedHead.parse(text).head.lines for text in place.kept()]

    anchors.poll()
    assert [] == lines()
    (tmp_path / "later").mkdir()
    anchors.poll()
    ends.append(End(9, 7, bytes(32)))
    anchors.poll()
    assert [3] == lines()
    clock.move(30 * 60)
    anchors.poll()
    clock.move(30 * 60)
    anchors.poll()
    assert [3, 9] == lines()
    ends.append(End(10, 8, bytes(32)))
    anchors.send()
    anchors.send()
    assert [3, 9, 10] == lines()


def test_a_command_gets_each_on_standard_input(tmp_path):
    """Whatever it does with it; one that fails is told, and so is one that cannot fetch the last."""
    program = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read())"
    show = "import sys; print(open(sys.argv[1]).read())"
    away = str(tmp_path / "away")
    entry = AnchorEntry(command=(sys.executable, "-c", program, away), last=(sys.executable, "-c", show, away))
    place = Place(entry, tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        place.kept()
    place.put(SIGNED)
    place.put(SIGNED)
    assert [str(SIGNED)] * 2 == place.kept()
    with pytest.raises(InputError, match="no head arrived there"):
        Place(AnchorEntry(command=("false",)), tmp_path).put(SIGNED)
    assert [] == Place(AnchorEntry(command=("cat",)), tmp_path).kept()


def test_a_place_is_a_file_or_a_command(tmp_path):
    """Not both, not neither."""
    path = written_house(tmp_path)
    text = path.read_text()
    for entry in ("", 'file = "x"\ncommand = ["cat"]', 'file = "x"\nlast = ["cat"]'):
        path.write_text(f"{text}[[anchor]]\n{entry}\n")
        with pytest.raises(HouseRefused, match="a place is a `file`, or a `command`"):
            read_house(path)


def test_a_house_leaves_its_head_when_it_closes(journal, kept):
    """Each end of a day is there, signed by the house, and is the journal's own."""
    with closing(open_journal(journal, is_reader=True)) as stored:
        end, house = stored.end(), identity_of(stored)
    heads = [SignedHead.parse(line) for line in kept.read_text().splitlines()]
    assert (2, Anchor(end.ordinal, end.hash.hex()), {house}) == (
        len(heads),
        heads[-1].head,
        {one.house for one in heads},
    )


# What they hold


def without_own_word(tmp_path):
    """Take away what the house wrote down for itself: whoever owns the whole machine can."""
    (tmp_path / "house.id").unlink()


def test_a_journal_behind_its_anchor_does_not_open(path, journal, kept, tmp_path):
    """Nobody on the house's machine can tell any more; the anchor does, and says which lines are missing."""
    whole = commits(journal)
    put_back(journal, whole[:-1])
    without_own_word(tmp_path)
    missing = whole[-1].first
    with pytest.raises(JournalDamaged, match=f"anchor at {kept}.* not open for play.* line {missing} missing"):
        opened(path, journal)
    put_back(journal, whole)
    opened(path, journal).close()


def test_another_history_does_not_open(path, journal, kept, tmp_path, capsys):
    """A journal whose lines are as many, and others: written anew on the same machine, with the same key."""
    kept.write_text(kept.read_text().splitlines()[-1] + "\n")
    old = SignedHead.parse(kept.read_text())
    key = there(read_key(tmp_path / "house.key")).keys[0]
    kept.write_text(f"{SignedHead.of(key, old.house, Anchor(old.head.lines, '0' * 64), AT)}\n")
    with pytest.raises(JournalDamaged, match="it is another history"):
        opened(path, journal)
    code, said = run(capsys, "anchor", str(path), "--journal", journal, "--check")
    assert (1, True) == (code, "1 anchor, 1 of them not in the journal" in said)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (
            lambda old, _: SignedHead.of(bytes(32), old.house, Anchor(1, old.house), AT),
            "not signed with the house's key",
        ),
        (lambda _, key: SignedHead.of(key, HOUSE, Anchor(0, "0" * 64), AT), "is of another house"),
        (lambda *_: "x", "as `pitboss anchor` writes it"),
    ],
)
def test_an_anchor_that_somebody_else_wrote_opens_nothing(path, journal, kept, made, why):
    """An older head in the place of the last needs the house's key."""
    key, old = there(read_key(path.with_name("house.key"))).keys[0], SignedHead.parse(kept.read_text().splitlines()[-1])
    kept.write_text(f"{kept.read_text()}{made(old, key)}\n")
    with pytest.raises(JournalDamaged, match=why):
        opened(path, journal)


def test_a_place_that_nobody_can_ask_keeps_no_house_closed(path, journal, kept, caplog):
    """The log says that nothing was compared."""
    kept.unlink()
    kept.mkdir()
    live = opened(path, journal)
    live.close()
    assert "the journal is not compared with its anchor" in caplog.text


def test_one_is_signed_and_compared_by_command(path, journal, kept, capsys):
    """Also for somebody who only verifies: a signed head, or the whole file."""
    code, said = run(capsys, "anchor", str(path), "--journal", journal)
    assert (0, 3, said) == (code, len(kept.read_text().splitlines()), kept.read_text().splitlines()[-1] + "\n")
    code, said = run(capsys, "anchor", str(path), "--journal", journal, "--check")
    assert (0, True) == (code, "3 anchors, the journal has all of them" in said)
    assert [0, 0] == [run(capsys, "verify", journal, "--anchor", one)[0] for one in (str(kept), kept.read_text()[:-1])]
    put_back(journal, commits(journal)[:-1])
    assert [1, 1] == [
        run(capsys, "anchor", str(path), "--journal", journal, "--check")[0],
        run(capsys, "verify", journal, "--anchor", str(kept))[0],
    ]


def test_a_place_that_is_away_is_named_by_the_command(path, journal, kept, capsys):
    """Nothing is carried there and nothing compared, and the exit code says so."""
    kept.unlink()
    kept.mkdir()
    for tokens in ((), ("--check",)):
        code, said = run(capsys, "anchor", str(path), "--journal", journal, *tokens)
        assert (1, True) == (code, "house.anchors" in "".join(said.split()))


def test_an_identity_that_cannot_be_read_is_a_note_to_who_verifies(path, journal, capsys):
    """The journal is verified all the same."""
    path.with_name("house.id").write_text("nonsense")
    code, said = run(capsys, "verify", journal, "--key", str(path.with_name("house.key")))
    assert (0, True) == (code, "note:" in said)


def test_what_cannot_be_signed(path, tmp_path, capsys):
    """A house whose journal nobody named, or that has no key yet."""
    assert "say where it is recorded" in run(capsys, "anchor", str(path))[1]
    assert "no key yet" in run(capsys, "anchor", str(path), "--journal", str(tmp_path / "house.db"))[1]


def test_a_new_key_signs_the_next_anchor(path, journal, kept, capsys):
    """After a rotation the last anchor is signed with the new key, and the house opens."""
    before = SignedHead.parse(kept.read_text().splitlines()[-1])
    assert 0 == run(capsys, "rotate-key", str(path), "--journal", journal)[0]
    after = SignedHead.parse(kept.read_text().splitlines()[-1])
    assert (before.head, True) == (after.head, before.key != after.key)
    opened(path, journal).close()


def test_what_was_signed_with_an_earlier_key_is_still_compared(path, journal, kept, capsys):
    """After a rotation the journal has all that is kept; of the lines before it too none may be missing."""
    run(capsys, "rotate-key", str(path), "--journal", journal)
    code, said = run(capsys, "anchor", str(path), "--journal", journal, "--check")
    assert (0, True) == (code, "3 anchors, the journal has all of them" in said)
    foreign = SignedHead.of(bytes(32), SignedHead.parse(kept.read_text().splitlines()[-1]).house, HEAD, AT)
    kept.write_text(f"{foreign}\n{kept.read_text()}")
    code, said = run(capsys, "anchor", str(path), "--journal", journal, "--check")
    assert (1, True) == (code, "4 anchors, 1 of them not in the journal" in said)


def test_a_place_that_only_takes_is_not_called_compared(path, journal, capsys):
    """Paper cannot be read again, and the command says so."""
    path.write_text(f'{path.read_text()}[[anchor]]\ncommand = ["lp"]\n')
    code, said = run(capsys, "anchor", str(path), "--journal", journal, "--check")
    assert (0, True) == (code, "lp: nothing was compared" in said)


def test_a_key_is_rotated_though_a_place_is_away(path, journal, kept, tmp_path, capsys):
    """Every other place is signed with the new key, and whoever rotates is told what is left to do."""
    (tmp_path / "second").mkdir()
    path.write_text(f'{path.read_text()}[[anchor]]\nfile = "{tmp_path / "second" / "heads"}"\nevery_minutes = 30\n')
    before = kept.read_text()
    kept.unlink()
    kept.mkdir()
    code, said = run(capsys, "rotate-key", str(path), "--journal", journal)
    assert (1, True, True) == (code, "every secret is sealed" in said, "let `pitboss anchor` sign there" in said)
    assert 1 == len((tmp_path / "second" / "heads").read_text().splitlines())
    kept.rmdir()
    kept.write_text(before)
    with pytest.raises(JournalDamaged, match="let `pitboss anchor` sign a new one"):
        opened(path, journal)
    assert 0 == run(capsys, "anchor", str(path), "--journal", journal)[0]
    opened(path, journal).close()


def test_an_empty_journal_has_what_an_anchor_of_nothing_saw(journal):
    """No line is missing."""
    with closing(open_journal(journal, is_reader=True)) as stored:
        assert difference(stored, Anchor(0, "0" * 64)) is None
        assert fault_of(str(SIGNED), stored, HOUSE, [KEY]) is not None
