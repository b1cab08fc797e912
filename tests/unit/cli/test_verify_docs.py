"""The commands on journals in the documents, run one after the other in an empty folder, answer as shown."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.ledger.chart import CHART
from tests.arch.test_docs import IN_ORDER, LENIENT, fences, shown_commands, text_of
from tests.journals.keep import KEPT
from tests.support.old_journal import write_old

ROOT = Path(__file__).resolve().parents[3]
PAGES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if f"```{IN_ORDER}" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("page", PAGES)
def test_commands_in_order_answer_as_shown(page, tmp_path, monkeypatch, capsys):
    """What one command leaves the next finds; `...` is left out, and so are notes on snapshots of older code."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    shown = [entry for block in fences(text_of(page), IN_ORDER) for entry in shown_commands(block)]
    assert shown
    if any("old.db" in entry.command for entry in shown):
        write_old("sqlite:///old.db", KEPT[0])
    for entry in shown:
        with pytest.raises(SystemExit) as leaving:
            main(shlex.split(entry.command)[1:])
        out = re.sub(r"(?m)^note: .*\n", "", "".join(capsys.readouterr()))
        assert entry.code == leaving.value.code, out
        assert not entry.output or doctest.OutputChecker().check_output(entry.output, out, LENIENT), out


def test_the_page_has_the_chart_of_accounts():
    """Every place with its title and what it is, in the chart's order."""
    rows = re.findall(r"^\| `(\w+)[^|]*\| ([^|]+) \| ([^|:]+)", text_of("docs/journal.md"), re.MULTILINE)
    listed = [(place, title, kind.strip()) for place, title, kind in rows]
    assert [(place, entry.title, entry.kind.value) for place, entry in CHART.items()] == listed
