"""A mini-baccarat table on the net and its pages in a browser: the dealer's console, and a seat's tablet."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.games.baccarat.hands import point_count
from pitboss.rulebook import edition
from tests.support.desk_page import DeskPage
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial

__all__ = ["IDS", "PEARL", "SEAT", "Baccarat", "CardDesk", "Deck", "baccarat_house"]

PEARL, SEAT = "baccarat-1", "SEAT-2"
IDS = re.compile(r"SEAT-\d|baccarat-\d\b|\b[a-z_]+\.[a-z_]+/\d|_minor")
"""What nobody may read on a page: machines, streams, notation."""
TABLE = """rulebook = "oneida-minibaccarat-2004"
name = "Pearl 5"
[settings]
collect = "deferred"
tie_odds = 9
deal = "a"
decks = 6
default_min = 1_000
default_max = 500_000
"""
NATURALS = {"B": "294K", "P": "92K4", "T": "99KK"}
"""The ranks of coups of four cards, by who wins them."""
EQUIPMENT = [entry["item"] for entry in edition("oneida-minibaccarat-2004").rules["equipment"]]


class Deck:
    """Six decks out of which coups of four cards are taken, one suit after the other."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def coup(self, winner: str) -> list[str]:
        """Return the cards of a coup that somebody wins."""
        return [self.card(rank) for rank in NATURALS[winner]]

    def card(self, rank: str) -> str:
        """Return the next card of a rank."""
        self.taken[rank] += 1
        return f"{rank}{'SHDC'[self.taken[rank] % 4]}"


@contextmanager
def baccarat_house(folder: Path) -> Iterator["Baccarat"]:
    """Serve a house with one mini-baccarat table and a seat's tablet at it."""
    table = folder / "pearl.toml"
    table.write_text(TABLE, encoding="utf-8")
    with web_house(written_house(folder, tables=((PEARL, str(table)),), terminals=((SEAT, "seat", PEARL),))) as web:
        found = Baccarat(web, folder)
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        yield found


class Baccarat(Trial):
    """A mini-baccarat table and whoever is there."""

    @property
    def table(self) -> Any:
        """Return the table's state; nothing is changed there meanwhile."""
        return self.web.live.floor.look(PEARL).state

    def deal(self, tag: str, **fields: Any) -> None:
        """Let the dealer do something."""
        self.do("dealer", PEARL, tag, **fields)

    def welcome(self) -> None:
        """Open the table with everything that hangs or is known there before the cards come."""
        self.deal("table.inspect_equipment/1", items=EQUIPMENT)
        self.deal("table.open/1")
        self.deal("table.post_sign/1")
        self.deal("baccarat.check_layout/1", banker="Banker", player="Player", tie="Tie", positions=7)
        self.lay_by("a")

    def lay_by(self, option: str) -> None:
        """Let the Director give notice of how the cards are laid."""
        self.do("director", PEARL, "baccarat.notify_deal_option/1", option=option)

    def ready(self, *players: str, from_back: int = 14) -> None:
        """Open the table, seat players from position 1 on, bring a shoe into play and open the first coup."""
        self.welcome()
        self.spread()
        self.seated(*players, from_back=from_back)

    def spread(self) -> None:
        """Inspect the cards and spread them."""
        backs = {"back": "red", "decks": 6, "cutting_cards": "yellow"}
        self.deal("cards.inspect_cards/1", **backs, is_verified_electronically=True)
        self.deal("cards.spread_cards/1")

    def seated(self, *players: str, from_back: int = 14) -> None:
        """Seat players from position 1 on, bring the spread cards into play and open the first coup."""
        for position, player in enumerate(players, 1):
            self.deal("table.take_seat/1", position=position, player=player)
        self.deal("cards.let_player_look/1", player=players[0])
        self.deal("cards.stack_cards/1", is_washed=True)
        self.deal("baccarat.shuffle_cards/1", batch="red")
        for position in (len(players), *range(1, len(players))):
            self.deal("cards.offer_cut/1", position=position, is_accepted=False)
        self.deal("cards.cut_cards/1", depth=100)
        self.deal("cards.load_shoe/1", from_back=from_back)
        self.deal("baccarat.burn_card/1", card="KS")
        self.deal("table.open_betting/1")

    def laid(self, position: int, on: str, stake: int) -> None:
        """Let the dealer lay chips for whoever sits at a position."""
        player = self.table.seats[position]
        self.deal("baccarat.place_wager/1", position=position, player=player, on=on, stake_minor=stake)

    def coup(self, *cards: str) -> None:
        """Deal a coup face up, pay it, and open the next."""
        self.deal("baccarat.call_no_more_bets/1")
        self.cards(*cards)
        self.paid()
        self.deal("table.open_betting/1")

    def cards(self, *cards: str) -> None:
        """Deal cards face up, with the counts and the result called."""
        for place, card in enumerate(cards, 1):
            self.deal("baccarat.deal_card/1", card=card)
            if place == 4:
                for hand, own in (("player", cards[:4:2]), ("banker", cards[1:4:2])):
                    self.deal("baccarat.call_points/1", hand=hand, points=point_count(own))
        current = self.table.round
        counts = {"player_points": point_count(current.player), "banker_points": point_count(current.banker)}
        self.deal("baccarat.call_result/1", **counts, outcome=current.outcome.value)

    def paid(self) -> None:
        """Pay a coup whose result is called, and put its cards away."""
        self.deal("baccarat.collect_losers/1")
        self.deal("baccarat.pay_winners/1")
        self.deal("baccarat.discard_cards/1")

    def page(self, window: Any, who: str, path: str, **options: Any) -> Any:
        """Open a page as somebody, or as a machine."""
        found = window(self.web.url, **options)
        found.become(self[who])
        found.page.goto(path)
        return found


class CardDesk(DeskPage):
    """The console of a card table; every touch is counted."""

    stream = PEARL

    def __init__(self, house: Any, window: Any, who: str = "dealer", **options: Any) -> None:
        self.touches = 0
        super().__init__(house, window, self.stream, who, **options)

    def followed(self) -> None:
        """Wait until the console has what others did: it shows as many cards left as there are, and bets open."""
        left = self.house.table.cards.in_shoe
        self.page.locator(".cd-story", has_text=f": {left} of ").wait_for()
        self.shown("No more bets")

    def turns(self) -> list[str]:
        """Return the positions in the list of payments, in order."""
        found: list[str] = self.page.locator(".cd-pay .pay-turn").all_inner_texts()
        return found

    def next(self, text: str) -> None:
        """Touch the next act."""
        super().next(text)
        self.touches += 1

    def card(self, card: str) -> None:
        """Touch a card on the pad, once the pad takes one: on a phone first its rank and then its suit."""
        self.name(self.page, card)
        self.page.locator(f".card-key.is-chosen[data-card='{card}']").wait_for(state="attached")

    def name(self, place: Any, card: str) -> None:
        """Touch a card of the pad that is in a part of the page."""
        two = (f".card-two [data-rank='{card[0]}']", f".card-two [data-suit='{card[1]}']")
        for key in two if self.is_narrow else (f".card-grid [data-card='{card}']",):
            self.press(place.locator(key))
            self.touches += 1

    def others(self, text: str) -> None:
        """Touch a button beside the next act."""
        self.press(self.page.locator(".cd-others button", has_text=text))
