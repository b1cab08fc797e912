"""A table walked at random, inside what `legal` offers and around it, with a second table that replays its events.

The walk only walks: `tests/contract/test_game_contract.py` holds every step of it to the contract of the games.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pitboss.decider import Accepted, Act, Command, Event, Offer, Person, Refusal, handle
from pitboss.errors import InputError
from pitboss.games import game
from pitboss.rulebook import table_config
from tests.support import strategies as draw
from tests.support.cases import CASES
from tests.support.driver import with_limits
from tests.support.everyday import APART, EVERYDAY_LURES, everyday_onwards

__all__ = ["NOW", "Walk"]

FINISH_STEPS_MAX = 400
NOW = datetime(2024, 6, 1, 20, tzinfo=UTC)


class Walk:
    """One table, walked at random; what was accepted is written, read again and replayed at a second one."""

    def __init__(
        self, rng: random.Random, rules: str, rulebook: str, settings: dict[str, Any], *, is_kept: bool = False
    ) -> None:
        self.rng, self.game, self.case, self.is_kept = rng, game(rules), CASES[rules], is_kept
        # Without its everyday life a table is walked as the game alone.
        self.acts = self.game.acts if is_kept else tuple(act for act in self.game.acts if act not in APART)
        self.people = draw.EVERYDAY_PEOPLE if is_kept else draw.PEOPLE
        config = table_config({"rulebook": rulebook, "name": "R1", "settings": with_limits(rulebook, settings)})
        self.table = self.game.new_state(config)
        self.replayed = self.game.new_state(config)
        self.now = NOW
        self.ledger: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        lures = {**EVERYDAY_LURES, **self.case.lures}
        self.lures = {name: list(values) for name, values in lures.items()}
        # Each walk has its own haste and is keen on a few acts, so that walks differ: one fills the layout, another
        # closes tables.
        self.haste, self.keen_on = rng.choice((0.0, 0.05, 0.2)), rng.sample(self.acts, 5)
        self.is_calm = rng.random() < self.case.calm
        self.advancer, self.commands = self.people[0], 0
        self.done: list[tuple[Person, Act]] = []

    def step(self) -> None:
        """Bring the round on, do anything that is open, or try what may not be."""
        way = self.rng.random()
        if self.is_calm and self.rng.random() < 0.8:
            way *= 0.4
        onwards = self.onwards()
        wanted = onwards[:1] if way < self.haste else onwards if way < 0.4 else self.keen_on
        if way < 0.45 and self.advance(wanted):
            return
        by = self.rng.choice(self.people)
        if way < 0.65 and (offers := list(self.game.legal(self.table, by, self.acts))):
            self.take(by, self.rarest(offers), offers)
        elif way < 0.995:
            self.try_around(by)
        else:
            self.try_everything(self.advancer)

    def finish(self) -> bool:
        """Play a round to its end, from wherever the table stands; tell whether it came there."""
        ended = self.met[self.case.end]
        for _ in range(FINISH_STEPS_MAX):
            if self.met[self.case.end] > ended:
                return True
            if not any(self.advance((kind,)) for kind in self.onwards()):
                return False
        return False

    def onwards(self) -> tuple[type[Act], ...]:
        """Return the acts that bring the round on, those of a rack that is kept by counts and slips among them."""
        return everyday_onwards(self.table, self.case.onwards(self.table), is_kept=self.is_kept)

    def advance(self, wanted: Collection[type[Act]]) -> bool:
        """Do one of these acts, often by whoever did so last; tell whether anybody could."""
        people = self.rng.sample(self.people, len(self.people))
        for by in (people[0] if self.rng.random() < 0.2 else self.advancer, *people):
            offers = list(self.game.legal(self.table, by, wanted))
            parts = [self.case.direct(self.table, offer) for offer in offers if offer.act in wanted]
            forward = [part for part in parts if part is not None]
            if forward:
                self.advancer = by
                kind = self.rng.choice(list(dict.fromkeys(offer.act for offer in forward)))
                self.take(by, self.one_of(kind, forward), offers)
                return True
        return False

    def rarest(self, offers: list[Offer]) -> Offer:
        """Choose an offer: half of the time of the act that this walk has seen least."""
        kinds = list(dict.fromkeys(offer.act for offer in offers))
        self.rng.shuffle(kinds)
        if self.rng.random() < 0.5:
            kinds.sort(key=lambda kind: self.met[f"done {kind.__name__}"])
        return self.one_of(kinds[0], offers)

    def one_of(self, kind: type[Act], offers: list[Offer]) -> Offer:
        """Choose an offer of an act."""
        flavours = defaultdict(list)
        for offer in offers:
            if offer.act is kind:
                flavours[offer.fields.get(self.case.flavour)].append(offer)
        return self.rng.choice(self.rng.choice(list(flavours.values())))

    def take(self, by: Person, offer: Offer, offers: list[Offer]) -> tuple[Command, Accepted | Refusal]:
        """Send a command inside an offer; return it with its answer."""
        act = draw.act_inside(self.rng, offer, self.lures)
        seconds = [p for p in self.people if offer.admits(self.command(by, act, p))] if offer.witness else []
        command = self.command(by, act, self.rng.choice(seconds or [None, *self.people]))
        return command, self.send(command, offers)

    def try_around(self, by: Person) -> None:
        """Send what may lie outside: an offer changed, perhaps by somebody else, or an act that is like a done one."""
        rng = self.rng
        whose = rng.choice((by, self.advancer))
        if rng.random() < 0.4 and (offers := list(self.game.legal(self.table, whose, self.acts))):
            kind = rng.choice(list(dict.fromkeys(offer.act for offer in offers)))
            act = draw.act_around(rng, self.one_of(kind, offers), self.lures)
        else:
            like = rng.choice(self.done[-rng.choice((5, 40)) :])[1] if self.done else None
            kind = rng.choice(rng.choice((self.akin(like), self.onwards(), self.acts)))
            act = draw.act_of_type(rng, kind, self.lures, like)
            whose = rng.choice([whose, *(person for person, known in self.done if type(known) is kind)])
        by = rng.choice((whose, whose, whose, by))
        self.send(self.command(by, act, rng.choice((None, *(p for p in self.people if p.id in (by.id, "Sue"))))))

    def try_everything(self, by: Person) -> None:
        """Send an act of every kind, whether its turn has come or not."""
        offers = list(self.game.legal(self.table, by, self.acts))
        for kind in self.acts:
            like = self.rng.choice(self.done)[1] if self.done else None
            command = self.command(by, draw.act_of_type(self.rng, kind, self.lures, like))
            if isinstance(self.send(command, offers), Accepted):
                offers = list(self.game.legal(self.table, by, self.acts))

    def akin(self, act: Act | None) -> Sequence[type[Act]]:
        """Return the kinds of act that have fields in common with one, as often as they have."""
        own = set(act.__struct_fields__) if act is not None else set()
        return [kind for kind in self.acts for _ in own & set(kind.__struct_fields__)] or self.acts

    def command(self, by: Person, act: Act, witness: Person | None = None) -> Command:
        """Wrap an act."""
        return Command(key="k", by=by, act=act, received_at=self.now, witness=witness)

    def send(self, command: Command, offers: list[Offer] | None = None) -> Accepted | Refusal:  # noqa: ARG002 - likewise
        """Let the table answer, and replay what it did."""
        self.now += timedelta(seconds=1)
        self.commands += 1
        self.table, answer = handle(self.game, self.table, command)
        name = type(command.act).__name__
        if isinstance(answer, Refusal):
            self.met[f"refused {name}"] += 1
        else:
            self.met[f"done {name}"] += 1
            self.remember(command.by, command.act)
            self.replay(command, answer)
        return answer

    def replay(self, command: Command, answer: Accepted) -> None:  # noqa: ARG002 - for whoever looks on
        """Let the events of a command happen at the second table."""
        for event in answer.events:
            self.record(event)

    def is_well_formed(self, command: Command) -> bool:
        """Tell whether a client could have sent this."""
        return draw.is_well_formed(command, self.game.command_decoder)

    def is_readable(self, act: Act) -> bool:
        """Tell whether every notation in an act is one."""
        try:
            for name, read in self.case.notations.items():
                if hasattr(act, name):
                    read(getattr(act, name))
        except InputError:
            return False
        return True

    def remember(self, by: Person, act: Act) -> None:
        """Keep the latest acts and their values as lures."""
        self.done = [*self.done[-40:], (by, act)]
        for name in act.__struct_fields__:
            lures = self.lures.setdefault(name, [])
            lures.append(getattr(act, name))
            del lures[: max(0, len(lures) - 40)]

    def record(self, event: Event) -> None:
        """Write an event and read it again, count it, and replay it at the second table."""
        read = self.game.event_decoder.decode(msgspec.json.encode(event))
        self.met.update([str(event.__struct_config__.tag), *self.case.depths(self.replayed, event)])
        for move in getattr(event, "moves", ()):
            self.ledger[move.source] -= move.amount_minor
            self.ledger[move.target] += move.amount_minor
        self.replayed = self.game.evolve(self.replayed, read)
