"""Who sees what: nothing of a recorded evening leaves to anybody whom it is not for."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from pitboss.decider import Event
from pitboss.errors import PitbossError
from pitboss.floor.writer.audience import Seen, told
from pitboss.games.blackjack.events import CardDealt
from pitboss.openers import read_transcript
from pitboss.transcript import play
from tests.support.acts import all_streams, tag_of

ROOT = Path(__file__).resolve().parents[4]
KINDS = {tag_of(kind): kind for stream in all_streams() for kind in stream.events}
TICKET = re.compile(r"\d{8}-[A-Z2-7]{20}")
SECRET = {"check", "act", "moves"}
STAFF_ONLY = {"by", "witness", "entered_by", "exposure_minor", "placed_by_id", "removed_by_id"}


@cache
def evening():
    """Return every event of every recorded transcript, with its stream's rules and state: file, event, rules, state."""
    found = []
    files = [*(ROOT / "examples").rglob("*.jsonl"), *(ROOT / "tests" / "faults").glob("*.jsonl")]
    for file in sorted(files):
        try:
            transcript = read_transcript(file.read_bytes().splitlines())
        except PitbossError:
            continue  # settlements and other files that are no transcripts
        for step in play(transcript):
            events = (answer for answer in step.answers if isinstance(answer, Event))
            # States go on changing as the transcript is played: what is asked of one is asked now.
            found += [
                (file.name, event, Seen(event, step.state), event.lies_face_down(step.state),
                 transcript.game.in_words(step.state, told(event, step.state)))
                for event in events
            ]  # fmt: skip
    return found


def names_in(document):
    """Return every name of a field, however deep."""
    if isinstance(document, dict):
        return set(document) | {name for value in document.values() for name in names_in(value)}
    if isinstance(document, (list, tuple)):
        return {name for value in document for name in names_in(value)}
    return set()


def outside(seen):
    """Return what leaves to anybody who does not work here: the public's part and each terminal's."""
    return [document for document in (seen.public, *seen.terminals().values()) if document is not None]


def test_every_event_says_who_sees_it():
    """No event is left to chance, and none names an audience that there is not."""
    assert [] == [tag for tag, kind in KINDS.items() if kind.audience not in ("public", "own", "staff")]


def test_every_field_that_is_kept_back_is_one():
    """A field that is misspelt would be shown to everybody."""
    named = ((kind, {*kind.secret, *kind.hidden, *kind.aside, *kind.masked}) for kind in KINDS.values())
    assert [] == [kind for kind, fields in named if not fields <= set(kind.__struct_fields__)]


def test_what_is_a_terminals_own_names_the_terminal():
    """Each such event has the field by which it is found out whose it is."""
    assert [] == [
        tag for tag in KINDS if KINDS[tag].audience == "own" and "terminal" not in KINDS[tag].__struct_fields__
    ]


def test_the_evening_meets_what_matters():
    """The recorded transcripts have face-down cards, tickets, terminals' bets and settlements: the tests below bite."""
    met = Counter(tag_of(event) for _, event, *_ in evening())
    wanted = (
        "blackjack.card_dealt/1", "baccarat.card_dealt/1", "tote.ticket_sold/1", "tote.ticket_cashed/1",
        "automatic.bets_changed/1", "roulette.round_settled/2", "automatic.game_refunded/1", "cards.shoe_revealed/1",
    )  # fmt: skip
    assert {} == {tag: met[tag] for tag in wanted if not met[tag]}
    assert sum(is_down for *_, is_down, _ in evening()) > 100
    assert len(evening()) > 5_000


def test_no_check_code_leaves_by_any_screen():
    """Not even those who work here are shown what a ticket is cashed by, or an act that waits."""
    for file, _, seen, *_ in evening():
        assert not names_in([seen.staff, *outside(seen)]) & SECRET, file


def test_a_revealed_shoe_can_be_checked_by_anybody():
    """The order and the nonce of a virtual shoe are public once they are revealed: its commitment is for spectators."""
    revealed = [seen.public for _, event, seen, *_ in evening() if tag_of(event) == "cards.shoe_revealed/1"]
    assert revealed
    assert all(shown is not None and {"commitment", "order", "nonce"} <= shown.keys() for shown in revealed)


def test_no_ticket_number_leaves_whole():
    """All audiences see a ticket's day and a few letters, never enough to print it again."""
    for file, event, seen, _, words in evening():
        told_to_all = [seen.staff, *outside(seen)] + ([words] if event.audience == "public" else [])
        assert not TICKET.search(json.dumps(told_to_all, default=str)), (file, tag_of(event))


def test_who_worked_is_for_staff():
    """The public and terminals see no names of those who entered, placed or stood by, and no exposure."""
    for file, event, seen, *_ in evening():
        assert not names_in(outside(seen)) & STAFF_ONLY, (file, tag_of(event))


def test_no_card_that_lies_face_down_is_shown_or_told():
    """Neither the event nor the sentence names it before it is turned, to whoever works here as little as to others."""
    for file, event, seen, is_down, words in evening():
        if is_down and event.card is not None:
            assert all("card" not in document for document in outside(seen)), file
            assert not re.search(rf"\b{event.card}\b", words), (file, words)
            assert not {*event.face} & seen.staff.keys(), file


def test_a_card_that_lies_face_up_is_shown():
    """What everybody sees on the table everybody sees on the screen."""
    up = [(event, seen) for _, event, seen, is_down, _ in evening() if isinstance(event, CardDealt) and not is_down]
    assert [] == [event for event, seen in up if seen.public is None or seen.public["card"] != event.card]
    assert len(up) > 100


def test_a_terminals_affairs_are_its_own():
    """A bet, a buy-in, a cash-out or a ticket is nobody's business but the terminal's it names."""
    for _, event, seen, *_ in evening():
        if event.audience == "own":
            assert seen.public is None
            assert {event.terminal} == set(seen.terminals())


def test_nobody_sees_anothers_rows_of_a_settlement():
    """The public sees no row; each terminal its own, with the amounts that belong to it."""
    met = 0
    for file, event, seen, *_ in evening():
        column = event.column
        if not column:
            continue
        met += 1
        assert not [value for value in (seen.public or {}).values() if isinstance(value, (list, tuple, dict))]
        whole = msgspec.to_builtins(event)
        inside = next((whole[name] for name in whole if isinstance(whole[name], dict) and column in whole[name]), whole)
        # A settlement in columns of numbers has the names they stand for beside them.
        names = inside.get(f"{column}s")
        rows = inside[column] if names is None else [names[number] for number in inside[column]]
        owners = set(rows)
        for terminal, document in seen.terminals().items():
            mine = next((document[n] for n in document if isinstance(document[n], dict)), document)
            assert {terminal} == set(mine[column]), file
            assert mine[column] == [name for name in rows if name == terminal]
            others = owners - {terminal}
            assert not others & set(_texts(document)), file
    assert met > 20


def _texts(document):
    """Return every text in a document."""
    if isinstance(document, str):
        return [document]
    values = (
        document.values() if isinstance(document, dict) else document if isinstance(document, (list, tuple)) else ()
    )
    return [text for value in values for text in _texts(value)]


class Unheard(Event, frozen=True, tag="test.unheard/1"):
    """An event that does not say who sees it."""

    terminal: str = "T1"


def test_an_event_without_an_audience_is_shown_to_nobody():
    """What is not named is not shown: the default is silence."""
    seen = Seen(Unheard())
    assert (False, None, {}) == (seen.is_known, seen.public, seen.terminals())


@pytest.mark.parametrize(
    ("option", "place", "is_down"), [("a", 1, False), ("b", 2, True), ("b", 3, False), ("c", 3, True)]
)
def test_baccarat_cards_lie_as_the_deal_option_has_them(option, place, is_down):
    """Face up, face down until the dealer turns them, or face down until a player does."""
    from types import SimpleNamespace

    from pitboss.games.baccarat.events import CardDealt as Dealt
    from pitboss.games.baccarat.hands import Side

    event = Dealt(card="KS", to=Side.PLAYER, place=place, is_complete=False, by="Dora")
    rules = SimpleNamespace(settings={"deal": option})
    state = SimpleNamespace(round=None, rules=rules)
    assert is_down == event.lies_face_down(state)
    assert ("A card" if is_down else "KS") == told(event, state).card  # type: ignore[attr-defined]
