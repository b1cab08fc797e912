"""`pitboss compare` and `pitboss par`: what a changed rule does, and the sheet of a table."""

import json
import math
from html.parser import HTMLParser

import pypdfium2
import pytest

from pitboss.cli import main
from pitboss.lab import par
from tests.unit.cli.test_ledger import played

DICE = 'rulebook = "oneida-sicbo-2004"\n[settings]\n'
CARDS = 'rulebook = "oneida-blackjack-2004"\n[settings]\n'


@pytest.fixture
def files(tmp_path):
    """Return a function that writes table files and returns their paths."""

    def write(*texts):
        paths = [tmp_path / f"{place}.toml" for place in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        return list(map(str, paths))

    return write


def run(capsys, *tokens):
    """Run a command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(list(tokens))
    return leaving.value.code, *capsys.readouterr()


def rows_of(page, wager):
    """Return the cells of a wager's rows, section by section."""
    rows = (row for row in page.split("<tr>") if row.startswith(f"<td>{wager}"))
    return [[cell.partition("<")[0] for cell in row.split("<td>")[1:]] for row in rows]


def cells_of(page, wager):
    """Return the cells of a wager's first row."""
    return rows_of(page, wager)[0]


def test_each_change_by_itself_and_together(capsys, files):
    """Two changes of sic bo move two wagers; together they move both."""
    code, out, err = run(
        capsys, "compare", *files(DICE, f'{DICE}two_of_a_kind = "exactly"\n[settings.odds]\ntriple = 180\n'), "--json"
    )
    found = json.loads(out)
    moved = {
        change["setting"]: sorted(name for name, by in change["differences"].items() if by)
        for change in found["changes"]
    }
    assert (0, "") == (code, err)
    assert {"two_of_a_kind": ["pair:1 and 5 alike"], "odds": ["triple:1 and 5 alike"]} == moved
    assert found["after"]["pair:1 and 5 alike"] == 3 / 8


def test_figures_are_of_what_the_table_pays(capsys, files):
    """A push of 21 would move nothing if the dealer looked; nobody does, and play has the exact edge beside it."""
    original = f'{CARDS}dealer_bj = "original"\n'
    said = run(capsys, "compare", "--json", *files(original, f"{original}push21 = true\n"))[1]
    (change,) = json.loads(said)["changes"]
    assert "1 setting differs" in run(capsys, "compare", *files(original, f"{original}push21 = true\n"))[1]
    assert change["differences"]["blackjack, by totals"] < -0.003
    (file,) = files(f'{original}push21 = true\nreshuffle = "each_round"\n')
    simulated = rows_of(run(capsys, "par", file)[1], "blackjack, by totals")[-1]
    assert "0.258128%" == simulated[3]
    assert abs(float(simulated[4])) < 4


def test_wagers_together_have_a_row(capsys, files):
    """Three wagers of multiple action lose as much of what is staked as one, and their sum is less spread."""
    (file,) = files(f"{CARDS}multiple_action = 3\nmax_hands = 2\n")
    page = run(capsys, "par", file)[1]
    one, three = (cells_of(page, name) for name in ("blackjack, by totals", "3 wagers together, by totals"))
    assert one[4] == three[4]
    assert float(one[5]) > float(three[5]) > float(one[5]) / 3


REFUSED = 'rulebook = "oneida-blackjack-2004"\n[settings]\ndecks = 9\n'


@pytest.mark.parametrize(
    "words", [("odds", "blackjack", "--table"), ("strategy", "--table"), ("par",), ("compare", *("{file}",))], ids=str
)
def test_settings_that_the_rules_refuse_are_bad_input(capsys, files, words):
    """Nothing was in play: a sentence with the clause and exit code 2, as for a simulation."""
    (file,) = files(REFUSED)
    code, out, err = run(capsys, *(word.replace("{file}", file) for word in words), file)
    assert (2, "", True) == (code, out, "BJ-B4" in err)


def test_a_sheet_at_a_stake(capsys, files):
    """Five percent of 30 cents is a cent and a half, which this table rounds up to five: a banker gains 25."""
    (file,) = files('rulebook = "oneida-minibaccarat-2004"\n[settings]\nrounding = "up_to_5"\n')
    usual, small = (run(capsys, "par", file, *more)[1] for more in ((), ("--stake", "30")))
    assert ("1.057906%", "6.408209%", "5 to 6") == (
        cells_of(usual, "banker")[4],
        cells_of(small, "banker")[4],
        cells_of(small, "banker")[1],
    )
    assert "at a wager of $0.30, every rounding included" in small
    assert 2 == run(capsys, "par", file, "--stake", "0")[0]


def test_a_sheet_says_that_rounds_ran_out_of_cards(capsys, files):
    """Those that lasted are not like all of them: no exact edge stands beside what they came to."""
    (file,) = files(f'{CARDS}decks = 1\nburn = 44\nreshuffle = "each_round"\n')
    assert "rounds ran out of cards" in "".join(
        cells_of(run(capsys, "par", file)[1].partition("Simulation")[2], "blackjack")
    )


def test_the_sheet_of_blackjack_has_the_wagers_beside_it_in_full(capsys, files):
    """Insurance gains 2 or loses 1: skewness and volatility index from that, and bands of its hold."""
    (file,) = files(CARDS)
    wins, page = 96 / 311, run(capsys, "par", file)[1]
    mean = 3 * wins - 1
    deviation = math.sqrt(wins * (2 - mean) ** 2 + (1 - wins) * (1 + mean) ** 2)
    skewness = (wins * (2 - mean) ** 3 - (1 - wins) * (1 + mean) ** 3) / deviation**3
    found = [f"{deviation:.6f}", f"{1.959963984540054 * deviation:.6f}", f"{skewness:.4f}"]
    assert found == cells_of(page, "insurance")[6:9]
    assert f"<td>insurance</td><td>{23 / 311 - 1.959963984540054 * deviation / 10:.3%} to" in page


@pytest.mark.parametrize(
    ("tokens", "word"), [(("--stake", "0"), "stake"), (("--since", "2026-11-01"), "give --journal as well")]
)
def test_options_that_mean_nothing_are_refused(capsys, files, tokens, word):
    """A stake of nothing, and a time of rounds that are nowhere recorded."""
    code, out, err = run(capsys, "compare", *files(DICE, DICE), *tokens)
    assert (2, "", True) == (code, out, word in err)


def test_variance_and_hold_of_both_tables(capsys, files):
    """Two of a kind wins 16 or 15 times of 216 and pays 8 to 1; the hold lies around the edge."""
    paths = files(DICE, f'{DICE}two_of_a_kind = "exactly"\n')
    rows = json.loads(run(capsys, "compare", *paths, "--hold", "--json")[1])["hold"]
    pairs = {row["table"]: row for row in rows if row["wager"].startswith("pair")}
    assert pytest.approx([81 * 16 / 216 - 4 / 9, 81 * 15 / 216 - 25 / 64]) == [
        pairs[when]["variance"] for when in ("before", "after")
    ]
    assert pytest.approx(1 / 3) == (pairs["before"]["hold_low"] + pairs["before"]["hold_high"]) / 2


def test_a_change_of_blackjack_for_people(capsys, files):
    """The edge moves by what h17 is worth; a setting that moves nothing says so."""
    code, out, err = run(capsys, "compare", *files(CARDS, f"{CARDS}h17 = false\nmatch_play = false\n"))
    facts = ["2 settings differ", "h17 = false", "-0.212886%", "no wager", "all together"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_a_change_that_cannot_stand_alone(capsys, files):
    """Multiple action with its own limits of splits: by itself it is refused with its clause."""
    code, out, err = run(capsys, "compare", *files(CARDS, f"{CARDS}multiple_action = 3\n"), "--json")
    refused = {change["setting"]: change["refused"] for change in json.loads(out)["changes"]}
    assert (0, "", True, None) == (code, err, "BJ-J8" in refused["multiple_action"], refused["max_hands"])


@pytest.mark.parametrize(
    ("first", "second", "word"),
    [(DICE, CARDS, "one rulebook"), (DICE, "rulebook = 5", "rulebook"), (DICE, "nonsense", "TOML")],
)
def test_what_cannot_be_compared(capsys, files, first, second, word):
    """Tables of two rulebooks, and what is no table."""
    code, out, err = run(capsys, "compare", *files(first, second))
    assert (2, "", True) == (code, out, word in err)


@pytest.fixture
def evening(tmp_path):
    """Return a journal with a round of sic bo, and one of roulette."""
    return played(tmp_path, "sicbo/one-round.jsonl", "roulette/oneida/one-round.jsonl")


def test_what_a_change_would_have_done_to_recorded_rounds(capsys, files, evening):
    """At the tables of that rulebook; by the rules as they were it is what was recorded."""
    paths = files(DICE, f'{DICE}two_of_a_kind = "exactly"\n')
    code, out, err = run(capsys, "compare", *paths, "--journal", evening, "--json")
    (found,) = json.loads(out)["recorded"]
    assert (0, "", "table:sic-bo-1", 1) == (code, err, found["stream"], found["rounds"])
    assert found["handle_minor"] > 0
    assert 0 < found["expected_before_minor"] <= found["expected_after_minor"]
    code, out, err = run(capsys, "compare", *paths, "--journal", evening)
    assert (0, "", True) == (code, err, "would have won" in out)


@pytest.mark.parametrize(("more", "rounds"), [(("--since", "2001-01-01"), 1), (("--until", "2001-01-01T00:00Z"), 0)])
def test_only_rounds_of_a_period_count(capsys, files, evening, more, rounds):
    """From a day on, or before a moment."""
    code, out, _ = run(capsys, "compare", *files(DICE, DICE), "--journal", evening, *more, "--json")
    assert (0, rounds) == (code, json.loads(out)["recorded"][0]["rounds"])


def test_a_journal_that_says_nothing_of_it(capsys, files, evening):
    """A date that is none, and a house without such a table."""
    for text, more, word in ((DICE, ("--since", "yesterday"), "2026-11-01"), (CARDS, (), "no table of oneida-black")):
        code, out, err = run(capsys, "compare", *files(text, text), "--journal", evening, *more)
        assert (2, "", True) == (code, out, word in err)


class Page(HTMLParser):
    """Collects the cells of a page."""

    def __init__(self, text):
        super().__init__()
        self.cells = []
        self.feed(text)

    def handle_data(self, data):
        """Keep a text."""
        self.cells.append(data)


@pytest.fixture
def quick(monkeypatch):
    """Simulate few rounds: what a sheet says is under test, and not how long it plays."""
    monkeypatch.setattr(par, "SIMULATED", 20_000)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (DICE, ["triple:1 and 5 alike", "65/216", "30.092593%", "two_of_a_kind"]),
        ('rulebook = "oneida-minibaccarat-2004"\n', ["banker", "1.057906%", "tie", "14.359"]),
        ('rulebook = "oneida-roulette-2008"\nname = "A <b> & C"\n', ["PAR sheet: A <b> & C", "1/19"]),
        (
            CARDS,
            [
                "blackjack, by totals",
                "0.728108%",
                "1.296325",
                "0.1622",
                "0.4330685509",
                "insurance",
                "7.395498%",
                "96/311",
            ],
        ),
    ],
    ids=["sicbo", "baccarat", "roulette", "blackjack"],
)
@pytest.mark.usefixtures("quick")
def test_a_sheet_as_a_page(capsys, files, text, facts):
    """Figures, hashes, settings with their clauses, and a simulation with its seed."""
    code, out, err = run(capsys, "par", *files(text), "--seed", "7")
    words = " | ".join(Page(out).cells)
    expected = [*facts, "volatility index", "seed 7", "SHA-256", "Hold by rounds", "1,000,000"]
    assert (0, "", []) == (code, err, [fact for fact in expected if fact not in words])


@pytest.mark.parametrize(
    "text",
    [
        f"{CARDS}default_min = 2_500\ndefault_max = 200_000\n",
        'rulebook = "hoian-roulette-2020"\n[settings]\ndefault_min = 50_000\n',
        'rulebook = "oneida-roulette-2008"\nbetting_seconds = 25\n[settings.max]\nstraight = 500\n',
    ],
    ids=["blackjack", "roulette", "automatic"],
)
@pytest.mark.usefixtures("quick")
def test_limits_do_not_stand_in_a_sheet_s_way(capsys, files, text):
    """Figures are of a unit laid: a table that takes no such stake has its sheet, too."""
    code, out, err = run(capsys, "par", *files(text))
    assert (0, "", True) == (code, err, "standard errors off" in out)


@pytest.mark.usefixtures("quick")
def test_a_sheet_as_a_pdf(capsys, files, tmp_path):
    """Equal bytes twice, with any number of workers."""
    (table,) = files(DICE)
    pages = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for page, workers in zip(pages, "12", strict=True):
        assert (0, "", "") == run(capsys, "par", table, "-o", str(page), "--workers", workers)
    first, second = (page.read_bytes() for page in pages)
    assert first.startswith(b"%PDF")
    assert first == second


@pytest.mark.usefixtures("quick")
def test_no_heading_stands_alone_at_the_foot_of_a_page(capsys, files, tmp_path):
    """Each stands on the page of its table's first line; the sheet of roulette has several pages."""
    page = tmp_path / "sheet.pdf"
    assert (0, "", "") == run(capsys, "par", *files('rulebook = "oneida-roulette-2008"\n'), "-o", str(page))
    texts = [one.get_textpage().get_text_range() for one in pypdfium2.PdfDocument(page)]
    for heading, below in (
        ("Wagers", "volatility index"),
        ("Hold by rounds", "1,000,000"),
        ("Simulation", "exact edge"),
    ):
        assert [True] == [below in text for text in texts if f"{heading}\r\n" in text], heading


@pytest.mark.parametrize(
    ("text", "more", "word"),
    [
        (DICE, ("-o", "sheet.doc"), "sheet.doc"),
        (DICE, ("--seed", "-5"), "seed"),
        ("nonsense", (), "TOML"),
    ],
)
def test_bad_input_is_a_sentence(capsys, files, text, more, word):
    """It names what was wrong, and no sheet is written."""
    code, out, err = run(capsys, "par", *files(text), *more)
    assert (2, "", True) == (code, out, word in err)
