"""An automatic table walked at random: `legal` and `decide` held to each other, events replayed, money counted."""

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec

from pitboss.decider import (
    Accepted,
    Act,
    Choices,
    Command,
    Integers,
    Offer,
    Person,
    Refusal,
    Role,
    handle,
    offered,
    validated,
)
from pitboss.errors import InputError
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.wagers import parse_bet
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import all_clauses
from tests.support import strategies as draw
from tests.support.walk import NOW

SEEN_BY_DECIDE = (automatic_acts.PlaceBet, automatic_acts.CorrectBuyIn, automatic_acts.RuleNumber)
"""What `legal` offers and `decide` may still refuse, as the page of offers says: exposure, amounts, the own dealer.

A designee's refund is one more: the supervisor named is the witness.
"""

CLOCK, SUPERVISOR = Person("clock-1", Role.DEVICE), Person("Sid", Role.PIT_SUPERVISOR)
BETS = ("red", "straight:17", "straight:0", "split:17-20", "dozen:2", "first_five:0-00-1-2-3", "purple", "straight:37")
LURES: dict[str, tuple[Any, ...]] = {
    "terminal": ("Ann", "Bob", "Cid"),
    "dealer": ("Dora", "Dan"),
    "mucker": ("Max", None),
    "bet": BETS,
    "chip_minor": (100, 500, 1_000),
    "currency_minor": (0, 99, 10_000, 50_000),
    "chips_minor": (0, 500),
    "coupon_minor": (0, 0, 500),
    "seconds_left": (10, 11),
    "designee_of": ("Sue", "Dee", None),
    "pocket": ("17", "0", "37"),
    "revolutions": (3, 4, 9),
    "direction": ("against", "against", "against", "with", None),
}
RARE: dict[type[Act], int] = {
    table_acts.CloseTable: 10,
    table_acts.RelieveDealer: 5,
    table_acts.AssignMucker: 3,
    table_acts.SetLimit: 1,
    automatic_acts.RemoveTerminal: 10,
    automatic_acts.ReportStaffing: 3,
    automatic_acts.RecordClockStep: 3,
    automatic_acts.EnrolTerminal: 60,
    automatic_acts.HoldGame: 5,
    automatic_acts.VoidGame: 10,
    automatic_acts.LockBets: 20,
    automatic_acts.WithdrawCashOut: 20,
    automatic_acts.CorrectBuyIn: 20,
    automatic_acts.PlaceBet: 300,
}
"""How often an act is taken where another would be taken 100 times."""

ONWARDS: tuple[type[Act], ...] = (
    automatic_acts.RefundGame,
    automatic_acts.SpinBall,
    automatic_acts.LockBets,
    automatic_acts.ConfirmNumber,
    automatic_acts.SenseNumber,
    automatic_acts.VoidGame,
    automatic_acts.RepayReceivable,
    automatic_acts.PayPayable,
    automatic_acts.ConfirmBuyIn,
    automatic_acts.DropBuyIn,
    automatic_acts.DeliverChips,
    automatic_acts.ConfirmCashOut,
    automatic_acts.CountOutChips,
    automatic_acts.SelectCashOut,
    automatic_acts.AffirmCashOut,
    automatic_acts.AskCashOut,
    automatic_acts.WithdrawCashOut,
)
"""What brings a game to its end and the players their money, the most direct act first."""
GAME: tuple[type[Act], ...] = (
    *(
        automatic_acts.StartGame,
        automatic_acts.VerifyCredit,
        automatic_acts.VerifyCredit,
        *(automatic_acts.PlaceBet,) * 4,
    ),
    *(automatic_acts.SpinBall, automatic_acts.LockBets, automatic_acts.SenseNumber, automatic_acts.ConfirmNumber),
)
"""What brings a game from its button to its settlement."""
FINISH_STEPS_MAX = 300
OF_PLAYERS = ("layout", "credits", "receivable", "payable")


def is_seen_by_decide(act: Act) -> bool:
    """Tell whether an act may be refused though it is offered; only a designee's refund may, of all refunds."""
    return isinstance(act, SEEN_BY_DECIDE) or (
        isinstance(act, automatic_acts.RefundGame) and act.designee_of is not None
    )


def in_full(offer: Offer) -> Offer:
    """Return the offer to settle a debt as one to settle all of it, and any other as it is."""
    amount = offer.fields.get("amount_minor")
    if not isinstance(amount, Integers):
        return offer
    return msgspec.structs.replace(offer, fields={**offer.fields, "amount_minor": Choices((amount.high,))})


class AutomaticWalk:
    """One automatic table, walked at random; every step is checked."""

    def __init__(self, rng: random.Random, config: AutomaticConfig) -> None:
        self.rng, self.config = rng, config
        self.state, self.replayed = AUTOMATIC.new_state(config), AUTOMATIC.new_state(config)
        self.now, self.ledger, self.met = NOW, Counter[str](), Counter[str]()
        self.done: list[Act] = []

    @property
    def people(self) -> list[Person]:
        """Return everybody who may come: those of the suite, a clock, the table's dealer, a player a terminal."""
        dealer = [Person(self.state.dealer, Role.DEALER)] * 8 if self.state.dealer is not None else []
        players = [Person(name, Role.PLAYER) for name in self.state.terminals]
        return [*draw.PEOPLE, CLOCK, CLOCK, *dealer, *players * 2]

    def step(self) -> None:
        """Do something that is open, or try something that may not be."""
        by = self.rng.choice(self.people)
        offers = list(AUTOMATIC.legal(self.state, by))
        if offers and self.rng.random() < 0.65:
            self.take(by, self.chosen(offers), offers)
        else:
            self.try_around(by, offers)

    def play(self) -> None:
        """Bring a game to its settlement, as far as it goes from where the table stands."""
        for kind in GAME:
            players = [Person(name, Role.PLAYER) for name in self.state.terminals]
            people = [CLOCK, Person(self.state.dealer or "Dora", Role.DEALER), *players]
            offers = [(by, offer) for by in people for offer in AUTOMATIC.legal(self.state, by) if offer.act is kind]
            if offers:
                by, offer = self.rng.choice(offers)
                self.take(by, offer, list(AUTOMATIC.legal(self.state, by)))

    def chosen(self, offers: list[Offer]) -> Offer:
        """Choose an act that is offered, and one of its offers."""
        kinds = list(dict.fromkeys(offer.act for offer in offers))
        kind = self.rng.choices(kinds, [RARE.get(kind, 100) for kind in kinds])[0]
        return self.rng.choice([offer for offer in offers if offer.act is kind])

    def finish(self) -> None:
        """Go on until every player is paid and the table is closed, from wherever it stands: nothing is a dead end."""
        is_voided_late = self.rng.random() < 0.5
        for _ in range(FINISH_STEPS_MAX + 20 * len(self.state.terminals)):
            if not self.state.is_open:
                break
            people = (CLOCK, SUPERVISOR, *dict.fromkeys(self.people[len(draw.PEOPLE) + 2 :]))
            ways = [(by, offer) for by in people for offer in AUTOMATIC.legal(self.state, by)]
            kinds = self.onwards(is_voided_late=is_voided_late)
            kind = next(kind for kind in kinds if any(offer.act is kind for _, offer in ways))
            by, offer = self.rng.choice([way for way in ways if way[1].act is kind])
            self.take(by, in_full(offer), list(AUTOMATIC.legal(self.state, by)))
        assert not self.state.is_open, self.state
        assert {} == {name: held for name, held in self.ledger.items() if held and name.split(":")[0] in OF_PLAYERS}

    def onwards(self, *, is_voided_late: bool) -> tuple[type[Act], ...]:
        """Return what brings the table on from here: a settled game stays settled, or is void after all have left."""
        if not self.state.is_between_rounds:
            return ONWARDS
        ends = (
            (automatic_acts.RemoveTerminal, *(() if self.state.terminals else (automatic_acts.VoidGame,)))
            if is_voided_late
            else ()
        )
        return (*(kind for kind in ONWARDS if kind is not automatic_acts.VoidGame), *ends, table_acts.CloseTable)

    def take(self, by: Person, offer: Offer, offers: list[Offer]) -> None:
        """Send a command inside an offer, which must be accepted where the offer is exact."""
        act = self.inside(offer)
        seconds = [p for p in self.people if offer.admits(self.command(by, act, p))] if offer.witness else [None]
        witness = self.rng.choice(seconds)
        if isinstance(act, automatic_acts.RefundGame) and witness is not None and self.rng.random() < 0.7:
            act = automatic_acts.RefundGame(designee_of=witness.id)
        command = self.command(by, act, witness)
        assert offer.admits(command)
        answer = self.send(command, offers)
        assert isinstance(answer, Accepted) or is_seen_by_decide(act), (command, answer)

    def inside(self, offer: Offer) -> Act:
        """Draw an act inside an offer that a client could send; names are those of people who come here."""
        decoder = msgspec.json.Decoder(offer.act)
        drawn = (self.drawn(offer) for _ in range(1_000))
        return next(act for act in drawn if draw.is_well_formed(act, decoder))

    def drawn(self, offer: Offer) -> Act:
        """Draw an act inside an offer; what the offer leaves open is lured, or whatever its type may hold."""
        values, rng = {}, self.rng
        for name, field in draw.fields_of(offer.act).items():
            known = [lure for lure in LURES.get(name, ()) if name not in offer.fields or lure in offer.fields[name]]
            if known and (name in ("terminal", "dealer") or rng.random() < 0.8):
                values[name] = rng.choice(known)
            elif name in offer.fields:
                values[name] = draw.inside(rng, offer.fields[name])
            elif field.required or rng.random() < 0.5:
                values[name] = draw.of_type(rng, field.type)
        return offer.act(**values)

    def try_around(self, by: Person, offers: list[Offer]) -> None:
        """Send an act beside an offer, one's own or another's, an act that was done before, or any act of its type."""
        way = self.rng.random()
        around = list(AUTOMATIC.legal(self.state, self.rng.choice(self.people))) if way < 0.3 else offers
        if around and way < 0.6:
            act = self.changed(self.inside(self.chosen(around)))
        elif self.done and way < 0.8:
            act = self.rng.choice(self.done[-30:])
        else:
            like = self.rng.choice(self.done[-30:]) if self.done else None
            act = draw.act_of_type(self.rng, self.rng.choice(AUTOMATIC.acts), LURES, like)
        self.send(self.command(by, act, self.rng.choice((None, None, *self.people))), offers)

    def changed(self, act: Act) -> Act:
        """Put something else into one field of an act, now and then."""
        names = list(act.__struct_fields__)
        if not names or self.rng.random() < 0.3:
            return act
        name = self.rng.choice(names)
        drawn = [draw.of_type(self.rng, draw.fields_of(type(act))[name].type), *LURES.get(name, ())]
        return msgspec.structs.replace(act, **{name: self.rng.choice(drawn)})

    def command(self, by: Person, act: Act, witness: Person | None = None) -> Command:
        """Wrap an act."""
        return Command(key="k", by=by, act=act, received_at=self.now, witness=witness)

    def send(self, command: Command, offers: list[Offer]) -> Accepted | Refusal:
        """Let the table answer, and hold the answer to what was offered."""
        self.now += timedelta(seconds=1)
        act, is_well_formed = command.act, draw.is_well_formed(command, AUTOMATIC.command_decoder)
        may_lack_clause = not is_well_formed or not self.is_readable(act)
        before = self.state
        self.state, answer = handle(AUTOMATIC, self.state, command)
        is_offered = is_well_formed and offered(offers, command)
        assert is_offered or isinstance(answer, Refusal), (command, answer)
        if isinstance(answer, Refusal):
            assert not is_offered or is_seen_by_decide(act), (command, answer)
            self.met[f"refused {type(act).__name__}"] += 1
            assert before is self.state
            assert answer.reason
            assert answer.clause in all_clauses() or (may_lack_clause and not answer.clause), (command, answer)
        else:
            assert answer.events == tuple(AUTOMATIC.decide(self.replayed, validated(command)))
            self.done.append(act)
            self.replay(answer)
        assert self.state == self.replayed, (command, answer)
        self.count_money()
        return answer

    def is_readable(self, act: Act) -> bool:
        """Tell whether the terminal of an act is one of the table's, and its bet can be read."""
        try:
            parse_bet(getattr(act, "bet", "red"))
        except InputError:
            return False
        return not hasattr(act, "terminal") or act.terminal in self.state.terminals

    def replay(self, answer: Accepted) -> None:
        """Write each event and read it again, replay it, and keep its money."""
        for event in answer.events:
            read = AUTOMATIC.event_decoder.decode(msgspec.json.encode(event))
            assert event == read
            assert AUTOMATIC.in_words(self.replayed, event).strip()
            self.met[str(event.__struct_config__.tag)] += 1
            for move in getattr(event, "moves", ()):
                self.ledger[move.source] -= move.amount_minor
                self.ledger[move.target] += move.amount_minor
            self.replayed = AUTOMATIC.evolve(self.replayed, read)

    def count_money(self) -> None:
        """Hold the balances to the fold of all moves, credits to zero and more, and the layout to the bets."""
        assert 0 == sum(self.ledger.values())
        assert {name: held for name, held in self.ledger.items() if held} == {
            name: held for name, held in self.state.balances.items() if held
        }
        owned = ("credits:", "payable:")
        assert [] == [name for name, held in self.ledger.items() if name.startswith(owned) and held < 0]
        assert [] == [name for name, held in self.ledger.items() if name.startswith("receivable:") and held > 0]
        laid = sum(sum(entry.bets.values()) for entry in self.state.terminals.values())
        assert laid == self.ledger["layout"]
        assert laid == (sum(self.state.round.wagers.values()) if self.state.round is not None else 0)
