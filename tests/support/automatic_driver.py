"""Drives one automatic table in tests: terminals, console, clock and sensor by short names."""

from datetime import UTC, datetime, timedelta
from typing import Any

from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.table import acts as table_acts
from tests.support.driven import there
from tests.support.driver import ONEIDA, TableDriver

AGAINST, WITH = Direction.AGAINST, Direction.WITH
SUPERVISOR = "pit_supervisor"


class AutomaticDriver(TableDriver):
    """An automatic table; a terminal's player acts under the terminal's name, clock and sensor are the `device`."""

    pace = timedelta(milliseconds=10)
    """Hundreds of bets come within the betting time of a game."""

    def __init__(self, *, settings: dict[str, Any] | None = None, **fields: Any) -> None:
        document = {"rulebook": ONEIDA, "name": "A1", "settings": settings or {}, **fields}
        config, faults = check_automatic(document)
        self.game, self.table = AUTOMATIC, AUTOMATIC.new_state(there(config, faults))
        self.now = datetime(2024, 6, 1, 20, tzinfo=UTC)
        self.events: list = []

    def opened(self, *terminals: str) -> "AutomaticDriver":
        """Inspect and open the table, and enrol terminals."""
        items = tuple(entry.item for entry in self.table.equipment)
        self.do("dealer", table_acts.InspectEquipment(items=items))
        self.do("dealer", table_acts.OpenTable())
        for terminal in terminals:
            self.do(SUPERVISOR, automatic_acts.EnrolTerminal(terminal=terminal))
        return self

    def bought(self, **amounts: int) -> "AutomaticDriver":
        """Take each terminal's currency through every step of a buy-in; open the table before if need be."""
        if not self.table.is_open:
            self.opened(*amounts)
        for terminal, amount in amounts.items():
            self.do("dealer", automatic_acts.CountBuyIn(terminal=terminal, currency_minor=amount))
            self.do("dealer", automatic_acts.ConfirmBuyIn(terminal=terminal, amount_minor=amount))
            self.do("dealer", automatic_acts.DropBuyIn(terminal=terminal))
            self.do(terminal, automatic_acts.VerifyCredit(terminal=terminal))
        return self

    def started(self, **amounts: int) -> "AutomaticDriver":
        """Buy in and start a game."""
        self.bought(**amounts).do("dealer", automatic_acts.StartGame())
        return self

    def bet(self, terminal: str, bet: str, *chips: int) -> Any:
        """Drag chips to a bet; return the last event."""
        done = None
        for chip in chips:
            done = self.do(terminal, automatic_acts.PlaceBet(terminal=terminal, bet=bet, chip_minor=chip))
        return done

    def touch(self, terminal: str, kind: Any, **fields: Any) -> Any:
        """Touch a button of a terminal that must answer."""
        return self.do(terminal, kind(terminal=terminal, **fields))

    def lock(self, direction: Direction = AGAINST) -> "AutomaticDriver":
        """Spin the ball and let the clock reach zero."""
        self.do("dealer", automatic_acts.SpinBall(direction=direction))
        self.do("device", automatic_acts.LockBets())
        return self

    def sense(self, pocket: str, *, revolutions: int = 9, **fields: Any) -> Any:
        """Let the sensor find the ball."""
        return self.do("device", automatic_acts.SenseNumber(pocket=pocket, revolutions=revolutions, **fields))

    def settle(self, pocket: str) -> Any:
        """Play a game that takes bets to its end; return the RoundSettled event."""
        self.lock().sense(pocket)
        return self.do("dealer", automatic_acts.ConfirmNumber(pocket=pocket))[-1]

    def void(self, cause: str, *, who: str = "dealer", game: int | None = None, witness: str | None = None) -> Any:
        """Void a game."""
        return self.do(who, automatic_acts.VoidGame(cause=automatic_acts.VoidCause(cause), game=game), witness=witness)

    def refund(self) -> Any:
        """Refund the void game as a supervisor."""
        return self.do(SUPERVISOR, automatic_acts.RefundGame())

    def remove(self, *terminals: str) -> None:
        """Take terminals away on which nothing is left."""
        for terminal in terminals:
            self.do(SUPERVISOR, automatic_acts.RemoveTerminal(terminal=terminal))

    def cash_out(self, terminal: str) -> int:
        """Take a cash-out through its seven steps; return what was paid."""
        amount = self.credits(terminal)
        self.touch(terminal, automatic_acts.AskCashOut)
        self.touch(terminal, automatic_acts.AffirmCashOut)
        self.do("dealer", automatic_acts.SelectCashOut(terminal=terminal))
        self.do("dealer", automatic_acts.CountOutChips(terminal=terminal, amount_minor=amount))
        self.do("dealer", automatic_acts.ConfirmCashOut(terminal=terminal, amount_minor=amount))
        self.do("dealer", automatic_acts.DeliverChips(terminal=terminal))
        return amount

    def credits(self, terminal: str) -> int:
        """Return a terminal's credits."""
        return int(self.table.credits(terminal))

    def bets(self, terminal: str) -> dict[str, int]:
        """Return a terminal's bets in the game."""
        return dict(self.table.terminals[terminal].bets)

    def balance(self, account: str) -> int:
        """Return what an account holds."""
        return int(self.table.balances.get(account, 0))
