"""Passkeys in a real browser, whose virtual authenticator does what a security key does."""

import re

import pytest

from pitboss.decider import Role
from tests.support.web_house import Clock, web_house, written_house
from tests.support.web_trial import Trial

NARROW = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
KEY = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
REFUSED = re.compile(r"Failed to load resource: .* (401 \(Unauthorized\)|403 \(Forbidden\))")
"""What a browser says of a session that is locked, and where one is to show first who one is."""
STOOD_BY = re.compile(r"Failed to load resource: .* 400 \(Bad Request\)")
"""What it says where somebody else stood by what the page was just about to show."""


class SecurityKey:
    """A key that is plugged into the machine of one page after the other."""

    def __init__(self, page):
        self.line = page.context.new_cdp_session(page)
        self.line.send("WebAuthn.enable", {"enableUI": False})
        self.id = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]

    def moved(self, page):
        """Take the key, with what it holds, to another machine."""
        held = self.line.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
        self.line.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.id})
        other = SecurityKey(page)
        for one in held:
            other.line.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": one})
        return other


@pytest.fixture
def clock():
    """Return a clock that the test moves."""
    return Clock()


@pytest.fixture
def trial(tmp_path, clock):
    """A house in which T1 has bet, and game 1 is settled."""
    with web_house(written_house(tmp_path), clock=clock) as web:
        found = Trial(web, tmp_path)
        found.open_table("T1")
        found.bet("T1")
        found.dropped("4")
        found.do("dealer", "automatic-1", "automatic.confirm_number/1", pocket="4")
        yield found


@pytest.fixture
def signed(trial, window):
    """Open a page of the house by its name, as somebody who is signed in; nobody where nobody is named."""

    def opened(path, person=None, **options):
        url = trial.web.url.replace("127.0.0.1", "localhost")
        found = window(url, **options)
        cookies = {} if person is None else trial[person].cookies
        found.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        found.page.goto(path)
        return found

    return opened


def test_a_passkey_is_added_and_used_wherever_a_password_is_asked_for(trial, signed, clock):
    """A manager, of whom the house wants one, adds it, signs in with it, unlocks with it, and confirms with it."""
    door = trial.web.live.door
    door.passkeys_for = frozenset({Role.PIT_MANAGER})
    found = signed("/staff", "pit-manager", **NARROW)
    page = found.page
    found.expected += [REFUSED, STOOD_BY]
    key = SecurityKey(page)
    page.get_by_text("In this house a pit manager signs in with a passkey.").wait_for()
    assert (0, []) == (page.locator("#change-password").count(), found.faults())
    page.get_by_label("What you call it").fill("Key ring")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("not used yet").wait_for()
    page.locator("summary", has_text="Your password").click()
    page.get_by_label("The password you have").fill("not the one that I have")
    page.get_by_label("Another one").fill("a tall heron waits")
    page.get_by_role("button", name="Change it").click()
    page.get_by_text("The password is not right").wait_for()
    assert [] == found.faults()

    page.get_by_role("button", name="Sign out").click()
    page.locator("#sign-in-passkey").click()
    page.get_by_text("You are Pit-Manager").wait_for()

    clock.move(301)
    page.locator("#unlock-passkey").click()
    page.get_by_text("last used").wait_for()

    trial.known.pop("pit-supervisor")
    other = signed("/deal/automatic-1", "pit-supervisor").page
    key = key.moved(other)
    other.get_by_role("button", name="More").click()
    other.get_by_role("button", name="Void a game").click()
    other.get_by_role("button", name="fraud").click()
    other.get_by_label("What was seen").fill("On camera.")
    other.get_by_role("button", name="Void it").click()
    sheet = other.get_by_role("dialog", name="Void game 1")
    sheet.get_by_role("button", name="Use a passkey").click()
    other.locator("#next[aria-disabled=false]", has_text="Refund game 1").wait_for()

    key.moved(page)
    door.passkeys_for = frozenset()
    for session in door.sessions.values():
        session.confirmed_ns = None
    page.get_by_role("button", name="Remove Key ring").click()
    page.get_by_role("dialog", name="Show once more").get_by_role("button", name="Use a passkey").click()
    page.get_by_text("The passkey Key ring is removed").wait_for()
    assert () == trial.web.live.desk.people["pit-manager"].passkeys


def test_a_key_that_holds_nothing_for_the_house_says_so(signed):
    """At the door of the console too."""
    found = signed("/deal/automatic-1")
    SecurityKey(found.page)
    found.page.get_by_role("button", name="Use a passkey").click()
    found.page.get_by_text("The passkey was not used").wait_for()
    assert [] == found.faults()


def test_passkeys_are_not_offered_where_no_browser_takes_them(trial, window):
    """At an address instead of a name."""
    page = window(trial.web.url).page
    page.goto("/staff")
    page.locator("#sign-in button.main").wait_for()
    assert page.locator("#sign-in-passkey").is_hidden()
