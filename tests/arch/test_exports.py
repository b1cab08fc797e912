"""What `import pitboss` promises."""

import subprocess
import sys

import pitboss


def test_every_supported_name_is_there():
    """Each name of `__all__` can be had, and nothing else is promised."""
    promised = {name for names in pitboss._HOME.values() for name in names}

    assert promised == set(pitboss.__all__)
    assert all(getattr(pitboss, name) is not None for name in pitboss.__all__)
    assert dir(pitboss) == sorted(pitboss.__all__)


def test_an_unknown_name_is_an_attribute_error():
    """A name that is not promised fails as any module's would."""
    assert not hasattr(pitboss, "Craps")


def test_importing_pitboss_loads_nothing_heavy():
    """The package itself loads neither msgspec nor rich nor a compiler."""
    code = "import sys, pitboss; print(sorted({'msgspec', 'rich', 'numpy', 'numba'} & set(sys.modules)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert "[]\n" == printed
