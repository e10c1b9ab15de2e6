"""Attacks by convexity, by limits layer by layer, and by what is said of no time."""

from __future__ import annotations

from proofs_check.statement.props import eq, for_all, implies, le, lt, posdef
from proofs_check.statement.terms import Op, Sym, Term, absolute, exp, matrix, norm_F, scalar, term, vector
from proofs_check.theorems import kernel as K
from proofs_check.theorems.schemes import ALL
from tests.theorems.attacks import A, a, attack, desk, i, instance, lam, one, sign, u, zero
from tests.theorems.attacks_by_traits import ATTACKS as ATTACKS

l, m = (Sym(name, (1, 1), frozenset({"layer", "integer", "nonnegative"})) for name in ("l", "m_1"))  # noqa: E741
h, p = scalar("h_1"), scalar("p_1", "positive")
FAR, SLOW = term(2), 1 - 1 / (l + 2) ** 2
"""FAR does not tend to 0, and the product of the factors SLOW from the first layer on is 1/2."""


def curvature(f: Term, *pairs: Term) -> Op:
    return Op("curvature", (f, *pairs))


def filled(name: str, **bind: object) -> object:
    """Only what is put in is looked at, whatever the hypotheses are."""
    return K.filled(ALL[name], {meta: bind[meta.name] for meta in ALL[name].metas})  # type: ignore[misc]


@attack
def a_second_derivative_of_a_kink() -> object:
    return sign(le(0, curvature(absolute(u), u, h)))


@attack
def convexity_of_what_has_kinks_turned_down() -> object:
    bent = sign(le(0, curvature(-absolute(u), u, h)))
    every = K.generalise(u, K.generalise(h, bent))
    return instance("convex by curvature over 1", every, f=lam(u, -absolute(u)), x_1=u, v_1=h)


@attack
def convexity_over_what_is_positive() -> object:
    return filled("convex by curvature over 1", f=lam(p, p**3), x_1=p, v_1=h)


@attack
def convexity_along_positive_directions() -> object:
    return filled("convex by curvature over 1", f=lam(u, u**3), x_1=u, v_1=p)


@attack
def convexity_by_one_point() -> object:
    here = sign(le(0, curvature(u**2, u, h)))
    other = K.assume(eq(u, 1))
    return instance("convex by curvature over 1", K.generalise(u, K.conjoin(here, other)), f=lam(u, u**2), x_1=u, v_1=h)


@attack
def not_convex_in_a_direction_that_depends_on_the_point() -> object:
    return filled("not convex by curvature over 1", f=lam(u, u**2), x_1=u, p_1=zero, d_1=u)


@attack
def not_convex_by_a_direction_of_another_shape() -> object:
    return filled("not convex by curvature over 1", f=lam(u, u**2), x_1=u, p_1=zero, d_1=vector("w_1"))


@attack
def a_factor_that_depends_on_the_layer() -> object:
    return filled("contraction layer by layer", h=lam(l, FAR), B=zero, f=lam(l, FAR), b=SLOW, l=l, m=m)


@attack
def a_limit_that_depends_on_the_layer() -> object:
    return filled("contraction layer by layer", h=lam(l, 1 / (l + 1)), B=1 / (l + 1), f=lam(l, zero), b=zero, l=l, m=m)


@attack
def a_constant_in_the_factors_that_depends_on_the_layer() -> object:
    return filled("diminishing layer by layer", h=lam(l, FAR), B=zero, f=lam(l, FAR), c=1 / (l + 1), a=zero, l=l, m=m)


@attack
def a_first_layer_that_depends_on_the_layer() -> object:
    return filled("diminishing layer by layer", h=lam(l, FAR), B=zero, f=lam(l, FAR), c=one, a=l + 1, l=l, m=m)


@attack
def a_layer_that_is_a_size() -> object:
    I = Sym("I_l", ("l", "l"), frozenset({"identity", "symmetric", "psd", "posdef"}))  # noqa: E741 - an identity
    bound = norm_F(2 * I) ** 2 * exp(-l)
    return filled("contraction layer by layer", h=lam(l, zero), B=zero, f=lam(l, bound), b=zero, l=l, m=m)


@attack
def an_index_for_a_layer() -> object:
    return filled("contraction layer by layer", h=lam(i, FAR), B=zero, f=lam(i, FAR), b=zero, l=i, m=m)


@attack
def a_bound_at_one_layer() -> object:
    near = K.assume(le(norm_F(FAR - zero) ** 2, 0 * l))
    return K.generalise(l, near)


@attack
def what_moves_said_at_no_time() -> object:
    return filled("what moves at no time", P=lam((), eq(u, 0)))


@attack
def what_holds_at_one_moment_said_at_no_time() -> object:
    whole = K.at_every_time(K.assume(lt(0, u)))
    return instance("what moves at no time", whole, P=lam((), lt(0, u)))


@attack
def a_matrix_that_is_no_form() -> object:
    z = Sym("z_1", ("d", 1))
    positive = desk().build(for_all(z, implies(lt(0, z.T * A * z), lt(0, z.T * A * z))), [])
    return instance("some vector", sign(posdef(A)), positive, A=A, P=lam((), eq(a, a)), v=z)


@attack
def what_follows_speaks_of_the_vector() -> object:
    z, S = Sym("z_1", ("d", 1)), matrix("S_1", "d", "d", "symmetric", "psd")
    return filled("some vector", A=S, P=lam((), lt(0, z.T * S * z)), v=z)
