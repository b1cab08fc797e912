"""What verify finds of papers: gaps in numbers, somebody beside themselves, corrections of nothing, wrong notes."""

import pytest

from pitboss.decider import Move
from pitboss.ledger.recount_papers import Papers


def found(*events, stream="table:1"):
    """Return what is wrong with some events of one stream, the opening being its first record."""
    papers = Papers()
    return [
        what
        for version, (tag, moves, fields) in enumerate(events, start=2)
        for what in papers.take(stream, version, {"type": tag, **fields}, moves)
    ]


def event(tag, *moves, **fields):
    """Return an event with its moves."""
    return tag, tuple(Move(*move) for move in moves), fields


@pytest.mark.parametrize(
    ("tags", "field"),
    [
        (("table.fill_requested/1", "table.credit_requested/1"), "slip"),
        (("table.marker_issued/1",), "marker"),
        (("table.drop_box_removed/1",), "box"),
        (("roulette.colour_abandoned/1",), "claim"),
    ],
)
def test_numbers_have_no_gap(tags, field):
    """Fills and credits share theirs; each other paper has its own."""
    whole = [event(tags[number % len(tags)], **{field: number}) for number in range(1, 5)]
    assert [] == found(*whole)
    assert [f"{field} 3 comes where 2 is due"] == found(whole[0], *whole[2:])


def test_nobody_stands_by_their_own_act():
    """The first person and the second are two."""
    assert [] == found(event("cage.funded/1", by="Cal", witness="Ada"), event("cage.chips_cashed/1", by="Cal"))
    assert ["Cal stands by an act of their own"] == found(event("cage.funded/1", by="Cal", witness="Cal"))


def test_a_thing_is_corrected_once_and_by_its_like():
    """A settlement by a correction, that by the next; not twice, not a sale, and not what is nothing."""
    settled, corrected = "sicbo.round_settled/1", "table.settlement_corrected/1"
    assert [] == found(event(settled), event(corrected, corrects=2), event(corrected, corrects=3))
    twice = found(event(settled), event(corrected, corrects=2), event(corrected, corrects=2))
    assert ["it corrects version 2, where nothing is that can be corrected so, or is any more"] == twice
    assert 1 == len(found(event("table.value_chips_bought/1"), event(corrected, corrects=2)))
    assert 1 == len(found(event("table.opened/1"), event("table.sale_corrected/1", corrects=2)))


def test_the_cage_is_told_what_tables_recorded():
    """Of a record that moved its money or the tips, by as much; of nothing else."""
    papers = Papers()
    moved = {"type": "table.fill_issued/1"}
    assert [] == list(papers.take("table:1", 5, moved, [Move("cage", "transit:1", 300)]))
    note = {"type": "cage.table_noted/1", "table": "table:1", "version": 5, "cage_minor": -300, "tokes_minor": 0}
    assert [] == list(papers.take("cage", 2, note, ()))
    said = list(papers.take("cage", 3, note, ()))
    assert ["the cage was told of (-300, 0) by table:1 version 5, which moved (0, 0)"] == said
