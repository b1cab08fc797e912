"""The race program of one sending track's day, as data: what is explained to the public, and then every race.

Everything in it comes from the card, the edition and the house's settings, so it promises nothing that the windows
refuse. Texts and amounts are ready to be shown; how they look on a page, on paper or in a terminal is not decided
here. What hangs in the facility has the same explanations and no races.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime

import msgspec

from pitboss.draw.program.words import Chapter, Passage, listed, named_races, on_tickets, wagering
from pitboss.money import Currency, show
from pitboss.rulebook.clauses import cites
from pitboss.tote.cloths import Cloth, cloth_of
from pitboss.tote.day.config import DayConfig
from pitboss.tote.day.racecard import Card, CardPool, CardRace, CardRunner
from pitboss.tote.pricing import percent
from pitboss.tote.races import number_key
from pitboss.tote.rules import ToteRules, tote_rules

ACROSS = ("win", "place", "show")
"""The pools that a bet across the board goes into."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_RIDERS = {"horse": "Jockey", "harness": "Driver", "greyhound": "Handler"}
_CLOTHS = {"horse": "Saddlecloth", "harness": "Saddle pad", "greyhound": "Blanket"}


class Offered(msgspec.Struct, frozen=True):
    """A bet that can be made on a race, or that begins with it."""

    kind: str
    name: str
    races: tuple[int, ...]
    minimum: str
    takeout: str
    note: str
    """What else the track says of its pool: a carryover, or that all of it is paid out today."""
    clause: str

    @property
    def remarks(self) -> str:
        """Return the races where there are several, and the track's note."""
        parts = (named_races(self.races) if len(self.races) > 1 else "", self.note)
        return ", ".join(part for part in parts if part)


class Starter(msgspec.Struct, frozen=True):
    """A runner as the program lists it; what the card does not say is empty."""

    number: str
    bet_as: str
    """The number it is bet under, which is not its own where it is coupled."""
    cloth: Cloth | None
    name: str
    owner: str
    rider: str
    trainer: str
    weight: str
    morning_line: str


class RacePage(msgspec.Struct, frozen=True):
    """One race."""

    number: int
    kind: str
    clause: str
    runs: str
    title: str
    post_time: str
    distance: str
    surface: str
    conditions: str
    purse: str
    bets: tuple[Offered, ...]
    legs: tuple[str, ...]
    """Sentences on the pools that began with an earlier race."""
    runners: tuple[Starter, ...]
    coupled: tuple[str, ...]
    """Sentences on runners that are bet under one number."""


class Program(msgspec.Struct, frozen=True):
    """A day's program, or what is posted for all days alike; that one has no races."""

    facility: str
    track: str
    name: str
    date: str
    clock: str
    """What the hours are reckoned from; empty where the races do not agree, and each says it."""
    rulebook: str
    edition: str
    currency: str
    chapters: tuple[Chapter, ...]
    races: tuple[RacePage, ...]

    @property
    def is_posted(self) -> bool:
        """Tell whether it is what hangs in the facility."""
        return not self.races

    @property
    def what(self) -> str:
        """Say what it is."""
        return "Wagering explained" if self.is_posted else "Race program"


@cites("PW-G")
def program(card: Card, config: DayConfig, *, posted: bool = False) -> Program:
    """Compose the program of a card that was checked; posted, it is the explanations alone."""
    rules, currency = tote_rules(config.rulebook, config.settings), Currency.of(config.currency)
    offsets = {race.post_time.utcoffset() for race in card.races}
    clock = _reckoned(card.races[0].post_time) if len(offsets) == 1 else ""
    races = sorted(card.races, key=lambda race: race.number)
    return Program(
        facility=one_line(config.name),
        track=card.track,
        name=one_line(card.name),
        date=day_in_words(config.date),
        clock=clock,
        rulebook=config.rulebook,
        edition=rules.edition.in_words,
        currency=config.currency,
        chapters=tuple(chapter for chapter in _chapters(card, config, rules) if chapter.passages),
        races=() if posted else tuple(_page(card, race, rules, currency, clock) for race in races),
    )


def day_in_words(day: date) -> str:
    """Write a day as a program does.

    >>> from datetime import date
    >>> day_in_words(date(2004, 5, 1))
    'Saturday, May 1, 2004'
    """
    return f"{day:%A, %B} {day.day}, {day.year}"


def one_line(text: str | None) -> str:
    r"""Return a text of the card without line breaks and other controls, which would act on a terminal.

    >>> one_line("Señor\x1b[2J\n Paçoca"), one_line(None)
    ('Señor [2J Paçoca', '')
    """
    return " ".join("".join(" " if unicodedata.category(c) == "Cc" else c for c in text or "").split())


@cites("PW-A7")
def columns(race: RacePage) -> tuple[tuple[str, str], ...]:
    """Return the fields of a race's runners with their headings; what the card says of none of them is left out."""
    known = {"rider": _RIDERS[race.runs], "trainer": "Trainer", "weight": "Weight", "morning_line": "Morning line"}
    used = {field: label for field, label in known.items() if any(getattr(runner, field) for runner in race.runners)}
    return (("number", "No."), ("cloth", _CLOTHS[race.runs]), ("name", "Runner"), *used.items())


def offers_of(card: Card, rules: ToteRules) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the kinds of bets that a card offers, in the edition's order, with the races of each of their pools.

    A bet across the board is offered on a race that has all of its three pools.
    """
    found: dict[str, list[tuple[int, ...]]] = {}
    for pool in _by_race(card):
        found.setdefault(pool.type, []).append(pool.races)
    found["across_the_board"] = sorted(set.intersection(*(set(found.get(kind, ())) for kind in ACROSS)))
    return {rule.kind: tuple(found[rule.kind]) for rule in rules.data.bets if found.get(rule.kind)}


def _by_race(card: Card) -> list[CardPool]:
    return sorted(card.pools, key=lambda pool: pool.races)


def _chapters(card: Card, config: DayConfig, rules: ToteRules) -> Iterator[Chapter]:
    names = {rule.kind: rule.name for rule in rules.data.bets}
    offered = offers_of(card, rules)
    yield Chapter("How parimutuel wagering works", wagering(card.pools, card.config, rules, config.currency))
    yield Chapter(
        "The bets of this card",
        tuple(
            Passage(rule.name, rule.explanation, (rule.clause,), (_where(card, offered[rule.kind]),))
            for rule in rules.data.bets
            if rule.kind in offered
        ),
    )
    forms = ((rule, [names[kind] for kind in rule.bets if kind in offered]) for rule in rules.data.forms)
    yield Chapter(
        "Several bets on one ticket",
        tuple(
            Passage(rule.name, rule.explanation, (rule.clause,), (f"Sold on this card for {listed(sold)}.",))
            for rule, sold in forms
            if sold
        ),
    )
    yield Chapter("Your ticket", on_tickets(config, rules))


def _where(card: Card, pools: Sequence[tuple[int, ...]]) -> str:
    """Say on which races of the card a bet is offered."""
    if len(pools[0]) > 1:
        return f"On this card on {'; on '.join(named_races(races) for races in pools)}."
    numbers = [number for (number,) in pools]
    return f"On this card in {'every race' if len(numbers) == len(card.races) else named_races(numbers)}."


def _page(card: Card, race: CardRace, rules: ToteRules, currency: Currency, clock: str) -> RacePage:
    kind = next(rule for rule in rules.data.race_kinds if rule.kind == race.kind)
    runners = sorted(race.runners, key=lambda runner: number_key(runner.no))
    return RacePage(
        number=race.number,
        kind=kind.name,
        clause=kind.clause,
        runs=race.runs,
        title=one_line(race.title),
        post_time=_hour(race.post_time, clock),
        distance=one_line(race.distance),
        surface=one_line(race.surface),
        conditions=one_line(race.conditions),
        purse="" if race.purse_minor is None else show(race.purse_minor, currency),
        bets=tuple(_offered(card, race, rules, currency)),
        legs=tuple(_legs(card, race, rules)),
        runners=tuple(_starter(race, runner) for runner in runners),
        coupled=tuple(_coupled(runners)),
    )


def _hour(at: datetime, clock: str) -> str:
    """Write an hour as a program does; with what it is reckoned from where that is not said for all races."""
    half, hours = divmod(at.hour, 12)
    hour = f"{hours or 12}:{at:%M} {'PM' if half else 'AM'}"
    return hour if clock else f"{hour} {_reckoned(at)}"


def _reckoned(at: datetime) -> str:
    offset = f"{at:%z}"
    return f"UTC{offset[:3]}:{offset[3:5]}"


def _offered(card: Card, race: CardRace, rules: ToteRules, currency: Currency) -> Iterator[Offered]:
    pools = {pool.type: pool for pool in card.pools if pool.races[0] == race.number}
    for rule in rules.data.bets:
        if rule.kind == "across_the_board":
            parts = [pools[kind] for kind in ACROSS if kind in pools]
            if len(parts) == len(ACROSS):
                least = max(pool.minimum_minor for pool in parts)
                note = f"three bets: {show(len(parts) * least, currency)}"
                yield Offered(rule.kind, rule.name, (race.number,), show(least, currency), "", note, rule.clause)
        elif rule.kind in pools:
            pool = pools[rule.kind]
            cost, taken = show(pool.minimum_minor, currency), percent(pool.takeout)
            yield Offered(rule.kind, rule.name, pool.races, cost, taken, _note(pool, currency), rule.clause)


def _note(pool: CardPool, currency: Currency) -> str:
    words = [f"carryover {show(pool.carryover_minor, currency)}"] if pool.carryover_minor else []
    words += ["paid out whole today"] if pool.mandatory else []
    return ", ".join(words)


def _legs(card: Card, race: CardRace, rules: ToteRules) -> Iterator[str]:
    names = {rule.kind: rule.name for rule in rules.data.bets}
    for pool in _by_race(card):
        if race.number in pool.races[1:]:
            place = _ORDINALS[pool.races.index(race.number)].capitalize()
            yield f"{place} leg of the {names[pool.type]} on {named_races(pool.races)}."


def _starter(race: CardRace, runner: CardRunner) -> Starter:
    return Starter(
        number=runner.no,
        bet_as=runner.interest,
        cloth=cloth_of(race.runs, runner.no),
        name=one_line(runner.name),
        owner=one_line(runner.owner),
        rider=one_line(runner.rider),
        trainer=one_line(runner.trainer),
        weight=one_line(runner.weight),
        morning_line=one_line(runner.morning_line),
    )


def _coupled(runners: Sequence[CardRunner]) -> Iterator[str]:
    """Say which runners are bet under one number: an entry where they share it, else the field."""
    together: dict[str, list[str]] = {}
    for runner in runners:
        together.setdefault(runner.interest, []).append(runner.no)
    for interest, numbers in together.items():
        if len(numbers) > 1:
            is_entry = len({number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for number in numbers}) == 1
            what = "Coupled entry" if is_entry else "Field"
            yield f"{what}: {listed(numbers)} are bet as number {interest}. One bet is on all of them."
