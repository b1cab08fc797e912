"""Which key does what at a table to try: small letters are the player's, capitals the dealer's and the supervisor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cli.table_console import CONSOLE_KEYS
from pitboss.cli.table_desk import Desk
from pitboss.cli.table_layout import Cursor, grid_of
from pitboss.decider import Person, Role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.state import CashOut

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PLAYER_KEYS", "Question", "Seat"]


CHIP_KEYS = ("1", "2", "3", "4", "5", "6")


@dataclass
class Question:
    """Something that is typed in, and what to do with it."""

    label: str
    then: Callable[[str], None]
    text: str = ""


class Seat:
    """The keyboard's place at the table: the terminal, the chip and the bet that are selected."""

    def __init__(self, desk: Desk) -> None:
        self.desk: Desk = desk
        self.cursor = Cursor(grid_of(desk.state.rules))
        self.chip = 0
        """Which of the six chips is selected."""
        self.terminal = next(iter(desk.state.terminals))
        self.question: Question | None = None
        self.is_over = False

    @property
    def player(self) -> Person:
        """Return who acts at the terminal."""
        return Person(self.terminal, Role.PLAYER)

    @property
    def chip_minor(self) -> int:
        """Return the amount of the selected chip."""
        return self.desk.state.config.chips_minor[self.chip]

    def press(self, key: str) -> None:
        """Take one key."""
        if self.question is not None:
            self._typed(self.question, key)
        elif key in ("up", "down", "left", "right"):
            self.cursor.move(key)
        elif key in CHIP_KEYS:
            self.chip = int(key) - 1
        elif key == "tab":
            names = list(self.desk.state.terminals)
            self.terminal = names[(names.index(self.terminal) + 1) % len(names)]
        elif key == "q":
            self.is_over = True
        elif key in PLAYER_KEYS:
            PLAYER_KEYS[key][1](self)
        elif key in CONSOLE_KEYS:
            CONSOLE_KEYS[key][1](self)

    def ask(self, label: str, then: Callable[[str], None]) -> None:
        """Have something typed in before anything else is done."""
        self.question = Question(label, then)

    def _typed(self, question: Question, key: str) -> None:
        if key == "escape":
            self.question = None
        elif key == "enter":
            self.question = None
            question.then(question.text.strip())
        elif key == "backspace":
            question.text = question.text[:-1]
        elif key == "space" or len(key) == 1:
            question.text += " " if key == "space" else key


def _bet(seat: Seat, bet: str) -> None:
    if bet:
        seat.desk.do(seat.player, a.PlaceBet(terminal=seat.terminal, bet=bet, chip_minor=seat.chip_minor))


def _cash_out(seat: Seat) -> None:
    terminal = seat.desk.state.terminals[seat.terminal]
    if terminal.cash_out is CashOut.ASKED:
        seat.desk.do(seat.player, a.AffirmCashOut(terminal=seat.terminal))
    else:
        seat.desk.do(seat.player, a.AskCashOut(terminal=seat.terminal))


PLAYER_KEYS: dict[str, tuple[str, Callable[[Seat], object]]] = {
    "enter": ("place the chip", lambda seat: _bet(seat, seat.cursor.bet)),
    "space": ("", lambda seat: _bet(seat, seat.cursor.bet)),
    "b": ("bet by name", lambda seat: seat.ask("bet, such as split:17-20", lambda text: _bet(seat, text))),
    "x": ("cancel", lambda s: s.desk.do(s.player, a.CancelBet(terminal=s.terminal, bet=s.cursor.bet))),
    "u": ("undo", lambda s: s.desk.do(s.player, a.UndoBet(terminal=s.terminal))),
    "r": ("recall", lambda s: s.desk.do(s.player, a.RecallBets(terminal=s.terminal))),
    "c": ("clear", lambda s: s.desk.do(s.player, a.ClearBets(terminal=s.terminal))),
    "n": ("neighbours", lambda s: s.desk.do(s.player, a.BetNeighbours(terminal=s.terminal))),
    "v": ("verify credit", lambda s: s.desk.do(s.player, a.VerifyCredit(terminal=s.terminal))),
    "o": ("cash out, twice", _cash_out),
    "w": ("withdraw it", lambda s: s.desk.do(s.player, a.WithdrawCashOut(terminal=s.terminal))),
}
"""Key, what it is for, and what it does; an empty text is another key for the same."""
