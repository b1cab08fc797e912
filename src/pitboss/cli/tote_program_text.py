"""A program for the terminal: as wide as it is, up to a width that reads well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.console import console
from pitboss.draw.program.program import columns
from pitboss.draw.program.words import named_races

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from pitboss.draw.program.program import Program, RacePage, Starter
    from pitboss.draw.program.words import Passage

__all__ = ["as_text", "race_parts"]

_WIDEST = 100
_INDENT = 2


def as_text(program: Program) -> str:
    """Return explanations, then every race, as the console shows them; no line ends in blanks."""
    out = console()
    width = min(out.width, _WIDEST)
    with out.capture() as captured:
        for part in _parts(program):
            out.print(part, width=width)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _parts(program: Program) -> Iterator[RenderableType]:
    from rich.text import Text

    what = "Wagering explained" if program.is_posted else "Race program"
    hours = f"Times are {program.clock}." if program.clock and program.races else ""
    yield Text(program.name, style="bold")
    yield Text(f"{what}, {program.date}", style="bold")
    yield Text(program.facility)
    if hours:
        yield Text(hours)
    for chapter in program.chapters:
        yield Text(f"\n{chapter.heading}", style="bold green")
        for passage in chapter.passages:
            yield from _passage(passage)
    for race in program.races:
        yield ""
        yield from race_parts(race)
    yield Text(f"\n{program.edition}.", style="dim")


def _indented(text: RenderableType) -> RenderableType:
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, _INDENT), expand=False)


def _passage(passage: Passage) -> Iterator[RenderableType]:
    from rich.text import Text

    yield ""
    yield _indented(Text.assemble((passage.title, "bold"), "  ", (" ".join(passage.clauses), "dim")))
    yield _indented(Text(passage.text))
    for note in passage.notes:
        yield _indented(_indented(Text(f"- {note}")))


def race_parts(race: RacePage) -> Iterator[RenderableType]:
    """Yield what is printed of one race."""
    from rich.text import Text

    title = f"  {race.title}" if race.title else ""
    yield Text.assemble((f"Race {race.number}", "bold green"), f"  post time {race.post_time}", (title, "bold"))
    facts = [race.kind, race.distance, race.surface, f"purse {race.purse}" if race.purse else ""]
    yield Text.assemble(", ".join(fact for fact in facts if fact), "  ", (race.clause, "dim"))
    if race.conditions:
        yield Text(race.conditions)
    if race.bets:
        yield ""
        yield _bets(race)
    for sentence in race.legs:
        yield _indented(Text(f"- {sentence}"))
    yield ""
    yield _table([label for _, label in columns(race)], [_row(race, runner) for runner in race.runners])
    if race.coupled:
        yield ""
    for sentence in race.coupled:
        yield _indented(Text(sentence, style="bold"))


def _bets(race: RacePage) -> RenderableType:
    from rich.text import Text

    rows: list[Sequence[RenderableType]] = []
    for bet in race.bets:
        notes = [named_races(bet.races)] if len(bet.races) > 1 else []
        notes += [bet.note] if bet.note else []
        rows.append((bet.name, bet.minimum, bet.takeout, Text(bet.clause, style="dim"), ", ".join(notes)))
    return _table(("Bet", "From", "Takeout", "", ""), rows, right=("From", "Takeout"))


def _row(race: RacePage, runner: Starter) -> Sequence[RenderableType]:
    from rich.style import Style
    from rich.text import Text

    shown: list[RenderableType] = []
    for field, _ in columns(race):
        cloth = runner.cloth
        if field == "number":
            style = Style(color=cloth.ink, bgcolor=cloth.ground, bold=True) if cloth else Style(bold=True)
            shown.append(Text(f" {runner.number:2} ", style=style))
        elif field == "cloth":
            shown.append(cloth.name if cloth else "")
        else:
            shown.append(getattr(runner, field))
    return shown


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[RenderableType]], *, right: Sequence[str] = ()
) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if head in right else "left", overflow="fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return _indented(table)
