"""A program as one page of HTML: nothing is fetched, no script runs, and every text of the card is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pitboss.draw.program.program import columns
from pitboss.draw.program.style import STYLE
from pitboss.draw.program.words import named_races

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pitboss.draw.program.program import Program, RacePage, Starter
    from pitboss.draw.program.words import Chapter
    from pitboss.tote.cloths import Cloth

__all__ = ["as_page"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Even a text that got through unescaped could load and run nothing."""


def as_page(program: Program) -> str:
    """Return the page of a program: explanations first, then a section for each race."""
    what = "Wagering explained" if program.is_posted else "Race program"
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f'<meta name="generator" content="Pitboss">\n<title>{what}: {escape(program.name)}, {program.date}</title>',
        f"<style>{STYLE}</style>\n</head>",
        '<body class="posted">' if program.is_posted else "<body>",
        *_top(program, what),
        '<main class="inside">',
        *(part for number, chapter in enumerate(program.chapters, 1) for part in _chapter(number, chapter)),
        *(part for race in program.races for part in _race(race)),
        f'</main>\n<footer class="bottom"><p class="inside">{escape(program.edition)}.',
        "The small print behind a text is the clause it stands on.</p></footer>",
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _top(program: Program, what: str) -> Iterator[str]:
    if program.races:
        yield f'<a class="skip" href="#race-{program.races[0].number}">Skip to the races</a>'
    yield '<header class="top"><div class="inside">'
    yield f"<p><bdi>{escape(program.facility)}</bdi></p>"
    yield f"<h1><bdi>{escape(program.name)}</bdi></h1>"
    yield f'<p class="day">{what}, {escape(program.date)}</p>'
    if program.races:
        hours = f". Times are {escape(program.clock)}" if program.clock else ""
        yield f"<p>{_many(len(program.races), 'race')} from {escape(program.track)}{hours}.</p>"
    yield "</div></header>"
    if program.races:
        links = [(f"race-{race.number}", f"Race {race.number}, {race.post_time}") for race in program.races]
        links += [(f"chapter-{number}", chapter.heading) for number, chapter in enumerate(program.chapters, 1)]
        listed = "".join(f'<li><a href="#{target}">{escape(text)}</a></li>' for target, text in links)
        yield f'<nav aria-label="On this page"><div class="inside"><ul>{listed}</ul></div></nav>'


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _chapter(number: int, chapter: Chapter) -> Iterator[str]:
    yield f'<section id="chapter-{number}" aria-labelledby="heading-{number}">'
    yield f'<h2 id="heading-{number}">{escape(chapter.heading)}</h2>\n<div class="passages">'
    for passage in chapter.passages:
        yield f"<article><h3>{escape(passage.title)} {_clauses(passage.clauses)}</h3>\n<p>{escape(passage.text)}</p>"
        yield from _sentences(passage.notes, "notes")
        yield "</article>"
    yield "</div>\n</section>"


def _clauses(clauses: Iterable[str]) -> str:
    return " ".join(f'<span class="clause">{escape(clause)}</span>' for clause in clauses)


def _race(race: RacePage) -> Iterator[str]:
    yield f'<section class="race" id="race-{race.number}" aria-labelledby="race-{race.number}-heading">'
    yield f'<header><h2 id="race-{race.number}-heading">Race {race.number}</h2>'
    yield f'<p class="post">Post time {escape(race.post_time)}</p></header>'
    if race.title:
        yield f'<p class="title"><bdi>{escape(race.title)}</bdi></p>'
    facts = [race.kind, race.distance, race.surface, f"Purse {race.purse}" if race.purse else ""]
    shown = " · ".join(f"<bdi>{escape(fact)}</bdi>" for fact in facts if fact)
    yield f'<p class="facts">{shown} {_clauses([race.clause])}</p>'
    if race.conditions:
        yield f'<p class="conditions"><bdi>{escape(race.conditions)}</bdi></p>'
    yield '<div class="sides">\n<div class="offers">'
    yield from _bets(race)
    yield from _sentences(race.legs, "notes")
    yield "</div>\n<div>"
    yield from _runners(race)
    yield from _sentences(race.coupled, "coupled")
    yield "</div>\n</div>\n</section>"


def _sentences(sentences: Sequence[str], name: str) -> Iterator[str]:
    if sentences:
        listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
        yield f'<ul class="sentences {name}">{listed}</ul>'


def _bets(race: RacePage) -> Iterator[str]:
    if not race.bets:
        return
    yield '<table class="bets"><caption>Bets</caption>'
    yield (
        '<thead><tr><th scope="col">Bet</th><th scope="col" class="number">From</th>'
        '<th scope="col" class="number">Takeout</th></tr></thead><tbody>'
    )
    for bet in race.bets:
        notes = [named_races(bet.races)] if len(bet.races) > 1 else []
        notes += [bet.note] if bet.note else []
        note = f'<span class="note">{escape(", ".join(notes))}</span>' if notes else ""
        yield f'<tr><th scope="row">{escape(bet.name)} {_clauses([bet.clause])}{note}</th>'
        yield f'<td class="number">{escape(bet.minimum)}</td><td class="number">{escape(bet.takeout)}</td></tr>'
    yield "</tbody></table>"


def _runners(race: RacePage) -> Iterator[str]:
    """Yield the runners; what a narrow screen lays out as cards keeps the roles of a table."""
    shown = columns(race)
    heads = "".join(f'<th scope="col" role="columnheader">{escape(label)}</th>' for _, label in shown)
    yield '<table class="runners" role="table"><caption>Runners</caption>'
    yield f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead><tbody role="rowgroup">'
    for runner in race.runners:
        cells = "".join(_cell(runner, field, label) for field, label in shown)
        yield f'<tr role="row">{cells}</tr>'
    yield "</tbody></table>"


def _cell(runner: Starter, field: str, label: str) -> str:
    if field == "number":
        return f'<td class="no" role="cell">{_badge(runner.number, runner.cloth)}</td>'
    if field == "cloth":
        name = runner.cloth.name if runner.cloth else ""
        return f'<td role="cell" data-label="{escape(label)}">{escape(name)}</td>' if name else '<td role="cell"></td>'
    text = f"<bdi>{escape(getattr(runner, field))}</bdi>"
    if field == "name":
        owner = f'<span class="note"><bdi>{escape(runner.owner)}</bdi></span>' if runner.owner else ""
        return f'<th scope="row" role="rowheader" class="name">{text}{owner}</th>'
    name = "line" if field == "morning_line" else "other"
    return f'<td role="cell" class="{name}" data-label="{escape(label)}">{text}</td>'


def _badge(number: str, cloth: Cloth | None) -> str:
    """Return a runner's number on the colour it wears; two colours stand side by side."""
    if cloth is None:
        return f'<span class="cloth">{escape(number)}</span>'
    bands = f"{cloth.bands} 0 18%, {cloth.ground} 18% 82%, {cloth.bands} 82%"
    ground = f"linear-gradient(90deg, {bands})" if cloth.bands else cloth.ground
    return f'<span class="cloth" style="background: {ground}; color: {cloth.ink}">{escape(number)}</span>'
