"""Further attacks: numbers for columns, opaque numbers below means, starts that are not given."""

from __future__ import annotations

from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.model import gradient_flow
from proofs_check.papers.zfb.notation import L
from proofs_check.statement.props import Prop, eq, for_all, ge, le, ne, posdef
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    absolute,
    at0,
    det,
    expect,
    eye,
    matrix,
    scalar,
    term,
    tr,
    vector,
)
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from tests.theorems.attacks import A, B, a, attack, b, desk, i, instance, j, n, nf, one, p, sign, u, zero
from tests.theorems.attacks_by_capture import ATTACKS as ATTACKS

z = scalar("z", "random", "noise", "normal")
x = vector("x_0", "d", "random", "cov:I")


def equal_where_defined(lhs: Term, rhs: Term, paper: str = "ex") -> K.Theorem:
    """By normal forms, all conditions assumed: what is refused here is the equation itself."""
    stated = Claim(id=f"{paper}/c", kind=Kind.IDENTITY, source="", printed="",
                   parts=(Part("", (Reading("", ge(a * a, 0)),)),))
    return oracles.normal_form(oracles.Reading(stated), lhs, rhs, [K.assume(c) for c in K.domain(eq(lhs, rhs))])


def averages_itself(node: Term) -> K.Theorem:
    return equal_where_defined(expect(node), node)


# Columns ---------------------------------------------------------------------------------------------------


@attack
def a_matrix_of_rank_1_as_a_number_times_itself() -> object:
    square = K.specialise(K.generalise(a, sign(le(zero, a**2))), one)
    is_column = K.rewrite(nf(one**2, one.T * one), square, (1,))
    return instance("rank of a dyad", nf(A, one * A.T.T), is_column, A=A, X=one, Y=A.T)


@attack
def a_matrix_of_rank_1_as_a_matrix_times_a_number() -> object:
    square = K.specialise(K.generalise(a, sign(le(zero, a**2))), one)
    is_column = K.rewrite(nf(one**2, one.T * one), square, (1,))
    return instance("rank of a dyad", nf(A, A * one.T), is_column, A=A, X=A, Y=one)


@attack
def a_matrix_of_rank_1_by_columns_that_are_matrices() -> object:
    return instance("rank of a dyad", nf(A * B.T, A * B.T), A=A * B.T, X=A, Y=B)


# Opaque numbers below means --------------------------------------------------------------------------------


@attack
def the_mean_of_the_least_of_two_is_that_of_one_outcome() -> object:
    return averages_itself(Op("least", (z, zero)))


@attack
def the_mean_of_a_product_of_least_ones_is_that_of_the_means() -> object:
    low = Op("least", (z, zero))
    return equal_where_defined(expect(low * low), expect(low) * expect(low))


@attack
def the_mean_of_the_least_of_all_is_that_of_one_outcome() -> object:
    return averages_itself(Op("least_over", (i, n, i * z)))


@attack
def the_mean_of_the_least_of_pairs_is_that_of_one_outcome() -> object:
    return averages_itself(Op("least_unequal", (i, j, n, i * z)))


@attack
def the_mean_of_a_sum_of_pairs_of_noise_is_that_of_one_outcome() -> object:
    return averages_itself(Op("sum_unequal", (i, j, n, i * z)))


@attack
def the_mean_of_a_least_eigenvalue_is_that_of_one_outcome() -> object:
    return averages_itself(least_eigenvalue(x * x.T))


@attack
def the_mean_of_an_eigenvalue_is_that_of_one_outcome() -> object:
    return averages_itself(Op("eigenvalue", (x * x.T, one)))


@attack
def the_mean_of_a_rank_is_that_of_one_outcome() -> object:
    return averages_itself(Op("rank", (x * x.T,)))


# Starts that are not given ---------------------------------------------------------------------------------


@attack
def a_derived_loss_starts_where_it_is() -> object:
    return equal_where_defined(at0(L), L, "zfb")


@attack
def a_length_of_a_derived_loss_starts_where_it_is() -> object:
    return equal_where_defined(at0(absolute(L)), absolute(L), "zfb")


@attack
def a_least_one_of_a_derived_loss_starts_where_it_is() -> object:
    return equal_where_defined(at0(Op("least", (L, a))), Op("least", (L, a)), "zfb")


# Names and shapes of what is drawn -------------------------------------------------------------------------


@attack
def a_covariate_that_is_no_family_as_a_constant() -> object:
    one_of_them = vector("x", "d", "random")
    return averages_itself(one_of_them * one_of_them.T)


@attack
def a_vector_of_another_length_called_as_the_task() -> object:
    task = vector("w", "m", "random")
    return equal_where_defined(expect(task.T * task), scalar("d", "integer", "positive"))


@attack
def any_vector_called_as_the_query() -> object:
    other, Lam = vector("x_q", "m", "random"), matrix("Lam", "d", "d", "symmetric", "posdef")
    return equal_where_defined(expect(other.T * other), tr(Lam))


@attack
def any_vector_called_as_the_task_in_a_model_without_one() -> object:
    task = vector("w", "d", "random")
    stated = Claim(id="ex/o", kind=Kind.IDENTITY, source="", printed="", parts=(Part("", (Reading("", eq(u, u)),)),),
                   model=gradient_flow(u**2, (u,)))
    p = eq(expect(task * task.T), eye())
    return oracles.normal_form(oracles.Reading(stated), *p.args, [K.assume(c) for c in K.domain(p)])


@attack
def any_matrix_called_as_a_drawn_covariance() -> object:
    return averages_itself(matrix("Lam_tau", "d", "d", "random", "law"))


@attack
def noise_in_a_vector_as_a_number() -> object:
    noise = vector("z", "d", "random", "noise", "normal")
    return equal_where_defined(expect(noise.T * noise), scalar("s", "positive") ** 2)


# Links, and symbols of a kind ------------------------------------------------------------------------------


@attack
def a_value_that_a_later_link_would_give() -> object:
    supposed = Prop("and", (eq(a / b, 1), ne(b, 0)))
    return K.discharge(supposed, nf(a, a), [K.discharge(ne(b, 0), K.assume(ne(b, 0)))])


@attack
def any_matrix_called_invertible() -> object:
    return instance("invertible", R=A)


@attack
def a_product_called_invertible() -> object:
    return instance("invertible", R=matrix("R", "d", "d", "invertible") * A)


@attack
def any_matrix_called_orthogonal() -> object:
    return instance("orthogonal is invertible", O=A)


@attack
def a_drawn_matrix_that_is_always_invertible() -> object:
    return instance("invertible", R=matrix("W_0", "d", "d", "random", "invertible"))


@attack
def a_parameter_that_stays_invertible() -> object:
    return instance("invertible", R=matrix("W_1", "d", "d", "parameter", "invertible"))


@attack
def a_rectangle_called_invertible() -> object:
    return instance("invertible", R=Sym("W_2", ("d", "n"), frozenset({"invertible"})))


@attack
def a_congruence_by_a_rectangle() -> object:
    I, C = eye(), matrix("C", "d", "n")  # noqa: E741 - the identity
    regular = K.assume(ne(det(C), 0))
    return instance("congruence", sign(posdef(I)), regular, A=I, B=C)


@attack
def an_order_with_a_constant_that_grows() -> object:
    N = scalar("N", "integer", "positive")
    low, high = (K.generalise(N, sign(p)) for p in (le(-(N * one), N), le(N, N * one)))
    return instance("order as an integer grows", low, high, f=K.Lam((N,), N), h=K.Lam((N,), one), c=N, N=N)


@attack
def the_minimiser_that_is_one_of_many() -> object:
    least = K.generalise(u, nf(zero, zero))
    return instance("the minimiser", least, f=K.Lam((u,), zero), x=u, p_1=one)


# Slopes, and sums over different indices -------------------------------------------------------------------


@attack
def a_slope_of_what_is_equal_where_the_step_is_positive() -> object:
    return K.rewrite(nf(p, absolute(p)), K.assume(eq(Op("slope", (p, p)), 1)), (0, 1))


@attack
def a_slope_of_what_is_equal_at_one_step() -> object:
    return K.rewrite(K.assume(eq(b, zero)), K.assume(eq(Op("slope", (b, b)), 1)), (0, 1))


@attack
def a_step_far_from_0_at_which_a_slope_looks() -> object:
    known = K.assume(eq(Op("slope", (b, 1 / (1 - b))), 1))
    told = [K.has_value(known, k) for k in range(len(K.domain(known.proposition)))]
    return K._settle([for_all(b, ne(1 - b, 0))], told)


@attack
def a_sum_over_different_indices_that_leave_their_range() -> object:
    wide = Op("sum_unequal", (i, j, n + 1, term(1) / i))
    return oracles.normal_form(desk().reading, wide, wide, [K.assume(for_all(i, ne(i, 0)))])


@attack
def a_slope_along_a_line_of_what_has_a_kink() -> object:
    bent = desk().prove(Prop("differentiable", (absolute(a), a)))
    return instance("derivative along a line", bent, nf(zero + zero, zero), f=K.Lam((a,), absolute(a)), x=a, O=zero,
                    D=one, t_1=b)


@attack
def a_slope_along_a_line_that_the_step_bends() -> object:
    smooth = desk().prove(Prop("differentiable", (a**2, a)))
    return instance("derivative along a line", smooth, nf(zero + zero, zero), f=K.Lam((a,), a**2), x=a, O=zero, D=b,
                    t_1=b)
