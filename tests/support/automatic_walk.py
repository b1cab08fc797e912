"""An automatic table walked at random, inside what `legal` offers and around it, and a second one that replays it."""

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
    Event,
    Integers,
    Offer,
    Person,
    Refusal,
    Role,
    handle,
)
from pitboss.errors import InputError
from pitboss.games.everyday.acts import EVERYWHERE_ACTS, RESETTLING_ACTS
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.wagers import parse_bet
from pitboss.games.table import acts as table_acts
from tests.support import strategies as draw
from tests.support.walk import NOW

CLOCK, SUPERVISOR = Person("clock-1", Role.DEVICE), Person("Sid", Role.PIT_SUPERVISOR)
AUDITOR = Person("Ada", Role.AUDITOR)
BETS = ("red", "straight:17", "straight:0", "split:17-20", "dozen:2", "first_five:0-00-1-2-3", "purple", "straight:37")
LURES: dict[str, tuple[Any, ...]] = {
    "terminal": ("Ann", "Bob", "Cid"),
    "dealer": ("Dora", "Dan"),
    "mucker": ("Max", None),
    "bet": BETS,
    "chip_minor": (100, 500, 1_000),
    "bets": (
        (automatic_acts.Stake("red", 500), automatic_acts.Stake("straight:17", 600)),
        (automatic_acts.Stake("straight:0", 100), automatic_acts.Stake("straight:0", 100)),
        (automatic_acts.Stake("dozen:2", 550),),
        (automatic_acts.Stake("straight:37", 100),),
    ),
    "currency_minor": (0, 99, 10_000, 50_000),
    "chips_minor": (0, 500),
    "coupon_minor": (0, 0, 500),
    "seconds_left": (10, 11),
    "designee_of": ("Sue", "Dee", None),
    "pocket": ("17", "0", "37"),
    "revolutions": (3, 4, 9),
    "direction": ("against", "against", "against", "with", None),
}
ACTS = tuple(act for act in AUTOMATIC.acts if act not in (*EVERYWHERE_ACTS, *DISPUTING_ACTS, *RESETTLING_ACTS))
"""The rack of such a table is kept as that of any, and walked there."""
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
    automatic_acts.AbandonSession: 10,
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


def in_full(offer: Offer) -> Offer:
    """Return the offer to settle a debt as one to settle all of it, and any other as it is."""
    amount = offer.fields.get("amount_minor")
    if not isinstance(amount, Integers):
        return offer
    return msgspec.structs.replace(offer, fields={**offer.fields, "amount_minor": Choices((amount.high,))})


class AutomaticWalk:
    """One automatic table, walked at random; what was accepted is written, read again and replayed at a second one."""

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
        return [*draw.PEOPLE, AUDITOR, CLOCK, CLOCK, *dealer, *players * 2]

    def step(self) -> None:
        """Do something that is open, or try something that may not be."""
        by = self.rng.choice(self.people)
        offers = list(AUTOMATIC.legal(self.state, by, ACTS))
        if offers and self.rng.random() < 0.65:
            self.take(by, self.chosen(offers), offers)
        else:
            self.try_around(by, offers)

    def play(self) -> None:
        """Bring a game to its settlement, as far as it goes from where the table stands."""
        for kind in GAME:
            players = [Person(name, Role.PLAYER) for name in self.state.terminals]
            people = [CLOCK, Person(self.state.dealer or "Dora", Role.DEALER), *players]
            offers = [(by, offer) for by in people for offer in AUTOMATIC.legal(self.state, by, {kind})]
            if offers:
                by, offer = self.rng.choice(offers)
                self.take(by, offer, list(AUTOMATIC.legal(self.state, by, {kind})))

    def chosen(self, offers: list[Offer]) -> Offer:
        """Choose an act that is offered, and one of its offers."""
        kinds = list(dict.fromkeys(offer.act for offer in offers))
        kind = self.rng.choices(kinds, [RARE.get(kind, 100) for kind in kinds])[0]
        return self.rng.choice([offer for offer in offers if offer.act is kind])

    def finish(self) -> bool:
        """Go on until every player is paid and the table is closed; tell whether it came there from where it stood."""
        is_voided_late = self.rng.random() < 0.5
        for _ in range(FINISH_STEPS_MAX + 20 * len(self.state.terminals)):
            if not self.state.is_open:
                break
            people = (CLOCK, SUPERVISOR, *dict.fromkeys(self.people[len(draw.PEOPLE) + 3 :]))
            kinds = self.onwards(is_voided_late=is_voided_late)
            found = (
                [(by, offer) for by in people for offer in AUTOMATIC.legal(self.state, by, {kind})] for kind in kinds
            )
            by, offer = self.rng.choice(next(filter(None, found)))
            self.take(by, in_full(offer), list(AUTOMATIC.legal(self.state, by, {offer.act})))
        return not self.state.is_open

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

    def take(self, by: Person, offer: Offer, offers: list[Offer]) -> tuple[Command, Accepted | Refusal]:
        """Send a command inside an offer; return it with its answer."""
        act = self.inside(offer)
        seconds = [p for p in self.people if offer.admits(self.command(by, act, p))] if offer.witness else [None]
        witness = self.rng.choice(seconds)
        if isinstance(act, automatic_acts.RefundGame) and witness is not None and self.rng.random() < 0.7:
            act = automatic_acts.RefundGame(designee_of=witness.id)
        command = self.command(by, act, witness)
        return command, self.send(command, offers)

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
        around = list(AUTOMATIC.legal(self.state, self.rng.choice(self.people), ACTS)) if way < 0.3 else offers
        if around and way < 0.6:
            act = self.changed(self.inside(self.chosen(around)))
        elif self.done and way < 0.8:
            act = self.rng.choice(self.done[-30:])
        else:
            like = self.rng.choice(self.done[-30:]) if self.done else None
            act = draw.act_of_type(self.rng, self.rng.choice(ACTS), LURES, like)
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

    def send(self, command: Command, offers: list[Offer]) -> Accepted | Refusal:  # noqa: ARG002 - for whoever looks on
        """Let the table answer, and replay what happened."""
        self.now += timedelta(milliseconds=10)
        self.state, answer = handle(AUTOMATIC, self.state, command)
        if isinstance(answer, Refusal):
            self.met[f"refused {type(command.act).__name__}"] += 1
        else:
            self.done.append(command.act)
            self.replay(command, answer)
        return answer

    def is_readable(self, act: Act) -> bool:
        """Tell whether the terminal of an act is one of the table's, and its bet can be read."""
        try:
            for bet in (getattr(act, "bet", "red"), *(stake.bet for stake in getattr(act, "bets", ()))):
                parse_bet(bet)
        except InputError:
            return False
        return not hasattr(act, "terminal") or act.terminal in self.state.terminals

    def replay(self, command: Command, answer: Accepted) -> None:  # noqa: ARG002 - likewise
        """Let the events of a command happen at the second table."""
        for event in answer.events:
            self.record(event)

    def record(self, event: Event) -> None:
        """Write an event and read it again, replay it, and keep its money."""
        read = AUTOMATIC.event_decoder.decode(msgspec.json.encode(event))
        self.met[str(event.__struct_config__.tag)] += 1
        for move in getattr(event, "moves", ()):
            self.ledger[move.source] -= move.amount_minor
            self.ledger[move.target] += move.amount_minor
        self.replayed = AUTOMATIC.evolve(self.replayed, read)
