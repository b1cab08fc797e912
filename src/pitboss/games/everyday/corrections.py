"""After payment: a round settled anew by its true result or a wager's true place, and a hand that paid wrongly.

No chips move by a correction itself: what a player should have more or less is written down as due or owed, the one
set off against the other, and chips change hands afterwards. So nobody has less than nothing, and a correction that is
corrected back leaves every balance as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.decider import Command, Event, Move, holds, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import AFTER, ELSEWHERE, HANDED, MANAGERS, PIT, WATCHING, require_second
from pitboss.games.everyday.debts import booked
from pitboss.games.everyday.disputing import require_awaiting
from pitboss.games.everyday.resettling import Resettling
from pitboss.games.everyday.state import Laid, Settlement
from pitboss.games.table.accounts import CIRCULATION, RACK
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("HP-C2")
def remember(state: BaseTable, number: int, settlement: Settlement | None) -> None:
    """Keep the settlement of a round for as long as it may be corrected, and forget those that are too old.

    A round that is never settled anew, such as one with a wager for the dealers, has none to keep: those before it are
    a round older all the same.
    """
    kept = state.everyday.settlements
    for one in kept.values():
        # Asked of the last round only, and as large as the layout has places.
        one.changes.clear()
    if settlement is not None:
        settlement.dealer = state.dealer
        kept[state.everyday.version] = settlement
    oldest = number - state.rules.practice("correctable_rounds")
    for version in [version for version, one in kept.items() if one.round <= oldest]:
        del kept[version]


@dataclass(frozen=True)
class Anew:
    """A round as it is settled anew: its rows, and how markers of vigorish change."""

    rows: e.Rows
    markers: tuple[e.MarkerChange, ...]

    @property
    def more(self) -> dict[str, int]:
        """Return how much more each player should have; less is below zero."""
        found: dict[str, int] = {}
        for player, was, now in zip(self.rows.player, self.rows.was_minor, self.rows.now_minor, strict=True):
            found[player] = found.get(player, 0) + now - was
        return found

    @property
    def changed_minor(self) -> int:
        """Return how much changes, all players together."""
        return sum(map(abs, self.more.values()))


def anew(game: Resettling, state: Any, one: Settlement, result: str, wagers: Sequence[Laid]) -> Anew:
    """Settle wagers of a round by a result; those beyond the ones on record had gained nothing."""
    was = (*one.gains, *(0 for _ in wagers[len(one.gains) :]))
    markers, collected = game.markers(state, one, result, wagers)
    parts = [_rows(wagers, was, game.gains(one, result, wagers)), *([] if collected is None else [collected])]
    names = e.Rows.__struct_fields__
    rows = e.Rows(**{name: tuple(value for part in parts for value in getattr(part, name)) for name in names})
    return Anew(rows, markers)


def _rows(wagers: Sequence[Laid], was: Sequence[int], now: Sequence[int]) -> e.Rows:
    player, bet, stake = zip(*wagers, strict=True) if wagers else ((), (), ())
    return e.Rows(player=player, bet=bet, stake_minor=stake, was_minor=tuple(was), now_minor=tuple(now))


def _settlement(state: BaseTable, corrects: int, clause: str) -> Settlement:
    """Return the settlement that an act corrects, or refuse."""
    found = state.everyday.settlements.get(corrects)
    if found is None:
        rounds = state.rules.practice("correctable_rounds")
        reason = f"record {corrects} is no settlement of the last {rounds} rounds that stands as recorded: look again"
        raise ActionRefused(reason, clause=clause, corrects=corrects)
    return found


@cites("HP-C2", "MB-N1", "MB-N2", "BJ-M3")
def correct_settlement(game: Resettling, state: Any, command: Command[a.CorrectSettlement]) -> Sequence[Event]:
    """Settle the same wagers by the true result, and write down what is due and owed by the difference."""
    act, deed = command.act, "correct a settlement"
    require_role(command, PIT, clause=AFTER, deed=deed)
    one = _settlement(state, act.corrects, AFTER)
    result = game.named(one, act.result)
    if result is None or result == one.result:
        what = "is no result of that round" if result is None else "is on record already"
        raise ActionRefused(f"{act.result} {what}", clause=AFTER, result=act.result)
    require_awaiting(state, act.dispute, of_round=one.round)
    found = anew(game, state, one, result, one.wagers)
    corrected = e.SettlementCorrected(
        corrects=act.corrects,
        round=one.round,
        was=one.result,
        result=result,
        rows=found.rows,
        reason=act.reason,
        by=command.by.id,
        witness=_two(state, command, one, found, clause=AFTER, deed=deed),
        moves=booked(state, found.more),
        markers=found.markers,
        dispute=act.dispute,
    )
    return (corrected,)


@cites("HP-C5", "RO-C4", "RH-6.6")
def correct_wager(game: Resettling, state: Any, command: Command[a.CorrectWager | a.AddWager]) -> Sequence[Event]:
    """Settle a wager by where it lay, or one that nobody recorded, by the result of its round."""
    act, deed = command.act, "correct a wager"
    require_role(command, PIT, clause=ELSEWHERE, deed=deed)
    one = _settlement(state, act.corrects, ELSEWHERE)
    wagers, row = _wagers(one, act)
    player, bet, stake = wagers[row - 1]
    was_bet = one.wagers[row - 1][1] if row <= len(one.wagers) else ""
    if bet == was_bet or bet not in game.bets(one, player):
        what = "is where it lies by the record" if bet == was_bet else f"is no place for a wager of {player}'s there"
        raise ActionRefused(f"{bet} {what}", clause=ELSEWHERE, bet=bet)
    if stake % game.unit(one, bet):
        reason = f"a wager on {bet} goes in steps of {state.money(game.unit(one, bet))}, not {state.money(stake)}"
        raise ActionRefused(reason, clause=ELSEWHERE, bet=bet, stake_minor=stake)
    require_awaiting(state, act.dispute, of_round=one.round)
    found = anew(game, state, one, one.result, wagers)
    corrected = e.WagerCorrected(
        corrects=act.corrects,
        round=one.round,
        result=one.result,
        row=row,
        was_bet=was_bet,
        rows=found.rows,
        reason=act.reason,
        dispute=act.dispute,
        by=command.by.id,
        witness=_two(state, command, one, found, clause=ELSEWHERE, deed=deed, is_new=not was_bet),
        markers=found.markers,
        moves=booked(state, found.more),
    )
    return (corrected,)


def _wagers(one: Settlement, act: a.CorrectWager | a.AddWager) -> tuple[tuple[Laid, ...], int]:
    """Return the wagers of a round with one elsewhere or one more, and which of them it is."""
    if isinstance(act, a.AddWager):
        return (*one.wagers, (act.player, act.bet, act.stake_minor)), len(one.wagers) + 1
    if act.row > len(one.wagers):
        reason = f"the round had {len(one.wagers)} wagers, and no wager {act.row}"
        raise ActionRefused(reason, clause=ELSEWHERE, row=act.row)
    player, _, stake = one.wagers[act.row - 1]
    return (*one.wagers[: act.row - 1], (player, act.bet, stake), *one.wagers[act.row :]), act.row


@cites("HP-C2", "HP-C5")
def _two(
    state: BaseTable,
    command: Command[Any],
    one: Settlement,
    found: Anew,
    *,
    clause: str,
    deed: str,
    is_new: bool = False,
) -> str:
    """Refuse a correction without its two people, and return the second.

    Neither paid the round; a pit manager is one of them once the next round has begun, where much changes, and for a
    wager of which there is no record.
    """
    witness = require_second(command, WATCHING, clause=clause, deed=deed)
    if one.dealer in (command.by.id, witness):
        reason = f"{one.dealer} paid round {one.round}, and does not correct it"
        raise ProcedureBreach(reason, clause=clause, dealer=one.dealer)
    limit, is_past = state.rules.practice("correction_limit_minor"), state.rounds > one.round
    if is_past or is_new or found.changed_minor > limit:
        why = "for a wager that nobody recorded" if is_new else f"where more than {state.money(limit)} changes"
        require_manager(command, "once the next round has begun" if is_past else why, clause)
    return witness


def require_manager(command: Command[Any], why: str, clause: str) -> None:
    """Refuse an act of two people of whom neither is a pit manager or above."""
    if not any(person is not None and holds(person, MANAGERS) for person in (command.by, command.witness)):
        raise ProcedureBreach(f"a pit manager is one of the two {why}", clause=clause, by=command.by.id)


@cites("HP-C3")
def report_mispayment(state: BaseTable, command: Command[a.ReportMispayment]) -> Sequence[Event]:
    """Put right that a hand gave other chips than the record: they are in the tray, or gone, and due or owed."""
    act = command.act
    require_role(command, PIT, clause=HANDED, deed="report a mispayment")
    require_awaiting(state, act.dispute, player=act.player)
    is_short = act.handed is a.Handed.TOO_LITTLE
    source, target = (CIRCULATION, RACK) if is_short else (RACK, CIRCULATION)
    more = act.amount_minor if is_short else -act.amount_minor
    reported = e.MispaymentReported(
        player=act.player,
        handed=act.handed.value,
        amount_minor=act.amount_minor,
        reason=act.reason,
        by=command.by.id,
        witness=require_second(command, WATCHING, clause=HANDED, deed="report a mispayment"),
        moves=(Move(source, target, act.amount_minor), *booked(state, {act.player: more})),
        dispute=act.dispute,
    )
    return (reported,)
