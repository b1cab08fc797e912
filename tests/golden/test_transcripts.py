"""The sample transcripts: they are what the rules answer, they follow the schema, and together they show everything."""

import io
import json
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest

from pitboss.cli import play as play_command
from pitboss.cli import schema as schema_command
from pitboss.errors import InputError
from pitboss.games import GAMES, game
from pitboss.games.roulette.automatic.settlement import Wagers
from pitboss.games.roulette.events import NoSpinCalled
from pitboss.openers import read_transcript
from pitboss.rulebook import all_clauses, edition
from pitboss.transcript import Transcript, play
from tests.golden.remake import ROOT, remade, transcripts
from tests.support.driver import HOUSES

GUIDE = (ROOT / "docs" / "transcripts.md").read_text(encoding="utf-8")
CLAUSE = re.compile(r"\b(?:(?:R[OHS]|SB|MB|BJ|PW)-[A-Z0-9.]*[A-Za-z0-9]|Q\d+|RES)\b")
IDENTITIES = [path.relative_to(ROOT).as_posix() for path in transcripts()]

each_file = pytest.mark.parametrize("path", transcripts(), ids=IDENTITIES)


@cache
def transcript(path: Path) -> Transcript:
    """Read one of the files."""
    return read_transcript(path.read_bytes().split(b"\n"))


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Return the schema that `pitboss schema` prints for a game, as a validator of lines."""
    with redirect_stdout(io.StringIO()) as printed:
        schema_command.run(name)
    return jsonschema_rs.Draft202012Validator(json.loads(printed.getvalue()))


def answers(rulebook: str | None = None) -> list:
    """List everything recorded in the files, of one house or of all."""
    chosen = [transcript(path) for path in transcripts() if rulebook in (None, transcript(path).config.rulebook)]
    return [answer for one in chosen for entry in one.entries for answer in entry.recorded]


def tag(message: type) -> str:
    """Return the stored name of an act or an event."""
    return message.__struct_config__.tag  # type: ignore[attr-defined,no-any-return]


def bets_and_ends(columns) -> list[tuple[str, str]]:
    """Return each wager's bet and what became of it, whatever the game calls these columns."""
    if isinstance(columns, Wagers):
        return [(row.bet, "win" if row.is_won else "lose") for row in columns.rows()]
    names = set(columns.__struct_fields__)
    bets = columns.bet if "bet" in names else columns.on
    return list(zip(bets, columns.outcome if "outcome" in names else columns.result, strict=True))


def blocks(kind: str) -> list[str]:
    """Return the code blocks of one kind that stand in the guide."""
    return re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL)


def example() -> str:
    """Return the worked example of the guide."""
    return blocks("jsonl")[0]


@each_file
def test_check_finds_no_difference(path, capsys):
    """What is recorded in the file is what the rules answer."""
    assert 0 == play_command.run(str(path), check=True)
    assert capsys.readouterr().out.endswith(" no difference.\n")


@each_file
def test_every_line_follows_the_schema(path):
    """An independent reader of the published schema accepts each line."""
    lines, rules = path.read_text(encoding="utf-8").splitlines(), validator(transcript(path).game.name)
    assert [] == [error.message for line in lines for error in rules.iter_errors(json.loads(line))]


@each_file
def test_recording_again_changes_no_byte(path):
    """Table, notes and commands, recorded anew, are the file; if not, `make golden` is due."""
    assert path.read_bytes() == remade(path.read_bytes())


@each_file
def test_keys_differ_and_time_goes_on(path):
    """No command has another's key, and none was received before the one above it."""
    commands = [entry.command for entry in transcript(path).entries]
    times = [command.received_at for command in commands]
    assert len(commands) == len({command.key for command in commands})
    assert sorted(times) == times


@each_file
def test_notes_tell_what_is_shown(path):
    """A note stands before the first command, and the clauses in notes are clauses of the documents."""
    one = transcript(path)
    assert min(one.notes) < one.entries[0].line
    cited = {clause for note in one.notes.values() for clause in CLAUSE.findall(note)}
    assert set() == cited - all_clauses().keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_act_and_every_event_occurs(name):
    """Each message of the game is in one of its files, so that each has an example."""
    entries = [
        entry for path in transcripts() if transcript(path).game.name == name for entry in transcript(path).entries
    ]
    assert set(game(name).acts) == {type(entry.command.act) for entry in entries}
    recorded = {type(answer) for entry in entries for answer in entry.recorded}
    assert set(game(name).events) == recorded & set(game(name).events)


def rulebooks():
    """Return the editions under which there are recorded rounds: a house that is added has none yet."""
    return sorted({transcript(path).config.rulebook for path in transcripts() if transcript(path).game.name in GAMES})


@pytest.mark.parametrize("rulebook", rulebooks())
def test_every_wager_is_won_and_lost(rulebook):
    """Each kind of wager of each house wins in one of its files and loses in one."""
    settled = [answer.wagers for answer in answers(rulebook) if "_settled/" in tag(type(answer))]
    ends = {pair for wagers in settled for pair in bets_and_ends(wagers)}
    # A kind with odds of its own for a number, such as total:7, is a bet itself.
    rows = ends | {(bet.partition(":")[0], end) for bet, end in ends}
    kinds = {wager.kind for wager in edition(rulebook).wagers}
    assert {(kind, end) for kind in kinds for end in ("win", "lose")} <= rows


@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_cause_of_no_spin_occurs(rulebook):
    """Each cause for which a house calls "No Spin" voids a spin in one of its files."""
    called = {answer.cause.value for answer in answers(rulebook) if isinstance(answer, NoSpinCalled)}
    assert {entry["cause"] for entry in edition(rulebook).rules["no_spin"]} == called


def test_check_sees_a_changed_amount(tmp_path, capsys):
    """A file in which one payment was altered differs, and remaking it puts the payment right."""
    good = (ROOT / "src/pitboss/cli/rounds/oneida.jsonl").read_bytes()
    bad = tmp_path / "altered.jsonl"
    bad.write_bytes(good.replace(b'"paid_minor":[0,0,0,35000', b'"paid_minor":[0,0,0,36000'))
    assert 1 == play_command.run(str(bad), check=True)
    assert '"paid_minor":[0,0,0,36000' in capsys.readouterr().out
    assert good == remade(bad.read_bytes())


def test_remaking_names_the_line_that_cannot_be_read():
    """Answers that are passed over still count as lines of the file."""
    content = (ROOT / "src/pitboss/cli/rounds/oneida.jsonl").read_bytes()
    with pytest.raises(InputError) as caught:
        remade(content + b'{"do": {"key": "x"}}\n')
    assert content.count(b"\n") + 1 == caught.value.line


@pytest.mark.parametrize("act", dict.fromkeys(act for name in GAMES for act in game(name).acts), ids=tag)
def test_the_guide_lists_every_act(act):
    """The guide has a row for each act, with each of its fields."""
    row = next((line for line in GUIDE.splitlines() if line.startswith(f"| `{tag(act)}` |")), "")
    assert [] == [name for name in ("", *act.__struct_fields__) if f"`{name or tag(act)}`" not in row]


def test_the_guide_shows_what_is_printed():
    """The worked example of the guide, played, says what the guide says it does."""
    steps = play(read_transcript(example().encode().split(b"\n")))
    told = [line.strip() for step in steps for words in step.words for line in words.splitlines()]
    assert told == [line.strip() for line in blocks("text")[0].splitlines() if line.startswith("  ")]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('"revolutions": 11', '"revolutions": "11"'),
        ("open_betting/1", "open_bets/1"),
        ("20:00:00Z", "20:00:00"),
        ('"role": "dealer"', '"role": "boss"'),
        ('"key": "open"', '"key": "inspect"'),
        (example().partition("\n")[0], ""),
    ],
)
def test_the_guide_shows_errors_as_they_are(good, bad):
    """Each fault the guide names, made in its example, is answered in the guide's words."""
    with pytest.raises(InputError) as caught:
        read_transcript(example().replace(good, bad, 1).lstrip().encode().split(b"\n"))
    assert f"pitboss: {caught.value}" in blocks("text")[-1].splitlines()
