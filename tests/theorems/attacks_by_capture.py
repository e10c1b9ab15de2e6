"""Attacks by what a function hides of its variables, by sizes, and by values that move or grow with what is bound."""

from __future__ import annotations

from proofs_check.papers.zfb.notation import x_q
from proofs_check.statement.props import exists, for_all, le
from proofs_check.statement.terms import Term, expect, eye, scalar, total
from proofs_check.theorems import kernel as K
from proofs_check.theorems.schemes import ALL
from tests.theorems.attacks import ATTACKS as ATTACKS
from tests.theorems.attacks import (
    A,
    L,
    N,
    a,
    attack,
    b,
    eq,
    index,
    k0,
    lam,
    m,
    matrix,
    n,
    nf,
    norm_F,
    one,
    t,
    tr,
    u,
    v,
    zero,
)  # fmt: skip

eps = scalar("eps", "positive")
X_m = norm_F(matrix("X_0", "m", "d"))


def filled(name: str, *values: Term | K.Lam) -> object:
    return K.filled(ALL[name], dict(zip(ALL[name].metas, values, strict=True)))


# What a function hides -------------------------------------------------------------------------------------


@attack
def a_function_of_a_number_that_a_derived_loss_may_hide() -> object:
    return filled("global minimum over 1", lam(a, L), a, zero)


@attack
def a_function_that_hides_another_variable_than_its_own() -> object:
    return filled("global minimum over 1", lam(a, L), b, zero)


@attack
def a_function_that_hides_both_ends_of_a_chord() -> object:
    return filled("convex", lam(u, L), u, v)


@attack
def a_function_of_a_deviation_that_its_mean_hides() -> object:
    rho, noise = scalar("rho"), scalar("z", "random", "noise", "normal", "std:rho")
    return filled("global minimum over 1", lam(rho, expect(noise**2)), b, zero)


@attack
def a_function_of_a_size_at_another_one() -> object:
    return filled("tending", lam(m, X_m), zero, n, scalar("M", "integer", "positive"), eps)


@attack
def a_function_that_speaks_of_how_near_it_comes() -> object:
    return filled("tending", lam(n, eps), zero, n, m, eps)


@attack
def a_function_that_speaks_of_where_it_is_near() -> object:
    return filled("tending", lam(n, m), zero, n, m, eps)


@attack
def a_chord_whose_weight_the_function_speaks_of() -> object:
    return filled("convex", lam(a, a * scalar("s")), b, scalar("c"))


# Sizes -----------------------------------------------------------------------------------------------------


@attack
def generalised_over_what_is_one_less_than_a_size() -> object:
    M = matrix("M_0", "k+1", "k+1")
    return K.generalise(k0, nf(tr(M), tr(M.T)))


@attack
def an_induction_over_what_is_one_less_than_a_size() -> object:
    known = nf(tr(eye("k+1")), k0 + 1)
    return K.induction(k0, known, known)


@attack
def generalised_over_the_size_of_what_a_hypothesis_binds() -> object:
    every = matrix("W_each", "d", "d")
    bounded = K.specialise(K.assume(for_all(every, le(tr(every.T * every), a))), eye("d"))
    d = scalar("d", "integer", "positive")
    return K.generalise(d, K.rewrite(nf(tr(eye("d").T * eye("d")), d), bounded, (0,)))


@attack
def generalised_over_what_is_one_less_than_the_last_index() -> object:
    below, *_ = K.instance(ALL["index"], dict(zip(ALL["index"].metas, (index("i", "k+1"), k0 + 1), strict=True)))
    return K.generalise(k0, below)


@attack
def a_trace_of_an_identity_whose_size_may_be_0() -> object:
    return nf(tr(eye("k")), k0)


@attack
def a_size_chosen() -> object:
    return K.choose(K.assume(exists(n, eq(tr(eye("n")), n))), K.assume(eq(n, n)))


@attack
def a_size_specialised() -> object:
    return K.specialise(K.assume(for_all(n, eq(tr(eye("n")), 3))), one)


# Limits ----------------------------------------------------------------------------------------------------


@attack
def a_constant_whose_size_grows() -> object:
    return filled("limit of a constant as an integer grows", tr(eye("N")), N)


@attack
def a_constant_that_sums_up_to_what_grows() -> object:
    return filled("limit of a constant as an integer grows", total(index("i_N", "N"), N, one), N)


@attack
def a_constant_whose_law_may_depend_on_what_grows() -> object:
    return filled("limit of a constant as an integer grows", expect(x_q * x_q.T), N)


@attack
def an_index_below_what_grows_as_a_constant() -> object:
    return filled("limit of a constant as an integer grows", index("k_0", "N"), N)


@attack
def one_integer_that_grows_as_two() -> object:
    return filled("1/N as two integers grow", m, m)


@attack
def a_derived_loss_that_stays_beside_what_tends() -> object:
    return filled("limit of a constant beside what has one", u, zero, L)


@attack
def an_inverse_of_what_tends_to_no_invertible_matrix() -> object:
    held = (K.assume(p) for p in filled("limit of an inverse", u * A, 0 * A)[0][:2])  # type: ignore[index]
    return K.instance(ALL["limit of an inverse"], dict(zip(ALL["limit of an inverse"].metas, (u * A, 0 * A),
                                                           strict=True)), list(held))


@attack
def a_rate_of_a_root_that_is_the_time() -> object:
    return filled("Gronwall's inequality for a root", u, u**2, t, one, zero)


@attack
def a_force_on_a_root_that_moves() -> object:
    return filled("Gronwall's inequality for a root", u, u**2, one, one, u)


@attack
def a_rate_of_decay_that_moves() -> object:
    return filled("forced decay", u, zero, u, u**2)


@attack
def a_decay_that_the_time_multiplies() -> object:
    return filled("exponential decay", one, t, u**2)


@attack
def solutions_that_stay_where_the_other_one_is() -> object:
    return filled("uniqueness of solutions", u, v, v, u)


@attack
def a_bound_of_a_loss_that_moves() -> object:
    return filled("continuation of bounded solutions", u**2, u)


@attack
def a_norm_beside_an_identity_of_another_size() -> object:
    W, one_d = matrix("W", "d", "n"), eye()
    held = [K.assume(p) for p in filled("operator norm and Frobenius norm", W, one_d)[0]]  # type: ignore[index]
    return K.instance(ALL["operator norm and Frobenius norm"],
                      dict(zip(ALL["operator norm and Frobenius norm"].metas, (W, one_d), strict=True)), held)
