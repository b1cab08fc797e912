"""The paper of a tote sale: the original with its bar code, a copy without, and the text that a reader scans. Pure.

The original is made once, from the event that is the recorded copy (PW-B1). Whatever is printed later of the same
sale is a copy: it says so, and nobody can cash it. It shows neither the check code nor the whole number, because
whoever has the number and everything else on a ticket could work the code out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from pitboss.errors import BadNotation
from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.money import Currency, show
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.events import TicketCancelled, TicketCashed, TicketExchanged, TicketRefunded, TicketSold
from pitboss.tote.day.print import exchange_lines, ticket_lines

PAYLOAD_LENGTH = 36
_PAYLOAD = re.compile(r"([0-9]{8}-[A-Z2-7]{20})-([A-Z2-7]{6})", re.ASCII)
_SHOWN_OF_NUMBER = 4
"""How much of a ticket's random part a copy shows, to tell copies apart."""

Paid = TicketCashed | TicketRefunded | TicketCancelled
"""What money is handed out for, at a window."""
_HEADINGS = {TicketCashed: "PAID", TicketRefunded: "REFUND", TicketCancelled: "CANCELLED"}


@cites("PW-B2a", "PW-D7b")
def payload(ticket: str, check: str) -> str:
    """Return what the bar codes of a ticket say: its number and its check code, as one text of fixed length.

    >>> payload("20040501-AAAAAAAAAAAAAAAAAAAA", "KARCAF")
    '20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF'

    Raises:
        BadNotation: for what is no ticket's number or no check code.
    """
    text = f"{ticket}-{check}"
    read_payload(text)
    return text


@cites("PW-D7b")
def read_payload(text: str) -> tuple[str, str]:
    """Split what a reader scanned into a ticket's number and its check code.

    A well-formed text proves nothing: only the tote knows whether the ticket exists and the code is right.
    Readers may be set to end with a line feed; nothing else beside the text is passed over.

    >>> read_payload("20040501-AAAAAAAAAAAAAAAAAAAA-KARCAF")
    ('20040501-AAAAAAAAAAAAAAAAAAAA', 'KARCAF')

    Raises:
        BadNotation: with what is wrong: the length, or the characters.
    """
    scanned = text.removesuffix("\n").removesuffix("\r")
    if len(scanned) != PAYLOAD_LENGTH:
        reason = f"is not a ticket code: it has {len(scanned)} characters instead of {PAYLOAD_LENGTH}; scan it again"
        raise BadNotation(reason, field="scanned", value=text)
    found = _PAYLOAD.fullmatch(scanned)
    if found is None:
        reason = "is not a ticket code: 8 digits, 20 and then 6 of A-Z and 2-7, with hyphens; scan it again"
        raise BadNotation(reason, field="scanned", value=text)
    return found[1], found[2]


@cites("PW-B1", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
def original(sold: TicketSold, currency: str) -> Layout:
    """Return the buyer's part of a ticket, which alone is worth anything."""
    number = TextLine(f"{sold.ticket}  check {sold.check}", is_bold=True, is_centred=True)
    return Layout((*_sale(sold, currency), number), payload(sold.ticket, sold.check))


@cites("PW-B1", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
def copy(sold: TicketSold, currency: str) -> Layout:
    """Return a further print of a sale: for the house's file, or where the original may not have come out."""
    mark = TextLine("COPY", is_large=True, is_bold=True, is_centred=True)
    day, random_part = sold.ticket.split("-")
    number = TextLine(f"{day}-...{random_part[-_SHOWN_OF_NUMBER:]}", is_bold=True, is_centred=True)
    return Layout((mark, *_sale(sold, currency), number, TextLine("not payable", is_centred=True), mark))


@cites("PW-C9", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e", "Q84")
def second_half(made: TicketExchanged, currency: str) -> Layout:
    """Return the second-half ticket of a twin trifecta. It has no bar code: what is cashed is the first half."""
    heading = TextLine("SECOND HALF", is_large=True, is_bold=True, is_centred=True)
    return Layout((heading, *(TextLine(_with_code(line, currency)) for line in exchange_lines(made, currency))))


def _sale(sold: TicketSold, currency: str) -> Iterator[TextLine]:
    """Yield the lines of a ticket without its number and code."""
    for place, line in enumerate(ticket_lines(sold, currency)):
        if sold.ticket not in line:
            yield TextLine(_with_code(line, currency), is_bold=place == 0)


@cites("PW-D2", "PW-E2", "PW-F1a")
def receipt(paid: Paid, currency: str, *, facility: str, at: datetime) -> Layout:
    """Return what is handed out with money: what for, how much, where, when and by whom. It opens the drawer."""

    def money(amount_minor: int) -> str:
        return _with_code(show(amount_minor, Currency.of(currency)), currency)

    lines = [
        TextLine(_HEADINGS[type(paid)], is_large=True, is_bold=True, is_centred=True),
        TextLine(f"{facility}, terminal {paid.terminal}, by {paid.by}"),
        TextLine(f"{at:%Y-%m-%d %H:%M:%S %Z}".rstrip()),
        TextLine(f"ticket {paid.ticket}"),
    ]
    if isinstance(paid, TicketCashed):
        rows = zip(paid.pool, paid.payout_minor, paid.refund_minor, strict=True)
        lines += [TextLine(f"{pool}: won {money(won)}, refunded {money(back)}") for pool, won, back in rows]
    elif isinstance(paid, TicketRefunded):
        rows_back = zip(paid.pool, paid.refund_minor, strict=True)
        lines += [TextLine(f"{pool}: refunded {money(back)}") for pool, back in rows_back]
    else:
        lines.append(TextLine(f"stamped {paid.stamp}"))
    if isinstance(paid, TicketCashed) and paid.is_partial:
        lines.append(TextLine("keep your ticket: it stays good for what is not decided"))
    if paid.witness is not None:
        lines.append(TextLine(f"verified by {paid.witness}"))
    lines.append(TextLine(f"total {money(paid.total_minor)}", is_large=True, is_bold=True))
    return Layout(tuple(lines), opens_drawer=True)


def _with_code(text: str, currency: str) -> str:
    """Return a text with the currency's code for its sign, where the printer's characters do not have the sign."""
    symbol = Currency.of(currency).symbol
    return text if symbol.isascii() else text.replace(symbol, currency)
