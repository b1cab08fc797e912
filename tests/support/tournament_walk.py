"""A tournament walked at random: `legal` and `decide` held to each other, events replayed, money counted."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.decider import Accepted, Act, Command, Offer, Person, Refusal, handle, offered, validated
from pitboss.games.tournament import acts as a
from pitboss.games.tournament.config import TournamentConfig
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.games.tournament.legal import Tally
from pitboss.rulebook import all_clauses
from tests.support import strategies as draw
from tests.support.walk import NOW

ACCOUNTS = {"patrons", "promotion", "tournament_entries", "tournament_prizes"}
COUNTS = (0, 0, 5, 5, 5, 7, 500, 10**12)
"""Few, so that players tie."""
HASTE = {a.CancelTournament: 1, a.WithdrawPlayer: 5, a.DisqualifyPlayer: 10}
"""How often an act is taken where another would be taken 100 times: few walks should end early."""
FINISH_STEPS_MAX = 400


class TournamentWalk:
    """One tournament, walked at random; every step is checked."""

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

    def finish(self) -> None:
        """Go on to the end from wherever the tournament stands: no state is a dead end."""
        for _ in range(FINISH_STEPS_MAX):
            if self.state.is_over:
                return
            ways = [(by, offer) for by in draw.PEOPLE for offer in TOURNAMENT.legal(self.state, by)]
            forward = [way for way in ways if way[1].act not in HASTE] or ways
            by, offer = self.rng.choice(forward)
            self.take(by, offer, list(TOURNAMENT.legal(self.state, by)))
        raise AssertionError(self.state)

    def take(self, by: Person, offer: Offer, offers: list[Offer]) -> None:
        """Send a command inside an offer, which must be accepted."""
        values = {name: self.inside(domain) for name, domain in offer.fields.items()}
        act = offer.act(**values)
        seconds = [p for p in draw.PEOPLE if offer.admits(self.command(by, act, p))] if offer.witness else [None]
        command = self.command(by, act, self.rng.choice(seconds))
        assert offer.admits(command)
        assert isinstance(self.send(command, offers), Accepted)

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

    def send(self, command: Command, offers: list[Offer]) -> Accepted | Refusal:
        """Let the tournament answer, and hold the answer to what was offered."""
        self.now += timedelta(seconds=1)
        is_well_formed = draw.is_well_formed(command, TOURNAMENT.command_decoder)
        before = self.state
        self.state, answer = handle(TOURNAMENT, self.state, command)
        assert (is_well_formed and offered(offers, command)) == isinstance(answer, Accepted), (command, answer)
        if isinstance(answer, Refusal):
            self.met[f"refused {type(command.act).__name__}"] += 1
            assert before is self.state
            assert answer.reason
            assert answer.clause in all_clauses() if is_well_formed else not answer.clause, (command, answer)
        else:
            assert answer.events == tuple(TOURNAMENT.decide(self.replayed, validated(command)))
            self.done.append(command.act)
            self.replay(answer)
        assert self.state == self.replayed
        self.count_money()
        return answer

    def replay(self, answer: Accepted) -> None:
        """Write each event and read it again, replay it, and keep its money."""
        for event in answer.events:
            read = TOURNAMENT.event_decoder.decode(msgspec.json.encode(event))
            assert event == read
            assert TOURNAMENT.in_words(self.replayed, event).strip()
            self.met[str(event.__struct_config__.tag)] += 1
            for move in getattr(event, "moves", ()):
                self.ledger[move.source] -= move.amount_minor
                self.ledger[move.target] += move.amount_minor
            self.replayed = TOURNAMENT.evolve(self.replayed, read)

    def count_money(self) -> None:
        """Hold the balances to the fold of all moves: four accounts, and none of the house's funds below zero."""
        assert 0 == sum(self.ledger.values())
        assert {name: held for name, held in self.ledger.items() if held} == {
            name: held for name, held in self.state.balances.items() if held
        }
        assert ACCOUNTS >= self.ledger.keys()
        assert min(self.ledger["tournament_entries"], self.ledger["tournament_prizes"]) >= 0
