"""Every everyday act in every place that it needs: decided, offered, told, allowed, counted twice, verified, printed.

The played examples have each of them done. Before each is done again here, it is tried by the wrong people.
"""

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Act, Command, Person, Refusal, Role, offered, tag_of
from pitboss.floor.devices.escpos import encode
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.devices.slip import as_page, slip_layouts
from pitboss.floor.people.roles import Forbidden, SecondNeeded, matrix
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.games.cage import acts as cage
from pitboss.games.disputes import DISPUTE_ACTS
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.events import SlipPrinted
from pitboss.games.roulette.automatic.acts import AbandonSession
from pitboss.journal import open_journal
from pitboss.openers import read_transcript
from pitboss.rulebook import RuleViolation, all_clauses
from tests.support.durable import script
from tests.support.everyday import APART

ROOT = Path(__file__).resolve().parents[2]
CAGE = (cage.FundCage, cage.CashChips, cage.RedeemMarker, cage.PayTokes, cage.NoteTable)
EVERYDAY: tuple[type[Act], ...] = (*APART, *CAGE, AbandonSession)
AT_EVERY_GAME = ("corrected-settlement", "disputes", "everyday-rack")
SCRIPTS = (
    *(f"{game}/{name}" for game in ("sicbo", "baccarat", "blackjack", "roulette/oneida") for name in AT_EVERY_GAME),
    *("sicbo/abandoned-round", "sicbo/barred-players", "sicbo/printed-slips", "roulette/oneida/colours-walked-off"),
    *(f"roulette/automatic/{name}" for name in ("disputes", "everyday", "everyday-rack", "patron-sessions")),
    "cage/day",
)
TOLD_BY_THE_SERVER = (a.CancelMarker, cage.NoteTable)
OF_PLAYERS_TOO: tuple[type[Act], ...] = (*DISPUTE_ACTS, *TOLD_BY_THE_SERVER)
SOMETIMES_ALONE = (a.TakeTip, a.BarPlayer, a.LiftBar)
"""What needs a second person by what it says."""
BY_ROLES_ALONE = (AbandonSession,)
"""What two people of one role are refused by the floor's roles, and by no clause."""


def refusal(live: Any, command: Command[Any], **changed: Any) -> str:
    """Return the clause by which other people are refused; nothing where they are not. Nothing is done by asking."""
    asked = msgspec.structs.replace(command, **changed)
    try:
        live.rules.decide(live.state, asked)
    except RuleViolation as violation:
        return violation.clause
    return ""


def is_allowed(live: Any, command: Command[Any]) -> bool:
    """Tell whether the roles of the floor let these people do it."""
    try:
        matrix().require(matrix().row_for(command, live.state, None), command)
    except (Forbidden, SecondNeeded):
        return False
    return True


def by_others(live: Any, command: Command[Any]) -> dict[str, str]:
    """Return the clauses by which an act is refused to the wrong people."""
    by, witness = command.by, command.witness
    found = {}
    if not isinstance(command.act, OF_PLAYERS_TOO):
        found["a player"] = refusal(live, command, by=Person("Pia", Role.PLAYER))
    if isinstance(command.act, TOLD_BY_THE_SERVER):
        found["a cashier"] = refusal(live, command, by=Person("Pia", Role.CASHIER))
    if witness is not None:
        found["the same person twice"] = refusal(live, command, witness=Person(by.id, witness.role))
        if not isinstance(command.act, BY_ROLES_ALONE):
            found["two of one role"] = refusal(live, command, witness=Person("Pia", by.role))
        found["a player as the second"] = refusal(live, command, witness=Person("Pia", Role.PLAYER))
        found["nobody as the second"] = refusal(live, command, witness=None)
    return found


def places(live: Any, command: Command[Any]) -> dict[str, bool]:
    """Return in which places an act is known that is about to be done."""
    rules, act = live.rules, type(command.act)
    return {
        "allowed": is_allowed(live, command) is not isinstance(command.act, TOLD_BY_THE_SERVER),
        "offered": offered(list(rules.legal(live.state, command.by, {act})), command),
        "published, and on the staff page": act in rules.acts,
        "readable": command.act == msgspec.json.decode(msgspec.json.encode(command.act), type=act),
    }


@pytest.mark.clause("HP-I3", "HP-I8", "HP-C2", "HP-C4", "HP-M1", "HP-S2", "HP-K1", "HP-D3")
@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_done_is_known_everywhere_and_refused_to_others(name, tmp_path):
    """Whoever may not do it is told the clause; what is done is told in words, and the journal verifies."""
    chosen, address = script(f"examples/{name}.jsonl"), f"sqlite:///{tmp_path / 'one.db'}"
    floor = Floor(open_journal(address))
    floor.open("table:1", chosen.kind, chosen.document, chosen.at)
    for command in chosen.commands:
        live, is_everyday = floor.look("table:1"), isinstance(command.act, EVERYDAY)
        tried = by_others(live, command) if is_everyday else {}
        known = places(live, command) if is_everyday and not refusal(live, command) else {}
        answer = floor.send("table:1", command).answer
        if not is_everyday or not isinstance(answer, Accepted):
            continue
        assert {} == {place: is_known for place, is_known in known.items() if not is_known}, command
        if isinstance(command.act, SOMETIMES_ALONE):
            tried = {who: clause for who, clause in tried.items() if "second" not in who}
        assert {} == {who: clause for who, clause in tried.items() if clause not in all_clauses()}, command
        told = [live.rules.in_words(floor.look("table:1").state, event).strip() for event in answer.events]
        assert all(told), command
    printed(floor, chosen.commands[-1])
    floor.close()
    with closing(open_journal(address, is_reader=True)) as journal:
        # What the tables did of which the cage was told is in none of these journals.
        assert [] == [fault for fault in verify(journal).faults if not fault.what.startswith("the cage was told")]


def printed(floor: Floor, last: Command[Any]) -> None:
    """Print the newest paper of each kind, in each way; every name on its records is on each of its three parts."""
    everyday = getattr(floor.look("table:1").state, "everyday", None)
    newest = dict(name.split(" ") for name in ([] if everyday is None else everyday.papers))
    for kind, number in newest.items():
        act = a.PrintSlip(paper=a.PaperKind(kind), number=int(number))
        command = msgspec.structs.replace(
            last, key=f"print {kind}", act=act, by=Person("Cal", Role.CASHIER), witness=None
        )
        answer = floor.send("table:1", command).answer
        assert isinstance(answer, Accepted)
        (event,) = answer.events
        assert isinstance(event, SlipPrinted)
        layouts = slip_layouts(floor.journal, floor.look("table:1"), event)
        page, papers = as_page(layouts, "/slip.css"), b"".join(map(encode, layouts))
        assert (3, True, True) == (len(layouts), as_pdf(*layouts).startswith(b"%PDF"), len(papers) > 0)
        records = [next(floor.journal.read("table:1", after=version - 1)) for version in event.records]
        bodies = [msgspec.json.decode(record.body) for record in records]
        names = {body[who] for body in bodies for who in ("by", "witness", "carried_by") if body.get(who)}
        assert {} == {who: kind for who in names if page.count(who) < len(layouts)}


def _is_done(recorded: list[Any]) -> bool:
    return any(not isinstance(one, Refusal) for one in recorded)


def test_the_examples_leave_none_out():
    """Each act is done in one of them, and not only refused."""
    done = set()
    for name in SCRIPTS:
        lines = (ROOT / f"examples/{name}.jsonl").read_bytes().split(b"\n")
        done |= {type(entry.command.act) for entry in read_transcript(lines).entries if _is_done(entry.recorded)}
    assert set() == {tag_of(act) for act in EVERYDAY if act not in done}
