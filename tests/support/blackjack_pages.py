"""A blackjack table on the net and its pages in a browser: the dealer's console, and a seat's tablet."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.games.blackjack.payments import rows_of
from tests.support.baccarat_pages import CardDesk
from tests.support.driven import there
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["MAPLE", "MULTIPLE", "PITCH", "SEAT", "Blackjack", "RoundDesk", "blackjack_house", "led"]

MAPLE, SEAT = "blackjack-1", "SEAT-3"
SEATS = tuple((f"SEAT-{place}", "seat", MAPLE) for place in (1, 2, 3))
SHOE = {
    "default_min": 1_000,
    "default_max": 100_000,
    "surrender": "late",
    "reshuffle": "cutting_card",
    "initial_suit": "same_suit",
    "cut_from_end": 78,
}
MULTIPLE: dict[str, Any] = {
    "multiple_action": 3,
    "initial_suit": "king_queen",
    "default_min": 500,
    "default_max": 50_000,
}
PITCH: dict[str, Any] = {
    "pitch": True,
    "face_down": True,
    "decks": 2,
    "default_min": 1_000,
    "default_max": 50_000,
}
OPTIONAL = {"same_suit": 100, "hit": 100}
"""The least of an optional wager, which may be under the table's minimum."""


def table_text(**settings: Any) -> str:
    """Return the file of a table with these settings."""
    lines = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for name, value in settings.items()
    ]
    least = [f"{name} = {value}" for name, value in OPTIONAL.items()]
    head = ('rulebook = "oneida-blackjack-2004"', 'name = "Maple 1"', "[settings]")
    return "\n".join((*head, *lines, "[settings.min]", *least)).replace("'", '"') + "\n"


@contextmanager
def blackjack_house(folder: Path, **settings: Any) -> Iterator["Blackjack"]:
    """Serve a house with one blackjack table and a seat's tablet at it."""
    table = folder / "maple.toml"
    table.write_text(table_text(**(settings or SHOE)), encoding="utf-8")
    with web_house(written_house(folder, tables=((MAPLE, str(table)),), terminals=SEATS)) as web:
        found = Blackjack(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class Blackjack(Trial):
    """A blackjack table and whoever is there."""

    @property
    def table(self) -> Any:
        """Return the table's state; nothing is changed there meanwhile."""
        return self.web.live.floor.look(MAPLE).state

    def deal(self, tag: str, **fields: Any) -> None:
        """Let the dealer do something."""
        self.do("dealer", MAPLE, tag, **fields)

    def welcome(self) -> None:
        """Open the table with its staff confirmed and its sign posted."""
        self.deal("table.inspect_equipment/1", items=[entry.item for entry in self.table.equipment])
        self.deal("table.open/1")
        self.do("floorperson", MAPLE, "blackjack.confirm_staffing/1", cashiers=1, supervisors=1, tables=6)
        self.deal("blackjack.post_sign/1")

    def ready(self, *players: str, from_back: int = 78) -> None:
        """Open the table, seat players from place 1 on, bring the cards into play and open the first round."""
        self.welcome()
        decks = self.table.rules.shoe_decks
        backs = {"back": "red", "decks": decks, "cutting_cards": "yellow"}
        self.deal("cards.inspect_cards/1", **backs, is_verified_electronically=True)
        self.deal("cards.spread_cards/1")
        for position, player in enumerate(players, 1):
            self.deal("table.take_seat/1", position=position, player=player)
        self.deal("cards.let_player_look/1", player=players[0])
        self.deal("cards.stack_cards/1", is_washed=True)
        self.deal("blackjack.shuffle_cards/1", method="device")
        self.deal("cards.load_shoe/1", from_back=max(from_back, self.table.rules.cut_from_end))
        for _ in range(self.table.cards.burns_due):
            self.deal("blackjack.burn_card/1", card=None)
        self.deal("table.open_betting/1")

    def laid(self, seat: int, *stakes: int, on: str = "blackjack") -> None:
        """Let the dealer lay chips for whoever sits at a place: one wager for each dealer hand."""
        player = self.table.seats[seat]
        for spot, stake in enumerate(stakes, 1):
            self.deal("blackjack.place_wager/1", seat=seat, player=player, on=on, spot=spot, stake_minor=stake)

    def cards(self, *cards: str | None) -> None:
        """Deal cards to whoever they are due to."""
        for card in cards:
            self.deal("blackjack.deal_card/1", card=card)

    def says(self, seat: int, deed: str) -> None:
        """Let a player decide, by the dealer's hand."""
        self.deal(f"blackjack.{deed}/1", seat=seat)

    def nets(self, seat: int, on: str) -> list[int]:
        """Return what each wager of one kind at a place came to in the last round."""
        rows = rows_of(there(self.table.past).settled)
        return [row["net_minor"] for row in rows if (row["seat"], row["on"]) == (seat, on)]

    def round_of(self, *seats: int) -> None:
        """Play a round of two places to its end: both stand, and the dealer has 20."""
        for seat in seats:
            self.laid(seat, 1_000)
        self.cards(*("TS" for _ in seats), None, *("9C" for _ in seats), None)
        self.deal("blackjack.turn_first_card/1", card="9D")
        for seat in seats:
            self.says(seat, "stand")
        self.deal("blackjack.turn_second_card/1", card="9H")
        self.deal("blackjack.settle_hand/1")
        self.deal("blackjack.discard_cards/1")

    def page(self, window: Any, who: str, path: str, **options: Any) -> Any:
        """Open a page as somebody, or as a machine."""
        found = window(self.web.url, **options)
        found.become(self[who])
        found.page.goto(path)
        return found


class RoundDesk(CardDesk):
    """The console of a blackjack table, as hands and eyes use it; every touch is counted."""

    stream = MAPLE

    def says(self, text: str) -> None:
        """Touch what a player has decided."""
        self.press(self.page.locator(".bj-decision:not([disabled])", has_text=text))
        self.touches += 1

    def circle(self, at: str) -> None:
        """Touch a player's circle, and see the chips lie there."""
        found = self.page.locator(f".bj-circle[data-at='{at}']:not([disabled])")
        found.click()
        self.touches += 1
        found.locator(".chip-picture").wait_for()

    def badges(self) -> list[str]:
        """Return what stands beside each hand, from left to right."""
        found: list[str] = self.page.locator(".bj-arc .bj-badge").all_inner_texts()
        return [text.lower() for text in found]


def led(page: Any) -> list[str]:
    """Return of each dotted line of multiple action how it looks, and whether it leads from its chips to the hand."""
    found: list[str] = page.evaluate(_LINES)
    return found


_LINES = """() => [...document.querySelectorAll(".bj-line")].map((line, index) => {
  const at = (length) => line.getPointAtLength(length).matrixTransform(line.getScreenCTM());
  const chip = document.querySelectorAll(".bj-mains .bj-pile")[index].getBoundingClientRect();
  const hand = document.querySelector(".bj-mine-hands").getBoundingClientRect();
  const [from, to] = [at(0), at(line.getTotalLength())];
  const isFrom = Math.abs(from.x - chip.x - chip.width / 2) < 3 && from.y >= chip.bottom - 1;
  const isTo = to.x > hand.left && to.x < hand.right && Math.abs(to.y - hand.top) < 3;
  const leads = isFrom && isTo ? "from chip to hand" : "elsewhere";
  return `${line.getAttribute("class").replace("bj-line is-", "")}, ${leads}`;
})"""
