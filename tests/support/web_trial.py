"""A house on trial: its tote is open, its automatic table plays, and everybody is let in when first needed."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec

from pitboss.decider import Person, Role
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.race_cards import card_of, read_template
from pitboss.floor.writer.books import balances
from pitboss.games.roulette.automatic.acts import LockBets, SenseNumber
from pitboss.tote.day.acts import DeclareOfficial, PostResult
from tests.support.driven import accepted, need, there
from tests.support.web_guest import Guest, act
from tests.support.web_house import DEMO, WebHouse, held, tote_day
from tests.support.web_process import WAIT_SECONDS_MAX

__all__ = ["EQUIPMENT", "RACE", "STANDING", "Trial", "card"]

RACE = {"track": "FVD", "race": 1}
EQUIPMENT = [
    *("central table", "dealer console", "accounting computer", "server"),
    *("player terminals", "roulette wheel", "game clock", "roulette balls"),
]
STANDING = {"healthz": 200, "errors": 0, "sum of the ledger": 0}
AHEAD = 20
"""So many times as far ahead as the card says: races are stopped by people, not by the clock."""


@dataclass
class Trial:
    """A house and whoever is there."""

    web: WebHouse
    folder: Path = Path()
    known: dict[str, Guest] = field(default_factory=dict)
    before: Any = None
    """What a desk showed before anything was done."""
    patience: float = WAIT_SECONDS_MAX
    """Seconds after which something that must happen is taken not to happen."""

    def __post_init__(self) -> None:
        """Let no betting window end by itself: how long a test takes decides nothing."""
        self.clock = held(self.web)

    def stand_still(self) -> None:
        """Let the clock by which the rules judge a command stand as well: a slow machine makes no bet late."""
        self.web.live.door.wall = self.clock.wall

    def standing(self) -> dict[str, int]:
        """Return how the house stands, after whatever was done to it; `STANDING` where it stands well."""
        ledger = self.web.live.floor.view(HOUSE_STREAM, lambda _: balances(self.web.live.floor.journal))
        return {
            "healthz": self.web.visitor().get("/healthz").status_code,
            "errors": self.web.server.counted["errors"],
            "sum of the ledger": sum(ledger.values()),
        }

    def __getitem__(self, name: str) -> Guest:
        """Return a person or machine, let in or enrolled when first asked for."""
        if name not in self.known:
            is_person = name in self.web.live.desk.people
            self.known[name] = self.web.let_in(name) if is_person else self.web.bind(name)
        return self.known[name]

    def at(self, person: str, window: str) -> Guest:
        """Return somebody who stands at a window's machine: the browser has both cookies."""
        name = f"{person} at {window}"
        if name not in self.known:
            guest = self[person]
            machine = self[window]
            both = Guest(person, guest.cookies | machine.cookies, guest.csrf, key=machine.key)
            self.known[name] = self.web.took(both)
        return self.known[name]

    def do(self, who: Guest | str, stream: str, tag: str, **fields: Any) -> dict[str, Any]:
        """Have something done that must be accepted; return the answer."""
        guest = self[who] if isinstance(who, str) else who
        response = guest.command(stream, act(tag, **fields))
        need(200 == response.status_code, response.text)
        answer: dict[str, Any] = response.json()
        need(answer["is_accepted"], answer)
        return answer

    # The tote

    def open_tote(self) -> None:
        """Open two windows and a self-service machine, and today's card."""
        for window, name in enumerate(("W1", "W2"), start=1):
            self.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal=name, window=window)
        self.do("mutuel-supervisor", "tote", "tote.open_terminal/1", terminal="S1", window=3, kind="self_service")
        self.do("mutuel-manager", "tote", "tote.open_card/1", card=card())

    def sell(self, *, window: str = "W1", bet: str = "$2 WN 3", key: str | None = None) -> httpx.Response:
        """Ask a teller at a window for a ticket."""
        deed = act("tote.sell_ticket/1", terminal=window, bets=[{**RACE, "bet": bet}])
        return self.at("teller", window).command("tote", deed, key=key)

    def sold(self, **options: Any) -> dict[str, Any]:
        """Return a ticket that was sold."""
        answer = self.sell(**options).json()
        need(answer["is_accepted"], answer)
        event: dict[str, Any] = answer["events"][0]
        return event

    def run_race(self, number: int = 1) -> None:
        """Stop betting on a race, and let the 3 win officially."""
        race = {**RACE, "race": number}
        self.do("mutuel-supervisor", "tote", "tote.stop_betting/1", **race)
        order = [{"place": place, "runner": runner} for place, runner in enumerate("3245", 1)]
        signal = Person("signal", Role.DEVICE)
        result = msgspec.convert({**race, "order": order, "type": "tote.post_result/1"}, PostResult)
        accepted(self.web.did("tote", signal, result))
        accepted(
            self.web.did("tote", signal, msgspec.convert({**race, "type": "tote.declare_official/1"}, DeclareOfficial))
        )

    def cash(self, ticket: dict[str, Any], *, window: str = "W1", check: str | None = None) -> httpx.Response:
        """Present a ticket at a window."""
        deed = act("tote.cash_ticket/1", terminal=window, ticket=ticket["ticket"], check=check or ticket["check"])
        return self.at("cashier", window).command("tote", deed)

    # The automatic table

    def open_table(self, *terminals: str, stream: str = "automatic-1") -> None:
        """Open the automatic table, enrol terminals there and let each buy in for 500.00; a supervisor is there."""
        supervisor = self["pit-supervisor"]
        self.do("dealer", stream, "table.inspect_equipment/1", items=EQUIPMENT)
        self.do("dealer", stream, "table.open/1")
        for name in terminals:
            self.do(supervisor, stream, "automatic.enrol_terminal/1", terminal=name)
            self.do("dealer", stream, "automatic.count_buy_in/1", terminal=name, currency_minor=50_000)
            self.do("dealer", stream, "automatic.confirm_buy_in/1", terminal=name, amount_minor=50_000)
            self.do("dealer", stream, "automatic.drop_buy_in/1", terminal=name)
            self.do(name, stream, "automatic.verify_credit/1", terminal=name)
        self.do("dealer", stream, "automatic.start_game/1")

    def devices(self, *deeds: Any, stream: str = "automatic-1") -> None:
        """Let the table's clock and sensor say something."""
        for deed in deeds:
            accepted(self.web.did(stream, Person("clock", Role.DEVICE), deed))

    def dropped(self, sensed: str | None = None, *, stream: str = "automatic-1") -> None:
        """Spin the ball, let the clock reach zero, and the sensor find a number; none where it is silent."""
        self.do("dealer", stream, "automatic.spin_ball/1", direction="against")
        self.devices(LockBets(), *([SenseNumber(pocket=sensed, revolutions=9)] if sensed else ()), stream=stream)

    def bet(self, who: Guest | str, *, terminal: str = "T1", key: str | None = None) -> httpx.Response:
        """Ask for a bet of 1.00 on red."""
        guest = self[who] if isinstance(who, str) else who
        deed = act("automatic.place_bet/1", terminal=terminal, bet="red", chip_minor=100)
        return guest.command("automatic-1", deed, key=key)

    def staked(self, terminal: str = "T1") -> int:
        """Return what a terminal has on the layout."""
        return int(
            self.web.live.floor.view("automatic-1", lambda one: sum(one.state.terminals[terminal].bets.values()))
        )


def card() -> dict[str, Any]:
    """Return the demonstration house's card for today, with its first two races."""
    template = read_template(DEMO / "cards" / "fox-valley-downs.toml")
    races = [{**race, "post_after_minutes": race["post_after_minutes"] * AHEAD} for race in template["races"][:2]]
    pools = [pool for pool in template["pools"] if pool["races"] == "each"]
    now = datetime.now().astimezone()
    found = there(card_of({**template, "races": races, "pools": pools}, now, tote_day()), template)
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document
