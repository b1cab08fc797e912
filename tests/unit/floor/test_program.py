"""Which program runs: its digest, the house file that is pinned to one, and what is recorded of it at a start."""

import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss.cli import main
from pitboss.floor import live
from pitboss.floor.house_file import HouseRefused, read_house
from pitboss.floor.people import events as e
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.program import digest_of, program_digest, program_version
from pitboss.journal import open_journal
from tests.support.web_house import opened, written_house

PACKAGE = Path(pitboss.__file__).parent
OTHER, ANOTHER = "0" * 64, "1" * 64
PARTS = ["money.py", "rulebook/editions/oneida-roulette-2008.toml", "floor/people/roles.toml", "py.typed",
         "web/static/floor.html", "web/static/style.css", "web/static/icon.svg", "web/static/js/staff.js"]  # fmt: skip


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """Return the program's files as they are now, in another place."""
    place = tmp_path_factory.mktemp("released") / "pitboss"
    return Path(shutil.copytree(PACKAGE, place, ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def copy(released, tmp_path):
    """Return a copy that may be changed."""
    return Path(shutil.copytree(released, tmp_path / "elsewhere" / "pitboss"))


# The digest


def test_the_digest_is_of_names_and_contents_alone(released, copy):
    """Neither place nor time nor what Python made of the files is in it."""
    os.utime(copy / "money.py", (0, 0))
    (copy / "money.py").chmod(0o600)
    for folder in (copy, copy / "floor"):
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "money.cpython-311.pyc").write_bytes(b"compiled")
    (copy / ".#money.py").symlink_to("nowhere")
    assert digest_of(released) == digest_of(copy)


@pytest.mark.parametrize("part", PARTS)
def test_one_byte_makes_another_program(released, copy, part):
    """Whether of a module, of a rulebook's odds, of the role matrix or of a page."""
    data = (copy / part).read_bytes()
    (copy / part).write_bytes(data + b" ")
    longer = digest_of(copy)
    (copy / part).write_bytes(bytes([data[0] ^ 1]) + data[1:] if data else b"\0")
    assert 3 == len({digest_of(released), longer, digest_of(copy)})


def test_files_that_come_go_or_change_names_make_another_program(released, copy):
    """Also those that Python would load before ours: a compiled module, or a folder that a link leads to."""
    found = [digest_of(released)]
    (copy / "money.py").rename(copy / "purse.py")
    found.append(digest_of(copy))
    (copy / "purse.py").unlink()
    found.append(digest_of(copy))
    (copy / "streams.so").write_bytes(b"")
    found.append(digest_of(copy))
    (copy.parent / "behind").mkdir()
    (copy.parent / "behind" / "__init__.py").write_text("", encoding="utf-8")
    (copy / "decider").symlink_to(copy.parent / "behind")
    found.append(digest_of(copy))
    assert len(found) == len(set(found))


def test_a_copy_elsewhere_is_the_same_program(released):
    """What runs says of itself what is said of its files, and is read once."""
    said = subprocess.run(
        [sys.executable, "-c", "from pitboss.floor.writer.program import program_digest; print(program_digest())"],
        env={**os.environ, "PYTHONPATH": str(released.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"{digest_of(released)}\n" == said
    assert program_digest() is program_digest()


def test_the_version_is_the_installed_one(monkeypatch):
    """Files without an installation have a digest but no version."""
    assert metadata.version("pitboss") == program_version()

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert "unknown" == program_version()


# The house file that is pinned


def pinned(folder, digest):
    """Write a house that only one program may open."""
    path = written_house(folder)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[house]\n", f'[house]\nprogram = "{digest}"\n', 1), encoding="utf-8")
    return path


def test_a_house_that_is_pinned_to_this_program_opens(tmp_path):
    """The digest that `--check` prints is the one that the house file wants."""
    house = opened(pinned(tmp_path, program_digest()), str(tmp_path / "house.db"))
    house.close()
    assert program_digest() == house.file.house.program


@pytest.mark.parametrize("wrong", [lambda _: OTHER, lambda _: "", str.upper, lambda digest: digest[:16]])
def test_any_other_pin_is_a_fault_that_names_the_digest(tmp_path, wrong):
    """Whatever is wrong with it: nearly right is another program."""
    digest = wrong(program_digest())
    with pytest.raises(HouseRefused) as refused:
        read_house(pinned(tmp_path, digest))
    (fault,) = refused.value.faults
    assert ("house.program", digest) == (fault.field, fault.value)
    assert program_digest() in fault.reason


def test_another_program_opens_nothing(tmp_path, capsys):
    """`pitboss serve` goes with the digest, and there is no journal."""
    house = pinned(tmp_path, OTHER)
    before = set(tmp_path.iterdir())
    with pytest.raises(SystemExit) as leaving:
        main(["serve", "--house", str(house), "--journal", str(tmp_path / "house.db"), "--port", "0"])
    assert 2 == leaving.value.code
    said = capsys.readouterr().err
    assert "house.program" in said
    assert program_digest() in said
    assert before == set(tmp_path.iterdir())


def test_a_check_tells_the_digest(capsys):
    """On a line of its own, to be copied into the house file."""
    with pytest.raises(SystemExit) as leaving:
        main(["serve", "--check"])
    assert 0 == leaving.value.code
    assert f"program {program_digest()}" == capsys.readouterr().out.splitlines()[-1]


# What is recorded at a start


class Starts:
    """A house that is started and stopped, with one program or another."""

    def __init__(self, folder, monkeypatch):
        self.journal, self.path, self.patch = str(folder / "house.db"), written_house(folder), monkeypatch

    def start(self, digest):
        """Start it with a program and stop it; return its open alarms."""
        self.patch.setattr(live, "program_digest", lambda: digest)
        house = opened(self.path, self.journal)
        alarms = house.floor.view(HOUSE_STREAM, lambda found: list(found.state.alarms.values()))
        house.close()
        return alarms

    def programs(self):
        """Return the programs on record, which verifies: digest, and the digest before."""
        journal = open_journal(self.journal)
        faults, bodies = verify(journal).faults, [json.loads(record.body) for record in journal.read(HOUSE_STREAM)]
        journal.close()
        assert () == faults
        return [(body["digest"], body["before"]) for body in bodies if "program_recorded" in body["type"]]


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Return a house that was never started."""
    return Starts(tmp_path, monkeypatch)


def test_a_program_is_recorded_once_however_often_it_is_started(house):
    """No alarm is raised about it, neither at the first start nor later."""
    assert [[], [], []] == [house.start(OTHER) for _ in range(3)]
    assert [(OTHER, None)] == house.programs()


def test_another_program_is_recorded_and_alarms_the_pit_once(house):
    """The alarm names version and digest, and stays open over the next start without being raised again."""
    house.start(OTHER)
    first = house.start(ANOTHER)
    assert first == house.start(ANOTHER)
    text = f"the program is another one than at the last start: version {program_version()}, digest {ANOTHER}"
    assert [("program", "program", text)] == first
    assert [(OTHER, None), (ANOTHER, OTHER)] == house.programs()


def test_an_older_program_is_another_one_too(house):
    """Whoever goes back is on record as whoever upgrades."""
    assert [0, 1, 2] == [len(house.start(digest)) for digest in (OTHER, ANOTHER, OTHER)]
    assert [(OTHER, None), (ANOTHER, OTHER), (OTHER, ANOTHER)] == house.programs()


def test_a_journal_of_a_time_without_digests_goes_on(house, monkeypatch):
    """The first program that records itself is no other one: nobody knows what ran before."""
    with monkeypatch.context() as before:
        before.setattr(live, "_program", lambda _: None)
        house.start(OTHER)
    assert [] == house.programs()
    assert [] == house.start(ANOTHER)
    assert [(ANOTHER, None)] == house.programs()


def test_what_is_recorded_is_what_runs(tmp_path):
    """Version and digest of this program, by the server itself, before anything else that it does."""
    opened(written_house(tmp_path), str(tmp_path / "house.db")).close()
    journal = open_journal(str(tmp_path / "house.db"))
    _, first, *_ = (record.body for record in journal.read(HOUSE_STREAM))
    journal.close()
    wanted = e.ProgramRecorded(version=program_version(), digest=program_digest(), before=None)
    assert msgspec.json.encode(wanted) == first
