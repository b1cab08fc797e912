"""A page with the base of the pages and nothing else, and the other end of its line: no house plays behind it."""

import json
from datetime import UTC, datetime
from typing import Any

from pitboss.web.assets import assets

__all__ = ["Line", "blank_page"]

BLANK = """<!doctype html><html lang="en" data-look="felt"><title>Base</title><link rel="icon" href="/icon.svg">
<p id="announced" role="status"></p>
<fieldset class="stage"><button id="deal">Deal</button></fieldset><input id="typed" aria-label="Typed">"""

PAUSED = datetime(1970, 1, 2, tzinfo=UTC)
"""When the page's clock stands still: from then on only the test moves it, however busy the machine is."""


class Line:
    """The other end of a page's line: what it was sent, and what it is told."""

    def __init__(self, page: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        self.lines: list[Any] = []
        self.is_down = False
        page.route_web_socket("**/ws*", self._open)

    def _open(self, line: Any) -> None:
        if self.is_down:
            line.close(code=1001, reason="down")
            return
        self.lines.append(line)
        line.on_message(lambda text: self.sent.append(json.loads(text)))
        self.say({"type": "welcome", "house": "H", "who": None, "role": None, "streams": [], "now": ""})
        self.beat()

    def say(self, message: dict[str, Any]) -> None:
        """Send a message to the page."""
        self.lines[-1].send(json.dumps(message))

    def beat(self, **fields: Any) -> None:
        """Give a sign of life."""
        self.say({"type": "beat", "now": "2004-05-01T20:00:00+00:00", **fields})

    def kinds(self) -> list[str]:
        """List the types of what was sent."""
        return [message["type"] for message in self.sent]


def blank_page(house: Any, window: Any, *, is_paused: bool = False, **options: Any) -> Any:
    """Open a page with the base and nothing else."""
    page = window(house.url, patience=1, **options).page
    page.route("**/blank", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
    if is_paused:
        page.clock.install(time=0)
    page.goto("/blank")
    if is_paused:
        page.clock.pause_at(PAUSED)
    page.evaluate(f"() => {{ window.part = (name) => import('/static/{assets().digest}/js/' + name) }}")
    return page
