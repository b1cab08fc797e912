"""The cage of a house: money of the house, cash for chips, markers redeemed, tips shared, and what tables tell it."""

from datetime import UTC, datetime

import pytest

from pitboss.decider import Accepted, Command, Person, Role, handle
from pitboss.games.cage import acts as a
from pitboss.games.cage.config import CageConfig
from pitboss.games.cage.game import CAGE
from pitboss.games.everyday.acts import PaidIn
from tests.support.driven import accepted, refused

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
PEOPLE = {
    "cashier": Person("Cal", Role.CASHIER),
    "auditor": Person("Ada", Role.AUDITOR),
    "dealer": Person("Dan", Role.DEALER),
    "pit_supervisor": Person("Sam", Role.PIT_SUPERVISOR),
    "server": Person("house-server", Role.DEVICE),
}


class CageDriver:
    """A cage that is spoken to by role."""

    def __init__(self) -> None:
        self.cage = CAGE.new_state(CageConfig(name="Main cage"))

    def send(self, by, act, witness=None):
        """Return the answer to an act."""
        second = None if witness is None else PEOPLE[witness]
        command = Command(key="k", by=PEOPLE[by], act=act, received_at=NOW, witness=second)
        self.cage, answer = handle(CAGE, self.cage, command)
        return answer

    def do(self, by, act, witness=None):
        """Return what happened."""
        return accepted(self.send(by, act, witness), act).events[0]

    def refused(self, by, act, witness=None):
        """Return the refusal."""
        return refused(self.send(by, act, witness), act)

    def note(self, version, **told):
        """Let the server tell of a record of table roulette-1."""
        return self.do("server", a.NoteTable(table="roulette-1", version=version, **told))


@pytest.fixture
def cage():
    """Return a cage with a thousand dollars."""
    driver = CageDriver()
    driver.do("cashier", a.FundCage(amount_minor=100_000), "auditor")
    return driver


@pytest.mark.clause("HP-I7")
class TestMoney:
    def test_the_house_funds_its_cage(self, cage):
        """By the cashier, before an auditor: nobody else, and nobody alone."""
        fund = a.FundCage(amount_minor=1)
        assert (100_000, -100_000) == (cage.cage.balances["cage"], cage.cage.balances["capital"])
        assert "HP-I7" == cage.refused("auditor", fund, "cashier").clause
        assert "HP-I7" == cage.refused("cashier", fund).clause
        assert "HP-I7" == cage.refused("cashier", fund, "pit_supervisor").clause
        assert "HP-I7" == cage.refused("cashier", fund, "cashier").clause

    def test_chips_become_cash_as_far_as_it_reaches(self, cage):
        """Chips come in and cash goes out: the cage holds as much as before, and never gives more than it has."""
        cashed = cage.do("cashier", a.CashChips(amount_minor=100_000))
        assert 100_000 == cashed.amount_minor
        balances = cage.cage.balances
        assert (100_000, -100_000, 100_000) == tuple(balances[name] for name in ("cage", "circulation", "patrons"))
        assert "HP-I7" == cage.refused("cashier", a.CashChips(amount_minor=100_001)).clause
        assert "HP-I7" == cage.refused("dealer", a.CashChips(amount_minor=1)).clause

    def test_it_knows_what_tables_sent_and_got(self, cage):
        """A fill leaves less to give out, a credit or a box more; each record once, and told by the server alone."""
        cage.note(4, cage_minor=-60_000)
        assert "HP-I7" == cage.refused("cashier", a.CashChips(amount_minor=40_001)).clause
        cage.note(9, cage_minor=1)
        cage.do("cashier", a.CashChips(amount_minor=40_001))
        again = a.NoteTable(table="roulette-1", version=9, cage_minor=1)
        assert "HP-I7" == cage.refused("server", again).clause
        assert "HP-I7" == cage.refused("cashier", a.NoteTable(table="roulette-1", version=10)).clause


@pytest.mark.clause("HP-M1")
class TestMarkers:
    def test_what_was_signed_for_is_paid_once_and_whole(self, cage):
        """In chips or cash, before somebody of the pit; of a marker that the table issued."""
        act = a.RedeemMarker(table="roulette-1", marker=1, paid_with=PaidIn.CASH)
        assert "HP-M1" == cage.refused("cashier", act, "pit_supervisor").clause
        cage.note(5, issued=a.IssuedMarker(marker=1, player="Ann", amount_minor=20_000))
        assert "HP-M1" == cage.refused("pit_supervisor", act, "cashier").clause
        assert "HP-M1" == cage.refused("cashier", act).clause
        redeemed = cage.do("cashier", act, "pit_supervisor")
        assert ("Ann", 20_000, 120_000) == (redeemed.player, redeemed.amount_minor, cage.cage.held_minor)
        assert "HP-M1" == cage.refused("cashier", act, "pit_supervisor").clause

    def test_one_that_was_redeemed_in_its_tables_stream_is_gone(self, cage):
        """As houses did before they had a cage."""
        cage.note(5, issued=a.IssuedMarker(marker=1, player="Ann", amount_minor=20_000))
        cage.note(6, redeemed=1, cage_minor=20_000)
        act = a.RedeemMarker(table="roulette-1", marker=1, paid_with=PaidIn.CASH)
        assert "HP-M1" == cage.refused("cashier", act, "pit_supervisor").clause
        assert {} == cage.cage.markers


@pytest.mark.clause("HP-T2")
def test_tips_are_shared_by_nobody_who_pays_them(cage):
    """Not more than there is, before a dealer or an auditor, and nobody pays or sees their own share."""
    cage.note(5, tokes_minor=1_000)
    act = a.PayTokes(paid_to="Dora", amount_minor=600)
    assert "HP-T2" == cage.refused("cashier", act).clause
    assert "HP-T2" == cage.refused("cashier", act, "pit_supervisor").clause
    assert "HP-T2" == cage.refused("dealer", act, "cashier").clause
    assert "HP-T2" == cage.refused("cashier", a.PayTokes(paid_to="Dan", amount_minor=600), "dealer").clause
    cage.do("cashier", act, "dealer")
    assert (400, 600) == (cage.cage.tokes_minor, cage.cage.balances["patrons"])
    assert "HP-T2" == cage.refused("cashier", act, "dealer").clause


def test_what_is_offered_is_accepted_and_nothing_else(cage):
    """To everybody, in every role, with a second person of any: `legal` and `decide` agree on these acts."""
    cage.note(5, issued=a.IssuedMarker(marker=1, player="Ann", amount_minor=20_000), tokes_minor=500)
    tried = [
        *(a.FundCage(amount_minor=amount) for amount in (1, 10**9)),
        *(a.CashChips(amount_minor=amount) for amount in (1, 100_000, 100_001)),
        *(a.PayTokes(paid_to=who, amount_minor=amount) for who in ("Dora", "Cal", "Dan") for amount in (500, 501)),
        *(a.RedeemMarker(table="roulette-1", marker=number, paid_with=PaidIn.CHIPS) for number in (1, 2)),
        *(a.NoteTable(table=table, version=version) for table in ("roulette-1", "x") for version in (5, 6)),
    ]
    met = 0
    for by in PEOPLE.values():
        offers = list(CAGE.legal(cage.cage, by))
        for act in tried:
            for witness in (None, *PEOPLE.values()):
                command = Command(key="k", by=by, act=act, received_at=NOW, witness=witness)
                try:
                    is_accepted = bool(CAGE.decide(cage.cage, command))
                except Exception:  # noqa: BLE001 - whatever refuses it
                    is_accepted = False
                is_own_share = isinstance(act, a.PayTokes) and witness is not None and act.paid_to == witness.id
                if not is_own_share:
                    assert is_accepted == any(offer.admits(command) for offer in offers), command
                met += is_accepted
    assert met > 10
    assert isinstance(cage.send("cashier", tried[0], "auditor"), Accepted)
