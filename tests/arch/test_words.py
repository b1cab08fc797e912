"""Plain words: phrases that made readers stop are not written again, in code, pages or documents."""

import re

import pytest

from tests.arch.tree import texts

# What was written once, and what to write instead. Refusals on record in journals and transcripts are data.
INSTEAD = {
    r"looked whether": "check whether",
    r"the amount is not one\b": "Enter an amount such as 25.00.",
    r"\bmay not: ": "A dealer may not void a round alone: ask a supervisor to confirm.",
    r"\bis no text\b": "must be valid UTF-8",
    r"\bnone of ours\b": "wrong number or check code",
    r"\bis no guess\b": "does not count",
    r"that does not say otherwise": "(default)",
    r"\brefused as ever\b": "refused",
    r"\bin vain\b": "failed",
    r"\bis no (?:currency|amount|stake|written amount|certificate|demonstration)\b": "is not a …",
    r"\bis to be (?:chosen|signed|looked)\b": "choose …",
    r"\btrouble (?:at|with) one is no trouble\b": "an error in one does not stop the others",
}
READ = ("src/pitboss/", "docs/", "README.md", "CONTRIBUTING.md", "SECURITY.md")


def mannered(name: str, text: str) -> list[str]:
    """List what a text says in such words, with what to write instead."""
    return [
        f"{name}: {found[0]!r}: write {instead!r}"
        for phrase, instead in INSTEAD.items()
        for found in re.finditer(phrase, text, re.IGNORECASE)
    ]


def test_nobody_is_made_to_stop():
    """None of these phrases stands where somebody reads."""
    read = [(name, text) for name, text in texts() if name.startswith(READ)]

    assert [] == [fault for name, text in read for fault in mannered(name, text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [("dana, dealer, may not: void a round", 1), ("a sign-in in vain", 1), ("A dealer may not void a round alone.", 0)],
)
def test_mannered_words_are_seen(text, count):
    """Whatever stands around them."""
    assert count == len(mannered("x", text))
