"""`pitboss play`: a transcript through the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.console import console
from pitboss.cli.output import File, print_json, read_bytes
from pitboss.streams import read_transcript
from pitboss.transcript import differences, play, recorded_lines

if TYPE_CHECKING:
    from pitboss.transcript import Difference, Transcript

__all__ = ["run", "tell"]


def run(file: File, *, json: bool = False, check: bool = False, record: bool = False) -> int:
    """Play a transcript and print what happens in words.

    Parameters
    ----------
    file
        The transcript, JSON Lines; "-" reads standard input.
    json
        Print one event or refusal a line instead of words.
    check
        Compare with the events and refusals recorded in the file; exit code 1 if anything differs.
    record
        Print the transcript again with events and refusals recorded after each command.
    """
    transcript = read_transcript(read_bytes(file).split(b"\n"))
    if check:
        return _report(file, transcript)
    if record:
        for line in recorded_lines(transcript):
            print(line)
    elif json:
        print_json(answer for step in play(transcript) for answer in step.answers)
    else:
        tell(transcript)
    return 0


def tell(transcript: Transcript) -> None:
    """Print a transcript in words, notes and all."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    name = transcript.config.name or transcript.game.name
    out.print(f"{name}, under {transcript.config.rulebook}", style="bold", markup=False)
    notes = dict(transcript.notes)
    for step in play(transcript):
        for line in [number for number in notes if number < step.entry.line]:
            out.print(f"\n{notes.pop(line)}", style="italic", markup=False)
        for words in step.words:
            style = "red" if words.startswith("Refused") else ""
            for row in words.split("\n"):
                out.print(Padding(Text(row, style=style), (0, 0, 0, 2), expand=False))
    for note in notes.values():
        out.print(f"\n{note}", style="italic", markup=False)


def _report(file: str, transcript: Transcript) -> int:
    found = differences(transcript)
    for difference in found:
        print(_sentence(file, difference))
    if not found:
        count = sum(len(entry.recorded) for entry in transcript.entries)
        print(f"{file}: {len(transcript.entries)} commands, {count} recorded answers, no difference.")
    return 1 if found else 0


def _sentence(file: str, difference: Difference) -> str:
    import msgspec

    shown = [
        msgspec.json.encode(side).decode() if side else "nothing" for side in (difference.recorded, difference.now)
    ]
    return f"{file}, command at line {difference.line}:\n  recorded {shown[0]}\n  now      {shown[1]}"
