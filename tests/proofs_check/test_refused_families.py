"""What the rules about families of numbers, one for each layer, ask for; each is met by what it alone stops."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs_check.papers.ccs.notation import I, k, l, r, r_of, t
from proofs_check.proof.chain import Assume, Identity, OfModulus, Positivity, Rule, Step
from proofs_check.proof.deciding.members import equal, is_polynomial, is_symmetric, moved
from proofs_check.proof.steps.families import (
    AllEqual,
    Exchangeable,
    LeastWhereEqual,
    Members,
    OverLayers,
    StandsStill,
)
from proofs_check.statement.attention import layer, layers, product_up, slope
from proofs_check.statement.props import Prop, always, conj, eq, exists, for_all, ge, implies, le, lt
from proofs_check.statement.terms import (
    Abbrev,
    Num,
    Op,
    Sym,
    Term,
    TermLike,
    at,
    at0,
    exp,
    expect,
    eye,
    grad,
    index,
    matrix,
    parameter,
    scalar,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)
from tests.proofs_check.asking_rules import desk, refused

rho, s, c, x = (scalar(name) for name in ("rho_0", "s", "c_0", "x_0"))
N, K, S = (matrix(name, "d", "d") for name in ("N_1", "K_1", "S_1"))
w, j, m, i = layers("w"), layer("j"), layer("m_1"), index("i", "k+1")
W = layers("W", "d", "d")
P, xi = parameter("P_1"), vector("xi", "d", "random", "cov:I")
first = at(r, 0)
signed = Sym("w_2", (1, 1), frozenset({"layers", "positive"}))

Asked = tuple[Rule, Prop, tuple[Prop, ...], str]


def product(body: Callable[[Term], Term], ell: Sym = l, last: TermLike = k) -> Term:
    return product_up(ell, last, body(at(r, ell)))


# Polynomials in the members --------------------------------------------------------------------------------

@pytest.mark.parametrize(("node", "polynomial"), [
    (product(lambda member: I + member * N), True),
    (Abbrev(c, product(lambda member: member**2 / c)), True),
    (tr(N) + exp(x), True),
    (first, False),
    (at(r, l), False),
    (r, False),
    (product_up(l, k, at(r, j)), False),
    (product_up(l, k, exp(r_of(l))), False),
    (product_up(l, first, term(2)), False),
    (Abbrev(c, product(exp)), False),
    (product(lambda member: member) ** Op("*", (term(1), term(2))), False),
    (Op("^", (product(lambda member: member), Num(Fraction(1, 2)))), False),
    (product(lambda member: member**-1), False),
    (product(lambda member: exp(member) ** 2), False),
    (product(lambda member: 1 / member), False),
    (product(lambda member: exp(member) / c), False),
    (product(lambda member: member + exp(member)), False),
])  # fmt: skip
def test_what_is_a_polynomial_in_the_members_of_a_family(node: Term, polynomial: bool) -> None:
    assert is_polynomial(node, r) is polynomial


@pytest.mark.parametrize(("node", "symmetric"), [
    (product(lambda member: I + member * N), True),
    (product(lambda member: I + member * N) * product_up(m, m, N), True),
    (product(lambda member: I + member * N) + product(lambda member: member * I, last=k + 1), False),
    (product(lambda member: N + member * K), False),
    (product(lambda member: at(w, l) + member), False),
    (product(lambda member: l + member) * I, False),
    (Abbrev(c, product(lambda member: N + member * K)), False),
])  # fmt: skip
def test_what_stays_the_same_as_members_exchange_their_places(node: Term, symmetric: bool) -> None:
    assert is_symmetric(node, r, desk()) is symmetric


# Values of all members --------------------------------------------------------------------------------------

POSITIVE = le(0, first**2)
ALL_EQUAL: tuple[Asked, ...] = (
    (AllEqual((r, c)), le(0, c**2), (POSITIVE,), ""),
    (AllEqual((signed, c)), lt(0, c), (lt(0, at(signed, 0)),), "of which nothing is said"),
    (AllEqual((r, N)), le(0, c**2), (POSITIVE,), "has another shape"),
    (AllEqual((r, tr(xi * xi.T))), le(0, tr(xi * xi.T) ** 2), (POSITIVE,), "varies with the outcome"),
    (AllEqual((r, i)), eq(total(i, k + 1, i), (k + 1) * i), (eq(total(i, k + 1, first), (k + 1) * first),),
     "or with an index"),
    (AllEqual((r, P)), le(0, P**2), (POSITIVE,), "may move with the parameters"),
    (AllEqual((r, first)), le(0, first**2), (POSITIVE,), "speaks of the families themselves"),
    (AllEqual((r, x)), eq(where(x, (x, 0)), x), (eq(where(first, (x, 0)), first),), "bound where they are put in"),
    (AllEqual((r, c)), le(0, Op("norm_F", (r,))), (le(0, Op("norm_F", (r,))),), "elsewhere than in its members"),
    (AllEqual((r, c)), eq(at0(c), c), (eq(at0(first), first),), "with the time that is looked at"),
    (AllEqual((r, c)), le(0, c**2), (POSITIVE, POSITIVE), "of a single premise"),
    (AllEqual((r, c)), le(c, 1), (POSITIVE,), "not this instance"),
    (AllEqual((r, c)), always(le(0, c**2)), (always(POSITIVE),), "not this instance"),
    (AllEqual((r, c)), exists(x, eq(x, c)), (exists(x, eq(x, first)),), "not this instance"),
)
MEMBERS: tuple[Asked, ...] = (
    (Members((r, c)), exists(r, le(first, 0)), (le(c, 0),), ""),
    (Members((r, c)), le(first, 0), (le(c, 0),), "does not begin with the existence"),
    (Members((r, c)), for_all(r, le(first, 0)), (le(c, 0),), "does not begin with the existence"),
    (Members((r, c)), exists(w, le(first, 0)), (le(c, 0),), "does not begin with the existence"),
    (Members((r, c)), exists(r, exists(x, le(first, x))), (exists(x, le(c, x)),), "an equation or an inequality"),
    (Members((r, c)), exists(r, le(first, 0)), (le(0, c),), "at the stated values"),
    (Members((r, P)), exists(r, eq(first, P)), (eq(P, P),), "may move with the parameters"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), [*ALL_EQUAL, *MEMBERS])
def test_values_are_put_in_for_all_members(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found


def test_what_is_assumed_or_made_for_one_member_is_not_said_of_another_value() -> None:
    assert "rests on no assumption" in refused(AllEqual((r, c)), le(0, c), le(0, first), assumed=le(0, first))
    A, Q, D = matrix("A_1", "d", "d", "symmetric"), matrix("Q_1", "d", "d"), matrix("D_1", "d", "d", "diagonal")
    given = eq(A, Q * D * Q.T), eq(Q.T * Q, eye("d"))
    E = matrix("E_1", "d", "d", "diagonal")
    made = conj(eq(Op("modulus", (A,)), Q * E * Q.T), eq(E * E, D * D), eq(E * D, D * E))
    above = (Step("A", given[0], Assume()), Step("Q", given[1], Assume()), Step("E", made, OfModulus(), ("A", "Q")))
    assert "depend on others" in refused(AllEqual((r, c)), le(0, c**2 * tr(E)), le(0, first**2 * tr(E)), above=above)


# Sums over layers -------------------------------------------------------------------------------------------

late = scalar("j_1", "integer", "positive", "layer")


def summed(f: Term, last: Term = k + 1, over: Sym = i) -> Term:
    return total(over, last, f)


def member(ell: Term) -> Term:
    return at(w, ell)


SUMS: tuple[Asked, ...] = (
    (OverLayers(j), le(0 * summed(c), 0), (le(0, 0),), "two sums over the same layers"),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1))), (le(member(j), at(r, j)),), ""),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1))), (implies(le(j, k), le(member(j), at(r, j))),), ""),
    (OverLayers(j), eq(summed(member(i - 1)), 0), (eq(member(j), 0),), ""),
    (OverLayers(late), le(summed(term(1)), summed(i - 1)), (le(1, late),), "compares two sums"),  # 1 <= 0 where k is 0
    (OverLayers(k), le(summed(member(i - 1), m), summed(at(r, i - 1), m)), (le(member(k), at(r, k)),), "compares two"),
    (OverLayers(j), lt(summed(member(i - 1)), summed(at(r, i - 1))), (lt(member(j), at(r, j)),), "compares two sums"),
    (OverLayers(j), le(summed(term(0)), summed(i - 1)), (le(0, j), le(0, j)), "by one premise"),
    (OverLayers(j), le(summed(j * (i - 1)), summed((i - 1) ** 2)), (le(j * j, j**2),), "may not stand in the sums"),
    (OverLayers(j), eq(summed(member(i - 1)), summed(at(r, i - 1))), (le(member(j), at(r, j)),), "at every layer"),
    (OverLayers(j), le(summed(i * (i - 1)), summed(i**2)), (le(i * j, i**2),), "at every layer"),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1))), (always(le(member(j), at(r, j))),), "at every"),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1))), (implies(le(m, k), le(member(j), at(r, j))),),
     "at every layer"),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1))), (implies(le(j, k - 1), le(member(j), at(r, j))),),
     "at every layer"),
    (OverLayers(j), le(summed(member(i - 1)), 1), (le(member(j), 1),), "two sums over the same layers"),
    (OverLayers(j), le(summed(member(i - 1)), summed(at(r, i - 1), k)), (le(member(j), at(r, j)),), "the same layers"),
    (OverLayers(j), le(summed(term(1), i), summed(i - 1, i)), (le(1, j),), "may not stand in the sums"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), SUMS)
def test_sums_are_compared_at_every_layer(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found


def test_what_is_assumed_of_one_layer_compares_no_sums() -> None:
    below = le(member(j), at(r, j))
    shown = le(summed(member(i - 1)), summed(at(r, i - 1)))
    assert "by one premise" in refused(OverLayers(j), shown, below, assumed=below)
    sized = matrix("M_1", "j", "j")
    trace = tr(sized)
    assert "may not stand" in refused(OverLayers(j), le(summed(0 * trace), summed((i - 1) * trace**2)),
                                      le(0 * trace, j * trace**2))  # fmt: skip


# Where a polynomial is least --------------------------------------------------------------------------------

def least(f: Term, at_: Term | None = None, moving: Sym = t) -> Prop:
    """That the slope of f vanishes as all members of r move together."""
    return eq(slope(moving, equal(f, {r: (rho if at_ is None else at_) + moving})), 0)


SQUARE = (first - c) ** 2
Q = (product(lambda member: member, last=0) - c) ** 2
WHERE_LEAST: tuple[Asked, ...] = (
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q), ge(SQUARE, 0)), ""),
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q), le(0, SQUARE)), ""),
    (LeastWhereEqual(r, scalar("p_0", "positive")), least(SQUARE, scalar("p_0", "positive")),
     (eq(SQUARE, Q), ge(SQUARE, 0)), "a new number"),
    (LeastWhereEqual(r, rho), eq(slope(t, SQUARE), 1), (eq(SQUARE, Q), ge(SQUARE, 0)), "a slope that is 0"),
    (LeastWhereEqual(r, rho), least(SQUARE), (ge(SQUARE, 0),), "no premise says what the function is"),
    (LeastWhereEqual(r, rho), least(c**2), (eq(c**2, c**2), ge(c**2, 0)), "no premise says what the function is"),
    (LeastWhereEqual(r, rho), least(SQUARE), (always(eq(SQUARE, Q)), ge(SQUARE, 0)), "what the function is"),
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q),), "bounded below by 0"),
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q), always(ge(SQUARE, 0))), "bounded below by 0"),
    (LeastWhereEqual(r, rho), least(first), (eq(first, product(lambda member: member, last=0)), ge(SQUARE, 0)),
     "bounded below by 0"),
    (LeastWhereEqual(r, rho), least(exp(first)), (eq(exp(first), exp(first)), ge(exp(first), 0)), "not a polynomial"),
    (LeastWhereEqual(r, rho), least((first - P) ** 2), (eq((first - P) ** 2, Q), ge((first - P) ** 2, 0)),
     "moves with the parameters"),
    (LeastWhereEqual(r, rho), least((first - j) ** 2), (eq((first - j) ** 2, Q), ge((first - j) ** 2, 0)),
     "depends on a layer"),
    (LeastWhereEqual(r, rho), least((first - tr(xi * xi.T)) ** 2),
     (eq((first - tr(xi * xi.T)) ** 2, Q), ge((first - tr(xi * xi.T)) ** 2, 0)), "varies with the outcome"),
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q + 0 * rho), ge(SQUARE, 0)), "stands in the function"),
    (LeastWhereEqual(r, rho), least(SQUARE), (eq(SQUARE, Q + 0 * t), ge(SQUARE, 0)), "stands in the function"),
    (LeastWhereEqual(r, rho), least(SQUARE, moving=rho), (eq(SQUARE, Q), ge(SQUARE, 0)), "what moves"),
    (LeastWhereEqual(signed, rho), eq(slope(t, (rho + t) ** 2), 0), (eq(at(signed, 0) ** 2, c), ge(SQUARE, 0)),
     "of which nothing is said"),
    (LeastWhereEqual(W, rho), least(SQUARE), (eq(SQUARE, Q), ge(SQUARE, 0)), "families of numbers"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), WHERE_LEAST)
def test_all_members_are_moved_to_where_a_polynomial_is_least(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found


def test_the_number_that_all_members_equal_is_new_and_free() -> None:
    known = (Step("known", le(0, rho**2), Positivity()),)
    held = eq(SQUARE, Q), ge(SQUARE, 0)
    step = Step("again", least(SQUARE), LeastWhereEqual(r, rho), ("f", "low"))
    above = (*known, Step("f", held[0], Identity()), Step("low", held[1], Positivity()), step)
    assert "a new number" in desk(above=above).sentences["again"]
    assert "rest on an assumption" in refused(LeastWhereEqual(r, rho), least(SQUARE), *held, assumed=eq(first, c))


# What is symmetric in the members ---------------------------------------------------------------------------

TRACE = tr(product(lambda member: I + member * N))


def alone(f: Term, ell: Term = j, value: Term = rho, step: Sym = s) -> Prop:
    """That the partial derivative vanishes where all members are equal."""
    return eq(where(grad(equal(moved(f, r, ell, step), {r: value}), step), (step, 0)), 0)


other = tr(product(lambda member: N + member * K))
BOUND = where(TRACE, (x, 0))
EXCHANGED: tuple[Asked, ...] = (
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE, TRACE), least(TRACE)), ""),
    (Exchangeable(r, rho, i - 1), alone(TRACE, i - 1), (eq(TRACE, TRACE), least(TRACE)), ""),
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE, TRACE),), "is not among the premises"),
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE, TRACE), Prop("le", least(TRACE).args)), "not among the"),
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE, TRACE), eq(least(TRACE).args[0], 1)), "not among the premises"),
    (Exchangeable(r, rho, j), alone(other), (eq(other, other), least(other)), "symmetric in the members"),
    (Exchangeable(r, rho, j), alone(exp(TRACE)), (eq(exp(TRACE), exp(TRACE)), least(exp(TRACE))), "symmetric in the"),
    (Exchangeable(r, rho, l), alone(TRACE, l), (eq(TRACE, TRACE), least(TRACE)), "is bound in the function"),
    (Exchangeable(r, rho, x), alone(TRACE, x), (eq(TRACE, TRACE), least(TRACE)), "one member moves"),
    (Exchangeable(r, rho, i - 2), alone(TRACE, i - 2), (eq(TRACE, TRACE), least(TRACE)), "one member moves"),
    (Exchangeable(r, rho, i * 1), alone(TRACE, i * term(1)), (eq(TRACE, TRACE), least(TRACE)), "one member moves"),
    (Exchangeable(r, rho, k - 1), alone(TRACE, k - 1), (eq(TRACE, TRACE), least(TRACE)), "one member moves"),
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE, TRACE), least(other)), "no premise says what the function is"),
    (Exchangeable(r, x, j), alone(BOUND, value=x), (eq(BOUND, TRACE), least(BOUND, x)), "bound where they are put in"),
    (Exchangeable(r, rho, j), alone(TRACE, m), (eq(TRACE, TRACE), least(TRACE)), "the others being equal"),
    (Exchangeable(r, rho, j), alone(TRACE, step=rho), (eq(TRACE, TRACE), least(TRACE)), "may not stand in the"),
    (Exchangeable(r, t, j), alone(TRACE, value=t), (eq(TRACE, TRACE), least(TRACE, t)), "moves with them"),
    (Exchangeable(r, rho, j), alone(TRACE), (eq(TRACE + xi.T * xi, TRACE), least(TRACE + xi.T * xi)), "the outcome"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), EXCHANGED)
def test_partial_derivatives_vanish_with_their_sum_where_members_may_be_exchanged(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found


# What stands still ------------------------------------------------------------------------------------------

above = scalar("p_0", "positive")


def gradient(g: Term, of: Sym, value: TermLike | None = None, result: TermLike | None = None) -> Prop:
    flat = zeros("d", "d") if of.shape != (1, 1) else term(0)
    return eq(where(grad(g, of), (of, flat if value is None else value)), flat if result is None else result)


STILL: tuple[Asked, ...] = (
    (StandsStill(), gradient(tr(N * S) ** 2, S), (eq(tr(N * S) ** 2, c),), ""),
    (StandsStill(), gradient(tr(N * S) ** 2, S), (eq(c, tr(N * S) ** 2),), ""),
    (StandsStill(), gradient(tr(S), S), (eq(tr(S), tr(S * I)),), "no premise says"),
    (StandsStill(), gradient(tr(S), S), (eq(tr(N), c),), "no premise says"),
    (StandsStill(), gradient(tr(S), S), (always(eq(tr(S), c)),), "no premise says"),
    (StandsStill(), gradient(tr(S), S), (Prop("le", (tr(S), c)),), "no premise says"),
    (StandsStill(), gradient(tr(S), S, N), (eq(tr(S), c),), "a gradient is 0 where what moves is 0"),
    (StandsStill(), gradient(tr(S), S, zeros("d", "n")), (eq(tr(S), c),), "a gradient is 0 where what moves is 0"),
    (StandsStill(), gradient(tr(S), S, result=N), (eq(tr(S), c),), "a gradient is 0 where what moves is 0"),
    (StandsStill(), gradient(x**2, x, 1), (eq(x**2, c),), "a gradient is 0 where what moves is 0"),
    *((StandsStill(), gradient(tr(N * K), K), (eq(tr(N * K), c),), "a gradient is 0 where what moves is 0")
      for K in (matrix("K", "d", "d", "symmetric"), matrix("K", "d", "d", "symmetric", "psd"))),
    (StandsStill(), gradient(above**2, above), (eq(above**2, c),), "a gradient is 0 where what moves is 0"),
    (StandsStill(), eq(where(grad(x**2, x), (c, 0)), 0), (eq(x**2, 1),), "a gradient is 0 where what moves is 0"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), STILL)
def test_what_is_the_same_for_all_values_has_no_gradient(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found


def test_what_is_the_same_at_one_value_may_have_a_gradient() -> None:
    same = eq(tr(S), c)
    assert "an assumption about what moves" in refused(StandsStill(), gradient(tr(S), S), same, assumed=same)
    assert refused(Members((r, c)), exists(r, le(expect(first), 0)), le(expect(c), 0)) == ""
