"""Which points are looked at, and in which order, tells nothing of what symbols are called."""

from __future__ import annotations

from proofs_check import Kind, check, claim, eq, ge, implies, minimum, scalar
from proofs_check.results import Result
from proofs_check.statement.props import Prop


def answers(prop: Prop) -> list[tuple[str, str, str]]:
    found = check(claim("own/places", kind=Kind.IDENTITY)(lambda: prop), only=("balls",))
    assert isinstance(found, Result)
    return [(w.name, w.verdict.name, str(w.scope)) for w in found.witnesses]


def least(names: str) -> Prop:
    a, b = (scalar(name) for name in names[:2])
    return implies(ge(b, 0), eq(minimum(b * a**2, a), 0))


def test_no_point_depends_on_what_symbols_are_called() -> None:
    assert answers(least("zk")) == answers(least("gy")) == answers(least("Pb"))
