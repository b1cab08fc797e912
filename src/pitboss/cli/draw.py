"""`pitboss draw`: the layout, table or scoreboard of a game as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pitboss.cli.output import File, Rulebook, read_bytes, write_picture
from pitboss.errors import BadNotation, InputError
from pitboss.money import check_stake

if TYPE_CHECKING:
    from pitboss.draw.blackjack.round import SettledRound

_DICE = 3
Output = Annotated[str, Parameter(name=["--output", "-o"], help='The SVG file to write; "-" prints it.')]
Title = Annotated[str, Parameter(help="A heading.")]
Bets = Annotated[tuple[str, ...], Parameter(negative=())]


def _bet_and_stake(text: str, example: str) -> tuple[str, int]:
    """Read a bet with its minor units behind "="; the example shows how."""
    bet, equals, amount = text.partition("=")
    if not equals or not amount.isascii() or not amount.isdigit():
        raise BadNotation(f"a bet and its minor units, such as {example}", field="bet", value=text)
    return bet, check_stake(int(amount))


def roulette(
    *,
    rulebook: Rulebook = "oneida-roulette-2008",
    table: Path | None = None,
    output: Output = "-",
    bet: Bets = (),
    dolly: str | None = None,
    title: Title = "",
) -> None:
    """Draw a house's layout and wheel.

    Parameters
    ----------
    table
        A table's TOML file instead: its layout's name, odds and limits count.
    bet
        A bet to show, with its minor units after "=", such as straight:17=2500; may be given again and again.
    dolly
        The winning number.
    """
    from pitboss.cli.odds import table_of
    from pitboss.draw.roulette import table as roulette_draw
    from pitboss.games.roulette import rules as roulette_rules

    rules = roulette_rules.rules_of(table_of("roulette", rulebook, table))
    if dolly is not None and dolly not in rules.wheel.index:
        raise InputError(
            f"not a number of this wheel, which has {len(rules.wheel.pockets)}", field="dolly", value=dolly
        )
    bets = [_bet_and_stake(text, "straight:17=2500") for text in bet]
    write_picture(roulette_draw.draw(rules, bets=bets, dolly=dolly, title=title), output)


def sicbo(
    *,
    rulebook: Rulebook = "oneida-sicbo-2004",
    table: Path | None = None,
    output: Output = "-",
    dice: str | None = None,
    bet: Bets = (),
    title: Title = "",
) -> None:
    """Draw a table's layout, with the places lit that a throw wins on.

    Parameters
    ----------
    table
        A table's TOML file instead: its name, odds and limits count.
    dice
        The throw, such as 3,3,5; without it nothing is lit.
    bet
        A bet to show, with its minor units after "=", such as pair:3=500; may be given again and again.
    """
    from pitboss.cli.odds import table_of
    from pitboss.draw.sicbo import table as sicbo_draw
    from pitboss.games.sicbo import rules as sicbo_rules

    rules = sicbo_rules.rules_of(table_of("sicbo", rulebook, table))
    bets = [_bet_and_stake(text, "pair:3=500") for text in bet]
    write_picture(sicbo_draw.draw(rules, dice=None if dice is None else _throw(dice), bets=bets, title=title), output)


def _throw(text: str) -> list[int]:
    faces = [part.strip() for part in text.split(",")]
    if len(faces) != _DICE:
        said = "1 is" if len(faces) == 1 else f"{len(faces)} are"
        raise BadNotation(f"a throw is three dice, such as 3,3,5; {said} given", field="dice", value=text)
    wrong = next((face for face in faces if face not in set("123456")), None)
    if wrong is not None:
        raise BadNotation(f"{wrong!r} is not a number of a die: 1 to 6", field="dice", value=text)
    return [int(face) for face in faces]


def baccarat(
    *,
    results: File,
    output: Output = "-",
    title: Title = "",
) -> None:
    """Draw the scoreboard of a shoe: bead plate, big road and the three roads derived from it.

    Parameters
    ----------
    results
        A file with a letter for each round, oldest first: B, P or T. Spaces and line ends count for nothing; "-"
        reads standard input.
    """
    from pitboss.draw.baccarat import table as baccarat_draw
    from pitboss.games.baccarat.roads import results_of

    write_picture(baccarat_draw.draw(results_of(_text(results)), title=title), output)


def _text(path: str) -> str:
    try:
        # A byte order mark is no letter of the shoe.
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("is not text in UTF-8", field="results", value=path) from error


def blackjack(
    *,
    rulebook: Rulebook = "oneida-blackjack-2004",
    table: Path | None = None,
    output: Output = "-",
    settled: Annotated[File | None, Parameter(name="--round")] = None,
    line: int | None = None,
    tall: bool = False,
    title: Title = "",
) -> None:
    """Draw a table: its cloth, and a round as it ended.

    Parameters
    ----------
    table
        A table's TOML file instead: its name, rules, odds and limits count.
    settled
        A file with settlement documents; the first one is settled and drawn, by its own rulebook and settings. They
        must be those of a table that is given too. "-" reads standard input.
    line
        The line on which another document begins, from 1.
    tall
        Arrange the table for a narrow screen: the places below each other.
    """
    from pitboss.cli.odds import table_of
    from pitboss.draw.blackjack import table as blackjack_draw
    from pitboss.games.blackjack import rules as blackjack_rules

    if settled is None and line is not None:
        raise InputError("needs a file of rounds", field="line", value=line)
    found = None if settled is None else _round(settled, line)
    if found is None or table is not None:
        rules = blackjack_rules.rules_of(table_of("blackjack", rulebook, table))
    else:
        rules = found.rules
    write_picture(blackjack_draw.draw(rules, settled=found, tall=tall, title=title), output)


def _round(path: str, line: int | None) -> SettledRound:
    from pitboss.cli.settle import documents
    from pitboss.draw.blackjack.round import settled_round

    listed = documents(read_bytes(path))
    number, data = next(((at, data) for at, data in listed if line in (None, at)), (0, b""))
    if not number:
        raise InputError(f"no document of {path} begins there", field="line", value=line)
    return settled_round(data, number)
