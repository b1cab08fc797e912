"""Programs in tests: an example card with some of its pools, and what a page or a PDF says."""

import re
from html.parser import HTMLParser
from typing import Any

import msgspec

from pitboss.draw.program.program import Program, program
from pitboss.tote.day.config import day_config
from pitboss.tote.day.racecard import Card
from tests.support.pictures import ROOT

CARDS = ROOT / "examples/tote/cards"
EMPTY = {"meta", "link", "br", "hr", "img", "input"}
SHOWN = re.compile(rb"\(((?:[^()\\]|\\.)*)\) Tj|(?:T\*|ET)\s")
"""A text that is shown, or the end of a line or block of texts."""


def card_document(example: str = "fox-valley-downs") -> dict[str, Any]:
    """Return a card among the examples, to be changed."""
    return msgspec.json.decode((CARDS / f"{example}.json").read_bytes(), type=dict[str, Any])


def card_with(kinds: set[str]) -> dict[str, Any]:
    """Return the example card with the pools of these types and no others."""
    document = card_document()
    return {**document, "pools": [pool for pool in document["pools"] if pool["type"] in kinds]}


def program_from(document: dict[str, Any], *, posted: bool = False, name: str = "Oneida", **settings: Any) -> Program:
    """Compose the program of a card's document."""
    day = {"rulebook": "oneida-parimutuel-2004", "name": name, "date": "2004-05-01", "settings": settings}
    return program(msgspec.convert(document, Card), day_config(day), posted=posted)


class Page(HTMLParser):
    """A page read back: its text in order, ids, links, and the elements that were not closed as they should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.unclosed: list[str] = []
        self.feed(page)
        self.close()
        self.unclosed += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that begins."""
        found = dict(attrs)
        self.tags.append(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found[name] or "" for name in ("href", "src") if name in found]
        self.open += [] if tag in EMPTY else [tag]

    def handle_endtag(self, tag: str) -> None:
        """Note an element that ends: it must be the last that began."""
        if not self.open or self.open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        """Keep what is read; styles are not."""
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """Return what is read, with single blanks."""
        return " ".join(" ".join(self.texts).split())


def pdf_texts(pdf: bytes) -> list[str]:
    """List the lines of text of a PDF that is not compressed."""
    lines = [b""]
    for shown in SHOWN.finditer(pdf):
        if shown[1] is None:
            lines.append(b"")
        else:
            lines[-1] += re.sub(rb"\\(\d{3})", lambda code: bytes([int(code[1], 8)]), shown[1])
    return [re.sub(rb"\\(.)", rb"\1", line).decode("cp1252") for line in lines if line]


def pdf_text(pdf: bytes) -> str:
    """Return what a PDF says, with single blanks."""
    return " ".join(" ".join(pdf_texts(pdf)).split())
