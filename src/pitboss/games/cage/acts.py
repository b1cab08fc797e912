"""What may be asked at the cage, and what the server tells it of the tables."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.decider import MONEY_MAX, Act, Name
from pitboss.games.everyday.acts import Amount, Number, PaidIn

Change = Annotated[int, msgspec.Meta(ge=-MONEY_MAX, le=MONEY_MAX)]
"""How much more there is, in minor units; less is below zero."""


class FundCage(Act, frozen=True, tag="cage.fund/1", permission="cage"):
    """Put money of the house into the cage."""

    amount_minor: Amount


class CashChips(Act, frozen=True, tag="cage.cash_chips/1", permission="cash_chips"):
    """Give somebody cash for value chips."""

    amount_minor: Amount


class RedeemMarker(Act, frozen=True, tag="cage.redeem_marker/1", permission="markers"):
    """Take what a player signed for at a table."""

    table: Name
    marker: Number
    paid_with: PaidIn


class PayTokes(Act, frozen=True, tag="cage.pay_tokes/1", permission="cage"):
    """Pay out of the tips that are shared."""

    paid_to: Name
    amount_minor: Amount


class IssuedMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A marker that a table issued."""

    marker: Number
    player: Name
    amount_minor: Amount


class NoteTable(Act, frozen=True, tag="cage.note_table/1", permission="server"):
    """Tell the cage of a record of a table: chips or boxes that came or went, tips, a marker."""

    table: Name
    version: Number
    """Of the record, in the table's stream."""
    cage_minor: Change = 0
    tokes_minor: Change = 0
    issued: IssuedMarker | None = None
    redeemed: Number | None = None
    """A marker that was redeemed in the table's own stream."""


ACTS: tuple[type[Act], ...] = (FundCage, CashChips, RedeemMarker, PayTokes, NoteTable)
