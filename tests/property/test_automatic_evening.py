"""An evening of automatic tables played into a journal: every act, every void, and not a cent that was not counted."""

import os
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.books import balances, postings
from pitboss.games.everyday.acts import EVERYWHERE_ACTS, RESETTLING_ACTS
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS, DISPUTING_EVENTS
from pitboss.games.everyday.events import EVERYWHERE_EVENTS
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.events import GameRefunded, GameVoided
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.journal import open_journal
from pitboss.ledger.balance import trial_balance
from tests.support import automatic_tally
from tests.support.automatic_evening import LATE, automatic_evening
from tests.support.automatic_tally import Tally, differences
from tests.support.campaign import Campaign, Part
from tests.support.evening import Evening
from tests.support.evening_faults import contents
from tests.support.postgres import database

TERMINALS, SLICE_TERMINALS = 200, 48
SLICE_ROUNDS = 78
"""So many that every table has a game of every ending."""


def name_of(kind: Any) -> str:
    """Return the name under which an act or event is stored."""
    return str(kind.__struct_config__.tag)


def tallies(drawn: Evening) -> dict[str, Tally]:
    """Return a tally for each table."""
    return {stream.name: Tally(has_sensor=stream.document.get("has_sensor", True)) for stream in drawn.streams}


def counted(address: str, drawn: Evening) -> Counter[str]:
    """Hold a journal to what was counted apart, command by command, and to its own proof; return the sums."""
    counts = tallies(drawn)
    with closing(open_journal(address, is_reader=True)) as journal:
        assert [] == list(differences(journal, counts))
        report = verify(journal)
        assert () == report.faults
        assert (sum(len(stream.commands) for stream in drawn.streams), 3) == (report.commands, report.streams)
        books = balances(journal)
    assert trial_balance(books).is_balanced
    seats = [seat for count in counts.values() for seat in count.seats.values()]
    sums = Counter({name: sum(getattr(seat, name) for seat in seats) for name in ("bought", "cashed", "lost", "won")})
    there = sum(held for name, held in books.items() if "/credits:" in name or name.endswith("/layout"))
    open_debts = sum(held for name, held in books.items() if "/receivable:" in name or "/payable:" in name)
    assert sums["bought"] - sums["cashed"] - sums["lost"] + sums["won"] == there + open_debts
    return sums


def met(drawn: Evening, answers: list[Recorded]) -> Counter[str]:
    """Count acts that were accepted and refused, events, and causes of void games by whether they were settled."""
    found: Counter[str] = Counter()
    for (_, command), recorded in zip(drawn.interleaved(), answers, strict=True):
        is_accepted = isinstance(recorded.answer, Accepted)
        found[f"{'accepted' if is_accepted else 'refused'} {name_of(type(command.act))}"] += 1
        for event in recorded.answer.events if isinstance(recorded.answer, Accepted) else ():
            found[f"recorded {name_of(type(event))}"] += 1
            if isinstance(event, GameVoided):
                found[f"void {event.cause.value} {'settled' if event.was_settled else 'in play'}"] += 1
            if isinstance(event, GameRefunded):
                found["receivables"] += sum(map(bool, event.receivable_minor))
                found["payables"] += sum(map(bool, event.payable_minor))
    return found


def played(drawn: Evening, *, is_everywhere: bool) -> Counter[str]:
    """Play an evening into SQLite, and into PostgreSQL where it is asked for; both must hold the same."""
    with ExitStack() as stack:
        addresses = [f"sqlite:///{Path(stack.enter_context(TemporaryDirectory())) / 'evening.db'}"]
        if is_everywhere and os.environ.get("PITBOSS_NO_POSTGRES") != "1":
            addresses.append(stack.enter_context(database()))
        for address in addresses:
            found = met(drawn, drawn.play(open_journal(address)))
            sums = counted(address, drawn)
        assert all(contents(address) == contents(addresses[0]) for address in addresses[1:])
        found["databases"] = len(addresses)
    return found + sums


@pytest.mark.campaign(500)
@pytest.mark.timeout(3_600)
def test_an_evening_is_what_was_counted(request):
    """Three tables: everything that may be done was done, and no cent differs from what was counted apart."""
    campaign = Campaign.of(request, "automatic-evening", part_cases=500)

    def search(part: Part) -> Counter[str]:
        terminals, rounds = (TERMINALS, part.cases) if campaign.is_whole else (SLICE_TERMINALS, SLICE_ROUNDS)
        return played(automatic_evening(part.seed, terminals=terminals, rounds=rounds), is_everywhere=campaign.is_whole)

    found = campaign.run(search)
    # Only a table from before there were sessions is switched over to them.
    # Racks and disputes are walked at other tables, whose acts these are as well; no game is settled anew here (RA-9d).
    apart = (a.BeginSessions, *EVERYWHERE_ACTS, *DISPUTING_ACTS, *RESETTLING_ACTS)
    acts = {f"accepted {name_of(act)}" for act in AUTOMATIC.acts if act not in apart}
    assert set() == acts - found.keys()
    events = [event for event in AUTOMATIC.events if event not in (*EVERYWHERE_EVENTS, *DISPUTING_EVENTS)]
    assert set() == {f"recorded {name_of(event)}" for event in events} - found.keys()
    # A number is wrong only once it is confirmed, and with that the game is settled.
    voids = {f"void {cause.value} in play" for cause in a.VoidCause if cause is not a.VoidCause.WRONG_NUMBER}
    voids |= {f"void {cause} settled" for cause in LATE}
    assert set() == voids - found.keys()
    assert min(found["receivables"], found["payables"], found["cashed"]) > 0
    assert (500 if campaign.is_whole else SLICE_ROUNDS) == found[f"accepted {name_of(a.StartGame)}"]


def test_a_cent_is_found_at_its_command(tmp_path, monkeypatch):
    """A cent more to a terminal's credit is told from the command on that brought it: the count can fail."""
    address, drawn = f"sqlite:///{tmp_path / 'evening.db'}", automatic_evening(1, terminals=6, rounds=3)
    drawn.play(open_journal(address))
    with closing(open_journal(address, is_reader=True)) as journal:
        posting = next(one for one in postings(journal) if one.account.startswith("USD:automatic:A2/credits:T1."))
        record = next(one for one in journal.read_all() if one.position == posting.position)
    more = msgspec.structs.replace(posting, amount_minor=posting.amount_minor + 1)
    changed = lambda found: (more if one == posting else one for one in postings(found))  # noqa: E731
    monkeypatch.setattr(automatic_tally, "postings", changed)
    with closing(open_journal(address, is_reader=True)) as journal:
        first = next(iter(differences(journal, tallies(drawn))))
    amount = posting.amount_minor
    account = posting.account.partition("/")[2]
    assert f"automatic:A2 after {record.key}: {account} has {amount + 1}, and {amount} was counted" == first


def test_the_same_seed_makes_the_same_evening():
    """Nothing but the seed decides: commands, keys and their order."""
    one, other = (automatic_evening(7, terminals=6, rounds=6) for _ in range(2))
    assert list(one.interleaved()) == list(other.interleaved())
