"""What streams of a house tell each other: tables the cage, the cage a table, a bar of the whole house every table."""

import asyncio
import os
from datetime import UTC, datetime

import pytest

from pitboss.decider import Accepted, Command, Person, Role, tag_of
from pitboss.errors import InputError
from pitboss.floor.commands import Principal
from pitboss.floor.courier import AtTheCage, Courier, _Errand
from pitboss.floor.offers import offers
from pitboss.floor.verify.verify import verify
from pitboss.games.cage import acts as cage
from pitboss.games.everyday import acts as a
from pitboss.games.table.acts import InspectEquipment, OpenTable
from pitboss.journal import JournalUnavailable
from tests.support.web_house import opened, person_of, written_house

TABLES = (("roulette-1", "oneida-main"), ("roulette-2", "oneida-main"), ("automatic-1", "automatic"))
WHY = "He takes chips of others."


def who(role: str) -> Person:
    """Return who has a role in the house."""
    return Person(person_of(Role(role)), Role(role))


class Pit:
    """A house with a cage and three tables; what is to be told is told when a test says so."""

    def __init__(self, folder, *, has_cage=True):
        self.path = written_house(folder, tables=TABLES, terminals=())
        if has_cage:
            self.path.write_text(self.path.read_text() + '[cage]\nstream = "cage"\n')
        self.begin()

    def begin(self):
        """Start the house, or start it again."""
        self.live = opened(self.path, str(self.path.parent / "house.db"))

    def break_down(self):
        """End without telling what waits, as a machine that loses its power."""
        self.live.floor.close()

    def send(self, stream, role, act, witness=None):
        """Return the answer to an act."""
        second = None if witness is None else who(witness)
        key = os.urandom(6).hex()
        command = Command(key=key, by=who(role), act=act, received_at=datetime.now(UTC), witness=second)
        return self.live.floor.send(stream, command).answer

    def do(self, stream, role, act, witness=None):
        """Have something done."""
        answer = self.send(stream, role, act, witness)
        assert isinstance(answer, Accepted), answer
        return answer.events[0]

    def open(self, stream):
        """Open a table."""
        items = self.live.floor.view(stream, lambda found: tuple(entry.item for entry in found.state.equipment))
        self.do(stream, "dealer", InspectEquipment(items=items))
        self.do(stream, "dealer", OpenTable(mucker=None))

    def tell(self):
        """Have everything told that waits."""
        self.live.floor.view("roulette-1", lambda _: None)
        self.live.courier.poll()

    def state(self, stream):
        """Return a stream's state."""
        return self.live.floor.look(stream).state


@pytest.fixture
def pit(tmp_path):
    """Yield a house with its first table open."""
    one = Pit(tmp_path)
    one.open("roulette-1")
    yield one
    one.live.close()


def signed(pit):
    """Have Ann sign for two hundred dollars at the first table."""
    act = a.IssueMarker(player="Ann", amount_minor=20_000, signature="Ann")
    return pit.do("roulette-1", "pit_supervisor", act, "cashier")


REDEEM = cage.RedeemMarker(table="roulette-1", marker=1, paid_with=a.PaidIn.CASH)


@pytest.mark.clause("HP-M1")
def test_a_marker_goes_from_its_table_to_the_cage_and_back(pit):
    """Signed at the table, paid at the cage, void at the table; the journal is whole after it."""
    signed(pit)
    pit.tell()
    pit.do("cage", "cashier", REDEEM, "pit_supervisor")
    pit.tell()
    table = pit.state("roulette-1")
    assert ({}, 0) == (table.everyday.markers, table.balances["instruments"])
    assert 20_000 == pit.state("cage").held_minor
    assert () == verify(pit.live.floor.journal).faults


@pytest.mark.clause("HP-M1")
def test_no_marker_is_redeemed_in_its_tables_stream(pit):
    """Where there is a cage it is refused, and not offered."""
    signed(pit)
    act = a.RedeemMarker(marker=1, paid_with=a.PaidIn.CASH)
    with pytest.raises(AtTheCage, match="at the cage alone"):
        pit.send("roulette-1", "cashier", act, "pit_supervisor")
    *_, offered = asyncio.run(offers(pit.live.desk, Principal(who("cashier")), "roulette-1"))
    assert "table.redeem_marker/1" not in {tag_of(offer.act) for offer in offered}
    pit.tell()
    *_, offered = asyncio.run(offers(pit.live.desk, Principal(who("cashier")), "cage"))
    assert {"cage.cash_chips/1", "cage.fund/1", "cage.redeem_marker/1"} >= {tag_of(offer.act) for offer in offered}
    assert {"cage.fund/1", "cage.redeem_marker/1"} <= {tag_of(offer.act) for offer in offered}


@pytest.mark.clause("HP-I7")
def test_the_cage_knows_what_tables_sent_and_got(pit):
    """Tips that were emptied are shared at the cage; each record is told once, in whatever order it is sent."""
    pit.do("roulette-1", "dealer", a.TakeTip(player="Ann", amount_minor=500))
    pit.do("roulette-1", "dealer", a.EmptyTipBox(), "floorperson")
    pit.tell()
    pit.tell()
    assert 500 == pit.state("cage").tokes_minor
    pit.do("cage", "cashier", cage.PayTokes(paid_to="Dora", amount_minor=500), "auditor")
    assert () == verify(pit.live.floor.journal).faults


@pytest.mark.clause("HP-B2")
def test_a_bar_of_the_whole_house_reaches_every_table(pit):
    """In the name of those who ordered it, once; lifting it does as well. An automatic table knows no names."""
    act = a.BarPlayer(player="Bob", reason=WHY, is_whole_house=True)
    pit.do("roulette-1", "pit_manager", act, "pit_supervisor")
    pit.tell()
    bar = pit.state("roulette-2").everyday.bars["Bob"]
    assert (True, WHY, "pit-manager", "pit-supervisor") == (bar.is_whole_house, bar.reason, bar.by, bar.witness)
    version = pit.live.floor.look("roulette-1").version
    pit.tell()
    assert version == pit.live.floor.look("roulette-1").version
    lift = a.LiftBar(player="Bob", reason="It was a mistake.", is_whole_house=True)
    pit.do("roulette-2", "pit_manager", lift, "pit_supervisor")
    pit.tell()
    assert {} == pit.state("roulette-1").everyday.bars


def test_what_was_not_told_is_told_at_the_next_start(pit):
    """Whatever the last start left: a marker, its payment, a bar, and all of it once."""
    signed(pit)
    pit.do("roulette-1", "pit_manager", a.BarPlayer(player="Bob", reason=WHY, is_whole_house=True), "pit_supervisor")
    pit.break_down()
    pit.begin()
    pit.tell()
    assert "Bob" in pit.state("roulette-2").everyday.bars
    pit.do("cage", "cashier", REDEEM, "pit_supervisor")
    pit.break_down()
    pit.begin()
    pit.tell()
    assert {} == pit.state("roulette-1").everyday.markers
    pit.live.close()
    pit.begin()
    versions = [pit.live.floor.look(name).version for name in ("roulette-1", "roulette-2", "cage")]
    pit.tell()
    assert versions == [pit.live.floor.look(name).version for name in ("roulette-1", "roulette-2", "cage")]
    assert () == verify(pit.live.floor.journal).faults


def test_a_cage_that_is_new_learns_of_everything_before_it(tmp_path):
    """A house that had markers before it had a cage: they are open there, and one that was redeemed is not."""
    pit = Pit(tmp_path, has_cage=False)
    pit.open("roulette-1")
    signed(pit)
    signed(pit)
    act = a.RedeemMarker(marker=1, paid_with=a.PaidIn.CASH)
    pit.do("roulette-1", "cashier", act, "pit_supervisor")
    pit.live.close()
    pit.path.write_text(pit.path.read_text() + '[cage]\nstream = "cage"\n')
    pit.begin()
    pit.tell()
    found = pit.state("cage")
    assert ({2}, 20_000) == (set(found.markers["roulette-1"]), found.held_minor)
    pit.live.close()


class Floor:
    """A floor that answers what it is sent with an error, as long as it has one."""

    def __init__(self, *errors):
        self.errors, self.sent = list(errors), []

    def send(self, stream, command):
        """Note what is sent, or fail."""
        if self.errors:
            raise self.errors.pop(0)
        self.sent.append((stream, command.key))


def errands(floor):
    """Return a courier with two errands for one table."""
    found = Courier(floor)
    found._waiting += [_Errand("roulette-1", key, a.CancelMarker(marker=1)) for key in ("k1", "k2")]
    return found


def test_what_cannot_be_recorded_now_waits_in_its_order():
    """The journal is away: nothing is left out, and nothing comes before what came first."""
    floor = Floor(JournalUnavailable("away"))
    courier = errands(floor)
    courier.poll()
    assert ([], 2) == (floor.sent, len(courier._waiting))
    courier.poll()
    assert ([("roulette-1", "k1"), ("roulette-1", "k2")], 0) == (floor.sent, len(courier._waiting))


def test_what_is_refused_keeps_nothing_else_from_being_told(caplog):
    """Sent again it would be refused again: it is in the log, and the next one goes."""
    floor = Floor(InputError("no such table"))
    courier = errands(floor)
    courier.poll()
    assert ([("roulette-1", "k2")], 0) == (floor.sent, len(courier._waiting))
    assert "roulette-1 cannot be told: no such table" in caplog.text
