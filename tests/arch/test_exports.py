"""What `import pitboss` promises."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss import lab

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("package", [pitboss, lab], ids=lambda package: package.__name__)
def test_every_supported_name_is_there(package):
    """Each name of `__all__` can be had, and nothing else is promised."""
    promised = {name for names in package._HOME.values() for name in names}

    assert promised == set(package.__all__)
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert dir(package) == sorted(package.__all__)


def test_the_laboratory_s_names_are_documented_and_typed():
    """Each says what it is for, stands in its tutorial's list once, and the type checker is asked about it."""
    page = (ROOT / "docs/lab-tutorial.md").read_text(encoding="utf-8").partition("## Every name")[2]
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    asked = re.findall(r"\blab\.(\w+)", (ROOT / "tests/typing/lab.py").read_text(encoding="utf-8"))

    assert sorted(lab.__all__) == sorted(name for row in rows for name in re.findall(r"`(\w+)`", row))
    assert set(lab.__all__) == set(asked)
    assert all(getattr(lab, name).__doc__ for name in lab.__all__)


def test_an_unknown_name_is_an_attribute_error():
    """A name that is not promised fails as any module's would."""
    assert not hasattr(pitboss, "Craps")
    assert not hasattr(lab, "craps")


def test_importing_pitboss_loads_nothing_heavy():
    """The package itself loads neither msgspec nor rich nor a compiler."""
    code = "import sys, pitboss, pitboss.lab; print(sorted({'msgspec', 'rich', 'numpy', 'numba'} & set(sys.modules)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert "[]\n" == printed
