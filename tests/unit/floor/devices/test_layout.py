"""What any printer prints: text that steers nothing, broken at the paper's width."""

import pytest

from pitboss.floor.devices.layout import Layout, TextLine, plain, rows


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Fox Valley Downs", "Fox Valley Downs"),
        ("Café £5", "Café £5"),
        ("a\x00\x07\x1bb\x7f\x9b", "ab"),
        ("a\r\nb\u2028c", "a  b c"),
        ("a\u202eb\u200bc\ufeff", "abc"),
        ("\ud800x", "x"),
        ("5 €, \u7af6\u99ac", "5 ?, ??"),
    ],
)
def test_text_becomes_plain(text, shown):
    """Controls, marks of direction and half characters are dropped; what the printer lacks is a question mark."""
    assert shown == plain(text, "cp437")


def test_long_lines_are_broken_and_nothing_is_lost():
    """Words stay whole where they fit, and a large line has half the characters."""
    words = " ".join(f"{number:05d}" for number in range(40))
    layout = Layout((TextLine(words), TextLine("x" * 60, is_large=True), TextLine("")))
    found = list(rows(layout, "cp437"))

    assert words == " ".join(line.text for line in found if not line.is_large).strip()
    assert [24, 24, 12] == [len(line.text) for line in found if line.is_large]
    assert max(len(line.text) for line in found) <= 48
    assert "" == found[-1].text
