"""The money of an automatic table counted from its commands alone: what was asked and accepted, never what followed.

It reads no event, no move and no state of the table. What a bet wins it has from the definitions, the wheel it has
written down again; of a terminal it knows what was bought, cashed out, lost, won and owed, and from that alone follows
what must be on it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.decider import Act
from pitboss.floor.writer.books import postings
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.table.acts import CloseTable
from pitboss.journal import Journal
from pitboss.ledger import Account
from tests.support.driven import there
from tests.support.driver import ONEIDA
from tests.support.naive_roulette import naive

__all__ = ["Seat", "Tally", "differences"]

WHEEL = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split()
)
BROUGHT = ("currency_minor", "chips_minor", "coupon_minor")


def beside(number: str) -> list[str]:
    """Return two numbers on each side of one."""
    place = WHEEL.index(number)
    return [WHEEL[(place + step) % len(WHEEL)] for step in (-2, -1, 1, 2)]


@dataclass
class Seat:
    """A patron session at a terminal: four sums and a debt, and the bets that stand."""

    bought: int = 0
    cashed: int = 0
    lost: int = 0
    won: int = 0
    games: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Game to what was lost and what was won in it, unless it is void; the sums of both are above."""
    owed: int = 0
    """Winnings of void games that were no longer there."""
    payable: int = 0
    """What is left to be paid, the player being gone."""
    bets: dict[str, int] = field(default_factory=dict)
    before: list[tuple[dict[str, int], tuple[str, int] | None]] = field(default_factory=list)
    """Bets and last number selected as they were before each act of the game."""
    selected: tuple[str, int] | None = None
    last: dict[str, int] = field(default_factory=dict)
    buy_in: Counter[str] = field(default_factory=Counter)
    """The last one that was credited."""
    is_gone: bool = False
    """Whether its chips were paid, or its player left without them."""

    @property
    def worth(self) -> int:
        """Return credits and bets: buy-ins less cash-outs and losses, plus wins, but for what is owed either way."""
        return self.bought - self.cashed - self.lost + self.won + self.owed - self.payable

    def change(self, bets: dict[str, int]) -> None:
        """Let other bets stand, and remember those before."""
        self.before.append((self.bets, self.selected))
        self.bets = {bet: stake for bet, stake in bets.items() if stake}

    def add(self, more: dict[str, int]) -> None:
        """Let more bets stand."""
        self.change({bet: self.bets.get(bet, 0) + more.get(bet, 0) for bet in {**self.bets, **more}})

    def settle(self, game: int, pocket: str) -> None:
        """Count what every bet lost or won."""
        found = [(stake, *naive(ONEIDA, bet, stake, pocket)) for bet, stake in self.bets.items()]
        lost = sum(stake for stake, outcome, _ in found if outcome == "lose")
        won = sum(paid for _, _, paid in found)
        self.games[game] = (lost, won)
        self.lost, self.won = self.lost + lost, self.won + won
        self.end()

    def net(self) -> None:
        """Let all that a player left, who is gone, be due to the player or owed by the player."""
        if self.is_gone:
            stands = self.bought - self.cashed - self.lost + self.won - sum(self.bets.values())
            self.payable, self.owed = max(0, stands), max(0, -stands)

    def forget(self, game: int) -> None:
        """Let a settled game count for nothing; what can no longer be given back is owed."""
        lost, won = self.games.pop(game, (0, 0))
        self.lost, self.won = self.lost - lost, self.won - won
        self.owed -= 0 if self.is_gone else min(0, self.worth)
        self.net()

    def end(self) -> None:
        """Keep the bets for recall, and begin anew."""
        self.last = self.bets or self.last
        self.bets, self.before, self.selected = {}, [], None
        self.net()


class Tally:
    """One table, command by command."""

    def __init__(self, *, has_sensor: bool) -> None:
        self.has_sensor = has_sensor
        self.seats: dict[str, Seat] = {}
        """Sessions, by terminal and number."""
        self.at: dict[str, Seat] = {}
        """Terminal to the session that is open there."""
        self.counted: dict[str, Counter[str]] = {}
        """Terminal to what was counted there last."""
        self.dropped: Counter[str] = Counter()
        self.game, self.void, self.sensed = 0, 0, ""
        self.settled: set[int] = set()

    def take(self, act: Act) -> None:
        """Count an act that was accepted."""
        count = _COUNT.get(type(act))
        if count is not None:
            count(self, act)

    def accounts(self) -> dict[str, int]:
        """Return what every account of the table must hold, those that hold nothing left out."""
        seats, dropped = self.seats.values(), self.dropped
        held = {
            "layout": sum(sum(seat.bets.values()) for seat in seats),
            "drop": dropped["currency_minor"],
            "patrons": -dropped["currency_minor"],
            "promotion": -dropped["coupon_minor"],
            "circulation": sum(seat.cashed for seat in seats) - dropped["chips_minor"],
            "rack": sum(seat.lost - seat.won - seat.bought for seat in seats)
            + dropped["chips_minor"]
            + dropped["coupon_minor"],
        }
        for name, seat in self.seats.items():
            held[f"credits:{name}"] = seat.worth - sum(seat.bets.values())
            held[f"receivable:{name}"] = -seat.owed
            held[f"payable:{name}"] = seat.payable
        return {account: amount for account, amount in held.items() if amount}

    def end(self, act: a.RemoveTerminal | a.DeliverChips) -> None:
        """Let the session at a terminal be over."""
        seat = self.at.pop(act.terminal, None)
        if seat is not None:
            seat.is_gone = True
            seat.net()

    def close(self, _: Act) -> None:
        """Let every session be over."""
        for seat in self.at.values():
            seat.is_gone = True
            seat.net()
        self.at = {}

    def abandon(self, act: a.AbandonSession) -> None:
        """Let a player go without the chips; bets that lie there still run."""
        self.end(act)  # type: ignore[arg-type]

    def count(self, act: a.CountBuyIn) -> None:
        """Keep what lies on the table."""
        self.counted[act.terminal] = _brought(act)

    def credit(self, act: a.ConfirmBuyIn) -> None:
        """Count what was bought, by who played there before if anything is left or the dealer says so."""
        seat = self.at.get(act.terminal)
        if seat is None or not (act.is_same_patron or seat.worth):
            self.end(act)  # type: ignore[arg-type]
            seat = self.at[act.terminal] = self.seats[f"{act.terminal}.{len(self.seats) + 1}"] = Seat()
        seat.bought += act.amount_minor
        seat.buy_in = self.counted[act.terminal]

    def drop(self, act: a.DropBuyIn) -> None:
        """Count what was dropped."""
        self.dropped.update(self.counted[act.terminal])

    def correct(self, act: a.CorrectBuyIn) -> None:
        """Count what the right amounts are more than the wrong ones, or less."""
        seat = self.at[act.terminal] if act.session is None else self.seats[f"{act.terminal}.{act.session}"]
        right = _brought(act)
        seat.bought += right.total() - seat.buy_in.total()
        self.dropped.update(right)
        self.dropped.subtract(seat.buy_in)
        seat.buy_in = right
        seat.net()

    def start(self, _: a.StartGame) -> None:
        """Begin a game."""
        self.game, self.sensed = self.game + 1, ""

    def place(self, act: a.PlaceBet) -> None:
        """Lay a chip."""
        seat = self.at[act.terminal]
        seat.add({act.bet: act.chip_minor})
        kind, _, number = act.bet.partition(":")
        seat.selected = (number, act.chip_minor) if kind == "straight" else seat.selected

    def place_all(self, act: a.PlaceBets) -> None:
        """Lay several bets."""
        self.at[act.terminal].add({stake.bet: stake.amount_minor for stake in act.bets})

    def cancel(self, act: a.CancelBet) -> None:
        """Take a bet away, or a chip of it."""
        seat = self.at[act.terminal]
        left = {**seat.bets, act.bet: seat.bets[act.bet] - act.chip_minor if act.chip_minor else 0}
        seat.change({bet: stake for bet, stake in left.items() if stake})

    def undo(self, act: a.UndoBet) -> None:
        """Go back to the bets before the last act."""
        seat = self.at[act.terminal]
        seat.bets, seat.selected = seat.before.pop()

    def recall(self, act: a.RecallBets) -> None:
        """Add the bets of the last game."""
        seat = self.at[act.terminal]
        seat.add(seat.last)

    def clear(self, act: a.ClearBets) -> None:
        """Take all bets away."""
        self.at[act.terminal].change({})

    def neighbours(self, act: a.BetNeighbours) -> None:
        """Bet beside the last number selected."""
        seat = self.at[act.terminal]
        number, amount = there(seat.selected, "no number was selected", seat)
        seat.add({f"straight:{other}": amount for other in beside(number)})

    def sense(self, act: a.SenseNumber) -> None:
        """Keep the first number; a later one decides nothing."""
        self.sensed = self.sensed or act.pocket

    def confirm(self, act: a.ConfirmNumber) -> None:
        """Settle by the sensor's number; another one only holds the game."""
        if not self.has_sensor or act.pocket == self.sensed:
            self.settle(act)

    def settle(self, act: a.ConfirmNumber | a.RuleNumber) -> None:
        """Settle every terminal's bets."""
        for seat in self.seats.values():
            seat.settle(self.game, act.pocket)
        self.settled.add(self.game)

    def name_void(self, act: a.VoidGame) -> None:
        """Keep which game is void."""
        self.void = act.game or self.game

    def refund(self, _: a.RefundGame) -> None:
        """Give bets back, or forget a game that was settled."""
        for seat in self.seats.values():
            if self.void in self.settled:
                seat.forget(self.void)
            else:
                seat.end()

    def cash(self, act: a.ConfirmCashOut) -> None:
        """Count what was cashed out."""
        seat = self.at[act.terminal]
        seat.cashed, seat.is_gone = seat.cashed + act.amount_minor, True

    def repay(self, act: a.RepayReceivable) -> None:
        """Count chips that were brought for what was owed."""
        seat = self.seats[f"{act.terminal}.{act.session}"]
        seat.bought, seat.owed = seat.bought + act.amount_minor, seat.owed - act.amount_minor
        self.dropped["chips_minor"] += act.amount_minor

    def pay(self, act: a.PayPayable) -> None:
        """Count chips that were given to somebody who is gone."""
        seat = self.seats[f"{act.terminal}.{act.session}"]
        seat.cashed, seat.payable = seat.cashed + act.amount_minor, seat.payable - act.amount_minor


def _brought(act: a.CountBuyIn | a.CorrectBuyIn) -> Counter[str]:
    return Counter({name: getattr(act, name) for name in BROUGHT})


_COUNT: dict[type[Act], Callable[[Tally, Any], None]] = {
    a.RemoveTerminal: Tally.end,
    a.DeliverChips: Tally.end,
    a.AbandonSession: Tally.abandon,
    CloseTable: Tally.close,
    a.CountBuyIn: Tally.count,
    a.ConfirmBuyIn: Tally.credit,
    a.DropBuyIn: Tally.drop,
    a.CorrectBuyIn: Tally.correct,
    a.StartGame: Tally.start,
    a.PlaceBet: Tally.place,
    a.PlaceBets: Tally.place_all,
    a.CancelBet: Tally.cancel,
    a.UndoBet: Tally.undo,
    a.RecallBets: Tally.recall,
    a.ClearBets: Tally.clear,
    a.BetNeighbours: Tally.neighbours,
    a.SenseNumber: Tally.sense,
    a.ConfirmNumber: Tally.confirm,
    a.RuleNumber: Tally.settle,
    a.VoidGame: Tally.name_void,
    a.RefundGame: Tally.refund,
    a.ConfirmCashOut: Tally.cash,
    a.RepayReceivable: Tally.repay,
    a.PayPayable: Tally.pay,
}
"""What moves money, or decides what will; no other act does."""


def differences(journal: Journal, tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Count every stream's commands, and yield after which of them its ledger holds anything else than was counted."""
    held = {stream: Counter[str]() for stream in tallies}
    positions = {(record.stream, record.version): record.position for record in journal.read_all()}
    lines: dict[int, list[tuple[str, int]]] = {}
    for posting in postings(journal):
        lines.setdefault(posting.position, []).append((Account.parse(posting.account).name, posting.amount_minor))
    for answer in journal.answers():
        if answer.refusal is not None:
            continue
        tally, there = tallies[answer.stream], held[answer.stream]
        tally.take(AUTOMATIC.command_decoder.decode(answer.command).act)
        for version in range(answer.first, answer.last + 1):
            for account, amount in lines.get(positions[answer.stream, version], ()):
                there[account] += amount
        counted = tally.accounts()
        for account in sorted(there.keys() | counted.keys()):
            found, due = there[account], counted.get(account, 0)
            if found != due or (account.startswith("credits:") and found < 0):
                yield f"{answer.stream} after {answer.key}: {account} has {found}, and {due} was counted"
