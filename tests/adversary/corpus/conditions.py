"""Hypotheses, implications and equivalences: contradictory hypotheses, false converses, selected places."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    conj,
    det,
    eq,
    for_all,
    ge,
    gt,
    iff,
    implies,
    infimum,
    le,
    lt,
    ne,
    norm_2,
    norm_F,
    parameter,
    posdef,
    psd,
    relu,
    tr,
)

from ..stating import Stated, false, family, true, vacuous
from .letters import A, B, F, G, Id, K, L, N, S, U, Zero, a, b, c, d, n, o, p, q, v, w


@family("conditions")
def hypotheses_that_contradict_each_other() -> Iterator[Stated]:
    """No point meets them: the statement is vacuously true."""
    yield vacuous(eq(b, 0), eq(p, 0))
    yield vacuous(eq(b, 0), eq(a * a, -1))
    yield vacuous(eq(b, 0), lt(a, 0), lt(0, a))
    yield vacuous(eq(b, 0), psd(-S))
    yield vacuous(eq(b, 0), for_all(a, ge(a, 0)))
    yield vacuous(eq(b, 0), lt(n, 1))
    yield vacuous(eq(b, 1), gt(b, 2), lt(b, 2))
    yield vacuous(eq(A, B), lt(tr(S), 0))
    yield vacuous(ge(b, 5), lt(q, 0))
    yield vacuous(eq(A, A.T), eq(norm_2(v), -1))
    yield vacuous(eq(b, 0), eq(a, 1), eq(a, 2))
    yield vacuous(psd(F), lt(absolute(c), 0))
    yield vacuous(ge(a, 1), le(d, 0))
    yield vacuous(eq(b, c), eq(a, b), gt(a, b))
    yield vacuous(eq(a, 3), eq(2 * n, 3))


@family("conditions")
def hypotheses_that_decide() -> Iterator[Stated]:
    """What follows from the hypotheses, or fails at a point that meets them, which the argument names."""
    yield true(eq(a, 2), eq(a, 2))
    yield true(eq(a**2, 4), eq(a, 2))
    yield true(le(b, 0), eq(b, a), le(a, 0))
    yield true(ge(a + b, 0), ge(a, 0), ge(b, 0))
    yield true(eq(b, 0), eq(p**3 + b, p**3))
    yield true(ge(a * b, 0), ge(a, 0), ge(b, 0))
    yield true(eq(A * B * A, A * A * B), eq(A * B, B * A))
    yield true(gt(a**2, 0), ne(a, 0))
    yield true(le(a, c), le(a, b), le(b, c))
    yield false(eq(a, 2), eq(a**2, 4))
    yield false(le(b, 1), eq(b, a))
    yield false(ge(a, 1), ge(a, 0))
    yield false(gt(a + b, 0), ge(a, 0), ge(b, 0))
    yield false(eq(A * B, B * A), eq(tr(A), tr(B)))
    yield false(eq(A, Zero), eq(tr(A), 0))
    yield false(eq(A, Zero), eq(det(A), 0))
    yield false(eq(a, b), eq(a**2, b**2))
    yield false(ge(a * b, 0), ge(a, 0))
    yield false(eq(b, 0), eq(a * b, 0))
    yield false(le(a, 10), le(a, 100))
    yield false(eq(v, w), eq(norm_2(v), norm_2(w)))
    yield false(psd(F), ge(tr(F), 0))
    yield false(eq(a, 1), ge(a, 1), le(a, 2))


@family("conditions")
def hypotheses_about_what_no_engine_reads() -> Iterator[Stated]:
    """The premise is a true statement of another kind, so that the conclusion stands alone, and it is false."""
    W = parameter("W", "d", "d")
    bounded = ge(infimum(norm_F(W) ** 2, W), 0)
    yield false(implies(bounded, eq(U, Id)))
    yield false(implies(bounded, eq(a, 0)))
    yield false(implies(bounded, ge(tr(A), 0)))
    yield false(implies(bounded, eq(A * B, B * A)))
    yield true(implies(bounded, eq(tr(A * B), tr(B * A))))
    yield true(implies(bounded, ge(a**2, 0)))


@family("conditions")
def implications() -> Iterator[Stated]:
    """Elementary; the false ones fail at small integers that meet the premise."""
    yield true(implies(eq(a, b), eq(a**2, b**2)))
    yield true(implies(ge(a, 1), ge(a**2, 1)))
    yield true(implies(eq(a * b, 0), eq(a**2 * b, 0)))
    yield true(implies(gt(a, 0), ge(a, 0)))
    yield true(implies(conj(ge(a, 0), ge(b, 0)), ge(a * b, 0)))
    yield true(implies(eq(a, 0), eq(a * b, 0)))
    yield true(implies(eq(A, B), eq(tr(A), tr(B))))
    yield true(implies(eq(A, Zero), eq(A * B, Zero)))
    yield true(implies(eq(v, o), eq(v.T * w, 0)))
    yield true(implies(gt(a, 1), gt(a**2, a)))
    yield true(implies(eq(a, 1), eq(a**3, 1)))
    yield true(implies(le(a, b), le(a + c, b + c)))
    yield false(implies(eq(a**2, b**2), eq(a, b)))
    yield false(implies(ge(a**2, 1), ge(a, 1)))
    yield false(implies(eq(a * b, 0), eq(a, 0)))
    yield false(implies(eq(a**2, 1), eq(a, 1)))
    yield false(implies(ge(a, 0), gt(a, 0)))
    yield false(implies(le(a, b), le(a * c, b * c)))
    yield false(implies(le(a, b), le(a**2, b**2)))
    yield false(implies(eq(A * A, Zero), eq(A, Zero)))
    yield false(implies(eq(A * B, Zero), eq(B * A, Zero)))
    yield false(implies(eq(det(A), 0), eq(A, Zero)))
    yield false(implies(eq(A * B, B * A), eq(A, B)))
    yield false(implies(eq(v.T * w, 0), eq(v, o)))
    yield false(implies(eq(tr(A * B), 0), eq(A * B, Zero)))
    yield false(implies(gt(a * b, 0), gt(a, 0)))
    yield false(implies(ne(a, b), ne(a**2, b**2)))
    yield false(implies(eq(a, 5), eq(b, 5)))


@family("conditions")
def equivalences() -> Iterator[Stated]:
    """True both ways; or one way alone, where the other fails at a special point."""
    yield true(iff(eq(norm_2(v), 0), eq(v, o)))
    yield true(iff(eq(a - b, 0), eq(a, b)))
    yield true(iff(eq(a**2, 0), eq(a, 0)))
    yield true(iff(eq(norm_F(A), 0), eq(A, Zero)))
    yield true(iff(eq(A.T, B), eq(A, B.T)))
    yield true(iff(ge(a, 0), eq(absolute(a), a)))
    yield true(iff(eq(tr(K), 0), eq(K, Zero)))
    yield true(iff(eq(a**2, b**2), eq((a - b) * (a + b), 0)))
    yield true(iff(eq(relu(a), 0), le(a, 0)))
    yield true(iff(psd(F), psd(2 * F)))
    yield true(iff(gt(q, 0), ne(q, 0)))
    yield false(iff(eq(v.T * w, 0), eq(v, o)))
    yield false(iff(eq(tr(A * A), 0), eq(tr(A * B), 0)))
    yield false(iff(eq(a * b, 0), eq(a, 0)))
    yield false(iff(eq(a, 1), eq(a**2, 1)))
    yield false(iff(ge(a, 0), gt(a, 0)))
    yield false(iff(eq(tr(A), 0), eq(A, Zero)))
    yield false(iff(eq(det(A), 0), eq(A, Zero)))
    yield false(iff(psd(F), posdef(F)))
    yield false(iff(psd(F), ge(tr(F), 0)))
    yield false(iff(eq(A * B, B * A), eq(A, B)))
    yield false(iff(eq(norm_2(v), norm_2(w)), eq(v, w)))
    yield false(iff(eq(F * G, Zero), eq(F, Zero)))
    yield false(iff(eq(a, 0), eq(b, 0)))
    yield false(iff(eq(tr(K * L), 0), eq(K, Zero)))
    yield false(iff(eq(a**2 + b**2, 1), eq(a, 1)))
    yield false(iff(le(a, b), le(a**2, b**2)))
    yield false(iff(eq(a, 1000), eq(a * b, 1000 * b)))


@family("conditions")
def conjunctions() -> Iterator[Stated]:
    """A conjunction is as false as its worst part, wherever it stands."""
    good, odd = eq(tr(A * B), tr(B * A)), ge(a**2, 0)
    for bad in (eq(A * B, B * A), gt(a**2, 0), ne(a, 0), psd(F), eq(a, a**2)):
        yield false(conj(good, odd, bad))
        yield false(conj(bad, good))
    yield true(conj(good, odd))
    yield true(conj(odd, good, psd(K)))


@family("conditions")
def dimensions() -> Iterator[Stated]:
    """d and N are any positive integers: what holds for one of them alone is false."""
    yield false(eq(tr(Id), N))
    yield false(le(N, d))
    yield false(le(d, N))
    yield false(ne(d, N))
    yield false(eq(A * B, B * A), ge(d, 2))
    yield true(eq(A * B, B * A), eq(d, 1))
    yield true(eq(A, A.T), le(d, 1))
    yield false(eq(A, A.T), le(d, 2))
    yield true(ge(tr(Id), 1))
    yield false(eq(det(2 * A), 2 * det(A)), ge(d, 2))
    yield false(eq(det(A + B), det(A) + det(B)))
    yield false(eq(norm_F(Id), 1))
    yield true(eq(norm_F(Id) ** 2, d))
