"""A tournament walked at random, inside what `legal` offers and around it, and a second one that replays it."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.decider import Accepted, Act, Command, Event, Offer, Person, Refusal, handle
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.config import TournamentConfig
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.games.tournament.legal import Tally
from tests.support import strategies as draw
from tests.support.walk import NOW

COUNTS = (0, 0, 5, 5, 5, 7, 500, 10**12)
"""Few, so that players tie."""
HASTE = {a.CancelTournament: 1, a.WithdrawPlayer: 5, a.DisqualifyPlayer: 10}
"""How often an act is taken where another would be taken 100 times: few walks should end early."""
FINISH_STEPS_MAX = 400


class TournamentWalk:
    """One tournament, walked at random; what was accepted is written, read again and replayed at a second one."""

    def __init__(self, rng: random.Random, config: TournamentConfig) -> None:
        self.rng, self.config = rng, config
        self.state, self.replayed = TOURNAMENT.new_state(config), TOURNAMENT.new_state(config)
        self.now, self.ledger = NOW, Counter[str]()
        self.met: Counter[str] = Counter()
        self.done: list[Act] = []

    def step(self) -> None:
        """Do something that is open, or try something that may not be."""
        by = self.rng.choice(draw.PEOPLE)
        offers = list(TOURNAMENT.legal(self.state, by))
        if offers and self.rng.random() < 0.5:
            self.take(by, self.chosen(offers), offers)
        else:
            self.try_around(by, offers)

    def chosen(self, offers: list[Offer]) -> Offer:
        """Choose an offer, and only now and then one that ends or undoes something."""
        return self.rng.choices(offers, [HASTE.get(offer.act, 100) for offer in offers])[0]

    def finish(self) -> bool:
        """Go on to the end from wherever the tournament stands; tell whether it came there."""
        for _ in range(FINISH_STEPS_MAX):
            if self.state.is_over:
                break
            ways = [(by, offer) for by in draw.PEOPLE for offer in TOURNAMENT.legal(self.state, by)]
            forward = [way for way in ways if way[1].act not in HASTE] or ways
            by, offer = self.rng.choice(forward)
            self.take(by, offer, list(TOURNAMENT.legal(self.state, by)))
        return bool(self.state.is_over)

    def take(self, by: Person, offer: Offer, offers: list[Offer]) -> tuple[Command, Accepted | Refusal]:
        """Send a command inside an offer; return it with its answer."""
        values = {name: self.inside(domain) for name, domain in offer.fields.items()}
        act = offer.act(**values)
        seconds = [p for p in draw.PEOPLE if offer.admits(self.command(by, act, p))] if offer.witness else [None]
        command = self.command(by, act, self.rng.choice(seconds))
        return command, self.send(command, offers)

    def try_around(self, by: Person, offers: list[Offer]) -> None:
        """Send an act beside an offer, an act that was done before, or any act of its type."""
        way = self.rng.random()
        if offers and way < 0.4:
            offer = self.chosen(offers)
            act = offer.act(**{name: self.inside(domain) for name, domain in offer.fields.items()})
            names = list(offer.fields)
            if names:
                name = self.rng.choice(names)
                act = msgspec.structs.replace(act, **{name: self.any_value(offer.act, name)})
        elif self.done and way < 0.7:
            act = self.rng.choice(self.done[-30:])
        else:
            kind = self.rng.choice(TOURNAMENT.acts)
            act = kind(**{name: self.any_value(kind, name) for name in kind.__struct_fields__})
        self.send(self.command(by, act, self.rng.choice((None, None, *draw.PEOPLE))), offers)

    def inside(self, domain: Any) -> Any:
        """Draw a value of a domain."""
        if isinstance(domain, Tally):
            return {player: self.rng.choice(COUNTS) for player in domain.players}
        return draw.inside(self.rng, domain)

    def any_value(self, kind: type[Act], name: str) -> Any:
        """Draw a value that a field may hold, near what is right."""
        players = [*self.state.entries, "Ann", "Zed"]
        match name:
            case "chips":
                names = self.rng.choice([*self.state.tables.values(), tuple(players)])
                some = self.rng.sample(names, self.rng.randint(0, len(names)))
                return {player: self.rng.choice((*COUNTS, -1, 10**12 + 1)) for player in some}
            case "order":
                return tuple(self.rng.choices(players, k=self.rng.randint(0, len(players))))
            case "player":
                return self.rng.choice(players)
            case "heat" | "table" | "hands":
                return self.rng.choice((0, 1, 2, 3, self.config.hands, self.config.hands + 1))
            case _:
                field: inspect.Field = draw.fields_of(kind)[name]
                return draw.of_type(self.rng, field.type)

    def command(self, by: Person, act: Act, witness: Person | None = None) -> Command:
        """Wrap an act."""
        return Command(key="k", by=by, act=act, received_at=self.now, witness=witness)

    def send(self, command: Command, offers: list[Offer]) -> Accepted | Refusal:  # noqa: ARG002 - for whoever looks on
        """Let the tournament answer, and replay what happened."""
        self.now += timedelta(seconds=1)
        self.state, answer = handle(TOURNAMENT, self.state, command)
        if isinstance(answer, Refusal):
            self.met[f"refused {type(command.act).__name__}"] += 1
        else:
            self.done.append(command.act)
            self.replay(command, answer)
        return answer

    def replay(self, command: Command, answer: Accepted) -> None:  # noqa: ARG002 - likewise
        """Let the events of a command happen at the second tournament."""
        for event in answer.events:
            self.record(event)

    def record(self, event: Event) -> None:
        """Write an event and read it again, replay it, and keep its money."""
        read = TOURNAMENT.event_decoder.decode(msgspec.json.encode(event))
        self.met[str(event.__struct_config__.tag)] += 1
        for move in getattr(event, "moves", ()):
            self.ledger[move.source] -= move.amount_minor
            self.ledger[move.target] += move.amount_minor
        self.replayed = TOURNAMENT.evolve(self.replayed, read)
