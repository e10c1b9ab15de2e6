"""What a law refers to, and the dimension of a claim, mean the same whatever they are called."""

from __future__ import annotations

import pytest

from proofs_check import (
    Claim,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    gradient_flow,
    haar,
    le,
    matrix,
    minimum,
    noise,
    norm_F,
    norm_op,
    parameter,
    psd,
    scalar,
    tr,
    vector,
)
from proofs_check.errors import UserError
from proofs_check.model import Model
from proofs_check.naming import in_engine_letters
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym


def stated(prop: Prop, *witnesses: str, model: Model | str = "") -> Claim:
    def body() -> Prop:
        """Words."""
        return prop

    return claim("mine/a", kind=Kind.IDENTITY, model=model, witnesses=witnesses)(body)


def found(prop: Prop, *witnesses: str, model: Model | str = "") -> Result:
    result = check(stated(prop, *witnesses, model=model))
    assert isinstance(result, Result)
    return result


def regression(std: Sym) -> tuple[Prop, Prop, Model]:
    """The loss of linear regression with label noise, and its least value."""
    S, b = matrix("S", "d", "d", "symmetric", "posdef"), vector("b", "d")
    x, e, v = gaussian("x", "d", S), noise("e", std), parameter("v", "d")
    loss = expect((v.T * x - b.T * x - e) ** 2)
    return eq(loss, (v - b).T * S * (v - b) + std**2), eq(minimum(loss, v), std**2), gradient_flow(loss, (v,))


@pytest.mark.parametrize("name", ["t", "s", "L", "sigma", "N", "tau", "q"])
def test_a_standard_deviation_may_be_called_like_the_time_of_the_flow(name: str) -> None:
    loss, least, model = regression(scalar(name, "positive"))
    for prop in (loss, least):
        assert found(prop, "words", "entries", model=model).verdict is Verdict.PROVED


def test_the_time_of_the_flow_is_no_standard_deviation() -> None:
    with pytest.raises(UserError, match="t is the time of the flow"):
        regression(scalar("t", "nonnegative"))


@pytest.mark.parametrize("name", ["A", "B", "C", "B_1", "M", "X", "Sigma", "S", "psi", "t", "s", "a", "sigma"])
def test_a_law_refers_to_the_symbol_of_the_claim_whatever_else_is_called_so(name: str) -> None:
    S, std, U = matrix(name, "d", "d", "symmetric", "posdef"), scalar(name, "positive"), haar("U")
    x, e, v = gaussian("x", "d", S), noise("e", std), vector("v", "d")
    for kind, meant, law, prop in (
        ("cov", S, x, eq(expect(x.T * U * U.T * x), tr(S))),
        ("std", std, e, eq(expect(e**2 * v.T * U * U.T * v), std**2 * v.T * v)),
    ):
        _, by = in_engine_letters(stated(prop))
        assert f"{kind}:{by.symbol(meant).name}" in by.symbol(law).traits


def triangle(dim: str) -> tuple[Prop, Prop, Prop]:
    """Two true statements and a false one."""
    A, B, K = matrix("A", dim, dim), matrix("B", dim, dim), matrix("K", dim, dim, "symmetric", "psd")
    return (
        le(norm_F(A + B), norm_F(A) + norm_F(B)), psd(tr(K) * eye(dim) - K), le(norm_F(A + B), norm_op(A) + norm_F(B)),
    )


@pytest.mark.parametrize("dim", ["d", "p", "k", "n", "N", "M"])
def test_a_dimension_gets_values_whatever_it_is_called(dim: str) -> None:
    norms, order, wrong = triangle(dim)
    assert found(norms, "balls").verdict is Verdict.SUPPORTED
    assert found(order, "sampled").verdict is Verdict.SUPPORTED
    refuted = found(wrong, "balls")
    assert refuted.verdict is Verdict.REFUTED
    assert dim in (refuted.counterexample or {})


@pytest.mark.parametrize("dim", ["d", "p", "N"])
def test_what_holds_of_numbers_is_no_support_for_matrices_whatever_their_dimension_is_called(dim: str) -> None:
    S, R, T = (matrix(name, dim, dim, "symmetric", "posdef") for name in "SRT")
    alike = found(ge(tr(S * R * T), 0), "entries")
    assert [(row.verdict, row.dims) for row in alike.witnesses if row.name == "entries"] == [(Verdict.PROVED, (1,))]
    assert alike.verdict is Verdict.UNDECIDED
