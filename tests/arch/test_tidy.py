"""What must hold of the files themselves: links lead somewhere, versions agree, pins are pins, no machine shows."""

import posixpath
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.arch.tree import ROOT, texts
from tests.support.site_pages import makers

FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(<?([^)>\s]+)>?[^)]*\)|^\[[^\]]+\]:\s+<?([^>\s]+)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|#|//")

# Written in two pieces, or this file would find itself.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME)\b(?!\(#\d+\))")

# Directories in which anybody may keep a checkout, so that naming them gives nothing away.
COMMON_PLACES = {"/", "/home", "/opt", "/srv", "/tmp", "/usr/src", "/var/tmp"}  # noqa: S108
HOME = r"/(?:root|home/\w+|Users/\w+)"

ADDRESS = re.compile(r"://|index-url|find-links|trusted-host|\s@\s")
HASHES = r"(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+"
PIN = re.compile(r"^([a-z0-9._-]+)==(\S+)(?: ; [^\\]+)? \\\n" + HASHES, re.MULTILINE)
VERSION = re.compile(r"^## \[(\d[^\]]*)\]", re.MULTILINE)

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def prose(markdown: str) -> str:
    """Leave out the code of a Markdown text."""
    return CODE.sub("", FENCED.sub("", markdown))


def broken_links(name: str, markdown: str) -> list[str]:
    """List the links of a Markdown file to files that are not there; links to other places are not followed."""
    return [f"{name}: {target}" for target, _ in links_of(markdown) if target and not is_there(name, target)]


def links_of(markdown: str) -> list[tuple[str, str]]:
    """List the links of a Markdown text within this tree: the file, none for the same one, and the place in it."""
    links = [inline or reference for inline, reference in LINK.findall(prose(markdown))]
    parts = [link.partition("#") for link in links if link.startswith("#") or not ELSEWHERE.match(link)]
    return [(target, anchor) for target, _, anchor in parts]


def is_there(name: str, target: str) -> bool:
    """Tell whether a link of a page leads to a file, or to a page of the site that is made when it is built."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return (ROOT / path).exists() or path.removeprefix("docs/") in makers()


def anchors_of(markdown: str) -> set[str]:
    """Return the places of a page that can be linked to: its headings as GitHub and the site name them."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", markdown), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def lost_anchors(name: str, markdown: str) -> list[str]:
    """List the links of a Markdown file to a heading that its target does not have; generated pages are not read."""
    found = []
    for target, anchor in links_of(markdown):
        path = ROOT / posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        if not anchor or (target and not (path.suffix == ".md" and path.exists())):
            continue
        if anchor not in anchors_of(path.read_text(encoding="utf-8") if target else markdown):
            found.append(f"{name}: {target}#{anchor}")
    return found


def lines_with(pattern: re.Pattern[str], name: str, text: str) -> list[str]:
    """List the lines of a text in which a pattern is found, by number."""
    return [f"{name}:{number}" for number, line in enumerate(text.splitlines(), 1) if pattern.search(line)]


def machine_paths(root: str, parent: str) -> re.Pattern[str]:
    """Build the pattern of absolute paths that exist on one machine: a home, the checkout, and what lies beside it."""
    places = [HOME, re.escape(root), *([] if parent in COMMON_PLACES else [re.escape(parent)])]
    return re.compile(r"(?<![\w.~$})-])(?:" + "|".join(places) + r")(?![\w-])")


def locked(name: str) -> dict[str, set[str]]:
    """Map each distribution of a requirements file to its pinned versions: several where Python versions differ."""
    pins: dict[str, set[str]] = {}
    for distribution, version in PIN.findall((ROOT / "requirements" / name).read_text(encoding="utf-8")):
        pins.setdefault(canonicalize_name(distribution), set()).add(version)
    return pins


def test_links_lead_somewhere():
    """Every relative link in a Markdown file names a file of this tree."""
    assert [] == [fault for name, text in texts() if name.endswith(".md") for fault in broken_links(name, text)]


def test_links_lead_to_headings():
    """Every link to a place in a page names a heading that the page has."""
    assert [] == [fault for name, text in texts() if name.endswith(".md") for fault in lost_anchors(name, text)]


def test_unfinished_work_names_its_issue():
    """A note of work to be done carries the number of its issue."""
    scanned = [(name, prose(text) if name.endswith(".md") else text) for name, text in texts()]
    assert [] == [fault for name, text in scanned for fault in lines_with(UNFINISHED, name, text)]


def test_no_path_of_one_machine():
    """No file names a place that exists only where it was written."""
    pattern = machine_paths(str(ROOT), str(ROOT.parent))
    assert [] == [fault for name, text in texts() for fault in lines_with(pattern, name, text)]


def test_changelog_is_at_the_version():
    """The newest version in the changelog is the one the package has."""
    versions = VERSION.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert PROJECT["version"] == versions[0]


def test_requirements_name_no_address():
    """Pins say what to install, not from where: that is the installer's setting."""
    requirements = [(name, text) for name, text in texts() if name.startswith("requirements/")]
    assert requirements
    assert [] == [fault for name, text in requirements for fault in lines_with(ADDRESS, name, text)]


@pytest.mark.parametrize("name", ["uv.txt", "run.txt", "dev.txt", "docs.txt"])
def test_every_requirement_is_pinned_and_hashed(name):
    """Nothing stands in a compiled file but pins with their hashes."""
    assert "" == PIN.sub("", (ROOT / "requirements" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("run.txt", PROJECT["dependencies"]), ("dev.txt", PROJECT["optional-dependencies"]["dev"])],
)
def test_pins_are_in_the_ranges_of_the_project(name, wanted):
    """Every dependency in pyproject.toml is locked to a version it permits; if not, `make lock` is due."""
    pins = locked(name)
    stale = [
        text
        for text, requirement in ((text, Requirement(text)) for text in wanted)
        for versions in [pins.get(canonicalize_name(requirement.name), set())]
        if not versions or not all(requirement.specifier.contains(version) for version in versions)
    ]
    assert [] == stale


def test_the_sets_agree():
    """The set for testing contains the set for running at the same versions, so neither undoes the other."""
    run, dev = locked("run.txt"), locked("dev.txt")
    assert run == {name: dev.get(name) for name in run}


def test_the_set_of_the_site_undoes_no_other():
    """What the site needs and testing needs too is one version."""
    docs, dev = locked("docs.txt"), locked("dev.txt")
    assert {} == {name: docs[name] for name in docs.keys() & dev.keys() if docs[name] != dev[name]}


def test_lost_anchors_are_seen():
    """A heading is named as it is written in an address; one that is not there is seen, in this page or another."""
    text = "# A table's file\n\n[a](#a-tables-file) [b](#nothing) [c](../CONTRIBUTING.md#nothing)\n"
    assert ["docs/x.md: #nothing", "docs/x.md: ../CONTRIBUTING.md#nothing"] == lost_anchors("docs/x.md", text)


def test_broken_links_are_seen():
    """A link to a missing file is seen in both notations; code, addresses and anchors are no links."""
    code = "`[a](c.md)`\n\n```\n[a](d.md)\n```\n"
    text = f"[a](b.md#c) [a](https://x.org) [a](#b) [a](../pyproject.toml)\n{code}\n[e]: f.md\n"
    assert ["docs/x.md: b.md", "docs/x.md: f.md"] == broken_links("docs/x.md", text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see /build/alice/pitboss/src", True),
        ("see /build/alice/notes.md", True),
        ("file:///build/alice", True),
        ("see https://example.org/build/alice/x", False),
        ("see /build/alices/x", False),
        ("see ./build/alice/x", False),
        ("/ho" + "me/alice/x", True),
        ("~/x and $HOME/x", False),
    ],
)
def test_machine_paths_are_seen(text, found):
    """The checkout, its neighbours and homes are seen; the same words within another path are not."""
    assert found == bool(machine_paths("/build/alice/pitboss", "/build/alice").search(text))
