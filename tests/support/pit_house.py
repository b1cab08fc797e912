"""A house with tables of every game on the net, one of which is kept by counts and slips: for the pages of the pit."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.rulebook import edition
from tests.support.driven import need
from tests.support.web_guest import act
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["RACK", "ROULETTE", "WHEEL", "Pit", "pit_house"]

ROULETTE, WHEEL = "roulette-1", "automatic-1"
TABLES = (
    (ROULETTE, "oneida-main"),
    (WHEEL, "automatic"),
    ("baccarat-1", "mini-baccarat"),
    ("blackjack-1", "blackjack-shoe"),
    ("sicbo-1", "sic-bo"),
)
RACK = "500x100"


@contextmanager
def pit_house(folder: Path) -> Iterator["Pit"]:
    """Serve a house with five tables."""
    with web_house(written_house(folder, tables=TABLES, terminals=(("T1", "player", WHEEL),))) as web:
        found = Pit(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class Pit(Trial):
    """A house with somebody in its pit."""

    def table(self, stream: str = ROULETTE) -> Any:
        """Return a table's state; nothing is changed there meanwhile."""
        return self.web.live.floor.look(stream).state

    def both(self, who: str, second: str, tag: str, *, stream: str = ROULETTE, **fields: Any) -> dict[str, Any]:
        """Have something done by two people, which must be accepted; return the answer."""
        waiting = self[who].command(stream, act(tag, **fields), second=True)
        need(202 == waiting.status_code, waiting.text)
        answer: dict[str, Any] = self[second].approve(waiting.json()["approval"]).json()
        need(answer["is_accepted"], answer)
        return answer

    def stood_by(self, second: str) -> None:
        """Let somebody stand by what was asked for last."""
        waiting = self.web.live.floor.view(HOUSE_STREAM, lambda live: list(live.state.approvals))
        answer = self[second].approve(waiting[-1]).json()
        need(answer["is_accepted"], answer)

    def filled(self, pieces: str) -> None:
        """Bring chips from the cage into the rack of the roulette table."""
        slip = self.do("floorperson", ROULETTE, "table.request_fill/1", pieces=pieces)["events"][0]["slip"]
        self.both("cashier", "floorperson", "table.issue_fill/1", slip=slip, carried_by="Rob")
        self.both("dealer", "floorperson", "table.accept_fill/1", slip=slip, pieces=pieces)

    def counted(self, kind: str, pieces: str) -> None:
        """Count the rack of the roulette table."""
        self.both("dealer", "floorperson", "table.count_inventory/1", kind=kind, pieces=pieces)

    def open_roulette(self) -> None:
        """Begin counts at the roulette table, fill its rack, and open it with a mucker."""
        self.both("pit-supervisor", "auditor", "table.begin_inventory/1")
        self.filled(RACK)
        items = [entry["item"] for entry in edition("oneida-roulette-2008").rules["equipment"]]
        self.do("dealer", ROULETTE, "table.inspect_equipment/1", items=items)
        self.counted("opening", RACK)
        self.do("dealer", ROULETTE, "table.open/1", mucker="mucker")

    def round(self, pocket: str, *bets: tuple[str, str, int]) -> None:
        """Play a round of roulette to its payment."""
        self.do("dealer", ROULETTE, "table.open_betting/1")
        for player, bet, stake in bets:
            self.laid(player, bet, stake)
        self.do("dealer", ROULETTE, "roulette.spin_ball/1", direction="against")
        self.do("dealer", ROULETTE, "roulette.call_no_more_bets/1")
        self.do("dealer", ROULETTE, "roulette.enter_number/1", pocket=pocket, revolutions=5)
        self.do("dealer", ROULETTE, "roulette.place_dolly/1", pocket=pocket)
        self.do("dealer", ROULETTE, "roulette.collect_losers/1")
        self.do("dealer", ROULETTE, "roulette.pay_winners/1")

    def laid(self, player: str, bet: str, stake: int) -> None:
        """Buy value chips and lay them for a player."""
        self.do("dealer", ROULETTE, "table.buy_value_chips/1", player=player, amount_minor=stake)
        fields = {"player": player, "bet": bet, "stake_minor": stake, "source": "value"}
        self.do("dealer", ROULETTE, "roulette.place_wager/1", **fields)

    def evening(self) -> None:
        """Let the roulette table play three rounds."""
        self.open_roulette()
        self.rounds()

    def rounds(self) -> None:
        """Let the open roulette table play three rounds."""
        self.round("17", ("Ann", "red", 10_000), ("Bob", "straight:17", 2_500))
        self.round("4", ("Ann", "black", 20_000), ("Bob", "red", 5_000))
        self.round("0", ("Ann", "red", 30_000), ("Cid", "low", 5_000))
