"""What happens at an automatic table, in words: a sentence for each event, with its amounts and clauses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

from pitboss.decider import Event
from pitboss.games.equipment import colour_of
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.settlement import RoundSettled
from pitboss.games.roulette.automatic.settling import in_full
from pitboss.games.roulette.automatic.state import AutomaticTable, holder_of
from pitboss.games.roulette.words import settlement_words
from pitboss.games.table.words import shared_words


def in_words(table: AutomaticTable, event: Event) -> str:
    """Say what happened, with amounts in the table's currency and the clause that asks for it."""
    teller = _WORDS.get(type(event))
    if teller is None:
        return shared_words(event, table.money)
    text, duty = teller(table, event)
    return f"{text} [{table.clause(duty)}]" if duty else text


_DUTIES = {"place_all": "place"}
"""Betting acts that are done by the clause of another."""


def _bets(table: AutomaticTable, event: e.BetsChanged) -> tuple[str, str]:
    changes = list(zip(event.changes.bet, event.changes.change_minor, strict=True))
    parts = [f"{bet} {'+' if change > 0 else '-'}{table.money(abs(change))}" for bet, change in changes]
    return f"{event.terminal}, {event.deed.replace('_', ' ')}: {', '.join(parts)}.", _DUTIES.get(event.deed, event.deed)


def _brought(table: AutomaticTable, event: e.BuyInCounted | e.BuyInDropped | e.BuyInCorrected) -> str:
    named = (("currency", event.currency_minor), ("chips", event.chips_minor), ("coupon", event.coupon_minor))
    return " and ".join(f"{table.money(amount)} in {name}" for name, amount in named if amount) or "nothing"


def _refunded(table: AutomaticTable, event: e.GameRefunded) -> tuple[str, str]:
    parts = []
    columns = (event.refunded_minor, event.reversed_minor, event.receivable_minor, event.payable_minor)
    names = map(holder_of, event.terminal, event.session or repeat(None))
    for name, back, taken, owed, payable in zip(names, *columns, strict=True):
        said = [f"{table.money(back)} back"] if back else []
        said += [f"{table.money(taken)} of winnings taken back"] if taken else []
        said += [f"{table.money(abs(owed))} {'owed' if owed > 0 else 'owed no more'}"] if owed else []
        more = "more" if payable > 0 else "less"
        said += [f"{table.money(abs(payable))} {more} due to its player"] if payable else []
        parts.append(f"{name} {', '.join(said) or 'nothing'}")
    designee = f" for {event.designee_of}" if event.designee_of else ""
    return f"{event.by}{designee} refunds game {event.game}: {'; '.join(parts) or 'no wagers'}.", "refund"


def _left(table: AutomaticTable, event: e.ReceivableRepaid | e.PayablePaid) -> str:
    return f"; {table.money(event.left_minor)} is left" if event.left_minor else ""


def _turns(event: e.NumberSensed) -> str:
    return "" if event.revolutions is None else f" after {event.revolutions} revolutions"


def _confirmed(_: AutomaticTable, event: e.NumberConfirmed) -> tuple[str, str]:
    ruled = f" {event.by} ruled before {event.witness}: {event.reason}" if event.reason else ""
    colour = colour_of(event.pocket)
    return f"Game {event.game}: {event.pocket} {colour}. The dolly shows it on every terminal.{ruled}", "announce"


def _voided(table: AutomaticTable, event: e.GameVoided) -> tuple[str, str]:
    cause = event.cause.value.replace("_", " ")
    settled = ", after it was settled" if event.was_settled else ""
    text = f"{event.by} voids game {event.game}{settled}: {cause}{f' ({event.note})' if event.note else ''}."
    del table
    return f"{text} [{event.clause}]", ""


def _held(_: AutomaticTable, event: e.GameHeld) -> tuple[str, str]:
    return f"Game {event.game} is held: {event.reason} [{event.clause}]", ""


def _name(event: Any) -> str:
    return holder_of(event.terminal, event.session)


def _begun(_: AutomaticTable, event: e.SessionsBegun) -> tuple[str, str]:
    before = f" before {event.witness}" if event.witness else ""
    return f"{event.by}{before}: from here on credits, bets and debts are those of patron sessions [HP-A2].", ""


def _abandoned(table: AutomaticTable, event: e.SessionAbandoned) -> tuple[str, str]:
    running = f"; {table.money(event.bets_minor)} in bets run to their result" if event.bets_minor else ""
    name = _name(event)
    left = f"{table.money(event.credits_minor)} is due to its player{running}"
    return f"{event.by}, with {event.witness}: session {name} was abandoned ({event.reason}). {left} [HP-A3].", ""


def _corrected(table: AutomaticTable, event: e.BuyInCorrected) -> tuple[str, str]:
    name = event.terminal if event.witness is None else _name(event)
    text = f"{event.by} voids the buy-in of {table.money(event.was_minor)} at {name}; it was {_brought(table, event)}."
    if event.witness is None:
        return text, "correct_buy_in"
    due, owed = table.money(abs(event.payable_minor)), table.money(abs(event.receivable_minor))
    said = (
        [f"{due} {'more' if event.payable_minor > 0 else 'less'} is due to its player"] if event.payable_minor else []
    )
    said += [f"{owed} {'more' if event.receivable_minor > 0 else 'less'} is owed"] if event.receivable_minor else []
    return f"{text} With {event.witness}: {' and '.join(said) or 'no more and no less is due'} [HP-A4].", ""


def _staffing(_: AutomaticTable, event: e.StaffingReported) -> tuple[str, str]:
    alarm = " ALARM: more than six tables a supervisor." if event.is_short else ""
    return f"Tables with a dealer: {event.tables}; supervisors: {event.supervisors}.{alarm}", "supervision"


_WORDS: dict[type[Event], Callable[[AutomaticTable, Any], tuple[str, str]]] = {
    e.TerminalEnrolled: lambda _, x: (f"{x.by} enrols terminal {x.terminal}.", "equipment"),
    e.TerminalRemoved: lambda _, x: (f"{x.by} removes terminal {x.terminal}.", "equipment"),
    e.StaffingReported: _staffing,
    e.SessionsBegun: _begun,
    e.SessionOpened: lambda _, x: (f"Session {_name(x)} begins at {x.terminal} [HP-A1].", ""),
    e.SessionAbandoned: _abandoned,
    e.SessionClosed: lambda t, x: (
        f"Session {_name(x)} is over; {t.money(x.credits_minor)} more is due to its player [HP-A3].",
        "",
    ),
    e.BuyInCounted: lambda t, x: (f"{x.by} counts {_brought(t, x)} for {x.terminal}.", "buy_in_count"),
    e.BuyInCredited: lambda t, x: (f"{x.terminal} is credited {t.money(x.amount_minor)}.", "buy_in_confirm"),
    e.BuyInDropped: lambda t, x: (f"{x.by} drops {_brought(t, x)} of {x.terminal}.", "buy_in_drop"),
    e.CreditVerified: lambda t, x: (f"{x.terminal} verifies {t.money(x.credits_minor)}.", "verify_credit"),
    e.CreditQuestioned: lambda t, x: (
        f"The player at {x.terminal} says that {t.money(x.credits_minor)} is not right, and waits.",
        "verify_credit",
    ),
    e.BuyInCorrected: _corrected,
    e.GameStarted: lambda _, x: (f"Game {x.game} takes bets for {x.seconds} seconds.", "start"),
    e.BetsChanged: _bets,
    e.ExposureWarned: lambda t, x: (
        f"The spin may cost {t.money(x.exposure_minor)}, over {t.money(x.limit_minor)}.",
        "limits",
    ),
    e.SpinPrompted: lambda _, x: (f"{x.seconds_left} seconds are left: spin the ball.", "prompt"),
    e.GameHeld: _held,
    e.ClockExtended: lambda _, x: (f"{x.by}, with {x.witness}, gives game {x.game} {x.seconds} seconds more.", "hold"),
    e.NumberSensed: lambda _, x: (f"The sensor finds {x.pocket}{_turns(x)}.", "sensor"),
    e.NumberConfirmed: _confirmed,
    e.GameVoided: _voided,
    e.GameRefunded: _refunded,
    e.ReceivableRepaid: lambda t, x: (
        f"{x.by} takes {t.money(x.amount_minor)} that the player of {_name(x)} owed{_left(t, x)}.",
        "refund",
    ),
    e.PayablePaid: lambda t, x: (
        f"{x.by} pays {t.money(x.amount_minor)} due to the player of {_name(x)}{_left(t, x)}.",
        "refund",
    ),
    e.CashOutAsked: lambda _, x: (f"{x.terminal} asks to cash out.", "cash_out"),
    e.CashOutAffirmed: lambda t, x: (
        f"{x.terminal} means it: {t.money(x.credits_minor)}. The dealer is told.",
        "cash_out_affirm",
    ),
    e.CashOutWithdrawn: lambda _, x: (f"{x.terminal} goes on playing.", "cash_out"),
    e.CashOutSelected: lambda t, x: (
        f"The console shows {t.money(x.amount_minor)} for {x.terminal}.",
        "cash_out_select",
    ),
    e.ChipsCountedOut: lambda t, x: (f"{x.by} counts out {t.money(x.amount_minor)} in chips.", "cash_out_chips"),
    e.CashedOut: lambda t, x: (
        f"{x.by} confirms: {t.money(x.amount_minor)} leaves {x.terminal}.",
        "cash_out_confirm",
    ),
    e.ChipsDelivered: lambda t, x: (
        f"{x.by} brings {t.money(x.amount_minor)} in chips to {x.terminal}.",
        "cash_out_deliver",
    ),
    e.ClockStepped: lambda _, x: (f"The wall clock moved by {x.by_milliseconds} ms; no window did.", "clock"),
    roulette_events.BallSpun: lambda _, x: (f"{x.by} spins the ball {x.direction} the wheel.", "spin"),
    roulette_events.NoMoreBetsCalled: lambda _, __: ("The clock is at zero: every terminal is frozen.", "lock"),
    roulette_events.BallLanded: lambda _, x: (f"The ball rests in {x.pocket}.", "sensor"),
    RoundSettled: lambda t, x: (settlement_words(in_full(t.rules, x), t.money), ""),
}
