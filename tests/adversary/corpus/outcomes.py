"""What is said of one outcome, what laws name, and what stands beside the time: said by name alone, and easily lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    at,
    at0,
    conj,
    conserved,
    convex,
    curvature,
    ddt,
    entry,
    eq,
    exists,
    exp,
    expect,
    expect_given,
    exponential,
    for_all,
    gaussian,
    ge,
    grad,
    gradient_flow,
    gt,
    iff,
    iid_entries,
    implies,
    independent_of,
    index,
    infimum,
    inv,
    le,
    limit,
    lt,
    matrix,
    minimum,
    ne,
    norm_2,
    norm_F,
    parameter,
    psd,
    relu,
    scalar,
    slope,
    sqrt,
    tends,
    total,
    tr,
    vector,
    where,
)
from proofs_check.proof.chain import Combination, Identity, Proof, Step
from proofs_check.proof.steps.extrema import FromBelow, ValueAt
from proofs_check.statement.laws import delta, order, total_unequal
from proofs_check.statement.props import almost_surely
from proofs_check.statement.terms import prediction, unknowns

from ..stating import Stated, Truth, false, family, ill_shaped, true, valueless
from .letters import A, B, Id, N, R, S, U, Zero, a, b, c, d, e, f, i, k0, n, o, p, r, t_, u, v, w, w_, x1, y, y1, z

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
xs = gaussian("x_5", "d", cov=S, iid=True)
law = vector("X_5", "d", "random", "law", "independent")
time, m = scalar("t", "nonnegative"), scalar("n", "integer", "positive")
ii, jj, vn = index("i", "n"), index("j", "n"), vector("v_5", "n")
P = parameter("P_5", "d", "d")
PAIR = gradient_flow(u**2 / 2 + w_**2, (u, w_))
SQUARE = gradient_flow(norm_F(P) ** 2 / 2, (P,))
STARTED = gradient_flow(u**2 / 2, (u,), {u: p})
BENT = gradient_flow(absolute(u * w_ - 1), (u, w_))
square, length, mean = expect(x1**2), expect(z.T * z), expect(entry(law, 1, 1))


@family("outcomes")
def of_one_outcome() -> Iterator[Stated]:
    """A condition that gives an outcome is about this outcome: equations follow for it, and nothing for means."""
    yield from (
        true(eq(x1 * a, 2 * a), eq(x1, 2)),
        true(eq(x1**2, 4), eq(x1, 2)),
        true(eq(z.T * w, v.T * w), eq(z, v)),
        true(eq(z.T * w, v.T * w), eq(v, z)),
        true(eq(x1 * a, b * a), eq(b, x1)),
        true(eq(x1 * y1, 2 * y1), eq(x1, 2)),
        true(ge(z.T * v, 0), eq(z, v)),
        true(psd(z * v.T), eq(z, v)),
        true(eq(k0.T * w, v.T * w), eq(k0, v)),
        true(eq(z.T * w * a, b * a), eq(z.T * w, b)),
        true(eq(norm_2(z), norm_2(v)), eq(z, v)),
        true(eq(y.T * z, y.T * v), eq(z, v)),
        true(eq(e * f, 2 * f), eq(e, 2)),
        true(eq(absolute(e), e), ge(e, 0)),
        true(eq(relu(x1), x1), ge(x1, 0)),
        true(le(a, b), le(a, x1), le(x1, b)),
        true(eq(v, w), eq(z, v), eq(z, w)),
        true(implies(eq(x1, 2), eq(x1 * a, 2 * a))),
        true(implies(eq(x1, 2), eq(x1 * square, 2 * p**2))),
        true(implies(eq(z, v), eq(z.T * w, v.T * w))),
        true(implies(eq(x1, a), eq(x1 * y1, a * y1))),
        true(eq(length * a, tr(S) * a), eq(v, z)),
        true(implies(eq(x1, 2), eq(where(x1 * a, (a, 3)), 6))),
    )
    yield from (
        false(eq(x1 * a, 3 * a), eq(x1, 2)),
        false(ne(x1, 2), eq(x1, 2)),
        false(eq(v.T * z, 2 * norm_2(z) ** 2), eq(v, z)),
        false(eq(length, v.T * v), eq(v, z)),
        false(eq(expect(z.T * w), v.T * w), eq(z, v)),
        false(eq(S, v * v.T), eq(z, v)),
        false(eq(expect(a**2), p**2), eq(a, x1)),
        false(eq(expect(norm_2(v) ** 2), tr(S)), eq(v, z)),
        false(almost_surely(eq(x1, 2)), eq(x1, 2)),
        false(eq(p, 2), eq(e, 2)),
        false(ge(p, 2), ge(absolute(e), 2)),
        false(implies(eq(v, z), eq(expect(v * v.T), S))),
        false(eq(expect(e * f), p**2), eq(e, f)),
        false(eq(expect(relu(x1)), expect(x1)), ge(x1, 0)),
        false(lt(a, b), le(a, x1), le(x1, b)),
        false(implies(ne(x1, 0), gt(expect(x1), 0))),
        false(eq(absolute(x1), x1)),
        false(eq(relu(x1), absolute(x1))),
    )


@family("outcomes")
def values_put_in() -> Iterator[Stated]:
    """A value put in for what is drawn leaves what else is drawn; given an outcome, a mean below is over all."""
    yield from map(
        true,
        (
            eq(where(x1, (x1, a)), a),
            eq(where(x1 * y1, (x1, a)), a * y1),
            eq(where(z.T * v, (z, w)), w.T * v),
            eq(where(k0.T * v, (k0, w)), w.T * v),
            almost_surely(eq(where(x1 * y1, (x1, a)), a * y1)),
            eq(where(expect_given(x1 * y1**2, x1), (x1, 2)), 2 * r**2),
            eq(expect_given(length, z), tr(S)),
            eq(where(expect_given(x1 * y1**2, x1), (x1, a)), a * r**2),
            eq(expect(z.T * z * length), tr(S) ** 2),
            eq(expect_given(z.T * z * length, z), tr(S) * z.T * z),
            eq(grad(a**2 * x1, a), 2 * a * x1),
            convex((x1 - a) ** 2, a),
            eq(minimum((x1 - a) ** 2, a), 0),
        ),
    )
    yield from map(
        false,
        (
            eq(where(x1, (x1, a)), x1),
            eq(where(x1 * y1, (x1, a)), x1 * y1),
            eq(where(z.T * v, (z, w)), z.T * v),
            eq(expect_given(length, z), z.T * z),
            eq(expect_given(z.T * z * length, z), (z.T * z) ** 2),
            eq(expect(z.T * z * length), 2 * tr(S * S) + tr(S) ** 2),
            convex(-((x1 - a) ** 2), a),
        ),
    )


@family("outcomes")
def what_laws_name() -> Iterator[Stated]:
    """Of a deviation that a law names no other value is looked at: the mean of x^2 is p^2 by the name of p alone.
    Quantifiers say it of each value."""
    yield from map(
        ill_shaped,
        (
            le(square, infimum(p**2, p)),
            eq(grad(square, p), 2 * p),
            eq(grad(square, p), 0),
            independent_of(square / p**2, p),
            independent_of(square, p),
            convex(square, p),
            eq(slope(t_, where(square, (p, p + t_))), 0),
            eq(slope(t_, where(length, (S, (1 + t_) ** 2 * S))), 2 * tr(S)),
            eq(curvature(square, (p, a)), 0),
            le(length, infimum(tr(S), S)),
            eq(grad(length, S), Zero),
            eq(expect(where(x1**2 * p, (p, 2))), 8),
            tends(where(square, (p, 1 + 1 / n)), 1, n),
            eq(where(square, (x1, a)), p**2),
            eq(where(x1 + square, (x1, a)), a + p**2),
            eq(grad(square, x1), 2 * x1),
            eq(where(expect(tr(U) ** 2), (U, Id)), d**2),
            eq(infimum(square, x1), 0),
            eq(infimum(expect((a * x1) ** 2), p), 0),
        ),
    )
    exponentials = iid_entries(law, exponential(p))
    yield from (
        Stated(Truth.ILL_SHAPED, le(mean, infimum(1 / p, p)), (exponentials,)),
        Stated(Truth.ILL_SHAPED, eq(where(mean, (p, 2)), HALF), (exponentials,)),
        Stated(Truth.ILL_SHAPED, eq(grad(mean, p), 0), (exponentials,)),
    )
    yield from map(
        true,
        (
            for_all(p, gt(square, 0)),
            exists(p, eq(square, 9)),
            implies(for_all(p, ge(square, a)), le(a, 0)),
            implies(for_all(S, ge(length, a)), le(a, 0)),
            le(infimum(c**2, c), square),
            eq(where(square, (p, 2)), 4),
            eq(where(length, (S, R)), tr(R)),
            eq(where(length, (S, 2 * S)), 2 * tr(S)),
            eq(grad(expect((c * x1) ** 2), c), 2 * c * p**2),
        ),
    )
    yield from map(
        false,
        (
            for_all(p, gt(square, p)),
            eq(where(square, (p, 2)), p**2),
            eq(where(length, (S, R)), tr(S)),
            exists(p, eq(square, -1)),
            implies(gt(p, 2), for_all(p, gt(square, 4))),
            implies(exists(p, eq(square, a)), eq(square, a)),
            le(square, infimum(c**2, c)),
        ),
    )


@family("outcomes")
def chains_about_laws() -> Iterator[Stated]:
    """E[x^2] = p^2 for every p does not make E[x^2] a lower bound of all p^2, of which 1/4 is one."""
    yield Stated(
        Truth.ILL_SHAPED,
        le(square, QUARTER),
        proof=Proof(
            (
                Step("mean", le(square, p**2), Combination()),
                Step("below", le(square, infimum(p**2, p)), FromBelow(), ("mean",)),
                Step("value", le(infimum(p**2, p), QUARTER), ValueAt((p, HALF))),
                Step("hence", le(square, QUARTER), Combination(1, 1), ("below", "value")),
            )
        ),
    )
    yield Stated(
        Truth.ILL_SHAPED,
        le(mean, QUARTER),
        (iid_entries(law, exponential(p)),),
        proof=Proof(
            (
                Step("law", eq(mean, 1 / p), Identity(), ("h0",)),
                Step("mean", le(mean, 1 / p), Combination(1), ("law",)),
                Step("below", le(mean, infimum(1 / p, p)), FromBelow(), ("mean",)),
                Step("value", le(infimum(1 / p, p), QUARTER), ValueAt((p, 4))),
                Step("hence", le(mean, QUARTER), Combination(1, 1), ("below", "value")),
            )
        ),
    )


@family("outcomes")
def beside_the_time() -> Iterator[Stated]:
    """The time has the derivative 1, and is 0 at the start; u' = -u, w' = -2 w."""
    yield from (
        true(prop, model=PAIR)
        for prop in (
            eq(ddt(time), 1),
            eq(ddt(time**2), 2 * time),
            eq(ddt(exp(time) * u), 0),
            eq(ddt(time * u), u - time * u),
            conserved(exp(time) * u),
            conserved(exp(4 * time) * w_**2),
            always(eq(ddt(time * u**2), u**2 - 2 * time * u**2)),
            eq(ddt(sqrt(1 + time)), 1 / (2 * sqrt(1 + time))),
            eq(at0(time * u), 0),
            eq(at0(ddt(time * u)), at0(u)),
            eq(ddt(ddt(time * u)), time * u - 2 * u),
            ge(ddt(time + u**2) + 2 * u**2, 1),
            always(eq(exp(time) * u, at0(u))),
        )
    )
    yield from (
        false(prop, model=PAIR)
        for prop in (
            eq(ddt(time), 0),
            conserved(time),
            conserved(time**2),
            eq(ddt(time * u), -(time * u)),
            conserved(u * exp(-time)),
            always(eq(ddt(time), 0)),
            le(ddt(time), 0),
            le(ddt(time + u**2), 0),
            eq(at0(exp(time) * u), 0),
            eq(at0(ddt(time)), 0),
            eq(ddt(a * time), 0),
            eq(ddt(where(time * u, (u, w_))), -2 * time * w_),
            always(le(ddt(time * u**2), 0)),
        )
    )
    yield true(eq(ddt(time * P), P - time * P), model=SQUARE)
    yield true(conserved(exp(time) * P), model=SQUARE)
    yield false(eq(ddt(time * P), -(time * P)), model=SQUARE)
    yield false(conserved(exp(time) * norm_F(P) ** 2), model=SQUARE)


@family("outcomes")
def conserved_or_not() -> Iterator[Stated]:
    """What is conserved is so from every start: that it rests at one point makes no premise of it true."""
    yield from (
        true(prop, model=PAIR)
        for prop in (
            implies(conserved(u), eq(a, b)),
            implies(conserved(u + w_), eq(a, a + 1)),
            iff(conserved(u), conserved(w_)),
            iff(conserved(a * u), eq(a, 0)),
            implies(ne(a, 0), implies(conserved(a * u), eq(b, c))),
            iff(conserved(a * u + b * w_), conj(eq(a, 0), eq(b, 0))),
            conj(conserved(a), limit(u, 0)),
        )
    )
    yield from (
        false(prop, model=PAIR)
        for prop in (
            conj(conserved(u), eq(a, a)),
            exists(a, conserved(u + a)),
            for_all(a, conserved(a * u)),
            implies(eq(at0(u), 0), conserved(u)),
            iff(conserved(u), conserved(a)),
        )
    )
    yield true(eq(a, b), conserved(u), model=PAIR)
    yield true(eq(a, 0), conserved(a * u), model=PAIR)
    yield false(eq(a, 1), conserved(a * u), model=PAIR)
    yield false(conserved(u - w_), model=BENT)
    yield true(conserved(u**2 - w_**2), model=BENT)


@family("outcomes")
def least_values_that_move() -> Iterator[Stated]:
    """A least value depends on what it is not taken over, the start on what it is made of."""
    inner = minimum((a - b) ** 2 + b**2, b)
    yield from map(
        true,
        (
            eq(grad(inner, a), a),
            eq(curvature(inner, (a, c)), c**2),
            eq(grad(norm_F(A) ** 2 * minimum((a - b) ** 2 + a**2, b), a), 2 * a * norm_F(A) ** 2),
        ),
    )
    yield from map(
        false,
        (
            eq(grad(inner, a), 0),
            eq(curvature(inner, (a, c)), 0),
            eq(grad(minimum(norm_2(v - w) ** 2 + norm_2(w) ** 2, w), v), o),
        ),
    )
    yield true(eq(ddt(minimum((a - u) ** 2 + a, a)), -u), model=PAIR)
    yield false(eq(ddt(minimum((a - u) ** 2 + a, a)), 0), model=PAIR)
    yield false(always(eq(minimum((a - u) ** 2 + a, a), at0(u) - QUARTER)), model=PAIR)
    yield true(eq(grad(at0(u) ** 2, p), 2 * p), model=STARTED)
    yield false(eq(grad(at0(u) ** 2, p), 0), model=STARTED)


@family("outcomes")
def indices_by_number() -> Iterator[Stated]:
    """An index up to n is 2 only where n is at least 2."""
    yield from map(
        true,
        (
            eq(total(ii, m, delta(ii, 1)), 1),
            eq(total(ii, m, delta(ii, jj) * ii), jj),
            eq(total_unequal(ii, jj, m, delta(ii, 1)), m - 1),
        ),
    )
    yield true(eq(total(ii, m, delta(ii, 2)), 1), ge(m, 2))
    yield true(eq(total(ii, m, delta(ii, 2) * entry(vn, ii, 1)), entry(vn, 2, 1)), ge(m, 2))
    yield true(eq(total(ii, m, 1 - delta(ii, 3)), m - 1), gt(m, 2))
    yield from map(
        false,
        (
            eq(total(ii, m, delta(ii, 2)), 1),
            eq(total(ii, m, 1 - delta(ii, 2)), m - 1),
            eq(total(ii, m, delta(ii, 2) * entry(vn, 1, 1)), entry(vn, 1, 1)),
            eq(total_unequal(ii, jj, m, delta(ii, 1) * delta(jj, 2)), 1),
            eq(total(ii, m, delta(ii, 1) * delta(ii, 2) + delta(ii, 2)), 1),
            eq(total(ii, m, delta(ii, 2) * v), v),
            eq(unknowns(A, B), d**2),
            eq(expect(total(i, N, at(xs, i)) * at(xs, n).T), S),
            eq(expect(at(xs, i) * at(xs, 2).T), Zero),
        ),
    )
    yield false(eq(total(ii, m, delta(ii, 3)), 1), ge(m, 2))


@family("outcomes")
def what_grows_and_counts() -> Iterator[Stated]:
    """Integers grow, not numbers, which come near 0; a length that may be 0 has no prediction."""
    V, W, zero = matrix("V_5", "d+1", "d+1"), matrix("W_5", "d+1", "d+1"), scalar("N", "integer", "nonnegative")
    yield from map(
        ill_shaped,
        (
            tends(inv(S + Id / p), inv(S), p),
            tends(1 / a, 0, a),
            order(p, p**2, p),
            eq(prediction(V, 3 * W, zero), 3 * prediction(V, W, zero)),
        ),
    )
    yield true(tends(inv(S + Id / n), inv(S), n))
    yield true(order(n, n**2, n))
    yield true(eq(prediction(V, 3 * W, N), 3 * prediction(V, W, N)))
    yield valueless(eq(zero / zero, 1))
