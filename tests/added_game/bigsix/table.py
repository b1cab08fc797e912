"""The rules of the big six wheel: 54 stops, and a wager on a symbol wins where the wheel stops at it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Command, Event, Integers, Move, Person, require_role
from pitboss.games.everyday.decide import decided
from pitboss.games.table import events as e
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, RACK, add_moves
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.games.table.decide import SHARED_DECIDE
from pitboss.games.table.evolve import evolve_table
from pitboss.games.table.laying import Laid, add, clear, refuse_removal, refuse_stake
from pitboss.games.table.legal import SHARED_LEGAL
from pitboss.games.table.rules import RuleData, TableRules, table_rules
from pitboss.games.table.state import BaseTable
from pitboss.legal import Each, Proposal, anybody, asking
from pitboss.rulebook import ActionRefused, BetsClosed, NotOffered, ProcedureBreach, TableConfig
from tests.added_game.bigsix import messages as m

STOPS = {"1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "joker": 1, "flag": 1}
"""Symbol to how many of the 54 stops show it."""
DUTIES = frozenset({"equipment", "staff", "dealer", "chips", "responsibility", "late", "spin", "round", "pay"})


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    SPINNING = "spinning"
    STOPPED = "stopped"
    SETTLED = "settled"

    @property
    def words(self) -> str:
        """Say it, after "it is"."""
        return {"betting": "open for bets"}.get(self.value, self.value)


Rules = TableRules[RuleData]


@dataclass
class Round(Laid):
    """One spin and the wagers on it."""

    rules: Rules
    phase: Phase = Phase.BETTING
    symbol: str = ""

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        return (self.rules.key, self.number, self.phase, tuple(sorted(self.wagers.items())), self.symbol)

    def kind_of(self, bet: str) -> str:
        """Return the kind of a bet: the symbol itself."""
        return bet


@dataclass(kw_only=True)
class Table(BaseTable):
    """One wheel."""

    rules: Rules
    round: Round | None = None
    results: list[str] = field(default_factory=list)


def rules_of(config: TableConfig) -> Rules:
    """Return the rules of a checked table."""
    return table_rules(TableRules, RuleData, config, DUTIES)


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="a big six wheel", clause=state.rules.clause("dealer"))


def chance(_: Round) -> tuple[tuple[Act, Fraction], ...]:
    """Return every symbol with its exact weight."""
    return tuple((m.EnterStop(symbol=symbol), Fraction(stops, 54)) for symbol, stops in STOPS.items())


def _lay(state: Table, command: Command[Any]) -> Sequence[Event]:
    act, rules, current = command.act, state.rules, state.round
    require_open(state)
    require_role(command, ("player", "dealer"), clause=rules.clause("responsibility"), deed="handle wagers")
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != act.player:
        raise ActionRefused("these are another player's chips", clause=rules.clause("responsibility"))
    if act.bet not in rules.wagers:
        raise NotOffered(f"the wheel has no {act.bet}", clause=rules.clause("spin"), bet=act.bet)
    if current is None or current.phase is not Phase.BETTING:
        raise BetsClosed("no bets are taken now", clause=rules.clause("late"), bet=act.bet)
    if isinstance(act, m.PlaceWager):
        refuse_stake(current, act.player, act.bet, act.stake_minor)
        stake, moves = act.stake_minor, (Move(CIRCULATION, LAYOUT, act.stake_minor),)
    else:
        refuse_removal(current, (act.player, act.bet, "value"), act.stake_minor)
        stake, moves = -act.stake_minor, (Move(LAYOUT, CIRCULATION, act.stake_minor),)
    return (m.WagerPlaced(player=act.player, bet=act.bet, stake_minor=stake, moves=moves),)


def _the_round(state: Table, command: Command[Any], phase: Phase, duty: str) -> Round:
    require_open(state)
    require_dealer(state, command, "work the wheel", clause=state.rules.clause(duty))
    if state.round is None or state.round.phase is not phase:
        raise ProcedureBreach(f"the round is not {phase.words}", clause=state.rules.clause(duty))
    return state.round


def _no_more_bets(state: Table, command: Command[m.CallNoMoreBets]) -> Sequence[Event]:
    _the_round(state, command, Phase.BETTING, "late")
    return (m.NoMoreBetsCalled(by=command.by.id),)


def _stop(state: Table, command: Command[m.EnterStop]) -> Sequence[Event]:
    _the_round(state, command, Phase.SPINNING, "spin")
    if command.act.symbol not in STOPS:
        raise ProcedureBreach(f"the wheel has no {command.act.symbol}", clause=state.rules.clause("spin"))
    return (m.WheelStopped(symbol=command.act.symbol, by=command.by.id),)


def _pay(state: Table, command: Command[m.PayWinners]) -> Sequence[Event]:
    return (settled(_the_round(state, command, Phase.STOPPED, "pay")),)


def settled(current: Round) -> m.RoundSettled:
    """Settle every wager by the symbol at which the wheel stopped."""
    rows, parts = [], []
    for (owner, place, _), stake in current.wagers.items():
        spec, is_won = current.rules.wagers[place], place == current.symbol
        paid = stake * current.rules.pays(place) if is_won else 0
        rows.append((owner, place, stake, paid, spec.win_clause if is_won else spec.lose_clause))
        parts.append((LAYOUT, CIRCULATION if is_won else RACK, stake))
        parts += [(RACK, CIRCULATION, paid)] if paid else []
    player, bet, stakes, paid_minor, clause = zip(*rows, strict=True) if rows else ((),) * 5
    return m.RoundSettled(
        round=current.number, symbol=current.symbol, moves=add_moves(parts),
        player=player, bet=bet, stake_minor=stakes, paid_minor=paid_minor, clause=clause,
    )  # fmt: skip


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **SHARED_DECIDE,
    m.PlaceWager: _lay,
    m.RemoveWager: _lay,
    m.CallNoMoreBets: _no_more_bets,
    m.EnterStop: _stop,
    m.PayWinners: _pay,
}


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    evolve_table({}, state, event)
    current = state.round
    match event:
        case e.BettingOpened():
            state.round = Round(state.rules, event.round)
        case m.WagerPlaced() if current is not None:
            add(current, (event.player, event.bet, "value"), event.stake_minor)
        case m.NoMoreBetsCalled() if current is not None:
            current.phase = Phase.SPINNING
        case m.WheelStopped() if current is not None:
            current.phase, current.symbol = Phase.STOPPED, event.symbol
        case m.RoundSettled() if current is not None:
            current.phase = Phase.SETTLED
            clear(current)
            state.results = [event.symbol, *state.results][:20]
    return state


def _places(state: Table, by: Person) -> Iterator[Proposal]:
    """Propose what a player may add to each symbol, and the dealer for everybody."""
    if state.round is None:
        return
    known = tuple(dict.fromkeys((*state.round.by_player, by.id)))
    for bet in state.rules.wagers:
        low, high = state.round.rules.limits(bet)
        for name in known:
            lies = state.round.on_position.get((name, bet), 0)
            amounts = Integers(max(1, low - lies), high - lies)
            yield {"player": Each((name,)), "bet": Each((bet,)), "stake_minor": amounts}
        yield {"player": anybody(*known), "bet": Each((bet,)), "stake_minor": Integers(low, high)}


def _removals(state: Table, _: Person) -> Iterator[Proposal]:
    """Propose to take all of a wager back, or so much that the rest is one."""
    if state.round is None:
        return
    for (player, bet, _source), lies in state.round.wagers.items():
        for amounts in (Integers(1, lies - state.round.rules.limits(bet)[0]), Integers(lies, lies)):
            yield {"player": Each((player,)), "bet": Each((bet,)), "stake_minor": amounts}


legal = asking(
    decide,
    {
        **SHARED_LEGAL,
        m.PlaceWager: _places,
        m.RemoveWager: _removals,
        m.CallNoMoreBets: {},
        m.EnterStop: {"symbol": Each(tuple(STOPS))},
        m.PayWinners: {},
    },
)
