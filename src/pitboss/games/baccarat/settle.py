"""Settlement: one wager by the outcome alone, a round in columns, and the dealer's order of paying and taking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.decider import Move
from pitboss.games.baccarat.acts import Source
from pitboss.games.baccarat.events import Columns, Deed, Result, Step
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.rules import Rules
from pitboss.games.baccarat.vigorish import Areas, exact_vigorish, is_deferred
from pitboss.games.baccarat.wagers import On
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, PROMOTION, RACK, TIPS, add_moves
from pitboss.rulebook.clauses import cites

VIGORISH = "vigorish"
"""The account that all vigorish goes to."""


@dataclass(frozen=True, slots=True)
class Wager:
    """What lies on one area of a position in one kind of chips."""

    position: int
    player: str
    on: On
    source: Source
    stake_minor: int


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a wager: its winnings, and the vigorish it owes, exact."""

    result: Result
    paid_minor: int
    vigorish: Fraction
    clause: str

    def net(self, stake: int, vig: int) -> int:
        """Return what the player gained or lost, with the vigorish that was collected."""
        return (-stake if self.result is Result.LOSE else self.paid_minor) - vig


def holder(source: Source) -> str:
    """Return the account that a wager's chips come from and go back to."""
    return PROMOTION if source is Source.COUPON else CIRCULATION


@cites("MB-G1", "MB-G1a.i", "MB-G1a.ii", "MB-G1a.iii", "MB-G1b.i", "MB-G1b.ii", "MB-G1b.iii", "MB-G1c")
@cites("MB-G1a", "MB-G1b", "MB-A4", "MB-M1", "MB-M2", "MB-M3", "MB-M4", "MB-M6")
def settle_wager(rules: Rules, on: On, stake: int, outcome: Outcome, banker_points: int) -> Settled:
    """Settle one wager by the outcome of a round that was played to its end."""
    spec, vigorish = rules.wagers[on], exact_vigorish(rules, on, stake, outcome)
    if outcome.value == on.value:
        if on is On.BANKER and rules.form == "no_vig":
            paid = stake // 2 if banker_points == 6 else stake
            return Settled(Result.WIN, paid, vigorish, rules.clause("vig_none"))
        return Settled(Result.WIN, stake * rules.pays(on), vigorish, spec.win_clause)
    if outcome is Outcome.TIE:
        is_charged = on is On.BANKER and rules.form == "tie_vig"
        return Settled(Result.VOID, 0, vigorish, rules.clause("vig_tie") if is_charged else spec.clause)
    return Settled(Result.LOSE, 0, vigorish, spec.lose_clause)


_Entry = tuple[Wager, Settled, int, Fraction]
"""A wager, what became of it, the vigorish collected now, and the vigorish marked."""


@cites("MB-L2", "MB-M3b", "MB-M4", "Q14", "Q71")
def settled_columns(
    rules: Rules, outcome: Outcome, banker_points: int, wagers: Sequence[Wager]
) -> tuple[Columns, tuple[Step, ...], tuple[Move, ...]]:
    """Settle every wager: the losers first, then the others from the highest position down."""
    entries: list[_Entry] = []
    areas = Areas(rules)
    for wager in sorted(wagers, key=lambda wager: -wager.position):
        settled = settle_wager(rules, wager.on, wager.stake_minor, outcome, banker_points)
        if is_deferred(rules):
            entries.append((wager, settled, 0, settled.vigorish))
        else:
            entries.append((wager, settled, areas.part_of(wager.position, settled.vigorish), Fraction(0)))
    entries.sort(key=lambda entry: entry[1].result is not Result.LOSE)
    steps = payment_steps(rules.settings["pay_order"], entries)
    return _columns(entries), steps, add_moves(_moves(entries))


@cites("MB-N4")
def void_columns(wagers: Sequence[Wager], clause: str) -> tuple[Columns, tuple[Move, ...]]:
    """Give every wager back, citing the cause."""
    void = Settled(Result.VOID, 0, Fraction(0), clause)
    entries: list[_Entry] = [(wager, void, 0, Fraction(0)) for wager in wagers]
    return _columns(entries), add_moves(_moves(entries))


def _columns(entries: Sequence[_Entry]) -> Columns:
    return Columns(
        position=tuple(wager.position for wager, *_ in entries),
        player=tuple(wager.player for wager, *_ in entries),
        on=tuple(wager.on.value for wager, *_ in entries),
        source=tuple(wager.source for wager, *_ in entries),
        stake_minor=tuple(wager.stake_minor for wager, *_ in entries),
        paid_minor=tuple(settled.paid_minor for _, settled, _, _ in entries),
        vig_minor=tuple(vig for _, _, vig, _ in entries),
        owed=tuple(str(owed) for *_, owed in entries),
        result=tuple(settled.result for _, settled, _, _ in entries),
        clause=tuple(settled.clause for _, settled, _, _ in entries),
    )


@cites("MB-L2a", "MB-L2b", "MB-L2c", "MB-L2d", "Q17")
def payment_steps(order: str, entries: Sequence[_Entry]) -> tuple[Step, ...]:
    """List payments and vigorish in one of the four orders, from the highest position down.

    Orders a and b go round twice, c and d finish a position before the next; b and d begin with the vigorish.
    """
    pay: dict[int, int] = {}
    take: dict[int, Fraction] = {}
    is_marked = any(owed for *_, owed in entries)
    for wager, settled, vig, owed in entries:
        if settled.result is Result.WIN:
            pay[wager.position] = pay.get(wager.position, 0) + settled.paid_minor
        if vig or owed:
            take[wager.position] = take.get(wager.position, Fraction(0)) + vig + owed
    down = sorted(pay.keys() | take.keys(), reverse=True)
    pays = {p: [Step(Deed.PAY, p, str(pay[p]))] if p in pay else [] for p in down}
    deed = Deed.MARK if is_marked else Deed.COLLECT
    takes = {p: [Step(deed, p, str(take[p]))] if p in take else [] for p in down}
    first, second = (pays, takes) if order in ("a", "c") else (takes, pays)
    if order in ("a", "b"):
        return tuple(step for part in (first, second) for p in down for step in part[p])
    return tuple(step for p in down for part in (first, second) for step in part[p])


@cites("Q75", "HP-T3")
def _moves(entries: Sequence[_Entry]) -> Iterator[tuple[str, str, int]]:
    for wager, settled, vig, _ in entries:
        own = holder(wager.source)
        if settled.result is Result.LOSE:
            yield LAYOUT, PROMOTION if wager.source is Source.COUPON else RACK, wager.stake_minor
            continue
        # What a coupon wins is paid in value chips, like everything else; the coupon itself is worth nothing. A wager
        # for the dealers that wins is theirs; its vigorish is the player's (HP-T3).
        winner = CIRCULATION
        if wager.source is Source.TIP and settled.result is Result.WIN:
            own = winner = TIPS
        yield LAYOUT, own, wager.stake_minor
        if settled.paid_minor:
            yield RACK, winner, settled.paid_minor
        if vig:
            yield CIRCULATION, VIGORISH, vig
