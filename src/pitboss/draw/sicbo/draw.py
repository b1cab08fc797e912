"""A sic bo table as one picture: the layout as its computer lights it, the dice, the chips, and what each place pays.

Drawing decides nothing: a bet the layout does not have is refused by the rules, and the pay table says which places
are lit. Nor does it settle: it shows which chips win, not what they are paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.draw.sicbo.cloth import UNIT, Cloth, lamp
from pitboss.draw.sicbo.dice import die
from pitboss.draw.sicbo.words import check_dice, counted, description, legend, outcome, stacks_of
from pitboss.draw.svg import CREAM, FELT, GOLD, element, fitted, group, picture, text_width
from pitboss.games.sicbo import settle
from pitboss.games.sicbo.layout import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.draw.sicbo.cloth import Stack
    from pitboss.draw.svg import Markup
    from pitboss.games.sicbo.rules import Rules

__all__ = ["draw"]

# Where the parts are, in units of the layout from the upper left corner of the picture.
_MARGIN, _LAYOUT_TOP, _FOOT = 0.45, 2.15, 0.75
_RIGHT = _MARGIN + WIDTH
_TRAY_WIDTH, _TRAY_HEIGHT, _TRAY_MIDDLE = 3.6, 1.3, 0.98
_DIE, _TURNS = 0.84, (-7.0, 5.0, -3.0)
_HEADING_SIZE, _HOUSE_SIZE, _FOOT_SIZE = 0.8, 0.34, 0.27


def draw(
    rules: Rules, *, dice: Sequence[int] | None = None, bets: Sequence[tuple[str, int]] = (), title: str = ""
) -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the house; its odds and limits are printed.
        dice: the throw, if there is one yet; the places it lights are lit.
        bets: notation and minor units, each a chip. Bets on one place are stacked, and the stack bears their sum.
        title: the heading; the table's name without one, or the game's.

    Raises:
        BadNotation: for dice that are no throw, or a bet that is no notation.
        RuleViolation: for a bet that the layout does not have.
        BadAmount: for an amount that is no stake.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "oneida-sicbo-2004"})), dice=(3, 3, 5)).count('class="lit"')
    6
    """
    thrown = None if dice is None else check_dice(dice)
    lit = settle.lit(rules, thrown) if thrown else ()
    stacks = stacks_of(rules, bets, None if thrown is None else frozenset(lit))
    heading = title or rules.config.name or "Sic bo"
    return picture(
        "sicbo",
        (_RIGHT + _MARGIN) * UNIT,
        (_LAYOUT_TOP + HEIGHT + _FOOT) * UNIT,
        element("rect", width="100%", height="100%", rx=UNIT * 0.25, fill=FELT),
        _heading(heading, rules.edition.title, WIDTH if thrown is None else 6.5),
        *([_readout(thrown, stacks)] if thrown else []),
        Cloth(rules, stacks, thrown, frozenset(lit)).picture(_MARGIN * UNIT, _LAYOUT_TOP * UNIT),
        _foot(legend(rules), has_lamp=thrown is not None),
        title=heading if heading == "Sic bo" else f"Sic bo: {heading}",
        description=description(stacks, thrown, lit),
    )


def _heading(heading: str, house: str, width: float) -> Markup:
    x = _MARGIN * UNIT
    size, house_size = fitted(heading, _HEADING_SIZE, width) * UNIT, fitted(house, _HOUSE_SIZE, width) * UNIT
    return group(
        element("text", heading, x=x, y=1.05 * UNIT, font_size=size, font_weight="700", fill=GOLD),
        element("text", house, x=x, y=1.52 * UNIT, font_size=house_size, fill=CREAM),
        class_="heading",
    )


def _readout(dice: Sequence[int], stacks: Sequence[Stack]) -> Markup:
    """Show the dice on their tray at the right, and beside it the total, what it is, and how many bets win."""
    left, x = _RIGHT - _TRAY_WIDTH, (_RIGHT - _TRAY_WIDTH - 0.3) * UNIT
    tray = element(
        "rect",
        x=left * UNIT,
        y=(_TRAY_MIDDLE - _TRAY_HEIGHT / 2) * UNIT,
        width=_TRAY_WIDTH * UNIT,
        height=_TRAY_HEIGHT * UNIT,
        rx=_TRAY_HEIGHT / 2 * UNIT,
        fill="#062d1d",
        stroke=GOLD,
        stroke_width=3,
    )
    shown = []
    for place, (face, turned) in enumerate(zip(dice, _TURNS, strict=True)):
        middle = left + _TRAY_WIDTH / 2 + (place - 1) * (_DIE + 0.16)
        shown.append(die(face, middle * UNIT, _TRAY_MIDDLE * UNIT, _DIE * UNIT, turned=turned))
    words = f"Total {sum(dice)} \N{MIDDLE DOT} {outcome(dice)}"
    bets = counted(stacks)
    end: dict[str, str | float] = {"x": x, "text_anchor": "end"}
    return group(
        tray,
        *shown,
        element("text", words, y=1.05 * UNIT, font_size=0.56 * UNIT, font_weight="700", fill="#fff", **end),
        *([element("text", bets, y=1.52 * UNIT, font_size=_HOUSE_SIZE * UNIT, fill=CREAM, **end)] if bets else []),
        class_="result",
    )


def _foot(entries: Sequence[tuple[str, str]], *, has_lamp: bool) -> Markup:
    """Write the legend in one line below the layout, with what the lamp means."""
    y = _LAYOUT_TOP + HEIGHT + 0.46
    signs = [("Lit", "wins"), *entries] if has_lamp else list(entries)
    needed = sum(text_width(f"{name} {words}") + 1 for name, words in signs)
    size = min(_FOOT_SIZE, (WIDTH - 0.4) / needed)
    x, parts = _MARGIN, []
    if has_lamp:
        parts.append(lamp((x + 0.13) * UNIT, (y - 0.09) * UNIT, 0.13 * UNIT))
        x += 0.36
    for name, words in signs:
        bold = element("tspan", name, font_weight="700", fill=GOLD)
        parts.append(element("text", bold, f" {words}", x=x * UNIT, y=y * UNIT, font_size=size * UNIT, fill=CREAM))
        x += (text_width(f"{name} {words}") + 1) * size
    return group(*parts, class_="legend")
