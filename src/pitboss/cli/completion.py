"""`pitboss completion`: a script by which a shell completes commands, options and files."""

from __future__ import annotations

import sys
from typing import Literal

# What is generated only defines its function: read from $fpath it must complete at once, read by `eval` from then on.
_CALLED = """
if [[ ${funcstack[1]} == _pitboss ]]; then
  _cyclopts_pitboss "$@"
else
  compdef _cyclopts_pitboss pitboss
fi
"""


def run(shell: Literal["bash", "zsh"]) -> None:
    """Print a script that lets a shell complete commands and options.

    For bash, put `eval "$(pitboss completion bash)"` into ~/.bashrc. For zsh, put `eval "$(pitboss completion zsh)"`
    after compinit into ~/.zshrc, or write the script to a file called _pitboss in a folder of $fpath.

    Parameters
    ----------
    shell
        The shell that is to read it.
    """
    from pitboss.cli import build

    sys.stdout.write(build().generate_completion(prog_name="pitboss", shell=shell))
    if shell == "zsh":
        sys.stdout.write(_CALLED)
