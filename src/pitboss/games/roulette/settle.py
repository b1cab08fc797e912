"""Settlement as a table look-up: positions by pockets, built once from the rules.

The live table, the exact odds and the simulator all read this one table. Entry [pocket][position] is what one unit
staked there gains: the odds on a win, minus one on a loss. The compiled batch form in `pitboss.games.kernel`, which
knows no rule, is handed rows of it by whoever settles millions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pitboss.decider import Move
from pitboss.games.roulette.events import Columns, Outcome
from pitboss.games.roulette.layout import Layout, Position, layout_of
from pitboss.games.roulette.rules import Rules
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, PROMOTION, RACK, TIPS, add_moves
from pitboss.rulebook.clauses import cites

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Wager(NamedTuple):
    """What lies on one position for one player in one kind of chips."""

    player: str
    position: Position
    source: str
    stake_minor: int


_Entry = tuple[Wager, Outcome, int, str]
"""A wager with what became of it, what it is paid, and by which clause."""


@dataclass(frozen=True)
class PayTable:
    """What each position gains by each pocket, per unit staked."""

    layout: Layout
    pays: Mapping[str, int]

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return one row a pocket, one entry a position."""
        return tuple(
            tuple(self.pays.get(p.kind, -1) if pocket in p.covers else -1 for p in self.layout.positions)
            for pocket in self.layout.wheel.pockets
        )

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Return one column a position, one entry a pocket."""
        return tuple(zip(*self.rows, strict=True))

    def row(self, pocket: str) -> tuple[int, ...]:
        """Return the gains of every position when the ball rests in a pocket."""
        return self.rows[self.layout.wheel.index[pocket]]

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """Return the rows as an array, pockets by positions, for the batch form."""
        import numpy as np

        return np.array(self.rows, dtype=np.int64)

    def gains(self, pocket: str, positions: Sequence[int], stakes: Sequence[int]) -> list[int]:
        """Return what each wager gains: its winnings, or minus its stake."""
        row = self.row(pocket)
        return [row[position] * stake for position, stake in zip(positions, stakes, strict=True)]


def pay_table(rules: Rules) -> PayTable:
    """Return the pay table of these rules; tables with the same layout and odds share one."""
    return _pay_table(rules.data.wheel, rules.odds)


@lru_cache(maxsize=64)
def _pay_table(wheel: str, pays: tuple[tuple[str, int], ...]) -> PayTable:
    return PayTable(layout_of(wheel), dict(pays))


def holder(player: str, source: str) -> str:
    """Return the account that a wager's chips come from and go back to.

    A player's colour chips are `chips:<player>:<colour>`, credits at a terminal `credits:<terminal>.<session>`
    (`credits:<terminal>` before there were sessions), another table's colours `foreign:<table>`.
    """
    kind, _, name = source.partition(":")
    match kind:
        case "colour":
            return f"chips:{player}:{name}"
        case "foreign":
            return f"foreign:{name}"
        case "credits":
            return f"credits:{player}.{name}" if name else f"credits:{player}"
        case "coupon":
            return PROMOTION
        case _:
            return CIRCULATION


@cites("RO-C4", "RO-F4", "RO-G1", "RS-W", "RS-P", "RS-S4", "RH-4.5", "RH-4.10", "RH-4.11", "RH-6.2", "RH-6.2.1")
@cites("RA-7")
@cites(*(f"RH-5.1{letter}" for letter in "abcdefghijk"))
@cites(*(f"RH-6.1.{kind}.{leaf}" for kind in range(1, 14) for leaf in (1, 2)))
def settled_columns(
    rules: Rules, pocket: str, wagers: Sequence[Wager], withheld: Mapping[tuple[str, str, str], str]
) -> tuple[Columns, tuple[Move, ...]]:
    """Settle every wager by its position and nothing else: the losers first, then the winners as they are paid.

    A wager in `withheld` that wins is not paid but given back, citing the clause kept there.
    """
    gained = pay_table(rules).gains(pocket, [w.position.index for w in wagers], [w.stake_minor for w in wagers])
    entries = []
    for wager, gain in zip(wagers, gained, strict=True):
        kind = rules.wagers[wager.position.kind]
        refused = withheld.get((wager.player, wager.position.bet, wager.source))
        if gain < 0:
            entries.append((wager, Outcome.LOSE, 0, kind.lose_clause))
        elif refused is not None:
            entries.append((wager, Outcome.RETURNED, 0, refused))
        else:
            entries.append((wager, Outcome.WIN, gain, kind.win_clause))
    lost = [entry for entry in entries if entry[1] is Outcome.LOSE]
    rest = [entry for entry in entries if entry[1] is not Outcome.LOSE]
    if rules.data.payment_top_first:
        rest.reverse()
    # One position is finished before the next; sorting is stable, so chips on one position keep their order.
    turns = payment_turns(rules, pocket)
    rest.sort(key=lambda entry: turns[entry[0].position.index])
    if rules.data.payment_by_player:
        _complete_payouts(rest)
    entries = lost + rest
    return _columns(entries), add_moves(_settling_moves(entries))


@cites("RH-6.4", "Q61")
def _complete_payouts(rest: list[_Entry]) -> None:
    """Bring all that a player gets to where the order of payment reaches the first of it."""
    reached: dict[str, int] = {}
    for turn, (wager, *_) in enumerate(rest):
        reached.setdefault(wager.player, turn)
    rest.sort(key=lambda entry: reached[entry[0].player])


def payment_turns(rules: Rules, pocket: str) -> Sequence[int]:
    """Return the turn in which winners on each position are paid, by the position's number."""
    found = rules.turns_by_pocket.get(pocket)
    if found is None:
        rank, found = _payment_rank(rules, pocket), [0] * len(rules.layout.positions)
        in_order = sorted(rules.positions, key=lambda position: (rank(position), position.index))
        for turn, position in enumerate(in_order):
            found[position.index] = turn
        rules.turns_by_pocket[pocket] = found
    return found


def void_columns(wagers: Sequence[Wager], clause: str) -> tuple[Columns, tuple[Move, ...]]:
    """Give every wager back, citing the cause."""
    entries = [(wager, Outcome.VOID, 0, clause) for wager in wagers]
    return _columns(entries), add_moves((LAYOUT, holder(w.player, w.source), w.stake_minor) for w in wagers)


def _columns(entries: Sequence[_Entry]) -> Columns:
    wagers, outcomes, paid, clauses = zip(*entries, strict=True) if entries else ((),) * 4
    players, positions, sources, stakes = zip(*wagers, strict=True) if wagers else ((),) * 4
    return Columns(
        player=players,
        bet=tuple([position.bet for position in positions]),
        source=sources,
        stake_minor=stakes,
        paid_minor=paid,
        outcome=outcomes,
        clause=clauses,
    )


def _settling_moves(entries: Iterable[_Entry]) -> Iterable[tuple[str, str, int]]:
    for wager, outcome, paid, _ in entries:
        if outcome is Outcome.LOSE:
            yield LAYOUT, PROMOTION if wager.source == "coupon" else RACK, wager.stake_minor
            continue
        own = holder(wager.player, wager.source)
        if wager.source == "tip" and outcome is Outcome.WIN:
            # A wager for the dealers that wins is theirs, and is not let ride (HP-T3).
            own = TIPS
        yield LAYOUT, own, wager.stake_minor
        if paid:
            # A coupon itself is worth nothing to its owner; what it wins is paid in value chips, and so are
            # winnings on another table's colours.
            in_value = wager.source == "coupon" or wager.source.startswith("foreign:")
            yield RACK, CIRCULATION if in_value else own, paid


@cites("RH-6.3.1", "RH-6.3.2", "RH-6.4", "RH-6.5", "RH-6.5.1", "RH-6.5.2", "RH-6.5.2.1", "RH-6.5.2.2", "Q7")
@cites(*(f"RH-6.5.2.1.{step}" for step in (1, 2, 3)), *(f"RH-6.5.2.2.{step}" for step in (1, 2, 3, 4)))
def payment_groups(rules: Rules, pocket: str, bets: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Group winning bets in the order they are paid; a house without a written order has one group."""
    rank = _payment_rank(rules, pocket)
    groups: dict[tuple[float, ...], list[str]] = {}
    for bet in dict.fromkeys(bets):
        groups.setdefault(rank(rules.position(bet)), []).append(bet)
    return tuple(tuple(groups[key]) for key in sorted(groups))


def _payment_rank(rules: Rules, pocket: str) -> Callable[[Position], tuple[float, ...]]:
    """Return what places a position in the order of payment: its step, then how far from the wheel it lies."""
    data = rules.data
    steps = data.payment_changed if pocket in data.payment_changed_on else data.payment
    step_of = {kind: (place, step) for place, step in enumerate(steps) for kind in step.kinds}

    def rank(position: Position) -> tuple[float, ...]:
        if position.kind not in step_of:
            return (len(steps), 0.0)
        place, step = step_of[position.kind]
        return (place, -position.x if step.furthest_first else 0.0)

    return rank
