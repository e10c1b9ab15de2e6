"""What a certificate spells out, so that verify.py has nothing to search."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check.certificates import verify
from proofs_check.certificates.explicit import Steps
from proofs_check.certificates.nodes import Rows
from proofs_check.statement.props import Prop, eq, le, lt
from proofs_check.statement.terms import exp, expect, scalar, term

from .places import after, l_
from .statements import A, B, a, b, c, p

e1 = scalar("e1", "random")


def spelled(rule: str, shows: Prop, *given: Prop) -> tuple[Steps, list[dict[str, Any]]]:
    """The steps that stand for one that rests on all that is given."""
    formulas = Rows()
    data: dict[str, Any] = {"nodes": formulas.rows, "times": ["t"], "flow": None, "log": []}
    rows = [{"rule": "assume", "shows": formulas.add(h)} for h in given]
    rows.append({"rule": rule, "shows": formulas.add(shows), "from": list(range(len(given)))})
    verify.start(data)
    steps = Steps(data, formulas)
    for row in rows:
        steps.add(row)
    return steps, steps.rows[len(given) :]


def test_a_computation_names_only_premises_that_it_uses():
    _, unused = spelled("normal form", eq(a + b, b + a), lt(0, a), eq(a, c))
    _, signs = spelled("sign", lt(0, a * p), eq(b, c), lt(0, a), eq(a, c))
    assert [row.get("from", []) for row in unused] == [[]]
    assert [row["from"] for row in signs] == [[1]]


@pytest.mark.parametrize(("shows", "given"), [
    (eq(exp(a) * c, c * exp(b)), [eq(a, b)]),
    (eq(exp(a) / a, exp(b) / a), [eq(a, b), lt(0, a)]),
    (eq(exp(a + b), exp(2 * c)), [eq(a, c), eq(b, c)]),
    (eq(exp(a) * after(A, l_ + 1), exp(b) * A), [eq(a, b)]),
    (eq(B * after(A, 0), A), [eq(B * after(A, 0), A)]),
])  # fmt: skip
def test_equals_are_put_in_by_steps_that_follow(shows, given):
    steps, rows = spelled("normal form", shows, *given)
    assert not any(row.get("trust") for row in rows)
    assert steps.nodes[rows[-1]["shows"]] is steps.nodes[steps.formulas.add(shows)]
    for row in rows:
        if row["rule"] == "normal form":
            assert all(steps.log.made[k].shows.head != "eq" for k in row.get("from", []))


def test_equals_of_one_outcome_are_not_put_in_below_a_mean():
    _, rows = spelled("normal form", eq(expect(e1), expect(b)), eq(e1, b))
    assert [row.get("trust") for row in rows] == [True]


def test_what_does_not_follow_is_on_trust_and_nothing_else_is_written():
    _, rows = spelled("normal form", eq(exp(a), exp(c)), eq(a, b), le(a, c))
    assert [(row["rule"], row.get("trust")) for row in rows] == [("normal form", True)]


def test_a_step_that_is_not_even_a_step_is_refused():
    steps, _ = spelled("normal form", eq(a, a))
    with pytest.raises(ValueError, match="not even on trust"):
        steps.add({"rule": "assume", "shows": 10**6})


def test_formulas_that_are_new_stand_in_the_certificate():
    steps, _ = spelled("normal form", eq(exp(a) + term(1), exp(b) + term(1)), eq(a, b))
    verify.start(steps.data)
    assert verify.read_nodes(steps.formulas.rows)
    assert len(steps.nodes) == len(steps.formulas.rows)
