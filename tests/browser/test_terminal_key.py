"""A terminal's own key in a real browser: made there, kept there, and not part of its cookies."""

import pytest

from tests.support.web_house import switch, web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def trial(tmp_path):
    """A house with a terminal that nobody has enrolled yet."""
    with web_house(written_house(tmp_path)) as web:
        yield Trial(web, tmp_path)


EXTRACTABLE = """() => new Promise((resolve) => {
  const opening = indexedDB.open("pitboss", 1);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("keys").objectStore("keys").get("terminal");
    asked.onsuccess = () => resolve([asked.result.type, asked.result.extractable]);
  };
})"""


def test_a_browser_keeps_its_key_and_a_copy_of_its_cookies_has_none(trial, window):
    """Enrolled by its code it comes in, also after a reload; another browser with all its cookies does not."""
    mine, other = window(trial.web.url), window(trial.web.url)
    switch(trial.web, "T2", is_on=True)
    mine.page.goto("/t")
    mine.page.get_by_label("One-time code").fill(trial.web.live.codes["T2"])
    mine.page.get_by_role("button", name="Enrol").click()
    for _ in range(2):
        mine.page.get_by_text("Live", exact=True).wait_for()
        mine.page.reload()
    mine.page.get_by_text("Live", exact=True).wait_for()
    assert ["private", False] == mine.page.evaluate(EXTRACTABLE)
    other.context.add_cookies(mine.context.cookies())
    other.page.goto("/t")
    other.page.get_by_text("cannot show its key").wait_for()
