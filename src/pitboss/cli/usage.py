"""What is wrong with a command line, in a sentence that names things as they are typed."""

from __future__ import annotations

import cyclopts
from cyclopts.argument import Argument


def told(error: cyclopts.CycloptsError) -> str:
    """Return the sentence, and where to read on.

    A missing argument is named as the usage line names it: FILE where it is typed without a name, --results where not.
    """
    command = " ".join(("pitboss", *(error.command_chain or ())))
    if isinstance(error, cyclopts.MissingArgumentError) and error.argument is not None and not error.argument.tokens:
        said = f"{typed(error.argument)} is missing." if error.keyword is None else f"{error.keyword} needs a value."
    elif isinstance(error, cyclopts.UnusedCliTokensError) and error.unused_tokens:
        said = f"{' '.join(error.unused_tokens)} is more than the command takes."
    else:
        said = str(error).strip()
    return f"{said} See `{command} --help`."


def typed(argument: Argument) -> str:
    """Return how somebody types an argument: FILE, or --results."""
    if argument.field_info.is_positional:
        return argument.name.lstrip("-").replace("-", "_").upper()
    return argument.name
