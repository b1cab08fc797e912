"""`pitboss tote program`: a card's race program, for the terminal, for a browser, on paper or as data."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from pitboss.cli.check import exit_code
from pitboss.cli.output import File, console, print_json, read_bytes, write_picture
from pitboss.errors import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitboss.draw.program.program import Program, RacePage, Starter
    from pitboss.draw.program.words import Passage
    from pitboss.rulebook import Fault
    from pitboss.tote.day.config import DayConfig
    from pitboss.tote.day.racecard import Card

_RULEBOOK = "oneida-parimutuel-2004"
_SHOWN_MAX = 80
Output = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def program(  # noqa: PLR0913 - each is an option of the command
    card: File,
    *,
    rulebook: str | None = None,
    facility: str | None = None,
    date: str | None = None,
    day: Path | None = None,
    posted: bool = False,
    html: Output = None,
    pdf: Output = None,
    json: bool = False,
) -> int:
    """Make a card's race program: how wagering works, every kind of bet on offer, tickets, then race by race.

    Parameters
    ----------
    card
        The card as the windows open it, JSON, or TOML where its name ends so; "-" reads JSON from standard input. It
        is checked first, and one with a fault has no program.
    rulebook
        The rules document; oneida-parimutuel-2004 where nothing names one.
    facility
        Where the bets are taken; who adopted the rulebook, where nothing names it.
    date
        The day of the races, as 2004-05-01; that of the first race, where nothing names it.
    day
        The facility's day as a TOML file: its rulebook, name, date and settings. The options go before it.
    posted
        Make what hangs in the facility: the explanations without the races, in large type.
    html
        Write one page for browsers and printers to this file; "-" prints it.
    pdf
        Write a PDF to this file; "-" sends it into a pipe.
    json
        Print the program as one JSON document.

    Returns:
    -------
    int
        0 with a program, 1 where the card or the settings are against the rules, 2 where they make no sense.
    """
    from pitboss.draw.program.program import program as composed
    from pitboss.tote.day.cardcheck import card_faults
    from pitboss.tote.rules import tote_rules

    _refuse_outputs(html, pdf, json)
    found, faults = _card(card)
    chosen = {"rulebook": rulebook, "name": facility, "date": date}
    config, more = _config(found, {key: value for key, value in chosen.items() if value is not None}, day)
    faults += more
    if found is not None and config is not None:
        faults += card_faults(found, tote_rules(config.rulebook, config.settings), config)
    if found is None or config is None or faults:
        for fault in faults:
            print(_in_words(fault), file=sys.stderr)
        return exit_code(faults)
    _show(composed(found, config, posted=posted), html=html, pdf=pdf, is_json=json)
    return 0


def _refuse_outputs(html: str | None, pdf: str | None, json: bool) -> None:  # noqa: FBT001 - as the command has them
    if sum((html is not None, pdf is not None, json)) > 1:
        field, value = ("html", html) if html else ("pdf", pdf)
        raise InputError("one of --html, --pdf and --json at a time", field=field, value=value)
    if pdf == "-" and sys.stdout.isatty():
        raise InputError("a PDF is not for a terminal: name a file, as in --pdf program.pdf", field="pdf", value="-")


def _show(made: Program, *, html: str | None, pdf: str | None, is_json: bool) -> None:
    if html is not None:
        from pitboss.draw.program.page import as_page

        write_picture(as_page(made), html)
    elif pdf is not None:
        from pitboss.draw.program.pdf import as_pdf

        write_picture(as_pdf(made), pdf)
    elif is_json:
        print_json([made])
    else:
        sys.stdout.write(as_text(made))


def _card(path: str) -> tuple[Card | None, list[Fault]]:
    """Read a card, with what cannot be read in any of its races and pools."""
    from pitboss.rulebook import read_table_file
    from pitboss.tote.day.cardcheck import read_card

    data = read_bytes(path)
    if Path(path).suffix.lower() == ".toml":
        data = msgspec.json.encode(read_table_file(Path(path)))
    return read_card(data)


def _config(card: Card | None, chosen: dict[str, str], day: Path | None) -> tuple[DayConfig | None, list[Fault]]:
    """Return the facility's day: what was chosen, then what its file has, then what can be told from the card."""
    from pitboss.rulebook import edition, edition_ids, read_table_file
    from pitboss.tote.day.config import check_day

    document: Any = {} if day is None else read_table_file(day)
    document = {"rulebook": _RULEBOOK, **document, **chosen}
    if document["rulebook"] in edition_ids():
        document.setdefault("name", edition(document["rulebook"]).adoption.body)
    if card is not None:
        document.setdefault("date", min(race.post_time for race in card.races).date().isoformat())
    config, faults = check_day(document)
    # What is to be taken from the card or the rulebook is not missed as well where these are at fault.
    return config, [fault for fault in faults if fault.field not in ("name", "date") or fault.field in document]


def _in_words(fault: Fault) -> str:
    """Say in a line where the fault is, what stands there, why not, and by which clause."""
    value = msgspec.json.encode(fault.value, enc_hook=str).decode()
    shown = value if len(value) <= _SHOWN_MAX else f"{value[: _SHOWN_MAX - 1]}…"
    return f"{fault.field}: {shown}: {fault.reason}{f' [{fault.clause}]' if fault.clause else ''}"


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

    hours = f"Times are {program.clock}." if program.clock and program.races else ""
    yield Text(program.name, style="bold")
    yield Text(f"{program.what}, {program.date}", style="bold")
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

    from pitboss.draw.program.program import columns

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

    rows: list[Sequence[RenderableType]] = [
        (bet.name, bet.minimum, bet.takeout, Text(bet.clause, style="dim"), bet.remarks) for bet in race.bets
    ]
    return _table(("Bet", "From", "Takeout", "", ""), rows, right=("From", "Takeout"))


def _row(race: RacePage, runner: Starter) -> Sequence[RenderableType]:
    from rich.style import Style
    from rich.text import Text

    from pitboss.draw.program.program import columns

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
