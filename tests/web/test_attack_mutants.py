"""Each of the fifteen attacks gets through once its defence is taken out: no test of theirs passes by chance."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.floor import commands
from pitboss.floor.devices import clock
from pitboss.floor.people import door
from pitboss.floor.writer.audience import ASIDE, HIDDEN
from pitboss.stream import stated_fields
from pitboss.tote.day.acts import SellTicket
from pitboss.tote.day.checks import require_ticket
from tests.support.driven import NotDriven
from tests.support.web_house import web_house, written_house
from tests.support.web_process import WAIT_SECONDS_MAX
from tests.support.web_trial import Trial
from tests.web import test_attacks_money as money
from tests.web import test_attacks_wire as wire

SOON = 3
"""Seconds after which an attack is believed to have got through where without its defence nothing would ever happen."""


@dataclass(frozen=True)
class Mutant:
    """An attack, what stands where its defence was, and what the attack's test then says."""

    attack: Callable[[Trial], None]
    place: str
    instead: Any
    says: str
    is_limited: bool = False
    patience: float = WAIT_SECONDS_MAX


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


def _paid_again(state: Any, _: Any, number: str, code: str) -> Any:
    """Present a ticket on which all that was paid is due again."""
    ticket = require_ticket(state, number, code)
    return replace(ticket, due={**ticket.due, **ticket.paid})


def _plain_row(_self: Any, command: Any, *_: Any, **__: Any) -> str:
    return str(command.act.permission)


def _by_the_wall(self: Any, _: int, wall: Any) -> Any:
    """Tick by the wall clock, as if it could not be set."""
    if not hasattr(self, "began"):
        self.began = _ - int(wall.timestamp() * 10**9)
    return _TICK(self, self.began + int(wall.timestamp() * 10**9), wall)


def _with_default_account(self: Any) -> None:
    _READ(self)
    self.passwords["admin"] = self.hasher.hash("admin")


MUTANTS = {
    "01 the close closes nothing": Mutant(
        money.test_attack_01_past_posting,
        "pitboss.tote.day.state.Day.is_open",
        lambda *_: True,
        says="a bet came in after the close",
    ),
    "01 any seal is whole": Mutant(
        money.test_attack_01_past_posting,
        "pitboss.floor.sealed_bets.hashlib",
        SimpleNamespace(sha256=lambda _: SimpleNamespace(hexdigest=lambda: "0")),
        says="a changed bet was not seen",
    ),
    "02 a paid ticket is good": Mutant(
        money.test_attack_02_double_cashing,
        "pitboss.tote.day.paying._presented",
        _paid_again,
        says="the ticket was paid",
    ),
    "03 every ticket is one's own": Mutant(
        money.test_attack_03_insider_void,
        "pitboss.floor.people.roles.Matrix.row_for",
        _plain_row,
        says="another window's ticket was cancelled by one person",
    ),
    "04 clients draw numbers": Mutant(
        money.test_attack_04_ticket_forging,
        "pitboss.floor.server_fields.ServerFields.filled",
        _clients_number,
        says="a client chose its own ticket number",
    ),
    "04 screens show all": Mutant(
        money.test_attack_04_ticket_forging,
        "pitboss.floor.writer.audience._left_out",
        lambda kind: (frozenset(HIDDEN), frozenset({*ASIDE, *kind.aside})),
        says="a screen lists whole numbers",
    ),
    "05 a key is used twice": Mutant(
        money.test_attack_05_terminal_spoofing,
        "pitboss.web.server.Server._refuse_twice",
        lambda *_: None,
        says="a copied key bet from another machine",
    ),
    "05 any signature is a machine's": Mutant(
        money.test_attack_05_terminal_spoofing,
        "pitboss.web.server.is_signed",
        lambda *_: True,
        says="a copied cookie opened a line",
    ),
    "05 a cookie is enough": Mutant(
        money.test_attack_05_terminal_spoofing,
        "pitboss.floor.people.proofs.Proofs.has",
        lambda *_: True,
        says="a copied cookie bet from another machine",
    ),
    "06 keys are forgotten": Mutant(
        money.test_attack_06_replay,
        "pitboss.floor.commands.Desk._read",
        _another_key,
        says="a bet that was sent twice counted twice",
    ),
    "07 no gate": Mutant(
        money.test_attack_07_privilege_escalation,
        "pitboss.floor.people.roles.Matrix.require",
        lambda *_: None,
        says="did what is not theirs",
    ),
    "07 anybody reads": Mutant(
        money.test_attack_07_privilege_escalation,
        "pitboss.floor.people.roles.Matrix.may_read",
        lambda *_: True,
        says="read the ledger",
    ),
    "08 any origin": Mutant(
        wire.test_attack_08_cross_site,
        "pitboss.web.guard.Guard._is_own_origin",
        lambda *_: True,
        says="a foreign page wrote",
    ),
    "08 any token": Mutant(
        wire.test_attack_08_cross_site,
        "pitboss.web.requester.hmac",
        SimpleNamespace(compare_digest=lambda *_: True),
        says="no token was needed",
    ),
    "09 no headers": Mutant(
        wire.test_attack_09_injection, "pitboss.web.guard._HEADERS", (), says="a browser may take it for a page"
    ),
    "09 names go raw to the printer": Mutant(
        wire.test_attack_09_injection,
        "pitboss.floor.devices.escpos.text_bytes",
        lambda text: text.encode(),
        says="a name commands the printer",
    ),
    "10 guesses are not counted": Mutant(
        money.test_attack_10_ticket_oracle,
        "pitboss.floor.rate_limit.Buckets.has",
        lambda *_: True,
        says="guesses went on",
        is_limited=True,
    ),
    "11 any hash is right": Mutant(
        money.test_attack_11_log_tampering,
        "pitboss.floor.verify.lines.next_hash",
        lambda *_, **__: _Equal(32),
        says="a changed bet was not found",
    ),
    "12 windows by the wall clock": Mutant(
        wire.test_attack_12_clock_tampering,
        "pitboss.floor.devices.clock.GameClock.tick",
        _by_the_wall,
        says="did not happen",
        patience=SOON,
    ),
    "13 codes from few letters": Mutant(
        wire.test_attack_13_prediction,
        "pitboss.floor.people.door.new_code",
        lambda: "-".join(os.urandom(2).hex().upper() for _ in range(4)),
        says="codes do not use all their letters",
    ),
    "14 no limit to requests": Mutant(
        wire.test_attack_14_denial_of_service,
        "pitboss.web.guard.Buckets.take",
        lambda *_: True,
        says="an address asked without end",
        is_limited=True,
    ),
    "14 nonsense without end": Mutant(
        wire.test_attack_14_denial_of_service,
        "pitboss.web.sockets.PROBLEMS_MAX",
        10**9,
        says="the line is still open",
        is_limited=True,
        patience=SOON,
    ),
    "15 a default account": Mutant(
        wire.test_attack_15_default_accounts,
        "pitboss.floor.people.door.Door.__post_init__",
        _with_default_account,
        says="an account has a password from the start",
    ),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", MUTANTS)
def test_the_attack_gets_through_where_its_defence_is_gone(tmp_path, monkeypatch, name):
    """Every attack's test fails without the one line that it is about: none of them passes for another reason."""
    mutant = MUTANTS[name]
    monkeypatch.setattr(mutant.place, mutant.instead)
    house = written_house(tmp_path, export=str(tmp_path / "closed"))
    with (
        web_house(house, has_limits=mutant.is_limited) as web,
        pytest.raises((AssertionError, NotDriven), match=mutant.says),
    ):
        mutant.attack(Trial(web, tmp_path, patience=mutant.patience))


def test_every_attack_has_a_mutant():
    """None of the fifteen is left without the proof that its test can fail."""
    assert {f"{number:02}" for number in range(1, 16)} == {name[:2] for name in MUTANTS}
