"""Plots of a simulation, as one picture: results, convergence, the house's hold, bankrolls, and the risk of ruin.

What a run counted is drawn as it is. Bankrolls and ruin are of sessions whose rounds are drawn, independently, from the
results that the run counted: so they hold for a fixed bet, and only nearly for a plan or a shoe that is dealt on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10, sqrt
from typing import Any, Final

from pitboss.draw.svg import INK, Markup, element, group, middle_text, picture
from pitboss.lab.simulation.run import Estimate, Totals

WIDTH: Final = 960.0
HEIGHT: Final = 1060.0
SESSION: Final = 1_000
"""Rounds of a session."""
SESSIONS: Final = 2_000
"""Sessions that are drawn."""
PATHS: Final = 24
"""Of which so many are shown."""
_SURE: Final = 1.959963984540054
_PAPER, _LINE, _GRID, _EXACT, _BAND = "#fffdf6", "#1f4e79", "#d9d2bd", "#b8202e", "#c7d9f2"
_BARS: Final = 41
_BANKROLLS: Final = (5, 10, 20, 30, 40, 50, 75, 100)
_PANEL: Final = (430.0, 300.0)
_SIZE: Final = 11.0
Point = tuple[float, float]
Say = Callable[[float], str]


@dataclass(frozen=True)
class Panel:
    """Where a plot stands and what its axes mean."""

    corner: Point
    title: str
    x: tuple[float, float]
    y: tuple[float, float]
    says: tuple[Say, Say]
    names: tuple[str, str]

    def at(self, point: Point) -> Point:
        """Return where a point is drawn."""
        (left, top), (width, height) = self.corner, _PANEL
        (x0, x1), (y0, y1) = self.x, self.y
        return (
            left + 62 + (width - 80) * (point[0] - x0) / (x1 - x0),
            top + height - 40 - (height - 70) * (point[1] - y0) / (y1 - y0),
        )

    def line(self, points: Sequence[Point], **how: Any) -> Markup:
        """Draw a line through points."""
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        drawn_as: dict[str, Any] = {"stroke": _LINE, "stroke_width": 1.4, **how}
        return element("polyline", points=places, fill="none", **drawn_as)

    def axes(self) -> list[Markup]:
        """Draw the frame, the grid and the words of both axes."""
        drawn = [element("text", self.title, x=self.corner[0] + 4, y=self.corner[1] + 6, font_size=14, fill=INK)]
        for value in _steps(*self.x):
            x, y = self.at((value, self.y[0]))
            drawn.append(element("line", x1=x, y1=y, x2=x, y2=self.at((value, self.y[1]))[1], stroke=_GRID))
            drawn.append(middle_text(self.says[0](value), x, y + 11, _SIZE - 1, fill=INK))
        for value in _steps(*self.y):
            x, y = self.at((self.x[0], value))
            drawn.append(element("line", x1=x, y1=y, x2=self.at((self.x[1], value))[0], y2=y, stroke=_GRID))
            said = self.says[1](value)
            drawn.append(element("text", said, x=x - 5, y=y + 4, font_size=_SIZE - 1, text_anchor="end", fill=INK))
        middle, bottom = self.at(((self.x[0] + self.x[1]) / 2, self.y[0]))
        drawn.append(middle_text(self.names[0], middle, bottom + 26, _SIZE, fill=INK))
        corner = self.at((self.x[0], self.y[1]))
        drawn.append(element("text", self.names[1], x=corner[0], y=corner[1] - 6, font_size=_SIZE, fill=INK))
        return drawn


def _steps(low: float, high: float) -> list[float]:
    """Return some round numbers between two.

    >>> _steps(0.0, 10.0)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    rough = (high - low) / 5
    step = _round(rough)
    first = floor(low / step + 0.999999)
    return [step * number for number in range(first, floor(high / step + 1e-9) + 1)]


def _round(rough: float) -> float:
    """Return the next round number: 1, 2 or 5 times a power of ten.

    >>> [_round(number) for number in (0.4, 3.0, 900.0)]
    [0.5, 5.0, 1000.0]
    """
    power = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))


def drawn(totals: Totals, trail: Sequence[Estimate], exact: float | None, seed: int) -> str:
    """Draw the plots of a run from its totals and from the estimates on its way."""
    unit = totals.laid / max(1, sum(totals.counts.values()))
    lows, paths = _sessions(totals, unit, seed)
    last = trail[-1]
    parts = [
        *_distribution(totals, unit, (20, 60)),
        *_convergence(trail, exact, (500, 60)),
        *_hold(last, exact, (20, 390)),
        *_paths(paths, (500, 390)),
        *_ruin(lows, (20, 720)),
        *_words(last, exact, (520, 760)),
    ]
    paper = element("rect", x=0.0, y=0.0, width=WIDTH, height=HEIGHT, fill=_PAPER)
    title = middle_text(f"{totals.rounds:,} rounds, seed {seed}", WIDTH / 2, 30, 18, font_weight="bold", fill=INK)
    said = f"A simulation of {totals.rounds:,} rounds: mean {last.mean:.6%}, give or take {last.half_width:.6%}."
    return picture("plots", WIDTH, HEIGHT, paper, title, group(*parts), title="A simulation", description=said)


def percent(value: float) -> str:
    """Say a share."""
    return f"{100 * value:.4g}%"


def plain(value: float) -> str:
    """Say a number in four digits."""
    return f"{value:,.4g}"


def large(value: float) -> str:
    """Say a whole number."""
    return f"{value:,.0f}"


def _distribution(totals: Totals, unit: float, corner: Point) -> list[Markup]:
    """Draw how often each result came; where there are many, those that lie near each other together."""
    shares = {gain / unit: count / sum(totals.counts.values()) for gain, count in sorted(totals.counts.items())}
    low, high = min(shares), max(shares)
    # Bars stand at multiples of a round number, so that what gains one unit is drawn at one unit.
    width = _round(max((high - low) / (_BARS - 1), 1e-9)) if len(shares) > 1 else 1.0
    bars: dict[int, float] = {}
    for gain, share in shares.items():
        bars[round(gain / width)] = bars.get(round(gain / width), 0.0) + share
    panel = Panel(
        corner,
        "Results of a round",
        (low - width, high + width),
        (0.0, 1.1 * max(bars.values())),
        (plain, percent),
        ("gain, in units of what is laid", "share of rounds"),
    )
    marks = panel.axes()
    for place, share in bars.items():
        (x0, y0), (x1, y1) = (panel.at(((place + side) * width, up)) for side, up in ((-0.4, share), (0.4, 0.0)))
        marks.append(element("rect", x=x0, y=y0, width=max(1.0, x1 - x0), height=y1 - y0, fill=_LINE))
    return marks


def _convergence(trail: Sequence[Estimate], exact: float | None, corner: Point) -> list[Markup]:
    """Draw the running mean with its interval, and the exact one."""
    ends = [(one.mean - one.half_width, one.mean + one.half_width) for one in trail]
    values = [value for pair in ends for value in pair] + ([] if exact is None else [exact])
    margin = 0.05 * (max(values) - min(values)) or 0.01
    panel = Panel(
        corner,
        "Convergence",
        (0.0, float(trail[-1].rounds)),
        (min(values) - margin, max(values) + margin),
        (large, percent),
        ("rounds", "mean and its 95 percent interval"),
    )
    rounds = [float(one.rounds) for one in trail]
    around = [*zip(rounds, (low for low, _ in ends), strict=True)]
    around += reversed([*zip(rounds, (high for _, high in ends), strict=True)])
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(panel.at, around))
    # The edge is drawn, too: the interval of a single estimate is a bar.
    band = element("polygon", points=places, fill=_BAND, fill_opacity=0.7, stroke=_BAND, stroke_width=2.0)
    marks = [*panel.axes(), band]
    marks.append(panel.line([(one.rounds, one.mean) for one in trail]))
    x, y = panel.at((rounds[-1], trail[-1].mean))
    marks.append(element("circle", cx=x, cy=y, r=3.0, fill=_LINE))
    if exact is not None:
        marks.append(panel.line([(0.0, exact), (rounds[-1], exact)], stroke=_EXACT, stroke_dasharray="5 3"))
    return marks


def _hold(last: Estimate, exact: float | None, corner: Point) -> list[Markup]:
    """Draw between which shares the house's hold lies after so many rounds."""
    edge = -(last.mean if exact is None else exact)
    powers = [2.0 + step / 8 for step in range(33)]
    bands = [(power, _SURE * last.deviation / sqrt(10**power)) for power in powers]
    # Rounds that all came to the same have no band.
    widest = bands[0][1] or abs(edge) or 0.01
    panel = Panel(
        corner,
        "The house's hold by rounds",
        (powers[0], powers[-1]),
        (edge - widest, edge + widest),
        (lambda power: f"{10**power:,.0f}", percent),
        ("rounds", "hold, 95 times of 100"),
    )
    marks = panel.axes()
    marks += [panel.line([(power, edge + sign * half) for power, half in bands]) for sign in (-1, 1)]
    marks.append(panel.line([(powers[0], edge), (powers[-1], edge)], stroke=_EXACT, stroke_dasharray="5 3"))
    return marks


def _sessions(totals: Totals, unit: float, seed: int) -> tuple[Any, Any]:
    """Draw sessions; return how deep each came, in units of what is laid, and some of them round by round."""
    import numpy as np

    gains = np.array(sorted(totals.counts), np.float64) / unit
    weights = np.array([totals.counts[gain] for gain in sorted(totals.counts)], np.float64)
    drawn_by = np.random.Generator(np.random.Philox(seed))
    lows, paths = np.zeros(SESSIONS), np.zeros((PATHS, SESSION))
    for session in range(SESSIONS):
        picked = np.searchsorted(np.cumsum(weights) / weights.sum(), drawn_by.random(SESSION), side="right")
        path = np.cumsum(gains[np.minimum(picked, len(gains) - 1)])
        lows[session] = path.min()
        if session < PATHS:
            paths[session] = path
    return lows, paths


def _paths(paths: Any, corner: Point) -> list[Markup]:
    low, high = float(min(paths.min(), 0.0)), float(max(paths.max(), 0.0))
    panel = Panel(
        corner,
        f"Bankrolls: {PATHS} sessions of {SESSION:,} rounds",
        (0.0, float(SESSION)),
        (low - 1, high + 1),
        (large, plain),
        ("rounds", "won or lost, in units"),
    )
    every = max(1, SESSION // 100)
    lines = [[(0.0, 0.0), *((at + 1.0, float(path[at])) for at in range(every - 1, SESSION, every))] for path in paths]
    return [*panel.axes(), *(panel.line(line, stroke_width=0.8, stroke_opacity=0.6) for line in lines)]


def _ruin(lows: Any, corner: Point) -> list[Markup]:
    points = [(float(units), float((lows <= -units).mean())) for units in _BANKROLLS]
    panel = Panel(
        corner,
        f"Risk of ruin within {SESSION:,} rounds",
        (0.0, float(_BANKROLLS[-1])),
        (0.0, 1.0),
        (plain, percent),
        ("bankroll, in units", "share of sessions that lose it"),
    )
    dots = [element("circle", cx=x, cy=y, r=3.0, fill=_LINE) for x, y in map(panel.at, points)]
    return [*panel.axes(), panel.line(points), *dots]


def _words(last: Estimate, exact: float | None, corner: Point) -> list[Markup]:
    said = [
        f"Mean: {last.mean:.6%} of what is laid",
        f"95 percent: {last.mean - last.half_width:.6%} to {last.mean + last.half_width:.6%}",
        f"Deviation of a round: {last.deviation:.6f}",
        "Exact mean: " + ("none" if exact is None else f"{exact:.6%} (dashed)"),
        "",
        f"A unit is what is laid in a round. Sessions: {SESSIONS:,} of {SESSION:,} rounds,",
        "drawn independently from the results that were counted.",
    ]
    return [
        element("text", line, x=corner[0], y=corner[1] + 20 * place, font_size=13, fill=INK)
        for place, line in enumerate(said)
    ]
