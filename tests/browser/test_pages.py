"""The pages in a real browser, with the demonstration house and its robots behind them."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from tests.support.web_house import PASSWORD, Clock, recorded, switch, until, web_house, written_house
from tests.support.web_process import WAIT_SECONDS_MAX

SECONDS_ENOUGH = 8
"""Of a betting window, for a bet."""
READY = {"/staff": "#door", "/t": "#enrol"}
"""Each page, and what is there when it is."""
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LOOKS = [{"viewport": size, "color_scheme": scheme} for size in (WIDE, NARROW) for scheme in ("light", "dark")]
SIZES = [pytest.param(LOOKS[0], id="wide"), pytest.param(LOOKS[3], id="narrow")]


@pytest.mark.looks
@pytest.mark.parametrize("path", READY)
def test_pages_are_for_everybody(demo, window, path):
    """No fault of accessibility, nothing wider than the screen, nothing too small to touch, at any size and scheme."""
    found = window(demo.url)
    found.page.goto(path)
    found.page.locator(READY[path]).first.wait_for()

    assert [] == found.faults_at(*LOOKS)


def test_a_visitor_plays(demo, window, staff, cents):
    """From the code of a supervisor to a bet by keyboard at a terminal, whose credits go down by the chip."""
    supervisor, player = staff("sula"), window(demo.url, viewport={"width": 1280, "height": 800})
    page = player.page
    page.goto("/t")
    page.get_by_label("One-time code").fill(demo.codes["T1"])
    page.get_by_role("button", name="Enrol").click()
    page.get_by_text("This terminal is switched off").wait_for()
    supervisor.get_by_role("button", name="Switch on T1").click()
    supervisor.get_by_role("button", name="Put at the table T1").click()
    page.get_by_role("button", name="Correct", exact=True).click()
    before, left = cents(page.locator("#credits").inner_text()), page.locator(".clock clock-ring")
    own = page.locator(".cloth .lying[data-key='straight:3']")
    # On a busy machine the window may be over before the bet is there: then it is placed in the next one.
    while not own.count():
        until(lambda: seconds(left) >= SECONDS_ENOUGH)
        page.locator(".cloth .hit[data-bet='straight:00']").press("ArrowRight")
        page.keyboard.press("Enter")
        until(lambda: own.count() or not seconds(left))
    until(lambda: cents(page.locator("#credits").inner_text()) != before)

    assert 1 == before - cents(page.locator("#credits").inner_text())
    assert [] == player.faults()


def seconds(left):
    """Return how many seconds of a betting window a page shows; none where it shows no window."""
    return int(re.sub(r"\D", "", left.inner_text()) or 0)


def test_what_one_may_do_is_a_form(staff):
    """The console asks for the fields of an act that is offered, and tells what became of it."""
    page = staff("sula")
    page.get_by_label("Table, tote or tournament").select_option("automatic-1")
    page.get_by_label("What you may do now").select_option("automatic.enrol_terminal/1")
    page.get_by_label("terminal", exact=True).fill("T99")
    page.get_by_role("button", name="Enrol terminal").click()
    answer = page.locator("#answer", has_text="Enrol terminal")
    answer.wait_for()
    assert "Enrol terminal: Done" in answer.inner_text()
    assert 0 == page.locator("option[value='automatic.report_staffing/1']").count()


def test_a_ticket_is_sold_by_a_machine(demo, window, staff):
    """A mutuel manager opens a self-service machine, and it sells a ticket for the last race of the day."""
    manager, machine = staff("magnus"), window(demo.url)
    page = machine.page
    page.goto("/t")
    page.get_by_label("One-time code").fill(demo.codes["S3"])
    page.get_by_role("button", name="Enrol").click()
    manager.get_by_role("button", name="Switch on S3").click()
    manager.get_by_role("button", name="Open at the tote S3").click()
    page.get_by_role("group", name="Race", exact=True).get_by_role("button").last.click()
    page.locator(".kiosk-runners button:not([disabled])").first.click()
    page.locator("#next-step", has_text="Review $").click()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket").click()
    page.get_by_role("heading", name="Take your ticket").wait_for()

    assert [] == machine.faults()


def test_a_name_is_text_and_nothing_else(staff):
    """Attack 9: a name with markup is shown as what it is, to both people who see it; one that hides a part is none."""
    admin, supervisor = staff("alex"), staff("sula")
    name = "<script>window.owned=1</script><img src=x onerror='window.owned=1'>eve"
    admin.get_by_label("Signs in as").fill("eve")
    field = admin.get_by_label("Name", exact=True).and_(admin.locator("#add-name"))
    field.fill(f"{name}\u0007\u202e")
    admin.get_by_role("button", name="Ask for it").click()
    admin.locator("#answer", has_text="not seen").wait_for()
    field.fill(name)
    admin.get_by_role("button", name="Ask for it").click()
    admin.locator("#answer .secret").wait_for()
    sheet = supervisor.get_by_role("dialog", name="Add person")
    sheet.get_by_role("button", name="Approve").click()
    supervisor.locator("#answer .secret").wait_for()
    row = admin.locator("#people tr", has=admin.get_by_role("rowheader", name="eve", exact=True, include_hidden=True))
    row.wait_for(state="attached")

    assert name in row.text_content()
    assert [(0, True)] * 2 == [
        (page.locator("main script, main img").count(), page.evaluate("window.owned === undefined"))
        for page in (admin, supervisor)
    ]


def refused(demo):
    """Return how many requests of foreign pages the server has turned away."""
    figures = httpx.get(f"{demo.url}/metrics", timeout=WAIT_SECONDS_MAX).text
    return sum(float(line.split()[-1]) for line in figures.splitlines() if 'refused_ForeignOrigin"' in line)


def test_a_foreign_page_gets_nowhere(demo, staff, foreign):
    """Attack 8: a page of another origin, in a browser that is signed in, can neither open the socket nor post."""
    page = staff("sula").context.new_page()
    page.goto(foreign)
    opened = page.evaluate(
        """(url) => new Promise((done) => {
            const socket = new WebSocket(url.replace("http", "ws") + "/ws");
            socket.onopen = () => done("open");
            socket.onerror = () => done("refused");
        })""",
        demo.url,
    )
    before = refused(demo)
    page.evaluate(
        "(url) => fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include'}).catch(() => 0)",
        f"{demo.url}/api/sign-out",
    )
    page.close()

    assert ("refused", 1) == (opened, refused(demo) - before)
    assert "sula" == staff("sula").evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.person)")


@pytest.fixture
def foreign():
    """A page of another origin on the same site, so that the browser sends our cookies with what it asks."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Foreign</title>")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def clock():
    """A clock that a test moves."""
    return Clock()


@pytest.fixture
def idling(tmp_path, clock, window):
    """A house whose clock a test moves, and a window in which a pit supervisor is signed in; a second one on demand."""
    with web_house(written_house(tmp_path), clock=clock) as web:
        person = web.let_in("pit-supervisor")
        opened = []

        def another(**options):
            found = window(web.url, **options)
            found.expected.append(LOCKED)
            found.become(person)
            opened.append(found)
            found.page.clock.install()
            found.page.goto("/staff")
            found.page.get_by_role("button", name="Switch on T1").wait_for()
            return found

        yield web, another
        for one in opened:
            one.context.close()


LOCKED = re.compile(r"Failed to load resource: .* 401 \(Unauthorized\)")
"""What a browser says of a request that was under way when its session was locked."""
STAFFS = ("W1", "Terminals of the house", "pit supervisor", "Switch on")
"""Words of the staff page that nobody else may read."""


@pytest.fixture
def plain(tmp_path):
    """A house in which nobody plays; windows that are opened after it are closed before it."""
    with web_house(written_house(tmp_path)) as web:
        yield web


def test_what_is_typed_about_an_alarm_outlasts_another_one(plain, window):
    """The table of alarms is drawn anew when one comes, and whoever is writing goes on where they were."""
    found = window(plain.url)
    found.become(plain.let_in("pit-supervisor"))
    page = found.page
    page.goto("/staff")
    fields = [page.get_by_label(f"What was done about alarm {number}") for number in (1, 2)]
    for number, field in enumerate(fields, 1):
        plain.run(recorded(plain.live, RaiseAlarm(kind=AlarmKind.LOAD, about="net", text=f"Alarm {number}.")))
        field.wait_for()
        page.keyboard.type(" at it.") if number > 1 else field.press_sequentially("Looked")
    row = page.locator("#alarms tr", has_text="Alarm 1.")
    row.get_by_role("button", name="Clear").click()
    row.wait_for(state="detached")

    assert any(b"Looked at it." in record.body for record in plain.live.floor.journal.read("house"))


FAILED = re.compile(r"Failed to load resource: net::ERR_FAILED")


def test_a_look_at_a_table_that_fails_is_taken_again(plain, window):
    """One question that is lost does not keep a terminal from being put at its table."""
    found, asked = window(plain.url), []
    found.become(plain.let_in("pit-supervisor"))
    found.expected.append(FAILED)

    def answered(route):
        asked.append(route)
        return route.abort() if len(asked) == 1 else route.continue_()

    found.page.route("**/api/streams/automatic-1", answered)
    found.page.goto("/staff")
    found.page.get_by_role("button", name="Put at the table T1").wait_for()


def text_of(page):
    """Return all text of a page, also what is not in sight."""
    return page.locator("body").text_content()


@pytest.mark.parametrize("size", SIZES)
def test_an_idle_session_is_locked_by_itself_and_unlocked_by_its_password(idling, clock, size):
    """After five minutes, though nobody acts, what staff sees is gone; with the password it is back, as things are."""
    web, another = idling
    found = another(**size)
    page = found.page
    page.get_by_label("Table, tote or tournament").select_option("roulette-1")
    assert all(word in text_of(page) for word in STAFFS)
    clock.move(301)
    password = page.get_by_label("Your password", exact=True)
    password.wait_for()
    assert [] == [word for word in STAFFS if word in text_of(page)]
    assert [] == found.faults()
    page.get_by_text("Live", exact=True).wait_for()
    switch(web, "T1", is_on=True)
    password.fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("button", name="Switch off T1").click()
    page.get_by_role("button", name="Switch on T1").wait_for()

    assert "roulette-1" == page.get_by_label("Table, tote or tournament").input_value()
    assert not web.live.desk.positions["T1"].is_on


def test_every_window_of_a_session_is_locked_and_unlocked(idling, clock):
    """Whoever gives the password in one has it back in the others of that browser, which have its new cookie."""
    _, another = idling
    found = another()
    first, second, console = found.page, found.context.new_page(), found.context.new_page()
    second.goto("/staff")
    second.get_by_role("button", name="Switch on T1").wait_for()
    console.goto("/deal/roulette-1")
    console.locator("#next-act").wait_for()
    clock.move(301)
    for page in (first, second, console):
        page.get_by_label("Your password", exact=True).wait_for()
    assert 0 == console.get_by_text("Connection lost").and_(console.locator(":visible")).count()
    first.get_by_label("Your password", exact=True).fill(PASSWORD)
    first.get_by_role("button", name="Unlock").click()
    for page in (first, second):
        page.get_by_role("button", name="Switch on T1").wait_for()
    console.locator("#next-act").wait_for()

    assert [True, True] == [page.locator("#locked").is_hidden() for page in (first, second)]


def test_a_dead_line_locks_the_page_as_well(idling):
    """A page that hears nothing for five minutes does not go on showing what staff saw."""
    web, another = idling
    page, is_free = another(patience=1).page, threading.Event()
    web.loop.call_soon_threadsafe(is_free.wait)
    try:
        page.get_by_text("Not live", exact=True).wait_for()
        page.clock.fast_forward("05:01")
        page.get_by_label("Your password", exact=True).wait_for()
        assert [] == [word for word in STAFFS if word in text_of(page)]
    finally:
        is_free.set()
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("button", name="Switch on T1").wait_for()
    page.get_by_label("Table, tote or tournament").select_option("roulette-1")
