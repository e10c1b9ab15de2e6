"""Shapes of terms: every head has a row, what does not fit is one sentence, and the grid compares every entry."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    diag,
    eq,
    expect,
    ge,
    matrix,
    scalar,
    tr,
    vector,
)
from proofs_check.errors import UserError
from proofs_check.registry import load
from proofs_check.report.render import plain
from proofs_check.results import Result
from proofs_check.statement.attention import activated, activation, gram, kernel, kernel_value
from proofs_check.statement.dimensions import size
from proofs_check.statement.laws import exponential, iid_entries
from proofs_check.statement.props import Prop, differs, psd
from proofs_check.statement.psd import convex, eigenvalue, infimum, pinv, projection
from proofs_check.statement.sizes import check_sizes, shape_of_term
from proofs_check.statement.terms import (
    Term,
    argmin,
    beside,
    beside_over,
    block,
    col,
    index,
    kron,
    norm_F,
    stack,
    stack_over,
    unvec,
    vec,
    where,
    zeros,
)

d, N, a = scalar("d", "integer", "positive"), scalar("N", "integer", "positive"), scalar("a")
v, w = vector("v"), vector("w")
A, B, X, K = matrix("A"), matrix("B_1"), matrix("X_1", "N", "d"), matrix("K_1", "d", "m")
S, F, G = (matrix(name, "d", "d", "symmetric") for name in ("S", "F", "G"))
i = index("i", "N")


def found(prop: Prop, *given: Prop, witnesses: tuple[str, ...] = ()) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY, given=hypotheses, witnesses=witnesses)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize(("written", "same"), [
    ("n+1", "1+n"), ("d(d+1)", "d^2+d"), ("(d+1)^2", "d^2+2*d+1"), ("2*d", "d+d"), ("n-1+1", "n"),
])  # fmt: skip
def test_a_dimension_may_be_written_in_several_ways(written: str, same: str) -> None:
    assert size(written) == size(same)
    assert size(written) != size("d")


@pytest.mark.parametrize(("node", "shape"), [
    (block(A, v, v.T, zeros(1, 1)), ("d+1", "d+1")),
    (stack(X, A), ("N+d", "d")),
    (beside(A, K), ("d", "d+m")),
    (stack_over(i, N, v.T), ("N", "d")),
    (beside_over(i, N, v), ("d", "N")),
    (vec(K), ("d*m", 1)),
    (kron(A, v), ("d^2", "d")),
    (unvec(vec(K), "d"), ("d", "m")),
    (pinv(K), ("m", "d")),
    (projection(K), ("d", "d")),
    (argmin(norm_F(K) ** 2, K), ("d", "m")),
    (where(X, (N, d)), ("d", "d")),
    (tr(B) * A, ("d", "d")),
    (col(X, 1), ("N", 1)),
    (infimum(norm_F(K), K), (1, 1)),
], ids=repr)  # fmt: skip
def test_the_shape_of_a_head_is_told(node: Term, shape: tuple[str | int, str | int]) -> None:
    assert shape_of_term(node) == (size(shape[0]), size(shape[1]))


@pytest.mark.parametrize(("prop", "told"), [
    (eq(stack(v, w.T) * v, v), "different columns"),
    (eq(pinv(K) * v * v, v), "the columns of"),
    (eq(projection(K) * X, X), "the columns of"),
    (eq(vec(A) * v, v), "the columns of"),
    (eq(block(A, v, v, zeros(1, 1)), A), "the blocks below have different rows"),
    (eq(stack_over(i, N, v.T) * X, X), "the columns of"),
    (eq(eigenvalue(K, 1), 0), "needs a square matrix"),
    (eq(infimum(A, A), 0), "infimum takes a number"),
    (eq(where(tr(A), (A, v)), 0), "A symbol and what is put in its place"),
    (eq(diag(A), A), "diag takes a vector"),
    (eq(kron(A, A) * v, v), "the columns of"),
    (convex(A, A), "convex takes a number"),
    (eq(a ** A, a), "an exponent takes a number"),
    (psd(beside(A, v)), "psd needs a square matrix"),
], ids=repr)  # fmt: skip
def test_what_does_not_fit_is_one_sentence(prop: Prop, told: str) -> None:
    with pytest.raises(UserError, match=told):
        found(prop)


h, k, f = activation("h"), kernel("k", "psd"), scalar("f", "function")


@pytest.mark.parametrize(("prop", "told"), [
    (ge(k, 0), "k is a kernel"),
    (eq(k * v, v), "k is a kernel"),
    (eq(h + 1, 1 + h), "h is an activation"),
    (eq(tr(h * A), tr(A * h)), "h is an activation"),
    (ge(f**2, 0), "f is a function"),
    (ge(kernel_value(a, v, v), 0), "a is none"),
    (eq(activated(k, A, A), A), "k is none"),
    (eq(gram(h, A, A), A), "h is none"),
    (eq(expect(exponential(1)), 1), "is a law"),
    (differs(exponential(1), 1), "is a law"),
], ids=repr)  # fmt: skip
def test_a_function_or_a_law_is_no_number(prop: Prop, told: str) -> None:
    with pytest.raises(UserError, match=told):
        found(prop)


def test_a_law_stands_with_the_vector_that_has_it() -> None:
    check_sizes(iid_entries(vector("e", "d", "random", "law", "independent"), exponential(1)), repr)


def test_an_equation_may_fix_a_dimension() -> None:
    two = stack(beside(a, a), beside(a, a))
    with pytest.raises(UserError, match="different shapes"):
        check_sizes(eq(A, two), repr)
    check_sizes(eq(A, two), repr, [eq(d, 2)])


def test_every_head_of_the_papers_has_a_row_and_every_statement_fits() -> None:
    for one in load().claims.values():
        given = [hypothesis.prop for hypothesis in one.given]
        for prop in [*(reading.prop for part in one.parts for reading in part.readings), *given]:
            check_sizes(prop, plain, given)


@pytest.mark.parametrize(("prop", "given"), [
    (eq(d**3 * v * w.T, d**3 * w * v.T), ()),
    (eq(tr(B) * A, tr(B) * A.T), ()),
    (eq((F + G) ** 2, F**2 + 2 * F * G + G**2), ()),
    (eq((F + G) ** 2, F**2 + 2 * F * G + G**2), (eq(tr(F**2), 3),)),
], ids=["a dyad", "a transpose", "a square", "a square under a hypothesis"])  # fmt: skip
def test_the_grid_compares_all_entries(prop: Prop, given: tuple[Prop, ...]) -> None:
    assert found(prop, *given, witnesses=("grid",)).verdict is not Verdict.PROVED
    assert found(prop, *given).verdict is not Verdict.PROVED


def test_a_true_square_is_proved_without_a_defect() -> None:
    result = found(eq((S + A) ** 2, S**2 + S * A + A * S + A**2))
    assert result.verdict is Verdict.PROVED
    assert result.defects == ()
