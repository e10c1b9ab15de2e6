"""Where the terms of a statement have values: verdicts say it, and what cannot be said must be shown."""

from __future__ import annotations

import pytest

import proofs_check.statement.terms as t
from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    conserved,
    eq,
    exp,
    expect,
    finite,
    gaussian,
    gradient_flow,
    implies,
    independent_of,
    inv,
    le,
    lt,
    matrix,
    ne,
    noise,
    norm_2,
    parameter,
    posdef,
    relu,
    scalar,
    sqrt,
    tr,
    vector,
)
from proofs_check.model import Model
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.proof.values.parts import stated
from proofs_check.results import Result
from proofs_check.statement.attention import activated, activation, haar, mask
from proofs_check.statement.domains import Kind as Asked
from proofs_check.statement.domains import asked, is_smoothed
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import Prop, conj, exists, for_all, limit, tends
from proofs_check.statement.terms import grad, norm_F, term, total, where

a, b = scalar("a"), scalar("b")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
x, y = noise("x1", p, normal=True), noise("y1", p, normal=True)
e, f = noise("e", q), noise("f", p)
v, z = vector("v", "d"), gaussian("z", "d")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S = matrix("S", "d", "d", "symmetric", "posdef")
H = matrix("H", "d", "d", "symmetric", "psd")
N, n = (scalar(name, "integer", "positive") for name in ("N", "n"))
u = parameter("u")
FLOW = gradient_flow(u**2, (u,))


def found(prop: Prop, *given: Prop, only: tuple[str, ...] = (), model: str | Model = "") -> Result:
    """What becomes of the statement under these hypotheses."""
    named = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("own/lemma", kind=Kind.IDENTITY, given=named, model=model)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made, only=only)
    assert isinstance(result, Result)
    return result


def left(prop: Prop, *given: Prop) -> list[str]:
    """What is left open, as it would be stated."""
    return [stated(c) for c in Closing(given).left(conditions(prop))]


SAID = {
    "an inverse": (eq(a * (1 / a), 1), "every a where a != 0"),
    "a root": (eq(sqrt(a) * sqrt(a), a), "every a where a >= 0"),
    "the slope of |a|": (eq(grad(absolute(a), a), a / absolute(a)), "every a where a != 0"),
    "the slope of relu": (eq(grad(relu(a), a), relu(a) / a), "every a where a != 0"),
    "the gradient of a length": (eq(grad(norm_2(v), v), v / norm_2(v)), "every d and v where v != 0"),
    "a quotient": (eq(a / a, term(1)), "every a where a != 0"),
    "what may be 0": (eq(q / q, term(1)), "every q where q != 0"),
    "a standard deviation that may be 0": (eq(expect(e**2) / q**2, 1), "every q where q != 0"),
    "an integer less 1": (eq((N - 1) / (N - 1) * tr(B), tr(B)), "every d, N and B where N - 1 != 0"),
    "several": (eq(a / a + b / b, 2), "every a and b where a != 0 and b != 0"),
    "a product": (eq(a * b / (a * b), 1), "every a and b where a != 0 and b != 0"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_verdict_says_where_the_terms_have_values(name: str) -> None:
    prop, scope = SAID[name]
    result = found(prop, only=("words", "entries"))
    assert result.verdict is Verdict.PROVED
    assert result.scope == scope
    assert not result.defects


@pytest.mark.parametrize(
    ("prop", "given"),
    [
        (eq(p / p, term(1)), ()),
        (eq(a / a, term(1)), (ne(a, 0),)),
        (eq(a / a, term(1)), (lt(0, a),)),
        (eq(a / a, term(1)), (lt(b, a), lt(1, b))),
        (implies(lt(0, a), eq(a / a, term(1))), ()),
        (eq(expect(x**2 * y**4), 3 * p**6), ()),
        (eq(grad(norm_2(v) ** 2, v), 2 * v), ()),
        (eq(inv(S) * S, t.eye()), ()),
        (eq((n + 1) / (n + 1), term(1)), ()),
    ],
)  # fmt: skip
def test_what_traits_and_hypotheses_give_is_not_said(prop: Prop, given: tuple[Prop, ...]) -> None:
    result = found(prop, *given, only=("words",))
    assert result.verdict is Verdict.PROVED
    assert "where" not in result.scope


@pytest.mark.parametrize("prop", [
    eq(expect(x / y), 0), eq(expect(x * exp(y**2)), 0), eq(expect(x / y**2), 0), eq(expect(x**3 / y), 0),
    eq(expect(e / (z.T * z)), 0), eq(expect(x * inv(S - z * z.T)), 0 * S), eq(expect(x * sqrt(exp(y))), 0),
])  # fmt: skip
def test_a_mean_that_is_not_known_to_exist_is_not_split(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is Verdict.UNDECIDED
    words = next(w for w in result.witnesses if w.name == "words")
    assert words.verdict is Verdict.UNDECIDED


def test_what_is_put_in_under_a_mean_may_be_drawn() -> None:
    assert left(eq(expect(where(x / a, (a, y))), 0)) == ["E[(x1/a)|[a = y1]] < oo"]
    assert left(eq(expect(where(x * a, (a, y))), 0)) == []
    assert left(eq(expect(where(x / a, (a, 2))), 0)) == []


def test_a_mean_of_the_kinks_of_lengths_has_a_derivative_where_they_are_almost_surely_none() -> None:
    assert left(eq(grad(expect(absolute(a * y)), a), b)) == ["a != 0"]
    assert left(eq(grad(expect((a * y) ** 2), a), b)) == []


def test_premises_that_say_nothing_end() -> None:
    assert left(eq(1 / a, b), le(a + b, a), le(b + a, b)) == ["a != 0"]
    assert left(eq(1 / (n * a + 1), b), le(n, a)) == []


def test_a_function_that_an_invariance_makes_a_polynomial_has_a_mean() -> None:
    h, free = activation("h", "invariant"), activation("k")
    rotation, columns = haar(), matrix("X_0", "d", "n+1")
    turned = rotation * columns
    found_ = eq(expect(activated(h, turned, turned) * mask() * turned.T), 0 * columns.T)
    assert found(found_, only=("words",)).verdict is Verdict.PROVED
    assert "where" not in found(found_, only=("words",)).scope
    other = expect(activated(free, turned, columns))
    assert found(eq(other, other), only=("words",)).scope.endswith(" < oo")


def test_the_moment_that_is_lacking_is_named() -> None:
    result = found(eq(expect(x / y), 0), only=("words",))
    assert "the mean E[x1/y1] exists" in result.witnesses[0].sentence


@pytest.mark.parametrize("prop", [independent_of(u / u, u), conserved(u / u)])
def test_a_pole_of_what_is_bound_or_moves_cannot_be_said(prop: Prop) -> None:
    assert found(prop, model=FLOW).verdict is Verdict.UNDECIDED


def test_a_parameter_that_is_free_is_no_bound_one() -> None:
    result = found(eq(u / u, term(1)), only=("words",), model=FLOW)
    assert (result.verdict, result.scope.endswith("where u != 0")) == (Verdict.PROVED, True)


def test_noise_of_any_law_has_a_variance_and_no_more() -> None:
    assert left(eq(expect(f**2), p**2)) == []
    assert left(eq(expect(f**4), expect(f**4))) == ["E[f⁴] < oo"]
    assert left(eq(expect(f**4), expect(f**4)), finite(expect(f**4))) == []


def test_what_is_bound_is_not_what_a_hypothesis_speaks_of() -> None:
    assert left(for_all(a, eq(a / a, term(1))), ne(a, 0)) == ["a != 0"]
    assert left(for_all(a, implies(ne(a, 0), eq(a / a, term(1))))) == []
    assert left(exists(a, eq(1 / a, term(2)))) == []
    i = t.index("i", "n")
    assert left(eq(total(i, n, 1 / i), 0), ne(i, 0)) == []
    assert left(eq(total(i, n, 1 / (i - b)), 0), ne(i, b)) == ["i - b != 0"]


def test_what_is_put_in_need_not_have_the_traits_of_the_symbol() -> None:
    assert left(eq(where(1 / p, (p, a)), 1 / a)) == ["a != 0"]
    assert left(eq(where(grad(absolute(a), a), (a, b)), 1)) == ["b != 0"]
    assert left(eq(where(grad(absolute(a), a), (a, p)), 1)) == []
    assert left(eq(where(sqrt(q), (q, a)), 1)) == ["a >= 0"]


def test_an_inverse_needs_a_matrix_that_is_definite_or_said_to_be_invertible() -> None:
    assert left(eq(inv(A) * A, t.eye())) == ["A invertible"]
    assert left(eq(inv(A) * A, t.eye()), ne(t.det(A), 0)) == []
    assert left(eq(inv(H + S) * (H + S), t.eye())) == []
    assert left(eq(inv(H) * H, t.eye()), posdef(H)) == []
    assert left(eq(t.half(A), A)) == ["A positive semi-definite"]


def test_kinks_are_those_of_the_function_and_not_of_its_square() -> None:
    assert left(eq(grad(norm_F(A) ** 2, A), 2 * A)) == []
    assert left(eq(grad(absolute(a) * b, b), absolute(a))) == []
    assert left(eq(grad(sqrt(a), a), b)) == ["a >= 0", "a > 0"]
    assert left(eq(grad(grad(relu(a) ** 2, a), a), b)) == ["a != 0"]
    assert left(eq(grad(grad(relu(a) ** 3, a), a), b)) == []
    assert is_smoothed(absolute(a) ** 2)
    assert not is_smoothed(relu(a) ** 1)
    assert not is_smoothed(relu(a) ** 2, 2)


def test_a_limit_asks_for_late_integers_only() -> None:
    assert left(tends(1 / (n - 3), 0, n)) == []
    assert left(eq(1 / (n - 3), 0)) == ["n - 3 != 0"]


def test_along_the_flow_a_hypothesis_about_one_moment_says_nothing() -> None:
    assert left(limit(1 / u, 0), ne(u, 0)) == ["u != 0"]


def test_a_mean_given_a_vector_is_one_for_almost_every_value() -> None:
    form = z.T * S * z
    assert left(eq(expect_given(x * form, z) / form, 0)) == []
    assert left(eq(form / form, term(1))) == ["zᵀ S z != 0"]


def test_links_of_a_conjunction_may_use_those_before_them() -> None:
    assert left(conj(ne(a, 0), eq(a / a, term(1)))) == []
    assert left(conj(eq(a / a, term(1)), ne(a, 0))) == ["a != 0"]


def test_the_table_has_a_row_for_what_is_partial_and_none_for_sums() -> None:
    assert asked(a + b) == ()
    assert asked(a**-1) == ((Asked.INVERTIBLE, a),)
    assert asked(a**n) == ()
    assert asked(a**b) == ((Asked.POSITIVE, a),)
