"""A program as one page of HTML: nothing is fetched, no script runs, and every text of the card is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from pitboss.draw.program.program import Program, RacePage, Starter, columns
from pitboss.draw.program.words import Chapter
from pitboss.tote.cloths import Cloth

STYLE: Final = """
:root { --felt: #0d5c3b; --gold: #ffd24a; --cream: #f6efdc; --paper: #fffdf6; --ink: #141414; --quiet: #55534a;
  --faint: #d9d2bd; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
bdi { overflow-wrap: anywhere; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto,
  "Noto Sans", Helvetica, Arial, sans-serif; overflow-wrap: break-word; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.inside { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: -99rem; background: var(--gold); color: var(--ink); padding: .6rem 1rem; z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
:focus-visible { outline: 3px solid #1746a2; outline-offset: 2px; }
.top { background: var(--felt); color: var(--cream); border-bottom: 4px solid var(--gold); padding: 1.75rem 0 1.5rem; }
.top p { margin: 0; }
h1 { margin: .1rem 0; font-size: clamp(1.9rem, 6vw, 3.2rem); line-height: 1.1; color: var(--gold); }
.day { font-size: 1.2rem; font-weight: 600; }
nav { border-bottom: 1px solid var(--faint); background: var(--cream); }
nav ul { list-style: none; margin: 0; padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .4rem .5rem; }
nav a { display: block; padding: .45rem .7rem; border: 1px solid #8b8468; border-radius: .4rem;
  background: var(--paper); color: var(--ink); text-decoration: none; }
nav a:hover { background: var(--gold); }
h2 { color: var(--felt); font-size: 1.6rem; line-height: 1.2; margin: 0 0 .8rem; padding-bottom: .3rem;
  border-bottom: 2px solid var(--felt); }
h3 { margin: 0 0 .15rem; font-size: 1.05rem; line-height: 1.3; }
section { padding-top: 2rem; }
.passages { columns: 2 24rem; column-gap: 2.5rem; }
.passages article { break-inside: avoid; padding-bottom: 1rem; }
.passages p { margin: 0; }
.clause { color: var(--quiet); font-size: .75rem; font-weight: 400; white-space: nowrap; }
.race > header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; justify-content: space-between;
  border-bottom: 2px solid var(--felt); margin-bottom: .8rem; }
.race > header h2 { border: 0; margin: 0; }
.post { font-size: 1.25rem; font-weight: 700; margin: 0; }
.title { font-size: 1.2rem; font-weight: 700; margin: 0 0 .3rem; }
.facts { margin: 0 0 .3rem; font-weight: 600; }
.conditions { margin: 0 0 .8rem; max-width: 60rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; }
caption { text-align: left; font-weight: 700; color: var(--felt); padding: .2rem 0; }
th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--faint); vertical-align: top; }
thead th { font-size: .82rem; color: var(--quiet); border-bottom: 1px solid #8b8468; }
tbody th { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.runners td, .runners tbody th { vertical-align: middle; }
.runners .name { font-size: 1.1rem; }
.note { display: block; font-size: .82rem; font-weight: 400; color: var(--quiet); }
.line { font-weight: 700; white-space: nowrap; }
.cloth { display: inline-block; min-width: 2.6rem; padding: .1rem .45rem; border: 1px solid var(--ink);
  border-radius: .2rem; text-align: center; font-weight: 800; font-size: 1.15rem; line-height: 1.5; }
.sentences { margin: 0 0 .4rem; padding: 0; list-style: none; }
.notes li { padding-left: .7rem; border-left: 3px solid var(--gold); margin: .2rem 0 0; }
.coupled li { background: var(--cream); border-left: 4px solid var(--felt); padding: .3rem .7rem; margin: 0 0 .3rem; }
.bottom { margin-top: 2.5rem; padding: 1rem 0 2rem; border-top: 1px solid var(--faint); color: var(--quiet);
  font-size: .85rem; }
.posted { font-size: 1.35rem; }
.posted .passages { columns: 2 30rem; }
.posted .clause { font-size: .8em; }
.posted h2 { font-size: 1.6em; }
.posted h3 { font-size: 1.1em; }
@media screen and (min-width: 62rem) {
  .sides { display: grid; grid-template-columns: 1fr 19rem; gap: 0 2.2rem; align-items: start; }
  .offers { order: 2; }
}
@media (max-width: 40rem) {
  .runners, .runners tbody { display: block; }
  .runners caption { display: block; }
  .runners thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .runners tr { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr) auto; gap: 0 .6rem; padding: .6rem 0;
    border-bottom: 1px solid var(--faint); }
  .runners td, .runners tbody th { display: block; border: 0; padding: 0; grid-column: 2 / 4; }
  .runners .no { grid-column: 1; grid-row: 1 / 9; }
  .runners .name { grid-column: 2; grid-row: 1; }
  .runners .line { grid-column: 3; grid-row: 1; }
  .runners [data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
  .runners td.line::before { content: none; }
  .bets th, .bets td { padding-right: .5rem; }
  .posted { font-size: 1.2rem; }
}
@page { margin: 14mm; }
@media print {
  html { font-size: 9.5pt; }
  html:has(.posted) { font-size: 14pt; }
  body, body.posted { font-size: 1rem; line-height: 1.35; background: none; }
  nav, .skip { display: none; }
  .inside { max-width: none; padding: 0; }
  .top { padding: 1.2rem; }
  h1 { font-size: 3rem; }
  section { padding-top: 1.4rem; }
  .passages { columns: 2; column-gap: 2rem; }
  .posted .passages { columns: 1; }
  .passages article { padding-bottom: .8rem; }
  h2, h3, caption { break-after: avoid; }
  tr, li { break-inside: avoid; }
  .race { break-before: page; padding-top: 0; }
  .offers { display: grid; grid-template-columns: 3fr 2fr; gap: 0 2rem; align-items: start; }
  .offers .notes { margin-top: 3rem; }
  .runners .note { display: inline; padding-left: .6rem; }
  th, td { padding-top: .22rem; padding-bottom: .22rem; }
  .bottom { margin-top: 1.5rem; padding: .5rem 0 0; }
}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Even a text that got through unescaped could load and run nothing."""


def as_page(program: Program) -> str:
    """Return the page of a program: explanations first, then a section for each race."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="generator" content="Pitboss">',
        f"<title>{program.what}: {escape(program.name)}, {program.date}</title>",
        f"<style>{STYLE}</style>\n</head>",
        '<body class="posted">' if program.is_posted else "<body>",
        *_top(program),
        '<main class="inside">',
        *(part for number, chapter in enumerate(program.chapters, 1) for part in _chapter(number, chapter)),
        *(part for race in program.races for part in _race(race)),
        f'</main>\n<footer class="bottom"><p class="inside">{escape(program.edition)}.',
        "The small print behind a text is the clause it stands on.</p></footer>",
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _top(program: Program) -> Iterator[str]:
    if program.races:
        yield f'<a class="skip" href="#race-{program.races[0].number}">Skip to the races</a>'
    yield '<header class="top"><div class="inside">'
    yield f"<p><bdi>{escape(program.facility)}</bdi></p>"
    yield f"<h1><bdi>{escape(program.name)}</bdi></h1>"
    yield f'<p class="day">{program.what}, {escape(program.date)}</p>'
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
        note = f'<span class="note">{escape(bet.remarks)}</span>' if bet.remarks else ""
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
