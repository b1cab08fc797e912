"""Check the files of tables against their rulebooks: every fault at once, each with its clause."""

import sys
from pathlib import Path

import pitboss

for path in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else sorted(Path("examples/tables").glob("*.toml")):
    faults = pitboss.check_file(path)
    for fault in faults:
        print(f"{path}: {fault.field} = {fault.value!r}: {fault.reason} [{fault.clause or 'makes no sense'}]")
    if not faults:
        table = pitboss.Table.load(path)
        print(f"{path}: {table.name} may open under {table.rulebook}")
