"""The pages keep the state of a stream by its changes, as the server means them."""

import random

from pitboss.floor.writer.changes import difference
from pitboss.web.assets import assets

LIVE = f"/static/{assets().digest}/js/live.js"
MERGED = """async (cases) => {
  const { merged } = await import("LIVE");
  return cases.map(([before, changes, gone]) => merged(before, changes, gone));
}""".replace("LIVE", LIVE)
AFTER = """async ([state, news]) => {
  const { afterNews } = await import("LIVE");
  return news.reduce(afterNews, state);
}""".replace("LIVE", LIVE)


def anything(chance, depth=0):
    """Return plain data of any form."""
    kind = chance.randrange(7 if depth < 3 else 5)
    if kind < 5:
        return (None, True, 1, "", "a")[kind]
    if kind == 5:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    return view(chance, depth + 1)


def view(chance, depth=0):
    """Return an object of any form."""
    return {key: anything(chance, depth) for key in chance.sample("abc01", chance.randrange(5))}


def test_changes_laid_upon_a_state_give_the_next(demo, window):
    """A thousand pairs of states of any form, and what the server would send from the one to the other."""
    chance = random.Random(7)
    pairs = [(view(chance), view(chance)) for _ in range(1_000)]
    page = window(demo.url).page
    page.goto("/")
    cases = [[before, *difference(before, after)] for before, after in pairs]
    assert [after for _, after in pairs] == page.evaluate(MERGED, cases)


def test_sentences_and_own_affairs_follow_the_news(demo, window):
    """The last thirty sentences are kept, what is a terminal's own is replaced, and after a gap the whole state is."""
    page = window(demo.url).page
    page.goto("/")
    state = {"held": None, "said": [str(number) for number in range(30)], "own": {"bets": {"red": 5}}}
    news = [{"said": ["30"], "changes": {"held": "a chip fell"}}, {"own": None}]
    said = [str(number) for number in range(1, 31)]
    assert {"held": "a chip fell", "said": said, "own": None} == page.evaluate(AFTER, [state, news])
    whole: dict = {"held": None, "said": []}
    assert whole | {"own": {"bets": {"red": 5}}} == page.evaluate(AFTER, [state, [{"state": whole}]])
