"""What is open to somebody, found by asking `decide`: one technique for every game and the tote.

A game proposes values for the fields of each of its acts; this module asks `decide` with them and offers what it
accepts, so that the two cannot differ. Nothing happens by asking. How a field is proposed says how it is asked:

- `Each` value by itself, in every combination with those of the other fields; what is accepted is kept;
- `Choices`, `Subset` and `Words` with one sample that stands for all, the `besides` of `Words` each by itself;
- `Integers` at both ends; where one end is refused, the last number accepted is searched from the other;
- `Sample` with a given value, where the values cannot be listed.

A field that an act must have and that is not proposed is asked as the table says for its name, or by its type: a flag
and an enumeration as `Each`, a bounded number as `Integers`, text as `Words`. Of `Alike` proposals the first is asked,
and stands for all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, count, product
from math import prod
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.decider import Act, Choices, Command, Integers, Offer, Person, Role, Subset, Words, text_pattern
from pitboss.errors import InputError
from pitboss.rulebook.names import NAME_PATTERN
from pitboss.rulebook.violations import RuleViolation

_EARLY, _LATE = datetime(2000, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
SECOND = "second person"
"""What a second person is called in a question, where it may be anybody."""
_FEW = 2
"""So many combinations are asked without asking first whether any can be open."""
_TEXTS = ("somebody", "0" * 64, "")
"""Sample texts: a name or a reason, a hash, and none at all."""


class Each(msgspec.Struct, frozen=True):
    """Values of which each is asked by itself; `Choices` among them are alike, and their first stands for them."""

    values: Iterable[Any]
    groups: dict[Any, tuple[Any, ...]] = {}
    """What is asked, and what each stands for."""

    def __post_init__(self) -> None:
        groups = [value.values if isinstance(value, Choices) else (value,) for value in self.values]
        msgspec.structs.force_setattr(self, "groups", {group[0]: group for group in groups if group})


class Sample(msgspec.Struct, frozen=True):
    """A value to ask with, and what to offer: any value where no domain is given."""

    value: Any
    domain: Any = None


Proposal = Mapping[str, msgspec.Struct]
"""A domain, `Each` or `Sample` for every field that matters; a field without values proposes nothing."""


class Alike(msgspec.Struct, frozen=True):
    """Proposals of the same fields, of which the first is asked and stands for all; none has `Each` or `besides`."""

    proposals: Iterable[Proposal]


_Proposed = Proposal | Iterable[Proposal | Alike]
Candidates = _Proposed | Callable[[Any, Person], _Proposed]


class Ask(msgspec.Struct, frozen=True):
    """Candidates of an act that is asked in its own way."""

    candidates: Candidates
    witness: tuple[str, ...] = ()
    """Roles to try for a second person where the act is refused to one alone."""
    second: Callable[[Any], str | None] | None = None
    """Who the second person must be in a state; anybody where it is not said."""
    is_second_by_value: bool = False
    """Whether who may be second hangs on the values, and is asked anew for each."""
    is_late: bool = False
    """Whether to ask as of a late date, for an act that opens on a date; `legal` knows no date."""


Table = Mapping[Any, Candidates | Ask | Callable[[Any, Person], msgspec.Struct]]
"""Candidates by act; and by the name of a field, for every act that must have it and whose own do not name it."""
_Decide = Callable[[Any, Command[Any]], object]
Legal = Callable[..., Iterator[Offer]]
"""Offers to a person in a state; of a third argument's acts only, where it is given."""
_Answer = tuple[tuple[tuple[int, int], ...], tuple[str, ...]]
"""The ends of what is accepted of each range, and the roles of which a second person must be one."""
_Row = tuple[tuple[tuple[Any, ...], ...], _Answer]
"""Values of the listed fields that are accepted in every combination, and what was answered to each."""


def anybody(*besides: str | None) -> Words:
    """Return any name; those that may not be open are given and asked by themselves."""
    return Words(NAME_PATTERN, tuple(name for name in besides if name is not None))


def only(**values: Any) -> dict[str, Choices]:
    """Propose one value for each field.

    >>> only(seat=2)
    {'seat': Choices(values=(2,))}
    """
    return {name: Choices((value,)) for name, value in values.items()}


def plain(*acts: type[Act]) -> dict[type[Act], Candidates | Ask]:
    """Return the candidates of acts of which the types of their fields say all."""
    return {act: {} for act in acts}


def prober(decide: _Decide) -> Callable[[Any, Person, Act], bool]:
    """Return the question whether a person could do an act in a state now, alone."""

    def is_open(state: Any, by: Person, act: Act) -> bool:
        return _refusal(decide, state, Command(key="probe", by=by, act=act, received_at=_EARLY)) is None

    return is_open


def asking(decide: _Decide, table: Table, acts: Iterable[type[Act]] = ()) -> Legal:
    """Return the `legal` of a game: what `decide` accepts of a table of candidates, and of further acts."""
    asks = {kind: Ask({}) for kind in acts}
    by_name: dict[str, Any] = {key: entry for key, entry in table.items() if isinstance(key, str)}
    entries: dict[type[Act], Any] = {key: entry for key, entry in table.items() if key not in by_name}
    asks |= {kind: entry if isinstance(entry, Ask) else Ask(entry) for kind, entry in entries.items()}
    by_type = {kind: _by_type(kind) for kind in asks}
    # What no state and no person changes is prepared once: it is asked again with every page.
    constant = {
        kind: _prepared(by_type[kind], _listed(ask.candidates))
        for kind, ask in asks.items()
        if not callable(ask.candidates) and not by_name.keys() & by_type[kind].keys()
    }

    def legal(state: Any, by: Person, acts: Collection[type[Act]] | None = None) -> Iterator[Offer]:
        """Offer what `decide` would accept from this person now, of all acts or of these."""
        wanted = asks.keys() if acts is None else frozenset(acts)
        for kind, ask in asks.items():
            if kind not in wanted:
                continue
            if (prepared := constant.get(kind)) is None:
                found = ask.candidates(state, by) if callable(ask.candidates) else ask.candidates
                others = {
                    name: by_name[name](state, by) if name in by_name else of for name, of in by_type[kind].items()
                }
                prepared = _prepared(others, _listed(found))
            yield from _Question(decide, state, by, kind, ask).offers(prepared)

    return legal


def _listed(proposed: _Proposed) -> Iterable[Proposal | Alike]:
    return (proposed,) if isinstance(proposed, Mapping) else proposed


class _Prepared(msgspec.Struct):
    """A proposal as it is asked: what each field is asked with, apart for ranges, and which fields are listed."""

    proposal: Proposal
    samples: dict[str, tuple[Any, ...]]
    ranges: dict[str, range]
    listed: list[str]
    alike: Sequence[Proposal]


def _prepared(others: Proposal, proposed: Iterable[Proposal | Alike]) -> list[_Prepared]:
    """Prepare proposals, each with the fields that it does not name; those without values are left out."""
    found = []
    groups = (tuple(entry.proposals) if isinstance(entry, Alike) else (entry,) for entry in proposed)
    for first, *alike in filter(None, groups):
        proposal = {**others, **first}
        samples = {name: _samples(domain) for name, domain in proposal.items()}
        if all(samples.values()):
            ranges = {name: numbers for name, numbers in samples.items() if isinstance(numbers, range)}
            values = {name: of for name, of in samples.items() if name not in ranges}
            listed = [name for name, of in values.items() if len(of) > 1 or isinstance(proposal[name], Each)]
            found.append(_Prepared(proposal, values, ranges, listed, alike))
    return found


def _refusal(decide: _Decide, state: Any, command: Command[Any]) -> RuleViolation | InputError | None:
    try:
        decide(state, command)
    except (RuleViolation, InputError) as refusal:
        return refusal
    return None


class _Alone(Command[Any], frozen=True, kw_only=True):
    """A command of one alone, which notes whether anybody looked for a second person."""

    looked: list[bool]

    def __getattribute__(self, name: str) -> Any:
        if name == "witness":
            self.looked.append(True)
        return super().__getattribute__(name)


class _Question(msgspec.Struct):
    """An act that is asked about for one person in one state."""

    decide: _Decide
    state: Any
    by: Person
    kind: type[Act]
    ask: Ask
    seconds: tuple[str, ...] = ()
    """The roles that served last, which are tried first."""

    def offers(self, asked: Sequence[_Prepared]) -> Iterator[Offer]:
        """Offer what is accepted of the proposals."""
        combinations = sum(prod(map(len, entry.samples.values())) for entry in asked)
        if combinations <= _FEW or not self.is_closed(asked[0], asked[-1]):
            for entry in asked:
                for offer in self.accepted(entry):
                    yield offer
                    for proposal in entry.alike:
                        fields = {name: _offered(domain, ()) for name, domain in proposal.items()}
                        yield Offer(self.kind, {**offer.fields, **fields}, offer.witness)

    def is_closed(self, firsts: _Prepared, lasts: _Prepared) -> bool:
        """Tell whether nothing is open, because the first and the last of many values are refused for one reason.

        A refusal names the values that it is about: one that names none that both have is about none of the act's.
        """
        first = {name: of[0] for name, of in (*firsts.samples.items(), *firsts.ranges.items())}
        last = {name: of[-1] for name, of in (*lasts.samples.items(), *lasts.ranges.items())}
        # Whoever stands by may be what it fails by: it is closed where that is so with each.
        return all(self._is_refused_alike(first, last, role) for role in self.ask.witness or (None,))

    def _is_refused_alike(self, first: dict[str, Any], last: dict[str, Any], role: str | None) -> bool:
        """Tell whether the first and the last values are refused for one reason that is about neither."""
        if (why := self.refusal(first, role)) is None or (also := self.refusal(last, role)) is None:
            return False
        named = list(why.values.values())
        is_same = (why.reason, why.values) == (also.reason, also.values)
        return is_same and not any(value in named for name, value in first.items() if value == last.get(name))

    def refusal(
        self, values: dict[str, Any], role: str | None, looked: list[bool] | None = None
    ) -> RuleViolation | InputError | None:
        """Return why the act would be refused: to one alone, or before a second person of a role."""
        ask, act, witness = self.ask, self.kind(**values), None
        if role is not None:
            name = (ask.second(self.state) if ask.second is not None else None) or SECOND
            witness = Person(name, Role(role.removesuffix("+")))
        parts: Any = {"key": "probe", "by": self.by, "act": act, "received_at": _LATE if ask.is_late else _EARLY}
        command = Command(**parts, witness=witness) if looked is None else _Alone(**parts, looked=looked)
        return _refusal(self.decide, self.state, command)

    def is_open(self, values: dict[str, Any], role: str | None) -> bool:
        """Tell whether the act would be accepted."""
        return self.refusal(values, role) is None

    def who(self, values: dict[str, Any]) -> tuple[str | None, ...]:
        """Return the roles of which one must be second; None alone where nobody must, and nothing where it is refused.

        Where an act is refused without a look at the second person, none would change that.
        """
        looked: list[bool] | None = [] if self.ask.witness else None
        if self.refusal(values, None, looked) is None:
            return (None,)
        is_known = self.seconds and not self.ask.is_second_by_value and self.is_open(values, self.seconds[0])
        if looked and not is_known:
            self.seconds = tuple(role for role in self.ask.witness if self.is_open(values, role))
        return self.seconds if looked else ()

    def accepted(self, asked: _Prepared) -> Iterator[Offer]:
        """Offer what is accepted of a proposal, in as few offers as hold it."""
        rows: list[_Row] = []
        for combination in product(*asked.samples.values()):
            values = dict(zip(asked.samples, combination, strict=True))
            answer = self.answer(values, asked.ranges)
            if answer is not None:
                rows.append((tuple((values[name],) for name in asked.listed), answer))
        for index in reversed(range(len(asked.listed) if rows else 0)):
            rows = _merged(rows, index)
        for kept, (numbers, witness) in rows:
            found = dict(zip(asked.listed, kept, strict=True))
            fields = {name: _offered(domain, found.get(name, ())) for name, domain in asked.proposal.items()}
            for name, (low, high) in zip(asked.ranges, numbers, strict=True):
                fields[name] = msgspec.structs.replace(fields[name], low=low, high=high)
            yield Offer(self.kind, {name: domain for name, domain in fields.items() if domain is not None}, witness)

    def answer(self, values: dict[str, Any], ranges: dict[str, range]) -> _Answer | None:
        """Return what is accepted with these values, or None where all is refused."""
        for way in (1, -1) if ranges else (1,):
            directed = {name: numbers[::way] for name, numbers in ranges.items()}
            start = values | {name: numbers[0] for name, numbers in directed.items()}
            roles = self.who(start)
            if roles:
                last = {name: self.last(start, name, numbers, roles[0]) for name, numbers in directed.items()}
                ends = tuple((min(start[name], last[name]), max(start[name], last[name])) for name in last)
                return ends, tuple(role for role in roles if role is not None)
        return None

    def last(self, start: dict[str, Any], name: str, numbers: range, role: str | None) -> int:
        """Return the last of the numbers that is accepted, the first being so and the other fields as they are."""

        def is_refused(number: int) -> bool:
            return not self.is_open({**start, name: number}, role)

        if len(numbers) == 1 or not is_refused(numbers[-1]):
            return numbers[-1]
        return numbers[bisect_left(numbers, x=True, lo=1, hi=len(numbers) - 1, key=is_refused) - 1]


def sample_of(domain: Any) -> Any:
    """Return a value of a domain; None where its values are not known here."""
    if isinstance(domain, Words):
        return next((text for text in _TEXTS if text in domain), None)
    return next(iter(_samples(domain)), None) if isinstance(domain, (Integers, Choices, Subset)) else None


def _by_type(kind: type[Act]) -> dict[str, Any]:
    """Return the fields that an act must have, with candidates where their types say which values there are."""
    found: dict[str, Any] = {}
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        match field.type.type if isinstance(field.type, inspect.Metadata) else field.type:
            case _ if not field.required:
                pass
            case inspect.BoolType():
                found[field.name] = Each((True, False))
            case inspect.EnumType(cls=names):
                found[field.name] = Each(names)
            case inspect.IntType(ge=int(low), le=int(high)):
                found[field.name] = Integers(low, high)
            case inspect.StrType(pattern=str(pattern)):
                found[field.name] = Words(pattern)
            case inspect.StrType(max_length=int(length_max)):
                found[field.name] = Words(text_pattern(length_max))
            case _:
                found[field.name] = Each(())
    return found


def _merged(rows: list[_Row], index: int) -> list[_Row]:
    """Put rows into one that differ in the values of one field only."""
    values: defaultdict[Any, tuple[Any, ...]] = defaultdict(tuple)
    for kept, answer in rows:
        values[kept[:index], kept[index + 1 :], answer] += kept[index]
    return [((*before, found, *after), answer) for (before, after, answer), found in values.items()]


def _samples(domain: Any) -> Any:
    """Return what a field is asked with, of a range all its numbers: nothing where no value is proposed."""
    if isinstance(domain, Integers):
        numbers = range(domain.low, domain.high + 1, domain.step)
        while numbers and numbers[0] in domain.besides:
            numbers = numbers[1:]
        while numbers and numbers[-1] in domain.besides:
            numbers = numbers[:-1]
        return numbers
    if isinstance(domain, Sample):
        return (domain.value,)
    if isinstance(domain, Words):
        return (_text(domain), *domain.besides)
    if isinstance(domain, Subset):
        others = [value for value in domain.values if value not in domain.must]
        return ((*domain.must, *others)[: max(len(domain.must), domain.at_least)],)
    return tuple(domain.groups) if isinstance(domain, Each) else domain.values[:1]


@lru_cache(maxsize=1_000)
def _text(domain: Words) -> str:
    """Return a text that matches the pattern and is none of those beside it."""
    plain = next(text for text in _TEXTS if text in Words(domain.pattern))
    return next(text for text in chain((plain,), (f"{plain} {number}" for number in count(2))) if text in domain)


def _offered(domain: Any, accepted: tuple[Any, ...]) -> Any:
    """Return what to offer of a field of which these values were accepted one by one; None for any value."""
    if isinstance(domain, Words) and _text(domain) in accepted:
        return Words(domain.pattern, tuple(text for text in domain.besides if text not in accepted))
    if isinstance(domain, Each):
        return Choices(tuple(chain.from_iterable(domain.groups[value] for value in accepted)))
    if accepted:
        return Choices(accepted)
    return domain.domain if isinstance(domain, Sample) else domain
