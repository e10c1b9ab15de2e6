"""Ways to make a theorem of what is false; none may work.  Each is a function that would return such a theorem."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache

from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.papers.zfb.notation import y_hat
from proofs_check.statement.props import (
    Prop,
    always,
    conj,
    differs,
    eq,
    exists,
    for_all,
    ge,
    implies,
    le,
    lt,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    absolute,
    at0,
    ddt,
    expect,
    eye,
    grad,
    index,
    inv,
    matrix,
    minimum,
    norm_F,
    parameter,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)  # fmt: skip
from proofs_check.theorems import kernel as K
from proofs_check.theorems import oracles
from proofs_check.theorems.schemes import ALL, Scheme
from proofs_check.theorems.tactics.algebra import combination
from proofs_check.theorems.tactics.desk import Desk

Attack = Callable[[], object]
ATTACKS: dict[str, Attack] = {}

a, b, c = scalar("a"), scalar("b"), scalar("c")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
k0 = scalar("k", "integer", "nonnegative")
d, N = scalar("d", "integer", "positive"), scalar("N", "integer", "positive")
u, v = parameter("u"), parameter("v")
x, y = vector("x_q", "d", "random"), vector("w", "d", "random")
A, B = matrix("A"), matrix("B")
S, G = matrix("S", "d", "d", "symmetric"), matrix("G", "d", "d", "posdef")
i, j = index("i", "n"), index("j", "n")
L = scalar("L", "derived")
f, g = (a - b) ** 2, (u - b) ** 2
zero, one = term(0), term(1)
t = scalar("t", "nonnegative")


def attack(work: Attack) -> Attack:
    ATTACKS[work.__name__.replace("_", " ")] = work
    return work


@cache
def desk() -> Desk:
    stated = Claim(
        id="ex/c", kind=Kind.IDENTITY, source="", printed="", parts=(Part("", (Reading("", ge(a * a, 0)),)),)
    )
    return Desk(oracles.Reading(stated))


def nf(lhs: Term, rhs: Term, *premises: K.Theorem) -> K.Theorem:
    return desk().equal(lhs, rhs, premises)


def sign(prop: Prop, *premises: K.Theorem) -> K.Theorem:
    return desk().prove(prop, premises)


def having(*conditions: Prop) -> list[K.Theorem]:
    return desk().have(conditions=conditions)


def instance(name: str, *given: K.Theorem, **bind: object) -> K.Theorem:
    return desk().use(name, bind, given)[0]  # type: ignore[arg-type]


def lam(xs: object, body: object) -> K.Lam:
    return K.Lam(xs if isinstance(xs, tuple) else (xs,), body)  # type: ignore[arg-type]


# The seal --------------------------------------------------------------------------------------------------


@attack
def forged() -> object:
    return K.Theorem(object(), hypotheses=frozenset(), proposition=eq(zero, 1))


@attack
def a_subclass() -> object:
    return type("Mine", (K.Theorem,), {})


@attack
def another_proposition_put_into_a_theorem() -> object:
    th = nf(a, a)
    th.proposition = eq(zero, 1)  # type: ignore[misc]
    return th


@attack
def a_hypothesis_deleted() -> object:
    th = K.assume(eq(a, 0))
    del th.hypotheses
    return th


@attack
def a_theorem_from_a_file() -> object:
    return pickle.loads(pickle.dumps(nf(a, a)))


@attack
def a_copy() -> object:
    return copy.deepcopy(nf(a, a))


@attack
def a_premise_that_only_looks_like_a_theorem() -> object:
    class Fake:
        hypotheses, proposition, axioms, oracles, model = frozenset(), eq(zero, 1), frozenset(), frozenset(), None

    return K.conjoin(Fake())  # type: ignore[arg-type]


@attack
def an_axiom_of_ones_own() -> object:
    return K.instance(Scheme("mine", "", (), (), (eq(zero, 1),)), {})


@attack
def an_axiom_under_a_known_name() -> object:
    return K.instance(Scheme("slack", "", (), (), (eq(zero, 1),)), {})


@attack
def an_axiom_added_to_the_list() -> object:
    ALL["mine"] = Scheme("mine", "", (), (), (eq(zero, 1),))  # type: ignore[index]
    return K.instance(ALL["mine"], {})


# Values ----------------------------------------------------------------------------------------------------


@attack
def a_quotient_without_a_value() -> object:
    return nf(a * (1 / a), one)


@attack
def a_root_without_a_value() -> object:
    return nf(sqrt(a) * sqrt(a), a)


@attack
def an_inverse_without_a_value() -> object:
    return nf(A * inv(A), eye())


@attack
def a_sign_of_what_has_no_value() -> object:
    return sign(le(0, sqrt(a)))


@attack
def discharge_of_what_has_no_value() -> object:
    return K.discharge(eq(1 / a, 1), K.assume(eq(1 / a, 1)))


@attack
def that_the_assumption_has_a_value_rests_on_itself() -> object:
    p = eq(1 / a, 1)
    return K.discharge(p, K.assume(p), [K.has_value(K.assume(p), 0)])


@attack
def contradiction_of_what_has_no_value() -> object:
    p = eq(1 / a, 0)
    one_is_0 = K.rewrite(K.assume(eq(1 / a, 1)), K.assume(p), (0,))
    return K.contradiction(p, one_is_0, sign(ne(one, 0)))


@attack
def a_value_without_a_value() -> object:
    return K.specialise(K.generalise(a, nf(a - a, zero)), 1 / b)


@attack
def existence_of_what_has_no_value_elsewhere() -> object:
    return K.exhibit(exists(a, eq(1 / a, 1)), one, nf(1 / one, one))


@attack
def values_of_what_exists() -> object:
    return K.has_value(K.assume(exists(a, eq(1 / a, 1))), 0)


@attack
def a_mean_that_need_not_exist() -> object:
    return nf(expect(inv(norm_F(x))), expect(inv(norm_F(x))))


@attack
def a_mean_of_any_law() -> object:
    r = scalar("r_0", "random")
    return oracles.normal_form(desk().reading, expect(r), expect(r))


@attack
def a_minimum_that_need_not_exist() -> object:
    return nf(minimum(a, a), minimum(a, a))


@attack
def a_derivative_at_a_kink() -> object:
    return nf(grad(absolute(u), u), grad(absolute(u), u))


@attack
def a_head_that_is_not_known() -> object:
    return nf(Op("mystery", (a,)), Op("mystery", (a,)))


@attack
def a_proposition_that_is_not_known() -> object:
    p = Prop("mystery", (a,))
    return K.discharge(p, K.assume(p))


@attack
def a_condition_below_a_mean_met_for_one_outcome() -> object:
    r = scalar("r_0", "random")
    return nf(expect(r / r), one, K.assume(ne(r, 0)))


@attack
def a_condition_below_a_sum_met_for_one_index() -> object:
    body = 1 / (i - 1)
    return nf(total(i, n, body), total(i, n, body), K.assume(ne(i - 1, 0)))


@attack
def where_puts_a_negative_value_into_a_positive_symbol() -> object:
    return nf(where(sqrt(p**2), (p, -1)), term(-1))


@attack
def shapes_that_do_not_fit() -> object:
    return K.assume(eq(A * vector("z", "m"), vector("z", "m")))


# Quantifiers -----------------------------------------------------------------------------------------------


@attack
def generalised_under_an_assumption() -> object:
    return K.generalise(a, K.assume(ge(a, 0)))


@attack
def generalised_over_a_law_that_a_mean_hides() -> object:
    Lam = matrix("Lam", "d", "d", "symmetric", "posdef")
    hidden = K.assume(eq(expect(norm_F(x)), 1))
    return K.generalise(Lam, K.conjoin(hidden, nf(Lam, Lam)))


@attack
def generalised_over_a_deviation_that_a_law_names() -> object:
    rho, noise = scalar("rho", "positive"), scalar("z", "random", "noise", "normal", "std:rho")
    known = eq(expect(noise * noise), 1)
    return K.generalise(rho, K.modus_ponens(K.assume(implies(known, eq(a, 0))), K.assume(known)))


@attack
def generalised_over_a_deviation_that_the_law_of_a_copy_names() -> object:
    rho, copied = scalar("rho", "positive"), scalar("z_2", "random", "copy:z")
    return K.generalise(rho, K.conjoin(K.assume(eq(expect(copied * copied), 1)), nf(rho, rho)))


@attack
def put_into_a_law_that_names_it() -> object:
    rho, noise = scalar("rho", "positive"), scalar("z", "random", "noise", "normal", "std:rho")
    return K.specialise(K.assume(for_all(rho, eq(expect(noise * noise), rho**2))), 2 * rho, having(lt(0, 2 * rho)))


@attack
def any_number_called_as_a_deviation_that_a_law_names() -> object:
    rho, noise = scalar("rho"), scalar("z", "random", "noise", "normal", "std:rho")
    return K.generalise(rho, nf(expect(noise * noise), rho * rho))


@attack
def a_size_that_may_be_0() -> object:
    k = scalar("k", "integer", "nonnegative")
    return nf(tr(matrix("F", "k", "k")) * k, k * tr(matrix("F", "k", "k")))


@attack
def a_moment_of_a_prediction_from_labels_with_noise() -> object:
    noisy = Claim(id="zfb/c", kind=Kind.IDENTITY, source="", printed="", model="label noise",
                  parts=(Part("", (Reading("", ge(a * a, 0)),)),))
    return Desk(oracles.Reading(noisy)).prove(Prop("finite", (expect(y_hat**4),)))


@attack
def a_mean_given_a_label() -> object:
    label = scalar("y_q", "random", "label")
    return sign(Prop("has_value", (Op("expect_given", (norm_F(vector("z", "d", "random", "cov:I")) ** 2, label)),)))


@attack
def another_loss_than_that_of_the_flow() -> object:
    trains = sign(Prop("trains", (u**2,)))
    return instance("continuation of bounded solutions", trains, K.assume(always(le(0, u**2))), f=u**2, c=zero)


@attack
def generalised_over_what_a_derived_loss_hides() -> object:
    return K.generalise(a, K.assume(eq(L, 0)))


@attack
def generalised_over_a_constant() -> object:
    return K.generalise(eye(), sign(posdef(eye())))


@attack
def generalised_over_what_is_derived() -> object:
    return K.generalise(L, nf(L, L))


@attack
def generalised_over_a_size() -> object:
    return K.generalise(d, nf(tr(A), tr(A.T)))


@attack
def generalised_over_the_time() -> object:
    return K.generalise(t, sign(le(0, t)))


@attack
def captured_by_a_quantifier() -> object:
    th = K.specialise(K.assume(for_all(a, exists(b, lt(a, b)))), b)
    return th if th.proposition == exists(b, lt(b, b)) else refuse()


@attack
def captured_below_always() -> object:
    return K.specialise(K.assume(for_all(a, always(lt(u, a)))), u + 1)


@attack
def captured_by_a_mean() -> object:
    r = scalar("r_0", "random")
    return K.specialise(K.assume(for_all(a, eq(expect(r * a), 0))), r)


@attack
def put_into_a_law_unseen() -> object:
    Lam = matrix("Lam", "d", "d", "symmetric", "posdef")
    return K.specialise(
        K.assume(for_all(Lam, eq(expect(x * x.T), Lam))), 2 * Lam, having(posdef(2 * Lam), eq((2 * Lam).T, 2 * Lam))
    )


@attack
def put_into_a_derived_symbol_unseen() -> object:
    return K.specialise(K.assume(for_all(a, eq(L, a))), one)


@attack
def a_positive_symbol_at_a_negative_value() -> object:
    return K.specialise(K.generalise(p, sign(lt(0, p))), term(-1))


@attack
def a_positive_definite_symbol_at_zero() -> object:
    return K.specialise(K.generalise(G, sign(posdef(G))), zeros("d", "d"))


@attack
def an_integer_at_a_half() -> object:
    return K.specialise(K.generalise(n, sign(le(0, n - 1))), term(1) / 2)


@attack
def a_number_at_a_matrix() -> object:
    return K.specialise(K.generalise(a, nf(a * b, b * a)), A)


@attack
def a_square_matrix_at_a_vector() -> object:
    return K.specialise(K.generalise(A, nf(tr(A), tr(A.T))), vector("z"))


@attack
def an_index_beyond_its_range() -> object:
    return K.specialise(K.generalise(i, nf(i, i)), n + 1)


@attack
def existence_with_a_forbidden_value() -> object:
    return K.exhibit(exists(p, eq(p, -1)), term(-1), nf(term(-1), term(-1)))


@attack
def existence_of_another_value_for_each_outcome() -> object:
    r = scalar("r_0", "random")
    return K.exhibit(exists(a, eq(a * r, r * r)), r, nf(r * r, r * r))


@attack
def existence_specialised_to_an_outcome() -> object:
    each = K.generalise(b, K.exhibit(exists(a, eq(a * b, b * b)), b, nf(b * b, b * b)))
    return K.specialise(each, scalar("r_0", "random"))


@attack
def existence_rewritten_to_an_outcome() -> object:
    some = K.exhibit(exists(a, eq(a, b)), b, nf(b, b))
    return K.rewrite(K.assume(eq(b, scalar("r_0", "random"))), some, (1, 1))


@attack
def eigenvectors_for_each_outcome() -> object:
    Q, D = matrix("Q", "d", "d", "orthogonal"), matrix("D", "d", "d", "diagonal")
    return instance("spectral theorem", nf((x * x.T).T, x * x.T), S=x * x.T, Q=Q, D=D)


@attack
def existence_from_another_body() -> object:
    return K.exhibit(exists(a, eq(a * a, -1)), one, nf(one * 1, one))


@attack
def what_is_chosen_stands_elsewhere() -> object:
    return K.choose(K.assume(exists(a, eq(a, 5))), K.assume(eq(a, 5)))


@attack
def what_is_chosen_was_spoken_of() -> object:
    both = K.conjoin(K.assume(eq(a, 6)), K.assume(eq(a, 5)))
    return K.choose(K.assume(exists(a, eq(a, 5))), K.discharge(eq(b, b), K.link(both, 0)))


@attack
def one_name_for_two_symbols_in_an_oracle() -> object:
    return nf(scalar("a", "positive"), a)


@attack
def a_number_called_as_a_size() -> object:
    return nf(tr(eye()), scalar("d", "positive"))


@attack
def any_matrix_called_as_a_covariance() -> object:
    fake = matrix("Lam")
    z = vector("x", "d", "random")
    return K.generalise(fake, nf(expect(z * z.T), fake))


@attack
def a_matrix_called_as_a_diagonal_one() -> object:
    diagonal = matrix("A", "d", "d", "diagonal")
    return nf(A * diagonal, diagonal * A)


@attack
def any_number_called_as_a_standard_deviation() -> object:
    fake, noise = scalar("s", "positive"), scalar("z", "random", "noise", "normal")
    return K.generalise(fake, nf(expect(noise * noise), fake * fake))


@attack
def one_name_for_two_symbols_in_a_quantifier() -> object:
    return K.generalise(a, K.assume(eq(scalar("a", "positive"), a)))


@attack
def minima_over_different_symbols_of_a_derived_loss() -> object:
    one, other = Op("minimum", (L, u)), Op("minimum", (L, v))
    return K.modus_ponens(K.assume(implies(eq(one, 0), eq(a, 0))), K.assume(eq(other, 0)))


@attack
def laws_renamed_with_a_bound_symbol() -> object:
    one, other = (for_all(s, eq(expect(norm_F(s) ** 2), a)) for s in (x, y))
    return K.modus_ponens(K.assume(implies(one, eq(a, 0))), K.assume(other))


@attack
def conditional_laws_renamed_with_a_bound_symbol() -> object:
    drawn = scalar("r_0", "random")
    one, other = (for_all(s, eq(Op("expect_given", (drawn * norm_F(s), s)), a)) for s in (x, y))
    return K.modus_ponens(K.assume(implies(one, eq(a, 0))), K.assume(other))


@attack
def flows_renamed_with_a_bound_symbol() -> object:
    one, other = (for_all(s, always(eq(s, 0))) for s in (u, v))
    return K.modus_ponens(K.assume(implies(one, eq(a, 0))), K.assume(other))


# Empty ranges ----------------------------------------------------------------------------------------------


@attack
def an_index_that_may_have_no_value() -> object:
    return K.assume(le(1, index("i", "d-1")))


@attack
def a_size_that_may_be_zero() -> object:
    return K.assume(eq(tr(matrix("E", "d-1", "d-1")), 0))


@attack
def a_symmetric_matrix_that_is_not_square() -> object:
    return K.assume(eq(norm_F(matrix("W", "d", "n", "symmetric")), 1))


@attack
def a_zero_that_is_positive() -> object:
    return K.assume(lt(0, Sym("0_1x1", (1, 1), frozenset({"zero", "positive"}))))


@attack
def an_identity_that_is_nonzero_by_trait() -> object:
    return K.assume(ne(Sym("I_1", (1, 1), frozenset({"identity", "positive", "zero"})), 1))


@attack
def a_gaussian_that_is_positive() -> object:
    return K.assume(lt(0, scalar("x_q", "random", "positive")))


@attack
def a_parameter_that_stays_positive_by_trait() -> object:
    return K.assume(lt(0, Sym("u", (1, 1), frozenset({"parameter", "positive"}))))


# Equations -------------------------------------------------------------------------------------------------


@attack
def an_equation_for_one_index_below_a_sum() -> object:
    return K.rewrite(K.assume(eq(i, 1)), nf(total(i, n, i), total(i, n, i)), (1, 2))


@attack
def an_equation_for_indices_that_run_less_far() -> object:
    shown = nf(total(i, m, i), total(i, m, i))
    return K.rewrite(nf(i, 1 * i), shown, (1, 2))


@attack
def an_equation_at_one_moment_below_a_derivative() -> object:
    return K.rewrite(K.assume(eq(u, 0)), nf(ddt(u), ddt(u)), (1, 0))


@attack
def an_equation_along_the_flow_below_a_derivative() -> object:
    return K.rewrite(K.at_one_time(K.assume(always(eq(u, 0)))), nf(ddt(u), ddt(u)), (1, 0))


@attack
def an_equation_now_below_the_start() -> object:
    return K.rewrite(K.assume(eq(u, 0)), nf(at0(u), at0(u)), (1, 0))


@attack
def an_equation_at_one_point_below_a_gradient() -> object:
    return K.rewrite(K.assume(eq(u, 0)), nf(grad(u**2, u), grad(u**2, u)), (1, 0, 0))


@attack
def an_equation_at_one_point_below_a_minimum() -> object:
    return K.rewrite(K.assume(eq(a, 1)), K.assume(eq(minimum(a**2, a), 0)), (0, 0, 0))


@attack
def an_equation_for_one_outcome_below_a_mean() -> object:
    r = scalar("r_0", "random")
    return K.rewrite(K.assume(eq(r, 1)), K.assume(eq(expect(r), 0)), (0, 0))


@attack
def an_equation_at_one_point_below_differs() -> object:
    return K.rewrite(K.assume(eq(a, b)), K.assume(differs(a, b)), (0,))


@attack
def an_equation_below_a_quantifier() -> object:
    return K.rewrite(K.assume(eq(a, 1)), K.assume(for_all(a, eq(a - a, 0))), (1, 0, 0))


@attack
def a_bound_symbol_rewritten() -> object:
    return K.rewrite(K.assume(eq(a, b)), K.assume(exists(a, eq(a, c))), (0,))


@attack
def what_a_gradient_is_taken_in_rewritten() -> object:
    return K.rewrite(K.assume(eq(u, v)), K.assume(eq(grad(u**2, u), 0)), (0, 1))


@attack
def another_term_stands_there() -> object:
    return K.rewrite(nf(a + b, b + a), nf(a, a), (1,))


@attack
def an_inequality_used_as_an_equation() -> object:
    return K.rewrite(K.assume(le(a, b)), nf(a, a), (1,))


@attack
def a_number_of_unknowns_rewritten() -> object:
    z = vector("z")
    count = Op("unknowns", (z,))
    return K.rewrite(K.assume(eq(z, vector("y"))), K.assume(eq(count, 1)), (0, 0))


# Logic -----------------------------------------------------------------------------------------------------


@attack
def another_premise() -> object:
    return K.modus_ponens(K.assume(implies(lt(a, b), eq(c, 0))), K.assume(le(a, b)))


@attack
def modus_ponens_without_an_implication() -> object:
    return K.modus_ponens(K.assume(conj(lt(a, b), eq(c, 0))), K.assume(lt(a, b)))


@attack
def two_that_do_not_contradict_each_other() -> object:
    return K.contradiction(eq(a, 0), K.assume(le(a, b)), K.assume(le(b, a)))


@attack
def a_negation_of_an_order_of_matrices() -> object:
    return K.negation(psd(A))


@attack
def theorems_of_two_models() -> object:
    from proofs_check.model import gradient_flow

    other = Claim(
        id="ex/o",
        kind=Kind.IDENTITY,
        source="",
        printed="",
        parts=(Part("", (Reading("", eq(u, u)),)),),
        model=gradient_flow(u**2, (u,)),
    )
    return K.conjoin(nf(a, a), oracles.normal_form(oracles.Reading(other), u, u))


# Induction -------------------------------------------------------------------------------------------------


def above(low: Term, high: Term, premise: K.Theorem | None = None) -> K.Theorem:
    """low <= high, as the premise says with 1 added on the right, or as the two are equal."""
    given, plus = ((), ()) if premise is None else ((premise,), (one,))
    return combination(desk(), le(low, high), given, (one,) * len(given), plus)


def step(k: Term) -> K.Theorem:
    """2 <= k |- 2 <= k + 1."""
    return above(term(2), k + 1, K.assume(le(term(2), k)))


@attack
def an_induction_from_another_base() -> object:
    return K.induction(n, above(term(2), term(2)), step(n))


@attack
def an_induction_without_a_step() -> object:
    return K.induction(n, nf(one, one), K.discharge(eq(n, 1), K.assume(eq(n, 1))))


@attack
def an_induction_over_a_number() -> object:
    return K.induction(p, above(term(2), term(2)), step(p))


@attack
def an_induction_with_a_hypothesis_about_the_integer() -> object:
    low = K.generalise(b, above(b, b))
    first, second = above(one, n + 1, K.assume(le(one, n))), K.assume(eq(n, 1))
    return K.induction(n, K.specialise(low, one), K.link(K.conjoin(first, second), 0))


@attack
def an_induction_over_a_size() -> object:
    M = matrix("M", "n", "n")
    return K.induction(n, K.assume(eq(tr(M), 1)), K.assume(eq(tr(M), n)))


# The flow --------------------------------------------------------------------------------------------------


@attack
def always_from_one_moment() -> object:
    return K.at_every_time(K.assume(eq(u, 0)))


@attack
def always_from_one_time() -> object:
    return K.at_every_time(K.assume(le(t, 1)))


@attack
def always_from_a_derived_value_now() -> object:
    return K.at_every_time(K.assume(eq(L, 0)))


@attack
def one_time_of_what_is_not_about_the_flow() -> object:
    return K.at_one_time(K.assume(eq(u, 0)))


@attack
def here_lost() -> object:
    return K.generalise(u, K.at_one_time(K.assume(always(eq(u, 0)))))


# Schemes ---------------------------------------------------------------------------------------------------


@attack
def a_least_value_that_moves_with_the_point() -> object:
    below = K.generalise(a, sign(le(0, f)))
    return instance("minimum over 1", below, nf(f, f), f=lam(a, f), x_1=a, p_1=a, c=f)


@attack
def a_least_value_that_moves_with_a_parameter() -> object:
    return instance("minimum over 1", K.assume(for_all(u, le(g, g))), nf(g, g), f=lam(u, g), x_1=u, p_1=u, c=g)


@attack
def a_point_that_the_traits_exclude() -> object:
    below = K.generalise(p, sign(le(0, p)))
    return instance("minimum over 1", below, nf(zero, 0 * one), f=lam(p, p), x_1=p, p_1=zero, c=zero)


@attack
def a_bound_without_a_point() -> object:
    return instance(
        "minimum over 1",
        K.generalise(a, combination(desk(), le(-1, a**2), (), (), (one, a**2))),
        K.assume(eq(b**2, -1)),
        f=lam(a, a**2),
        x_1=a,
        p_1=zero,
        c=term(-1),
    )


@attack
def a_least_value_under_an_assumption() -> object:
    return K.generalise(a, K.assume(le(1, a)))


@attack
def one_symbol_for_two_variables() -> object:
    return instance(
        "global minimum over 2",
        K.assume(for_all(a, for_all(a, le(zero, a * a)))),
        f=lam((a, a), a * a),
        x_1=a,
        x_2=a,
        p_1=zero,
        p_2=zero,
    )


@attack
def a_point_that_the_traits_of_the_variable_exclude() -> object:
    below = K.generalise(p, sign(le(0, p)))
    return instance("global minimum over 1", below, f=lam(a, a), x_1=p, p_1=zero)


@attack
def a_least_value_where_the_traits_of_the_variable_exclude_it() -> object:
    below = K.generalise(p, sign(le(0, p)))
    return instance("minimum over 1", below, nf(zero, zero), f=lam(a, a), x_1=p, p_1=zero, c=zero)


def convex_between(one: Sym, other: Sym) -> object:
    r = scalar("s")

    def cube(z: Term) -> Term:
        return z * z * z

    chord = le(cube(r * one + (1 - r) * other), r * cube(one) + (1 - r) * cube(other))
    chords = for_all(one, for_all(other, for_all(r, implies(conj(le(0, r), le(r, 1)), chord))))
    return instance("convex", K.assume(chords), f=lam(a, cube(a)), x=one, y=other)


@attack
def convex_by_chords_that_end_at_positive_numbers() -> object:
    return convex_between(b, p)


@attack
def convex_by_chords_that_end_at_1() -> object:
    return convex_between(b, index("j", 1))


@attack
def convex_by_chords_from_their_own_weight() -> object:
    return convex_between(scalar("s"), b)


@attack
def cauchy_schwarz_of_a_number_and_a_matrix() -> object:
    return instance("Cauchy-Schwarz", A=one, B=eye())


@attack
def minimisers_of_what_has_none() -> object:
    th = K.assume(for_all(a, implies(eq(a, minimum(a, a)), eq(a, 5))))
    return instance("minimisers over 1", th, f=lam(a, a), P=lam(a, eq(a, 5)), x_1=a)


@attack
def a_rate_that_moves() -> object:
    return K.filled(
        ALL["Gronwall's inequality"], dict(zip(ALL["Gronwall's inequality"].metas, (u**2, u), strict=True))
    )


@attack
def a_growth_without_a_derivative() -> object:
    return instance(
        "Gronwall's inequality", K.assume(always(le(ddt(absolute(u)), -(0 * absolute(u))))), g=absolute(u), c=zero
    )


@attack
def a_sign_change_over_a_jump() -> object:
    h = absolute(u) / u
    return instance("intermediate value theorem", K.assume(always(ne(h, 0))), K.assume(lt(0, at0(h))), g=h)


@attack
def a_sum_over_more_than_was_shown() -> object:
    shown = K.generalise(i, nf(a, a))
    return instance("equal summands", shown, f=lam(i, a), h=lam(i, a), i=i, n=m)


@attack
def a_spectral_theorem_of_another_size() -> object:
    Q, D = matrix("Q", "d", "n", "orthogonal"), matrix("D", "n", "n", "diagonal")
    return instance("spectral theorem", nf(S.T, S), S=S, Q=Q, D=D)


@attack
def a_spectral_theorem_with_a_positive_diagonal() -> object:
    Q, D = matrix("Q", "d", "d", "orthogonal"), matrix("D", "d", "d", "diagonal", "posdef")
    return instance("spectral theorem", nf(S.T, S), S=S, Q=Q, D=D)


@attack
def an_order_of_matrices_as_of_numbers() -> object:
    return instance("antisymmetry", K.assume(le(A, B)), K.assume(le(B, A)), a=A, b=B)


@attack
def the_exponential_law_of_matrices() -> object:
    return instance("exponential law", a=A, b=B)


@attack
def a_binding_left_out() -> object:
    return K.instance(ALL["slack"], {}, [K.assume(le(a, b))])


@attack
def a_premise_of_a_scheme_left_out() -> object:
    return instance("slack", a=a, b=b)


@attack
def a_value_for_a_function() -> object:
    return K.filled(ALL["sum by sum"], dict(zip(ALL["sum by sum"].metas, (a, a, i, n), strict=True)))


@attack
def a_limit_in_a_number_that_does_not_grow() -> object:
    return instance("tends", K.assume(eq(a, a)), f=lam(a, a), A=zero, N=a, m=m, eps=p)


@attack
def a_limit_that_moves_with_what_grows() -> object:
    metas = ALL["tends"].metas
    return K.filled(ALL["tends"], dict(zip(metas, (lam(n, n), n, n, m, p), strict=True)))


# Oracles ---------------------------------------------------------------------------------------------------


@attack
def another_normal_form() -> object:
    return nf(a * a, a)


@attack
def matrices_that_commute() -> object:
    return nf(A * B, B * A)


@attack
def a_sign_that_is_not_there() -> object:
    return sign(le(0, a))


@attack
def a_kink_that_is_smooth() -> object:
    return sign(Prop("smooth", (absolute(u), u)))


@attack
def a_quotient_that_is_smooth() -> object:
    return sign(Prop("smooth", (1 / (u**2 + 1), u)))


@attack
def a_derived_symbol_that_is_smooth() -> object:
    return sign(Prop("smooth", (L, u)))


@attack
def almost_surely_without_a_mean() -> object:
    return oracles.density(desk().reading, tr(x.T * x), nf(a, a))


@attack
def almost_surely_of_any_law() -> object:
    r = scalar("r_0", "random")
    return oracles.density(desk().reading, r, K.assume(ne(expect(r), 0)))


def refuse() -> object:
    raise K.Refused("renamed, as it should be")


# Integers, layers and least numbers ------------------------------------------------------------------------


def layers(k: Sym, step: Term, upto: Term, start: Term = one) -> Term:
    """A sequence of numbers: F_0 = start, F_{k+1} = step."""
    return Op("sequence", (F, k, start, step, upto))


F, l0 = scalar("F"), scalar("l", "layer", "integer", "nonnegative")


@attack
def a_half_that_is_an_integer() -> object:
    return desk().prove(Prop("integer", (one / 2,)))


@attack
def any_number_that_is_an_integer() -> object:
    return instance("integer", z=p)


@attack
def a_sequence_whose_step_has_no_value() -> object:
    return nf(layers(l0, 1 / (F - 1), n), layers(l0, 1 / (F - 1), n))


@attack
def a_sequence_whose_step_has_no_value_at_a_layer() -> object:
    f_ = layers(l0, F / (l0 - 1), n)
    return nf(f_, f_, K.assume(ne(l0 - 1, 0)))


@attack
def a_member_before_the_first_of_a_sequence() -> object:
    return nf(layers(l0, F + 1, -one), layers(l0, F + 1, -one))


@attack
def what_a_step_asks_is_known_of_a_sequence_of_no_steps() -> object:
    f_ = layers(l0, F + 1 / a, zero)
    shown = K.assume(eq(f_, f_))
    asked = [k for k, c in enumerate(K.domain(shown.proposition)) if K.same(c, ne(a, 0))]
    return K.has_value(shown, asked[0]) if asked else refuse()


@attack
def a_layer_below_the_first() -> object:
    return K.specialise(K.generalise(l0, sign(le(0, l0))), -one, having(Prop("integer", (-one,))))


@attack
def a_least_number_of_no_pairs() -> object:
    low = Op("least_unequal", (i, j, n, a))
    return nf(low - low, zero)


@attack
def an_infimum_of_what_is_not_bounded() -> object:
    return desk().prove(Prop("has_value", (Op("infimum", (a, a)),)))


@attack
def an_infimum_above_a_bound_that_moves_with_the_point() -> object:
    below = K.generalise(a, desk().sign(le(0, f)))
    return instance("infimum over 1", below, f=lam(a, f), c=f, x_1=a)


@attack
def a_value_above_an_infimum_that_is_no_number() -> object:
    return instance("above the infimum over 1", f=lam(a, a), x_1=a)


@attack
def a_term_above_the_sum_of_signed_terms() -> object:
    return instance("term of a sum", f=lam(i, -i), i=i, n=n)


@attack
def the_least_over_more_than_there_are() -> object:
    return instance("least of all", f=lam(i, a), i=i, n=m)


@attack
def a_pair_of_the_same_index() -> object:
    th = instance("least of pairs", f=lam((i, j), i * j), i=i, j=i, n=n)
    return K.specialise(th, i)


@attack
def equivalent_by_one_implication() -> object:
    half = K.discharge(eq(a, 1), K.assume(eq(a, 1)))
    return instance("both ways", half, P=lam((), eq(a, 1)), R=lam((), eq(b, 1)))


@attack
def an_eigenvalue_bound_with_any_matrix_for_the_identity() -> object:
    return instance("largest eigenvalue", sign(psd(A.T * A)), sign(posdef(2 * eye())), A=A.T * A, E=2 * eye())


@attack
def an_eigenvalue_bound_with_an_identity_of_another_size() -> object:
    return instance("largest eigenvalue", sign(psd(A.T * A)), sign(posdef(eye("n"))), nf(eye("n") * eye("n"), eye("n")),
                    A=A.T * A, E=eye("n"))


# Outcomes, slopes and what is opaque -----------------------------------------------------------------------


@attack
def what_exists_where_an_outcome_is_positive() -> object:
    r_0, here = scalar("r_0", "random"), K.assume(lt(0, scalar("r_0", "random")))
    return K.exhibit(exists(b, lt(0, r_0)), term(1), here)


@attack
def surely_from_one_outcome() -> object:
    return K.surely(K.assume(eq(scalar("r_0", "random"), 1)))


@attack
def surely_from_what_is_derived() -> object:
    return K.surely(K.assume(eq(L, 0)))


@attack
def a_slope_at_a_kink() -> object:
    node = Op("slope", (b, absolute(b)))
    return oracles.slope(desk().reading, node)


@attack
def a_slope_of_an_activation_that_may_have_kinks() -> object:
    from proofs_check.statement.attention import activation

    node = Op("slope", (b, Op("activated", (activation("h"), b * A, A))))
    return oracles.slope(desk().reading, node)


@attack
def a_slope_of_a_sequence_with_a_kink_in_its_step() -> object:
    return oracles.slope(desk().reading, Op("slope", (b, layers(l0, absolute(F), n, b))))


@attack
def a_slope_of_what_has_no_value_at_other_steps() -> object:
    body = b * (1 / a)
    where_not_0 = oracles.slope(desk().reading, Op("slope", (a, body)), [K.assume(ne(a, 0))])
    return where_not_0


@attack
def an_equation_for_one_layer_put_in_at_others() -> object:
    at_l, nodes = layers(l0, F * a, l0), Op("product_up", (l0, m, layers(l0, F * a, l0)))
    known = K.assume(eq(at_l, one))
    return oracles.normal_form_where(desk().reading, nodes, one, [known], desk().have(nodes, premises=[known]))


@attack
def an_equation_for_one_outcome_put_in_below_a_mean() -> object:
    from proofs_check.statement.attention import activation

    value = Op("activated", (activation("h"), x, x))
    known, exists_ = K.assume(eq(value, 0)), K.assume(Prop("finite", (expect(value),)))
    return oracles.normal_form_where(desk().reading, expect(value), zero, [known], [exists_])


@attack
def an_inequality_put_in() -> object:
    return oracles.normal_form_where(desk().reading, a, b, [K.assume(le(a, b))])


@attack
def a_moment_of_any_law() -> object:
    r = scalar("r_0", "random", "positive", "law")
    return oracles.degree(desk().reading, Prop("finite", (expect(r),)))


@attack
def a_function_rewritten() -> object:
    from proofs_check.statement.attention import activation

    h, g_ = activation("h"), activation("g")
    one_, other = Op("activated", (h, A, A)), Op("activated", (g_, A, A))
    return K.rewrite(K.assume(eq(h, g_)), K.assume(eq(one_, other)), (0, 0))


@attack
def a_moment_of_a_task_of_any_prior() -> object:
    from proofs_check import registry

    reading = oracles.Reading(registry.load().find("zfb/beyond-task-prior").claim)
    task = vector("w", "d", "random")
    return oracles.degree(reading, Prop("finite", (expect(norm_F(task) ** 8),)))
