"""Attacks by traits that a law or the flow does not keep, by links, by what is no polynomial, and by new schemes."""

from __future__ import annotations

from proofs_check.statement.props import Prop, almost_surely, conj, eq, exists, for_all, implies, le, lt, ne, posdef
from proofs_check.statement.psd import least_positive_eigenvalue
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    absolute,
    at,
    at0,
    det,
    entry,
    expect,
    eye,
    grad,
    matrix,
    norm_F,
    scalar,
    stack,
    total,
    tr,
    vector,
)
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from tests.theorems.attacks import (
    A,
    B,
    G,
    L,
    N,
    S,
    a,
    attack,
    b,
    desk,
    having,
    i,
    instance,
    k0,
    lam,
    m,
    n,
    nf,
    one,
    sign,
    u,
    v,
    zero,
)
from tests.theorems.attacks_by_capture import filled
from tests.theorems.attacks_of_late import ATTACKS as ATTACKS
from tests.theorems.attacks_of_late import averages_itself, equal_where_defined

R = matrix("R_1", "d", "d", "invertible")
eta = scalar("eta", "random", "noise", "normal")
x = Sym("x_", ("d", 1), frozenset({"random", "iid", "cov:I"}))
first = entry(at(x, one), 1, 1)
nonzero_then_ratio = conj(ne(b, 0), eq(a / b, 1))


def by_degree(p: Prop) -> K.Theorem:
    """All conditions assumed but the moments: what is refused here is what the degree does not tell."""
    return oracles.degree(desk().reading, p, [K.assume(c) for c in K.domain(p)])


def smooth(body: Term, *xs: Term) -> K.Theorem:
    return by_degree(Prop("smooth", (body, *xs)))


def finite(body: Term) -> K.Theorem:
    return by_degree(Prop("finite", (expect(body),)))


# Traits that a law, a model or the flow does not keep ------------------------------------------------------


@attack
def noise_that_is_positive_definite() -> object:
    return sign(posdef(scalar("eta", "random", "noise", "normal", "posdef")))


@attack
def noise_of_a_law_that_is_positive() -> object:
    return sign(lt(0, scalar("eta", "random", "noise", "normal", "law", "positive")))


@attack
def noise_that_is_an_integer() -> object:
    return instance("integer", z=scalar("eta", "random", "noise", "normal", "integer"))


@attack
def a_rotation_that_is_positive_definite() -> object:
    return sign(posdef(matrix("W_0", "d", "d", "random", "haar", "orthogonal", "posdef")))


@attack
def a_rotation_that_is_symmetric() -> object:
    W = matrix("W_0", "d", "d", "random", "haar", "orthogonal", "symmetric")
    return equal_where_defined(expect(W * W), W * W.T)


@attack
def a_derived_matrix_that_is_invertible() -> object:
    return instance("invertible", R=matrix("W_0", "d", "d", "derived", "invertible"))


@attack
def a_prompt_that_is_invertible() -> object:
    return instance("invertible", R=matrix("W_0", "d", "d", "prompt", "invertible"))


@attack
def a_parameter_that_stays_an_integer() -> object:
    return instance("integer", z=Sym("u", (1, 1), frozenset({"parameter", "integer"})))


@attack
def a_time_that_is_positive_from_the_start() -> object:
    return sign(lt(0, at0(scalar("t", "positive"))))


@attack
def a_time_that_is_an_integer_from_1_on() -> object:
    later = K.at_every_time(sign(le(one, scalar("t", "integer", "positive"))))
    return instance("start", later, g=one, k=scalar("t", "integer", "positive"))


# What is no polynomial -------------------------------------------------------------------------------------


@attack
def a_jump_that_is_smooth() -> object:
    return smooth(Op("delta", (u, zero)), u)


@attack
def a_jump_that_is_smooth_along_the_flow() -> object:
    return by_degree(Prop("smooth_along", (Op("delta", (u, zero)),)))


@attack
def an_entry_at_a_place_that_moves() -> object:
    return smooth(entry(A, u, 1), u)


@attack
def a_sum_that_is_smooth_in_how_far_it_goes() -> object:
    return smooth(total(i, n, i), n)


@attack
def an_odd_power_of_a_norm() -> object:
    return smooth(norm_F(A * u) ** 3, u)


@attack
def an_even_power_of_a_norm_of_a_kink() -> object:
    return smooth(norm_F(absolute(u) * A) ** 2, u)


@attack
def a_gradient_of_a_kink_in_another_symbol() -> object:
    return smooth(grad(absolute(u) * v, v), u)


@attack
def a_second_derivative_of_a_length_below_a_mean() -> object:
    return finite(Op("curvature", (norm_F(stack(first, u)), u, one)))


@attack
def a_gradient_of_a_projection_below_a_mean() -> object:
    column = stack(first, u)
    return finite(grad(entry(Op("projection", (column * column.T,)), 1, 2), u))


@attack
def a_jump_that_almost_surely_does_not_vanish() -> object:
    jump = one - Op("delta", (eta, zero))
    return oracles.density(
        desk().reading, jump, K.assume(ne(expect(jump), 0)), [K.assume(c) for c in K.domain(almost_surely(ne(jump, 0)))]
    )


@attack
def a_mean_of_a_quotient_that_is_almost_surely_defined() -> object:
    return averages_itself(eta / absolute(eta))


@attack
def a_mean_given_what_a_divisor_may_vanish_with() -> object:
    given = Op("expect_given", (1 / (eta * scalar("zeta", "random", "noise", "normal")), eta))
    return oracles.given(desk().reading, given, [K.assume(c) for c in K.domain(eq(given, given))[1:]])


@attack
def a_positive_eigenvalue_of_what_has_none() -> object:
    return sign(lt(0, least_positive_eigenvalue(-1 * G)))


def nf_by_degree(derivative: Term, value: Term) -> K.Theorem:
    """By normal forms, what is differentiated being smooth by its degree."""
    known = [by_degree(c) for c in K.domain(eq(derivative, value)) if c.head in {"differentiable", "smooth"}]
    return oracles.normal_form(desk().reading, derivative, value, known)


@attack
def a_gradient_over_rotations_as_over_all_matrices() -> object:
    O = matrix("O_1", "d", "d", "orthogonal")  # noqa: E741 - a rotation
    at_any = nf_by_degree(grad(tr(O * A * O.T * B), O), B.T * O * A.T + B * O * A)
    at_one = K.specialise(K.generalise(A, at_any), eye())
    return K.rewrite(nf_by_degree(grad(tr(O * eye() * O.T * B), O), 0 * O), at_one, (0,))


@attack
def a_second_derivative_over_symmetric_matrices_in_any_direction() -> object:
    return nf_by_degree(Op("curvature", (tr(S * A) ** 2, S, B)), 2 * tr(B * A) ** 2)


@attack
def a_gradient_in_a_derived_loss() -> object:
    return nf_by_degree(grad(L * a, L), a)


@attack
def a_law_with_a_density_of_integers() -> object:
    whole = scalar("V_0", "random", "continuous_entries", "integer") - 1
    return oracles.density(desk().reading, whole, K.assume(ne(expect(whole), 0)))


# Links -----------------------------------------------------------------------------------------------------


@attack
def a_later_link_supposed_alone() -> object:
    return K.discharge(eq(a / b, 1), K.link(K.assume(nonzero_then_ratio), 0))


@attack
def the_links_in_another_order() -> object:
    both = K.assume(nonzero_then_ratio)
    turned = K.conjoin(K.link(both, 1), K.link(both, 0))
    return K.discharge(turned.proposition, nf(b / b, one, K.link(both, 0)))


@attack
def a_value_of_what_only_exists_beside_a_link() -> object:
    return K.has_value(K.assume(conj(ne(b, 0), exists(a, eq(a / b, 1)))), 0)


@attack
def a_value_where_the_premise_of_an_implication_need_not_hold() -> object:
    (condition,) = K.domain(implies(ne(b, 0), eq(a / b, 1)))
    known = K.has_value(K.assume(implies(ne(b, 0), eq(a / b, 1))), 0)
    assert K.same(known.proposition, condition)
    return K.modus_ponens(known, nf(b, b))


@attack
def surely_where_one_outcome_is_not_zero() -> object:
    return K.surely(nf(eta / eta, one, K.assume(ne(eta, 0))))


# Schemes ---------------------------------------------------------------------------------------------------


@attack
def any_matrix_for_an_invertible_one() -> object:
    return K.specialise(K.generalise(R, instance("invertible", R=R)), A)


@attack
def an_invertible_matrix_that_is_any() -> object:
    return K.exhibit(exists(R, eq(R, A)), A, nf(A, A))


@attack
def any_matrix_put_in_below_a_quantifier_over_invertible_ones() -> object:
    return K.rewrite(K.assume(eq(R, A)), K.generalise(R, instance("invertible", R=R)), (1, 0, 0))


@attack
def a_least_value_over_invertible_matrices_at_zero() -> object:
    return filled("minimum over 1", lam(R, norm_F(R) ** 2), zero, R, 0 * A)


@attack
def a_determinant_of_a_number_times_a_matrix_as_of_a_product() -> object:
    return instance("determinant of a product", K.assume(ne(det(a), 0)), K.assume(ne(det(A), 0)), A=a, B=A)


@attack
def a_congruence_of_a_number_by_a_matrix() -> object:
    return instance("congruence", K.assume(posdef(a)), K.assume(ne(det(B), 0)), A=a, B=B)


@attack
def a_minimiser_that_moves_with_the_point() -> object:
    return filled("the minimiser", lam(u, (u - b) ** 2), u, u)


@attack
def a_minimiser_that_a_derived_loss_hides() -> object:
    return filled("the minimiser", lam(u, (u - b) ** 2), u, L)


@attack
def a_minimum_where_something_hidden_holds() -> object:
    return filled("minimum where over 1", lam(a, (a - b) ** 2), lam(a, eq(L, a)), u)


@attack
def an_order_with_a_constant_that_a_law_names() -> object:
    g = Sym("g", ("N", 1), frozenset({"random", "cov:I"}))
    return filled("order as an integer grows", lam(N, N), lam(N, one), expect(norm_F(g) ** 2), N)


@attack
def an_order_with_a_constant_of_the_second_integer() -> object:
    return filled("order as two integers grow", lam((N, m), m), lam((N, m), one), m, N, m)


# Two symbols of one name -----------------------------------------------------------------------------------


@attack
def a_size_that_may_be_0_is_that_of_a_matrix() -> object:
    k, small, large = scalar("k", "integer", "positive"), eye("k"), eye("k+1")
    traces = K.rewrite(nf(tr(large), tr(small) + 1), nf(tr(large), k0 + 1), (0,))
    sums = K.rewrite(nf(tr(small), k), traces, (0, 0))
    same_ = K.rewrite(nf(k0 + 1 - 1, k0), K.rewrite(sums, nf(k, k + 1 - 1), (1, 0)), (1,))
    always_ = K.generalise(k0, K.rewrite(same_, sign(lt(0, k)), (1,)))
    return K.specialise(always_, zero, having(*K.promised(k0, zero)))


# Rotations and conditional means ---------------------------------------------------------------------------

gauss, y_1, other = vector("gau", "d", "random", "cov:I"), vector("y_1", "d"), scalar("r_0", "random")
length = norm_F(y_1)


def rotated(drawn: Sym = gauss, body: Term = length, turn: Term = A, y: Sym = y_1) -> K.Theorem:
    """That a function of a Gaussian has the law of that of its rotation, from assumptions on what rotates it."""
    asked = eq(turn.T * turn, eye()), Prop("posdef", (eye(),)), eq(eye() * eye(), eye()), le(zero, drawn.T * drawn)
    return instance("law of a rotated Gaussian", *map(K.assume, asked), f=lam(y, body), A=turn, E=eye(), x=drawn)


@attack
def a_rotation_of_a_gaussian_of_another_covariance() -> object:
    return rotated(vector("gau", "d", "random", "cov:Lam"))


@attack
def a_rotation_of_a_matrix_of_gaussians() -> object:
    y = matrix("Y_1")
    return rotated(Sym("gau", ("d", "d"), frozenset({"random", "cov:I"})), norm_F(y), A, y)


@attack
def a_rotation_of_one_of_two_that_are_drawn() -> object:
    return rotated(body=norm_F(y_1) + norm_F(gauss))


@attack
def a_rotation_that_is_drawn() -> object:
    return rotated(turn=matrix("Rot", "d", "d", "random"))


@attack
def a_rotation_of_a_gaussian_whose_covariance_is_called_as_the_identity() -> object:
    named = matrix("I", "d", "d", "symmetric", "psd")
    return K.conjoin(rotated(), nf(named, named))


def out(h: Term, f: Term, x: Sym) -> K.Theorem:
    """A factor taken out of a conditional mean that exists, or so it is assumed."""
    known = K.assume(Prop("has_value", (Op("expect_given", (f, x)),)))
    return instance("what is known is taken out", known, f=lam(x, h), Y=f, x=x)


@attack
def what_is_not_known_taken_out() -> object:
    return out(other * A, other * B, scalar("q_0", "random"))


@attack
def what_is_not_known_taken_out_by_another_name() -> object:
    known, z_0 = scalar("q_0", "random"), scalar("z_0")
    shown = K.assume(Prop("has_value", (Op("expect_given", (other * B, known)),)))
    return instance("what is known is taken out", shown, f=lam(z_0, z_0 * other * A), Y=other * B, x=known)


def given_some(f: Term, x: Sym, *assumed: Prop, lam_of: Sym | None = None) -> K.Theorem:
    """A mean as that of the conditional mean, by the tower property."""
    return instance("tower", *map(K.assume, assumed), f=lam(x if lam_of is None else lam_of, f), x=x)


@attack
def the_tower_property_of_what_exists_at_one_outcome() -> object:
    f, known = other, scalar("q_0", "random")
    return given_some(f, known, Prop("finite", (expect(f),)), Prop("has_value", (Op("expect_given", (f, known)),)))


@attack
def the_tower_property_of_no_mean() -> object:
    f, known = other, scalar("q_0", "random")
    return given_some(f, known, for_all(known, Prop("has_value", (Op("expect_given", (f, known)),))))


@attack
def equal_for_a_mean_square_that_need_not_exist() -> object:
    f = scalar("q_0", "random")
    return instance("vanishing mean square", K.assume(eq(expect((f - other) ** 2), 0)), X=f, Y=other)


@attack
def the_tower_property_of_a_function_of_something_else() -> object:
    known, z_0 = scalar("q_0", "random"), scalar("z_0")
    f = Op("expect_given", (other + known, known))
    asked = Prop("finite", (expect(other + known),)), for_all(known, Prop("has_value", (f,)))
    return given_some(other + known, known, *asked, lam_of=z_0)


@attack
def an_equation_at_one_outcome_below_a_conditional_mean() -> object:
    node = Op("expect_given", (other, scalar("q_0", "random")))
    exists_ = K.assume(Prop("has_value", (node,)))
    same_ = K.conjoin(exists_, exists_)
    return K.rewrite(K.assume(eq(other, 1)), same_, (0, 0, 0))


@attack
def a_conditional_mean_generalised_over_what_is_given() -> object:
    known = scalar("q_0", "random")
    return K.generalise(known, K.assume(eq(Op("expect_given", (other, known)), 1)))


haar, fixed = matrix("R_0", "d", "d", "random", "orthogonal", "haar"), matrix("U_0", "d", "d", "orthogonal")
context, beside_it = vector("X_0", "d", "random", "context"), vector("Y_0", "d", "random", "context")


def kept(h: Term, f: Term = length, R: Sym = haar, X: Sym = context) -> K.Theorem:
    """The mean at a random rotation, from the law at each, or so it is assumed."""
    law = for_all(fixed, Prop("same_law", (h, X)))
    mean = Prop("finite", (expect(K.put(eq(f, f), {y_1: X}).args[0]),))
    bind = {"h": lam((fixed, X), h), "f": lam(y_1, f), "U": fixed, "R": R, "X": X}
    return instance("law that all rotations keep", K.assume(law), K.assume(mean), **bind)


def linear(F: Term, V: Term, general: bool = True) -> K.Theorem:
    """The mean at a random rotation of what is linear, or so it is assumed."""
    D, E, s = matrix("D_1"), matrix("E_1"), scalar("s")
    at_sum, at_E = (K.put(eq(F, F), {D: x}).args[0] for x in (s * D + E, E))
    p = eq(at_sum, s * F + at_E)
    asked = for_all(D, for_all(E, for_all(s, p))) if general else p
    means = [Prop("finite", (expect(V),)), Prop("finite", (expect(K.put(eq(F, F), {D: V}).args[0]),))]
    bind = {"f": lam((D, context), F), "v": lam(haar, V), "D": D, "E": E, "R": haar, "X": context}
    given = map(K.assume, (almost_surely(asked), *means))
    return instance("mean of what is linear in a rotation", *given, **bind)


@attack
def a_random_rotation_of_what_it_has_turned_already() -> object:
    return kept(fixed * haar.T * context)


@attack
def a_random_rotation_beside_a_context_that_is_not_rotated() -> object:
    return kept(fixed * context, norm_F(y_1 - beside_it))


@attack
def a_random_rotation_of_a_copy_of_itself() -> object:
    copied = vector("X_1", "d", "random", "copy:R_0")
    return kept(fixed * copied, X=copied)


@attack
def a_random_rotation_by_a_matrix_of_another_law() -> object:
    return kept(fixed * context, R=matrix("R_0", "d", "d", "random", "orthogonal"))


@attack
def the_mean_of_a_product_of_a_rotation_and_itself() -> object:
    return linear(matrix("D_1") * haar, haar.T)


@attack
def the_mean_of_what_is_linear_in_one_direction() -> object:
    return linear(matrix("D_1") * context, haar, general=False)


@attack
def the_mean_of_a_rotation_beside_what_is_drawn() -> object:
    return linear(matrix("D_1") * context, haar * other)
