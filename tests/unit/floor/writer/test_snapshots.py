"""States as bytes: what comes back is the state, of every game after every step, and nothing but a state comes back."""

import dataclasses
import enum
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NewType, TypeVar

import msgspec
import pytest

from pitboss.decider import Accepted, handle
from pitboss.floor.writer.snapshots import NotKept, frozen, thawed
from pitboss.transcript import play
from tests.journals.keep import transcripts
from tests.support.bell import STREAM, Tower

EVERY_STEP = 9
"""One in so many steps of each transcript is kept and read back, and the last one."""
TRANSCRIPTS = dict(transcripts())
GAMES = sorted({found.game.name for found in TRANSCRIPTS.values()})


def back(rules, config, state):
    """Return a state that was kept and read back."""
    return thawed(frozen(state, 1), rules.new_state(config), rules.event_decoder.decode).state


def exactly(value):
    """Return a value with the types of all that it holds, in the order that it has: a text is no member of an enum."""
    kind = type(value)
    if isinstance(value, enum.Enum) or value is None or kind in (int, str, bool, bytes, Fraction, date, datetime):
        return kind, str(value)
    if kind.__name__ == "ToteRules":  # frozen, and compared by itself
        return kind, [value.settings]
    if dataclasses.is_dataclass(value):
        rows = [(one.name, exactly(getattr(value, one.name))) for one in dataclasses.fields(value) if one.compare]
        return kind, rows
    if isinstance(value, msgspec.Struct):
        return kind, [exactly(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return kind, [(exactly(key), exactly(one)) for key, one in value.items()]
    found = [exactly(one) for one in value]
    return kind, sorted(found, key=str) if isinstance(value, set | frozenset) else found


@pytest.mark.parametrize("game", GAMES)
def test_a_state_before_anything_happened_comes_back(game):
    """How each type of a game's state is written is found out here, where what runs is measured."""
    found = next(one for one in TRANSCRIPTS.values() if one.game.name == game)
    state = found.game.new_state(found.config)
    assert exactly(state) == exactly(back(found.game, found.config, state))


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_states_come_back(game):
    """After each step of all examples a state that was kept equals the one that replaying the events gives, exactly."""
    kept = changed = 0
    for number, found in enumerate(one for one in TRANSCRIPTS.values() if one.game.name == game):
        rules = found.game
        state, replayed = rules.new_state(found.config), rules.new_state(found.config)
        before = back(rules, found.config, state)
        for place, entry in enumerate(found.entries, start=number):
            state, answer = handle(rules, state, entry.command)
            for event in answer.events if isinstance(answer, Accepted) else ():
                replayed = rules.evolve(replayed, event)
            if place % EVERY_STEP == 0 or entry is found.entries[-1]:
                kept += 1
                again = back(rules, found.config, state)
                assert replayed == again
                assert exactly(replayed) == exactly(again)
                changed += before != replayed
    assert changed > kept // 2


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_play_goes_on_from_a_state_that_came_back(game):
    """A state that was read back in the middle of a transcript decides the rest of it as one that was not."""
    for found in (one for one in TRANSCRIPTS.values() if one.game.name == game):
        rules, middle = found.game, len(found.entries) // 2
        state = rules.new_state(found.config)
        for place, step in enumerate(play(found)):
            state = back(rules, found.config, state) if place == middle else state
            state, answer = handle(rules, state, step.entry.command)
            assert step.answers == (answer.events if isinstance(answer, Accepted) else (answer,))


# What states are made of


class Colour(enum.StrEnum):
    """A choice."""

    RED = "red"


class Pair(NamedTuple):
    """Two in a row."""

    name: str
    share: Fraction


@dataclass
class Leaf:
    """A part of a state."""

    name: str


@dataclass
class Sprig(Leaf):
    """Another part that is a leaf as well."""

    size: int = 0


@dataclass
class Other:
    """A part that stands where a leaf may."""

    size: int


@dataclass
class Twig:
    """What looks like it when it is written."""

    size: int


@dataclass
class Plant:
    """A state of everything."""

    leaf: Leaf = field(default_factory=lambda: Leaf("x"))
    leaves: dict[tuple[int, str], Leaf | None] = field(default_factory=dict)
    either: Leaf | Other | None = None
    one: Other | Twig | None = None
    anything: Any = None
    pairs: tuple[Pair, ...] = ()
    row: tuple[int, Fraction, Colour] = (0, Fraction(1, 3), Colour.RED)
    by_colour: dict[Colour, set[tuple[str, int]]] = field(default_factory=dict)
    seen: frozenset[int] = frozenset()
    when: datetime | None = None
    day: date | None = None
    big: int = 0
    raw: bytes = b""
    shared: Mapping[str, Mapping[int, tuple[Leaf, ...]]] = field(default_factory=dict)
    found: dict[int, int] = field(default_factory=dict, compare=False)


FULL = Plant(
    leaf=Leaf("ä\0"),
    leaves={(2, "b"): Leaf("y"), (1, "a"): None},
    either=Other(5),
    one=Twig(6),
    anything=Sprig("z", 3),
    pairs=(Pair("p", Fraction(-2, 7)),),
    by_colour={Colour.RED: {("a", 1), ("b", 2)}},
    seen=frozenset({3, 1}),
    when=datetime(2004, 5, 1, 12, 30, 0, 123456, tzinfo=timezone(timedelta(hours=2))),
    day=date(2004, 5, 1),
    big=2**63 - 1,
    raw=b"\xff\0",
    shared={"win": {1: (Leaf("t"),)}},
)


def plant(data, fresh=None):
    """Return a plant that was read back."""
    return thawed(data, fresh or Plant(), STREAM.event_decoder.decode)


def test_values_of_a_state():
    """What states are made of comes back, in its order and of its type; with the place in the journal."""
    kept = plant(frozen(FULL, 77))
    assert (77, FULL) == kept
    assert exactly(FULL) == exactly(kept.state)


def test_what_a_state_found_for_itself_is_left_out():
    """A field that does not count when states are compared is a cache: it begins anew."""
    assert {} == plant(frozen(dataclasses.replace(FULL, found={1: 2}), 1)).state.found


@pytest.mark.parametrize(
    "changed",
    [
        {"leaf": Sprig("x")},
        {"leaves": {(1, "a"): Sprig("x")}},
        {"anything": lambda: None},
        {"anything": range(3)},
        {"anything": ValueError("x")},
        {"either": object()},
        {"big": object()},
    ],
    ids=["subclass", "value", "function", "range", "error", "either", "object"],
)
def test_what_is_no_part_of_a_state_is_not_kept(changed):
    """A value of another class than its annotation says, or that is no plain value, cannot be kept."""
    with pytest.raises(NotKept):
        frozen(dataclasses.replace(FULL, **changed), 1)


def written(text, head=b"pitboss-snapshot/1 7\n"):
    """Return bytes as a snapshot has them, around JSON of one's own."""
    return head + zlib.compress(text)


def test_every_field_is_of_its_type():
    """Whatever is changed of one, into a value of another type, it is no state."""
    (row,) = [msgspec.json.decode(zlib.decompress(frozen(FULL, 7).partition(b"\n")[2]))]
    assert FULL == plant(written(msgspec.json.encode(row))).state
    others = [1, "x", None, [], {}, True, 2.5, [[1, 2, 3, 4]], {"x": {"y": [1]}}]
    taken = 0
    for place in range(len(row)):
        for other in others:
            changed = written(msgspec.json.encode([*row[:place], other, *row[place + 1 :]]))
            try:
                found = plant(changed).state
            except NotKept:
                continue
            taken += 1
            frozen(found, 7)  # of the right types throughout
    assert 0 < taken < len(row) * 3


@pytest.mark.parametrize("row", [b"", b"[]", b"{}", b"null", b"1", b"[1,2,3]", b"x", b"\xff", b"[" * 2000])
def test_what_is_no_state(row):
    """Bytes that cannot be read are no state, whatever is wrong with them."""
    with pytest.raises(NotKept):
        plant(written(row))


@pytest.mark.parametrize(
    "head", [b"", b"pitboss-snapshot/2 7\n", b"pitboss-snapshot/1 x\n", b"pitboss-snapshot/1 -7\n"]
)
def test_what_is_no_snapshot(head):
    """Nor are those that do not say how they are written, or say it otherwise."""
    body = zlib.decompress(frozen(FULL, 7).partition(b"\n")[2])
    assert FULL == plant(written(body)).state
    with pytest.raises(NotKept, match="not written as snapshots are"):
        plant(written(body, head))
    with pytest.raises(NotKept):
        plant(written(body) + b"x")


def test_bytes_that_were_cut_are_no_state():
    """Wherever they end."""
    data = frozen(FULL, 7)
    for length in range(len(data)):
        with pytest.raises(NotKept):
            plant(data[:length])


@pytest.mark.parametrize(
    "name",
    [
        *("os:system", "builtins:eval", "subprocess:Popen", "no.such:Class", "pitboss.no:X", ":"),
        *(
            "pitboss.journal.sqlite:os",
            "pitboss.floor.writer.snapshots:cache",
            "pitboss.cli:main",
            "pitboss.decider:Any",
        ),
        "pitboss.floor.writer.writer:Floor",
    ],
)
def test_names_lead_to_nothing_but_values(name):
    """Where an annotation leaves the class open, a name is one of our own classes of values, or nothing is built."""
    row = msgspec.json.decode(zlib.decompress(frozen(FULL, 7).partition(b"\n")[2]))
    place = [one.name for one in dataclasses.fields(Plant)].index("anything")
    row[place][0] = name
    with pytest.raises(NotKept):
        plant(written(msgspec.json.encode(row)))


def test_no_constructor_runs(monkeypatch):
    """A state is put together from its fields; nothing that a class does when one is made is done."""
    row = frozen(FULL, 7)
    monkeypatch.setattr(Plant, "__init__", lambda *_: pytest.fail("made"))
    assert 77 == thawed(frozen(FULL, 77), object.__new__(Plant), STREAM.event_decoder.decode).position
    assert row


def test_a_state_is_of_its_own_stream():
    """What one stream keeps is no state of another."""
    with pytest.raises(NotKept):
        plant(frozen(Tower(5, [1, 2]), 1))
    assert Tower(5, [1, 2]) == thawed(frozen(Tower(5, [1, 2]), 1), Tower(0), STREAM.event_decoder.decode).state


class Basket(NamedTuple):
    """A row with a part that is written in a way of its own."""

    name: str
    leaf: Leaf


Kind = TypeVar("Kind")
Serial = NewType("Serial", int)


@dataclass
class Shelf(Generic[Kind]):
    """A state whose annotations leave much open."""

    held: Kind
    thing: object
    row: tuple[int, Leaf]
    basket: Basket


def test_open_annotations_and_rows_come_back():
    """A type variable and any object are kept by the name of their class, and rows part by part, each of its type."""
    state = Shelf(Other(1), Leaf("y"), (7, Leaf("z")), Basket("b", Leaf("w")))
    again = thawed(frozen(state, 1), state, STREAM.event_decoder.decode).state
    assert exactly(state) == exactly(again)


def test_a_part_of_a_row_is_of_its_class_too():
    """A row holds each of its values to its annotation: another class in it is not taken for the one that is said."""
    with pytest.raises(NotKept, match="a Sprig stands where a Leaf is said to be"):
        frozen(Shelf(Other(1), Leaf("y"), (7, Leaf("z")), Basket("b", Sprig("w"))), 1)


@dataclass
class Numbered:
    """A state with a field of no type of its own."""

    serial: Serial


@dataclass
class Complex:
    """A state with a field that JSON has nothing for."""

    number: complex


def test_an_annotation_that_is_no_type_is_not_kept():
    """Another name for a type is none."""
    with pytest.raises(NotKept, match="Serial is no type of a state's field"):
        frozen(Numbered(Serial(7)), 1)


def test_a_type_that_is_no_part_of_a_state_is_not_read():
    """Neither written nor built from whatever stands there."""
    with pytest.raises(NotKept, match="a complex is no part of a state"):
        frozen(Complex(1j), 1)
    with pytest.raises(NotKept, match="a complex is no part of a state"):
        thawed(written(b'{"number":1}'), Complex(1j), STREAM.event_decoder.decode)


def test_a_value_that_is_not_as_its_annotation_says_is_not_written():
    """Whatever goes wrong on the way, the state is not kept and its stream is read instead."""
    with pytest.raises(NotKept, match="it cannot be written: 'int' object has no attribute 'items'"):
        frozen(dataclasses.replace(FULL, leaves=5), 1)  # type: ignore[arg-type]


def test_rules_of_another_edition_are_none():
    """A table's rules are kept as its settings; those of another rulebook are no rules of this table."""
    tables = [one for one in TRANSCRIPTS.values() if one.game.name == "roulette"]
    one = tables[0]
    other = next(found for found in tables if found.config.rulebook != one.config.rulebook)
    data = frozen(one.game.new_state(one.config), 1)
    with pytest.raises(NotKept, match="another edition"):
        thawed(data, other.game.new_state(other.config), other.game.event_decoder.decode)
