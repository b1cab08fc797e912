"""The PostgreSQL server is killed under load and started again, and so is its writer: nothing acknowledged is lost."""

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count, product

import pytest

from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.campaign import Campaign, Part
from tests.support.durable import ROUNDS, WAIT_SECONDS_MAX, Token, script, survived, token
from tests.support.faults import stage
from tests.support.postgres import OwnServer, database, own_server

LOAD = {f"table:{number}": name for number, name in enumerate(ROUNDS)}
EVERYDAY = list(product(("rack", "correction", "cage"), ("kill-before", "kill-half", "kill-after")))
"""Everyday life at a table and at the cage, and how its writer is killed at an exchange with the server."""
TRIES_MAX = 1_000
KILLS = 3
"""How often the server is killed in one evening."""


@pytest.fixture(scope="module")
def theatre(tmp_path_factory):
    """Yield the stage whose processes write to PostgreSQL."""
    with stage(tmp_path_factory.mktemp("stage")) as one:
        yield one


class Senders:
    """People who send to one floor, and send again what was not answered."""

    def __init__(self, address: str) -> None:
        self.address, self.floor = address, Floor(open_journal(address))
        self.acknowledged: list[Token] = []
        self.met: Counter[str] = Counter()
        self.is_up = threading.Event()
        self.is_up.set()
        self._changed = threading.Condition()

    def play(self, stream: str) -> None:
        """Send a whole script."""
        chosen = script(LOAD[stream])
        self.insist(stream, "", lambda: self.floor.open(stream, chosen.kind, chosen.document, chosen.at))
        for command in chosen.commands:
            recorded = self.insist(stream, command.key, lambda command=command: self.floor.send(stream, command))
            with self._changed:
                self.acknowledged.append(token(recorded))
                self._changed.notify_all()

    def insist(self, stream, key, send):
        """Send until there is an answer; whoever is told that nothing was recorded is told the truth."""
        for _ in range(TRIES_MAX):
            try:
                return send()
            except (NotRecorded, FateUnknown, JournalUnavailable) as error:
                self.met[type(error).__name__] += 1
                assert self.is_up.wait(WAIT_SECONDS_MAX)
                if not isinstance(error, FateUnknown) and key:
                    self.must_be_absent(stream, key)
        pytest.fail(f"{stream} gets no answer to {key}")

    def must_be_absent(self, stream, key):
        """Look for a command as somebody who only reads, again where the server is killed meanwhile."""
        for _ in range(TRIES_MAX):
            try:
                reader = open_journal(self.address, is_reader=True)
                try:
                    found = reader.answer(stream, key)
                finally:
                    reader.close()
            except JournalUnavailable:
                assert self.is_up.wait(WAIT_SECONDS_MAX)
            else:
                assert found is None
                return
        pytest.fail("the server does not come back")

    def wait_for(self, answers: int) -> None:
        """Wait until so many commands are answered, or all are."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.acknowledged) >= answers, WAIT_SECONDS_MAX)


def evening(server: OwnServer, address: str, rng: random.Random, expected: list[Token]) -> Counter[str]:
    """Kill the server a few times while all streams are played."""
    senders = Senders(address)
    with ThreadPoolExecutor(len(LOAD)) as pool:
        played = [pool.submit(senders.play, stream) for stream in LOAD]
        for answers in sorted(rng.sample(range(len(expected)), KILLS)):
            senders.wait_for(answers)
            senders.is_up.clear()
            server.kill()
            senders.met["killed"] += 1
            server.start()
            senders.is_up.set()
        for one in played:
            one.result()
    assert sorted(expected) == sorted(senders.acknowledged)
    senders.floor.close()
    return senders.met


@pytest.mark.campaign(300)
def test_server_killed_under_load(request, theatre):
    """Whatever the server had answered when it was killed it still has, and the same floor goes on when it is back."""
    whole = theatre.whole(LOAD)

    def search(part: Part) -> Counter[str]:
        met, rng = Counter[str](), part.rng()
        for _ in range(part.cases // KILLS):
            with own_server() as server:
                met.update(evening(server, server.address, rng, whole.tokens))
                found = survived(server.address, LOAD, whole.tokens, whole)
                assert ("written and acknowledged", []) == (found.how_far, found.faults)
        return met

    met = Campaign.of(request, "postgres-kills", part_cases=KILLS).run(search)
    assert met["killed"] >= KILLS
    assert met["FateUnknown"] + met["NotRecorded"] > 0


@pytest.mark.campaign(300)
def test_writer_killed_under_load(request, theatre):
    """A writer to PostgreSQL that is killed leaves what it acknowledged, and the right to write to the next one."""
    whole = theatre.whole(LOAD)

    def search(part: Part) -> Counter[str]:
        met, rng = Counter[str](), part.rng()
        for _ in range(part.cases):
            with database() as address:
                die_at = rng.randint(1, len(whole.tokens) - len(LOAD))
                performance = theatre.perform(LOAD, address=address, die_at=die_at)
                assert performance.is_killed
                found = survived(address, LOAD, performance.acknowledged, whole)
                assert [] == found.faults
                met[found.how_far] += 1
        return met

    met = Campaign.of(request, "postgres-writer-kills", part_cases=2).run(search)
    assert sum(met.values()) >= 2


@pytest.mark.campaign(len(EVERYDAY))
def test_everyday_life_killed_at_every_exchange(request, theatre):
    """Killed before, within and after any exchange of a fill, a credit, a box, a correction: nothing lost or twice."""
    campaign = Campaign.of(request, "postgres-everyday-kills", part_cases=1, slice_parts=len(EVERYDAY))
    counted: dict[str, int] = {}

    def search(part: Part) -> Counter[str]:
        name, deed = EVERYDAY[part.number]
        streams, met = {"table:1": name}, Counter[str]()
        if name not in counted:
            with database() as address:
                counted[name] = theatre.perform(streams, address=address).seen
        exchanges = counted[name]
        for at in count(1) if campaign.is_whole else [part.rng().randint(exchanges // 4, exchanges * 3 // 4)]:
            with database() as address:
                performance = theatre.perform(streams, address=address, exchange=at, do=deed)
                found = survived(address, streams, performance.acknowledged, theatre.whole(streams))
                assert [] == found.faults
                if not performance.is_killed:
                    break
                met.update(["killed", found.how_far])
        return met

    met = campaign.run(search)
    assert len(EVERYDAY) <= met["killed"]
    assert {"killed", "written and acknowledged"} <= set(met)
