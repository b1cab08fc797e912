"""Walk a journal: what happened how often, what was refused and why, and how every round ended.

Record one first: pitboss play examples/roulette/oneida/one-round.jsonl --journal day.db
"""

import sys
from collections import Counter

import pitboss

with pitboss.read_journal(sys.argv[1] if len(sys.argv) > 1 else "day.db") as journal:
    for stream in journal.streams:
        print(stream, dict(Counter(type(event).__name__ for event in journal.events(stream))))
        for step in journal.steps(stream):
            if step.refusal is not None:
                print(f"{step.at:%H:%M} {step.by.id}, {step.by.role}: {step.refusal.reason} [{step.refusal.clause}]")
            elif any(type(event).__name__ == "RoundSettled" for event in step.events):
                print(f"{step.at:%H:%M}", *step.words)
