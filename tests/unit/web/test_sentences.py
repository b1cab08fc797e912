"""What happened at a table in words, for its pages: nobody is an id there, and no bet is a notation."""

import re
from types import SimpleNamespace

import pytest

from pitboss.decider import Accepted
from pitboss.web.sentences import sentence_of
from tests.support.life import HOUSE, TABLES, Played

NAMES = {entry["id"]: SimpleNamespace(name=entry["name"]) for entry in HOUSE["staff"]}
ID = re.compile(r"\brobot-[a-z]")
DESK = SimpleNamespace(people=NAMES, positions={})


class Told(Played):
    """A table of the demonstration, with every sentence that is told of it."""

    sentences: list[str]

    def answer(self, by, act, witness=None):
        """Let it answer, and put what happened into words."""
        answer = super().answer(by, act, witness)
        for event in answer.events if isinstance(answer, Accepted) else ():
            live = SimpleNamespace(state=self.state, rules=self.rules, name="here")
            self.sentences.append(sentence_of(DESK, live, event, is_brief=False))  # type: ignore[arg-type]
        return answer


@pytest.mark.parametrize("stream", TABLES)
def test_people_have_names_and_bets_have_words(stream):
    """At every table of the demonstration, two rounds long, in whatever is told of it to anybody."""
    table = Told(stream)
    table.sentences = []
    table.rounds(2)

    assert any(one.name in text for text in table.sentences for one in NAMES.values())
    assert [] == [text for text in table.sentences if ID.search(text)]
    assert [] == [text for text in table.sentences if re.search(r"[a-z]:\d", text)]
