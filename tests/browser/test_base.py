"""The base of the pages by itself, in a real browser: no page is needed, and the server behind its line is a script."""

import pytest

from tests.support.blank_page import Line, blank_page
from tests.support.hands import tap, tap_again
from tests.support.pictures import ROOT
from tests.support.web_house import web_house, written_house

STYLE = ROOT / "src/pitboss/web/static/css/base.css"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server that has the files; nothing is played."""
    with web_house(written_house(tmp_path_factory.mktemp("base"))) as web:
        yield web


@pytest.fixture
def blank(house, window):
    """A page with the base and nothing else, on a clock that the test moves."""
    return blank_page(house, window, is_paused=True)


@pytest.fixture
def line(blank):
    """The page's line, opened and live, and the frame that watches over it."""
    found = Line(blank)
    blank.evaluate("""async () => {
      const { Live } = await part("live.js");
      const { guard } = await part("base/frame.js");
      window.live = new Live();
      window.answers = [];
      guard(live, { safe: "Your bets are safe" });
      live.connect();
      await new Promise((done) => live.addEventListener("live", done, { once: true }));
    }""")
    return found


def commanded(page):
    """Let the page ask for something, and keep its answer when it comes."""
    page.evaluate(
        "() => { live.command('t', { type: 'x/1' }).then((answer) => answers.push(answer.error ?? answer.type)); }"
    )


def test_a_line_without_a_sign_of_life_is_late(blank, line):
    """After two seconds controls are off, the band says what is safe, and a beat brings all back."""
    blank.clock.run_for(2_500)
    assert (True, True) == (blank.locator("#deal").is_disabled(), blank.get_by_text("Your bets are safe").is_visible())

    line.beat()
    blank.locator(".band", has_text="Live again").wait_for()

    assert not blank.locator("#deal").is_disabled()


def test_nothing_is_sent_or_kept_while_the_line_is_late(blank, line):
    """A command is answered at once, and is not sent when the line is back."""
    blank.clock.run_for(2_500)
    commanded(blank)
    blank.wait_for_function("answers.length === 1")
    line.beat()
    blank.locator(".band", has_text="Live again").wait_for()

    assert (["NotLive"], []) == (blank.evaluate("answers"), line.kinds())


def test_an_answer_that_does_not_come_is_unknown(blank, line):
    """Three seconds after a command was sent the page is told so; its answer still counts when it comes."""
    blank.evaluate("live.addEventListener('unknown', () => answers.push('unknown'))")
    commanded(blank)
    for _ in range(4):
        line.beat()
        blank.clock.run_for(1_000)
    line.say({"type": "answer", "stream": "t", "key": line.sent[0]["key"], "is_accepted": True})
    blank.wait_for_function("answers.length === 2")

    assert ["unknown", "answer"] == blank.evaluate("answers")


def test_the_fate_of_what_was_sent_is_asked_for(blank, line):
    """When the line broke before the answer, the command is not sent again: its key is asked about."""
    commanded(blank)
    blank.wait_for_function("live.isLive")
    line.lines[-1].close(code=1001, reason="cut")
    while "fate" not in line.kinds():
        blank.clock.run_for(500)
    line.say({"type": "not_known", "stream": "t", "key": line.sent[-1]["key"]})
    blank.wait_for_function("answers.length === 1")

    assert (["command", "fate"], ["NotDone"]) == (line.kinds(), blank.evaluate("answers"))


def test_a_machine_opened_twice_stops_the_older_page(blank, line):
    """It says so, and comes back only if somebody wants to use it here."""
    line.lines[-1].close(code=4409, reason="connected anew")
    blank.get_by_text("open in another window").wait_for()
    blank.clock.run_for(20_000)

    assert 1 == len(line.lines)


def ring(page, script):
    """Do something with a clock ring, and return what it shows."""
    page.evaluate("""async () => {
      await part("base/ring.js");
      window.ring ??= document.body.appendChild(document.createElement("clock-ring"));
    }""")
    page.evaluate(script)
    return page.locator("clock-ring").inner_text()


def test_the_clock_runs_by_itself(blank):
    """From what is left, frame by frame; the last ten seconds look different; a late line shows no time."""
    assert "14" == ring(blank, "ring.set(14000, 20000)")

    blank.clock.run_for(5_100)

    assert ("9", True) == (
        ring(blank, "0"),
        blank.evaluate("ring.classList.contains('is-last')"),
    )
    assert "--" == ring(blank, "ring.late(true)")


def test_the_clock_moves_by_the_second_for_whoever_wants_no_motion(blank):
    """Its ring is drawn together with its figure, and not in every frame."""
    drawn = []
    for motion in ("reduce", "no-preference"):
        blank.emulate_media(reduced_motion=motion)
        ring(blank, "ring.set(14000, 20000)")
        blank.evaluate("""() => {
          window.drawn = 0;
          const seen = new MutationObserver((all) => { drawn += all.length; });
          seen.observe(ring.querySelector(".left"), { attributes: true });
        }""")
        blank.clock.run_for(3_000)
        drawn.append(blank.evaluate("drawn"))

    assert 3 == drawn[0]
    assert drawn[1] > 100


def test_a_slow_message_does_not_give_time_back(blank):
    """The earliest end that was heard of counts; a window that was extended is longer all the same."""
    ring(blank, "ring.set(14000, 20000)")

    assert ("14", "30") == (ring(blank, "ring.set(14900, 20000)"), ring(blank, "ring.set(30000, 30000)"))


def test_the_value_of_a_waiting_chip_is_bright_on_its_dark_inside(blank):
    """Also where its face is light and its figures are dark once it lies there."""
    blank.add_style_tag(path=STYLE)
    colours = blank.evaluate("""async () => {
      const { chipPicture } = await part("parts/chip.js");
      const drawn = [false, true].map((pending) => chipPicture({ face: "#efe9d6", text: "5", pending }));
      document.body.append(...drawn);
      return drawn.map((one) => getComputedStyle(one.querySelector(".chip-value")).fill);
    }""")

    assert ["rgb(23, 25, 26)", "rgb(255, 255, 255)"] == colours


def test_keys_are_listed_and_not_taken_from_fields(blank):
    """`?` shows what each key does; what is typed in a field is text."""
    blank.evaluate("""async () => {
      window.pressed = [];
      (await part("base/keys.js")).onKey("u", "Undo the last bet", () => pressed.push("u"));
    }""")
    blank.locator("#typed").press("u")
    blank.locator("#deal").press("u")
    blank.locator("#deal").press("?")
    blank.get_by_role("dialog").get_by_text("Undo the last bet").wait_for()

    assert (["u"], "u") == (blank.evaluate("pressed"), blank.locator("#typed").input_value())


def test_a_sheet_gives_the_focus_back(blank):
    """Its keys press its buttons; closed, the page is where it was."""
    blank.locator("#deal").focus()
    blank.evaluate("""async () => {
      window.pressed = [];
      const { openSheet } = await part("base/sheet.js");
      openSheet({ title: "Void game 8", actions: [{ text: "Decline", key: "d", does: () => pressed.push("d") }] });
    }""")
    blank.keyboard.press("d")
    blank.get_by_role("dialog").first.wait_for(state="detached")

    assert (["d"], "deal") == (blank.evaluate("pressed"), blank.evaluate("document.activeElement.id"))


def test_a_sheet_that_closes_takes_no_focus_from_what_has_it_by_then(blank):
    """A browser tells of a closed sheet a frame later: who has gone on meanwhile presses what they went on to."""
    blank.locator("#deal").focus()
    found = blank.evaluate("""async () => {
      const { openSheet } = await part("base/sheet.js");
      const gone = new Promise((closes) => {
        const sheet = openSheet({ title: "Scratch", closes });
        sheet.close();
      });
      const restored = document.activeElement.id;
      document.querySelector("#typed").focus();
      await gone;
      return [restored, document.activeElement.id];
    }""")

    assert ["deal", "typed"] == found


TOP = """() => {
  const band = document.querySelector(".band");
  const { left, top, width, height } = band.getBoundingClientRect();
  return band.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether the band of a lost line lies above everything."""


def test_a_lost_line_is_seen_and_heard_above_every_sheet(blank, line):
    """Whichever was opened first; what the sheets ask cannot be answered, they can be closed, and the band stays."""
    blank.evaluate("""async () => {
      const { openSheet } = await part("base/sheet.js");
      const { announce } = await part("dom.js");
      const does = () => answers.push("done");
      window.opened = (title) => openSheet({ title, actions: [{ text: `Do ${title}`, key: "d", does }] });
      opened("one");
      announce("Heard.");
    }""")
    assert "Heard." == blank.locator("dialog").get_by_role("status").inner_text()
    blank.clock.run_for(2_500)
    seen = [blank.evaluate(TOP)]
    blank.evaluate("opened('two')")
    seen.append(blank.evaluate(TOP))
    blank.keyboard.press("d")
    off = [blank.get_by_role("button", name=f"Do {one}", include_hidden=True).is_disabled() for one in ("one", "two")]
    for left in (1, 0):
        blank.keyboard.press("Escape")
        blank.wait_for_function("(left) => document.querySelectorAll('dialog').length === left", arg=left)
        seen.append(blank.evaluate(TOP))
    blank.evaluate("opened('three')")
    line.beat()
    blank.locator(".band", has_text="Live again").wait_for()
    blank.keyboard.press("d")
    blank.wait_for_function("answers.length > 0")

    assert ([True] * 4, [True, True], ["done"]) == (seen, off, blank.evaluate("answers"))


def test_a_button_of_a_sheet_is_pressed_once_until_it_is_answered(blank):
    """Pressed twice in a row it sells once; refused, it can be pressed again."""
    found = blank.evaluate("""async () => {
      const { openSheet } = await part("base/sheet.js");
      const answers = [];
      const does = () => new Promise((answered) => answers.push(answered));
      const { node } = openSheet({ title: "Give a colour", actions: [{ text: "Give", does }] });
      const button = node.querySelector("footer button");
      const said = async (answer) => {
        answers.at(-1)(answer);
        for (let turn = 0; turn < 4; turn += 1) await null;
      };
      button.click();
      button.click();
      const asked = [answers.length];
      await said(false);
      button.click();
      asked.push(answers.length);
      await said(true);
      button.click();
      return [...asked, answers.length, node.open];
    }""")

    assert [1, 2, 2, False] == found


ACTS = """async () => {
  await part("base/keys.js");
  window.done = [];
  const add = (name, once) => {
    const node = document.createElement("button");
    Object.assign(node, { id: name, textContent: name, onclick: () => done.push(name) });
    if (once) node.dataset.once = "";
    document.body.append(node);
    return node;
  };
  add("pay", true).style.setProperty("display", "block");
  add("chip", false);
  // Its place is taken by another thing as soon as it is pressed.
  const open = add("open", true);
  open.addEventListener("click", () => open.replaceWith(add("close", false)));
}"""


def test_a_double_tap_is_one_act_where_one_is_meant(house, window):
    """Also where the first tap brought something else under the finger; chips are as many as the taps."""
    page = blank_page(house, window, has_touch=True)
    page.evaluate(ACTS)
    for name in ("pay", "chip", "open"):
        tap(page.locator(f"#{name}"))
        tap_again(page)
    for name in ("pay", "close"):
        tap(page.locator(f"#{name}"))

    assert ["pay", "chip", "chip", "open", "pay", "close"] == page.evaluate("done")


ASKS = """async () => {
  const { approvalsOf } = await part("base/approvals.js");
  window.fetch = async () => Response.json({ text: "Game 2 is void." });
  const waiting = { type: "waiting", approval: "a1", key: "k1", minutes: 5 };
  const live = Object.assign(new EventTarget(), { isLive: true, watch: () => {}, command: async () => waiting });
  const approvals = approvalsOf(live, { person: "dana", role: "dealer" });
  const until = "2004-05-01T20:05:00+00:00";
  window.news = (...ids) => {
    const state = { approvals: ids.map((approval) => ({ approval, by: "dana", confirm: [], until })), alarms: [] };
    live.dispatchEvent(new CustomEvent("state", { detail: { stream: "house", state } }));
    return document.querySelectorAll("dialog[open]").length;
  };
  news();
  await approvals.act("t", { type: "x/1" }, { alone: false, confirm: ["pit_supervisor"] }, "Void game 2");
}"""


def test_what_somebody_asked_for_stays_in_sight_until_it_is_over(blank):
    """Other news of the house may come before those of the request: they do not take its sheet away."""
    blank.evaluate(ASKS)
    assert [1, 1, 0] == blank.evaluate("[news(), news('a1'), news()]")


def test_a_refusal_is_text_beside_the_place(blank):
    """With its clause, until the next touch; nothing in it becomes markup, and what takes no room is seen."""
    answer = {
        "type": "answer",
        "is_accepted": False,
        "refusal": {"reason": "over <b>$100</b>\u2060", "clause": "RA-3b"},
    }
    blank.evaluate(
        """async (answer) => (await part("base/refusal.js")).showRefusal(answer, document.getElementById("deal"))""",
        answer,
    )

    assert "Over <b>$100</b>\ufffd. [RA-3b]" == blank.locator(".refusal").inner_text()

    blank.locator("#typed").click()

    assert 0 == blank.locator(".refusal").count()


def test_sound_is_off_until_it_is_switched_on(blank):
    """Then it is played, and the choice is kept."""
    played = """async (on) => {
      const sound = await part("base/sound.js");
      if (on) sound.switchSound(true);
      sound.play("prompt");
      return [sound.played.at(-1) ?? null, localStorage.getItem("pitboss-sound")];
    }"""

    assert ([None, None], ["prompt", "on"]) == (blank.evaluate(played, False), blank.evaluate(played, True))


def test_a_list_keeps_its_elements(blank):
    """By key: what stays keeps its focus, what is gone leaves, what is new comes in its place."""
    kept = blank.evaluate("""async () => {
      const { el, keyed } = await part("dom.js");
      const list = document.body.appendChild(el("ul"));
      const show = (items) => keyed(list, items, (item) => item, (item) => el("li", { tabindex: 0 }, item));
      show(["a", "b", "c"]);
      list.children[1].focus();
      show(["d", "b", "a"]);
      return [list.textContent, document.activeElement.textContent];
    }""")

    assert ["dba", "b"] == kept


def test_the_theme_is_the_systems_until_it_is_chosen(blank):
    """A choice is kept on the machine."""
    themes = blank.evaluate("""async () => {
      const { switchTheme } = await part("base/frame.js");
      const before = document.documentElement.dataset.theme;
      switchTheme();
      return [before, document.documentElement.dataset.theme, localStorage.getItem("pitboss-theme")];
    }""")

    assert ["light", "dark", "dark"] == themes


ASKED = """async () => {
  const { Offered } = await part("offers.js");
  const answers = [];
  const answer = (act) => new Response(JSON.stringify({ offers: [{ act }] }));
  window.fetch = () => new Promise((done) => answers.push((act) => done(answer(act))));
  let drawn = 0;
  const offered = new Offered("roulette-1", ["lay"], () => { drawn += 1; });
  const asked = [offered.ask(["open"], false), offered.ask(["closed"], false), offered.ask(["closed"], false)];
  answers[1]("new");
  answers[0]("old");
  await Promise.all(asked);
  return [answers.length, offered.may("new"), offered.may("old"), drawn];
}"""


def test_of_several_questions_for_offers_the_last_counts(blank):
    """Nothing is asked twice for the same state, and an answer that comes late does not take a newer one's place."""
    assert [2, True, False, 1] == blank.evaluate(ASKED)


OVERTAKEN = """async () => {
  const { Offered } = await part("offers.js");
  const answers = [];
  window.fetch = () => new Promise((done) => answers.push((act) => done(Response.json({ offers: [{ act }] }))));
  const offered = new Offered("roulette-1", [], () => {});
  const first = offered.ask(["open"], false).then(() => offered.may("new"));
  const second = offered.ask(["closed"], false);
  answers[0]("old");
  Promise.race([first, new Promise((later) => { window.later = later; })]).then(() => answers[1]("new"));
  await new Response("").text();
  later();
  await second;
  return first;
}"""


def test_who_asked_before_waits_for_the_newer_answer(blank):
    """An act that goes on with what is offered now does not go on with what was offered before."""
    assert blank.evaluate(OVERTAKEN)


REFUSED = """async (status) => {
  const { Offered } = await part("offers.js");
  const answers = [new Response("{}", { status }), Response.json({ offers: [{ act: "spin" }] })];
  window.asked = 0;
  window.fetch = async () => answers[Math.min(window.asked++, 1)];
  window.offered = new Offered("roulette-1", [], () => {});
  await offered.ask(["open"], false);
  return offered.may("spin");
}"""


@pytest.mark.parametrize(("status", "asked"), [(503, 2), (429, 2), (403, 1)])
def test_what_is_offered_is_asked_for_again_where_the_house_was_busy(blank, status, asked):
    """Nothing else may happen at a table for minutes; a refusal that stays one is not asked for again."""
    assert not blank.evaluate(REFUSED, status)
    blank.clock.run_for(2_001)
    assert [asked, asked == 2] == blank.evaluate("[window.asked, offered.may('spin')]")


UNDONE = """async () => {
  const { Laid } = await part("roulette/laid.js");
  const laid = new Laid();
  const red = { player: "Ann", bet: "red", source: "value", stake_minor: 500 };
  const shown = () => laid.last && `${laid.last.bet} ${laid.last.stake_minor}`;
  laid.did(red);
  laid.did({ ...red, bet: "odd" });
  laid.took({ ...red, bet: "odd" }, 300);
  const found = [shown()];
  laid.took({ ...red, bet: "odd" }, 200);
  found.push(shown());
  const came = laid.sent(red, 500);
  found.push(shown());
  came(undefined);
  laid.took(red, 500);
  return [...found, shown()];
}"""


def test_undo_takes_back_what_lies_there_still(blank):
    """Chips that were taken from their place are not offered again, and nothing is while something is on its way."""
    assert ["odd 200", "red 500", None, None] == blank.evaluate(UNDONE)


UNDERWAY = """async () => {
  const { Underway } = await part("base/underway.js");
  const chips = new Underway();
  const [early, late, refused] = [chips.sent({ minor: 5 }), chips.sent({ minor: 7 }), chips.sent({ minor: 9 })];
  const left = () => chips.all.map((one) => one.minor).join();
  const found = [left()];
  chips.seen(3);
  early(3);
  found.push(left());
  late(4);
  refused(undefined);
  found.push(left(), chips.isWaiting());
  chips.seen(4);
  return [...found, left()];
}"""


def test_chips_are_not_counted_twice_when_the_state_comes_before_the_answer(blank):
    """What is sent counts until the state has it, whichever comes first; what is refused counts no longer."""
    assert ["5,7,9", "7,9", "7", False, ""] == blank.evaluate(UNDERWAY)
