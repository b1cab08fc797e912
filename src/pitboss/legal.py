"""What is open to somebody, found by asking `decide`: one technique for every game and the tote.

A game proposes values for the fields of each of its acts; this module asks `decide` with them and offers what it
accepts, so that the two cannot differ. Nothing happens by asking. How a field is proposed says how it is asked:

- `Each` value by itself, in every combination with those of the other fields; what is accepted is kept;
- `Choices`, `Subset` and `Words` with one sample that stands for all, the `besides` of `Words` each by itself;
- `Integers` at both ends; where one end is refused, the last number accepted is searched from the other;
- `Sample` with a given value, where the values cannot be listed.

Of `Alike` proposals the first is asked, and stands for all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, count, product
from typing import Any

import msgspec

from pitboss.decider import Act, Choices, Command, Integers, Offer, Person, Role, Subset, Words
from pitboss.errors import InputError, InvariantBroken
from pitboss.rulebook.names import NAME_PATTERN
from pitboss.rulebook.violations import RuleViolation

__all__ = ["Alike", "Ask", "Candidates", "Each", "Proposal", "Sample", "anybody", "asking", "prober"]

_EARLY, _LATE = datetime(2000, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_SECOND = "second person"
_TEXTS = ("somebody", "0" * 64, "")
"""Sample texts: a name or a reason, a hash, and none at all."""


class Each(msgspec.Struct, frozen=True):
    """Values of which each is asked by itself."""

    values: Iterable[Any]


class Sample(msgspec.Struct, frozen=True):
    """A value to ask with, and what to offer: any value where no domain is given."""

    value: Any
    domain: Any = None


Proposal = Mapping[str, msgspec.Struct]
"""A domain, `Each` or `Sample` for every field that matters; a field without values proposes nothing."""


class Alike(msgspec.Struct, frozen=True):
    """Proposals of plain domains, of which the first is asked and stands for all."""

    proposals: Iterable[Proposal]


_Proposed = Proposal | Iterable[Proposal | Alike]
Candidates = _Proposed | Callable[[Any, Person], _Proposed]


class Ask(msgspec.Struct, frozen=True):
    """Candidates of an act that is asked in its own way."""

    candidates: Candidates
    witness: tuple[str, ...] = ()
    """Roles to try for a second person where the act is refused to one alone."""
    is_late: bool = False
    """Whether to ask as of a late date, for an act that opens on a date; `legal` knows no date."""


_Decide = Callable[[Any, Command[Any]], object]


def prober(decide: _Decide) -> Callable[[Any, Person, Act], bool]:
    """Return the question whether a person could do an act in a state now, alone."""

    def is_open(state: Any, by: Person, act: Act) -> bool:
        return _is_accepted(decide, state, Command(key="probe", by=by, act=act, received_at=_EARLY))

    return is_open


def asking(decide: _Decide, table: Mapping[type[Act], Candidates | Ask]) -> Callable[[Any, Person], Iterator[Offer]]:
    """Return the `legal` of a game: what `decide` accepts of the candidates of each act."""
    asks = [(kind, entry if isinstance(entry, Ask) else Ask(entry)) for kind, entry in table.items()]

    def legal(state: Any, by: Person) -> Iterator[Offer]:
        """Offer what `decide` would accept from this person now."""
        for kind, ask in asks:
            found = ask.candidates(state, by) if callable(ask.candidates) else ask.candidates
            question = _Question(decide, state, by, kind, ask)
            for proposal in (found,) if isinstance(found, Mapping) else found:
                yield from question.alike(proposal) if isinstance(proposal, Alike) else question.offers(proposal)

    return legal


def _is_accepted(decide: _Decide, state: Any, command: Command[Any]) -> bool:
    try:
        decide(state, command)
    except (RuleViolation, InputError):
        return False
    return True


class _Question(msgspec.Struct):
    """An act that is asked about for one person in one state."""

    decide: _Decide
    state: Any
    by: Person
    kind: type[Act]
    ask: Ask

    def is_open(self, values: dict[str, Any], role: str | None) -> bool:
        """Tell whether the act would be accepted, before a second person of the role where one is given."""
        witness = None if role is None else Person(_SECOND, Role(role.removesuffix("+")))
        at = _LATE if self.ask.is_late else _EARLY
        command = Command(key="probe", by=self.by, act=self.kind(**values), received_at=at, witness=witness)
        return _is_accepted(self.decide, self.state, command)

    def alike(self, group: Alike) -> Iterator[Offer]:
        """Offer all of a group or nothing, as its first is answered."""
        proposals = iter(group.proposals)
        for offer in self.offers(next(proposals)):
            yield offer
            yield from (Offer(self.kind, dict[str, Any](proposal), offer.witness) for proposal in proposals)

    def offers(self, proposal: Proposal) -> Iterator[Offer]:
        """Offer what is accepted; the values of the last field that is asked one by one stand in one offer."""
        ranges = {name: _range(domain) for name, domain in proposal.items() if isinstance(domain, Integers)}
        samples = {name: _samples(domain) for name, domain in proposal.items() if not isinstance(domain, Integers)}
        listed = [name for name in samples if _is_listed(proposal[name])]
        found: defaultdict[Any, list[Any]] = defaultdict(list)
        for combination in product(*samples.values()) if all(ranges.values()) else ():
            values = dict(zip(samples, combination, strict=True))
            answer = self.answer(values, ranges)
            if answer is not None:
                *outer, last = [values[name] for name in listed] or [None]
                found[tuple(outer), *answer].append(last)
        for (outer, numbers, witness), accepted in found.items():
            kept = dict(zip(listed, [*([value] for value in outer), accepted], strict=False))
            fields = {name: _offered(domain, kept.get(name, [])) for name, domain in proposal.items()}
            for name, (low, high) in zip(ranges, numbers, strict=True):
                fields[name] = msgspec.structs.replace(fields[name], low=low, high=high)
            yield Offer(self.kind, {name: domain for name, domain in fields.items() if domain is not None}, witness)

    def answer(
        self, values: dict[str, Any], ranges: dict[str, range]
    ) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]] | None:
        """Return the ends of what is accepted of each range and who must be second; None where all is refused."""
        for way in (1, -1) if ranges else (1,):
            directed = {name: numbers[::way] for name, numbers in ranges.items()}
            start = values | {name: numbers[0] for name, numbers in directed.items()}
            is_alone = self.is_open(start, None)
            roles = () if is_alone else tuple(role for role in self.ask.witness if self.is_open(start, role))
            if is_alone or roles:
                role = roles[0] if roles else None
                last = {name: self.last(start, name, numbers, role) for name, numbers in directed.items()}
                return tuple((min(start[name], last[name]), max(start[name], last[name])) for name in last), roles
        return None

    def last(self, start: dict[str, Any], name: str, numbers: range, role: str | None) -> int:
        """Return the last of the numbers that is accepted, the first being so and the other fields as they are."""

        def is_refused(number: int) -> bool:
            return not self.is_open({**start, name: number}, role)

        if len(numbers) == 1 or not is_refused(numbers[-1]):
            return numbers[-1]
        return numbers[bisect_left(numbers, x=True, lo=1, hi=len(numbers) - 1, key=is_refused) - 1]


def anybody(*besides: str | None) -> Words:
    """Return any name; those that may not be open are given and asked by themselves."""
    return Words(NAME_PATTERN, tuple(name for name in besides if name is not None))


def _is_listed(domain: msgspec.Struct) -> bool:
    return isinstance(domain, Each) or (isinstance(domain, Words) and bool(domain.besides))


def _range(domain: Integers) -> range:
    """Return the numbers of a range without what is not open at its ends."""
    numbers = range(domain.low, domain.high + 1, domain.step)
    while numbers and numbers[0] in domain.besides:
        numbers = numbers[1:]
    while numbers and numbers[-1] in domain.besides:
        numbers = numbers[:-1]
    return numbers


def _samples(domain: msgspec.Struct) -> tuple[Any, ...]:
    """Return what a field is asked with: nothing where no value is proposed."""
    if isinstance(domain, Each):
        return tuple(domain.values)
    if isinstance(domain, Sample):
        return (domain.value,)
    if isinstance(domain, Choices):
        return domain.values[:1]
    if isinstance(domain, Subset):
        others = [value for value in domain.values if value not in domain.must]
        return ((*domain.must, *others)[: max(len(domain.must), domain.at_least)],)
    if isinstance(domain, Words):
        return (_text(domain), *domain.besides)
    raise InvariantBroken(f"{domain!r} is no candidate")


@lru_cache(maxsize=1_000)
def _text(domain: Words) -> str:
    """Return a text that matches the pattern and is none of those beside it."""
    plain = next(text for text in _TEXTS if text in Words(domain.pattern))
    return next(text for text in chain((plain,), (f"{plain} {number}" for number in count(2))) if text in domain)


def _offered(domain: msgspec.Struct, accepted: list[Any]) -> Any:
    """Return what to offer of a field whose values asked one by one were accepted so; None for any value."""
    if isinstance(domain, Sample):
        return domain.domain
    if isinstance(domain, Each):
        return Choices(tuple(accepted))
    if isinstance(domain, Words) and domain.besides:
        if _text(domain) not in accepted:
            return Choices(tuple(accepted))
        return Words(domain.pattern, tuple(text for text in domain.besides if text not in accepted))
    return domain
