"""How a jurisdiction calculates: each choice by its name, with the usual one as default."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from pitboss.errors import InputError
from pitboss.money import Rounding

_RATE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,12}|/[0-9]{1,9})?")
Cents = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choices of one pool."""

    breakage: Annotated[tuple[Cents, ...], msgspec.Meta(min_length=2, max_length=2)] = (10, 100)
    """A price for so many cents of stake (the second) is cut to a multiple of so many (the first)."""
    min_payout: Annotated[tuple[Cents, ...], msgspec.Meta(min_length=2, max_length=2)] = (105, 100)
    takeout_rounding: Literal["down", "half_up", "up"] = "down"
    price_method: Literal["auto", "standard", "net"] = "auto"
    exacta_fallback: Literal["first_or_second", "first_only"] = "first_or_second"
    pick3_scratch: Literal["favorite", "consolation"] = "favorite"
    pick3_dead_heat: Literal["profit_split", "single_price"] = "profit_split"
    pick3_refund_cancelled: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    pickn_method: Literal["carryover_minor", "carryover", "no_carryover", "minor_no_carryover"] = "carryover_minor"
    minor_share: str = "1/4"
    pickn_early_scratch: Literal["substitute", "refund"] = "substitute"
    twin_first_share: str = "1/2"
    twin_carryover_cap: Annotated[int, msgspec.Meta(ge=0)] | None = None
    multileg_box: Literal["product", "permutation"] = "product"

    @property
    def rounding(self) -> Rounding:
        """Return how a takeout comes to whole cents."""
        return Rounding(self.takeout_rounding)


def fraction_of(text: object, field: str, *, is_takeout: bool = False) -> Fraction:
    """Read an exact rate from 0 to 1, `0.18` or `3/10`; a takeout leaves something.

    >>> fraction_of("0.18", "takeout")
    Fraction(9, 50)
    """
    rate = None
    if isinstance(text, str) and _RATE.fullmatch(text):
        numerator, _, denominator = text.partition("/")
        rate = Fraction(numerator) / int(denominator or 1) if int(denominator or 1) else None
    if rate is None or rate > 1 or (is_takeout and rate == 1):
        most = "less than 1" if is_takeout else "1"
        raise InputError(f'a rate is text from 0 to {most}, such as "0.18" or "3/10"', field=field, value=text)
    return rate


def config_of(chosen: dict[str, Any], field: str) -> Config:
    """Return the configuration with the chosen values in place of the defaults."""
    for name in ("breakage", "min_payout"):
        if isinstance(chosen.get(name), dict):
            chosen = {**chosen, name: _pair(chosen[name], f"{field}.{name}")}
    try:
        config = msgspec.convert(chosen, Config)
    except msgspec.ValidationError as error:
        raise InputError(str(error), field=field, value=chosen) from error
    for name in ("minor_share", "twin_first_share"):
        fraction_of(getattr(config, name), f"{field}.{name}")
    return config


def _pair(value: dict[str, Any], field: str) -> list[Any]:
    if set(value) != {"cents", "per"}:
        raise InputError("it has cents and per, and nothing else", field=field, value=value)
    return [value["cents"], value["per"]]
