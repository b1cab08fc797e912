"""The source tree as the tests in this folder see it: where it is, its files, its modules and their syntax."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_BY_TOOLS = {
    ".campaign",
    ".git",
    ".venv",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "__pycache__",
    "htmlcov",
}


def files() -> list[Path]:
    """List the files that are, or are about to be, under version control."""
    try:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
        found = [ROOT / name for name in listed if name]
    except (FileNotFoundError, subprocess.CalledProcessError):
        # An unpacked archive, or a machine without git.
        found = [path for path in ROOT.rglob("*") if not LEFT_BY_TOOLS.intersection(path.relative_to(ROOT).parts)]
    return sorted(path for path in found if path.is_file() and not path.name.startswith(".coverage"))


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and content of every file that is text."""
    for path in files():
        try:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules(*folders: str, having: str = "") -> Iterator[tuple[str, ast.Module]]:
    """Yield the dotted name (a package's ends in `__init__`) and the syntax tree of each Python file in the folders.

    Reading a tree takes long: whoever looks for a name says so, and gets the files that have it.
    """
    for folder in folders:
        base = ROOT / "src" if folder == "src" else ROOT
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if having in text:
                yield ".".join(path.relative_to(base).with_suffix("").parts), ast.parse(text)
