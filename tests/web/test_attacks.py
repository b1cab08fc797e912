"""The fifteen attacks that such a house must withstand; each gets through once its defence is taken out.

Log tampering and chance have their campaigns in `tests/faults` and `tests/arch`; both are met here on a served house.
"""

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.floor import commands
from pitboss.floor.devices import clock
from pitboss.floor.people import door
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.verify.verify import verify
from pitboss.journal import open_journal
from pitboss.stream import stated_fields
from pitboss.tote.day.acts import SellTicket
from pitboss.tote.day.checks import require_ticket
from tests.support import web_attacks as money
from tests.support import web_attacks_wire as wire
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """Yield a house on trial."""
    with web_house(written_house(tmp_path, export=str(tmp_path / "closed"))) as web:
        yield Trial(web, tmp_path)


@pytest.fixture
def limited(tmp_path):
    """Yield a house on trial whose limits are as they ship."""
    with web_house(written_house(tmp_path), has_limits=True) as web:
        yield Trial(web, tmp_path)


STANDING = {"healthz": 200, "errors": 0, "sum of the ledger": 0}


def left_of(trial: Trial) -> dict[str, int]:
    """Return how the house stands after an attack, whatever else the attack itself found."""
    ledger = trial.web.live.floor.view(HOUSE_STREAM, lambda _: trial.web.live.floor.journal.balances())
    return {
        "healthz": trial.web.visitor().get("/healthz").status_code,
        "errors": trial.web.server.counted["errors"],
        "sum of the ledger": sum(ledger.values()),
    }


def test_attack_01_past_posting(trial):
    """No bet is recorded after the close, and a bet that is changed in the sealed file is seen."""
    money.past_post(trial)
    assert STANDING == left_of(trial)


def test_attack_02_double_cashing(trial):
    """One ticket at several windows at once is paid once."""
    money.double_cash(trial)
    assert STANDING == left_of(trial)


def test_attack_03_insider_void(trial):
    """Nobody cancels another's ticket alone, and nobody any ticket after the close."""
    money.void_alone(trial)
    assert STANDING == left_of(trial)


def test_attack_04_ticket_forging(trial):
    """Numbers are the server's, cannot be told from others, and stand whole on no screen."""
    money.forge_tickets(trial)
    assert STANDING == left_of(trial)


def test_attack_05_terminal_spoofing(trial):
    """A copied key is refused and alarmed; an unknown or switched-off machine gets nothing."""
    money.clone_a_terminal(trial)
    assert STANDING == left_of(trial)


def test_attack_06_replay(trial):
    """What is sent again has one effect and the same answer; an ended session is dead."""
    money.replay(trial)
    assert STANDING == left_of(trial)


def test_attack_07_privilege_escalation(trial):
    """Role and person come from the session alone, and the default is refusal."""
    money.escalate(trial)
    assert STANDING == left_of(trial)


def test_attack_08_cross_site(trial):
    """A page of another origin neither writes nor opens a socket, and no question changes anything."""
    wire.cross_sites(trial)
    assert STANDING == left_of(trial)


def test_attack_09_injection(trial):
    """What people write is text on every screen, in the log and at the printer."""
    wire.inject(trial)
    assert STANDING == left_of(trial)


def test_attack_10_ticket_oracle(limited):
    """A wrong code is answered alike whatever became of the ticket, and guessing is slowed."""
    money.guess_tickets(limited)
    assert STANDING == left_of(limited)


def test_attack_11_log_tampering(trial):
    """A stored bet that is changed past the server is found by verification."""
    money.tamper_with_the_log(trial)
    with closing(open_journal(str(trial.folder / "house.db"), is_reader=True)) as journal:
        assert verify(journal).faults


def test_attack_12_clock_tampering(trial):
    """A wall clock that is set back extends no betting window, and is recorded."""
    wire.set_the_clock(trial)
    assert STANDING == left_of(trial)


def test_attack_13_prediction(trial):
    """All that must not be guessed is drawn from the operating system's chance."""
    wire.predict(trial)
    assert STANDING == left_of(trial)


def test_attack_14_denial_of_service(limited):
    """Whoever sends too much is refused before anything is parsed, and terminals go on being served."""
    wire.flood(limited)
    assert STANDING == left_of(limited)


def test_attack_15_default_accounts(trial):
    """A fresh house has no account that can be used without its printed code."""
    wire.try_default_accounts(trial)
    assert STANDING == left_of(trial)


# The same with a defence taken out


@dataclass(frozen=True)
class Mutant:
    """An attack, what stands where its defence was, and what the attack's test then says."""

    attack: Callable[[Trial], None]
    place: str
    instead: Any
    says: str
    is_limited: bool = False


class _Equal(bytes):
    """Equal to whatever it is compared with."""

    __slots__ = ()
    __hash__ = bytes.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False


_READ_ACT, _TICK, _READ = commands.Desk._read, clock.GameClock.tick, door.Door.__post_init__


def _another_key(self: Any, by: Any, stream: str, key: str, data: bytes) -> Any:
    return _READ_ACT(self, by, stream, key[:20] + os.urandom(6).hex(), data)


def _clients_number(_: Any, __: Any, command: Any) -> Any:
    said = {"nonce": "B" * 20, **stated_fields(command.act)}
    return msgspec.structs.replace(command, act=SellTicket(**said)) if isinstance(command.act, SellTicket) else command


def _plain_row(_self: Any, command: Any, *_: Any, **__: Any) -> str:
    return str(command.act.permission)


def _by_the_wall(self: Any, _: int, wall: Any) -> Any:
    """Tick by the wall clock, as if it could not be set."""
    if not hasattr(self, "began"):
        self.began = _ - int(wall.timestamp() * 10**9)
    return _TICK(self, self.began + int(wall.timestamp() * 10**9), wall)


def _with_default_account(self: Any) -> None:
    _READ(self)
    self._passwords["admin"] = self.hasher.hash("admin")


MUTANTS = {
    "01 the close closes nothing": Mutant(
        money.past_post, "pitboss.tote.day.state.Day.is_open", lambda *_: True, says="a bet came in after the close"
    ),
    "01 any seal is whole": Mutant(
        money.past_post,
        "pitboss.floor.sealed_bets.hashlib",
        SimpleNamespace(sha256=lambda _: SimpleNamespace(hexdigest=lambda: "0")),
        says="a changed bet was not seen",
    ),
    "02 a paid ticket is good": Mutant(
        money.double_cash,
        "pitboss.tote.day.paying._presented",
        lambda state, _, number, code: require_ticket(state, number, code),
        says="the ticket was paid",
    ),
    "03 every ticket is one's own": Mutant(
        money.void_alone,
        "pitboss.floor.people.roles.Matrix.row_for",
        _plain_row,
        says="another window's ticket was cancelled by one person",
    ),
    "04 clients draw numbers": Mutant(
        money.forge_tickets,
        "pitboss.floor.server_fields.ServerFields.filled",
        _clients_number,
        says="a client chose its own ticket number",
    ),
    "04 screens show all": Mutant(
        money.forge_tickets, "pitboss.tote.day.events.PoolSettled.secret", (), says="a screen lists whole numbers"
    ),
    "05 a key is used twice": Mutant(
        money.clone_a_terminal,
        "pitboss.web.server.Server._refuse_twice",
        lambda *_: None,
        says="a copied key bet from another machine",
    ),
    "06 keys are forgotten": Mutant(
        money.replay, "pitboss.floor.commands.Desk._read", _another_key, says="a bet that was sent twice counted twice"
    ),
    "07 no gate": Mutant(
        money.escalate, "pitboss.floor.people.roles.Matrix.require", lambda *_: None, says="did what is not theirs"
    ),
    "07 anybody reads": Mutant(
        money.escalate, "pitboss.floor.people.roles.Matrix.may_read", lambda *_: True, says="read the ledger"
    ),
    "08 any origin": Mutant(
        wire.cross_sites, "pitboss.web.guard.Guard._is_own_origin", lambda *_: True, says="a foreign page wrote"
    ),
    "08 any token": Mutant(
        wire.cross_sites,
        "pitboss.web.requester.hmac",
        SimpleNamespace(compare_digest=lambda *_: True),
        says="no token was needed",
    ),
    "09 no headers": Mutant(wire.inject, "pitboss.web.guard._HEADERS", (), says="a browser may take it for a page"),
    "09 names go raw to the printer": Mutant(
        wire.inject,
        "pitboss.floor.devices.escpos.text_bytes",
        lambda text: text.encode(),
        says="a name commands the printer",
    ),
    "10 guesses are not counted": Mutant(
        money.guess_tickets,
        "pitboss.floor.rate_limit.Buckets.has",
        lambda *_: True,
        says="guesses went on",
        is_limited=True,
    ),
    "11 any hash is right": Mutant(
        money.tamper_with_the_log,
        "pitboss.floor.verify.records.next_hash",
        lambda *_, **__: _Equal(32),
        says="a changed bet was not found",
    ),
    "12 windows by the wall clock": Mutant(
        wire.set_the_clock, "pitboss.floor.devices.clock.GameClock.tick", _by_the_wall, says="did not happen"
    ),
    "13 codes from few letters": Mutant(
        wire.predict,
        "pitboss.floor.people.door.new_code",
        lambda: "-".join(os.urandom(2).hex().upper() for _ in range(4)),
        says="codes do not use all their letters",
    ),
    "14 no limit to requests": Mutant(
        wire.flood,
        "pitboss.web.guard.Buckets.take",
        lambda *_: True,
        says="an address asked without end",
        is_limited=True,
    ),
    "14 nonsense without end": Mutant(
        wire.flood, "pitboss.web.sockets.PROBLEMS_MAX", 10**9, says="the line is still open", is_limited=True
    ),
    "15 a default account": Mutant(
        wire.try_default_accounts,
        "pitboss.floor.people.door.Door.__post_init__",
        _with_default_account,
        says="an account has a password from the start",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_attack_gets_through_where_its_defence_is_gone(tmp_path, monkeypatch, name):
    """Every test above fails without the one line that it is about: none of them passes for another reason."""
    mutant = MUTANTS[name]
    monkeypatch.setattr(mutant.place, mutant.instead)
    house = written_house(tmp_path, export=str(tmp_path / "closed"))
    with web_house(house, has_limits=mutant.is_limited) as web, pytest.raises(AssertionError, match=mutant.says):
        mutant.attack(Trial(web, tmp_path))


def test_every_attack_has_a_mutant():
    """None of the fifteen is left without the proof that its test can fail."""
    assert {f"{number:02}" for number in range(1, 16)} == {name[:2] for name in MUTANTS}
