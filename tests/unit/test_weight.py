"""What things weigh: whatever they hold counts, also where Python's collector never looks."""

import msgspec

from tests.support.weight import referents, weight


class Kept(msgspec.Struct, gc=False):
    """A record that holds no circles."""

    name: str


def test_a_record_weighs_with_its_fields():
    """Python's collector does not tell what such a record holds, and it is most of a day of tickets."""
    name = "Ann" * 1_000
    assert [name] == referents(Kept(name))
    assert weight(Kept(name)) > 3_000 > weight(Kept(name), name)
