"""Lemmas that are nearly true: under a bound that leaves much free, in one basis alone, on one side of a kink, under
noise that is nearly always 0; and means for which there is no room."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    at,
    conj,
    det,
    eigenvalue,
    entry,
    eq,
    expect,
    for_all,
    ge,
    gt,
    half,
    implies,
    index,
    inv,
    le,
    lt,
    ne,
    norm_2,
    norm_F,
    norm_op,
    posdef,
    psd,
    relu,
    scalar,
    slope_left,
    slope_right,
    sqrt,
    total,
    tr,
)
from proofs_check.statement.props import almost_surely
from proofs_check.statement.terms import col, least, nuclear, row

from ..stating import Stated, false, family, true
from .letters import A, B, F, Id, K, N, R, S, a, b, d, e, f, g, gaussian, p, r, v, w, x1, y1, z

t = scalar("t_5")
i = index("i", "N")
gs, zs = gaussian("g_4", "d", iid=True), gaussian("z_4", "d", cov=S, iid=True)
HALF = Fraction(1, 2)


@family("refereed")
def bounded() -> Iterator[Stated]:
    """The trace bounds the eigenvalues by d times their mean: S = diag(d - 1/4, 1/4, ...) has the trace of the identity
    and a norm above 1; diag(1, 0, ...) has its norm, and a smaller trace."""
    yield true(le(norm_2(S * w), norm_2(w)), le(tr(S), 1))
    yield false(le(norm_2(S * w), norm_2(w)), le(tr(S), d))
    yield false(implies(le(tr(S), d), le(norm_2(S * w), norm_2(w))))
    yield false(implies(eq(tr(S), d), le(norm_op(S), 1)))
    yield false(implies(eq(tr(S), d), le(tr(S * S), d)))
    yield true(implies(eq(tr(S), d), ge(tr(S * S), d)))
    yield false(implies(le(eigenvalue(S, 1), eigenvalue(R, 1)), le(tr(S), 2 * tr(R))), le(d, 3))
    yield true(implies(le(eigenvalue(S, 1), eigenvalue(R, 1)), le(tr(S), d * tr(R))))
    yield false(psd(Id - S), le(norm_F(S) ** 2, d))
    yield true(psd(Id - S), le(norm_F(S) ** 2, 1))
    yield false(psd(F), conj(ge(tr(F), 0), ge(det(F), 0)))
    yield true(psd(F), conj(ge(tr(F), 0), ge(det(F), 0), le(d, 2)))
    yield false(implies(le(norm_F(A), norm_F(B)), le(norm_op(A), norm_op(B))))
    yield false(for_all(v, implies(le(norm_2(v), 1), le(v.T * S * v, tr(S) / d))))
    yield true(for_all(v, implies(le(norm_2(v), 1), le(v.T * S * v, tr(S)))))
    yield false(implies(le(norm_op(S - Id), HALF), ge(det(S), HALF)))


@family("refereed")
def in_one_basis() -> Iterator[Stated]:
    """(S^-1)_11 S_11 >= 1, and det S <= S_11 S_22, with equality where S is diagonal, which it may not be taken to be
    where entries are spoken of."""
    yield true(ge(entry(inv(S), 1, 1) * entry(S, 1, 1), 1))
    yield false(le(entry(inv(S), 1, 1) * entry(S, 1, 1), 1))
    yield false(le(entry(inv(S), 1, 1) * entry(S, 1, 1), 1), eq(d, 2))
    yield false(ge(1 / entry(inv(S), 1, 1), entry(S, 1, 1)))
    yield true(le(1 / entry(inv(S), 1, 1), entry(S, 1, 1)))
    yield true(le(det(S), entry(S, 1, 1) * entry(S, 2, 2)), eq(d, 2))
    yield false(ge(det(S), entry(S, 1, 1) * entry(S, 2, 2)), eq(d, 2))
    yield true(ge(det(S) * entry(inv(S), 1, 1) * entry(S, 1, 1), det(S)))
    yield false(ge(row(half(S), 1) * col(S, 2), 0), eq(d, 2))
    yield false(le(row(half(S), 1) * col(S, 2), 0), eq(d, 2))
    yield false(le(expect(entry(z, 1, 1) ** 2 * entry(z, 2, 1) ** 2), entry(S, 1, 1) * entry(S, 2, 2)), ge(d, 2))
    yield true(ge(expect(entry(z, 1, 1) ** 2 * entry(z, 2, 1) ** 2), entry(S, 1, 1) * entry(S, 2, 2)), ge(d, 2))
    yield false(eq(entry(half(S), 1, 2), 0), ge(d, 2))
    yield true(gt(entry(S, 1, 1) + 1, entry(half(S), 1, 1) ** 2))


@family("refereed")
def sides_of_kinks() -> Iterator[Stated]:
    """One-sided derivatives at 0: of |t b| they are |b| and -|b|, of relu(t b) they are relu(b) and -relu(-b)."""
    yield from map(true, (
        eq(slope_right(t, absolute(t * b)), absolute(b)), eq(slope_left(t, absolute(t * b)), -absolute(b)),
        eq(slope_right(t, relu(t * b)), relu(b)), ge(slope_right(t, absolute(t * b)), b),
        eq(slope_right(t, norm_2(t * v)), norm_2(v)),
    ))  # fmt: skip
    yield from map(false, (
        eq(slope_right(t, absolute(t * b)), b), eq(slope_left(t, absolute(t * b)), -b),
        eq(slope_right(t, absolute(t * b + t**2)), b), eq(slope_right(t, absolute(b + t)), 1),
        eq(slope_right(t, relu(t * b)), b), eq(slope_right(t, relu(a + t * b) - relu(a)), b),
        le(slope_right(t, absolute(t * b)), b), eq(slope_right(t, least(t * a, t * b)), a),
        eq(slope_right(t, sqrt(t**2 * b**2)), b), eq(slope_right(t, nuclear(t * F)), tr(F)),
    ))  # fmt: skip


@family("refereed")
def rarely_anything() -> Iterator[Stated]:
    """Noise may be 0 but with probability 1/k^2, and then be k or -k: E|e| has no lower bound but 0, and e = 0 has
    positive probability whatever else is drawn."""
    yield from map(true, (
        le(expect(absolute(e)), p), gt(expect(absolute(e)), 0), almost_surely(ne(x1, e)),
        almost_surely(ne(x1 + e, 2 * e)), almost_surely(implies(ne(e, 0), ne(e * x1, 0))), almost_surely(ne(e * f, x1)),
        lt(expect(relu(e + f)), expect(relu(e)) + expect(relu(f))),
    ))  # fmt: skip
    yield from map(false, (
        ge(expect(absolute(e)), p / 2), ge(expect(absolute(e)), p / 9), ge(expect(relu(e)), p / 5),
        le(expect(e * absolute(e)), p**2 / 2), le(expect(absolute(e) * f**2), p * r**2 / 4),
        almost_surely(ne(x1 * e, 0)), almost_surely(ne(x1 + e, x1)), almost_surely(gt((e * x1) ** 2, 0)),
        almost_surely(ne(e * x1, f * x1)), almost_surely(ne((e - f) * (x1 - y1), 0)),
        almost_surely(ne(norm_2(e * g), 0)),
    ))  # fmt: skip
    yield false(almost_surely(posdef((e * g) * (e * g).T)), eq(d, 1))


@family("refereed")
def inverse_wishart() -> Iterator[Stated]:
    """Of N draws from N(0, S) the inverse of the scatter has the mean S^-1/(N - d - 1) where N > d + 1; by Jensen it is
    at least S^-1/N."""
    iso, scatter = total(i, N, at(gs, i) * at(gs, i).T), total(i, N, at(zs, i) * at(zs, i).T)
    yield true(eq(expect(tr(inv(iso))), d / (N - d - 1)), ge(N, d + 2))
    yield false(eq(expect(tr(inv(iso))), d / (N - d)), ge(N, d + 2))
    yield true(psd(expect(inv(scatter)) - inv(S) / N), ge(N, d + 2))
    yield false(psd(inv(S) / N - expect(inv(scatter))), ge(N, d + 2))


@family("refereed")
def ridge() -> Iterator[Stated]:
    """x/(x + p) < 1 and p x/(x + p)^2 <= 1/4 for each eigenvalue x >= 0, with equality at x = p."""
    filtered = K * inv(K + p * Id)
    bias = p**2 * (v.T * inv(K + p * Id) * K * inv(K + p * Id) * v)
    yield true(le(tr(filtered * filtered), tr(filtered)))
    yield false(le(tr(filtered), tr(filtered * filtered)))
    yield true(le(bias, p / 4 * norm_2(v) ** 2))
    yield false(lt(bias, p / 4 * norm_2(v) ** 2))
    yield false(le(bias, p / 5 * norm_2(v) ** 2))
