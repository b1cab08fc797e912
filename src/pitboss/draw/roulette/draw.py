"""A roulette table as one picture: wheel, layout, chips and dolly, with what the house pays and its limits.

Drawing decides nothing: a bet the layout does not offer is refused by the rules, and which numbers win is in the
position. Nor does it settle: it shows which chips win, not what they are paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.draw.roulette.cloth import BOX, Cloth, colour_patch
from pitboss.draw.roulette.wheel import wheel_picture
from pitboss.draw.roulette.words import description, game_name, legend, stacks_of
from pitboss.draw.svg import CREAM, FELT, GOLD, element, fitted, group, middle_text, picture, text_width
from pitboss.games.equipment import colour_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.draw.roulette.cloth import Stack
    from pitboss.draw.svg import Markup
    from pitboss.games.roulette.rules import Rules

__all__ = ["draw"]

# Where the parts are, in boxes from the upper left corner of the picture.
_MARGIN, _WHEEL_RADIUS, _GAP, _LAYOUT_TOP = 0.4, 3.1, 0.45, 1.65
_LAYOUT_LEFT = _MARGIN + 2 * _WHEEL_RADIUS + _GAP
_HOUSE_SIZE, _HEADING_SIZE = 0.9, 0.46
_LEGEND_COLUMNS, _LEGEND_TOP, _LEGEND_LINE, _LEGEND_SIZE = 3, 0.75, 0.62, 0.42
_READOUT_HEIGHT = 1.6


def draw(rules: Rules, *, bets: Sequence[tuple[str, int]] = (), dolly: str | None = None, title: str = "") -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the house; its name, odds and limits are printed.
        bets: notation and minor units, each a chip. Bets on one place are stacked, and the stack bears their sum.
            A place other than the wager's own is named behind an @: `split:0-00@courtesy_line`.
        dolly: the winning number, if there is one yet.
        title: the heading; the name of the game without one.

    Raises:
        RuleViolation: for a bet, or a winning number, that this house's layout does not have.
        BadAmount: for an amount that is no stake.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "seabrook-roulette"})), dolly="17").count("data-box")
    50
    """
    if dolly is not None:
        rules.position(f"straight:{dolly}")
    stacks = stacks_of(rules, bets, dolly)
    house, heading = rules.settings["layout_name"], title or game_name(rules)
    width = max(box.right for box in rules.layout.boxes)
    bottom = _LAYOUT_TOP + max(box.bottom for box in rules.layout.boxes)
    entries = legend(rules)
    lines = -(-len(entries) // _LEGEND_COLUMNS)
    height = bottom + max(_LEGEND_TOP + _LEGEND_LINE * (lines - 1) + 0.15, _READOUT_HEIGHT) + _MARGIN
    wheel_x, wheel_y = _MARGIN + _WHEEL_RADIUS, height / 2 if dolly is None else bottom - _WHEEL_RADIUS
    return picture(
        "roulette",
        (_LAYOUT_LEFT + width + _MARGIN) * BOX,
        height * BOX,
        element("rect", width="100%", height="100%", rx=BOX * 0.3, fill=FELT),
        wheel_picture(rules.wheel, wheel_x * BOX, wheel_y * BOX, _WHEEL_RADIUS * BOX, dolly),
        *([_readout(dolly, stacks, wheel_x, (bottom + height) / 2)] if dolly is not None else []),
        _heading(house, heading, width),
        Cloth(rules.layout, stacks, dolly).picture(_LAYOUT_LEFT * BOX, _LAYOUT_TOP * BOX),
        _legend(entries, lines, width, bottom + _LEGEND_TOP),
        title=f"{house}: {heading}" if house else heading,
        description=description(rules, stacks, dolly),
    )


def _heading(house: str, heading: str, width: float) -> Markup:
    """Write the house's name at the left above the layout, and what the picture shows at the right."""
    baseline, right = (_LAYOUT_TOP - 0.4) * BOX, (_LAYOUT_LEFT + width) * BOX
    size = fitted(heading, _HEADING_SIZE * BOX, width * 0.55 * BOX)
    house_size = fitted(house, _HOUSE_SIZE * BOX, (width - 0.5) * BOX - text_width(heading) * size)
    return group(
        element("text", house, x=_LAYOUT_LEFT * BOX, y=baseline, font_size=house_size, font_weight="700", fill=GOLD),
        element("text", heading, x=right, y=baseline, text_anchor="end", font_size=size, fill=CREAM),
        class_="heading",
    )


def _readout(pocket: str, stacks: Sequence[Stack], x: float, y: float) -> Markup:
    """Write the winning number and its colour large below the wheel, and how many of the bets win."""
    colour = colour_of(pocket)
    left, words, middle = (x - 1.4) * BOX, (x - 0.35) * BOX, y * BOX
    placed = sum(len(stack.chips) for stack in stacks)
    won = sum(len(stack.chips) for stack in stacks if stack.wins)
    counted = f"{won} of {placed} {'bet' if placed == 1 else 'bets'} {'wins' if won == 1 else 'win'}"
    name_size, count_size = 0.6 * BOX, 0.42 * BOX
    name_y = middle - 0.06 * BOX if placed else middle + name_size * 0.36
    return group(
        colour_patch(colour, left, middle, 0.85 * BOX, 0.62 * BOX),
        middle_text(pocket, left, middle, 0.84 * BOX, font_weight="700", fill="#fff"),
        element("text", colour.capitalize(), x=words, y=name_y, font_size=name_size, font_weight="700", fill=GOLD),
        *(
            [element("text", counted, x=words, y=middle + 0.5 * BOX, font_size=count_size, fill=CREAM)]
            if placed
            else []
        ),
        class_="result",
    )


def _legend(entries: Sequence[tuple[str, str]], lines: int, width: float, top: float) -> Markup:
    """Write the legend in columns below the layout; the words of a column begin below each other."""
    columns = [entries[first : first + lines] for first in range(0, len(entries), lines)]
    widths = [[max(text_width(f"{entry[part]}  ") for entry in column) for part in (0, 1)] for column in columns]
    needed = sum(map(sum, widths))
    size = min(_LEGEND_SIZE, width / needed)
    gap = (width - needed * size) / max(len(columns) - 1, 1)
    texts = []
    x = _LAYOUT_LEFT
    for column, (figures_width, words_width) in zip(columns, widths, strict=True):
        for line, entry in enumerate(column):
            y = (top + line * _LEGEND_LINE) * BOX
            style = {"y": y, "font_size": size * BOX}
            texts.append(element("text", entry[0], x=x * BOX, font_weight="700", fill=GOLD, **style))
            texts.append(element("text", entry[1], x=(x + figures_width * size) * BOX, fill=CREAM, **style))
        x += (figures_width + words_width) * size + gap
    return group(*texts, class_="legend")
