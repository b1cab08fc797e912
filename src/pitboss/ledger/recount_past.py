"""What the second count remembers of settlements and sales, to hold a correction to what it corrects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Fields = Mapping[str, Any]
Wager = tuple[str, str, int, int]
"""Player, bet, stake, and what it gained; a loss is below zero."""
_ROUNDS = 20
"""So many rounds a table lets be corrected that says nothing of it."""
_SALES = 10_000
"""So many sales are remembered: more than rounds that may be corrected can have."""
_IN_COLUMNS = ("roulette.round_settled/1", "sicbo.round_settled/1", "baccarat.round_settled/1")
_PARTS = tuple(f"blackjack.{what}_settled/1" for what in ("suit_wagers", "insurance", "hit_wager", "hand", "spot"))
_CORRECTED = ("table.settlement_corrected/1", "table.wager_corrected/1")


@dataclass
class Past:
    """The settlements and sales of a stream that may still be corrected, by their versions."""

    version: int = 1
    """Of the last record that was counted."""
    round: int = 0
    rounds_kept: int = _ROUNDS
    settled: dict[int, tuple[int, list[Wager]]] = field(default_factory=dict)
    """The round of each, and its wagers."""
    sales: dict[int, int] = field(default_factory=dict)
    """The amount of each."""
    parts: dict[str, Wager] = field(default_factory=dict)
    """What of a round of blackjack is settled so far, by its place."""

    def was(self, event: Fields) -> list[int]:
        """Return what each wager of a correction had gained by this count, whatever the event says of it.

        A row without a stake is no wager: what was collected of a marker stands as it says.
        """
        rows, (_, left) = event["rows"], self.settled.get(event["corrects"], (0, []))
        unused, found = list(left), []
        for at, row in enumerate(zip(rows["player"], rows["bet"], rows["stake_minor"], rows["was_minor"], strict=True)):
            player, bet, stake, said = row
            lay = event["was_bet"] if event.get("row") == at + 1 else bet
            kept = next((wager for wager in unused if wager[:3] == (player, lay, stake)), None)
            if kept is not None:
                unused.remove(kept)
            found.append(kept[3] if kept is not None else 0 if stake else said)
        return found

    def follow(self, event: Fields) -> None:
        """Remember what an event settled, sold or put right, and forget what is too old."""
        kind = event["type"]
        self.version += 1
        if kind in _IN_COLUMNS:
            self._keep(event.get("round", self.round), list(_wagers(event["wagers"])))
        elif kind in _CORRECTED:
            number, _ = self.settled.pop(event["corrects"], (self.round, []))
            self.settled[self.version] = (number, list(_anew(event["rows"])))
        elif kind.startswith("blackjack."):
            self._blackjack(kind, event)
        else:
            self._sales(kind, event)

    def _keep(self, number: int, wagers: list[Wager]) -> None:
        self.settled[self.version] = (number, wagers)
        for version in [version for version, (old, _) in self.settled.items() if old <= number - self.rounds_kept]:
            del self.settled[version]

    def _blackjack(self, kind: str, event: Fields) -> None:
        """Put together what the events of a round settled, place by place."""
        if kind in _PARTS or kind == "blackjack.round_settled/1":
            self._add(event["wagers"], 1)
        elif kind == "blackjack.collection_undone/1":
            self._add(event["wagers"], -1)
        if kind == "blackjack.round_settled/1":
            self._keep(event.get("round", self.round), [wager for wager in self.parts.values() if wager[2]])

    def _add(self, columns: Fields, sign: int) -> None:
        if "seat" not in columns:
            return
        names = ("seat", "hand", "on", "spot", "player", "stake_minor", "paid_minor", "lost_minor")
        for seat, hand, on, spot, player, stake, paid, lost in zip(*(columns[name] for name in names), strict=True):
            place = f"{seat}.{hand}:{on}:{spot}"
            times = sum(name.partition("#")[0] == place for name in self.parts) + 1
            name = f"{place}#{times}" if on == "hit" and times > 1 else place
            _, _, before, gained = self.parts.get(name, (player, name, 0, 0))
            self.parts[name] = (player, name, before + sign * stake, gained + sign * (paid - lost))

    def _sales(self, kind: str, event: Fields) -> None:
        if kind == "table.betting_opened/1":
            self.round, self.parts = event.get("round", self.round + 1), {}
        elif kind == "table.value_chips_bought/1":
            self.sales[self.version] = event["amount_minor"]
        elif kind == "table.sale_corrected/1":
            self.sales.pop(event["corrects"], None)
            self.sales[self.version] = event["amount_minor"]
        while len(self.sales) > _SALES:
            del self.sales[next(iter(self.sales))]


def _wagers(columns: Fields) -> Iterator[Wager]:
    """Yield the wagers of a settlement in columns with what each gained, vigorish taken off."""
    stakes, bets = columns["stake_minor"], columns.get("bet")
    if bets is None and "position" not in columns:
        # Of wagers without a place nothing can be corrected.
        return
    if bets is None:
        bets = [f"{on}:{position}" for on, position in zip(columns["on"], columns["position"], strict=True)]
    results = columns.get("outcome", columns.get("result", ()))
    vigorish = columns.get("vig_minor", [0] * len(stakes))
    rows = zip(columns["player"], bets, stakes, columns["paid_minor"], results, vigorish, strict=True)
    for player, bet, stake, paid, result, vig in rows:
        yield player, bet, stake, (-stake if result == "lose" else paid) - vig


def _anew(rows: Fields) -> Iterator[Wager]:
    parts = zip(rows["player"], rows["bet"], rows["stake_minor"], rows["now_minor"], strict=True)
    return (wager for wager in parts if wager[2])
