"""A pit supervisor's hour in a real browser: an opening, a fill, a limit, a void, a correction, a dispute."""

import csv
import io
import re
from contextlib import closing, nullcontext

import pytest

from pitboss.cli.win import win_of
from pitboss.games.disputes import HOUSE
from pitboss.journal import open_journal
from pitboss.ledger.recount_win import added_up
from tests.support.hands import HANDS, NARROW, TURNS, WIDE, Keys, Touch, hands_from
from tests.support.pit_house import RACK, ROULETTE, WHEEL, pit_house
from tests.support.web_guest import act
from tests.support.web_house import until

LOOKS = [
    {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    for width, height in ((1280, 800), (390, 844))
    for scheme in ("light", "dark")
]


@pytest.fixture(scope="module")
def pit(tmp_path_factory):
    """A house with five tables."""
    with pit_house(tmp_path_factory.mktemp("pit")) as found:
        yield found


def opened(pit, window, who, path, **options):
    """Open a page as somebody."""
    found = window(pit.web.url, **options)
    # Somebody else stood by what the page was just about to show.
    found.expected.append(re.compile("Failed to load resource: the server responded with a status of 400"))
    found.become(pit[who])
    found.page.goto(path)
    found.page.get_by_text("Live", exact=True).first.wait_for()
    return found


def tile(page, stream=ROULETTE):
    """Return a table's tile."""
    return page.locator(f".pit-tile[data-stream='{stream}']")


def figure(page, name, stream=ROULETTE):
    """Return a figure of a tile."""
    return tile(page, stream).locator(f"[data-figure={name}] > span.figure")


def group(page, hand, name, stream=ROULETTE):
    """Open what can be done at a table of one group."""
    hand.press(tile(page, stream).locator(f"[data-group={name}]"))


def chosen(page, hand, tag):
    """Choose an act of a sheet, where there are several, and keep the focus there; return its form."""
    button = page.locator(f".acts-list [data-act='{tag}']")
    button.wait_for(state="attached")
    if button.is_visible():
        hand.press(button)
        page.locator(f".acts-list [data-act='{tag}'][aria-pressed=true]").wait_for()
        assert not hand.is_keys or button.evaluate("node => node === document.activeElement")
    form = page.locator(".acts-form form.act")
    form.wait_for()
    return form


def asked(page, hand):
    """Wait until what was asked for waits for a second person, and leave it to the pit."""
    hand.press(page.get_by_role("button", name="Wait for the pit"))
    page.get_by_role("dialog").first.wait_for(state="detached")


def done(page):
    """Wait until every sheet is gone."""
    until(lambda: not page.locator("dialog[open]").count())


@pytest.mark.looks
def test_the_opening_of_a_table(pit, window):
    """Line by line, with who must stand by; the rack is counted by denomination, and a paper is printed."""
    pit.both("pit-supervisor", "auditor", "table.begin_inventory/1")
    found = opened(pit, window, "dealer", f"/table/{ROULETTE}", **WIDE)
    page, hand = found.page, Keys()
    page.get_by_text("The equipment has not been inspected for this opening. [RO-A1]").wait_for()
    pit["floorperson"]
    pit.filled(RACK)
    hand.press(page.locator("#next", has_text="Next: equipment"), "Space")
    page.locator("#next", has_text="Next: opening count of the rack").click()
    assert page.evaluate("document.activeElement.dataset.value") is not None
    faults = found.faults_at(*reversed(LOOKS))
    page.get_by_label("Pieces at $100", exact=True).fill("499")
    page.get_by_text("-$100.00").wait_for()
    page.get_by_label("Pieces at $100", exact=True).fill("500")
    page.get_by_text("$0, agrees").wait_for()
    page.get_by_role("button", name="Count", exact=True).click()
    asked(page, hand)
    pit.stood_by("floorperson")
    page.locator("#next", has_text="Open the table").click()
    form = page.locator(".acts-form form.act")
    form.get_by_label("For").select_option(label="mucker")
    form.get_by_role("textbox").fill("mucker")
    form.get_by_role("button").click()
    page.get_by_role("heading", name="Closing checklist").wait_for()
    assert pit.table().is_open
    page.get_by_role("button", name="Print of slip 1", exact=True).click()
    page.get_by_role("link", name="Open slip 1").wait_for()
    with found.context.expect_page() as paper:
        page.get_by_role("link", name="Open slip 1").click()
    paper.value.get_by_text("FILL SLIP").first.wait_for()
    printed_again(pit, window)
    assert [] == faults


def printed_again(pit, window):
    """The staff page leads to what it printed as well: a copy by now."""
    page = opened(pit, window, "floorperson", "/staff", **WIDE).page
    page.locator("#stream option", has_text="Main Floor 1").wait_for(state="attached")
    page.locator("#stream").select_option(label="Main Floor 1")
    page.locator("#act").select_option(value="table.print_slip/1")
    page.locator("#form").get_by_label("For").select_option(index=0)
    page.locator("#form button.main").click()
    link = page.locator("#printed a", has_text="Open slip 1, a copy")
    link.wait_for()
    said = page.locator(".said li", has_text="prints a copy of slip 1").locator("a")
    said.wait_for()
    assert link.get_attribute("href") == said.get_attribute("href")
    assert 200 == pit["floorperson"].get(link.get_attribute("href")).status_code


def played(pit):
    """Let the opened table play three rounds, and the wheel be open for a player."""
    pit.rounds()
    pit.open_table("T1")


@pytest.mark.looks
@pytest.mark.campaign(len(HANDS))
@pytest.mark.parametrize("turn", TURNS)
def test_a_supervisors_hour(pit, tmp_path, window, turn):
    """Each figure opens its events; what needs two people waits for the second, and both look at the same rows."""
    with nullcontext(pit) if turn == 0 else pit_house(tmp_path) as house:
        if turn:
            house.open_roulette()
        assert [] == hour(house, window, turn)


def hour(pit, window, turn):
    """Let a supervisor work for an hour by mouse, by keys alone and by a finger; return what is not for everybody."""
    played(pit)
    hands = hands_from(turn)
    first, second, third = (opened(pit, window, "pit-supervisor", "/pit", **hand.options) for hand in hands)
    for found in (first, second, third):
        figure(found.page, "handle").get_by_text("$725").wait_for()
    one, two, three = zip((first.page, second.page, third.page), hands, strict=True)
    figures(*one)
    behind(*two)
    fill(pit, *three)
    limit(pit, *three)
    void(pit, *two)
    correction(pit, *one)
    faults = approvals(pit, first, hands[0])
    dispute(pit, *two)
    exported(*three)
    agrees(pit)
    return faults + first.faults_at(*LOOKS)


def figures(page, hand):
    """The figures of the pit and of a table, who deals, and what a checkpoint sets them against."""
    assert ["$725", "$725", "-$600", "-82.8 %", "$37.50"] == [
        figure(page, name).inner_text() for name in ("handle", "drop", "win", "hold", "theory")
    ]
    tile(page).get_by_text("Dealer 0:0").wait_for()
    tile(page, "blackjack-1").get_by_text("Theory depends on how the hands are played.").wait_for()
    hand.press(page.get_by_role("button", name="Checkpoint"), "c")
    page.get_by_text("each figure also shows how it changed").wait_for()


def behind(page, hand):
    """The win is the sum of three settlements, each in words; they are those of the record."""
    hand.press(tile(page).locator("[data-figure=win]"))
    rows = page.locator("dialog tbody tr")
    rows.nth(2).wait_for()
    assert ["$350.00", "-$150.00", "-$800.00"] == [row.locator("td.money").inner_text() for row in rows.all()]
    page.get_by_text("Bob wins $900.00 on straight 17").wait_for()
    hand.close(page)
    done(page)


def fill(pit, page, hand):
    """A fill is asked for in the pit, by a hasty double click for one, and goes its way; the tile has it."""
    group(page, hand, "rack")
    form = chosen(page, hand, "table.request_fill/1")
    hand.fill(form.get_by_role("textbox"), "10x100")
    # Both before the answer: behind the sheet, which it takes away, the second would press something else.
    form.get_by_role("button").evaluate("(button) => { button.click(); button.click(); }")
    done(page)
    (slip,) = pit.table().everyday.slips
    pit.both("cashier", "floorperson", "table.issue_fill/1", slip=slip, carried_by="Rob")
    pit.both("dealer", "floorperson", "table.accept_fill/1", slip=slip, pieces="10x100")
    tile(page).get_by_text("Fills $1,000.").wait_for()


def limit(pit, page, hand):
    """A lower maximum on a number: the exposure falls as the slider moves, and it holds when the manager stands by."""
    group(page, hand, "limits")
    now = page.get_by_text("One player can win at most").locator("strong").first.inner_text()
    if hand.is_narrow:
        hand.fill(page.get_by_label("Amount, USD"), "200.00")
    else:
        Keys().reach(page.get_by_label("Amount by steps"))
        page.keyboard.press("ArrowLeft")
    page.locator(".pit-exposure strong").wait_for()
    assert page.get_by_label("Amount, USD").input_value() == "200.00"
    until(lambda: page.locator(".pit-exposure strong").inner_text() != now)
    hand.press(page.get_by_role("button", name="Set for the next round"))
    asked(page, hand)
    assert 25_000 == pit.table().rules.limits("straight")[1]
    pit.stood_by("pit-manager")
    until(lambda: 20_000 == pit.table().rules.limits("straight")[1])


def void(pit, page, hand):
    """The wheel's game is held and voided: two alarms, which the supervisor acknowledges by name."""
    pit.do("dealer", WHEEL, "automatic.hold_game/1", reason="The sensor is silent.")
    page.locator(".pit-alarms .is-urgent", has_text="The sensor is silent.").wait_for()
    tile(page, WHEEL).locator(".pill", has_text="held").wait_for()
    assert WHEEL == page.locator(".pit-tile").first.get_attribute("data-stream")
    group(page, hand, "rounds", WHEEL)
    form = chosen(page, hand, "automatic.void_game/1")
    hand.press(form.locator("button.main"))
    done(page)
    alarm = page.locator(".pit-alarms li", has_text="is void")
    alarm.wait_for()
    for text in ("is held", "is void"):
        hand.press(page.locator(".pit-alarms li", has_text=text).get_by_role("button"))
        hand.fill(page.get_by_label("What was done"), "Looked at the wheel.")
        hand.press(page.get_by_role("dialog").get_by_role("button", name="Acknowledge", exact=True), "Enter")
        page.locator(".pit-alarms li", has_text=text).wait_for(state="detached")
    hand.press(page.get_by_role("button", name="Acknowledged"))
    page.get_by_text("Pit-Supervisor, ").first.wait_for()
    hand.close(page)
    done(page)


def correction(pit, page, hand):
    """The number was 1 and not 0: every row is looked at before anybody does it, and again by the second person."""
    group(page, hand, "rounds")
    form = chosen(page, hand, "table.correct_settlement/1")
    newest = form.get_by_label("For").locator("option", has_text="0 green").evaluate("node => node.text")
    hand.choose(form.get_by_label("For"), newest)
    hand.choose(form.get_by_label("result"), "1")
    hand.fill(form.get_by_label("reason"), "The dolly was one pocket off.")
    hand.press(form.locator("button.main"))
    page.locator("table.correction tr", has_text="Ann").first.wait_for()
    rows = page.locator("table.correction").first.locator("tbody tr")
    assert ["Ann", "Cid"] == [row.locator("th").inner_text() for row in rows.all()]
    hand.press(page.get_by_role("button", name="Do it"))
    hand.press(page.get_by_role("button", name="Wait for the pit"))
    done(page)
    pit.stood_by("pit-manager")
    until(
        lambda: (
            65_000 + 5_000 == sum(held for name, held in pit.table().balances.items() if name.startswith("payable:"))
        )
    )
    figure(page, "win").get_by_text("-$1,300").wait_for()
    tile(page).locator("[data-figure=win] .pit-change", has_text="-$700").wait_for()


def approvals(pit, found, hand):
    """Two people ask: one is approved with its picture beside it, the other is declined; return the sheet's faults."""
    page = found.page
    pit["dealer"].command(ROULETTE, act("table.count_inventory/1", kind="shift", pieces="500x100"), second=True)
    sheet = page.get_by_role("dialog").filter(has_text="Approval 1 of 1")
    sheet.get_by_text("Shift count: Dealer, with a second person, counts $50,000.00 (500x100), $").wait_for()
    faults = found.faults() if hand.is_audited else []
    hand.press(sheet.get_by_role("button", name="Decline"), "d")
    sheet.wait_for(state="detached")
    tray = pit["pit-supervisor"].get(f"/api/streams/{ROULETTE}/table").json()["tray_minor"] // 100
    asked_for = act("table.count_inventory/1", kind="shift", pieces=f"{tray // 100}x100 {tray % 100}x1")
    pit["dealer"].command(ROULETTE, asked_for, second=True)
    sheet.wait_for()
    hand.press(sheet.get_by_role("button", name="Approve"), "a")
    sheet.wait_for(state="detached")
    until(lambda: pit.web.server.pit.tables and "shift" == counted(pit))
    return faults


def counted(pit):
    """Return which count of the rack was the last."""
    return pit["dealer"].get(f"/api/streams/{ROULETTE}/table").json()["count"]["kind"]


def dispute(pit, page, hand):
    """From the claim to the complaint: evidence is pinned, the ruling names its grounds, and the player disagrees."""
    claim = {"player": "Bob", "about": "My 17 was paid short.", "round": 1, "bet": "straight:17", "amount_minor": 2_500}
    pit.do("dealer", ROULETTE, "dispute.raise/1", **claim)
    group(page, hand, "dispute")
    one = page.locator("[data-dispute='1']")
    one.get_by_text("My 17 was paid short.").wait_for()
    assert "Dispute 1 of Bob, round 1, Straight 17" == one.get_by_role("heading").inner_text()
    hand.press(one.get_by_role("button", name="Pin evidence"))
    paper(page, hand, one)
    hand.fill(one.get_by_label("What it shows"), "Paid as it should be.")
    hand.press(one.locator(".pit-records tr", has_text="17 black").get_by_role("button"))
    one.get_by_role("cell", name="Paid as it should be.", exact=True).wait_for()
    step(page, hand, "dispute.give_timeframe/1", minutes="20")
    one.get_by_text("min left of what the player was told").wait_for()
    step(page, hand, "dispute.settle/1", decision="The tape agrees with the record.", ruling="rejected")
    one.locator(".pill", has_text="resolved").wait_for()
    hand.close(page)
    done(page)
    pit.do("dealer", ROULETTE, "dispute.contest/1", dispute=1)
    pit.do("pit-manager", ROULETTE, "dispute.inform_surveillance/1", dispute=1, information="Camera 7.")
    ruled = {"grounds": list(HOUSE.grounds), "decision": "It stands.", "ruling": "rejected"}
    pit.do("pit-manager", ROULETTE, "dispute.resolve/1", dispute=1, **ruled)
    pit.do("dealer", ROULETTE, "dispute.contest/1", dispute=1)
    group(page, hand, "dispute")
    step(page, hand, "dispute.explain_rights/1")
    one.locator(".pill", has_text="rights explained").wait_for()
    step(page, hand, "dispute.file_complaint/1", complaint="Bob wants it looked at by the Commission.")
    one.locator(".pill", has_text="complaint filed").wait_for()
    assert 1 == one.locator("caption", has_text="Evidence").locator("..").locator("tbody tr").count()
    hand.close(page)
    done(page)


def paper(page, hand, one):
    """What the record says of the fill leads to its slip, where that can be printed."""
    named = one.locator(".pit-records tr", has_text="into the rack").locator("a", has_text="slip 2")
    named.wait_for()
    assert f"/table/{ROULETTE}#slip-2" == named.get_attribute("href")
    with page.context.expect_page() as table:
        hand.press(named)
    table.value.locator("#slip-2.is-named", has_text="Slip 2").wait_for()
    table.value.close()


def step(page, hand, tag, **fields):
    """Take the next step of the first dispute; by keys the focus is at that button again behind it."""
    button = page.locator("[data-dispute='1']").get_by_role("button", name="Next step")
    hand.press(button)
    form = chosen(page, hand, tag)
    for name, text in fields.items():
        field = form.get_by_label(name)
        (hand.choose if name == "ruling" else hand.fill)(field, text)
    hand.press(form.locator("button.main"))
    page.locator(".acts-sheet").first.wait_for(state="detached")
    if hand.is_keys:
        until(lambda: button.evaluate("node => node === document.activeElement"))


def exported(page, hand):
    """The file has what the tiles show, and the list has the same."""
    listed = page.get_by_role("button", name="As a list")
    hand.press(listed, "t")
    page.locator(".pit-list tr", has_text="Main Floor 1").get_by_text("-$1,300").wait_for()
    with page.expect_download() as saved:
        hand.press(page.get_by_role("link", name="Export CSV"))
    rows = {row["stream"]: row for row in csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8")))}
    assert ("-130000", "72500", "100000") == tuple(rows[ROULETTE][f"{name}_minor"] for name in ("win", "drop", "fills"))
    hand.press(listed, "t")


def agrees(pit):
    """What the pit shows is what `pitboss win` prints of the same journal."""
    shown = {one["stream"]: one for one in pit["pit-manager"].get("/api/pit").json()["tables"]}[ROULETTE]
    with closing(open_journal(pit.web.live.floor.journal.address, is_reader=True)) as journal:
        periods = win_of(journal, ROULETTE).periods
    begun = max(number for number, one in enumerate(periods) if one.kind == "opening")
    today = added_up(periods[begun + 1 :])
    names = ("handle", "drop", "win", "fills", "credits", "opening")
    assert {name: getattr(today, f"{name}_minor") for name in names} == {name: shown[f"{name}_minor"] for name in names}
    assert (0, 0) == (today.difference_minor, shown["difference_minor"])


def test_by_touch_on_a_telephone_and_with_a_cut_line(pit, window):
    """A tile's figures and acts are under a finger; while the line is down nothing can be done."""
    found = window(pit.web.url, **NARROW)
    found.become(pit["pit-manager"])
    page, lines, hand, is_down = found.page, [], Touch(), False

    def opened_line(line):
        if is_down:
            line.close(code=1001)
        else:
            lines.append((line, line.connect_to_server()))

    page.route_web_socket("**/ws*", opened_line)
    page.goto("/pit")
    hand.press(tile(page).locator("[data-figure=drop]"))
    page.locator("dialog tbody tr").first.wait_for()
    hand.press(page.get_by_role("button", name="Close"))
    hand.press(tile(page).locator("[data-group=staff]"))
    hand.press(page.locator(".acts-list [data-act='table.relieve_dealer/2']"))
    form = page.locator(".acts-form form.act")
    hand.fill(form.get_by_role("textbox"), "inspector")
    hand.press(form.get_by_role("button"))
    until(lambda: "inspector" == pit.table().dealer)
    tile(page).get_by_text("Inspector 0:0").wait_for()
    is_down = True
    lines[-1][0].close(code=1001)
    page.get_by_text("What is recorded is safe").wait_for()
    is_down = False
    until(lambda: page.locator("fieldset.pit-stage:not([disabled])").count())
    assert [] == found.faults()


def test_nobody_else_looks_into_the_pit(pit, window):
    """A dealer is told whose it is."""
    found = window(pit.web.url, **WIDE)
    found.expected.append(re.compile("Failed to load resource: the server responded with a status of 403"))
    found.become(pit["mucker"])
    found.page.goto("/pit")
    found.page.get_by_text("The pit is for supervisors and auditors.").wait_for()
