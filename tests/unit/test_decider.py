"""The decider: commands in, events or refusals out; domains of offers, and who may act."""

import doctest
from datetime import UTC, datetime
from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import decider
from pitboss.decider import (
    Accepted,
    Act,
    Choices,
    Command,
    Event,
    Integers,
    Move,
    Name,
    Offer,
    Person,
    Refusal,
    Role,
    Subset,
    Words,
    decode_or_explain,
    handle,
    holds,
    is_second,
    offered,
    require_role,
    validated,
)
from pitboss.errors import BadNotation, InputError
from pitboss.floor.people.acts import Id
from pitboss.rulebook import ActionRefused, BetRefused

NOW = datetime(2024, 6, 1, 20, tzinfo=UTC)
ANN, MAI = Person("Ann", Role.PLAYER), Person("Mai", Role.PIT_MANAGER)


class Count(Act, frozen=True, tag="test.count/1"):
    to: Annotated[int, msgspec.Meta(ge=0, le=100)]
    name: Name = "Ann"


class Counted(Event, frozen=True, tag="test.counted/1"):
    to: int


class Counter:
    """Counts upwards in single steps: a decider of a few lines."""

    def decide(self, state, command):
        """Count from the state up to the number asked for; never backwards."""
        if command.act.name == "Nobody":
            raise BadNotation("is nobody", value=command.act.name)
        if command.act.to < state:
            raise BetRefused("backwards", clause="T-1", state=state)
        return [Counted(to=number) for number in range(state + 1, command.act.to + 1)]

    def evolve(self, _, event):
        """Stand where the event says."""
        return event.to

    def legal(self, state, _):
        """Offer every number from here on."""
        return [Offer(Count, {"to": Integers(state, 100)})]


def asked(act, *, by=ANN, witness=None, received_at=NOW):
    """Wrap an act into a command."""
    return Command(key="k", by=by, act=act, received_at=received_at, witness=witness)


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(decider)
    assert (0, True) == (results.failed, results.attempted > 0)


def test_an_accepted_command_evolves_by_all_its_events():
    """The state is folded over every event, and the answer lists them in order."""
    assert (3, Accepted((Counted(to=2), Counted(to=3)))) == handle(Counter(), 1, asked(Count(to=3)))


def test_a_command_may_be_accepted_without_an_event():
    """Where nothing happens the state stays and the answer is empty."""
    assert (3, Accepted(())) == handle(Counter(), 3, asked(Count(to=3)))


def test_a_refusal_leaves_the_state_and_keeps_clause_and_values():
    """What the rules turn down comes back as a value, not as an exception."""
    expected = Refusal(clause="T-1", reason="backwards", values={"state": 5})
    assert (5, expected) == handle(Counter(), 5, asked(Count(to=3)))


def test_what_nobody_could_mean_is_refused_without_a_clause():
    """Bad notation in a command is answered like a refusal, and no clause is blamed for it."""
    expected = Refusal(clause="", reason="'Nobody': is nobody", values={"value": "Nobody"})
    assert (5, expected) == handle(Counter(), 5, asked(Count(to=7, name="Nobody")))


def test_a_valid_command_passes_unchanged():
    """A command that could have been decoded is equal after the round trip."""
    command = asked(Count(to=3), witness=MAI)
    assert command == validated(command)


@pytest.mark.parametrize(
    "fields",
    [{"to": "3"}, {"to": True}, {"to": 1.5}, {"to": 2**80}, {"to": object()}, {"name": ""}, {"name": b"Ann"}],
)
def test_a_command_built_with_wrong_values_is_refused(fields):
    """What Python let through but the types do not allow is refused and changes nothing."""
    state, answer = handle(Counter(), 0, asked(Count(**{"to": 1, **fields})))
    assert isinstance(answer, Refusal)
    assert (0, "", True) == (state, answer.clause, answer.reason.startswith("not a command"))


def test_a_command_without_a_time_zone_is_refused():
    """Received when, but where: an instant without a zone is no instant."""
    with pytest.raises(ActionRefused, match="not a command"):
        validated(asked(Count(to=1), received_at=NOW.replace(tzinfo=None)))


def test_a_name_that_no_text_can_hold_is_refused():
    """Half of a surrogate pair is a string to Python and an error on the wire."""
    with pytest.raises(ActionRefused):
        validated(asked(Count(to=1, name="A\ud800")))


def test_a_name_with_a_line_break_is_refused():
    """A name is one line."""
    with pytest.raises(ActionRefused):
        validated(asked(Count(to=1, name="Ann\n")))


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (Choices(("red", 1, None)), ["red", 1, None], ["blue", True, 2]),
        (Choices((True,)), [True], [1, False]),
        (Choices(()), [], [None, ""]),
        (Integers(5, 20, 5), [5, 10, 20], [4, 6, 25, True, 5.0, "5"]),
        (Integers(0, 1), [0, 1], [True, False, -1, None]),
        (Integers(2, 1), [], [1, 2]),
        (Words(), ["a", "two\nlines", "x" * 500], ["", "x" * 501, 5, None]),
        (Words(r"^[a-z]+$", besides=("blue",)), ["red"], ["blue", "Red", ""]),
        (Subset(("a", "b", "c"), must=("a",)), [["a"], ("c", "a")], [[], ["b"], ["a", "a"], ["a", "d"], "a", None]),
        (Subset(("a", "b"), at_least=2), [["a", "b"]], [["a"], []]),
        (Subset(("a", "b")), [[], ["b"]], [["c"]]),
    ],
)
def test_domains_know_their_values(domain, inside, outside):
    """Each domain contains what it offers and nothing else; True is not 1."""
    found = [value in domain for value in (*inside, *outside)]
    assert [True] * len(inside) + [False] * len(outside) == found


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 7), st.integers(-50, 50))
def test_integers_are_a_range_with_its_end(low, high, step, value):
    """Membership is that of Python's range, the high end included."""
    assert (value in range(low, high + 1, step)) == (value in Integers(low, high, step))


def test_words_are_no_longer_than_a_text():
    """What Words offers, the type Text accepts: 500 characters, a line break among them or not."""
    assert ("x" * 500 + "\n") not in Words()


def test_offers_admit_the_acts_inside_them():
    """An offer admits its own act with every field in its domain; one admitting offer is enough."""
    offers = [Offer(Count, {"to": Choices((1,))}), Offer(Count, {"to": Choices((7,)), "name": Choices(("Ann",))})]
    acts = (Count(to=1), Count(to=7), Count(to=7, name="Bob"), Count(to=2))
    assert [True, True, False, False] == [offered(offers, asked(act)) for act in acts]


def test_an_offer_admits_no_other_act():
    """An act of another type is outside, whatever its fields."""

    class Recount(Count, frozen=True, tag="test.recount/1"):
        pass

    assert not Offer(Count).admits(asked(Recount(to=1)))


@pytest.mark.parametrize(
    ("witness", "is_admitted"),
    [(None, False), (MAI, True), (Person("Ann", Role.PIT_MANAGER), False), (Person("Dora", Role.DEALER), False)],
)
def test_an_offer_may_ask_for_a_second_person(witness, is_admitted):
    """A witness is another person in a named role: not oneself under another hat, and not just anybody."""
    offer = Offer(Count, {"to": Choices((1,))}, witness=("pit_supervisor+",))
    assert is_admitted == offer.admits(asked(Count(to=1), witness=witness))


@pytest.mark.parametrize(
    ("role", "roles", "expected"),
    [
        (Role.DEALER, ["dealer"], True),
        (Role.DEALER, ["mucker"], False),
        (Role.DEALER, [], False),
        (Role.DEALER, ["inspector+"], False),
        (Role.DEVICE, ["inspector+", "device"], True),
        (Role.FLOORPERSON, ["inspector+"], False),
        (Role.INSPECTOR, ["inspector+"], True),
        (Role.PIT_SUPERVISOR, ["inspector+"], True),
        (Role.PIT_SUPERVISOR, ["pit_manager+"], False),
        (Role.PIT_MANAGER, ["pit_manager+"], True),
        (Role.DIRECTOR, ["pit_supervisor+"], True),
        (Role.DIRECTOR, ["pit_supervisor"], False),
        (Role.PLAYER, ["director+"], False),
        (Role.TELLER, ["teller+"], True),
        (Role.CASHIER, ["teller+"], False),
        (Role.MUTUEL_MANAGER, ["teller+"], True),
        (Role.MUTUEL_MANAGER, ["mutuel_supervisor"], False),
    ],
)
def test_roles_and_those_above_them(role, roles, expected):
    """A plus reaches upwards, not sideways and not down; without it the role itself counts."""
    assert expected == holds(Person("P", role), roles)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("mutuel_supervisor+", {Role.MUTUEL_SUPERVISOR, Role.MUTUEL_MANAGER}),
        ("pit_supervisor+", {Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.DIRECTOR}),
    ],
)
def test_nobody_of_one_line_stands_above_the_other(wanted, expected):
    """Pit and tote have ranks of their own: of all roles, only those of the line hold it."""
    assert expected == {role for role in Role if holds(Person("P", role), [wanted])}


def test_a_person_is_no_witness_of_their_own():
    """Two roles of one person are one person."""
    command = asked(Count(to=1), by=MAI, witness=Person("Mai", Role.DIRECTOR))
    assert not is_second(command, ["director"])


def test_the_named_role_may_act():
    """Nothing happens where the role is right."""
    roles = ("pit_supervisor+",)
    require_role(asked(Count(to=1), by=MAI), roles, clause="RO-B1", deed="count")
    assert holds(MAI, roles)


def test_a_role_that_is_not_named_is_refused_in_a_sentence():
    """The refusal says who, as what, may not do what, for whom it is, and by which clause."""
    with pytest.raises(ActionRefused) as refused:
        require_role(asked(Count(to=1)), ("dealer", "pit_supervisor+"), clause="RO-B1", deed="count")
    sentence = "Ann, player, may not count: that is for the dealer or pit supervisor or above"
    values = {"by": "Ann", "role": "player", "roles": ["dealer", "pit_supervisor+"]}
    assert (sentence, "RO-B1", values) == (str(refused.value), refused.value.clause, refused.value.values)


class Hand(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[Move]
    odds: dict[str, int] = {}


def explained(data):
    """Return the error that some bytes make of a Hand."""
    with pytest.raises(InputError) as refused:
        decode_or_explain(data, msgspec.json.Decoder(Hand), line=7)
    assert 7 == refused.value.line
    return refused.value


@pytest.mark.parametrize(
    ("data", "field", "value", "words"),
    [
        (b"3", None, 3, "Expected `object`"),
        (b"[]", None, [], "Expected `object`"),
        (b"{}", None, {}, "missing required field `cards`"),
        (b'{"cards": null}', "cards", None, "got `null`"),
        (b'{"cards": [["a", "b", 1], ["a", "b", 0]]}', "cards[1][2]", 0, ">= 1"),
        (b'{"cards": [["a", "b", "1"]]}', "cards[0][2]", "1", "Expected `int`"),
        (b'{"cards": [["a", "b"]]}', "cards[0]", ["a", "b"], "length"),
    ],
)
def test_what_does_not_fit_is_told_with_field_and_value(data, field, value, words):
    """The error names line and field, what stood there, and what was expected."""
    error = explained(data)
    assert (field, value, True) == (error.field, error.value, words in error.reason)


def test_a_value_in_a_dictionary_has_no_name_in_its_path():
    """Where the path cannot be walked to its end the nearest value is shown."""
    assert {"red": "x"} == explained(b'{"cards": [], "odds": {"red": "x"}}').value


def test_a_path_that_cannot_be_walked_shows_what_it_began_in():
    """A key of the wrong type stands nowhere that could be looked up: the object is shown."""
    with pytest.raises(InputError) as refused:
        decode_or_explain(b'{"a": 1}', msgspec.json.Decoder(dict[int, int]))
    assert {"a": 1} == refused.value.value


@pytest.mark.parametrize(
    ("data", "field"), [(b'{"cards": [], "x": 1}', "x"), (b'{"table": {"cards": [], "x": 1}}', "table.x")]
)
def test_an_unknown_field_is_told_with_its_own_value(data, field):
    """The field is the one that is unknown, and the value is what stands in it."""

    class Table(msgspec.Struct, forbid_unknown_fields=True):
        table: Hand

    with pytest.raises(InputError) as refused:
        decode_or_explain(data, msgspec.json.Decoder(Hand if field == "x" else Table))
    assert (field, 1) == (refused.value.field, refused.value.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "at least one character"),
        (" ", "at least one character"),
        ("D" * 41, "at most 40 characters, and this one has 41"),
        ("Da\x1bna", "no characters that cannot be seen"),
        ("Dana\u202e", "no characters that cannot be seen"),
        ("Dana:1", "has no colon"),
        ("Dana ", "ends with a blank"),
        ("Da/na", "has no stroke"),
    ],
)
def test_what_is_wrong_with_a_name_is_a_sentence(name, words):
    """Nobody at a page reads the pattern, whichever part of it was broken; what it allows is taken."""
    decoder = msgspec.json.Decoder(Id)
    with pytest.raises(InputError, match=words) as refused:
        decode_or_explain(msgspec.json.encode(name), decoder)
    assert (True, name) == ("regex" not in str(refused.value), refused.value.value)
    assert "Dana von der Heide" == decode_or_explain(b'"Dana von der Heide"', decoder)


@pytest.mark.parametrize("data", [b'{"cards": [', b"\xff", b"", b"{cards: []}", b'{"cards": "\xff"'])
def test_what_is_not_json_is_told(data):
    """Half a document, nothing, other bytes."""
    with pytest.raises(InputError, match=r"^line 7: not JSON"):
        decode_or_explain(data, msgspec.json.Decoder(), line=7)


def test_nesting_without_end_is_told():
    """Lists in lists in lists, where anything may stand."""
    with pytest.raises(InputError, match=r"^line 7: not JSON"):
        decode_or_explain(b"[" * 100_000, msgspec.json.Decoder(), line=7)


@pytest.mark.parametrize("rest", [b"", b", bad", b', "odds": "\xff"}', b', "odds": 1}}'])
def test_a_document_that_does_not_fit_and_then_breaks_off_is_told(rest):
    """The first fault is found before the syntax error behind it; the answer is still an explanation."""
    assert "cards" == explained(b'{"cards": 5' + rest).field


def test_a_document_that_does_not_fit_and_then_nests_without_end_is_told():
    """Likewise with lists in lists behind the first fault, of which no page is shown."""
    error = explained(b'{"cards": 5, "odds": ' + b"[" * 100_000)
    assert ("cards", True) == (error.field, len(str(error)) < 200)


def test_what_can_be_decoded_is_returned():
    """Good JSON comes back as its type."""
    assert Move("a", "b", 1) == decode_or_explain(b'["a", "b", 1]', msgspec.json.Decoder(Move))
