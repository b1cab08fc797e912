"""What `pitboss simulate` prints and writes when its rounds are played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.cli.output import print_table
from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.lab.simulation.run import Run


def check_files(output: str | None, resume: Path | None, plots: str | None) -> None:
    """Refuse files that could not be written, before the rounds are played and not after."""
    if output is not None and Path(output).suffix.lower() not in (".parquet", ".json"):
        raise InputError("results are written to a file that ends in .parquet or .json", field="output", value=output)
    if plots is not None and Path(plots).suffix.lower() != ".svg":
        raise InputError("plots are drawn into a file that ends in .svg", field="plots", value=plots)
    if resume is not None and output is not None and Path(output).absolute() == resume.absolute():
        raise InputError("is the file to go on from: results take another", field="output", value=output)
    for path, name in ((output, "output"), (resume, "resume"), (plots, "plots")):
        if path is not None and not Path(path).parent.is_dir():
            raise InputError("its folder is not there", field=name, value=str(path))


def write(made: Run, output: str) -> None:
    """Write how often each result came, whole or not at all."""
    path = Path(output)
    beside = path.with_name(f"{path.name}.part")
    try:
        if path.suffix.lower() == ".json":
            beside.write_bytes(msgspec.json.encode(made.results))
        else:
            _write_parquet(beside, output, made.results)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"cannot be written: {error.strerror}", field="output", value=output) from error


def _write_parquet(path: Path, output: str, results: list[dict[str, int]]) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        reason = "Parquet needs the extra `export`: pip install 'pitboss[export]'"
        raise InputError(reason, field="output", value=output) from None
    columns = {name: [row[name] for row in results] for name in ("gain_minor", "count")}
    parquet.write_table(pa.table(columns), path)


def print_answer(made: Run, seed: int, *, json: bool) -> None:
    """Print what a run came to, with the exact figure beside it where there is one."""
    answer = made.answer(seed)
    if json:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        return
    rows = [{"figure": name.replace("_", " "), "value": value} for name, value in answer.items()]
    print_table("What a player gains, as a share of what is laid", ("figure", "value"), rows)
