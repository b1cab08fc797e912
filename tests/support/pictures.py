"""Pictures of tables in tests: drawn and read back. `python -m tests.support.pictures` remakes the documentation's."""

import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
from rich.console import Console, RenderableType

from pitboss.cli.tote.program import race_parts
from pitboss.cli.tote.screen import screen
from pitboss.draw.blackjack.round import settled_round
from pitboss.draw.blackjack.table import draw as draw_blackjack
from pitboss.draw.program.program import Program, program
from pitboss.draw.roulette.table import BOX, draw
from pitboss.draw.sicbo.table import draw as draw_sicbo
from pitboss.draw.sign_sheet import draw_sign
from pitboss.games import game
from pitboss.games.roulette.rules import Rules, rules_of
from pitboss.games.sicbo.rules import rules_of as sicbo_rules_of
from pitboss.games.table.sign import Sign
from pitboss.openers import read_transcript
from pitboss.rulebook import edition, read_table_file, table_config
from pitboss.tote.day.board import board
from pitboss.tote.day.config import day_config
from pitboss.tote.day.racecard import Card
from pitboss.transcript import play
from tests.support.driver import HOIAN, ONEIDA, SEABROOK

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
SVG = "{http://www.w3.org/2000/svg}"

# File name to the house, its settings, the bets and the winning number.
PICTURES: dict[str, tuple[str, dict[str, object], list[tuple[str, int]], str]] = {
    "roulette-oneida.svg": (
        ONEIDA,
        {"default_min": 500, "default_max": 50_000},
        [
            ("straight:17", 2_500),
            ("straight:17", 500),
            ("split:8-9", 2_500),
            ("corner:25-26-28-29", 1_000),
            ("row:13-14-15", 500),
            ("first_five:0-00-1-2-3", 1_000),
            ("six:31-36", 3_000),
            ("split:0-00@courtesy_line", 2_500),
            ("dozen:2", 5_000),
            ("black", 10_000),
        ],
        "17",
    ),
    "roulette-hoian.svg": (
        HOIAN,
        {"default_min": 50_000, "default_max": 20_000_000},
        [
            ("straight:26", 50_000),
            ("split:32-35", 200_000),
            ("triple:0-2-3", 100_000),
            ("corner:13-14-16-17", 100_000),
            ("six:31-36", 500_000),
            ("column:2", 1_000_000),
            ("red", 500_000),
            ("high", 1_500_000),
        ],
        "32",
    ),
    "roulette-seabrook.svg": (
        SEABROOK,
        {},
        [
            ("straight:00", 100),
            ("split:0-00", 200),
            ("split:0-00@courtesy_line", 100),
            ("corner:1-2-4-5", 400),
            ("straight:29", 100),
            ("straight:29", 150),
            ("odd", 150),
            ("red", 400),
        ],
        "00",
    ),
}

# File name to the settings, the bets and the dice.
SICBO_PICTURES: dict[str, tuple[dict[str, object], list[tuple[str, int]], tuple[int, int, int]]] = {
    "sicbo.svg": (
        {"default_min": 500, "default_max": 50_000},
        [
            ("big", 2_500),
            ("big", 2_500),
            ("pair:3", 500),
            ("pair:3", 1_000),
            ("total:11", 1_500),
            ("combination:2-5", 2_500),
            ("combination:3-5", 10_000),
            ("one:3", 1_000),
            ("any_triple", 500),
            ("total:7", 500),
        ],
        (3, 3, 5),
    ),
}

# File name to the line of the example rounds that it shows.
BLACKJACK_PICTURES = {"blackjack.svg": 1}

# File name to the example table whose sign it is.
SIGN_PICTURES = {"sign-baccarat.svg": "oneida-baccarat"}

# File name to the example card and the place of the race in it, as a terminal shows the program.
PROGRAM_PICTURES = {"tote-program.svg": ("fox-valley-downs", 0)}

# File name to the example day, the track and race, and the key of the command after which the board is drawn.
BOARD_PICTURES = {"tote-board.svg": ("afternoon", "FVD", 1, "lou-7")}
WIDTH = 100
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def rules_for(house: str, settings: dict[str, object] | None = None) -> Rules:
    """Return a house's rules with these settings."""
    return rules_of(table_config({"rulebook": house, "settings": settings or {}}))


def sign_of(example: str) -> Sign:
    """Return the sign of a table among the examples."""
    config = table_config(read_table_file(ROOT / "examples" / "tables" / f"{example}.toml"))
    return game(edition(config.rulebook).game).sign(config)


def program_of(example: str, *, posted: bool = False, **settings: object) -> Program:
    """Return the program of a card among the examples, at the facility Oneida."""
    card = msgspec.json.decode((ROOT / "examples/tote/cards" / f"{example}.json").read_bytes(), type=Card)
    day = {"rulebook": "oneida-parimutuel-2004", "name": "Oneida", "date": "2004-05-01", "settings": settings}
    return program(card, day_config(day), posted=posted)


def program_race(example: str, place: int) -> str:
    """Draw a race of a program as a terminal shows it."""
    return in_terminal("program", *race_parts(program_of(example).races[place]))


def board_after(example: str, track: str, race: int, key: str) -> str:
    """Draw the board of a race in an example day, as a terminal shows it after one of the commands."""
    day = read_transcript((ROOT / "examples/tote/day" / f"{example}.jsonl").read_bytes().split(b"\n"))
    step = next(step for step in play(day) if step.entry.command.key == key)
    return in_terminal("board", screen(board(step.state, track, race, step.entry.command.received_at), WIDTH))


def in_terminal(command: str, *parts: RenderableType) -> str:
    """Draw what a command of the tote prints, in whatever font of even width there is."""
    out = Console(file=StringIO(), width=WIDTH, record=True, force_terminal=True, color_system="truecolor")
    for part in parts:
        out.print(part)
    return FONT_FACE.sub("", out.export_svg(title=f"pitboss tote {command}", unique_id=command))


def blackjack_round(line: int) -> str:
    """Draw a blackjack round among the examples."""
    rounds = ROOT / "examples" / "settlements" / "blackjack-table.jsonl"
    settled = settled_round(rounds.read_bytes().splitlines()[line - 1], line)
    return draw_blackjack(settled.rules, settled=settled)


def documented(name: str) -> str:
    """Draw a picture of the documentation."""
    if name in BLACKJACK_PICTURES:
        return blackjack_round(BLACKJACK_PICTURES[name])
    if name in SIGN_PICTURES:
        return draw_sign(sign_of(SIGN_PICTURES[name]))
    if name in PROGRAM_PICTURES:
        return program_race(*PROGRAM_PICTURES[name])
    if name in BOARD_PICTURES:
        return board_after(*BOARD_PICTURES[name])
    if name in SICBO_PICTURES:
        chosen, laid, dice = SICBO_PICTURES[name]
        config = table_config({"rulebook": "oneida-sicbo-2004", "settings": chosen})
        return draw_sicbo(sicbo_rules_of(config), bets=laid, dice=dice)
    house, settings, bets, dolly = PICTURES[name]
    return draw(rules_for(house, settings), bets=bets, dolly=dolly)


def read(picture: str) -> ET.Element:
    """Read a picture back; it must be well-formed."""
    return ET.fromstring(picture)  # noqa: S314 - what is read was written a moment ago


def drawn(house: str, *, settings: dict[str, object] | None = None, **shown) -> ET.Element:
    """Draw a table and read the picture back."""
    return read(draw(rules_for(house, settings), **shown))


def with_attribute(root: ET.Element, name: str) -> list[ET.Element]:
    """List the elements that have an attribute, in the order of the document."""
    return [found for found in root.iter() if name in found.attrib]


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    """List the elements of a class."""
    return [found for found in root.iter() if found.get("class") == name]


def text_of(root: ET.Element, tag: str) -> str:
    """Return what the first element of a kind says."""
    return next(root.iter(f"{SVG}{tag}")).text or ""


def texts(root: ET.Element) -> list[str]:
    """List what is printed in an element."""
    return [found.text or "" for found in root.iter(f"{SVG}text")]


def place_of(moved: ET.Element) -> tuple[float, float]:
    """Return where an element was moved to, in boxes of the layout."""
    x, y = moved.attrib["transform"].removeprefix("translate(").split(")")[0].split()
    return float(x) / BOX, float(y) / BOX


def label_place(root: ET.Element, box: str) -> tuple[float, float]:
    """Return the middle of a box's label, in boxes of the layout."""
    found = next(found for found in with_attribute(root, "data-box") if found.get("data-box") == box)
    label = next(found.iter(f"{SVG}text")).attrib
    return float(label["x"]) / BOX, (float(label["y"]) - 0.36 * float(label["font-size"])) / BOX


def legend_of(root: ET.Element) -> dict[str, str]:
    """Return the legend: odds, or "Limits", to what stands beside them."""
    printed = texts(of_class(root, "legend")[0])
    return dict(zip(printed[::2], printed[1::2], strict=True))


def main() -> None:
    """Remake the pictures of the documentation."""
    shown = (PICTURES, SICBO_PICTURES, BLACKJACK_PICTURES, SIGN_PICTURES, PROGRAM_PICTURES, BOARD_PICTURES)
    for name in (name for names in shown for name in names):
        (IMAGES / name).write_text(documented(name), encoding="utf-8")


if __name__ == "__main__":
    main()
