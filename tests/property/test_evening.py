"""Whole evenings played into one journal: ledger, recount and replay agree, and both databases hold the same bytes."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from pitboss.decider import Refusal
from pitboss.floor.verify.verify import Report, verify
from pitboss.floor.writer.books import balances
from pitboss.journal import open_journal
from pitboss.ledger.balance import trial_balance
from pitboss.ledger.recount import RULES
from tests.support.campaign import Campaign, Part
from tests.support.evening import Evening, evening
from tests.support.evening_faults import contents
from tests.support.evening_mended import mended_evening
from tests.support.postgres import database

ROUNDS_MIN = 20
"""Rounds a table in the part of every test run."""
RARE = {"baccarat.round_voided/1", "blackjack.hit_wager_placed/1"}
"""A shoe that runs out, which who sees the cutting card never meets, and a wager that needs a pair of one suit."""


@contextmanager
def journals() -> Iterator[list[str]]:
    """Yield the addresses of an empty journal in SQLite, and of one in PostgreSQL unless there is none on purpose."""
    with TemporaryDirectory() as folder:
        in_file = f"sqlite:///{Path(folder) / 'evening.db'}"
        if os.environ.get("PITBOSS_NO_POSTGRES") == "1":
            yield [in_file]
            return
        with database() as on_server:
            yield [in_file, on_server]


def verified(address: str) -> Report:
    """Verify a journal."""
    with closing(open_journal(address, is_reader=True)) as journal:
        report = verify(journal)
        assert trial_balance(balances(journal)).is_balanced
    return report


def played(drawn: Evening) -> Counter[str]:
    """Play an evening into both databases, and see that nothing differs: between them, and within each."""
    with journals() as addresses:
        for address in addresses:
            answers = drawn.play(open_journal(address))
            report = verified(address)
            assert () == report.faults
            assert (len(answers), len(drawn.streams)) == (report.commands, report.streams)
        held = [contents(address) for address in addresses]
        assert all(one == held[0] for one in held[1:])
    met = Counter(msgspec.json.decode(record.body)["type"] for record in held[0]["records"])
    met["refused"] = sum(isinstance(answer.answer, Refusal) for answer in answers)
    return met


def evenings(part: Part) -> Counter[str]:
    """Play an evening of so many rounds a table, with tables walked at random beside them."""
    return played(evening(part.seed, rounds=part.cases, walk_commands=10 * part.cases))


@pytest.mark.campaign(1_000)
def test_evenings_are_what_happened_on_both_databases(request):
    """Zero difference between ledger, recount and replay; the streams are byte-identical; and much was met."""
    campaign = Campaign.of(request, "evenings", part_cases=ROUNDS_MIN)
    met = campaign.run(evenings)
    assert met["refused"]
    if campaign.is_whole:
        assert set() == RULES.keys() - met.keys() - RARE
    assert {"tote.ticket_sold/1", "blackjack.heat_ended/1", "tournament.prizes_awarded/1"} <= met.keys()


def long_evenings(part: Part) -> Counter[str]:
    """Play one evening of thousands of rounds."""
    return played(evening(part.seed, rounds=part.cases, tickets=200))


@pytest.mark.campaign(500)
@pytest.mark.timeout(3_600)
def test_an_evening_of_thousands_of_rounds(request):
    """The same with thousands of rounds in one journal; at full size only."""
    campaign = Campaign.of(request, "long-evening", part_cases=500, slice_parts=0)
    met = campaign.run(long_evenings)
    settled = sum(count for name, count in met.items() if name.endswith(".round_settled/1"))
    assert settled >= 2_500 or not campaign.is_whole


@pytest.mark.clause("HP-C1", "HP-A1", "HP-A4")
def test_an_evening_of_corrections_is_what_happened():
    """Ten wrong keys put right before payment, and three games voided after a change of patron: nothing differs."""
    met = played(mended_evening(11))
    corrected = {"roulette.number_corrected/1": 6, "sicbo.dice_corrected/1": 2, "cards.card_corrected/1": 3}
    assert corrected == {name: met[name] for name in corrected}
    assert (3, 3) == (met["automatic.game_voided/1"], met["automatic.game_refunded/1"])


def test_the_same_seed_makes_the_same_evening():
    """Nothing but the seed decides: commands, keys and their order."""
    one, other = (evening(7, rounds=2, races=6, tickets=10) for _ in range(2))
    assert one == other
    assert list(one.interleaved()) == list(other.interleaved())
