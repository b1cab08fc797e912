"""The console's keys at a table to try: the dealer's acts, and the supervisor's where a rule asks for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.table_desk import SUPERVISOR
from pitboss.errors import InputError
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.state import CashOut
from pitboss.money import Currency, parse_minor

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.cli.table_acts import Seat

__all__ = ["CONSOLE_KEYS"]

_EXTRA_SECONDS = 30


def _buy_in(seat: Seat) -> None:
    """Do the next step of a buy-in at the selected terminal."""
    name, desk = seat.terminal, seat.desk
    terminal = desk.state.terminals[name]
    if terminal.counted is not None:
        counted = terminal.counted
        total = counted.currency_minor + counted.chips_minor + counted.coupon_minor
        desk.deal(a.ConfirmBuyIn(terminal=name, amount_minor=total))
    elif terminal.undropped is not None:
        desk.deal(a.DropBuyIn(terminal=name))
    else:
        seat.ask(f"currency for {name}", lambda text: _counted(seat, name, text))


def _counted(seat: Seat, name: str, text: str) -> None:
    try:
        amount = parse_minor(text, Currency.of(seat.desk.state.config.currency))
    except InputError as error:
        seat.desk.say(f"Not an amount: {error}")
        return
    seat.desk.deal(a.CountBuyIn(terminal=name, currency_minor=amount))


def _cash_out(seat: Seat) -> None:
    """Do the next step of a cash-out at the selected terminal."""
    name, desk = seat.terminal, seat.desk
    terminal = desk.state.terminals[name]
    amount, is_stale = terminal.cash_out_minor, desk.state.credits(name) != terminal.cash_out_minor
    if terminal.cash_out is CashOut.SELECTED and not is_stale:
        desk.deal(a.CountOutChips(terminal=name, amount_minor=amount))
    elif terminal.cash_out is CashOut.COUNTED and not is_stale:
        desk.deal(a.ConfirmCashOut(terminal=name, amount_minor=amount))
    elif terminal.cash_out is CashOut.CONFIRMED:
        desk.deal(a.DeliverChips(terminal=name))
    else:
        desk.deal(a.SelectCashOut(terminal=name))


def _confirm(seat: Seat) -> None:
    """Confirm the sensor's number as it stands on the console."""
    sensed = seat.desk.state.sensed
    if sensed is None:
        seat.desk.say("No number is on the console.")
    else:
        seat.desk.deal(a.ConfirmNumber(pocket=sensed.pocket))


def _number(text: str) -> tuple[str, int | None]:
    """Read a number, and how often the ball went round if that was typed too."""
    pocket, _, revolutions = text.partition(" ")
    return pocket, int(revolutions) if revolutions.strip().isdecimal() else None


def _enter(seat: Seat, text: str) -> None:
    pocket, revolutions = _number(text)
    seat.desk.deal(a.ConfirmNumber(pocket=pocket, revolutions=revolutions))


def _rule(seat: Seat, text: str) -> None:
    pocket, revolutions = _number(text)
    act = a.RuleNumber(pocket=pocket, revolutions=revolutions or 0, reason="as seen on the wheel")
    seat.desk.do(SUPERVISOR, act, witness=seat.desk.dealer)


def _void(seat: Seat, text: str) -> None:
    """Void the game in play, or a settled one whose number is typed after the cause."""
    word, _, number = text.partition(" ")
    causes = [cause for cause in a.VoidCause if word and cause.value.startswith(word)]
    if len(causes) != 1:
        seat.desk.say(f"One of {', '.join(cause.value for cause in a.VoidCause)}, not {word!r}.")
        return
    game = int(number) if number.strip().isdecimal() else None
    seat.desk.do(SUPERVISOR, a.VoidGame(cause=causes[0], game=game), witness=seat.desk.dealer)


def _take_ball(seat: Seat) -> None:
    if not seat.desk.wheel.take_ball():
        seat.desk.say("No ball is running.")


CONSOLE_KEYS: dict[str, tuple[str, Callable[[Seat], object]]] = {
    "B": ("buy-in, step by step", _buy_in),
    "N": ("new game", lambda seat: seat.desk.deal(a.StartGame())),
    "S": ("spin", lambda seat: seat.desk.deal(a.SpinBall(direction=Direction.AGAINST))),
    "C": ("confirm the number", _confirm),
    "K": ("key in a number", lambda seat: seat.ask("number, and revolutions", lambda text: _enter(seat, text))),
    "O": ("cash-out, step by step", _cash_out),
    "H": ("hold", lambda seat: seat.desk.deal(a.HoldGame(reason="the dealer stopped the game"))),
    "E": ("extend", lambda seat: seat.desk.deal(a.ExtendClock(seconds=_EXTRA_SECONDS), witness=SUPERVISOR)),
    "G": ("rule on a number", lambda seat: seat.ask("number and revolutions", lambda text: _rule(seat, text))),
    "V": ("void", lambda seat: seat.ask("cause, and a settled game", lambda text: _void(seat, text))),
    "R": ("refund", lambda seat: seat.desk.do(SUPERVISOR, a.RefundGame())),
    "T": ("take the ball out", _take_ball),
}
"""Key, what it is for, and what it does."""
