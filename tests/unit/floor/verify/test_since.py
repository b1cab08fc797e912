"""Verification since a signed checkpoint, and in several processes: it finds what a whole one finds, and says so."""

import re
import zlib
from concurrent.futures import Future
from contextlib import closing
from typing import cast

import msgspec
import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor.house_key import HouseKey
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify import parallel
from pitboss.floor.verify.checkpoint import Checkpoint, Keeper, read_checkpoint, write_checkpoint
from pitboss.floor.verify.parallel import ranges, verify_parallel
from pitboss.floor.verify.since import verify_since
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Anchor, End, Journal, open_journal
from tests.support.durable import script
from tests.support.evening_faults import changed, commits, put_back, rewrite, tamper
from tests.support.segments import put_segment

KEY = bytes(range(32))
AT = "2026-11-18T04:00:00+00:00"
AMOUNT = re.compile(rb'(_minor":\[?)([1-9][0-9]*)')
GAMES = {"table:1": "roulette oneida", "table:2": "blackjack", "table:3": "sicbo", "tote:1": "race", "table:4": "rack"}


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Return a journal of several games, half played, its checkpoint there, and the journal at its end."""
    folder = tmp_path_factory.mktemp("evening")
    path = folder / "day.db"
    for half in (0, 1):
        floor = Floor(cast("Journal", SealedJournal(open_journal(str(path)), HouseKey((KEY,)))))
        for stream, name in GAMES.items():
            chosen = script(name)
            floor.open(stream, chosen.kind, chosen.document, chosen.at)
            middle = len(chosen.commands) // 2
            for command in chosen.commands[:middle] if not half else chosen.commands[middle:]:
                floor.send(stream, command)
        floor.close()
        if not half:
            keeper = Keeper()
            with closing(open_journal(str(path), is_reader=True)) as journal:
                assert () == verify(journal, keeper=keeper).faults
            write_checkpoint(folder / "half", keeper.checkpoint(), KEY, AT)
    return folder


@pytest.fixture
def path(evening, tmp_path):
    """Return the journal in a folder of its own."""
    found = tmp_path / "day.db"
    found.write_bytes((evening / "day.db").read_bytes())
    return found


@pytest.fixture
def half(evening):
    """Return the checkpoint of half of it."""
    return read_checkpoint(evening / "half", [KEY])[0]


def since(path, half, **given):
    """Verify since a checkpoint."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        return verify_since(journal, half, AT, **given)


def test_what_is_proven_and_what_is_taken(path, half):
    """All is chained, what came after is decided, and the sentences say of which lines; the head is the same."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        whole = verify(journal)
    found, last = since(path, half), whole.head.lines
    assert (whole.faults, whole.head, whole.events, whole.commands, whole.streams) == (
        found.faults,
        found.head,
        found.events,
        found.commands,
        found.streams,
    )
    assert f"chain, keys, ledger, recount, replay and views of lines 1 to {last}" == whole.proven
    assert f"ledger, recount and replay of lines {half.line + 1} to {last};" in found.proven
    taken = f"ledger, recount and replay of lines 1 to {half.line}, from the checkpoint of {AT}"
    assert ("", True) == (whole.taken, found.taken.startswith(taken))


def test_the_next_checkpoint_is_that_of_a_whole_verification(path, half):
    """Byte by byte: nothing is lost by going on from one to the next."""
    keeper, anew = Keeper(), Keeper()
    since(path, half, keeper=keeper)
    with closing(open_journal(str(path), is_reader=True)) as journal:
        verify(journal, keeper=anew)
    one, other = (msgspec.to_builtins(found.checkpoint(), order="sorted") for found in (keeper, anew))
    assert one == other
    assert () == since(path, keeper.checkpoint()).faults


@pytest.mark.parametrize("stream", GAMES)
def test_an_event_after_it_is_decided_again(path, half, stream):
    """A change that fits the chain is found, whatever the game."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        own = [one for one in journal.lines(half.line) if one.stream == stream]
    text = [one.text for one in own if AMOUNT.search(one.text)][-1]
    other = AMOUNT.sub(rb"\g<1>9\2", text, count=1)
    rewrite(
        str(path), lambda texts: [[other if one == text else one for one in some] for some in texts], is_fitting=True
    )
    assert () != since(path, half).faults


def test_a_line_before_it_is_not_what_it_was(path, half):
    """Whatever was made to fit since: the checkpoint knows the hash of its last line."""
    rewrite(str(path), changed("table:1", 6, b"2500", b"2501"), is_fitting=True)
    (fault,) = since(path, half).faults
    assert f"lines 1 to {half.line} are not those that the checkpoint is about" in str(fault)
    assert 0 < since(path, half).head.lines <= half.line


def test_a_chain_that_is_broken_before_it(path, half):
    """Is told with its lines."""
    rewrite(str(path), changed("table:1", 6, b"2500", b"2501"))
    assert ["the chain is broken" in str(fault) for fault in since(path, half).faults] == [True]


def test_keys_before_it_are_compared(path, half):
    """Digests that are another's beside a line would let a command count twice."""
    rows = commits(str(path))
    put_back(str(path), [rows[0], rows[1]._replace(keys=bytes(len(rows[1].keys))), *rows[2:]])
    (fault,) = since(path, half).faults
    assert f"the keys that are stored with lines 1 to {half.line} are not theirs" in str(fault)


def test_a_key_that_was_used_before_it(path, half):
    """Is found, though only the digest of the first use is read."""
    rewrite(str(path), lambda texts: [*texts, [repeated(texts)]], is_fitting=True)
    assert any("was used before" in str(fault) for fault in since(path, half).faults)


def repeated(texts):
    """Return a refused command of the first table under a key that was used, at its end."""
    own = [text for some in texts for text in some if b'"table:1"' in text]
    before, last = msgspec.json.decode(own[3]), msgspec.json.decode(own[-1])
    return msgspec.json.encode([1, 1, "table:1", last[3], before[4], {"reason": "no"}])


def test_a_journal_that_ends_before_it(path, half):
    """Was cut off."""
    put_back(str(path), commits(str(path))[:4])
    (fault,) = since(path, half).faults
    assert f"the checkpoint is of line {half.line}, and the journal ends with" in str(fault)


def test_commits_may_be_other_ones(path, half, tmp_path):
    """A copy has other commits: one that begins before the checkpoint and ends after it is read in two."""
    from pitboss.floor.copies import copied

    copy = tmp_path / "copy.db"
    with closing(open_journal(str(path), is_reader=True)) as source, closing(open_journal(str(copy))) as target:
        copied(source, target)
    assert 2 >= len(commits(str(copy)))
    keeper = Keeper()
    assert () == since(copy, half, keeper=keeper).faults
    assert keeper.checkpoint().line > half.line


def test_anchors_on_both_sides(path, half):
    """One before the checkpoint and one after it are compared alike; one of version 0.1 is refused."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        heads = [Anchor(line.ordinal, line.hash.hex()) for line in journal.lines()]
    assert () == since(path, half, anchors=[heads[2], heads[-2]]).faults
    wrong = [Anchor(3, "0" * 64), Anchor(len(heads) - 1, "0" * 64), Anchor(len(heads) + 5, "0" * 64)]
    assert 3 == len(since(path, half, anchors=wrong).faults)
    with pytest.raises(InputError, match="expected a head of this version"):
        since(path, half, anchors=[Anchor(3, "0" * 64, form=1)])


# Who is believed


@pytest.mark.parametrize("deed", ["other key", "changed", "garbage", "no file", "other program"])
def test_a_checkpoint_is_believed_only_if_the_houses_key_signed_it(evening, half, tmp_path, deed):
    """Before anything of it is decoded."""
    path, keys = tmp_path / "one", [KEY]
    data = (evening / "half").read_bytes()
    if deed == "other key":
        path.write_bytes(data)
        keys = [bytes(32)]
    elif deed == "changed":
        head, body = data.split(b"\n", 1)
        wrong = msgspec.structs.replace(half, balances={"USD:house/cage": 10**9})
        path.write_bytes(head + b"\n" + zlib.compress(msgspec.msgpack.encode(wrong)))
        assert body
    elif deed == "garbage":
        path.write_bytes(b"x" * 500)
    elif deed == "other program":
        write_checkpoint(path, msgspec.structs.replace(half, code="another"), KEY, AT)
    with pytest.raises(InputError, match="verify the whole journal, without --since"):
        read_checkpoint(path, keys)


def test_a_whole_verification_loads_no_checkpoint(path, monkeypatch):
    """Nor any other state that it did not compute."""
    monkeypatch.setattr("pitboss.floor.verify.checkpoint.live_after", lambda *_: pytest.fail("loaded"))
    monkeypatch.setattr(Checkpoint, "end", property(lambda _: pytest.fail("loaded")))
    with closing(open_journal(str(path), is_reader=True)) as journal:
        assert () == verify(journal).faults


# In several processes


class Inline:
    """Does what processes would do, at once: what they are given and give back is pickled all the same."""

    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def submit(self, call, *given):
        """Do it."""
        import pickle

        future: Future = Future()
        future.set_result(pickle.loads(pickle.dumps(call(*pickle.loads(pickle.dumps(given))))))  # noqa: S301
        return future


def in_parts(path, workers=2, **given):
    """Verify in several parts."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        return verify_parallel(journal, workers, **given)


@pytest.fixture
def inline(monkeypatch):
    """Let no processes be started."""
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", Inline)


@pytest.mark.usefixtures("inline")
def test_parts_find_what_the_whole_finds(path):
    """Of a sound journal, and of one that is changed in the chain, in the numbers, in the keys, in an event."""
    deeds = [
        lambda: None,
        lambda: rewrite(str(path), changed("table:1", 6, b"2500", b"2501")),
        lambda: tamper(str(path), ("UPDATE commits SET position = position + 1 WHERE first = 9", ())),
        lambda: tamper(str(path), ("UPDATE commits SET keys = zeroblob(length(keys)) WHERE first > 20", ())),
    ]
    sound = path.read_bytes()
    for deed in deeds:
        path.write_bytes(sound)
        deed()
        with closing(open_journal(str(path), is_reader=True)) as journal:
            whole = verify(journal)
        for workers in (2, 5):
            found = in_parts(path, workers)
            assert bool(whole.faults) == bool(found.faults)
            assert {fault.what for fault in whole.faults} <= {fault.what for fault in found.faults}
            assert (whole.head, whole.events, whole.streams) == (found.head, found.events, found.streams)


@pytest.mark.usefixtures("inline")
def test_a_range_must_begin_where_the_one_before_ends(path):
    """A chain that was made anew from its middle on, with the hash in between left as it was, is broken."""
    rows = commits(str(path))
    middle = len(rows) // 2
    wrong = [*rows[:middle], rows[middle]._replace(hash=bytes(32)), *rows[middle + 1 :]]
    put_back(str(path), wrong)
    assert any("the chain is broken" in str(fault) for fault in in_parts(path, 3).faults)


def test_ranges_cover_all_lines(path, tmp_path):
    """Archived segments are ranges of their own; the rest is divided, and nothing is left out."""
    with closing(open_journal(str(path))) as journal:
        last = journal.end().ordinal
        journal.remove(*put_segment(journal, tmp_path, 10))
        for count in (1, 3, 1_000):
            found = list(ranges(journal, last, count))
            assert (End(), 10) == found[0]
            assert [one[1] for one in found[:-1]] == [one[0].ordinal for one in found[1:]]
            assert last == found[-1][1]
            assert len(found) >= min(count, 3)


def test_in_processes_of_their_own(path, tmp_path):
    """With archived segments and the house's key, told on the way how far it has come."""
    told = []
    with closing(open_journal(str(path))) as journal:
        journal.remove(*put_segment(journal, tmp_path, 10))
        sealed = SealedJournal(journal, HouseKey((KEY,)))
        whole = verify(journal)
        found = verify_parallel(journal, 2, progress=lambda *one: told.append(one), sealed=sealed)
    assert (whole.faults, whole.head, whole.commands, whole.proven) == (
        found.faults,
        found.head,
        found.commands,
        found.proven,
    )
    assert ("commands", whole.commands, whole.commands) == told[-1]


# By the command


def run(capsys, *tokens):
    """Return a command's exit code and what it prints."""
    with pytest.raises(SystemExit) as leaving:
        main([str(one) for one in tokens])
    found = capsys.readouterr()
    return leaving.value.code, found.out + found.err


def test_by_the_command(path, tmp_path, capsys):
    """Night after night: a checkpoint is written and taken up; without the key, or with processes, it is not."""
    one = tmp_path / "checkpoint"
    assert 2 == run(capsys, "verify", path, "--checkpoint", one)[0]
    key = path.with_suffix(".key")
    key.write_text(f"{KEY.hex()}\n")
    key.chmod(0o600)
    assert 0 == run(capsys, "verify", path, "--checkpoint", one)[0]
    code, said = run(capsys, "verify", path, "--since", one, "--checkpoint", one)
    assert (0, True, True) == (code, "proven here: chain and keys of lines 1 to" in said, "not proven here: " in said)
    code, said = run(capsys, "verify", path, "--since", one, "--json")
    assert msgspec.json.decode(said)["taken_from_checkpoint"]
    assert 2 == run(capsys, "verify", path, "--since", one, "--workers", "2")[0]
    assert 2 == run(capsys, "verify", path, "--workers", "0")[0]
