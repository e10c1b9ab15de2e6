"""Chains about laws, equations used unseen, and shapes, whose last step would show what is false."""

from __future__ import annotations

import pytest

from proofs_check import (
    eq,
    expect,
    gradient_flow,
    le,
    matrix,
    minimum,
    norm_F,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.proof.chain import (
    Assume,
    FromFact,
    Identity,
    Positivity,
    Step,
    Substitution,
)
from proofs_check.proof.steps.layers import Rotated
from proofs_check.proof.steps.recursions import MeanOfLinear, Rewriting, SameLaw, Tower
from proofs_check.statement.attention import haar, layers, orthogonal, same_law
from proofs_check.statement.laws import delta, expect_given, gaussian
from proofs_check.statement.props import (
    Prop,
    for_all,
)
from proofs_check.statement.terms import Sym, Term, at, at0, ddt, eye, index, where
from tests.proofs_check.hostile import (
    A,
    B,
    I,
    R,
    S,
    alone,
    e,
    i,
    j,
    k,
    l,
    m,
    p,
    q,
    refused,
    u,
    x,
    y,
)

# Equations that are used where they do not stand written --------------------------------------------------------------

def sequence_at(upto: Term) -> Term:
    from proofs_check.statement.attention import sequence

    F = matrix("F", "d", "d")
    return sequence(F, l, A, F * at(layers("B_1", "d", "d"), l), upto)


@pytest.mark.parametrize("shown", [
    eq(minimum(tr(sequence_at(k) * x * B) ** 2, x), minimum(x * 0, x)),
    eq(total(index("i_1", "m_1"), m, delta(j, k)), 0),
    eq(at0(tr(sequence_at(k)) * u), 0),
])
def test_an_equation_is_rewritten_only_where_nothing_else_is_looked_at(shown: Prop) -> None:
    flow = gradient_flow(u**2, (u,))
    moving = Step("u", eq(tr(sequence_at(k)), u), Assume())
    assert refused(moving, Step("s", shown, Rewriting(), ("u",)), model=flow)


def test_a_layer_that_is_bound_by_a_sum_is_not_that_of_an_equation() -> None:
    shown = eq(total(i, k + 1, delta(i - 1, j)), total(i, k + 1, delta(i - 1, j)))
    equation = Step("a", eq(delta(i - 1, j), 0), Assume())
    assert "looks at other values" in refused(equation, Step("s", shown, Rewriting(), ("a",)))


def test_an_equation_of_one_moment_is_not_used_at_another() -> None:
    flow = gradient_flow(u**2, (u,))
    assumed = Step("a", eq(u, 3), Assume())
    assert "at one moment" in refused(assumed, Step("s", eq(at0(u), at0(u)), Substitution(), ("a",)), model=flow)
    for shown in (eq(at0(u), 3), eq(minimum(u**2, u), 9), eq(where(u, (u, 5)), 3)):
        assert refused(assumed, Step("s", shown, Substitution(), ("a",)), model=flow)
    letter, caught = Step("a", eq(u, y), Assume()), eq(minimum(u + y**2, y), minimum(y + y**2, y))
    assert "looks at other values" in refused(letter, Step("s", caught, Substitution(), ("a",)), model=flow)
    assert not refused(assumed, Step("s", eq(ddt(u), -6), Substitution(), ("a",)), model=flow)


def test_an_equation_of_one_outcome_is_not_used_under_a_mean() -> None:
    assumed = Step("a", eq(u, e), Assume())
    shown = eq(expect(e * e) * u, expect(e * e) * e)
    assert refused(assumed, Step("s", shown, Substitution(), ("a",)), model=gradient_flow(u**2, (u,)))


# Laws -----------------------------------------------------------------------------------------------------------------

g, h = gaussian("g", "d"), gaussian("h_1", "d")
z_S = gaussian("z_S", "d", cov=R)
U, V = orthogonal("U"), haar("V")
ORTHOGONAL = eq(U * U.T, I)
family = gaussian("g_i", "d", iid=True)


@pytest.mark.parametrize(("left", "right", "drawn", "why"), [
    ((z_S.T * q) ** 2, (z_S.T * U * q) ** 2, (z_S,), "the law of z_S"),
    (g.T * A * g, g.T * A * U * g, (g,), "is not the other"),
    ((g.T * h) * (g.T * q), (g.T * U * h) * (g.T * q), (g,), "is not the other"),
    (tr(V * A), tr(A * V * U), (V,), "is not the other"), ((g.T * q) * expect(g.T * g), g.T * q, (g,), "of its own"),
    (g.T * q, (U * g).T * q, (vector("g", "m_1", "random", "cov:I"),), "another symbol"),
    (q.T * q, q.T * U * q, (q,), "the law of q"),
    (at(family, 1).T * A * at(family, 1), at(family, 1).T * A * U * at(family, 1), (family,), "is not the other"),
], ids=repr)  # fmt: skip
def test_a_rotation_turns_all_that_is_drawn(left: Term, right: Term, drawn: tuple[Sym, ...], why: str) -> None:
    assert why in alone(eq(expect(left), expect(right)), Rotated(U, *drawn), ORTHOGONAL)


@pytest.mark.parametrize("made", [
    Sym("g_p", ("d", 1), frozenset({"random", "cov:I", "positive"})),
    Sym("g_c", ("d", 1), frozenset({"random", "cov:I", "copy:g"})),
    Sym("V_c", ("d", "d"), frozenset({"random", "orthogonal", "haar", "copy:V"})),
    matrix("G_r", "d", "d", "random", "cov:I"),
], ids=repr)  # fmt: skip
def test_what_rotates_has_a_law_that_is_known(made: Sym) -> None:
    shown = eq(expect(tr(made * made.T * A)), expect(tr(U * made * made.T * U.T * A)))
    assert "is not known to be that of its rotations" in alone(shown, Rotated(U, made), ORTHOGONAL)


@pytest.mark.parametrize("turn", [A, 2 * I, V, q * q.T])
def test_what_turns_is_orthogonal_and_fixed(turn: Term) -> None:
    assert "orthogonal matrix that is not random" in alone(eq(expect(g.T * q), expect(g.T * q)), Rotated(turn, g))


def test_what_is_shown_of_rotations_is_one_law_or_mean() -> None:
    for shown in (eq(g.T * q, (U * g).T * q), le(expect(g.T * q), expect(g.T * q)), eq(expect(g.T * q), 0)):
        assert "one law, or that two means" in alone(shown, Rotated(U, g), ORTHOGONAL)
    assert not alone(same_law(U * g, g), Rotated(U, g), ORTHOGONAL)


X, Y = (Sym(name, ("d", "d"), frozenset({"random", "context"})) for name in "XY")


@pytest.mark.parametrize(("given", "left", "right", "at_"), [
    (same_law(-X, X), tr(X * Y), tr(-X * Y), ()), (same_law(-X, X), tr(X * A * X), tr(-X * A * X), ()),
    (same_law(-X, X), tr(X) * expect(tr(X)), tr(X) * expect(tr(-X)), ()), (same_law(Y, X), tr(X * Y), tr(Y * Y), ()),
    (same_law(U * X, X), tr(X * A), tr(V * X * A), ((U, V),)), (same_law(V * X, X), tr(V * X), tr(V * V * X), ()),
    (for_all(U, same_law(U * X, X)), tr(X * A), tr(B * X * A), ((U, B),)), (eq(X, Y), tr(X), tr(Y), ()),
    (for_all(X, same_law(X, Y)), tr(X), tr(Y), ()), (same_law(X + Y, X), tr(X * X), tr((X + Y) * X), ()),
], ids=repr)  # fmt: skip
def test_one_law_is_that_of_one_matrix_alone(given: Prop, left: Term, right: Term, at_) -> None:
    assert alone(eq(expect(left), expect(right)), SameLaw(*at_), given)


def test_two_means_are_compared() -> None:
    assert "two means are equal" in alone(eq(tr(X), tr(-X)), SameLaw(), same_law(-X, X))
    assert "two means are equal" in alone(le(expect(tr(X)), expect(tr(-X))), SameLaw(), same_law(-X, X))
    assert not alone(eq(expect(tr(X * B)), expect(tr(-X * B))), SameLaw(), same_law(-X, X))
    assert "one outcome" in alone(eq(expect(tr(X)), expect(tr(-X))), SameLaw(), same_law(-X, X), eq(X, A))


@pytest.mark.parametrize(("f", "g_"), [
    (tr(X * Y), expect_given(tr(X * Y), A)), (tr(X * Y), tr(X * expect_given(Y, X))),
    (tr(X * Y), expect_given(tr(2 * X * Y), X)), (tr(X * Y) ** 2, expect_given(tr(X * Y), X) ** 2),
], ids=repr)  # fmt: skip
def test_the_mean_is_that_of_a_conditional_mean_given_what_is_drawn(f: Term, g_: Term) -> None:
    assert alone(eq(expect(f), expect(g_)), Tower())
    assert not alone(eq(expect(f), expect(expect_given(f, X))), Tower())


D_, E_, s_ = matrix("D_9", "d", "d"), matrix("E_9", "d", "d"), scalar("s_9")


def linear(F) -> Step:
    return Step("F", eq(F(s_ * D_ + E_), s_ * F(D_) + F(E_)), Identity())


@pytest.mark.parametrize(("F", "rule", "why"), [
    (lambda M: tr(M * V.T), MeanOfLinear(D_, E_, s_, V), "these stand elsewhere"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, X), "depends on other things"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, A), "depends on other things"),
    (lambda M: tr(M * A), MeanOfLinear(S, E_, s_, V), "any two matrices"),
    (lambda M: tr(M * A), MeanOfLinear(D_, D_, s_, V), "stand for nothing else"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, p, V), "is any number"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, D_ * V), "stand for nothing else"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, V * q), "any two matrices"),
])
def test_a_mean_passes_into_a_linear_map_of_what_is_rotated(F, rule: MeanOfLinear, why: str) -> None:
    value = rule.value
    shown = eq(expect(F(value)), expect(F(expect(value)))) if why != "any two matrices" else eq(x, x)
    assert why in refused(linear(F), Step("s", shown, rule, ("F",)))


def test_a_map_that_is_linear_for_one_direction_is_not_linear() -> None:
    rule, shown = MeanOfLinear(D_, E_, s_, V), eq(expect(tr(V * V)), expect(tr(expect(V) * expect(V))))
    square = eq(tr((s_ * D_ + E_) * (s_ * D_ + E_)), s_ * tr(D_ * D_) + tr(E_ * E_))
    assert "rests on an assumption" in alone(shown, rule, square)
    assert "is linear in the direction" in alone(shown, rule)


# Shapes ---------------------------------------------------------------------------------------------------------------

def test_shapes_fit_in_every_step_and_every_rule() -> None:
    assert "means nothing" in refused(Step("s", eq(q * q, q * q), Identity()))
    assert "means nothing" in refused(Step("s", le(0, A * A.T), Positivity()))
    assert "means nothing" in refused(Step("s", eq(x, x), Identity(q * q), ()))


@pytest.mark.parametrize("by", [
    FromFact("Cauchy-Schwarz", A=q, B=q), FromFact("submultiplicativity", A=A, B=matrix("P_9", "n", "d")),
    FromFact("operator norm and Frobenius norm", A=matrix("P_9", "n", "d"), I=eye("n")),
    FromFact("squeeze as an integer grows", f=A, g=A, n=m),
])
def test_an_instance_of_a_fact_has_shapes_that_fit(by: FromFact) -> None:
    assert "means nothing" in alone(eq(x, x), by)


def test_an_instance_that_fits_follows() -> None:
    assert not alone(le(tr(A * B), norm_F(A) * norm_F(B)), FromFact("Cauchy-Schwarz", A=A, B=B))
