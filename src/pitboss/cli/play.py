"""`pitboss play`: a transcript through the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.cli.output import File, console, print_json, read_bytes
from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.transcript import Difference, Step, Transcript


def run(
    file: File,
    *,
    json: bool = False,
    check: bool = False,
    record: bool = False,
    journal: str | None = None,
    stream: str | None = None,
) -> int:
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
    journal
        Play durably into this journal, sqlite:///FILE or postgresql://HOST/DATABASE; played twice it has one effect.
    stream
        The stream to play into; by default it is called after what the transcript is of, and its name.
    """
    from pitboss.openers import read_transcript
    from pitboss.transcript import play, recorded_lines

    _refuse_together(journal, stream, check=check, record=record)
    transcript = read_transcript(read_bytes(file).split(b"\n"))
    if check:
        return _report(file, transcript)
    if journal is not None:
        _play_into(journal, transcript, stream, json=json)
    elif record:
        for line in recorded_lines(transcript):
            print(line)
    elif json:
        print_json(answer for step in play(transcript) for answer in step.answers)
    else:
        tell(transcript)
    return 0


def _refuse_together(journal: str | None, stream: str | None, *, check: bool, record: bool) -> None:
    if journal is not None and (check or record):
        raise InputError("what is played into a journal is neither checked nor printed again", field="journal")
    if stream is not None and journal is None:
        raise InputError("a stream is a journal's: say --journal too", field="stream", value=stream)


def _play_into(address: str, transcript: Transcript, stream: str | None, *, json: bool) -> None:
    """Play durably, tell what is recorded, and say how much of it was recorded before."""
    from pitboss.floor.writer.transcripts import play_into
    from pitboss.journal.address import without_password

    played = play_into(address, transcript, stream)
    if json:
        print_json(answer for step in played.steps for answer in step.answers)
        return
    tell(transcript, played.steps)
    commands = len(played.steps)
    said = f"{commands} command{'' if commands == 1 else 's'} in {without_password(address)} as {played.stream}"
    if not played.recorded_before:
        print(f"\nRecorded: {said}.")
    elif played.recorded_before == commands:
        print(f"\nRecorded before: {said}. Nothing had an effect again.")
    else:
        print(f"\nRecorded: {said}. {played.recorded_before} of them were there before and had no effect again.")


def tell(transcript: Transcript, steps: Iterable[Step] | None = None) -> None:
    """Print a transcript in words, notes and all: as it is played now, or as its steps were recorded."""
    from rich.padding import Padding
    from rich.text import Text

    from pitboss.transcript import play

    out = console()
    name = transcript.config.name or transcript.game.name
    out.print(f"{name}, under {transcript.config.rulebook}", style="bold", markup=False)
    notes = dict(transcript.notes)
    for step in play(transcript) if steps is None else steps:
        for line in [number for number in notes if number < step.entry.line]:
            out.print(f"\n{notes.pop(line)}", style="italic", markup=False)
        for words in step.words:
            style = "red" if words.startswith("Refused") else ""
            for row in words.split("\n"):
                out.print(Padding(Text(row, style=style), (0, 0, 0, 2), expand=False))
    for note in notes.values():
        out.print(f"\n{note}", style="italic", markup=False)


def _report(file: str, transcript: Transcript) -> int:
    from pitboss.transcript import differences

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
