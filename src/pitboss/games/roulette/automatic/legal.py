"""What may be open at an automatic table: values for the fields of each act, about which `decide` is asked.

Six things are seen by `decide` alone: that the betting time is over, what a spin may cost the house, which bets are
placed at once and for how much, the amounts of a corrected buy-in, that it is the table's own dealer before whom a
number is ruled on, and that a designee names the supervisor who is the witness.
Terminals that stand alike are one question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pitboss.decider import Choices, Integers, Person, Words
from pitboss.games.everyday.acts import TakeTip
from pitboss.games.everyday.checks import FLOOR, WATCHING
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.cash import total_of
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.chips import least_of
from pitboss.games.roulette.automatic.decide import TABLE_ACTS, refuse
from pitboss.games.roulette.automatic.games import PROMPT_SECONDS
from pitboss.games.roulette.automatic.sessions import AUDITOR, SECOND_OVER
from pitboss.games.roulette.automatic.state import SESSION_NAME, AutomaticTable, session_of
from pitboss.games.roulette.automatic.voids import SECOND as SECOND_ROLES
from pitboss.games.roulette.legal import bets_alike
from pitboss.games.table.laying import NEWCOMER, by_room, room_of
from pitboss.games.table.legal import SHARED_LEGAL
from pitboss.legal import SECOND, Ask, Each, Proposal, Sample, asking, plain
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

_REVOLUTIONS_MAX = 1_000
_SUM, _NONE = Integers(1, a.AMOUNT_MAX), Choices((0,))


def _newcomers(state: AutomaticTable) -> str:
    """Return what a terminal's name looks like: where there are sessions, not like one of theirs."""
    if not state.has_sessions and not state.is_new:
        return NAME_PATTERN
    return NAME_PATTERN.replace("^", f"^(?!.*{SESSION_NAME})", 1)


def _own(_: AutomaticTable, by: Person) -> Proposal:
    return {"terminal": Choices((by.id,))}


def _betting(state: AutomaticTable, by: Person) -> Proposal:
    return {"terminal": Choices((by.id,)), "game": Choices((None, state.rounds))}


def _bets(state: AutomaticTable, by: Person) -> Iterator[Proposal]:
    """Propose the chips that limits and credits have room for, bet by bet."""
    current, credit, entry = state.round, state.credits(by.id), state.terminals.get(by.id)
    if current is None or entry is None:
        return

    def fitting(bet: str) -> tuple[int, ...]:
        low, high = room_of(current, by.id, bet, entry.bets.get(bet, 0))
        return tuple(chip for chip in state.config.chips_minor if low <= chip <= min(high, credit))

    _, groups = bets_alike(current.rules.data.wheel, tuple(current.rules.wagers))
    for chips, bets in by_room(entry.bets, groups, fitting):
        yield {**_betting(state, by), "bet": Choices(tuple(bets)), "chip_minor": Each(chips)}


def _several(state: AutomaticTable, by: Person) -> Iterator[Proposal]:
    """Ask about the least that may be put on a bet: with room for that, which bets and how much are any."""
    current, credit, entry = state.round, state.credits(by.id), state.terminals.get(by.id)
    if current is None or entry is None:
        return

    def least(bet: str) -> int | None:
        low, high = room_of(current, by.id, bet, entry.bets.get(bet, 0))
        amount = least_of(state.config.chips_minor, low)
        return amount if amount <= min(high, credit) else None

    _, groups = bets_alike(current.rules.data.wheel, tuple(current.rules.wagers))
    for amount, bets in by_room(entry.bets, groups, least):
        if amount is not None:
            yield {**_betting(state, by), "bets": Sample((a.Stake(bet=bets[0], amount_minor=amount),))}
            return


def _cancelled(state: AutomaticTable, by: Person) -> Iterator[Proposal]:
    """Propose every bet whole, and the chips that may be drawn off: alike for bets of a kind with the same stake."""
    entry, current = state.terminals.get(by.id), state.round
    if entry is None or current is None:
        return
    alike: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for bet, lies in entry.bets.items():
        alike[current.kind_of(bet), lies].append(bet)
    for (_, lies), bets in alike.items():
        chips = tuple(chip for chip in state.config.chips_minor if chip < lies)
        # All of a bet is one chip of its worth as well, whatever it was made of.
        whole = Choices((None, lies))
        yield {**_betting(state, by), "bet": Choices(tuple(bets)), "chip_minor": Each((whole, *chips))}


def _alike(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    """Propose the terminals, those together that an act at the console cannot tell apart."""
    found: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for name, entry in state.terminals.items():
        if entry.is_abandoned:
            yield {"terminal": Choices((name,))}
            continue
        buy_in = entry.counted is None, entry.undropped is None, entry.last_buy_in is None
        found[entry.cash_out, *buy_in, entry.session is None, state.credits(name) > 0, bool(entry.bets)].append(name)
    yield from ({"terminal": Choices(tuple(names))} for names in found.values())


def _counts(state: AutomaticTable, by: Person) -> Iterator[Proposal]:
    """Propose currency or chips, of which there must be one."""
    for named in _alike(state, by):
        yield {**named, "coupon_minor": _NONE, "currency_minor": _SUM}
        yield {**named, "coupon_minor": _NONE, "chips_minor": _SUM}


def _corrections(state: AutomaticTable, by: Person) -> Iterator[Proposal]:
    """Ask about more than was bought in."""
    for named in _alike(state, by):
        last = state.terminals[named["terminal"].values[0]].last_buy_in  # type: ignore[attr-defined]
        more = Sample(0 if last is None else total_of(last) + 1)
        yield {**named, "coupon_minor": _NONE, "currency_minor": more, "session": Choices((None,))}
    for holder, last in state.over.items():
        yield {**_named(holder), "coupon_minor": _NONE, "currency_minor": Sample(total_of(last) + 1)}


def _named(holder: str) -> Proposal:
    """Propose terminal and session of what accounts call a session."""
    terminal, session = session_of(holder)
    return {"terminal": Choices((terminal,)), "session": Choices((session,))}


def _each(amounts: Mapping[str, int]) -> Iterator[Proposal]:
    """Propose each of these terminals with its amount."""
    for name, amount in amounts.items():
        yield {"terminal": Choices((name,)), "amount_minor": Integers(amount, amount)}


def _debts(amounts: Mapping[str, int]) -> Iterator[Proposal]:
    """Propose each of these sessions with what is owed, or a part of it."""
    for holder, amount in amounts.items():
        yield {**_named(holder), "amount_minor": Integers(1, amount)}


def _buy_ins(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    return _each({name: total_of(e.counted) for name, e in state.terminals.items() if e.counted is not None})


def _cash_outs(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    return _each({name: entry.cash_out_minor for name, entry in state.terminals.items() if entry.cash_out is not None})


def _tips(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    """Propose value chips of anybody, and credits up to all that a terminal has."""
    yield {"colour": Choices((None,)), "terminal": Choices((None,))}
    for name in state.terminals:
        amounts = Integers(1, min(STAKE_MAX, state.credits(name)))
        yield {"colour": Choices((None,)), "terminal": Choices((name,)), "amount_minor": amounts}


def _turns(state: AutomaticTable) -> Integers:
    return Integers(state.rules.data.revolutions_min, _REVOLUTIONS_MAX)


def _numbers(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    """Propose the sensor's number, with the dealer's count where it has none, and any other, which holds the game."""
    sensed, pockets = state.sensed, state.rules.wheel.pockets
    counted = {} if sensed is not None and sensed.revolutions is not None else {"revolutions": _turns(state)}
    yield {"pocket": Choices(pockets if sensed is None else (sensed.pocket,)), **counted}
    if sensed is not None:
        yield {"pocket": Choices(tuple(pocket for pocket in pockets if pocket != sensed.pocket))}


def _rulings(state: AutomaticTable, _: Person) -> Proposal:
    pockets = state.rules.wheel.pockets if state.disputed is None else (state.disputed,)
    return {"pocket": Choices(pockets), "revolutions": _turns(state)}


def _voids(state: AutomaticTable, _: Person) -> Iterator[Proposal]:
    """Propose the game in play, the last one, and those before it."""
    settled = [entry.game for entry in state.history if entry.game not in state.voided]
    earlier = tuple(game for game in settled if game != state.rounds)
    for games in ((None, state.rounds), (state.rounds,) if state.rounds in settled else (), earlier):
        yield {"game": Choices(games), "cause": Each(a.VoidCause)}


legal = asking(
    refuse,
    {
        **{act: SHARED_LEGAL[act] for act in TABLE_ACTS},
        **plain(a.ReportStaffing, a.StartGame, a.SpinBall, a.LockBets, a.HoldGame, a.RecordClockStep),
        **dict.fromkeys((a.VerifyCredit, a.QuestionCredit, a.AskCashOut, a.AffirmCashOut, a.WithdrawCashOut), _own),
        **dict.fromkeys((a.UndoBet, a.RecallBets, a.ClearBets, a.BetNeighbours), _betting),
        **dict.fromkeys((a.RemoveTerminal, a.DropBuyIn, a.SelectCashOut, a.DeliverChips), _alike),
        a.EnrolTerminal: lambda state, _: {
            "terminal": Sample(NEWCOMER, Words(_newcomers(state), besides=tuple(state.terminals)))
        },
        TakeTip: Ask(_tips, witness=FLOOR),
        a.CountBuyIn: _counts,
        a.ConfirmBuyIn: _buy_ins,
        a.CorrectBuyIn: Ask(_corrections, witness=SECOND_OVER),
        a.BeginSessions: Ask({}, witness=AUDITOR),
        a.AbandonSession: Ask(_alike, witness=SECOND_ROLES),
        a.PlaceBet: _bets,
        a.PlaceBets: _several,
        a.CancelBet: _cancelled,
        a.PromptSpin: {"seconds_left": Integers(0, PROMPT_SECONDS)},
        a.ExtendClock: Ask({}, witness=SUPERVISORS),
        a.SenseNumber: {"pocket": Sample("0")},
        a.ConfirmNumber: _numbers,
        a.RuleNumber: Ask(_rulings, witness=("dealer",), second=lambda state: state.dealer),
        a.VoidGame: Ask(_voids, witness=SECOND_ROLES),
        a.RefundGame: Ask(
            ({"designee_of": Choices((None,))}, {"designee_of": Sample(SECOND, Words(NAME_PATTERN))}),
            witness=SUPERVISORS,
        ),
        **dict.fromkeys((a.CountOutChips, a.ConfirmCashOut), _cash_outs),
        a.RepayReceivable: Ask(lambda state, _: _debts(state.receivables()), witness=WATCHING),
        a.PayPayable: Ask(lambda state, _: _debts(state.payables()), witness=WATCHING),
    },
)
