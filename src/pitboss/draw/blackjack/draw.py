"""A blackjack table as one picture: its cloth, and where there is a round, the round as it ended.

Drawing decides nothing. A round comes settled, with the words and figures of the answer to its document, and what is
printed on the felt stands on the table's sign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.draw.blackjack.cloth import Cloth
from pitboss.draw.blackjack.tall import TallCloth
from pitboss.draw.blackjack.words import Print, description
from pitboss.draw.svg import picture
from pitboss.errors import BadConfig

if TYPE_CHECKING:
    from pitboss.draw.blackjack.round import SettledRound
    from pitboss.games.blackjack.rules import Rules

__all__ = ["draw"]


def draw(rules: Rules, *, settled: SettledRound | None = None, tall: bool = False, title: str = "") -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the table; its print, its circles and its limits are drawn.
        settled: a round to show on it.
        tall: arrange it for a narrow screen, with the places below each other instead of in a bow.
        title: the heading; the table's name without one, or the game's.

    Raises:
        BadConfig: for a round that was played by other rules than this table's.

    >>> from pitboss.games.blackjack.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "oneida-blackjack-2004"}))).count('class="place"')
    7
    """
    if settled is not None:
        _refuse_other_rules(rules, settled.rules)
    felt = Print(rules)
    heading = title or rules.config.name or felt.title
    cloth = (TallCloth if tall else Cloth)(rules, settled, felt, heading)
    return picture(
        "blackjack",
        *cloth.size,
        *cloth.parts(),
        title=heading if heading == felt.title else f"{felt.title}: {heading}",
        description=description(rules, settled),
    )


def _refuse_other_rules(rules: Rules, played: Rules) -> None:
    """Keep a round off a cloth that says something else than what it was settled by."""
    if rules.edition.id != played.edition.id:
        raise BadConfig("is not the rulebook of the round", field="rulebook", value=rules.edition.id)
    other = [key for key, value in rules.settings.items() if value != played.settings[key]]
    if other:
        reason = f"are not those of the table, which has its own {', '.join(other)}"
        raise BadConfig(f"the round's settings {reason}", field="settings")
