"""What a driver says when it cannot bring a test to where it is about.

Support code drives and returns; what must be so is said by the test. A driver that is refused on its way there, or
misses what it needs, raises `NotDriven`: the test failed before it began.
"""

from typing import Any, TypeVar

from pitboss.decider import Accepted, Refusal

__all__ = ["NotDriven", "accepted", "need", "refused", "there"]

T = TypeVar("T")


class NotDriven(Exception):
    """A driver could not do what a test needs before it begins."""


def accepted(answer: Accepted | Refusal, *about: object) -> Accepted:
    """Return the answer to something that a test needs done."""
    if not isinstance(answer, Accepted):
        raise NotDriven(*about, answer)
    return answer


def refused(answer: Accepted | Refusal, *about: object) -> Refusal:
    """Return the answer to something that a test wants refused, for the test to say why."""
    if not isinstance(answer, Refusal):
        raise NotDriven(*about, answer)
    return answer


def there(found: T | None, *about: object) -> T:
    """Return what a driver needs, which is there."""
    if found is None:
        raise NotDriven(*about)
    return found


def need(is_so: object, *about: Any) -> None:
    """Stop where a driver cannot go on."""
    if not is_so:
        raise NotDriven(*about)
