"""An automatic table's evening over WebSockets: players who bet and regret, and every way in which a game may end."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.support.driven import need
from tests.support.driver import ONEIDA
from tests.support.naive_roulette import BETS, POCKETS
from tests.support.web_evening_client import Client
from tests.support.web_evening_house import BUY_IN, Wheel, bought

__all__ = ["ENDINGS", "Table"]

SECONDS_MORE = 30
CHIPS = (100, 100, 500, 1_000)
TOUCHES = ("place", "undo", "recall", "neighbours", "cancel", "clear")
WEIGHTS = (60, 10, 12, 12, 4, 2)
LOCKED, SENSED, HELD = "roulette.no_more_bets_called/1", "automatic.number_sensed/1", "automatic.game_held/1"


class Table:
    """One table with its dealer, supervisor and manager, its wheel, and a client for each terminal."""

    def __init__(
        self, stream: str, wheel: Wheel, staff: Sequence[Client], players: Sequence[Client], chance: random.Random
    ) -> None:
        self.stream, self.wheel, self.players, self.chance = stream, wheel, players, chance
        self.dealer, self.supervisor, self.manager = staff
        self.met: Counter[str] = Counter()
        self.game = 0

    async def play(self, endings: Sequence[str], *, touches: int) -> None:
        """Play a game for each of these endings."""
        for ending in endings:
            since = await self.start()
            await self.spin()
            await asyncio.gather(*(self.touch(player, touches) for player in self.players))
            await _ENDINGS[ending](self, since)
            self.met[f"ending {ending}"] += 1

    async def start(self) -> int:
        """Start a game with the wheel at rest; return how much was told before it."""
        self.wheel.rest()
        for player in self.players:
            if self.credits(player) < 500 and player.own[self.stream]["cash_out"] is None:
                await bought(self.dealer, player, self.stream, BUY_IN)
        since = len(self.dealer.told[self.stream])
        await self.dealer.do(self.stream, "automatic.start_game/1")
        self.game += 1
        return since

    def credits(self, player: Client) -> int:
        """Return what a player's screen shows."""
        return int(player.own[self.stream]["credits_minor"])

    # Players

    async def touch(self, player: Client, touches: int) -> None:
        """Touch a terminal so many times, one after the other; what is refused is refused."""
        for _ in range(touches):
            button = self.chance.choices(TOUCHES, WEIGHTS)[0]
            answer = await player.send(self.stream, self._act(player, button))
            need("answer" == answer["type"], answer)
            self.met[f"{'accepted' if answer['is_accepted'] else 'refused'} {button}"] += 1
            await asyncio.sleep(self.chance.random() * 0.05)

    def _act(self, player: Client, button: str) -> dict[str, Any]:
        own: dict[str, Any] = {"terminal": player.name}
        bets = list(player.own[self.stream]["bets"])
        if button == "place" or (button == "cancel" and not bets):
            bet = self.chance.choice(
                BETS[ONEIDA] if self.chance.random() < 0.6 else ("straight:17", "straight:00", "red")
            )
            return {"type": "automatic.place_bet/1", **own, "bet": bet, "chip_minor": self.chance.choice(CHIPS)}
        if button == "cancel":
            return {"type": "automatic.cancel_bet/1", **own, "bet": self.chance.choice(bets)}
        tags = {"undo": "undo_bet", "recall": "recall_bets", "neighbours": "bet_neighbours", "clear": "clear_bets"}
        return {"type": f"automatic.{tags[button]}/1", **own}

    async def cash_out(self, player: Client) -> None:
        """Cash out whatever is there."""
        own = {"terminal": player.name}
        await player.do(self.stream, "automatic.ask_cash_out/1", **own)
        await player.do(self.stream, "automatic.affirm_cash_out/1", **own)
        shown = await self.dealer.do(self.stream, "automatic.select_cash_out/1", **own)
        amount = shown["events"][0]["amount_minor"]
        await self.dealer.do(self.stream, "automatic.count_out_chips/1", **own, amount_minor=amount)
        await self.dealer.do(self.stream, "automatic.confirm_cash_out/1", **own, amount_minor=amount)
        await self.dealer.do(self.stream, "automatic.deliver_chips/1", **own)
        await player.until(lambda: self.credits(player) == 0)
        self.met["cash-outs"] += 1

    # Endings

    async def spin(self) -> None:
        """Spin while bets are taken; a dealer whom the clock has overtaken gets more time from the supervisor."""
        spin = {"type": "automatic.spin_ball/1", "direction": "against"}
        while not (answer := await self.dealer.send(self.stream, spin))["is_accepted"]:
            need("the clock reached zero" in answer["refusal"]["reason"], answer)
            more = {"type": "automatic.extend_clock/1", "seconds": SECONDS_MORE}
            waiting = await self.dealer.send(self.stream, more, second=True)
            await self.supervisor.approve((waiting["approval"], waiting["key"]))
            self.met["extended"] += 1
        self.wheel.launch()

    async def sensed(self, since: int) -> str:
        """Let the ball drop once the clock has locked the bets, and return the number that the console shows."""
        await self.dealer.heard(self.stream, LOCKED, since)
        pocket = self.chance.choice(POCKETS[ONEIDA])
        self.wheel.drop(pocket)
        found = await self.dealer.heard(self.stream, SENSED, since)
        need((pocket, None) == (found["pocket"], found["revolutions"]), found)
        return pocket

    async def settled(self, since: int) -> None:
        """Confirm what the wheel found; the count is the dealer's."""
        pocket = await self.sensed(since)
        await self.dealer.do(self.stream, "automatic.confirm_number/1", pocket=pocket, revolutions=8)

    async def no_spin(self, _: int) -> None:
        """See that the ball will not drop: no spin, and every bet comes back."""
        await self.dealer.do(self.stream, "automatic.void_game/1", cause="no_drop")
        self.wheel.rest()
        await self.wheel.heard()
        # The reader makes of it that a spin was broken off, which holds no other game if it is before the next.
        await asyncio.sleep(0.3)
        await self.refund()

    async def disagreement(self, since: int) -> None:
        """Say another number than the wheel: the game is held, and a supervisor finds that the dealer was right."""
        pocket = await self.sensed(since)
        other = next(number for number in POCKETS[ONEIDA] if number != pocket)
        await self.dealer.do(self.stream, "automatic.confirm_number/1", pocket=other, revolutions=8)
        await self.dealer.heard(self.stream, HELD, since)
        ruling = {"pocket": other, "revolutions": 8, "reason": "Both looked at the wheel."}
        await self.dealer.approve(await self.supervisor.ask_second(self.stream, "automatic.rule_number/1", **ruling))

    async def contradiction(self, since: int) -> None:
        """Let the wheel say two numbers: its reader holds the game, which cannot go on."""
        await self.dealer.heard(self.stream, LOCKED, since)
        self.wheel.stutter("17", "20")
        await self.dealer.heard(self.stream, HELD, since)
        await self.supervisor.do(self.stream, "automatic.void_game/1", cause="held")
        await self.refund()

    async def void_after(self, since: int) -> None:
        """Settle a game, and find its number to be wrong: two people void it, and winnings are taken back."""
        await self.settled(since)
        void = {"cause": "wrong_number", "game": self.game}
        await self.manager.approve(await self.supervisor.ask_second(self.stream, "automatic.void_game/1", **void))
        await self.refund()

    async def refund(self) -> None:
        """Give all wagers of a void game back."""
        await self.supervisor.do(self.stream, "automatic.refund_game/1")


_ENDINGS: dict[str, Callable[[Table, int], Awaitable[None]]] = {
    "settled": Table.settled,
    "no spin": Table.no_spin,
    "disagreement": Table.disagreement,
    "contradiction": Table.contradiction,
    "void after settlement": Table.void_after,
}
ENDINGS = tuple(_ENDINGS)
"""The ways in which a game may end."""
