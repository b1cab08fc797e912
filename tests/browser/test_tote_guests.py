"""Guests at the races in a real browser: a slip from the program, a machine without paper, why a ticket paid."""

import io
import re

import pypdfium2
import pytest
import zxingcpp

from pitboss.floor.devices.printer import Waits
from pitboss.tote.day import acts as a
from tests.support.afternoon import Afternoon
from tests.support.browser import PATIENCE
from tests.support.printer_simulator import Fault, PrinterModel, PrinterSimulator
from tests.support.web_house import until, web_house, written_house
from tests.support.web_process import WAIT_SECONDS_MAX

GONE_MS = 20_001 * PATIENCE
"""After which a customer who touches nothing is gone, for a browser that is driven on a busy machine."""
UNHURRIED = Waits(answer_seconds=WAIT_SECONDS_MAX, job_seconds=WAIT_SECONDS_MAX)
"""A printer that is well is never given up because the machine is busy."""
LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    for width, height in ((1280, 800), (390, 844))
    for scheme in ("light", "dark")
]
TALL = {"viewport": {"width": 1080, "height": 1920}, "has_touch": True}
RACES = [f"SLIP FVD R{number}" for number in (1, 2, 3)]
WHITE = "rgb(255, 255, 255)"


class Guests(Afternoon):
    """A house at the races whose self-service machine has a printer."""

    model: PrinterModel

    @property
    def printer(self):
        """Return the machine's printer."""
        return self.web.live.printing._machines["S1"].printer

    def rest(self):
        """Wait until it is known what came out of the printer: before that the machine sells no other ticket."""
        known = self.web.live.printing._machines["S1"].known
        until(lambda: known[self.web.live.names["tote"]] == len(self.sold_here()))

    def machine(self, window):
        """Open the page of the self-service machine."""
        self.rest()
        found = window(self.web.url, **TALL)
        found.become(self["S1"])
        found.page.goto("/kiosk")
        found.page.locator(".kiosk-runners button").first.wait_for()
        return found.page

    def sold_here(self):
        """Return the bets that the machine has sold."""
        return [sold.bet for one in self.day.tickets.values() if one.terminal == "S1" for sold in one.bets]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house at the races."""
    folder = tmp_path_factory.mktemp("guests")
    model = PrinterModel()
    simulator = PrinterSimulator(model)
    path = written_house(folder)
    with path.open("a", encoding="utf-8") as file:
        file.write(f'\n[[printer]]\nterminal = "S1"\nkind = "serial"\nport = "{simulator.port}"\n')
    with web_house(path) as web:
        found = Guests(web, folder)
        found.model = model
        web.live.printing.look_seconds = 0.2
        found.printer._waits = UNHURRIED
        found.begin()
        found.sold(bet="$20 EX 2/3")
        yield found
    simulator.close()


def codes(pdf):
    """Return what a reader reads on the pages of a print."""
    pages = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [code.text for page in pages for code in zxingcpp.read_barcodes(page.render(scale=3).to_pil())]


def slip_of(page):
    """Fill in a slip for an exacta box on the program's first race; return what its print says."""
    page.get_by_role("button", name="Fill in a bet slip").first.click()
    page.get_by_label("Bet", exact=True).select_option("EX")
    page.get_by_label("Form").select_option("BOX")
    for number in "234":
        page.locator(f"dialog [data-runner='{number}']").click()
    page.get_by_text("Exacta box: 6 bets, $12.00").wait_for()
    page.get_by_role("button", name="Make the slip").click()
    page.locator(".program-slip img").wait_for()
    until(lambda: page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)"))
    return codes(page.pdf(format="A4", print_background=True))


@pytest.mark.looks
def test_a_bettor_reads_buys_wins_and_asks_why(house, window):
    """From board and program to the window by a scanned slip; the paper is read back, and explained when it won."""
    found = window(house.web.url, viewport={"width": 1280, "height": 800})
    page = found.page
    page.goto("/board/FVD/1")
    page.locator(".board-matrix .is-cheap").first.wait_for()
    page.goto("/program/FVD")
    page.locator(".program-race").nth(2).wait_for()
    assert 0 == page.get_by_label("Changed since printing").count()
    house.signal(a.ScratchRunner(track="FVD", race=1, runner="6"))
    page.get_by_label("Changed since printing").get_by_text("6 Fable Compass is scratched.").wait_for()
    # From a dark screen it prints on white all the same, each race with its own code behind the slip.
    page.emulate_media(color_scheme="dark")
    payload = slip_of(page)
    assert (["SLIP FVD R1 $2 EX BOX 2,3,4", *RACES], []) == (payload, found.faults_at(*LOOKS))
    page.emulate_media(media="print", color_scheme="dark")
    assert WHITE == page.locator(".program-race").first.evaluate("(node) => getComputedStyle(node).backgroundColor")
    page.emulate_media(media="screen", color_scheme="light")
    counter = window(house.web.url, viewport={"width": 1280, "height": 800})
    counter.become(house.at("teller", "W1"))
    counter.page.goto("/window")
    counter.page.get_by_text("Type a bet, touch the buttons, or scan a ticket.").wait_for()
    # The code of a race brings that race up; a bet on another one is typed beside that one's field.
    counter.page.keyboard.insert_text(payload[-1])
    counter.page.keyboard.press("Enter")
    counter.page.locator(".window-races [aria-pressed=true]", has_text="FVD 3").wait_for()
    counter.page.keyboard.insert_text(payload[0])
    counter.page.keyboard.press("Enter")
    counter.page.locator(".window-races [aria-pressed=true]", has_text="FVD 1").wait_for()
    counter.page.locator(".window-runners [aria-pressed=true]").nth(2).wait_for()
    counter.page.locator("#told", has_text="Can be sold: Exacta box, $2 EX BOX 2,3,4").wait_for()
    assert 1 == len(house.day.tickets)
    counter.page.keyboard.press("Enter")
    counter.page.locator("#told", has_text="Sold: $12.00").wait_for()
    paper = counter.page.request.get(counter.page.get_by_role("link", name="Paper").get_attribute("href"))
    ticket = house.ticket("$2 EX BOX 2,3,4")
    assert {f"{ticket.id}-{ticket.check}"} == set(codes(paper.body()))
    house.runs("2-3-4-5")
    page.goto("/board/FVD/1")
    page.locator(".board-finish").wait_for()
    page.goto("/ticket")
    page.keyboard.insert_text(codes(paper.body())[0])
    page.keyboard.press("Enter")
    due = sum(map(sum, ticket.due.values()))
    page.locator(".ticket-sum", has_text=f"${due / 100:.2f}").wait_for()
    page.get_by_text("How the pool came to its prices").click()
    page.get_by_text("Taken out: ").wait_for()


def bought(house, page, payload):
    """Scan a slip at the machine, review it and buy."""
    house.rest()
    page.locator("#code").fill(payload)
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $").tap()
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket").tap()


def test_a_machine_through_a_power_cut_and_an_empty_printer(house, window):
    """A cut before the sale sells nothing; without paper the customer is told, and no more money is taken."""
    page = house.machine(window)
    page.locator("#code").fill("SLIP FVD R3 $2 QU 1-2")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $2.00").tap()
    page.get_by_text("You buy: Quinella").wait_for()
    page.reload()
    page.get_by_text("Choose a bet and touch your runners.").wait_for()
    assert [] == house.sold_here()
    bought(house, page, "SLIP FVD R3 $2 EX 1/2")
    page.get_by_role("heading", name="Take your ticket").wait_for()
    until(lambda: 1 == house.model.tickets)
    page.get_by_role("button", name="Done").tap()
    # A printer that stops in the middle is given up sooner than in a house: only then is it known.
    house.printer._waits = Waits(answer_seconds=WAIT_SECONDS_MAX, job_seconds=0.5)
    # Nobody asks the printer how it is before the ticket comes, however long that takes: the fault is in its middle.
    house.rest()
    with house.printer._lock:
        house.model._planned, house.model._at = Fault.PAPER_OUT, house.model.received + 200
        bought(house, page, "SLIP FVD R3 $2 EX 1/3")
        until(lambda: "$2 EX 1/3" in house.sold_here())
    page.get_by_role("heading", name="Your ticket did not come out").wait_for()
    page.get_by_role("button", name="Done").tap()
    page.get_by_role("heading", name="Out of service").wait_for()
    lost = house.ticket("$2 EX 1/3", "S1")
    refused = house["S1"].command("tote", {"type": "tote.sell_ticket/1", "terminal": "S1",
                                           "bets": [{"track": "FVD", "race": 3, "bet": "$2 EX 1/4"}]})  # fmt: skip
    assert (409, False, ["$2 EX 1/2", "$2 EX 1/3"]) == (refused.status_code, lost.is_delivered, house.sold_here())
    house.printer._waits = UNHURRIED
    with house.printer._lock:
        house.model.refill()
    page.locator(".kiosk-runners button").first.wait_for()
    bought(house, page, "SLIP FVD R3 $2 EX 1/4")
    page.get_by_role("heading", name="Take your ticket").wait_for()
    assert "$2 EX 1/4" == house.sold_here()[-1]


def test_a_double_tap_buys_once(house, window):
    """Review is no purchase, and Buy that is tapped three times is sent once."""
    page = house.machine(window)
    before, sent = len(house.sold_here()), []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.extend([str(text)])))
    page.reload()
    page.locator(".kiosk-runners button").first.wait_for()
    page.locator("#code").fill("SLIP FVD R3 $2 WN 1")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $2.00").wait_for()
    page.evaluate("for (let n = 0; n < 3; n += 1) document.getElementById('next-step').click()")
    page.get_by_text("You buy: Win").wait_for()
    assert before == len(house.sold_here())
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket").wait_for()
    page.evaluate("for (let n = 0; n < 3; n += 1) document.getElementById('next-step').click()")
    page.get_by_role("heading", name="Take your ticket").wait_for()
    assert before + 1 == len(house.sold_here())
    assert 1 == sum("sell_ticket" in text for text in sent)


class Held:
    """A page's line on which answers to commands wait until a test lets them go on; it counts what was sent."""

    def __init__(self, page):
        self.kept, self.sent, self.is_held = [], [], True
        page.route_web_socket("**/ws*", self._open)

    def _open(self, line):
        server = line.connect_to_server()

        def sent(text):
            self.sent += [text]
            server.send(text)

        line.on_message(sent)
        server.on_message(lambda text: self._heard(line, text))

    def _heard(self, line, text):
        if self.is_held and '"type":"answer"' in text:
            self.kept.append((line, text))
        else:
            line.send(text)

    def wait(self, page):
        """Wait until an answer is there."""
        until(lambda: page.wait_for_timeout(20) or self.kept)

    def let_go(self):
        """Let the answers come."""
        self.is_held = False
        for line, text in self.kept:
            line.send(text)


def held(house, window):
    """Open the machine's page on a clock of its own, with a line whose answers wait."""
    house.rest()
    found = window(house.web.url, **TALL)
    found.become(house["S1"])
    line = Held(found.page)
    found.page.clock.install()
    found.page.goto("/kiosk")
    found.page.locator(".kiosk-runners button").first.wait_for()
    return found.page, line


def test_an_answer_that_comes_late_is_for_nobody_else(house, window):
    """The customer is gone when it comes: the next one reads that a ticket was sold, and nothing of it."""
    page, line = held(house, window)
    page.locator("#code").fill("SLIP FVD R3 $2 SH 5")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $2.00").tap()
    page.clock.run_for(800)
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket").tap()
    line.wait(page)
    page.clock.run_for(GONE_MS)
    page.get_by_text("Choose a bet and touch your runners.").wait_for()
    line.let_go()
    page.get_by_role("heading", name="A ticket was sold late").wait_for()
    assert house.ticket("$2 SH 5", "S1").id not in page.content()


def test_a_power_cut_in_the_middle_of_a_sale(house, window):
    """The machine goes dark before the answer: the ticket was sold and printed once, and the screen starts clean."""
    page, line = held(house, window)
    printed, before = house.model.tickets, len(house.sold_here())
    page.locator("#code").fill("SLIP FVD R3 $2 PL 4")
    page.keyboard.press("Enter")
    page.locator("#next-step", has_text="Review $2.00").tap()
    page.clock.run_for(800)
    page.locator("#next-step:not([disabled])", has_text="Buy the ticket").tap()
    line.wait(page)
    page.close()
    again = house.machine(window)
    again.get_by_text("Choose a bet and touch your runners.").wait_for()
    until(lambda: printed + 1 == house.model.tickets)
    assert (["$2 PL 4"], False) == (house.sold_here()[before:], "PL 4" in again.content())


def test_a_double_tap_cashes_once_and_late_money_is_told(house, window):
    """Cash that is tapped three times is sent once; its answer comes when the customer is gone, and says no number."""
    house.at("teller", "W1").command("tote", {"type": "tote.sell_ticket/1", "terminal": "W1",
                                              "bets": [{"track": "FVD", "race": 2, "bet": "$2 WN 1"}]})  # fmt: skip
    ticket = house.ticket("$2 WN 1")
    house.runs("1-2-3-4", 2)
    page, line = held(house, window)
    page.locator("#code").fill(f"{ticket.id}-{ticket.check}")
    page.keyboard.press("Enter")
    cash = page.get_by_role("button", name=re.compile(r"^Cash \$"))
    cash.wait_for()
    cash.evaluate("(button) => { for (let n = 0; n < 3; n += 1) button.click(); }")
    line.wait(page)
    page.clock.run_for(GONE_MS)
    page.get_by_text("Choose a bet and touch your runners.").wait_for()
    line.let_go()
    page.get_by_role("heading", name="A ticket was paid late").wait_for()
    assert ("cashed", 1) == (ticket.state.value, sum("cash_ticket" in text for text in line.sent))
    assert ticket.id not in page.content()
