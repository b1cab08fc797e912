"""`pitboss rulebooks`: the rules documents Pitboss knows."""

from __future__ import annotations

from pitboss.cli.output import print_json


def run(*, json: bool = False) -> None:
    """List every rulebook: its game, its title, who adopted it when and by what act, and its hash.

    Parameters
    ----------
    json
        Print one JSON row a rulebook, with the whole hash.
    """
    from pitboss.rulebook import edition, edition_ids

    rows = []
    for rules in map(edition, edition_ids()):
        adopted = rules.adoption.adopted
        row = {
            "id": rules.id,
            "game": rules.game,
            "title": rules.title,
            "adopted_by": rules.adoption.body,
            "resolution": rules.adoption.resolution,
            "adopted": str(adopted) if adopted else "",
            "clauses": len(rules.clauses),
            "hash": rules.hash,
        }
        rows.append(row)
    if json:
        print_json(rows)
        return
    for row in rows:
        by = f"adopted {row['adopted']} " if row["adopted"] else ""
        act = f", {row['resolution']}" if row["resolution"] else ""
        print(f"{row['id']}\n  {row['title']}\n  {by}by {row['adopted_by']}{act}")
        print(f"  {row['clauses']} clauses, hash {str(row['hash'])[:16]}")
