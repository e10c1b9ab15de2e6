"""Names: what an engine makes for itself cannot be written, and is never taken for a symbol of a statement."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    expect,
    gaussian,
    ge,
    matrix,
    norm_2,
    parameter,
    scalar,
    vector,
)
from proofs_check.errors import UserError
from proofs_check.model import gradient_flow
from proofs_check.results import Result
from proofs_check.statement.props import Prop, nonconvex
from proofs_check.statement.psd import convex
from proofs_check.statement.terms import MadeSym, Sym, at, entry, eye, sqrt, zeros


def found(prop: Prop, *given: Prop, witnesses: tuple[str, ...] = ()) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY, given=hypotheses, witnesses=witnesses)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("name", [
    "U(0)", "infimum 1", "minimum 2", "least 1", "mean 1", "sum 1", "gradient 1", "value 1", "m of det(m I - A)",
    "another X", "direction of X", "s of the line", "x@1", "x#1", "root 0", "root of S", "each eigenvalue",
    "the product",
    "k of softmax", "U (random)", "X of the test", "excess of 1", "u'", "e_i[0]", "A[1,2]", "layer'1", "diag(v)", "A.T",
    "E[y]", "1/N", "", "2x", "a b", "[A*B]", "0_dx1", "I_d+1",
])  # fmt: skip
def test_no_symbol_may_bear_a_name_that_an_engine_makes(name: str) -> None:
    with pytest.raises(UserError, match="a name is a word"):
        Sym(name)


@pytest.mark.parametrize("name", ["a", "U_star", "theta", "u_-1", "x_1", "W_PV", "λ", "_hidden"])
def test_words_are_names(name: str) -> None:
    assert Sym(name).name == name


@pytest.mark.parametrize("name", ["X_direction", "U", "root_0"])
def test_what_an_engine_makes_has_no_name_that_somebody_writes(name: str) -> None:
    with pytest.raises(ValueError, match="somebody writes"):
        MadeSym(name)


def test_the_identity_and_zero_have_their_names() -> None:
    assert eye("n+1").name == "I_n+1"
    assert zeros("d", "n+1").name == "0_dxn+1"


def test_what_an_engine_makes_is_no_symbol_of_a_claim() -> None:
    assert MadeSym("U(0)") != Sym("U")
    with pytest.raises(UserError, match="make for themselves"):
        found(ge(MadeSym("infimum 1"), 0))


X, Y = parameter("X", "d"), parameter("Y", "d")
like_a_direction = vector("X_direction", "d")


def test_a_vector_called_like_a_direction_proves_no_convexity() -> None:
    assert found(convex(norm_2(X) ** 2 - (X.T * like_a_direction) ** 2, X)).verdict is not Verdict.PROVED


def test_a_vector_called_like_a_direction_proves_no_lack_of_convexity() -> None:
    result = found(nonconvex(norm_2(X) ** 2 + norm_2(Y) ** 2 + 0 * (X.T * like_a_direction), X, Y))
    assert result.verdict not in {Verdict.PROVED, Verdict.SUPPORTED}


def test_the_start_of_a_flow_is_no_symbol_of_a_claim() -> None:
    U = parameter("U", "d", "d")
    (start,) = (value for _, value in gradient_flow(norm_2(U * vector("v")) ** 2, (U,)).initial)
    assert isinstance(start, MadeSym)


x, x_1, x_2 = vector("x"), vector("x_1"), matrix("x_2")


@pytest.mark.parametrize("prop", [
    eq(x.T * x_1, x_1.T * x),
    eq(x.T * x_2 * x_1, x_1.T * x_2.T * x),
    eq(norm_2(x) ** 2 * x_1, (x.T * x) * x_1),
], ids=repr)  # fmt: skip
def test_names_that_go_on_like_entries_do_not_matter(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is Verdict.PROVED
    assert result.defects == ()


@pytest.mark.parametrize("prop", [
    eq(entry(matrix("x"), 1, 1), scalar("x_1_1")),
    eq(sqrt(scalar("p", "positive")), scalar("root_0")),
    eq(x.T * x_1, norm_2(x) ** 2),
    eq(at(gaussian("z", "d", iid=True), 1), vector("z_1")),
], ids=repr)  # fmt: skip
def test_an_entry_or_a_member_is_no_symbol_of_that_name(prop: Prop) -> None:
    assert found(prop).verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["n", "m", "e", "s", "Q", "B", "D", "lower", "S_tau", "T_new"])
def test_a_covariance_may_have_any_name(name: str) -> None:
    S = matrix(name, "d", "d", "symmetric", "posdef")
    z = gaussian("z", "d", S)
    result = found(eq(expect(z * z.T), S))
    assert result.verdict is Verdict.PROVED
    assert result.defects == ()


@pytest.mark.parametrize("name", ["U11", "u12", "u21", "Theta", "m_4", "Psi", "mu_w"])
def test_a_number_may_have_a_name_of_the_papers(name: str) -> None:
    a = scalar(name)
    result = found(eq((a + 1) ** 2, a**2 + 2 * a + 1))
    assert result.verdict is Verdict.PROVED
    assert result.defects == ()
