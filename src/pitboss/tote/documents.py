"""A race card as a document: races, pools and tickets, each with the fields that may stand in it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pitboss.money import STAKE_MAX

HOST = "host"
Cents = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]


class RunnerDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A runner: its program number, the entry or field it belongs to, and whether it was scratched."""

    no: str
    entry: str | None = None
    scratched: Literal["early", "late"] | None = None


class RaceDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A race as a card names it."""

    runners: tuple[str | RunnerDocument, ...]
    result: tuple[tuple[str, ...], ...] | None = None
    cancelled: Literal["early", "late"] | None = None
    favorite: str | None = None


class PoolDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A pool as a card names it."""

    type: Literal[
        "win", "place", "show", "exacta", "quinella", "trifecta", "superfecta", "double", "pick3", "pick6", "pickn",
        "twin_trifecta",
    ]  # fmt: skip
    races: tuple[str, ...]
    takeout: str | dict[str, str]
    carryover_in: Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)] = 0
    mandatory: bool = False
    config: dict[str, Any] = {}
    probables: bool = False
    will_pays: bool = False


class ExchangeDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A second-half selection of a twin trifecta."""

    sel: tuple[str, ...]
    amount: Cents


class TicketDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A ticket: one bet in one pool, or across the board of a race."""

    id: str
    amount: Cents
    sel: tuple[Any, ...]
    pool: str | None = None
    type: Literal["across_the_board"] | None = None
    race: str | None = None
    form: Literal["straight", "box", "key_box", "wheel", "partial_wheel"] = "straight"
    key: str | None = None
    source: str = HOST
    exchange: tuple[ExchangeDocument, ...] = ()


class CardDocument(msgspec.Struct, forbid_unknown_fields=True):
    """Races, pools and tickets, in one document."""

    races: dict[str, msgspec.Raw] = {}
    pools: dict[str, msgspec.Raw] = {}
    tickets: tuple[TicketDocument, ...] = ()
    config: dict[str, Any] = {}
    odds_of_prices: tuple[Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)], ...] | None = None
