"""What a page does with a press, a busy house, and what waits for somebody: none is lost, without a page around it."""

import pytest

from tests.support.blank_page import blank_page
from tests.support.web_house import web_house, written_house


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server that has the files; nothing is played."""
    with web_house(written_house(tmp_path_factory.mktemp("base"))) as web:
        yield web


@pytest.fixture
def blank(house, window):
    """A page with the base and nothing else, on a clock that the test moves."""
    return blank_page(house, window, is_paused=True)


HELD = """async (now) => {
  await part("base/press.js");
  window.pressed = [];
  window.drawn = ([row, text]) => {
    const button = Object.assign(document.createElement("button"), { textContent: text, id: "one" });
    button.onclick = () => pressed.push(text);
    const line = document.createElement("li");
    line.append(button, row);
    document.querySelector(".stage").replaceChildren(line);
    button.focus();
  };
  drawn(["T1", "Put here"]);
  document.addEventListener(now, () => setTimeout(() => drawn(window.then)), { capture: true });
}"""
"""A button that is drawn anew while it is held down."""


@pytest.mark.parametrize(
    ("then", "pressed"), [(["T1", "Put here"], ["Put here"]), (["T1", "Switch off"], []), (["T2", "Put here"], [])]
)
@pytest.mark.parametrize("kind", ["mousedown", "keydown"])
def test_a_press_counts_though_its_button_is_drawn_anew(blank, kind, then, pressed):
    """News may come between press and release; where another button or row lies by then, nothing is pressed."""
    blank.evaluate(HELD, kind)
    blank.evaluate("(then) => { window.then = then }", then)
    box = blank.locator("#one").bounding_box()
    blank.mouse.move(box["x"] + 9, box["y"] + 9)
    blank.mouse.down() if kind == "mousedown" else blank.keyboard.down("Space")
    blank.clock.run_for(1)
    blank.mouse.up() if kind == "mousedown" else blank.keyboard.up("Space")
    blank.clock.run_for(1)
    assert pressed == blank.evaluate("pressed")


@pytest.mark.parametrize("kind", ["mouse", "Space"])
def test_a_press_is_one_press_where_nothing_is_drawn_anew(blank, kind):
    """What the browser has made a click of is not pressed once more."""
    blank.evaluate(HELD, "never")
    blank.locator("#one").click() if kind == "mouse" else blank.keyboard.press("Space")
    blank.clock.run_for(10)
    assert ["Put here"] == blank.evaluate("pressed")


BUSY = """async (wait) => {
  const { read } = await part("api.js");
  window.asked = 0;
  window.found = null;
  const headers = wait === null ? {} : { "retry-after": wait };
  const busy = () => new Response('{"reason": "busy"}', { status: 503, headers });
  window.fetch = async () => (window.asked++ < 2 ? busy() : Response.json("here"));
  read("/api/streams").then((found) => { window.found = found; }, ({ message }) => { window.found = message; });
}"""


@pytest.mark.parametrize(("wait", "asked", "found"), [("1", 3, "here"), ("60", 1, "busy"), (None, 1, "busy")])
def test_a_house_that_is_busy_for_a_moment_is_asked_again(blank, wait, asked, found):
    """A page that asks once has an answer all the same; where the house wants a minute, the page says why instead."""
    blank.evaluate(BUSY, wait)
    for _ in range(3):
        blank.clock.run_for(2_001)
    assert [asked, found] == blank.evaluate("[window.asked, window.found]")


WAITS = """async () => {
  const { approvalsOf } = await part("base/approvals.js");
  const told = { title: "Void game 2?", text: "All bets go back.", by: "Dana", role: "dealer", table: "" };
  window.fetch = async () => Response.json({ ...told, amount_minor: null, rows: [], open: [], state: {} });
  const live = Object.assign(new EventTarget(), { isLive: true, watch: () => {} });
  const approvals = approvalsOf(live, { person: "sula", role: "pit_supervisor" });
  document.body.append(...approvals.nodes);
  const until = "2004-05-01T20:05:00+00:00";
  const one = { approval: "a1", by: "dana", stream: "t", act: { type: "x/1" }, confirm: ["pit_supervisor"], until };
  const detail = { stream: "house", state: { approvals: [one], alarms: [] } };
  window.ask = () => live.dispatchEvent(new CustomEvent("state", { detail }));
  window.other = (await part("base/sheet.js")).openSheet;
}"""


@pytest.mark.parametrize("busy", ["field", "sheet"])
def test_what_waits_for_somebody_comes_when_a_field_or_a_sheet_is_left(blank, busy):
    """Until then its count says so; it never takes a field or another sheet from under the hands."""
    blank.evaluate(WAITS)
    blank.locator("#typed").focus() if busy == "field" else blank.evaluate("() => { other({ title: 'Other' }) }")
    blank.evaluate("ask()")
    blank.clock.run_for(1_000)
    sheet = blank.get_by_role("dialog", name="Void game 2?")
    assert (0, "1 approval") == (sheet.count(), blank.locator(".tally.is-waiting").inner_text())

    blank.locator("#typed").blur() if busy == "field" else blank.keyboard.press("Escape")
    while not sheet.is_visible():
        # A dialog says that it was closed when the browser comes to it; only then does the page's clock matter.
        blank.clock.run_for(100)

    assert 1 == blank.locator("dialog[open]").count()
