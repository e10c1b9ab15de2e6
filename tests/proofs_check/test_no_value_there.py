"""What has no value at a point, or no such entries, refutes nothing: there are the least positive eigenvalue and the
condition number of positive semi-definite and definite matrices alone, and entries of positive vectors are positive."""

from __future__ import annotations

import numpy as np
import pytest

from proofs_check import (
    Kind,
    absolute,
    check,
    claim,
    conj,
    entry,
    eq,
    ge,
    gradient_flow,
    gt,
    implies,
    inner,
    matrix,
    parameter,
    scalar,
    tr,
    vector,
)
from proofs_check.algebras.at_point import PLAIN
from proofs_check.algebras.entries.instances import instance
from proofs_check.results import Result
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import cond
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import eigenvalue, least_positive_eigenvalue
from proofs_check.statement.terms import Sym, det, zeros
from proofs_check.verdict import Verdict

S = matrix("S_1", "d", "d", "symmetric")
least = least_positive_eigenvalue(S)


@pytest.mark.parametrize("prop", [
    ge(least, 0), ge(tr(S) * least, 0), ge(eigenvalue(S, 1) * cond(S), 0),
], ids=str)  # fmt: skip
def test_what_holds_wherever_it_has_a_value_is_not_refuted_elsewhere(prop: Prop) -> None:
    found = check(claim("own/value", kind=Kind.INEQUALITY)(lambda: prop))
    assert isinstance(found, Result)
    assert found.defects == ()
    assert found.verdict is not Verdict.REFUTED


@pytest.mark.parametrize("A", [[[-1.0]], [[1.0, 0.0], [0.0, -1.0]], [[0.0]]])
def test_the_checked_definitions_have_no_positive_eigenvalue_of_other_matrices(A: list[list[float]]) -> None:
    with pytest.raises(Lacks, match="positive eigenvalue"):
        PLAIN["least_positive_eigenvalue"](least, lambda node: np.array([A]))


def test_what_is_semidefinite_and_not_0_is_not_called_definite() -> None:
    found = check(claim("own/value", kind=Kind.INEQUALITY)(lambda: ge(least, 0)), only=("words",))
    assert isinstance(found, Result)
    assert {c.prop for c in found.parts[0].conditions if c.stated} == {"S_1 positive semi-definite", "S_1 != 0"}


v, w, u = (vector(f"{trait}_1", "d", trait) for trait in ("positive", "nonnegative", "nonzero"))
A = matrix("A_1", "d", "d", "invertible")


@pytest.mark.parametrize("prop", [
    ge(entry(v, 1, 1), 0), ge(inner(v, w), 0), gt(inner(u, u), 0), gt(det(A) ** 2, 0),
], ids=str)  # fmt: skip
def test_entries_that_may_not_have_any_value_do_not_move_in_boxes(prop: Prop) -> None:
    found = check(claim("own/box", kind=Kind.INEQUALITY)(lambda: prop), only=("balls",))
    assert isinstance(found, Result)
    assert found.verdict is Verdict.SUPPORTED
    assert "boxes" not in found.scope


W = matrix("W_1", "d", "d", "nonnegative")


@pytest.mark.parametrize("prop", [
    eq(absolute(entry(w, 1, 1)), entry(w, 1, 1)), eq(absolute(entry(W, 1, 1)), entry(W, 1, 1)),
], ids=str)  # fmt: skip
def test_entries_of_exact_points_have_the_signs_that_traits_say(prop: Prop) -> None:
    found = check(claim("own/signs", kind=Kind.IDENTITY)(lambda: prop), only=("entries",))
    assert isinstance(found, Result)
    assert found.defects == ()


def test_no_problem_gives_a_vector_entries_that_it_cannot_have() -> None:
    def stated(vector: Sym) -> object:
        d, a = scalar("d", "integer", "positive"), parameter("a_1")
        problem = implies(conj(eq(d, 2), eq(vector, zeros("d", 1))), ge(entry(vector, 1, 1), 0))
        return instance(problem, gradient_flow(a**2, (a,)))

    assert stated(w) is not None
    assert stated(v) is None
    assert stated(u) is None
