"""Whatever a person types, in any field of any act: it is bounded where it comes in, and text where it comes out."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from pitboss.decider import Act
from pitboss.draw.svg import element
from pitboss.floor.devices import escpos
from pitboss.floor.devices.layout import Layout, TextLine
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.devices.slip import as_page
from tests.support.logged import logged
from tests.support.pages import Page, pdf_texts
from tests.support.pictures import ROOT

NOT_TYPED = {"PlaceWager.placement", "RevealShoe.order", "RevealShoe.nonce", "OpenCard.card"}
"""Nobody writes these into a field: a place of the layout, what the server fills in, and a race card, checked whole."""
STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Controls, ends of lines, and marks that turn the direction of what is read."""
MARKS = ("<b>", "</p>", "&lt;", '"', "'", "\\", ")", "\x1b[31m", "\x1dV\x00", "\r\n", "\u202e", "\x00", "A", " ")
typed = st.lists(st.sampled_from(MARKS) | st.characters(), max_size=12).map("".join)
SINKS = re.compile(
    r"(?:inner|outer|insertAdjacent|set)HTML|createContextualFragment|document\.write|\beval\(|new Function|srcdoc"
)
"""What makes markup or a program of a text."""


def every_act() -> list[type[Act]]:
    """Return the acts of every game, of the tote, the cage and the house, but none that an example made for itself."""
    for path in (ROOT / "src/pitboss").rglob("*.py"):
        if path.stem in ("acts", "disputes", "dispute_events"):
            import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
    known = [Act]
    for kind in known:
        known += kind.__subclasses__()
    return [
        kind
        for kind in known
        if kind.__struct_config__.tag and getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
        if kind.__module__.startswith("pitboss.")
    ]


def texts_in(kind: Any) -> Iterator[Any]:
    """Yield every text in a type, however deep."""
    if isinstance(kind, inspect.StrType):
        yield kind
    for name in ("item_type", "key_type", "value_type", "type"):
        inner = getattr(kind, name, None)
        if isinstance(inner, inspect.Type):
            yield from texts_in(inner)
    for name in ("types", "item_types"):
        for inner in getattr(kind, name, ()):
            yield from texts_in(inner)
    for field in getattr(kind, "fields", ()):
        yield from texts_in(field.type)


def test_no_text_of_an_act_is_without_bounds():
    """Names, reasons, notes, alarms, disputes, results: each has a pattern or a greatest length."""
    acts = every_act()
    loose = {
        f"{act.__name__}.{field.name}"
        for act in acts
        for field in inspect.type_info(act).fields  # type: ignore[attr-defined]
        for text in texts_in(field.type)
        if text.max_length is None and text.pattern is None
    }

    assert len(acts) > 150
    assert NOT_TYPED == loose


@given(typed)
def test_what_was_typed_is_one_line_of_the_log(text):
    """No second line is made by it, and no colour."""
    line = logged(text)

    assert 1 == len(line.splitlines())
    assert STEERS.search(line.removesuffix("\n")) is None


@given(typed)
def test_what_was_typed_is_text_on_paper(text):
    """At a receipt printer, in a PDF and on a page for any printer: it adds no command and no element."""
    paper, plain = (Layout((TextLine(one),)) for one in (text, "word"))
    commands = [set(re.findall(rb"[\x01-\x09\x0b-\x1f].", escpos.encode(one))) for one in (paper, plain)]
    pages = [Page(as_page([one], "/slip.css")) for one in (paper, plain)]

    assert commands[0] == commands[1]
    assert pages[0].tags == pages[1].tags
    assert STEERS.search("".join(pages[0].texts)) is None
    assert [] == [line for line in pdf_texts(as_pdf(paper)) if STEERS.search(line)]


@given(typed)
def test_what_was_typed_is_text_in_a_picture(text):
    """An element with text has no other elements in it, and can be read by any reader of XML."""
    found = ET.fromstring(element("text", text, aria_label=text))  # noqa: S314

    assert ([], ["aria-label"]) == (list(found), list(found.attrib))


def test_no_page_makes_markup_of_text():
    """Pages make text nodes; one place reads a picture that the server drew, and no other reads markup at all."""
    scripts = sorted((ROOT / "src/pitboss/web/static/js").rglob("*.js"))
    used = {path.name: set(SINKS.findall(path.read_text(encoding="utf-8"))) for path in scripts}
    parsed = [path.name for path in scripts if "DOMParser" in path.read_text(encoding="utf-8")]

    assert {} == {name: found for name, found in used.items() if found}
    assert ["picture.js"] == parsed
