"""What holds on every page of a house alike: a line that is cut, themes, and text that somebody typed."""

import json

import pytest

from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from tests.support.roulette_pages import ONEIDA, Roulette
from tests.support.web_house import recorded, until, web_house, written_house

WIDE = {"viewport": {"width": 1280, "height": 800}}
WHEEL = "automatic-1"
PAGES = {
    "/": (None, ".tile .newest"),
    f"/watch/{WHEEL}": (None, ".watch-cloth .cloth .hit"),
    "/t": ("T1", ".cloth .hit"),
    "/seat": ("SEAT-3", ".cloth .hit"),
    f"/deal/{WHEEL}": ("dealer", "#next"),
    f"/deal/{ONEIDA}": ("dealer", "#next-act"),
    "/staff": ("pit-supervisor", "#terminals tbody tr"),
    "/pit": ("pit-supervisor", ".pit-tile .pill"),
    f"/table/{ONEIDA}": ("dealer", "#next:not(:empty)"),
    f"/lab?table={WHEEL}": ("auditor", "#exact:not(:empty)"),
}
"""Each page that has a line, whose it is, and what is there when it is."""
NEWER = {
    "/": f".tile[data-stream={WHEEL}] .newest:has-text('{{pocket}}')",
    f"/watch/{WHEEL}": ".watch-facts :text-is('{game}')",
    "/t": "#game:text-is('{game}')",
    "/seat": ".lying[data-bet='straight:{pocket}']",
    f"/deal/{WHEEL}": "#next:has-text('Start game {after}')",
    f"/deal/{ONEIDA}": ".lying[data-bet='straight:{pocket}']",
    "/staff": "#alarms tbody tr:has-text('Alarm {game}')",
    "/pit": ".pit-alarms li:has-text('Alarm {game}')",
    f"/table/{ONEIDA}": ".tally.is-alarm:has-text('{alarms} alarms')",
    f"/lab?table={WHEEL}": ".tally.is-alarm:has-text('{alarms} alarms')",
}
"""What a page shows of what happened while its line was cut."""
STAFF = ("/staff", "/pit", f"/lab?table={WHEEL}")
"""Pages with a light look and a dark one."""
LATE_MS = 3_000
BACK = """() => {
  const band = document.querySelector(".band");
  const told = () => { window.isBack ||= band.classList.contains("is-back") && band.checkVisibility(); };
  new MutationObserver(told).observe(band, { childList: true });
}"""
"""Notes that the band says in sight that the line is back, which stands there for a moment only."""
FAVOURED = """(name) => {
  localStorage.setItem("pitboss-favourites-T1", JSON.stringify([{ name, bets: { red: 100 } }]));
}"""
TYPED = "<img src=x onerror=owned=1><b>Eve</b>"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with an automatic wheel and a live one, both at play."""
    folder = tmp_path_factory.mktemp("every")
    tables = ((WHEEL, "automatic"), (ONEIDA, "oneida-main"))
    terminals = (("T1", "player", WHEEL), ("SEAT-3", "seat", ONEIDA))
    with web_house(written_house(folder, tables=tables, terminals=terminals)) as web:
        found = Roulette(web, folder)
        found.stand_still()
        # Nobody's session is locked because a busy machine takes its time.
        web.live.door.monotonic_ns = found.clock.monotonic_ns
        found.open_table("T1")
        found.open(ONEIDA, "SEAT-3")
        played(found)
        yield found


def played(house):
    """Let something happen everywhere: a game at the wheel, a bet at the live table, an alarm; return the game."""
    if house.table(WHEEL).is_between_rounds:
        house.do("dealer", WHEEL, "automatic.start_game/1")
    game = house.table(WHEEL).rounds
    pocket = str(game % 36 + 1)
    house.dropped(pocket)
    house.do("dealer", WHEEL, "automatic.confirm_number/1", pocket=pocket)
    wager = {"player": "SEAT-3", "bet": f"straight:{pocket}", "stake_minor": 500, "source": "colour:blue"}
    house.do("dealer", ONEIDA, "roulette.place_wager/1", **wager)
    alarm = RaiseAlarm(kind=next(iter(AlarmKind)), about=WHEEL, text=f"Alarm {game}.")
    house.web.run(recorded(house.web.live, alarm))
    alarms = len(house.web.live.floor.look("house").state.alarms)
    return {"game": game, "after": game + 1, "pocket": pocket, "alarms": alarms}


class Silence:
    """A page's line on which nothing comes or goes while it is down; it stays open, as one whose cable was pulled."""

    def __init__(self, page):
        self.is_down, self.kept = False, []
        self.commands = []
        page.route_web_socket("**/ws*", self._open)

    def _open(self, line):
        if self.is_down:
            line.close()
            return
        server = line.connect_to_server()
        self.kept.append(line)

        def sent(text):
            if json.loads(text)["type"] == "command":
                self.commands.append(text)
            if not self.is_down:
                server.send(text)

        line.on_message(sent)
        server.on_message(lambda text: None if self.is_down else line.send(text))

    def back(self):
        """Mend the cable; what was open is dead."""
        self.is_down = False
        self.kept[-1].close()


def opened(house, window, path, **options):
    """Open a page as the one whose it is, on a clock of its own; return it with its line, once it is live."""
    who, ready = PAGES[path]
    found = window(house.web.url, **WIDE, **options)
    if who is not None:
        found.become(house[who])
    line = Silence(found.page)
    found.page.clock.install()
    found.page.goto(path)
    found.page.locator(ready).first.wait_for(state="attached")
    found.page.get_by_text("Live", exact=True).first.wait_for()
    return found.page, line


_TOKENS = """() => {
  const own = getComputedStyle(document.documentElement);
  const names = ["ground", "panel", "raised", "edge", "text", "muted", "accent", "on-accent", "danger", "good"];
  return [...names, "amber", "info", "focus", "gain", "loss"].map((name) => own.getPropertyValue(`--${name}`));
}"""
"""The colours of a page."""
FELT: set[tuple[str, ...]] = set()
"""The colours of all pages of players, dealers and boards."""


@pytest.mark.parametrize("path", PAGES)
def test_a_line_that_is_cut_and_comes_back(house, window, path):
    """Three seconds on all is off and one band says so; back again the page is as things are, and sent nothing."""
    page, line = opened(house, window, path, patience=1)
    one_felt(page, path)
    line.is_down = True
    page.clock.run_for(LATE_MS)
    assert page.get_by_text("Connection lost", exact=True).is_visible()
    assert 0 == page.locator("fieldset.stage button:enabled").count()
    on_a_phone(page)
    page.keyboard.press("?")
    page.locator("dialog .band", has_text="Connection lost").wait_for()
    page.keyboard.press("Escape")
    page.locator("body > .band", has_text="Connection lost").wait_for()
    for key in ("Space", "n", "r", "c", "u"):
        page.keyboard.press(key)
    now = played(house)
    page.evaluate(BACK)
    line.back()
    until(lambda: page.evaluate("window.isBack"))
    page.locator(NEWER[path].format(**now)).first.wait_for(state="attached")

    assert [] == line.commands


def on_a_phone(page):
    """Hold that the band is in sight on a narrow screen too."""
    page.set_viewport_size({"width": 390, "height": 844})
    box = page.locator("body > .band").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    assert 0 <= box["y"] <= box["y"] + box["height"] <= 844
    page.set_viewport_size(WIDE["viewport"])


def one_felt(page, path):
    """Hold that all felt pages have one look, by day and by night: what is checked of one theme holds for the other."""
    for scheme in ("light", "dark") if path not in STAFF else ():
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-theme={scheme}]").wait_for()
        FELT.add(tuple(page.evaluate(_TOKENS)))
    assert len(FELT) <= 1


def test_what_somebody_types_is_text_on_every_page(house, window):
    """A reason, an alarm, names of a player and of a favourite are read as they were typed, and nothing comes of it."""
    if house.table(WHEEL).is_between_rounds:
        house.do("dealer", WHEEL, "automatic.start_game/1")
    house.do("dealer", WHEEL, "automatic.hold_game/1", reason=TYPED)
    chips = {"player": TYPED, "colour": "pink", "value_minor": 500, "count": 20}
    house.do("dealer", ONEIDA, "roulette.issue_colour/1", **chips)
    house.web.run(recorded(house.web.live, RaiseAlarm(kind=next(iter(AlarmKind)), about=WHEEL, text=TYPED)))
    shown = {}
    house["dealer"].command(WHEEL, {"type": "automatic.void_game/1", "cause": "held", "note": TYPED})
    for path in ("/t", "/staff", f"/deal/{WHEEL}", f"/deal/{ONEIDA}", f"/watch/{WHEEL}"):
        page, _ = opened(house, window, path)
        page.get_by_text(TYPED).first.wait_for(state="attached")
        if path == "/staff":
            page.locator("#alarms tbody tr", has_text=TYPED).first.wait_for()
        if path == "/t":
            page.evaluate(FAVOURED, TYPED)
            page.reload()
            # By a key: the page is drawn anew after it was loaded, and a button may move away under a finger.
            page.locator("#favourites:enabled").press("Enter")
            page.locator(".favourite", has_text=TYPED).wait_for()
        shown[path] = (page.locator("img, main b").count(), page.evaluate("window.owned === undefined"))
    house.do("pit-supervisor", WHEEL, "automatic.void_game/1", cause="held")
    house.do("pit-supervisor", WHEEL, "automatic.refund_game/1")

    assert {(0, True)} == set(shown.values())
