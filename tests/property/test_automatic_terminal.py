"""Terminals against a model written apart: whatever is touched in whatever order, no cent is lost or made.

The model (`tests/support/automatic_model.py`) foretells of every touch whether it is taken.
"""

from copy import deepcopy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pitboss.decider import Accepted
from pitboss.games.roulette.automatic import acts as a
from tests.oracle.double_zero import POCKETS
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver
from tests.support.automatic_model import LEAST, MOST, UNDO_MAX, Model, gain

SCREEN = (100, 500, 1_000, 2_500, 10_000, 50_000)
BETS = ("straight:17", "straight:17", "straight:20", "straight:0", "split:17-20", "red", "dozen:2")
TERMINALS = ("T1", "T2")
BUTTONS = (
    *("place",) * 5,
    *("place all",) * 2,
    *("cancel", "one off", "one off", "undo", "undo", "recall", "recall", "clear", "neighbours", "neighbours"),
    *("buy in", "cash out", "cash out"),
)

terminals = st.sampled_from(TERMINALS)
bets = st.sampled_from(BETS)
touches = st.tuples(
    terminals, st.sampled_from(BUTTONS), bets, st.sampled_from((500, 100, 500, 1_000, 2_500, 10_000, 700))
)
sessions = st.lists(touches, min_size=4, max_size=12)
"""Which terminal, which button, and for some of them which bet and chip; 700 is no chip of the screen."""

pockets = st.sampled_from(("17", "17", "17", "20", "0", "00", "1", "2", "13"))


class Terminals(RuleBasedStateMachine):
    """Two terminals at a table, and their models."""

    def __init__(self) -> None:
        super().__init__()
        limits = {"max": MOST, "min": LEAST, "default_max": 100_000}
        self.driver = AutomaticDriver(settings=limits, chips_minor=list(SCREEN)).bought(T1=20_000, T2=2_000)
        self.models = {
            "T1": Model(session=1, credits=20_000, paid_in=20_000),
            "T2": Model(session=2, credits=2_000, paid_in=2_000),
        }
        self.sessions = 2
        self.left: dict[str, list[Model]] = {name: [] for name in TERMINALS}
        """Those who played at a terminal before."""
        self.phase, self.game, self.void = "over", 0, 0
        self.kept: list[int] = []
        self.voided: set[int] = set()

    def touch(self, name, act, wanted) -> None:
        """Touch a terminal: the bets wanted must come to stand, or, where there are none, nothing may change."""
        model = self.models[name]
        is_taken = self.phase == "betting" and wanted is not None and model.may_hold(wanted)
        assert is_taken == isinstance(self.driver.answer(name, act), Accepted), (act, model)
        if not is_taken:
            return
        if isinstance(act, a.UndoBet):
            model.selected = model.before.pop()[1]
        else:
            model.before.append((dict(model.bets), model.selected))
            model.is_final = model.is_final or len(model.before) > UNDO_MAX
            model.before = model.before[-UNDO_MAX:]
        if isinstance(act, a.PlaceBet) and act.bet.startswith("straight:"):
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
                self.touch(name, a.PlaceBet(terminal=name, bet=bet, chip_minor=chip), wanted)
            case "place all":
                # The bet for the chip and a dollar, and all others again: of a whole dollar each but for 700 + 50.
                more = {**model.bets, bet: chip + (100 if chip in SCREEN else 50)}
                stakes = tuple(a.Stake(one, amount) for one, amount in more.items())
                wanted = model.plus(more) if chip in SCREEN else None
                self.touch(name, a.PlaceBets(terminal=name, bets=stakes), wanted)
            case "cancel" | "one off":
                self.take_off(name, bet, None if button == "cancel" else chip)
            case "undo":
                self.touch(name, a.UndoBet(terminal=name), model.before[-1][0] if model.before else None)
            case "recall":
                self.touch(name, a.RecallBets(terminal=name), model.plus(model.last) if model.last else None)
            case "clear":
                self.touch(name, a.ClearBets(terminal=name), {} if model.bets else None)
            case "neighbours":
                self.touch(name, a.BetNeighbours(terminal=name), model.with_neighbours())

    def take_off(self, name, bet, chip) -> None:
        """Take a bet away, or a chip of the screen off it; all of it is one chip of its worth as well."""
        laid = self.models[name].bets
        left = 0 if chip is None else laid.get(bet, 0) - chip
        rest = {other: stake for other, stake in {**laid, bet: left}.items() if stake}
        least = self.driver.table.rules.limits(self.driver.table.round.kind_of(bet))[0] if bet in laid else 0
        is_open = bet in laid and (left == 0 or (left >= least and chip in SCREEN))
        self.touch(name, a.CancelBet(terminal=name, bet=bet, chip_minor=chip), rest if is_open else None)

    @precondition(lambda self: self.phase == "betting")
    @rule(name=terminals)
    def undo_everything(self, name):
        """Undo to the beginning: the terminal is as it was then, unless credits it needs were cashed out."""
        model = self.models[name]
        while model.before and model.may_hold(model.before[-1][0]):
            self.touch(name, a.UndoBet(terminal=name), model.before[-1][0])
        if model.is_here and not model.before and not model.is_final:
            entry = self.driver.table.terminals[name]
            assert ({}, 0, None) == (entry.bets, len(entry.deeds), entry.selected)
            assert model.worth == self.driver.credits(name)

    def buy_in(self, name, amount) -> None:
        """Buy in, at any time; with nothing left there it is somebody new."""
        if not self.models[name].is_here or self.is_frozen:
            return
        self.driver.bought(**{name: amount})
        if not self.models[name].credits and not self.models[name].bets:
            self.over(name)
            self.sessions += 1
            self.models[name].session = self.sessions
        self.models[name].credits += amount
        self.models[name].paid_in += amount

    def over(self, name) -> None:
        """Let whoever played at a terminal be gone, and the terminal be for somebody new."""
        if self.models[name].session is not None:
            self.left[name].append(self.models[name])
        self.models[name] = Model()

    def cash_out(self, name) -> None:
        """Cash out and leave, with no bets in play."""
        model = self.models[name]
        if model.credits and not model.bets and not self.is_frozen:
            assert model.credits == self.driver.cash_out(name)
            model.paid_out, model.credits = model.paid_out + model.credits, 0
            self.over(name)

    def leave(self, name) -> None:
        """Remove a terminal, which is refused while anything is on it."""
        model = self.models[name]
        if not model.is_here:
            return
        answer = self.driver.answer(SUPERVISOR, a.RemoveTerminal(terminal=name))
        assert isinstance(answer, Accepted) == (not model.credits and not model.bets)
        if isinstance(answer, Accepted):
            self.over(name)
            self.models[name].is_here = False

    @rule(name=terminals, amount=st.integers(1, 5_000))
    def come_again(self, name, amount):
        """Enrol a terminal that was removed, for another player; or try to remove one."""
        if self.models[name].is_here:
            self.leave(name)
            return
        self.driver.do(SUPERVISOR, a.EnrolTerminal(terminal=name))
        self.models[name] = Model()
        self.buy_in(name, amount)

    @rule(name=terminals, is_payable=st.booleans(), less=st.sampled_from((0, 1, -1, 1_000)), which=st.integers(0, 3))
    def settle_a_debt(self, name, is_payable, less, which):
        """Pay what is owed, or less, or too much, which is refused."""
        known = [model for model in (self.models[name], *reversed(self.left[name])) if model.session is not None]
        if not known:
            return
        model = known[which % len(known)]
        due, owes = self.debts(model, is_gone=model is not self.models[name])
        owed = due if is_payable else owes
        amount = max(1, owed - less)
        kind = a.PayPayable if is_payable else a.RepayReceivable
        answer = self.driver.answer(SUPERVISOR, kind(terminal=name, session=model.session, amount_minor=amount))
        assert isinstance(answer, Accepted) == (amount <= owed)
        if amount <= owed and is_payable:
            model.paid += amount
        elif amount <= owed:
            model.repaid += amount

    @staticmethod
    def debts(model, *, is_gone) -> tuple[int, int]:
        """Return what is due to a player, and what that player owes."""
        return (max(0, model.stands), max(0, -model.stands)) if is_gone else (0, model.owed - model.repaid)

    @property
    def is_frozen(self) -> bool:
        """Tell whether the clock has reached zero and no result is known."""
        return self.phase == "locked"

    @rule(way=st.integers(0, 39), pocket=pockets, touches=sessions)
    def go_on(self, way, pocket, touches):
        """Bring the game on: start and bet, lock, settle, refund; or void it, or one of those that were settled."""
        is_void, number = way % 4 > (1 if self.phase == "over" else 2), way // 4
        settled = [game for game in self.kept if game not in self.voided]
        match self.phase:
            case "void":
                self.refund()
            case "over" if is_void and settled:
                for name in TERMINALS if number % 2 else ():
                    self.cash_out(name)
                    self.leave(name)
                self.void = settled[number % len(settled)]
                self.driver.void("wrong_number", who=SUPERVISOR, game=self.void, witness="dealer")
                self.phase = "void"
                self.voided.add(self.void)
            case "over":
                self.driver.do("dealer", a.StartGame())
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
        self.driver.do("dealer", a.ConfirmNumber(pocket=pocket))
        for model in self.models.values():
            model.settle(self.game, pocket)
        self.phase, self.kept = "over", [*self.kept, self.game][-10:]

    def refund(self) -> None:
        """Refund the void game: stakes back, winnings back as far as they are there, the rest owed."""
        self.driver.refund()
        for name, model in self.models.items():
            if self.void:
                model.give_back(self.void)
                for gone in self.left[name]:
                    gone.gains.pop(self.void, None)
            else:
                model.credits += sum(model.bets.values())
                model.game_over()
        self.phase = "over"

    @invariant()
    def nothing_is_lost_or_made(self):
        """Credits and bets are what was paid in, less what was paid out, and what the games that count brought."""
        for name, model in self.models.items():
            assert model.is_here == (name in self.driver.table.terminals)
            bets = self.driver.bets(name) if model.is_here else {}
            assert model.worth == self.driver.credits(name) + sum(bets.values())
            assert (model.credits, model.bets) == (self.driver.credits(name), bets)

    @invariant()
    def those_who_left_are_owed_what_is_theirs(self):
        """Each has what was paid in and what the games that count brought, or is owed it, or owes it."""
        for name, left in self.left.items():
            for model in (*left, self.models[name]):
                if model.session is None:
                    continue
                holder = f"{name}.{model.session}"
                found = self.driver.balance(f"payable:{holder}"), -self.driver.balance(f"receivable:{holder}")
                assert self.debts(model, is_gone=model is not self.models[name]) == found

    @invariant()
    def no_player_is_below_zero(self):
        """No terminal has fewer credits than none, the layout has what was bet, and all accounts come to zero."""
        balances = self.driver.table.balances
        own = ("credits:", "payable:")
        assert [] == [name for name, held in balances.items() if name.startswith(own) and held < 0]
        assert sum(sum(model.bets.values()) for model in self.models.values()) == self.driver.balance("layout")
        assert 0 == sum(balances.values())

    @invariant()
    def the_exposure_is_the_worst_number(self):
        """What the spin may cost is kept up with every bet."""
        stakes = [deepcopy(model.bets) for model in self.models.values()]
        worst = max(sum(gain(one, pocket) for one in stakes) for pocket in POCKETS)
        assert worst == self.driver.table.exposure_minor


TestTerminals = Terminals.TestCase
TestTerminals.settings = settings(stateful_step_count=50)
