"""What somebody may do to a journal past its own guards, and how a verification finds each of it."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.transcripts import play_into
from pitboss.journal import open_journal
from pitboss.openers import read_transcript
from tests.support.evening_faults import changed, commits, is_of, put_back, rewrite, tamper, text_of

ROOT = Path(__file__).resolve().parents[3]
TABLE, DICE = "table:main-floor-1", "table:sic-bo-1"
FILES = ("examples/roulette/oneida/one-round.jsonl", "examples/sicbo/one-round.jsonl")
SETTLED = 13
"""The version of the round's settlement, the last of its stream."""


@pytest.fixture
def address(tmp_path):
    """Return the address of a journal with a round of roulette and one of sic bo; each command has its own commit."""
    found = f"sqlite:///{tmp_path / 'day.db'}"
    for name in FILES:
        play_into(found, read_transcript((ROOT / name).read_bytes().split(b"\n")))
    return found


def faults(address, anchor=None):
    """Return what a verification finds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return verify(journal, anchor).faults


def places(found):
    """Return where the faults are."""
    return {(fault.stream, fault.version) for fault in found}


def said(found):
    """Return all that the faults say."""
    return "\n".join(str(fault) for fault in found)


def without(stream, version):
    """Return what takes a line away, and with it its commit."""
    return lambda texts: [own for own in texts if not is_of(own[0], stream, version)]


def swapped(one, other):
    """Return what lets two lines of the roulette table change places."""

    def change(texts):
        first, second = (next(n for n, own in enumerate(texts) if is_of(own[0], TABLE, one_)) for one_ in (one, other))
        texts[first], texts[second] = texts[second], texts[first]
        return texts

    return change


class TestLines:
    @pytest.mark.parametrize(
        ("old", "new"), [(b"2500", b"2501"), (b"straight:17", b"straight:18"), (b"Ann", b"Bob"), (b"k5", b"k6")]
    )
    def test_a_line_that_was_changed(self, address, old, new):
        """Is found at its event, whatever was changed in it."""
        rewrite(address, changed(TABLE, 6, old, new))
        found = faults(address)
        assert (TABLE, 6) in places(found)
        assert "the chain is broken" in said(found)

    def test_a_line_that_cannot_be_read(self, address):
        """Is damage, and what comes after it is still looked at."""
        rewrite(address, changed(TABLE, 6, b"{", b"["))
        found = said(faults(address))
        assert "line 6: a line cannot be read" in found
        assert f"{TABLE} version 7: versions 6 to 6 are missing before it" in found

    def test_an_event_that_was_changed_with_all_hashes(self, address):
        """The chain fits again, but neither the command nor the recount does."""

        def change(texts):
            return [[self.cheaper(one) if is_of(one, TABLE, 6) else one for one in own] for own in texts]

        rewrite(address, change, is_fitting=True)
        found = faults(address)
        assert (TABLE, 6) in places(found)
        assert "the chain" not in said(found)
        assert "makes another event now" in said(found)

    @staticmethod
    def cheaper(text):
        """Return a line whose event has another stake than its command."""
        command, _, events = text.rpartition(b",[{")
        return command + b",[{" + events.replace(b"2500", b"2400")

    def test_moves_that_were_changed_with_all_hashes(self, address):
        """The recount reads stakes and payments, not moves."""

        def change(texts):
            return [
                [one.replace(b'"layout",2500', b'"layout",2400') if is_of(one, TABLE, 6) else one for one in own]
                for own in texts
            ]

        rewrite(address, change, is_fitting=True)
        assert "the recount by" in said(faults(address))

    def test_an_instant_that_was_changed(self, address):
        """It is hashed; with all hashes made to fit only the anchor tells."""
        with closing(open_journal(address, is_reader=True)) as journal:
            head = verify(journal).head
        text = text_of(address, TABLE, 6)
        at = msgspec.json.decode(text)[4]["received_at"].encode()
        rewrite(address, changed(TABLE, 6, at, at.replace(b"2024", b"2023")))
        assert {(TABLE, 6)} == places(faults(address))
        rewrite(address, lambda texts: texts, is_fitting=True)
        assert () == faults(address)
        assert "is not the anchor's" in said(faults(address, head))

    def test_a_line_deleted_in_the_middle(self, address):
        """Its number is missing, and its version."""
        tamper(address, ("DELETE FROM commits WHERE first = 6", ()))
        found = said(faults(address))
        assert "lines 6 to 6 are missing before it" in found
        assert f"{TABLE} version 7: versions 6 to 6 are missing before it" in found

    def test_a_line_deleted_in_the_middle_with_everything_made_to_fit(self, address):
        """Its version is missing, and what came after it is decided otherwise."""
        rewrite(address, without(TABLE, 6), is_fitting=True)
        assert f"{TABLE} version 7: versions 6 to 6 are missing before it" in said(faults(address))

    def test_lines_deleted_at_the_end(self, address):
        """Nothing inside the journal can tell; the anchor does, and counts."""
        with closing(open_journal(address, is_reader=True)) as journal:
            head = verify(journal).head
        tamper(address, ("DELETE FROM commits WHERE first >= ?", (head.lines - 1,)))
        assert () == faults(address)
        (fault,) = faults(address, head)
        assert str(fault).endswith(": 2 missing")

    def test_an_event_that_was_inserted(self, address):
        """With hashes that fit its command still makes no such event."""

        def change(texts):
            bought = b'{"type":"table.value_chips_bought/1","player":"Max","amount_minor":5,"moves":[]}'
            more = [
                [one[:-2] + b"," + bought + b"]]" if is_of(one, TABLE, SETTLED) else one for one in own]
                for own in texts
            ]
            return [[one.replace(b'",13,{', b'",14,{', 1) for one in own] if own != before else own
                    for own, before in zip(more, texts, strict=True)]  # fmt: skip

        rewrite(address, change, is_fitting=True)
        found = faults(address)
        assert "makes 1 events now, and was answered with 2" in said(found)

    def test_a_line_without_a_command(self, address):
        """Only the opening of a stream has none."""

        def change(texts):
            for own in texts:
                if is_of(own[0], TABLE, 8):
                    fields = msgspec.json.decode(own[0])
                    fields[4] = "2024-06-01T20:00:00+00:00"
                    own[0] = msgspec.json.encode(fields)
            return texts

        rewrite(address, change, is_fitting=True)
        assert "only the opening of a stream has none" in said(faults(address))

    @pytest.mark.parametrize("is_fitting", [False, True])
    def test_two_lines_that_were_swapped(self, address, is_fitting):
        """The order of the stream is not that of the journal any more."""
        rewrite(address, swapped(6, 7), is_fitting=is_fitting)
        assert f"{TABLE} version 6: it comes after version 7" in said(faults(address))

    def test_a_line_that_comes_twice(self, address):
        """Its key was used before."""
        rewrite(address, lambda texts: [*texts, [text_of(address, TABLE, 6)]], is_fitting=True)
        found = said(faults(address))
        assert "the key 'k5' was used before" in found

    def test_a_line_written_otherwise(self, address):
        """There is one way to write a line, so that nobody can hide anything in another."""
        rewrite(address, changed(TABLE, 6, b'"key":"k5"', b'"key": "k5"'), is_fitting=True)
        assert "is not written as" in said(faults(address))
        rewrite(address, changed(TABLE, 7, b',"table:', b', "table:'), is_fitting=True)
        assert "it is not written as lines are" in said(faults(address))

    def test_an_epoch_that_goes_back(self, address):
        """Whoever lost a shard writes to it no more."""
        rewrite(address, changed(TABLE, 6, b"[6,1,", b"[6,2,"), is_fitting=True)
        assert "it was written in epoch 1, after one of epoch 2" in said(faults(address))

    def test_a_stream_that_begins_with_something_else(self, address):
        """Its first line says what it is, and no other does."""
        rewrite(address, without(DICE, 1), is_fitting=True)
        found = said(faults(address))
        assert f"{DICE} version 2: versions 1 to 1 are missing before it" in found

    def test_a_stream_that_is_opened_twice(self, address):
        """By the line that opened it, once more."""
        rewrite(address, lambda texts: [*texts, [text_of(address, TABLE, 1)]], is_fitting=True)
        assert f"{TABLE} version 1: it comes after version 13" in said(faults(address))

    def test_an_account_that_falls_below_zero(self, address):
        """What is held for players is never less than nothing."""
        rewrite(address, changed(TABLE, 6, b"2500", b"99000"), is_fitting=True)
        assert f"USD:{TABLE}/chips:Ann:blue falls to -89000" in said(faults(address))

    def test_an_account_that_the_chart_does_not_have(self, address):
        """Is a fault of its event, and stops nothing."""
        rewrite(address, changed(TABLE, 6, b'"layout"', b'"attic"'), is_fitting=True)
        found = faults(address)
        assert f"{TABLE} version 6: it cannot be read: the chart of accounts has no place for 'attic'" in said(found)

    def test_a_refusal_that_is_gone(self, address):
        """A refusal is in the chain like anything else."""
        refused = next(row for row in commits(address) if b"RO-D2" in text(row))
        put_back(address, [row for row in commits(address) if row != refused])
        assert f"lines {refused.first} to {refused.first} are missing before it" in said(faults(address))


def text(row):
    """Return what a row holds."""
    from pitboss.journal.lines import texts

    return b"\n".join(texts(row.body))


class TestRows:
    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ("hash = zeroblob(32) WHERE first = 6", f"{TABLE} version 6: the chain is broken"),
            (
                "position = position + 1 WHERE first = 6",
                "the commit of line 6 says that it ends with line 6 and 7 events",
            ),
            ("keys = zeroblob(16) WHERE first = 6", "the keys that are stored with lines 6 to 6 are not theirs"),
            ("body = zeroblob(40) WHERE first = 6", "lines 6 to 6 cannot be read"),
            ("body = x'0200000000' WHERE first = 6", "lines 6 to 6 cannot be read"),
            ("first = 100, last = 100 WHERE first = 6", "lines 6 to 6 are missing before it"),
        ],
    )
    def test_what_a_row_says_of_its_lines(self, address, change, told):
        """Is held to them."""
        tamper(address, (f"UPDATE commits SET {change}", ()))  # noqa: S608 - of our own
        assert told in said(faults(address))

    def test_a_body_that_would_fill_the_memory(self, address):
        """Is read no further than a commit may be long."""
        import zlib

        bomb = b"\x01" + zlib.compress(bytes(65 * 1024**2))
        tamper(address, ("UPDATE commits SET body = ? WHERE first = 6", (bomb,)))
        assert "a commit is longer or shorter than what was written" in said(faults(address))

    def test_lines_of_one_commit(self, address):
        """Where several lines share a hash, all of them are named, and the replay says which it is."""

        def together(texts):
            return [texts[0], [one for own in texts[1:] for one in own]]

        rewrite(address, together, is_fitting=True)
        assert () == faults(address)
        rewrite(address, changed(TABLE, 6, b"2500", b"2501"))
        found = said(faults(address))
        assert "database damage: lines 2 to " in found
        assert f"{TABLE} version 6: " in found
