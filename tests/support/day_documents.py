"""A tote day's events written as a card document, for the settlement that shares nothing with the package.

Everything is taken from the events alone. A pool sees a scratch or a cancelled race as early or late by whether its
own first race was closed, so each race is written once for every first race that a pool with it has; where a favourite
may be needed the tickets to win are written beside each of these, too.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.decider import Event
from pitboss.tote.day import events as e
from pitboss.tote.day.acts import Finisher
from pitboss.tote.day.racecard import Card, CardPool
from tests.support.day_bets import Field, written_out
from tests.support.driven import need

__all__ = ["Record", "favorite_pool", "race_name", "recorded"]

Key = tuple[str, int]
WITH_FAVORITES = ("pick3", "pick6")


class Record:
    """What the events say of cards, races and tickets."""

    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}
        self.closed: set[Key] = set()
        self.out: dict[Key, dict[str, frozenset[Key]]] = {}
        self.cancelled: dict[Key, frozenset[Key]] = {}
        self.results: dict[Key, tuple[Finisher, ...]] = {}
        self.lines: dict[str, list[dict[str, Any]]] = {}
        """Ticket to its lines: one combination in one pool each."""
        self.settled: set[str] = set()
        self.refunded: dict[tuple[str, str], int] = {}
        """Ticket and pool to what was refunded out of the pool before it was settled."""
        self.paid: dict[str, int] = {}
        """Ticket to what was paid for it, refunds included."""

    def take(self, event: Event) -> None:
        """Take one event into account."""
        match event:
            case e.CardOpened():
                self.cards[event.card.track] = event.card
            case e.RunnerScratched():
                self.out.setdefault((event.track, event.race), {})[event.runner] = frozenset(self.closed)
            case e.RunnerRestored():
                self.restore((event.track, event.race), event.runner)
            case e.ResultCorrected():
                self.results[event.track, event.race] = event.order
            case e.BettingStopped():
                self.closed.add((event.track, event.race))
            case e.RaceCancelled():
                self.cancelled[event.track, event.race] = frozenset(self.closed)
                self.closed.add((event.track, event.race))
            case e.RaceOfficial():
                self.results[event.track, event.race] = event.order
            case _:
                self.take_ticket(event)

    def restore(self, key: Key, runner: str) -> None:
        """Put a runner in again; what was refunded out of a pool of the race is in it no longer."""
        del self.out[key][runner]
        for (ticket, name), refund in list(self.refunded.items()):
            track, _, _ = name.split("-")
            if track == key[0] and key[1] in self.pool(name).races and name not in self.settled:
                self.lines[ticket] = [line for line in self.lines[ticket] if line["pool"] != name]
                self.paid[ticket] -= refund
                del self.refunded[ticket, name]

    def take_ticket(self, event: Event) -> None:
        """Take what happened to a ticket into account."""
        match event:
            case e.TicketSold():
                self.lines[event.ticket] = self.lines_of(event)
            case e.TicketCancelled():
                del self.lines[event.ticket]
            case e.TicketExchanged():
                for line in self.lines[event.ticket]:
                    if line["pool"] == event.pool:
                        line["exchange"] = [
                            {"sel": list(one.runners), "amount": one.amount_minor} for one in event.selections
                        ]
            case e.PoolSettled():
                self.settled.add(event.pool)
            case e.TicketCashed() | e.TicketRefunded():
                if isinstance(event, e.TicketRefunded):
                    rows = zip(event.pool, event.refund_minor, event.from_pool, strict=True)
                    self.refunded |= {(event.ticket, pool): refund for pool, refund, is_from in rows if is_from}
                self.paid[event.ticket] = self.paid.get(event.ticket, 0) + event.total_minor

    def lines_of(self, sold: e.TicketSold) -> list[dict[str, Any]]:
        """Write out the bets of a ticket, and see that it cost what its combinations cost."""
        lines = []
        for bet in sold.bets:
            legs = self.pool(bet.pools[0]).races
            kinds, amount, combos = written_out(bet.bet, [self.field((bet.track, number)) for number in legs])
            pools = [f"{bet.track}-{bet.race}-{kind}" for kind in kinds]
            own: list[dict[str, Any]] = [
                {"id": f"{sold.ticket} {pool}", "pool": pool, "sel": list(combo), "amount": amount}
                for pool in pools
                for combo in combos
            ]
            need((bet.cost_minor, bet.combinations) == (amount * len(own), len(own)), bet)
            lines += own
        need(sold.total_minor == sum(line["amount"] for line in lines), sold)
        return lines

    def pool(self, name: str) -> CardPool:
        """Return a pool by its name."""
        track, first, kind = name.split("-")
        return next(one for one in self.cards[track].pools if one.type == kind and one.races[0] == int(first))

    def field(self, key: Key) -> Field:
        """Return a race as a buyer sees it now."""
        runners = next(race.runners for race in self.cards[key[0]].races if race.number == key[1])
        standing = dict.fromkeys(one.interest for one in runners if one.no not in self.out.get(key, {}))
        return Field({one.no: one.interest for one in runners}, tuple(standing))

    def document(self) -> dict[str, Any]:
        """Return the card document of the day as far as it has come."""
        found: dict[str, Any] = {"races": {}, "pools": {}, "tickets": []}
        for track, card in self.cards.items():
            to_win = {number for pool in card.pools if pool.type == "win" for number in pool.races}
            for pool in card.pools:
                found["pools"][f"{track}-{pool.races[0]}-{pool.type}"] = _pool(card, pool)
                for number in pool.races:
                    found["races"][race_name(track, number, pool.races[0])] = self.race((track, number), pool.races[0])
                    if pool.type in WITH_FAVORITES and number in to_win:
                        found["pools"][favorite_pool(track, number, pool.races[0])] = {
                            "type": "win",
                            "races": [race_name(track, number, pool.races[0])],
                            "takeout": "0",
                        }
        for lines in self.lines.values():
            for line in lines:
                found["tickets"].append(line)
                found["tickets"] += _to_win(line, found["pools"])
        return found

    def race(self, key: Key, first: int) -> dict[str, Any]:
        """Return a race as a pool sees it that began with another one."""
        runners = next(race.runners for race in self.cards[key[0]].races if race.number == key[1])
        listed = []
        for one in runners:
            runner = {"no": one.no, "entry": one.interest}
            closed = self.out.get(key, {}).get(one.no)
            if closed is not None:
                runner["scratched"] = "late" if (key[0], first) in closed else "early"
            listed.append(runner)
        race: dict[str, Any] = {"runners": listed}
        if key in self.cancelled:
            race["cancelled"] = "late" if (key[0], first) in self.cancelled[key] else "early"
        elif key in self.results:
            race["result"] = _places(self.results[key])
        return race


def recorded(events: Iterable[Event]) -> Record:
    """Return what events say."""
    record = Record()
    for event in events:
        record.take(event)
    return record


def race_name(track: str, number: int, first: int) -> str:
    """Name a race as seen by the pools that begin with another one."""
    return f"{track} {number} from {first}"


def favorite_pool(track: str, number: int, first: int) -> str:
    """Name the pool that is there for a race's favourite only."""
    return f"favorite of {race_name(track, number, first)}"


def _pool(card: Card, pool: CardPool) -> dict[str, Any]:
    return {
        "type": pool.type,
        "races": [race_name(card.track, number, pool.races[0]) for number in pool.races],
        "takeout": pool.takeout,
        "carryover_in": pool.carryover_minor,
        "mandatory": pool.mandatory,
        "config": {**card.config, **pool.config},
        "probables": True,
        "will_pays": True,
    }


def _to_win(line: dict[str, Any], pools: dict[str, Any]) -> list[dict[str, Any]]:
    """Write a line to win once more for every pool that needs its race's favourite."""
    track, race, kind = line["pool"].split("-")
    if kind != "win":
        return []
    wanted = (favorite_pool(track, int(race), first) for first in range(1, int(race) + 1))
    return [{**line, "id": f"{line['id']} again", "pool": name} for name in wanted if name in pools]


def _places(order: Sequence[Finisher]) -> list[list[str]]:
    places: dict[int, list[str]] = {}
    for finisher in order:
        places.setdefault(finisher.place, []).append(finisher.runner)
    return [places[place] for place in sorted(places)]
