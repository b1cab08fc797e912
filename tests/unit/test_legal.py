"""Offers that are found by asking: each kind of candidate, second persons, and dates."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import pytest

from pitboss.decider import (
    Act,
    Choices,
    Command,
    Event,
    Integers,
    Name,
    Offer,
    Person,
    Role,
    Subset,
    Words,
    is_second,
    text_pattern,
)
from pitboss.errors import InputError
from pitboss.legal import Alike, Ask, Candidates, Each, Sample, anybody, asking, only, plain, prober
from pitboss.rulebook import ActionRefused
from pitboss.rulebook.names import NAME_PATTERN

ANN = Person("Ann", Role.PLAYER)


class Bet(Act, frozen=True, tag="test.bet/1"):
    """A made-up act with a field of every sort."""

    seat: int = 1
    on: str = "red"
    amount: int = 10
    other: int = 10
    who: str | None = None
    items: tuple[str, ...] = ()


class Rules:
    """A made-up decider that accepts what a test says, keeps what it is asked, and names values where it refuses."""

    def __init__(self, accepts: Any, names: Sequence[str] = Bet.__struct_fields__) -> None:
        self.accepts, self.names, self.asked = accepts, names, list[Command[Any]]()

    def decide(self, _: None, command: Command[Any]) -> Sequence[Event]:
        """Refuse what the test does not accept."""
        self.asked.append(command)
        if not self.accepts(command):
            raise ActionRefused("no", clause="", **{name: getattr(command.act, name) for name in self.names})
        return ()

    def offers(self, candidates: Candidates | Ask, by: Person = ANN) -> list[Offer]:
        """Ask about the one act."""
        return list(asking(self.decide, {Bet: candidates})(None, by))


def fields(accepts: Any, candidates: Candidates | Ask) -> list[dict[str, Any]]:
    """Return the fields of what is offered where a condition on the act decides."""
    return [offer.fields for offer in Rules(lambda command: accepts(command.act)).offers(candidates)]


def test_an_act_without_fields_is_offered_when_accepted():
    """The act is offered when `decide` accepts it, and not when it refuses."""
    assert ([{}], []) == (fields(lambda _: True, {}), fields(lambda _: False, {}))


def test_each_value_is_asked_by_itself():
    """Of values that are listed those that are accepted are offered, together."""
    assert [{"seat": Choices((2, 4))}] == fields(lambda act: act.seat % 2 == 0, {"seat": Each((1, 2, 3, 4))})


def test_choices_among_listed_values_are_asked_once():
    """Values that are alike stand beside others in one list, and their first is asked for all."""
    rules = Rules(lambda command: command.act.who in (None, "a"))
    assert [Offer(Bet, {"who": Choices((None, "a", "b"))})] == rules.offers(
        {"who": Each((None, Choices(("a", "b")), Choices(())))}
    )
    assert [None, "a"] == [command.act.who for command in rules.asked]


@pytest.mark.parametrize(
    ("names", "asked"),
    [((), 2), (("on",), 2 + 6), (("seat",), 2 + 6), (("who",), 2 + 6)],
    ids=["none", "of another field", "that is asked", "that all have"],
)
def test_what_is_refused_for_no_value_is_asked_twice(names, asked):
    """Where the first and the last of many values are refused alike, and for none of the act's, none is open."""
    rules = Rules(lambda _: False, names)
    assert [] == rules.offers({"seat": Each((1, 2, 3)), "on": Each(("a", "b")), "who": Choices(("Ann",))})
    assert asked == len(rules.asked)


def test_what_only_another_second_person_could_change_is_not_closed():
    """Many values, all refused alike before one role and open before the next."""
    rules = Rules(lambda command: command.witness is not None and command.witness.role is Role.AUDITOR, ())
    ask = Ask({"seat": Each(tuple(range(9))), "on": Each(("a", "b"))}, witness=("dealer", "auditor"))
    (offer,) = rules.offers(ask)
    assert (("auditor",), Choices(tuple(range(9)))) == (offer.witness, offer.fields["seat"])


def test_combinations_are_asked():
    """Fields whose values depend on each other are offered by the first, the second's values together."""
    found = fields(lambda act: act.seat <= len(act.on), {"seat": Each((1, 2, 3)), "on": Each(("a", "bb"))})
    first = {"seat": Choices((1,)), "on": Choices(("a", "bb"))}
    assert [first, {"seat": Choices((2,)), "on": Choices(("bb",))}] == found


def test_values_that_are_alike_are_asked_once():
    """One sample stands for all values of a choice."""
    rules = Rules(lambda _: True)
    assert [Offer(Bet, {"seat": Choices((1, 2, 3))})] == rules.offers({"seat": Choices((1, 2, 3))})
    assert 1 == len(rules.asked)


@pytest.mark.parametrize("empty", [Each(()), Choices(()), Integers(5, 4), Integers(5, 6, besides=(5, 6))])
def test_no_values_propose_nothing(empty):
    """Where a field has no candidates the act is neither asked nor offered."""
    rules = Rules(lambda _: True)
    assert ([], []) == (rules.offers({"seat": empty, "on": Each(("red",))}), rules.asked)


@pytest.mark.parametrize(
    ("accepts", "low", "high"),
    [
        (lambda amount: amount % 5 == 0, 5, 500),
        (lambda amount: amount <= 307, 5, 305),
        (lambda amount: amount <= 5, 5, 5),
        (lambda amount: amount >= 204, 205, 500),
        (lambda amount: amount >= 500, 500, 500),
    ],
)
def test_a_range_is_searched_from_the_end_that_is_accepted(accepts, low, high):
    """Of a range the numbers are offered that begin at either end, to the last one accepted."""
    found = fields(lambda act: accepts(act.amount), {"amount": Integers(5, 502, 5)})
    assert [{"amount": Integers(low, high, 5)}] == found


def test_a_range_that_is_refused_at_both_ends_is_not_offered():
    """Nothing is offered where neither end of a range is accepted, and the middle is not searched."""
    rules = Rules(lambda command: command.act.amount == 250)
    assert ([], 2) == (rules.offers({"amount": Integers(5, 500)}), len(rules.asked))


def test_a_range_begins_after_the_numbers_beside_it():
    """The ends that are asked are open numbers; those beside them stay so in the offer."""
    found = fields(lambda act: act.amount not in (1, 4, 9), {"amount": Integers(1, 9, besides=(1, 4, 9))})
    assert [{"amount": Integers(2, 8, besides=(1, 4, 9))}] == found


def test_ranges_are_searched_apart():
    """Of two ranges each is searched while the other stays at its end."""
    found = fields(
        lambda act: act.amount <= 7 and act.other <= 9, {"amount": Integers(1, 20), "other": Integers(1, 20)}
    )
    assert [{"amount": Integers(1, 7), "other": Integers(1, 9)}] == found


def test_values_with_the_same_range_are_offered_together():
    """Listed values that leave the same room stand in one offer, others apart."""
    found = fields(
        lambda act: act.amount <= (5 if act.seat == 2 else 9), {"seat": Each((1, 2, 3)), "amount": Integers(1, 9)}
    )
    wide, narrow = (
        {"seat": Choices((1, 3)), "amount": Integers(1, 9)},
        {"seat": Choices((2,)), "amount": Integers(1, 5)},
    )
    assert [wide, narrow] == found


def test_names_beside_a_text_are_asked_by_themselves():
    """Any other name is open, and of those given the ones that are accepted."""
    found = fields(lambda act: act.who != "Ann", {"who": anybody("Ann", "Bob", None)})
    assert [{"who": Words(NAME_PATTERN, besides=("Ann",))}] == found


def test_only_known_names_may_be_open():
    """Where a stranger is refused the names that are accepted are offered as a choice."""
    assert [{"who": Choices(("Bob",))}] == fields(lambda act: act.who == "Bob", {"who": anybody("Ann", "Bob")})


@pytest.mark.parametrize(
    ("words", "sample"),
    [
        (Words(), "somebody"),
        (Words(besides=("somebody",)), "somebody 2"),
        (Words(r"^[0-9a-f]{64}$"), "0" * 64),
        (Words(r"^\s*$"), ""),
    ],
)
def test_texts_are_asked_with_a_sample_of_their_form(words, sample):
    """The sample matches the pattern and is none of the texts beside it."""
    rules = Rules(lambda _: True)
    rules.offers({"who": words})
    assert sample == rules.asked[0].act.who


@pytest.mark.parametrize(
    ("subset", "sample"),
    [(Subset(("a", "b"), must=("b",)), ("b",)), (Subset(("a", "b", "c"), must=("b",), at_least=2), ("b", "a"))],
)
def test_a_list_is_asked_with_the_least(subset, sample):
    """The sample of a list has what it must have, and as many as it needs."""
    rules = Rules(lambda _: True)
    assert [Offer(Bet, {"items": subset})] == rules.offers({"items": subset})
    assert sample == rules.asked[0].act.items


def test_a_given_sample_is_asked_and_its_domain_offered():
    """What cannot be listed is asked with the sample; without a domain the field stands open."""
    accepts, domain = (lambda act: (act.seat, act.on) == (7, "x")), Words("x")
    assert [{"on": domain}] == fields(accepts, {"seat": Sample(7), "on": Sample("x", domain)})


class Full(Act, frozen=True, tag="test.full/1"):
    """A made-up act whose types say which values there are, but for one."""

    flag: bool
    way: Role
    count: Annotated[int, msgspec.Meta(ge=1, le=9, description="Some.")]
    name: Name
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    left_out: bool = False


def test_fields_that_are_not_proposed_are_asked_by_their_types():
    """What an act must have is asked by its type; what has a default is left open."""
    rules = Rules(lambda _: not _.act.flag and _.act.way != "dealer" and _.act.count < 5, Full.__struct_fields__)
    (offer,) = asking(rules.decide, {}, [Full])(None, ANN)
    roles = Choices(tuple(role for role in Role if role is not Role.DEALER))
    texts = {"name": Words(NAME_PATTERN), "text": Words(text_pattern(20))}
    assert {"flag": Choices((False,)), "way": roles, "count": Integers(1, 4), **texts} == offer.fields


def test_a_field_may_have_candidates_by_its_name():
    """Every act that must have the field is asked with them, unless its own candidates name it."""
    rules = Rules(lambda _: True, ())
    table = {"count": lambda _, by: Each((len(by.id), 5))}
    (offer,) = asking(rules.decide, table, [Full])(None, ANN)
    assert Choices((3, 5)) == offer.fields["count"]
    (offer,) = asking(rules.decide, {**table, Full: only(count=1)})(None, ANN)
    assert Choices((1,)) == offer.fields["count"]


def test_a_table_goes_before_the_types():
    """An act has the candidates of the table where it stands there too, and is offered once."""
    rules = Rules(lambda _: True)
    (offer,) = asking(rules.decide, {Full: {"count": Integers(2, 3), "flag": Each((True,))}}, [Full])(None, ANN)
    assert (Integers(2, 3), Choices((True,))) == (offer.fields["count"], offer.fields["flag"])


def test_the_roles_that_served_are_tried_first():
    """Where one act after the other needs a second person, each role is asked about once."""
    rules = Rules(lambda command: is_second(command, ("dealer", "auditor")))
    found = rules.offers(Ask(({"seat": Each((1,))}, {"seat": Each((2,))}), witness=("dealer", "auditor", "admin")))
    assert [("dealer", "auditor")] * 2 == [offer.witness for offer in found]
    assert (1 + 3) + 2 == len(rules.asked)


def test_candidates_may_depend_on_state_and_person():
    """A function is given both, and may propose several times or not at all."""
    found = fields(lambda _: True, lambda state, by: ({"who": Each((by.id,))}, {"who": Each((state,))}))
    assert [{"who": Choices(("Ann",))}, {"who": Choices((None,))}] == found
    assert [] == fields(lambda _: True, lambda *_: ())


def test_a_second_person_is_found_by_asking():
    """What is refused to one alone is asked before a second person of each role; those who serve are offered."""
    roles = ("dealer", "floorperson", "pit_supervisor+")
    rules = Rules(
        lambda command: command.act.seat == 1 or is_second(command, ("floorperson", "pit_manager", "pit_supervisor+"))
    )
    found = rules.offers(Ask({"seat": Each((1, 2))}, witness=roles))
    assert [(Choices((1,)), ()), (Choices((2,)), roles[1:])] == [
        (offer.fields["seat"], offer.witness) for offer in found
    ]


def test_a_range_is_searched_before_the_second_person():
    """The second person who was needed at the end of a range stays while it is searched."""
    rules = Rules(lambda command: command.act.amount <= 7 and is_second(command, ("dealer",)))
    found = rules.offers(Ask({"amount": Integers(1, 20)}, witness=("dealer",)))
    assert [Offer(Bet, {"amount": Integers(1, 7)}, ("dealer",))] == found


def test_nobody_is_second_unless_the_act_says_so():
    """Without roles to try an act is asked alone, once."""
    rules = Rules(lambda command: is_second(command, ("dealer",)))
    assert ([], 1) == (rules.offers({}), len(rules.asked))


@pytest.mark.parametrize(("is_late", "year"), [(False, 2000), (True, 3000)])
def test_an_act_that_opens_on_a_date_is_asked_late(is_late, year):
    """Acts are asked as of an early date, and as of a late one where they say so."""
    rules = Rules(lambda _: True)
    rules.offers(Ask({}, is_late=is_late))
    assert year == rules.asked[0].received_at.year


def test_what_cannot_be_meant_is_refused():
    """An act whose notation `decide` cannot read is not open, and another error is not hidden."""

    def unreadable(_: Any, command: Command[Any]) -> None:
        raise InputError("no notation") if command.act.seat == 1 else ZeroDivisionError

    assert not prober(unreadable)(None, ANN, Bet(seat=1))
    with pytest.raises(ZeroDivisionError):
        prober(unreadable)(None, ANN, Bet(seat=2))


def test_one_act_is_asked_alone():
    """A single act is open to a person or it is not."""
    is_open = prober(Rules(lambda command: command.by == ANN).decide)
    assert (True, False) == (is_open(None, ANN, Bet()), is_open(None, Person("Bob", Role.PLAYER), Bet()))


@pytest.mark.parametrize(("least", "seats"), [(1, [1, 2, 3]), (2, [])])
def test_the_first_of_those_alike_stands_for_all(least, seats):
    """It is asked alone, and what it is answered is offered, or not, with all of them."""
    rules = Rules(lambda command: command.act.seat >= least)
    found = rules.offers([Alike({"seat": Choices((seat,))} for seat in (1, 2, 3))])
    assert [Choices((seat,)) for seat in seats] == [offer.fields["seat"] for offer in found]
    assert 1 == len(rules.asked)


def test_a_second_person_may_have_to_be_somebody():
    """Who it must be is asked about, as the state says it."""
    rules = Rules(lambda command: command.witness is not None and command.witness.id == "Dora")
    ask = Ask({}, witness=("dealer",), second=lambda _: "Dora")
    assert [("dealer",)] == [offer.witness for offer in rules.offers(ask)]
    assert [] == rules.offers(Ask({}, witness=("dealer",)))


def test_nobody_looks_for_a_second_person_whom_the_rules_do_not_look_for():
    """What is refused without a look at the witness is asked once; no role could change it."""
    rules = Rules(lambda command: command.act.seat == 2)
    assert [] == rules.offers(Ask({"seat": Choices((1,))}, witness=("dealer", "floorperson")))
    assert 1 == len(rules.asked)


def test_some_acts_may_be_asked_about_alone():
    """Of the acts that are named the offers are the same, and the others are not asked."""
    rules = Rules(lambda _: True, ())
    legal = asking(rules.decide, plain(Bet, Full))
    assert [Bet] == [offer.act for offer in legal(None, ANN, {Bet})]
    assert {Bet} == {type(command.act) for command in rules.asked}
