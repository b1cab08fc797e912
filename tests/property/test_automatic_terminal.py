"""Terminals against a model written apart: whatever is touched in whatever order, no cent is lost or made.

The model knows a terminal as two dictionaries and a pile of snapshots, the wheel as a list, and the wins from the
oracle of the double-zero cloth. It foretells of every touch whether it is taken.
"""

from copy import deepcopy
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pitboss.decider import Accepted
from pitboss.games.roulette.automatic import messages as m
from tests.oracle.double_zero import POCKETS, WAGERS
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver

WHEEL = (
    *("0", "28", "9", "26", "30", "11", "7", "20", "32", "17", "5", "22", "34", "15", "3", "24", "36", "13", "1"),
    *("00", "27", "10", "25", "29", "12", "8", "19", "31", "18", "6", "21", "33", "16", "4", "23", "35", "14", "2"),
)
ODDS = {"straight": 35, "split": 17, "red": 1, "dozen": 2}
MOST = {"straight": 1_500, "split": 1_000, "red": 2_500, "dozen": 100_000}
LEAST = {"straight": 100, "split": 100, "red": 500, "dozen": 100}
SCREEN = (100, 500, 1_000, 2_500, 10_000, 50_000)
BETS = ("straight:17", "straight:17", "straight:20", "straight:0", "split:17-20", "red", "dozen:2")
TERMINALS = ("T1", "T2")
BUTTONS = (
    *("place",) * 5,
    *(
        "cancel",
        "undo",
        "undo",
        "recall",
        "recall",
        "clear",
        "neighbours",
        "neighbours",
        "buy in",
        "cash out",
        "cash out",
    ),
)

terminals = st.sampled_from(TERMINALS)
bets = st.sampled_from(BETS)
touches = st.tuples(
    terminals, st.sampled_from(BUTTONS), bets, st.sampled_from((500, 100, 500, 1_000, 2_500, 10_000, 700))
)
sessions = st.lists(touches, min_size=4, max_size=12)
"""Which terminal, which button, and for some of them which bet and chip; 700 is no chip of the screen."""

pockets = st.sampled_from(("17", "17", "17", "20", "0", "00", "1", "2", "13"))


def kind_of(bet: str) -> str:
    """Return the kind of a bet."""
    return bet.partition(":")[0]


def beside(number: str) -> list[str]:
    """Return two numbers on each side of one."""
    place = WHEEL.index(number)
    return [WHEEL[(place + step) % len(WHEEL)] for step in (-2, -1, 1, 2)]


def gain(stakes: dict[str, int], pocket: str) -> int:
    """Return what a player wins less what is lost."""
    return sum(stake * ODDS[kind_of(bet)] if pocket in WAGERS[bet] else -stake for bet, stake in stakes.items())


@dataclass
class Model:
    """One terminal, as simply as it can be thought of."""

    credits: int = 0
    bets: dict[str, int] = field(default_factory=dict)
    before: list[tuple[dict[str, int], tuple[str, int] | None]] = field(default_factory=list)
    """Bets and selection as they were before each act of the game."""
    selected: tuple[str, int] | None = None
    last: dict[str, int] = field(default_factory=dict)
    paid_in: int = 0
    paid_out: int = 0
    gains: dict[int, int] = field(default_factory=dict)
    """Game to what it brought, where it was settled and is not void."""
    played: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Game to what was lost and what was won in it."""
    owed: int = 0

    def may_hold(self, wanted: dict[str, int]) -> bool:
        """Tell whether these bets may stand: those that grow within their limits, all within the credits."""
        grown = [bet for bet, stake in wanted.items() if stake > self.bets.get(bet, 0)]
        within = all(LEAST[kind_of(bet)] <= wanted[bet] <= MOST[kind_of(bet)] for bet in grown)
        return within and sum(wanted.values()) - sum(self.bets.values()) <= self.credits

    def hold(self, wanted: dict[str, int]) -> None:
        """Let these bets stand."""
        self.credits -= sum(wanted.values()) - sum(self.bets.values())
        self.bets = {bet: stake for bet, stake in wanted.items() if stake}

    def plus(self, more: dict[str, int]) -> dict[str, int]:
        """Return the bets with some more."""
        return {bet: self.bets.get(bet, 0) + more.get(bet, 0) for bet in {**self.bets, **more}}

    def with_neighbours(self) -> dict[str, int] | None:
        """Return the bets with those on two numbers each side of the last one selected; None where none is."""
        if self.selected is None:
            return None
        number, amount = self.selected
        return self.plus({f"straight:{other}": amount for other in beside(number)})

    @property
    def worth(self) -> int:
        """Return what must be on the terminal: paid in, not paid out, and what the games that count brought."""
        return self.paid_in - self.paid_out + sum(self.gains.values()) + self.owed

    def game_over(self) -> None:
        """Keep the bets for recall, and begin anew."""
        self.last = self.bets or self.last
        self.bets, self.before, self.selected = {}, [], None


class Terminals(RuleBasedStateMachine):
    """Two terminals at a table, and their models."""

    def __init__(self) -> None:
        super().__init__()
        limits = {"max": MOST, "min": LEAST, "default_max": 100_000}
        self.driver = AutomaticDriver(settings=limits, chips_minor=list(SCREEN)).bought(T1=20_000, T2=2_000)
        self.models = {"T1": Model(credits=20_000, paid_in=20_000), "T2": Model(credits=2_000, paid_in=2_000)}
        self.phase, self.game, self.void = "over", 0, 0
        self.kept: list[int] = []

    def touch(self, name, act, wanted) -> None:
        """Touch a terminal: the bets wanted must come to stand, or, where there are none, nothing may change."""
        model = self.models[name]
        is_taken = self.phase == "betting" and wanted is not None and model.may_hold(wanted)
        assert is_taken == isinstance(self.driver.answer(name, act), Accepted), (act, model)
        if not is_taken:
            return
        if isinstance(act, m.UndoBet):
            model.selected = model.before.pop()[1]
        else:
            model.before.append((dict(model.bets), model.selected))
        if isinstance(act, m.PlaceBet) and act.bet.startswith("straight:"):
            model.selected = (act.bet.removeprefix("straight:"), act.chip_minor)
        model.hold(wanted)

    @precondition(lambda self: self.phase == "betting")
    @rule(touches=sessions)
    def bet_in_time(self, touches):
        """Touch buttons while bets are taken."""
        for touched in touches:
            self.touch_button(*touched)
            self.nothing_is_lost_or_made()

    @precondition(lambda self: self.phase != "betting")
    @rule(touched=touches)
    def bet_out_of_time(self, touched):
        """Touch a terminal that is frozen, or has no game to bet in."""
        self.touch_button(*touched)

    def touch_button(self, name, button, bet, chip) -> None:
        """Touch one of the buttons, and foretell what it does; or buy in or cash out, which may be done at any time."""
        model = self.models[name]
        match button:
            case "buy in":
                self.buy_in(name, chip - 1)
            case "cash out":
                self.cash_out(name)
            case "place":
                wanted = model.plus({bet: chip}) if chip in SCREEN else None
                self.touch(name, m.PlaceBet(terminal=name, bet=bet, chip_minor=chip), wanted)
            case "cancel":
                others = {other: stake for other, stake in model.bets.items() if other != bet}
                self.touch(name, m.CancelBet(terminal=name, bet=bet), others if bet in model.bets else None)
            case "undo":
                self.touch(name, m.UndoBet(terminal=name), model.before[-1][0] if model.before else None)
            case "recall":
                self.touch(name, m.RecallBets(terminal=name), model.plus(model.last) if model.last else None)
            case "clear":
                self.touch(name, m.ClearBets(terminal=name), {} if model.bets else None)
            case "neighbours":
                self.touch(name, m.BetNeighbours(terminal=name), model.with_neighbours())

    @precondition(lambda self: self.phase == "betting")
    @rule(name=terminals)
    def undo_everything(self, name):
        """Undo to the beginning: the terminal is as it was then, unless credits it needs were cashed out."""
        model = self.models[name]
        while model.before and model.may_hold(model.before[-1][0]):
            self.touch(name, m.UndoBet(terminal=name), model.before[-1][0])
        if not model.before:
            entry = self.driver.table.terminals[name]
            assert ({}, [], None) == (entry.bets, entry.deeds, entry.selected)
            assert model.worth == self.driver.credits(name)

    def buy_in(self, name, amount) -> None:
        """Buy in, at any time."""
        self.driver.bought(**{name: amount})
        self.models[name].credits += amount
        self.models[name].paid_in += amount

    def cash_out(self, name) -> None:
        """Cash out whatever is not bet, at any time."""
        model = self.models[name]
        if model.credits:
            assert model.credits == self.driver.cash_out(name)
            model.paid_out, model.credits = model.paid_out + model.credits, 0

    @rule(way=st.integers(0, 39), pocket=pockets, touches=sessions)
    def go_on(self, way, pocket, touches):
        """Bring the game on: start and bet, lock, settle, refund; or void it, or one of those that were settled."""
        is_void, number = way % 4 > (1 if self.phase == "over" else 2), way // 4
        settled = [game for game in self.kept if game in self.models["T1"].gains]
        match self.phase:
            case "void":
                self.refund()
            case "over" if is_void and settled:
                self.void = settled[number % len(settled)]
                self.driver.void("wrong_number", who=SUPERVISOR, game=self.void, witness="dealer")
                self.phase = "void"
            case "over":
                self.driver.do("dealer", m.StartGame())
                self.phase, self.game = "betting", self.game + 1
                self.bet_in_time(touches)
            case _ if is_void:
                self.driver.void("malfunction")
                self.phase, self.void = "void", 0
            case "betting":
                self.driver.lock()
                self.phase = "locked"
            case "locked":
                self.settle(pocket)

    def settle(self, pocket) -> None:
        """Settle all bets by a number."""
        self.driver.sense(pocket)
        self.driver.do("dealer", m.ConfirmNumber(pocket=pocket))
        for model in self.models.values():
            won = sum(stake * ODDS[kind_of(bet)] for bet, stake in model.bets.items() if pocket in WAGERS[bet])
            lost = sum(stake for bet, stake in model.bets.items() if pocket not in WAGERS[bet])
            model.gains[self.game], model.played[self.game] = won - lost, (lost, won)
            model.credits += sum(model.bets.values()) + won - lost
            model.game_over()
        self.phase, self.kept = "over", [*self.kept, self.game][-10:]

    def refund(self) -> None:
        """Refund the void game: stakes back, winnings back as far as they are there, the rest owed."""
        self.driver.refund()
        for model in self.models.values():
            if self.void:
                lost, won = model.played[self.void]
                there = model.credits + lost
                model.owed += max(0, won - there)
                model.credits = max(0, there - won)
                del model.gains[self.void]
            else:
                model.credits += sum(model.bets.values())
                model.game_over()
        self.phase = "over"

    @invariant()
    def nothing_is_lost_or_made(self):
        """Credits and bets are what was paid in, less what was paid out, and what the games that count brought."""
        for name, model in self.models.items():
            stands = self.driver.credits(name) + sum(self.driver.bets(name).values())
            assert model.worth == stands
            assert (model.credits, model.bets) == (self.driver.credits(name), self.driver.bets(name))
            assert model.owed == -self.driver.balance(f"receivable:{name}")

    @invariant()
    def no_player_is_below_zero(self):
        """No terminal has fewer credits than none, the layout has what was bet, and all accounts come to zero."""
        balances = self.driver.table.balances
        assert [] == [name for name, held in balances.items() if name.startswith("credits:") and held < 0]
        assert sum(sum(model.bets.values()) for model in self.models.values()) == self.driver.balance("layout")
        assert 0 == sum(balances.values())

    @invariant()
    def the_exposure_is_the_worst_number(self):
        """What the spin may cost is kept up with every bet."""
        stakes = [deepcopy(model.bets) for model in self.models.values()]
        worst = max(sum(gain(one, pocket) for one in stakes) for pocket in POCKETS)
        assert worst == self.driver.table.exposure_minor


TestTerminals = Terminals.TestCase
TestTerminals.settings = settings(deadline=None, max_examples=100, stateful_step_count=50)
