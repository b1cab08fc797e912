"""What happened on a tote day in words: a sentence for each event, with its amounts and clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.decider import Event
from pitboss.tote.day import events as e
from pitboss.tote.day.acts import Finisher, NoRace, Source
from pitboss.tote.day.print import exchange_lines, ticket_lines
from pitboss.tote.day.state import Day
from pitboss.tote.day.windows import money


def in_words(state: Day, event: Event) -> str:
    """Tell what happened, and by which clause."""
    text, clause = _WORDS[type(event)](state, event)
    first, newline, rest = text.partition("\n")
    return f"{first} [{clause}]{newline}{rest}"


def order_in_words(order: Iterable[Finisher]) -> str:
    """Write an order of finish: places apart, a dead heat with an equals sign.

    >>> from pitboss.tote.day.acts import Finisher
    >>> order_in_words([Finisher(1, "4"), Finisher(2, "2", dead_heat=True), Finisher(2, "7", dead_heat=True)])
    '4, 2 = 7'
    """
    places: dict[int, list[str]] = {}
    for finisher in order:
        places.setdefault(finisher.place, []).append(finisher.runner)
    return ", ".join(" = ".join(places[place]) for place in sorted(places))


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _card(state: Day, event: e.CardOpened) -> tuple[str, str]:
    card = event.card
    many = f"{_many(len(card.races), 'race')}, {_many(len(card.pools), 'pool')}"
    text = f"The card of {card.name} ({card.track}) is open: {many}."
    return text, state.rules.clause("card")


def _terminal_opened(state: Day, event: e.TerminalOpened) -> tuple[str, str]:
    kind = event.kind.replace("_", "-")
    return f"Terminal {event.terminal} ({kind}) is at work at window {event.window}.", state.rules.clause("tim")


def _terminal_closed(state: Day, event: e.TerminalClosed) -> tuple[str, str]:
    cash = money(state, event.cash_minor)
    text = f"Terminal {event.terminal} is out of work after {_many(event.serial, 'ticket')}, with {cash} in its drawer."
    return text, state.rules.clause("tim")


def _halted(state: Day, event: e.CashingHalted) -> tuple[str, str]:
    text = f'Cashing is halted: {event.reason} Announced: "{event.announcement}"'
    return text, state.rules.clause("display")


def _resumed(state: Day, event: e.CashingResumed) -> tuple[str, str]:
    return f"Cashing goes on: {event.note}", state.rules.clause("display")


def _display(state: Day, event: e.DisplayCorrected) -> tuple[str, str]:
    shown, correct = money(state, event.posted_minor), money(state, event.correct_minor)
    text = f"A display showed {shown} for {event.combo} in {event.pool}; it is {correct}, and only that is paid."
    return text, state.rules.clause("display")


def _day_closed(state: Day, event: e.DayClosed) -> tuple[str, str]:
    outs = money(state, event.outs_minor)
    worth = f"{_many(event.tickets, 'ticket')} worth {outs}"
    text = f"The day's racing is over: {worth} to be cashed before {event.expires_on}."
    for name, amount in event.carried.items():
        text += f" Carried over in {name}: {money(state, amount)}."
    return text, state.rules.clause("outs")


def _expired(state: Day, event: e.TicketsExpired) -> tuple[str, str]:
    text = f"{_many(event.tickets, 'ticket')} expired; {money(state, event.unclaimed_minor)} was never claimed."
    return text, state.rules.clause("expiry")


def _race(event: Any) -> str:
    return f"race {event.race} of {event.track}"


def _post_time(state: Day, event: e.PostTimeMoved) -> tuple[str, str]:
    return f"The post time of {_race(event)} is {event.post_time.isoformat()}.", state.rules.clause("final")


def _scratched(state: Day, event: e.RunnerScratched) -> tuple[str, str]:
    text = f"Runner {event.runner} of {_race(event)} is {'a non-starter' if event.out != 'scratched' else 'scratched'}."
    if event.interest_out is None:
        text += " Its entry still has a runner, and bets on it stand."
    return text, state.rules.clause("refund_scratched")


def _restored(state: Day, event: e.RunnerRestored) -> tuple[str, str]:
    text = f"Runner {event.runner} of {_race(event)} is in again, its scratch was an error: {event.reason}"
    return text, state.rules.clause("refund_scratched")


def _payoffs(state: Day, event: e.PayoffsEntered) -> tuple[str, str]:
    rows = zip(event.combo, event.price_minor, event.calculated_minor, strict=True)
    read = "; ".join(
        f"{combo} pays {money(state, price)}" + (f", not {money(state, ours)}" if ours != price else "")
        for combo, price, ours in rows
    )
    text = f"{event.pool} for $2, read from the signal by {event.by} before {event.witness}: {read}. {event.reason}"
    return text, state.rules.clause("signal")


def _corrected(state: Day, event: e.ResultCorrected) -> tuple[str, str]:
    orders = f"{order_in_words(event.order)}, and not {order_in_words(event.was)}"
    text = f"The track's sign for {_race(event)} showed {orders}: corrected by {event.by} and {event.witness}."
    kept = f" What was read of {', '.join(event.kept)} from the signal is paid as before." if event.kept else ""
    return f"{text}{kept} Evidence: {event.evidence}", state.rules.clause("no_change")


def _short(state: Day, event: e.FieldShort) -> tuple[str, str]:
    said = "Nothing more is sold in it." if event.is_stopped else "It is still sold."
    text = f"Every bet in {event.pool} wins, with {event.standing} left in its race. {said}"
    return text, state.rules.clause("short_field")


def _stopped(state: Day, event: e.BettingStopped) -> tuple[str, str]:
    pools = ", ".join(
        f"{name} {money(state, total)}" for name, total in zip(event.pool, event.total_minor, strict=True)
    )
    return f"Betting on {_race(event)} has stopped. {pools or 'No pools'}.", state.rules.clause("final")


def _race_cancelled(_: Day, event: e.RaceCancelled) -> tuple[str, str]:
    said = {"cancelled": "cancelled", "no_race": "declared no race", "breakdown": "declared no race after a breakdown"}
    return f"R{_race(event)[1:]} is {said[event.cause.value]}: {event.reason}", event.clause


def _posted(state: Day, event: e.ResultPosted) -> tuple[str, str]:
    text = f"Posted for {_race(event)}, not official: {order_in_words(event.order)}."
    if event.source is Source.SIGNAL:
        text += f" Read from the signal by {event.by} before {event.witness}: {event.reason}"
        return text, state.rules.clause("signal")
    return text, state.rules.clause("results")


def _inquiry(state: Day, event: e.InquiryCalled) -> tuple[str, str]:
    return f"Inquiry into {_race(event)}: {event.reason}", state.rules.clause("results")


def _inquiry_ended(state: Day, event: e.InquiryEnded) -> tuple[str, str]:
    return f"The inquiry into {_race(event)} is over: {event.ruling}", state.rules.clause("results")


def _official(state: Day, event: e.RaceOfficial) -> tuple[str, str]:
    return f"OFFICIAL, {_race(event)}: {order_in_words(event.order)}.", state.rules.clause("no_change")


def _counted(state: Day, event: e.TotalCounted) -> tuple[str, str]:
    said = "as the book has it" if event.total_minor == event.book_minor else f"not {money(state, event.book_minor)}"
    text = f"{event.counted_by} counts {money(state, event.total_minor)} in {event.pool}, {said}."
    return text, state.rules.clause("display")


def _held(state: Day, event: e.PricesHeld) -> tuple[str, str]:
    ways = ", ".join(f"{way.replace('_', ' ')} {money(state, total)}" for way, total in event.total_minor.items())
    return f"The prices of {event.pool} are held: its totals differ ({ways}).", state.rules.clause("display")


def _settled(state: Day, event: e.PoolSettled) -> tuple[str, str]:
    name = event.pool
    if event.status != "official":
        text = f"{name} is {event.status}{f' ({event.reason})' if event.reason else ''}."
        if event.refunds_minor:
            text += f" {money(state, event.refunds_minor)} is refunded."
        return text, _refund_clause(state, event) if event.refunds_minor else state.rules.clause("results")
    prices = "; ".join(f"{winner['combo']} pays {money(state, winner['price_2'])}" for winner in event.winners)
    text = f"{name} for $2: {prices}." if prices else f"{name} has no winner."
    for label, amount in (
        ("refunded", event.refunds_minor),
        ("carried over", event.carryover_out_minor),
        ("minus pool", event.minus_pool_minor),
        ("paid by the wrong result", event.payment_error_minor),
    ):
        if amount:
            text += f" {label.capitalize()}: {money(state, amount)}."
    return text, state.rules.clause("results")


def _refund_clause(state: Day, event: e.PoolSettled) -> str:
    book = state.books[event.pool]
    causes = {state.races[book.track, number].cause for number in book.card.races}
    return state.rules.clause("refund_breakdown" if NoRace.BREAKDOWN in causes else "refund_race")


def _sold(state: Day, event: e.TicketSold) -> tuple[str, str]:
    lines = "\n".join(f"    {line}" for line in ticket_lines(event, state.config.currency))
    return f"Sold at terminal {event.terminal}:\n{lines}", state.rules.clause("ticket")


def _undelivered(state: Day, event: e.TicketUndelivered) -> tuple[str, str]:
    cause = event.cause.replace("_", "-")
    text = f"Serial {event.serial} of {event.terminal} did not reach its buyer ({cause}); it gives no claim."
    return text, state.rules.clause("undelivered")


def _cancelled(state: Day, event: e.TicketCancelled) -> tuple[str, str]:
    signed = f" by hand, signed by {event.by} and {event.witness}" if event.witness else f" by {event.method.value}"
    text = f"Serial {event.serial} is cancelled{signed}: {money(state, event.total_minor)} back, stamped {event.stamp}."
    return text, event.clause


def _cashed(state: Day, event: e.TicketCashed) -> tuple[str, str]:
    parts = []
    for name, payout, refund in zip(event.pool, event.payout_minor, event.refund_minor, strict=True):
        words = [f"{money(state, payout)} won"] if payout else []
        words += [f"{money(state, refund)} refunded"] if refund else []
        parts.append(f"{name}: {' and '.join(words)}")
    text = f"Ticket {event.ticket} is cashed for {money(state, event.total_minor)} ({'; '.join(parts)})."
    if event.is_partial:
        text += " It stays good for what is not decided."
    return text, state.rules.clause("verified")


def _refunded(state: Day, event: e.TicketRefunded) -> tuple[str, str]:
    return f"Ticket {event.ticket} is refunded: {money(state, event.total_minor)}.", event.clause


def _exchanged(state: Day, event: e.TicketExchanged) -> tuple[str, str]:
    lines = "\n".join(f"    {line}" for line in exchange_lines(event, state.config.currency))
    return f"Ticket {event.ticket} is exchanged in {event.pool}:\n{lines}", state.rules.clause("exchange")


_WORDS: dict[type[Event], Callable[[Day, Any], tuple[str, str]]] = {
    e.CardOpened: _card,
    e.TerminalOpened: _terminal_opened,
    e.TerminalClosed: _terminal_closed,
    e.CashingHalted: _halted,
    e.CashingResumed: _resumed,
    e.DisplayCorrected: _display,
    e.DayClosed: _day_closed,
    e.TicketsExpired: _expired,
    e.PostTimeMoved: _post_time,
    e.RunnerScratched: _scratched,
    e.RunnerRestored: _restored,
    e.FieldShort: _short,
    e.BettingStopped: _stopped,
    e.RaceCancelled: _race_cancelled,
    e.ResultPosted: _posted,
    e.InquiryCalled: _inquiry,
    e.InquiryEnded: _inquiry_ended,
    e.RaceOfficial: _official,
    e.PayoffsEntered: _payoffs,
    e.ResultCorrected: _corrected,
    e.TotalCounted: _counted,
    e.PricesHeld: _held,
    e.PoolSettled: _settled,
    e.TicketSold: _sold,
    e.TicketUndelivered: _undelivered,
    e.TicketCancelled: _cancelled,
    e.TicketCashed: _cashed,
    e.TicketRefunded: _refunded,
    e.TicketExchanged: _exchanged,
}
