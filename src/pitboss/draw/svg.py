"""SVG as text, and chips in stacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin

from pitboss.money import STAKE_MAX, Currency

SANS = "'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', system-ui, sans-serif"
"""The reader's own fonts, since a picture that stands alone may load none; those of like widths come first."""
FELT, FELT_LIGHT, CREAM, GOLD, INK = "#0d5c3b", "#2f8a4d", "#f6efdc", "#ffd24a", "#141414"
RED, BLACK, GREEN = "#b8202e", "#1b1b1b", "#128a4f"

# What XML 1.0 cannot hold even in escaped form: most control characters, halves of surrogate pairs, two others.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_UNITS = ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k"))

# Widths in ems, of bold letters and rather too wide than too narrow, because fonts differ.
_NARROW, _WIDE = frozenset("fijlrtI.,:;'|!()[] -"), frozenset("mwMW%@")
_WIDTH_NARROW, _WIDTH, _WIDTH_CAPITAL, _WIDTH_WIDE = 0.34, 0.58, 0.7, 0.9
_LAST_LATIN = "\u024f"


class Markup(str):
    """Text that is SVG already; any other text is escaped where it becomes part of an element."""

    __slots__ = ()


def escape(text: str) -> Markup:
    """Make any text fit to stand in an element or an attribute; what XML cannot hold becomes a replacement mark.

    >>> escape("Fish & <Chips>")
    'Fish &amp; &lt;Chips&gt;'
    """
    return Markup(_NOT_IN_XML.sub("\ufffd", text).translate(_ESCAPES))


def number(value: float) -> str:
    """Print a coordinate: two decimals at most, none that say nothing, and no minus before a zero.

    >>> number(0.1 + 0.2), number(12.0), number(-0.001)
    ('0.3', '12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *content: str, **attributes: str | float | None) -> Markup:
    """Build an element; attributes keep their order, those that are None are left out, `stroke_width` is hyphenated.

    >>> element("text", "A & B", font_size=12.0, fill=None)
    '<text font-size="12">A &amp; B</text>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inner = "".join(part if isinstance(part, Markup) else escape(part) for part in content)
    return Markup(f"<{tag}{written}>{inner}</{tag}>" if content else f"<{tag}{written}/>")


def group(*content: Markup, **attributes: str | float | None) -> Markup:
    """Build a group with each of its parts on a line of its own, so that a changed picture gives a short difference.

    >>> print(group(element("circle", r=1), fill="red"))
    <g fill="red">
    <circle r="1"/>
    </g>
    """
    return element("g", Markup("\n"), *(Markup(f"{part}\n") for part in content if part), **attributes)


def middle_text(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> Markup:
    """Write a text centred on a point, given that capitals and digits are about 0.72 em high in every font.

    >>> middle_text("17", 30, 30, 10)
    '<text x="30" y="33.6" text-anchor="middle" font-size="10">17</text>'
    """
    return element("text", text, x=x, y=y + size * 0.36, text_anchor="middle", font_size=size, **attributes)


def picture(name: str, width: float, height: float, *content: Markup, title: str, description: str) -> str:
    """Return a whole SVG document that scales to the width it is given, with words for those who do not see it.

    `name` begins the ids of title and description, so that two pictures may stand in one page.
    """
    return (
        element(
            "svg",
            *(
                Markup(f"\n{part}")
                for part in (
                    element("title", title, id=f"{name}-title"),
                    element("desc", description, id=f"{name}-description"),
                    *content,
                )
            ),
            Markup("\n"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            role="img",
            aria_labelledby=f"{name}-title {name}-description",
            font_family=SANS,
        )
        + "\n"
    )


def text_width(text: str) -> float:
    """Estimate how many ems a text is wide at most.

    >>> number(text_width("1st 12"))
    '3'
    """
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> float:
    if character in _NARROW:
        return _WIDTH_NARROW
    if character in _WIDE:
        return _WIDTH_WIDE
    if character > _LAST_LATIN:
        return 1.0 if character > "\u2e7f" else _WIDTH_CAPITAL
    return _WIDTH_CAPITAL if character.isupper() else _WIDTH


def fitted(text: str, size: float, width: float) -> float:
    """Return the wanted font size, or a smaller one at which the text fits.

    >>> fitted("17", 30.0, 100.0)
    30.0
    """
    return min(size, width / max(text_width(text), 1))


def on_circle(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """Return a point of a circle, by its angle clockwise from the top.

    >>> [number(value) for value in on_circle(0, 0, 10, 90)]
    ['10', '0']
    """
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def ring_segment(x: float, y: float, *, radii: tuple[float, float], degrees: tuple[float, float]) -> str:
    """Return the path of a piece of a ring between two radii and two angles, less than half a turn apart."""
    inner, outer = radii
    corners = [on_circle(x, y, radius, angle) for radius in (outer, inner) for angle in degrees]
    (ax, ay), (bx, by), (dx, dy), (cx, cy) = [(number(left), number(top)) for left, top in corners]
    arc_out, arc_in = (f"A{number(radius)} {number(radius)} 0 0" for radius in (outer, inner))
    return f"M{ax} {ay}{arc_out} 1 {bx} {by}L{cx} {cy}{arc_in} 0 {dx} {dy}Z"


def short_amount(minor: int, currency: Currency) -> str:
    """Write an amount as shortly as it can be written exactly: it is shortened by whole tenths of a unit or not at all.

    >>> from pitboss.money import USD, VND
    >>> short_amount(2_500, USD), short_amount(50_000, VND), short_amount(150_000, USD), short_amount(1_250, USD)
    ('$25', '₫50k', '$1.5k', '$12.50')
    """
    whole, part = divmod(minor, 10**currency.exponent)
    if part:
        return f"{currency.symbol}{whole}.{part:0{currency.exponent}}"
    for size, letter in _UNITS:
        if whole >= size and whole % (size // 10) == 0:
            tenths = whole % size * 10 // size
            return f"{currency.symbol}{whole // size}{f'.{tenths}' if tenths else ''}{letter}"
    return f"{currency.symbol}{whole}"


_COLOURS = {
    "white": ("#fbfaf5", INK),
    "red": ("#d63a45", "#fff"),
    "green": ("#17854a", "#fff"),
    "black": ("#2b2b2b", "#fff"),
    "purple": ("#7a3fb0", "#fff"),
    "gold": ("#e0a91b", INK),
}
"""What a house calls a chip's colour, to its face and the ink on it."""
_OTHER_COLOUR = ("#2f6fb5", "#fff")
CHIP_VALUES = ((100_000, "gold"), (50_000, "purple"), (10_000, "black"), (2_500, "green"), (500, "red"), (1, "white"))
"""Minor units to the colour that is customary for a chip of that worth, where the rulebook knows none."""

# Fractions of a chip's radius.
_STEP, _HEIGHT_MAX, _AMOUNT_SIZE, _AMOUNT_WIDTH = 0.26, 0.8, 0.8, 1.6
_EDGE_MARKS = 8


def chip_stack(
    x: float, y: float, radius: float, *, chips: Sequence[tuple[str, str]], amount: str, wins: bool, **data: str
) -> Markup:
    """Draw chips on top of each other, the lowest on the point itself; the topmost bears the amount of them all.

    `chips` has the colour of each and what to say when it is pointed at. `data` becomes attributes of the stack.
    """
    height = stack_height(len(chips), radius)
    step = height / max(len(chips) - 1, 1)
    ink = _COLOURS.get(chips[-1][0], _OTHER_COLOUR)[1]
    size = fitted(amount, _AMOUNT_SIZE * radius, _AMOUNT_WIDTH * radius)
    return element(
        "g",
        *(_disc(colour, words, -step * level, radius) for level, (colour, words) in enumerate(chips)),
        middle_text(amount, 0, -height, size, font_weight="700", fill=ink),
        *([_win_sign(-height, radius)] if wins else []),
        transform=f"translate({number(x)} {number(y)})",
        class_="chips",
        **data,
    )


def stack_height(count: int, radius: float) -> float:
    """Return how far the topmost of so many chips is drawn above the lowest; a tall stack is drawn closer.

    >>> stack_height(1, 10.0), stack_height(100, 10.0)
    (0.0, 8.0)
    """
    return min(_STEP * (count - 1), _HEIGHT_MAX) * radius


def _disc(colour: str, words: str, y: float, radius: float) -> Markup:
    fill, ink = _COLOURS.get(colour, _OTHER_COLOUR)
    edge = radius * 0.9
    mark = 2 * pi * edge / _EDGE_MARKS / 5
    return element(
        "g",
        element("title", words),
        element("circle", cy=y, r=radius, fill=fill, stroke=INK, stroke_width=radius * 0.06),
        element(
            "circle",
            cy=y,
            r=edge,
            fill="none",
            stroke="#8f8a7e" if ink == INK else "#fff",
            stroke_width=radius * 0.16,
            # Two fifths marked, and begun in a gap, so that a long amount has room at both sides.
            stroke_dasharray=f"0 {number(1.5 * mark)} {number(2 * mark)} {number(1.5 * mark)}",
        ),
    )


def _win_sign(y: float, radius: float) -> Markup:
    """Ring a chip and tick it: the ring is seen from afar, and the tick where gold is not told from white."""
    x, top, badge = radius * 0.74, y - radius * 0.8, radius * 0.37
    tick = [(-0.5, 0.02), (0.36, 0.4), (0.64, -0.78)]
    start, *lines = (f"{number(badge * right)} {number(badge * down)}" for right, down in tick)
    return element(
        "g",
        element("circle", cy=y, r=radius * 0.95, fill="none", stroke=INK, stroke_width=radius * 0.24),
        element("circle", cy=y, r=radius * 0.95, fill="none", stroke=GOLD, stroke_width=radius * 0.15),
        element("circle", cx=x, cy=top, r=badge, fill=GOLD, stroke=INK, stroke_width=radius * 0.06),
        element(
            "path",
            d=f"M{start}l{'l'.join(lines)}",
            transform=f"translate({number(x)} {number(top)})",
            fill="none",
            stroke=INK,
            stroke_width=badge * 0.32,
        ),
        class_="win",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Chips that lie on one place."""

    chips: tuple[tuple[str, str], ...]
    """The colour of each and its amount in words, from the bottom up."""
    amount: str
    """What they come to, in the short form."""
    wins: bool | None
    """None while nothing is decided."""


def bets_words(piles: Iterable[Pile]) -> str:
    """Say which bets lie there, and what became of each."""
    ends = {None: "", True: ", which wins", False: ", which loses"}
    return f"Bets: {'; '.join(f'{words}{ends[pile.wins]}' for pile in piles for _, words in pile.chips)}."


def limits_words(currency: str, limits: tuple[int, int]) -> str:
    """Write a minimum and a maximum; the least and the greatest stake there can be are no limits.

    >>> limits_words("USD", (500, 10_000)), limits_words("USD", (500, STAKE_MAX))
    ('$5 to $100', 'from $5')
    """
    low, high = (short_amount(amount, Currency.of(currency)) for amount in limits)
    match limits[0] > 1, limits[1] < STAKE_MAX:
        case True, True:
            return f"{low} to {high}"
        case True, False:
            return f"from {low}"
        case False, True:
            return f"up to {high}"
    return ""
