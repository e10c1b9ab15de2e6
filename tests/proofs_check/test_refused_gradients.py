"""What the rules about gradients and the chain rule ask for; each is met by what it alone stops."""

from __future__ import annotations

import pytest

from proofs_check.papers.ccs.notation import I, k, l, r, r_of, t
from proofs_check.proof.chain import Rule
from proofs_check.proof.deciding.members import along, moved
from proofs_check.proof.steps.families import ChainRule, OfGradient, Partial, SlopeOfInvariance
from proofs_check.proof.steps.small_gradients import SmallGradients
from proofs_check.statement.attention import layer, layers, product_down, product_up, sequence, slope
from proofs_check.statement.props import Prop, always, eq, for_all, ge, implies, le, lt, psd
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    at,
    grad,
    index,
    inner,
    matrix,
    norm_F,
    scalar,
    substitute,
    term,
    total,
    tr,
    where,
    zeros,
)
from tests.proofs_check.asking_rules import refused

s, c, x, tau = (scalar(name) for name in ("s", "c_0", "x_0", "tau_0"))
N, S, G, R = (matrix(name, "d", "d") for name in ("N_1", "S_1", "G_1", "R_1"))
w, v, j, m, i = layers("w"), layers("v"), layer("j"), layer("m_1"), index("i", "k+1")
W = layers("W", "d", "d")
signed = Sym("w_2", (1, 1), frozenset({"layers", "positive"}))
Asked = tuple[Rule, Prop, tuple[Prop, ...], str]


def smooth(f: Term, *variables: Term) -> Prop:
    return Prop("differentiable", (f, *variables))


def there(g: Term, of: Sym, value: TermLike | None = None) -> Term:
    flat = zeros("d", "d") if of.shape != (1, 1) else term(0)
    return where(grad(g, of), (of, flat if value is None else value))


def check(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found, found


# The gradient and what is said of it ------------------------------------------------------------------------

g = tr(N * S)
FLAT = there(g, S)


def is_gradient(g: Term, of: Sym = S, name: Sym = G, along: Sym = R, by: Sym = t) -> Prop:
    return for_all(along, eq(inner(name, along), slope(by, substitute(g, {of: by * along}))))


SAYS = implies(is_gradient(g), eq(G, N.T))
D = matrix("D_1", "d", "d", "diagonal")
B = matrix("B_1", "n", "d")
OF: tuple[Asked, ...] = (
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS, smooth(g, S)), ""),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS, for_all(N, smooth(g, S, N))), ""),
    (OfGradient(G, g), eq(g, N.T), (SAYS, smooth(g, S)), "where what moves is 0"),
    (OfGradient(G, there(g, S, I)), eq(there(g, S, I), N.T), (SAYS, smooth(g, S)), "where what moves is 0"),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS,), "differentiable is not among"),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS, smooth(g, N)), "differentiable is not among"),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS, smooth(tr(S), S)), "differentiable is not among"),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (SAYS, Prop("convex", (g, S))), "differentiable is not among"),
    (OfGradient(D, FLAT), eq(FLAT, N.T), (implies(is_gradient(g, name=D), eq(D, N.T)), smooth(g, S)), "not any matrix"),
    (OfGradient(B, FLAT), eq(FLAT, N.T), (SAYS, smooth(g, S)), "not any matrix"),
    (OfGradient(G, there(i * g, S)), eq(there(i * g, S), i * N.T), (SAYS, smooth(i * g, S)), "which a sum may bind"),
    (OfGradient(G, FLAT), eq(FLAT, N.T), (always(SAYS), smooth(g, S)), "no premise says this"),
    (OfGradient(G, FLAT), eq(FLAT, N), (SAYS, smooth(g, S)), "no premise says this"),
    (OfGradient(G, FLAT), eq(FLAT, N), (implies(is_gradient(tr(N.T * S)), eq(G, N)), smooth(g, S)), "no premise says"),
    (OfGradient(G, FLAT), psd(FLAT), (implies(is_gradient(g), psd(G)), smooth(g, S)), "no premise says this"),
    (OfGradient(N, FLAT), eq(FLAT, c * FLAT), (implies(is_gradient(g, name=N), eq(N, c * N)), smooth(g, S)),
     "no premise says this"),
    (OfGradient(G, FLAT), eq(FLAT, 0 * N), (implies(is_gradient(g, along=N), eq(G, 0 * N)), smooth(g, S)),
     "no premise says this"),
    (OfGradient(G, FLAT), eq(FLAT, 0 * N), (implies(is_gradient(g, along=D), eq(G, 0 * N)), smooth(g, S)),
     "no premise says this"),  # of the entries beside the diagonal nothing is known
    (OfGradient(G, FLAT), eq(FLAT, 0 * N), (implies(is_gradient(g, along=S), eq(G, 0 * N)), smooth(g, S)),
     "no premise says this"),
    *((OfGradient(G, FLAT), eq(FLAT, 0 * N), (known, smooth(g, S)), "no premise says this") for known in (
        implies(is_gradient(g, along=G), eq(G, 0 * N)),  # no G is, in every direction, its own slope
        implies(is_gradient(g, along=B), eq(G, 0 * N)),
        implies(is_gradient(g, by=I), eq(G, 0 * N)),
    )),
    (OfGradient(G, FLAT), le(where(tr(FLAT), (x, 0)), c),
     (implies(is_gradient(g), le(where(tr(G), (x, 0)), c)), smooth(g, S)), ""),
    (OfGradient(G, there(x * g, S)), le(where(tr(there(x * g, S)), (x, 0)), c),
     (implies(is_gradient(x * g), le(where(tr(G), (x, 0)), c)), smooth(x * g, S)), "no premise says this"),  # another x
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), OF)
def test_what_is_said_of_every_gradient_is_said_of_this_one(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    check(rule, shown, premises, why)


def test_what_is_assumed_of_one_matrix_is_not_said_of_the_gradient() -> None:
    assert "not any matrix" in refused(OfGradient(G, FLAT), eq(FLAT, N.T), SAYS, smooth(g, S), assumed=eq(G, I))


# Partial derivatives ----------------------------------------------------------------------------------------

f = product_up(l, k, r_of(l))


def partially(f: Term, ell: Term = j, step: Sym = s, to: Sym = t, family: Sym = r) -> Prop:
    return eq(there(moved(f, family, ell, step), step), slope(to, moved(f, family, ell, to)))


PARTIAL: tuple[Asked, ...] = (
    (Partial(f, r, j), partially(f), (smooth(f, r),), ""),
    (Partial(f, r, j), partially(f), (smooth(f, r, w),), ""),
    (Partial(f, r, j), partially(f), (smooth(f, w),), "differentiable is not among"),
    (Partial(f, r, j), Prop("le", partially(f).args), (smooth(f, r),), "shows an equation"),
    (Partial(f, r, j), eq(partially(f).args[0], c), (smooth(f, r),), "a gradient is a slope"),
    (Partial(f, r, j), eq(partially(f).args[0], grad(t * f, t)), (smooth(f, r),), "a gradient is a slope"),
    (Partial(f, r, j), eq(partially(f).args[1], partially(f).args[1]), (smooth(f, r),), "a gradient is a slope"),
    (Partial(f, r, j), eq(partially(f).args[0], partially(f, m).args[1]), (smooth(f, r),), "not the member"),
    (Partial(f, r, j), eq(partially(f, m).args[0], partially(f).args[1]), (smooth(f, r),), "not the member"),
    (Partial(f, r, l), partially(f, l), (smooth(f, r),), "is bound in the function"),
    (Partial(s * f, r, j), partially(s * f), (smooth(s * f, r),), "may not stand in the function"),
    (Partial(t * f, r, j), partially(t * f), (smooth(t * f, r),), "may not stand in the function"),
    (Partial(f, r, s), partially(f, s), (smooth(f, r),), "may not stand in the function"),
    (Partial(tr(at(W, 0)), W, j), partially(tr(at(W, 0)), step=S, to=S, family=W), (smooth(tr(at(W, 0)), W),),
     "families of any numbers"),
    (Partial(at(signed, 0), signed, j), partially(at(signed, 0), family=signed), (smooth(at(signed, 0), signed),),
     "families of any numbers"),
    (Partial(norm_F(r) * f, r, j), partially(norm_F(r) * f), (smooth(norm_F(r) * f, r),), "elsewhere than in its"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), PARTIAL)
def test_a_partial_derivative_is_a_slope(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    check(rule, shown, premises, why)


# The chain rule ---------------------------------------------------------------------------------------------

def chained(
    f: Term, last: TermLike = k + 1, over: Sym = i, step: Sym = s, to: Sym = t,
    pairs: tuple[tuple[Sym, Sym], ...] = ((r, w),),
) -> Prop:
    parts = [slope(step, moved(f, family, over - 1, step)) * at(v_, over - 1) for family, v_ in pairs]
    body = parts[0]
    for part in parts[1:]:
        body = body + part
    return eq(slope(to, along(f, dict(pairs), to)), total(over, last, body))


def product(body: Term, ell: Sym = l, last: TermLike = k) -> Term:
    return product_up(ell, last, body)


F = scalar("F_1")
deep = sequence(F, l, c, F + r_of(l), k + 1)
TWO = f * product(at(v, l))
shifted = product(where(r_of(l), (l, l + 5)))
CHAIN: tuple[Asked, ...] = (
    (ChainRule(f, (r, w)), chained(f), (smooth(f, r),), ""),
    (ChainRule(product_down(l, k, r_of(l)), (r, w)), chained(product_down(l, k, r_of(l))),
     (smooth(product_down(l, k, r_of(l)), r),), ""),
    (ChainRule(deep, (r, w)), chained(deep), (smooth(deep, r),), ""),
    (ChainRule(Abbrev(tau, f), (r, w)), chained(Abbrev(tau, f)), (smooth(Abbrev(tau, f), r),), ""),
    (ChainRule(f, (r, w)), chained(f), (), "differentiable is not among"),
    (ChainRule(TWO, (r, w), (v, x)), chained(TWO, pairs=((r, w), (v, w))), (smooth(TWO, r, v),), "families of any"),
    (ChainRule(TWO, (r, w), (v, w)), chained(TWO, pairs=((r, w), (v, w))), (smooth(TWO, r),), "differentiable is not"),
    (ChainRule(TWO, (r, w), (v, w)), chained(TWO, pairs=((r, w), (v, w))), (smooth(TWO, r, v),), ""),
    (ChainRule(TWO, (r, v)), chained(TWO, pairs=((r, v),)), (smooth(TWO, r),), "each family moves once"),
    (ChainRule(f, (r, w), (r, v)), chained(f, pairs=((r, v),)), (smooth(f, r),), "each family moves once"),
    (ChainRule(f, (r, w)), eq(chained(f).args[0], c), (smooth(f, r),), "a slope is a sum over layers"),
    (ChainRule(f, (r, w)), Prop("le", chained(f).args), (smooth(f, r),), "shows an equation"),
    (ChainRule(t * f, (r, w)), chained(t * f), (smooth(t * f, r),), "and the index, may not stand"),
    (ChainRule(i * f, (r, w)), chained(i * f), (smooth(i * f, r),), "and the index, may not stand"),
    (ChainRule(f, (r, w)), chained(f, last=i), (smooth(f, r),), "and the index, may not stand"),
    (ChainRule(f, (r, w)), eq(chained(TWO).args[0], chained(f).args[1]), (smooth(f, r),), "along these directions"),
    (ChainRule(f, (r, w)), eq(chained(f).args[0], chained(TWO).args[1]), (smooth(f, r),), "all partial derivatives"),
    (ChainRule(s * f, (r, w)), chained(s * f), (smooth(s * f, r),), "all partial derivatives"),
    (ChainRule(f, (r, w)), chained(f, last=k), (smooth(f, r),), "the layers of the sum alone"),
    (ChainRule(at(r, 0), (r, w)), chained(at(r, 0)), (smooth(at(r, 0), r),), "the layers of the sum alone"),
    (ChainRule(deep, (r, w)), chained(deep, last=k), (smooth(deep, r),), "the layers of the sum alone"),
    (ChainRule(at(r, m), (r, w)), chained(at(r, m), last=m), (smooth(at(r, m), r),), "the layers of the sum alone"),
    (ChainRule(shifted, (r, w)), chained(shifted), (smooth(shifted, r),), "or replaces"),
    (ChainRule(Abbrev(tau, f), (r, w)), chained(Abbrev(tau, f), last=k), (smooth(Abbrev(tau, f), r),), "sum alone"),
    (ChainRule(product(c + 0 * l, last=at(r, j)), (r, w)), chained(product(c + 0 * l, last=at(r, j))),
     (smooth(product(c + 0 * l, last=at(r, j)), r),), "the layers of the sum alone"),
    (ChainRule(sequence(F, l, at(r, j), F, k + 1), (r, w)), chained(sequence(F, l, at(r, j), F, k + 1)),
     (smooth(sequence(F, l, at(r, j), F, k + 1), r),), "the layers of the sum alone"),
    (ChainRule(norm_F(r) * f, (r, w)), chained(norm_F(r) * f), (smooth(norm_F(r) * f, r),), "elsewhere than in its"),
    (ChainRule(where(f, (x, 2)), (r, w)), chained(where(f, (x, 2))), (smooth(where(f, (x, 2)), r),), ""),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), CHAIN)
def test_a_slope_along_a_line_is_the_sum_over_all_layers(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    check(rule, shown, premises, why)


# Invariance -------------------------------------------------------------------------------------------------

h = Sym("h", (1, 1), frozenset({"invariant", "smooth"}))
U_1, W_1 = matrix("U_1", "d", "d"), matrix("W_1", "d", "d")


def jacobian(which: int, to: Term, of: Sym = h, second: Term = W_1) -> Term:
    return Op("jacobian", (of, term(which), U_1, second, to))


BOTH = eq(jacobian(1, R.T * U_1), jacobian(2, R * W_1))
rough, free = (Sym("h", (1, 1), frozenset({trait})) for trait in ("invariant", "smooth"))
INVARIANT: tuple[Asked, ...] = (
    (SlopeOfInvariance(R), BOTH, (), ""),
    (SlopeOfInvariance(R), eq(jacobian(1, R.T * U_1), jacobian(1, R * W_1)), (), "compares the Jacobians"),
    (SlopeOfInvariance(R), eq(jacobian(1, R.T * U_1), jacobian(2, R * W_1, second=N)), (), "compares the Jacobians"),
    (SlopeOfInvariance(R), eq(jacobian(1, R * U_1), jacobian(2, R * W_1)), (), "the directions"),
    (SlopeOfInvariance(R), eq(jacobian(1, R.T * U_1), jacobian(2, R.T * W_1)), (), "the directions"),
    *((SlopeOfInvariance(R), eq(jacobian(1, R.T * U_1, of), jacobian(2, R * W_1, of)), (), "not assumed to be")
      for of in (rough, free)),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), INVARIANT)
def test_what_is_invariant_has_slopes_that_agree(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    check(rule, shown, premises, why)


# Points of small gradients ----------------------------------------------------------------------------------

low, last = ge(f**2, 0), k + 1
E = f**2


def part(g: Term = E, ell: TermLike = i - 1, family: Sym = r, step: Sym = s) -> Term:
    return there(moved(g, family, term(ell), step), step)


def infimum_of(body: Term, *over: Sym, last: TermLike = k + 1, value: TermLike = 0) -> Prop:
    return eq(infimum(total(i, last, body), *(over or (r,))), value)


def known_of(g: Term, said: Prop) -> Prop:
    return implies(is_gradient(g), said)


M = tr(N * S) * product(r_of(l))
"""A function of the members and of S, of which the gradient in S is a multiple of f."""
P_J = slope(t, moved(E, r, j, t))
NORM = norm_F(there(M, S)) ** 2
BOUND = known_of(M, eq(norm_F(G) ** 2, c**2 * P_J**2))
SEEN = (low, smooth(E, r), smooth(M, S))
late = scalar("j_1", "integer", "positive", "layer")
capturing = total(i, k + 1, f) - (k + 1) * f
SMALL: tuple[Asked, ...] = (
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (low, smooth(E, r)), ""),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (le(0, E), for_all(r, smooth(E, r))), ""),
    (SmallGradients(E, j, r), infimum_of(NORM + part() ** 2), (*SEEN, BOUND), ""),
    (SmallGradients(E, j, r), infimum_of(NORM + part() ** 2), (*SEEN, implies(le(j, k), BOUND)), ""),
    (SmallGradients(E, late, r), infimum_of(part() ** 2), (low, smooth(E, r)), "the letter of the layer"),
    (SmallGradients(E, j, r), infimum_of(j * part() ** 2), (low, smooth(E, r)), "the letter of the layer"),
    (SmallGradients(capturing, j, r), infimum_of(part(capturing) ** 2), (ge(capturing, 0), smooth(capturing, r)),
     "is bound in the function"),  # the same number everywhere, of which all members of one sum would move
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (smooth(E, r),), "bounded below by 0"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (always(low), smooth(E, r)), "bounded below by 0"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (for_all(signed, low), smooth(E, r)), "bounded below by 0"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (implies(le(j, m), low), smooth(E, r)), "bounded below by 0"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (implies(le(m, k), low), smooth(E, r)), "bounded below by 0"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2), (low, smooth(E, w)), "differentiable in the families"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2, value=1), (low, smooth(E, r)), "an infimum over the stated"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2, w), (low, smooth(E, r)), "an infimum over the stated"),
    (SmallGradients(E, j, r, r), infimum_of(part() ** 2, r, r), (low, smooth(E, r, r)), "an infimum over the stated"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2, last=at(r, 0)), (low, smooth(E, r)), "depends on the families"),
    (SmallGradients(E, j, W), infimum_of(part() ** 2, W), (low, smooth(E, W)), "families of any numbers"),
    (SmallGradients(at(signed, 0), j, signed), infimum_of(part(at(signed, 0), family=signed) ** 2, signed),
     (ge(at(signed, 0), 0), smooth(at(signed, 0), signed)), "families of any numbers"),  # the slope is 1
    (SmallGradients(E, j, r), eq(infimum(part() ** 2, r), 0), (low, smooth(E, r)), "of a sum over layers"),
    (SmallGradients(E, j, r), lt(infimum(total(i, k + 1, part() ** 2), r), 0), (low, smooth(E, r)), "of a sum over"),
    (SmallGradients(E, j, r), infimum_of(part() ** 2 + term(1)), (low, smooth(E, r)), "the summands are squares"),
    (SmallGradients(E, j, r), infimum_of(term(1) + part() ** 2), (low, smooth(E, r)), "the summands are squares"),
    (SmallGradients(E, j, r), infimum_of(c**2), (low, smooth(E, r)), "a gradient is taken where"),
    (SmallGradients(E, j, r), infimum_of(there(moved(E, r, i - 1, s), s, 1) ** 2), (low, smooth(E, r)), "taken where"),
    (SmallGradients(E, j, r), infimum_of(where(grad(moved(E, r, i - 1, s), s), (x, 0)) ** 2), (low, smooth(E, r)),
     "a gradient is taken where"),
    (SmallGradients(s * E, j, r), infimum_of(part(s * E) ** 2), (ge(s * E, 0), smooth(s * E, r)), "may not stand"),
    (SmallGradients(E, j, r), infimum_of(part(c * f) ** 2), (low, smooth(E, r)), "one of the families"),
    (SmallGradients(E, j, r), infimum_of(part(family=w) ** 2), (low, smooth(E, r)), "one of the families"),
    (SmallGradients(E, j, r), infimum_of(NORM), (low, smooth(E, r), BOUND), "what a gradient is taken of"),
    (SmallGradients(E, j, r), infimum_of(NORM), SEEN, "how large a gradient is"),
    (SmallGradients(E, j, r), infimum_of(norm_F(there(M, S, I)) ** 2), (*SEEN, BOUND), "a gradient is taken where"),
    *((SmallGradients(E, j, r), infimum_of(NORM), (*SEEN, other), "how large a gradient is") for other in (
        always(BOUND),
        known_of(tr(N * S), eq(norm_F(G) ** 2, c**2 * P_J**2)),
        known_of(M, eq(norm_F(G) ** 2, c**2 * slope(t, moved(c * f, r, j, t)) ** 2)),
        known_of(M, eq(norm_F(G) ** 2, c**2 * f**2)),
        known_of(M, eq(norm_F(G) ** 2, c**2 * grad(t * E, t) ** 2)),
        known_of(M, eq(norm_F(G) ** 2, at(r, 0) ** 2 * P_J**2)),
        known_of(M, eq(norm_F(G) ** 2, j * P_J**2)),
        known_of(M, eq(norm_F(G) ** 2, tr(G) * P_J**2)),
        known_of(M, eq(norm_F(G) ** 2, c)),
        implies(is_gradient(M, name=D), eq(norm_F(D) ** 2, c**2 * P_J**2)),
        implies(is_gradient(M, along=N), eq(norm_F(G) ** 2, c**2 * P_J**2)),
        implies(is_gradient(M, along=S), eq(norm_F(G) ** 2, c**2 * P_J**2)),
        implies(is_gradient(M, along=G), eq(norm_F(G) ** 2, c**2 * P_J**2)),
        implies(is_gradient(M, along=B), eq(norm_F(G) ** 2, c**2 * P_J**2)),
    )),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), SMALL)
def test_gradients_of_what_is_bounded_below_get_small(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    check(rule, shown, premises, why)


def test_what_is_assumed_of_the_members_makes_no_gradient_small() -> None:
    rule, shown = SmallGradients(E, j, r), infimum_of(part() ** 2)
    assert "what the infimum is taken over" in refused(rule, shown, low, smooth(E, r), assumed=le(1, at(r, 0)))
    assert "how large" in refused(rule, infimum_of(NORM), *SEEN, BOUND, assumed=eq(G, 0 * G))


def test_layers_of_products_may_not_be_replaced() -> None:
    replaced = where(f, (k, 2))
    assert "or replaces" in refused(ChainRule(replaced, (r, w)), chained(replaced), smooth(replaced, r))
