"""That something exists: one point shows it if it meets every hypothesis, and a search that ends refutes nothing."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    commute,
    eq,
    exists,
    gaussian,
    ge,
    gradient_flow,
    gt,
    implies,
    inner,
    le,
    lt,
    matrix,
    ne,
    nonconvex,
    parameter,
    relu,
    scalar,
    term,
)
from proofs_check.model import Model
from proofs_check.results import Result
from proofs_check.statement.props import Prop, almost_surely, conj, depends_on, differs, positive_eigenvalue

a, b, c, p = scalar("a"), scalar("b"), scalar("c"), scalar("p", "positive")
n, d = scalar("n", "integer", "positive"), scalar("d", "integer", "positive")
u, w = parameter("u"), parameter("w")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
z = gaussian("z", "d")
own = gradient_flow((u - 1) ** 2, (u,))


def found(prop: Prop, *given: Prop, model: str | Model = "") -> Result:
    @claim("own/somewhere", kind=Kind.IDENTITY, model=model,
           given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert not result.defects, result.defects
    return result


NOT_FOUND = {
    "a root of 2": exists(c, eq(c * c, 2)), "a root": exists(p, eq(p * p, a**2 + 1)),
    "a large number": exists(c, gt(c, 100)), "a large integer": exists(n, gt(n, 100)),
    "a small number": exists(c, conj(lt(0, c), lt(c, p))), "a cubic": exists(c, eq(c**3, a)),
    "a matrix": exists(B, eq(B * z, z)), "an inverse": implies(ne(a, 0), exists(c, eq(c * a, 1))),
    "the same term twice": differs(a * b, b * a), "no dependence to be seen": depends_on(a - a + b, a),
    "no direction": nonconvex(100 * u**2 - u**4, u), "no direction of two": nonconvex((u * w - 1) ** 2, u, w),
}


@pytest.mark.parametrize("prop", NOT_FOUND.values(), ids=NOT_FOUND.keys())
def test_what_is_not_found_is_not_refuted(prop: Prop) -> None:
    assert found(prop).verdict is not Verdict.REFUTED


def test_a_proof_of_the_contrary_refutes_existence() -> None:
    """The squared length of a Gaussian vector is no constant: no number c has all its values."""
    assert found(exists(c, almost_surely(eq(inner(z, z), c)))).verdict is Verdict.REFUTED
    assert found(positive_eigenvalue(A + A.T)).verdict is Verdict.REFUTED  # of one matrix, whose signs are counted


UNDER = {
    "equal": (differs(a, b), (eq(a, b),)), "zero": (differs(a * b, term(0)), (eq(a, 0),)),
    "commuting": (differs(A * B, B * A), (commute(A, B),)), "a sign": (differs(absolute(a), -a), (le(a, 0),)),
    "a chain": (differs(relu(a), term(0)), (le(a, b), le(b, 0))), "one dimension": (differs(A * B, B * A), (eq(d, 1),)),
    "a factor that is 0": (depends_on(a * b, b), (eq(a, 0),)), "one value": (depends_on(a * b, b), (eq(b, 1),)),
    "impossible": (differs(a, b), (lt(c, 0), gt(c, 0))), "impossible size": (differs(a, b), (lt(n, 1),)),
}


@pytest.mark.parametrize(("prop", "given"), UNDER.values(), ids=UNDER.keys())
@pytest.mark.parametrize("model", ["", own], ids=["a paper's model", "a model of one's own"])
def test_functions_that_are_equal_under_the_hypotheses_do_not_differ(
    prop: Prop, given: tuple[Prop, ...], model: str | Model
) -> None:
    result = found(prop, *given, model=model)
    assert result.verdict not in {Verdict.PROVED, Verdict.SUPPORTED}
    assert not any(x.verdict is Verdict.PROVED for x in result.witnesses)


def test_a_condition_is_not_dropped_where_something_is_to_be_found() -> None:
    for condition, prop in ((eq(a, b), differs(a, b)), (eq(a, 0), depends_on(a * b, b)),
                            (le(a, 0), differs(relu(a), 0))):
        assert found(implies(condition, prop)).verdict not in {Verdict.PROVED, Verdict.SUPPORTED}


def test_functions_differ_where_the_hypotheses_admit_it() -> None:
    assert found(differs(a, b), ge(a, 0)).verdict is Verdict.PROVED
    assert found(differs(a, b), gt(c, 0)).verdict is Verdict.PROVED
    assert found(differs(A * A.T, A.T * A)).verdict is Verdict.PROVED
    assert found(depends_on(a * b, b), ne(a, 0)).verdict is Verdict.PROVED
