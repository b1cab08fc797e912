"""Written rules as data: editions, their clauses, and the checking of a table's settings against them."""

from pitboss.rulebook.check import Fault, TableConfig, check_settings, check_table, read_table_file, table_config
from pitboss.rulebook.clauses import Clause, ClauseKind, citations, cites, parent_of
from pitboss.rulebook.edition import (
    Bound,
    Edition,
    WagerSpec,
    all_clauses,
    clause,
    edition,
    edition_ids,
    readings,
)
from pitboss.rulebook.violations import (
    ActionRefused,
    BetRefused,
    BetsClosed,
    ChipsRefused,
    LimitExceeded,
    NotOffered,
    ProcedureBreach,
    RuleViolation,
    SettingsRefused,
)

__all__ = [
    "ActionRefused",
    "BetRefused",
    "BetsClosed",
    "Bound",
    "ChipsRefused",
    "Clause",
    "ClauseKind",
    "Edition",
    "Fault",
    "LimitExceeded",
    "NotOffered",
    "ProcedureBreach",
    "RuleViolation",
    "SettingsRefused",
    "TableConfig",
    "WagerSpec",
    "all_clauses",
    "check_settings",
    "check_table",
    "citations",
    "cites",
    "clause",
    "edition",
    "edition_ids",
    "parent_of",
    "read_table_file",
    "readings",
    "table_config",
]
