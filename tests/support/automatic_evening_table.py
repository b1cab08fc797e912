"""One automatic table of an evening: its players, dealer and supervisor do by chance what may be done, or may not."""

import random
from collections.abc import Iterator
from typing import Any

from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.table import acts as table_acts
from tests.support.automatic_driver import AGAINST, SUPERVISOR, AutomaticDriver
from tests.support.driver import ONEIDA
from tests.support.evening_tables import Kept
from tests.support.naive_roulette import BETS, POCKETS, wins

__all__ = ["EveningTable"]

EXPOSURE = 2_500
"""What a spin may cost for each terminal."""
CHIPS = (100, 100, 500, 500, 1_000, 2_500, 700)
"""The last is no chip of the screen."""
BUTTONS = ("place", "place all", "undo", "cancel", "clear", "recall", "neighbours", "cash out", "buy in", "wrong")
WEIGHTS = (100, 20, 12, 8, 4, 14, 14, 2, 4, 4)


class EveningTable(Kept, AutomaticDriver):
    """A table whose terminals, dealer and supervisor do by chance what may be done."""

    def __init__(self, rng: random.Random, causes: Iterator[str], terminals: int, **fields: Any) -> None:
        fields["exposure_max_minor"] = EXPOSURE * terminals
        super().__init__(**fields)
        self.document = {"rulebook": ONEIDA, **fields}
        self.rng, self.causes, self.enrolled = rng, causes, terminals
        self.opened(*(f"T{number}" for number in range(1, terminals + 1)))
        for terminal in self.terminals:
            self.buy_in(terminal)

    @property
    def terminals(self) -> list[str]:
        """Return the terminals that play here."""
        return list(self.table.terminals)

    def some(self, chance: float) -> Iterator[str]:
        """Yield each terminal with a chance."""
        return (terminal for terminal in self.terminals if self.rng.random() < chance)

    # Money

    def amounts(self, least: int = 1) -> dict[str, int]:
        """Draw what a player brings."""
        return {"currency_minor": self.rng.randint(least, 30_000), "chips_minor": self.rng.choice((0, 0, 2_500))}

    def buy_in(self, terminal: str) -> None:
        """Take a buy-in through its steps, with a wrong amount first now and then."""
        brought = self.amounts(least=5_000)
        total = sum(brought.values())
        self.do("dealer", automatic_acts.CountBuyIn(terminal=terminal, **brought))
        if self.rng.random() < 0.05:
            self.refused("dealer", automatic_acts.ConfirmBuyIn(terminal=terminal, amount_minor=total + 1))
        self.do("dealer", automatic_acts.ConfirmBuyIn(terminal=terminal, amount_minor=total))
        self.do("dealer", automatic_acts.DropBuyIn(terminal=terminal))
        if self.rng.random() < 0.1:
            self.answer(terminal, automatic_acts.QuestionCredit(terminal=terminal))
        self.touch(terminal, automatic_acts.VerifyCredit)

    def leave(self, terminal: str) -> None:
        """Cash out whatever is there, once no bets of it are in play."""
        if self.credits(terminal) and not self.bets(terminal):
            self.cash_out(terminal)

    def replace(self, terminal: str) -> None:
        """Take a terminal away whose player leaves; another one takes its place, or it comes back for somebody else."""
        self.leave(terminal)
        self.do(SUPERVISOR, automatic_acts.RemoveTerminal(terminal=terminal))
        self.enrolled += 1
        self.do(SUPERVISOR, automatic_acts.EnrolTerminal(terminal=self.rng.choice((terminal, f"T{self.enrolled}"))))

    def think_again(self, terminal: str) -> None:
        """Ask for a cash-out, and take it back at one of its steps."""
        amount, steps = self.credits(terminal), self.rng.randint(0, 3)
        self.touch(terminal, automatic_acts.AskCashOut)
        later: list[tuple[str, Any]] = [
            (terminal, automatic_acts.AffirmCashOut(terminal=terminal)),
            ("dealer", automatic_acts.SelectCashOut(terminal=terminal)),
            ("dealer", automatic_acts.CountOutChips(terminal=terminal, amount_minor=amount)),
        ]
        for who, act in later[:steps]:
            self.do(who, act)
        self.refused("dealer", automatic_acts.ConfirmCashOut(terminal=terminal, amount_minor=amount + 1))
        self.touch(terminal, automatic_acts.WithdrawCashOut)

    # A game

    def bets_of_all(self, chance: float = 0.5) -> None:
        """Let players touch their terminals in any order."""
        touches = [terminal for terminal in self.some(chance) for _ in range(self.rng.randint(1, 6))]
        self.rng.shuffle(touches)
        for terminal in touches:
            self.press(terminal, self.rng.choices(BUTTONS, WEIGHTS)[0])

    def press(self, terminal: str, button: str) -> None:
        """Press a button, which may be refused."""
        act: Any = {
            "undo": automatic_acts.UndoBet,
            "clear": automatic_acts.ClearBets,
            "recall": automatic_acts.RecallBets,
            "neighbours": automatic_acts.BetNeighbours,
        }
        match button:
            case "place":
                bet = self.rng.choice(BETS[ONEIDA] if self.rng.random() < 0.7 else ("straight:17", "red", "straight:0"))
                self.answer(
                    terminal, automatic_acts.PlaceBet(terminal=terminal, bet=bet, chip_minor=self.rng.choice(CHIPS))
                )
            case "place all":
                # All bets twice, or some at once; an amount of seven dollars and a half is of no chips.
                drawn = {self.rng.choice(BETS[ONEIDA]): self.rng.choice((100, 700, 750)) for _ in range(3)}
                wanted = self.bets(terminal) if self.bets(terminal) and self.rng.random() < 0.5 else drawn
                stakes = tuple(automatic_acts.Stake(bet, amount) for bet, amount in wanted.items())
                self.answer(terminal, automatic_acts.PlaceBets(terminal=terminal, bets=stakes))
            case "cancel":
                bet = self.rng.choice([*self.bets(terminal), "column:1"])
                self.answer(terminal, automatic_acts.CancelBet(terminal=terminal, bet=bet))
            case "cash out" if self.credits(terminal):
                self.rng.choice((self.leave, self.think_again))(terminal)
            case "buy in" if self.credits(terminal) < 500 and not self.table.terminals[terminal].is_abandoned:
                self.buy_in(terminal)
            case "wrong":
                other = self.rng.choice(self.terminals)
                bet = self.rng.choice(("straight:37", "split:1-36", "red"))
                self.answer(other, automatic_acts.PlaceBet(terminal=terminal, bet=bet, chip_minor=100))
            case _ if button in act:
                self.answer(terminal, act[button](terminal=terminal))

    def prompt(self) -> None:
        """Say that ten seconds are left, once."""
        self.answer("device", automatic_acts.PromptSpin(seconds_left=10))

    def ball(self, direction: Any = AGAINST) -> None:
        """Prompt, spin, take the last bets, lock; a bet after that comes too late."""
        self.prompt()
        self.do("dealer", automatic_acts.SpinBall(direction=direction))
        self.bets_of_all(0.1)
        self.do("device", automatic_acts.LockBets())
        late = self.rng.choice(self.terminals)
        self.refused(late, automatic_acts.PlaceBet(terminal=late, bet="red", chip_minor=500))

    def number(self) -> str:
        """Draw a number, more often than not one that somebody has bet on."""
        bets = [bet for entry in self.table.terminals.values() for bet in entry.bets]
        if not bets or self.rng.random() < 0.4:
            return self.rng.choice(POCKETS[ONEIDA])
        bet = self.rng.choice(bets)
        return self.rng.choice([pocket for pocket in POCKETS[ONEIDA] if wins(bet, pocket)])

    def find(self, pocket: str, revolutions: int = 9) -> Any:
        """Let the sensor find the ball, where there is one; return what the dealer then enters."""
        if self.table.config.has_sensor:
            self.sense(pocket, revolutions=revolutions)
            return automatic_acts.ConfirmNumber(pocket=pocket)
        self.refused("device", automatic_acts.SenseNumber(pocket=pocket, revolutions=revolutions))
        return automatic_acts.ConfirmNumber(pocket=pocket, revolutions=revolutions)

    def settle_any(self) -> None:
        """Bring a game whose bets are taken to its settlement."""
        self.ball()
        self.do("dealer", self.find(self.number()))

    def hold(self) -> None:
        """Hold a game whose bets are locked."""
        number, other = self.rng.sample(POCKETS[ONEIDA], 2)
        way = self.rng.choice(("disagreement", "twice", "seen") if self.table.config.has_sensor else ("seen",))
        if way == "seen":
            self.do(
                self.rng.choice(("dealer", SUPERVISOR, "device")),
                automatic_acts.HoldGame(reason="a hand over the wheel"),
            )
            return
        self.sense(number)
        if way == "twice":
            self.sense(other)
        else:
            self.do("dealer", automatic_acts.ConfirmNumber(pocket=other))

    def give_back(self) -> None:
        """Refund the void game, as a supervisor or for one; no game is started before."""
        self.refused("dealer", automatic_acts.StartGame())
        if self.rng.random() < 0.5:
            self.refund()
        else:
            self.do("dealer", automatic_acts.RefundGame(designee_of="Sue"), witness=SUPERVISOR)

    def void_any(self, cause: str, game: int | None = None, witness: str | None = None) -> None:
        """Void a game as whoever may, and give all wagers back."""
        who = SUPERVISOR if cause == "fraud" or witness else "dealer"
        self.void(cause, who=who, game=game, witness=witness)
        self.give_back()

    def start(self) -> None:
        """Start a game and let players bet; who has nothing left mostly buys in before."""
        for terminal in self.some(0.7):
            if self.credits(terminal) < 500:
                self.buy_in(terminal)
        self.do("dealer", automatic_acts.StartGame())
        self.bets_of_all()

    def close(self) -> None:
        """Pay every player, and close the table."""
        for terminal in self.terminals:
            self.leave(terminal)
        self.do("dealer", table_acts.CloseTable())
