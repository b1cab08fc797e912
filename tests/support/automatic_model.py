"""A terminal of an automatic table as simply as it can be thought of, written apart from the code under test.

It knows bets as a dictionary and what they were as a pile of snapshots, the wheel as a list, and the wins from the
oracle of the double-zero cloth.
"""

from dataclasses import dataclass, field

from tests.oracle.double_zero import WAGERS

__all__ = ["LEAST", "MOST", "UNDO_MAX", "Model", "gain"]

WHEEL = (
    *("0", "28", "9", "26", "30", "11", "7", "20", "32", "17", "5", "22", "34", "15", "3", "24", "36", "13", "1"),
    *("00", "27", "10", "25", "29", "12", "8", "19", "31", "18", "6", "21", "33", "16", "4", "23", "35", "14", "2"),
)
ODDS = {"straight": 35, "split": 17, "red": 1, "dozen": 2}
MOST = {"straight": 1_500, "split": 1_000, "red": 2_500, "dozen": 100_000}
LEAST = {"straight": 100, "split": 100, "red": 500, "dozen": 100}
UNDO_MAX = 100


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
    """A patron session at one terminal, as simply as it can be thought of."""

    session: int | None = None
    """Its number; none before anybody bought in."""
    credits: int = 0
    bets: dict[str, int] = field(default_factory=dict)
    before: list[tuple[dict[str, int], tuple[str, int] | None]] = field(default_factory=list)
    """Bets and selection as they were before each act of the game that can be undone."""
    is_final: bool = False
    """Whether some cannot."""
    selected: tuple[str, int] | None = None
    last: dict[str, int] = field(default_factory=dict)
    paid_in: int = 0
    paid_out: int = 0
    gains: dict[int, int] = field(default_factory=dict)
    """Game to what it brought, where it was settled and is not void."""
    played: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Game to what was lost and what was won in it."""
    owed: int = 0
    paid: int = 0
    repaid: int = 0
    """What was paid to the player, who is gone, and what the player repaid."""
    is_here: bool = True
    """Whether the terminal is enrolled; without it nobody plays."""

    def may_hold(self, wanted: dict[str, int]) -> bool:
        """Tell whether these bets may stand: those that grow within their limits, all within the credits."""
        grown = [bet for bet, stake in wanted.items() if stake > self.bets.get(bet, 0)]
        within = all(LEAST[kind_of(bet)] <= wanted[bet] <= MOST[kind_of(bet)] for bet in grown)
        return self.is_here and within and sum(wanted.values()) - sum(self.bets.values()) <= self.credits

    def hold(self, wanted: dict[str, int]) -> None:
        """Let these bets stand."""
        self.credits -= sum(wanted.values()) - sum(self.bets.values())
        self.bets = {bet: stake for bet, stake in wanted.items() if stake}

    def plus(self, more: dict[str, int]) -> dict[str, int]:
        """Return the bets with some more."""
        return {bet: self.bets.get(bet, 0) + more.get(bet, 0) for bet in {**self.bets, **more}}

    def with_neighbours(self) -> dict[str, int] | None:
        """Return the bets with those on two numbers each side of the last one selected; None where none is."""
        number, amount = self.selected or ("", 0)
        if f"straight:{number}" not in self.bets:
            return None
        return self.plus({f"straight:{other}": amount for other in beside(number)})

    @property
    def worth(self) -> int:
        """Return what must be on the terminal: paid in, not paid out, and what the games that count brought."""
        return self.paid_in - self.paid_out + sum(self.gains.values()) + self.owed

    def settle(self, game: int, pocket: str) -> None:
        """Lose and win by a number."""
        won = sum(stake * ODDS[kind_of(bet)] for bet, stake in self.bets.items() if pocket in WAGERS[bet])
        lost = sum(stake for bet, stake in self.bets.items() if pocket not in WAGERS[bet])
        self.gains[game], self.played[game] = won - lost, (lost, won)
        self.credits += sum(self.bets.values()) + won - lost
        self.game_over()

    @property
    def stands(self) -> int:
        """Return what is due to a player who is gone; below zero, what that player owes."""
        return self.paid_in - self.paid_out + sum(self.gains.values()) - self.paid + self.repaid

    def give_back(self, game: int) -> None:
        """Let a settled game count for nothing, and owe what is no longer there."""
        lost, won = self.played.get(game, (0, 0))
        self.gains.pop(game, None)
        self.owed += max(0, won - self.credits - lost)
        self.credits = max(0, self.credits + lost - won)

    def game_over(self) -> None:
        """Keep the bets for recall, and begin anew."""
        self.last = self.bets or self.last
        self.bets, self.before, self.selected, self.is_final = {}, [], None, False
