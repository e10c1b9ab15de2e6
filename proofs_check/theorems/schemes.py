"""The axioms, all of them: statements of the language with metavariables, each with its source.  Trusted, as data.

A metavariable stands for a term that nothing bound in the scheme enters; with the trait ``moving`` it may move below
``always``, with ``drawn`` be drawn below a mean; so may a function. A ``function`` occurs as ``apply(f, x)`` or
``holds(P, x)``; a ``variable`` stands for a symbol, such as one that is bound (``any``: of any traits; ``over:n``: an
index from 1 to n). ``invertible`` or ``orthogonal`` stands for a symbol that has this trait. ``like:A`` says that a
value has the shape of A, and the traits of a variable; ``after:A`` that it has as many rows as A has columns. Each
scheme promises that its conclusions have values where its hypotheses hold. What a definition is used for in both
directions is two schemes. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ..statement.laws import cond, delta, least_over, least_unequal, total_unequal
from ..statement.props import (
    Prop,
    almost_surely,
    always,
    commute,
    eq,
    exists,
    for_all,
    iff,
    implies,
    le,
    limit,
    lt,
    ne,
    posdef,
    psd,
    tends,
)
from ..statement.psd import least_eigenvalue, least_positive_eigenvalue, projection
from ..statement.terms import (
    Op,
    Sym,
    Term,
    absolute,
    at0,
    ddt,
    det,
    entry,
    exp,
    expect,
    inv,
    least,
    norm_F,
    norm_op,
    sqrt,
    term,
    total,
    tr,
    where,
)  # fmt: skip
from .functions import DEFINED, MOST_VARIABLES, OF_LAYERS, of_functions
from .metavariables import (
    V_0,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    I,
    K,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    Scheme,
    T,
    U,
    V,
    W,
    X,
    Y,
    a,
    ap,
    b,
    c,
    column,
    context,
    direction,
    eps,
    f,
    f_drawn,
    f_moving,
    finite,
    fixed,
    g,
    h,
    haar,
    has_value,
    holds,
    i,
    integer,
    j,
    k,
    known,
    m,
    matrix,
    meta,
    more,
    n,
    normal,
    number,
    other_place,
    place,
    regular,
    row,
    s,
    smooth_along,
    t,
    trains,
    turn,
    v,
    v_of,
    z,
)

_FIELD = "Rudin, Principles of Mathematical Analysis, Def. 1.17 (ordered fields)"
_HJ = "Horn and Johnson, Matrix Analysis, 2nd ed., "
_RUDIN = "Rudin, Principles of Mathematical Analysis, Thm "

_ORDER = (
    Scheme("slack", _FIELD, (a, b), (le(a, b),), (le(0, b - a),)),
    Scheme("strict slack", _FIELD, (a, b), (lt(a, b),), (lt(0, b - a),)),
    Scheme("from slack", _FIELD, (a, b), (le(0, b - a),), (le(a, b),)),
    Scheme("from strict slack", _FIELD, (a, b), (lt(0, b - a),), (lt(a, b),)),
    Scheme("sum", _FIELD, (a, b), (le(0, a), le(0, b)), (le(0, a + b),)),
    Scheme("strict sum", _FIELD, (a, b), (lt(0, a), le(0, b)), (lt(0, a + b),)),
    Scheme("sum strict", _FIELD, (a, b), (le(0, a), lt(0, b)), (lt(0, a + b),)),
    Scheme("product", _FIELD, (a, b), (le(0, a), le(0, b)), (le(0, a * b),)),
    Scheme("strict product", _FIELD, (a, b), (lt(0, a), lt(0, b)), (lt(0, a * b),)),
    Scheme("weaken", _FIELD, (a, b), (lt(a, b),), (le(a, b),)),
    Scheme("apart", _FIELD, (a, b), (lt(a, b),), (ne(a, b), ne(b, a))),
    Scheme("antisymmetry", _FIELD, (a, b), (le(a, b), le(b, a)), (eq(a, b),)),
)
_INTEGERS = (
    Scheme("integer", "definition", (z,), (), (integer(z),)),
    Scheme("0 and 1", _FIELD, (), (), (integer(term(0)), integer(term(1)))),
    Scheme("ring of integers", _FIELD, (a, b), (integer(a), integer(b)),
           (integer(a + b), integer(a - b), integer(a * b))),
)
_ALGEBRA = (
    Scheme("posdef is invertible", _HJ + "Cor. 7.1.7", (A,), (posdef(A),), (ne(det(A), 0),)),
    Scheme("invertible", "definition", (regular,), (), (ne(det(regular), 0),)),
    Scheme("orthogonal is invertible", _HJ + "Def. 2.1.3", (turn,), (), (ne(det(turn), 0),)),
    Scheme("determinant of a product", _HJ + "Sec. 0.3.5", (A, C), (ne(det(A), 0), ne(det(C), 0)),
           (ne(det(A * C), 0),)),
    Scheme("determinant of a multiple", _HJ + "Sec. 0.3.2", (a, A), (ne(a, 0), ne(det(A), 0)), (ne(det(a * A), 0),)),
    Scheme("determinant of a transpose", _HJ + "Sec. 0.3.2", (A,), (ne(det(A), 0),), (ne(det(A.T), 0),)),
    Scheme("determinant of an inverse", _HJ + "Sec. 0.3.5", (A,), (ne(det(A), 0),), (ne(det(inv(A)), 0),)),
    Scheme("congruence", _HJ + "Obs. 7.1.8", (A, T), (posdef(A), ne(det(T), 0)), (posdef(T * A * T.T),)),
    Scheme("posdef is psd", "definition", (A,), (posdef(A),), (psd(A),)),
    Scheme("psd is symmetric", "definition", (A,), (psd(A),), (eq(A.T, A),)),
    Scheme("quadratic form", "definition of psd", (A, v), (psd(A),), (for_all(v, le(0, v.T * A * v)),)),
    Scheme("some vector", _HJ + "Obs. 7.1.6", (A, P, v), (psd(A), for_all(v, implies(lt(0, v.T * A * v), holds(P)))),
           (implies(ne(A, 0 * A), holds(P)),)),
    Scheme("inverse of posdef", _HJ + "Cor. 7.1.7", (A,), (posdef(A),), (posdef(inv(A)),)),
    Scheme("commute", "definition", (A, B), (eq(A * B, B * A),), (commute(A, B),)),
    Scheme("commuting", "definition", (A, B), (commute(A, B),), (eq(A * B, B * A),)),
    Scheme("submultiplicativity", _HJ + "Sec. 5.6", (A, B), (), (le(norm_F(A * B), norm_F(A) * norm_F(B)),)),
    Scheme("Cauchy-Schwarz", _HJ + "Thm 5.1.4", (A, C), (), (le(tr(A * C), norm_F(A) * norm_F(C)),)),
    Scheme("spectral theorem", _HJ + "Thm 2.5.6", (S, Q, D), (eq(S.T, S),),
           (exists(Q, exists(D, eq(S, Q * D * Q.T))),)),
    Scheme("largest eigenvalue", _HJ + "Thm 4.2.2", (A, E), (psd(A), posdef(E), eq(E * E, E)),
           (psd(norm_op(A) * E - A),)),
    Scheme("least eigenvalue", _HJ + "Thm 4.2.2", (A, E), (eq(A.T, A), posdef(E), eq(E * E, E)),
           (psd(A - least_eigenvalue(A) * E),)),
    Scheme("least positive eigenvalue", _HJ + "Thm 4.2.2", (A,), (psd(A), ne(A, 0 * A)),
           (psd(A - least_positive_eigenvalue(A) * projection(A)),)),
    Scheme("image of posdef", _HJ + "Cor. 7.1.7", (A, E), (posdef(A), posdef(E), eq(E * E, E)),
           (eq(projection(A), E),)),
    Scheme("operator norm and Frobenius norm", _HJ + "Sec. 5.6", (A, I), (posdef(I), eq(I * I, I)),
           (psd(norm_F(A) ** 2 * I - A.T * A),)),
    Scheme("rank of a Gram matrix", _HJ + "Sec. 0.4.6", (A,), (), (eq(Op("rank", (A.T * A,)), Op("rank", (A,))),)),
    Scheme("rank of a dyad", _HJ + "Sec. 0.4.6", (A, column, row),
           (eq(A, column * row.T), le(0, column.T * column), le(0, row.T * row)), (le(Op("rank", (A,)), 1),)),
    Scheme("condition number", "definition", (A,), (posdef(A),), (eq(cond(A), norm_op(A) * norm_op(inv(A))),)),
    Scheme("exponential law", _RUDIN + "8.6", (a, b), (), (eq(exp(a + b), exp(a) * exp(b)),)),
    Scheme("exponential is increasing", _RUDIN + "8.6", (a, b), (le(a, b),), (le(exp(a), exp(b)),)),
)
_SUMS = (
    Scheme("index", "definition of an index from 1 to n", (i, n), (), (le(0, n - i), le(0, i - 1), integer(i))),
    Scheme("sum by sum", _FIELD, (f, h, i, n), (for_all(i, le(ap(f, i), ap(h, i))),),
           (le(total(i, n, ap(f, i)), total(i, n, ap(h, i))),)),
    Scheme("equal summands", "definition", (f, h, i, n), (for_all(i, eq(ap(f, i), ap(h, i))),),
           (eq(total(i, n, ap(f, i)), total(i, n, ap(h, i))),)),
    Scheme("sum of zeros", "definition", (i, n), (), (eq(total(i, n, term(0)), term(0)),)),
)
_LEAST = (
    Scheme("least of two", "definition", (a, b), (), (le(least(a, b), a), le(least(a, b), b))),
    Scheme("below both", "definition", (a, b, c), (le(c, a), le(c, b)), (le(c, least(a, b)),)),
    Scheme("least of all", "definition", (f, i, n), (), (for_all(i, le(least_over(i, n, ap(f, i)), ap(f, i))),)),
    Scheme("least of pairs", "definition", (f, i, j, n), (), (for_all(i, for_all(j, implies(
        ne(i, j), le(least_unequal(i, j, n, ap(f, i, j)), ap(f, i, j))))),)),
    Scheme("term of a sum", _FIELD, (f, i, n), (for_all(i, le(0, ap(f, i))),),
           (for_all(i, le(ap(f, i), total(i, n, ap(f, i)))),)),
    Scheme("term of a sum of pairs", _FIELD, (f, i, j, n),
           (for_all(i, for_all(j, implies(ne(i, j), le(0, ap(f, i, j))))),),
           (for_all(i, for_all(j, implies(ne(i, j), le(ap(f, i, j), total_unequal(i, j, n, ap(f, i, j)))))),)),
    Scheme("sum of pairs by sum", _FIELD, (f, h, i, j, n),
           (for_all(i, for_all(j, implies(ne(i, j), le(ap(f, i, j), ap(h, i, j))))),),
           (le(total_unequal(i, j, n, ap(f, i, j)), total_unequal(i, j, n, ap(h, i, j))),)),
    Scheme("distinct", "definition", (a, b), (ne(a, b),), (eq(delta(a, b), 0),)),
    Scheme("both ways", "definition", (P, R), (implies(holds(P), holds(R)), implies(holds(R), holds(P))),
           (iff(holds(P), holds(R)),)),
)
_MEANS = (
    Scheme("order of means", "Rudin, Real and Complex Analysis, Thm 1.25", (X, Y),
           (almost_surely(le(X, Y)), finite(expect(X)), finite(expect(Y))), (le(expect(X), expect(Y)),)),
    Scheme("dominated", "Rudin, Real and Complex Analysis, Def. 1.30", (X, Y),
           (almost_surely(le(absolute(X), Y)), finite(expect(Y))), (finite(expect(X)),)),
    Scheme("vanishing mean square", "Rudin, Real and Complex Analysis, Thm 1.39", (X, Y),
           (eq(expect((X - Y) ** 2), 0), finite(expect((X - Y) ** 2))), (almost_surely(eq(X, Y)),)),
)
_rotation = (eq(A.T * A, E), posdef(E), eq(E * E, E), le(0, normal.T * normal))
"""A is orthogonal, as E is the identity, and what is drawn is a column."""
_given, _DURRETT = Op("expect_given", (ap(f_drawn, known), known)), "Durrett, Probability, 5th ed., "
_FUBINI = "Rudin, Real and Complex Analysis, Thm 8.8 (Fubini), a Haar rotation being independent of a context"
_GIVEN = (
    Scheme("tower", _DURRETT + "Thm 4.1.13", (f_drawn, known),
           (finite(expect(ap(f_drawn, known))), for_all(known, has_value(_given))),
           (finite(expect(_given)), eq(expect(ap(f_drawn, known)), expect(_given)))),
    Scheme("what is known is taken out", _DURRETT + "Thm 4.1.14", (f, matrix, known),
           (has_value(Op("expect_given", (matrix, known))),),
           (has_value(Op("expect_given", (tr(ap(f, known) * matrix), known))),
            eq(Op("expect_given", (tr(ap(f, known) * matrix), known)),
               tr(ap(f, known) * Op("expect_given", (matrix, known)))))),
    Scheme("mean of a rotated Gaussian", "Vershynin, High-Dimensional Probability, Prop. 3.3.2", (f, A, E, normal),
           (*_rotation, finite(expect(ap(f, normal)))),
           (finite(expect(ap(f, A * normal))), eq(expect(ap(f, A * normal)), expect(ap(f, normal))))),
    Scheme("law that all rotations keep", _FUBINI, (f, h, fixed, haar, context),
           (for_all(fixed, Prop("same_law", (ap(h, fixed, context), context))), finite(expect(ap(f, context)))),
           (finite(expect(ap(f, ap(h, haar, context)))),
            eq(expect(ap(f, ap(h, haar, context))), expect(ap(f, context))))),
    Scheme("mean of what is linear in a rotation", _FUBINI, (f, v_of, direction, more, haar, context),
           (almost_surely(for_all(direction, for_all(more, for_all(s, eq(
               ap(f, s * direction + more, context), s * ap(f, direction, context) + ap(f, more, context)))))),
            finite(expect(ap(v_of, haar))), finite(expect(ap(f, ap(v_of, haar), context)))),
           (finite(expect(ap(f, expect(ap(v_of, haar)), context))),
            eq(expect(ap(f, ap(v_of, haar), context)), expect(ap(f, expect(ap(v_of, haar)), context))))),
    Scheme("law of a rotated Gaussian", "Vershynin, High-Dimensional Probability, Prop. 3.3.2", (f, A, E, normal),
           _rotation, (Prop("same_law", (ap(f, A * normal), ap(f, normal))),)),
)
_FLOW = (
    Scheme("Gronwall's inequality", "Teschl, Ordinary Differential Equations, Lemma 2.7", (g, c),
           (smooth_along(g), always(le(ddt(g), -(c * g)))), (always(le(g, exp(-(c * t)) * at0(g))),)),
    Scheme("intermediate value theorem", _RUDIN + "4.23", (g,),
           (smooth_along(g), always(ne(g, 0)), lt(0, at0(g))), (always(lt(0, g)),)),
    Scheme("barrier", _RUDIN + "5.11", (g,),
           (smooth_along(g), le(at0(g), 0), always(implies(le(0, g), le(ddt(g), 0)))), (always(le(g, 0)),)),
    Scheme("uniqueness of solutions", "Teschl, Ordinary Differential Equations, Thm 2.2 (Picard-Lindeloef)",
           (U, V, O, W), (smooth_along(U), smooth_along(V), always(eq(where(ddt(U), (U, O), (V, W)), O - O)),
                          always(eq(where(ddt(V), (U, O), (V, W)), W - W)), eq(at0(U), O), eq(at0(V), W)),
           (always(eq(U, O)), always(eq(V, W)))),
    Scheme("continuation of bounded solutions", "Teschl, Ordinary Differential Equations, Cor. 2.16", (F, c),
           (trains(F), always(le(c, F))), (Prop("flow_exists", (F,)),)),
    Scheme("Gronwall's inequality for a root", "Brezis, Operateurs maximaux monotones (1973), Lemma A.5",
           (F, G, a, c, K), (smooth_along(G), always(le(0, F)), always(eq(F**2, G)), le(0, K),
            always(le(ddt(G), -(2 * c * G) + 2 * K * exp(-(a * t)) * F))),
           (implies(ne(c, a), always(le(F, exp(-(c * t)) * at0(F) + K * (exp(-(a * t)) - exp(-(c * t))) / (c - a)))),
            implies(eq(c, a), always(le(F, exp(-(c * t)) * (at0(F) + K * t)))))),
    Scheme("exponential decay", _RUDIN + "8.6", (c, K, G), (lt(0, c), trains(G), Prop("flow_exists", (G,))),
           (limit(exp(-(c * t)) * K, 0),)),
    Scheme("forced decay", "Teschl, Ordinary Differential Equations, Lemma 2.7 and Sec. 3.3", (F, V_0, c, G),
           (smooth_along(F), always(le(0, F)), always(le(ddt(F), -(c * F) + V_0)), limit(V_0, 0), lt(0, c),
            trains(G), Prop("flow_exists", (G,))), (limit(F, 0),)),
    Scheme("convergence in norm", _HJ + "Cor. 5.4.8", (M, B), (limit(norm_F(M - B) ** 2, 0),), (limit(M, B),)),
    Scheme("convergence in norm as an integer grows", _HJ + "Cor. 5.4.8", (f, B, N),
           (tends(norm_F(ap(f, N) - B), 0, N),), (tends(ap(f, N), B, N),)),
    Scheme("squeeze as an integer grows", _RUDIN + "3.19", (f, h, N),
           (for_all(N, le(0, ap(f, N))), for_all(N, le(ap(f, N), ap(h, N))), tends(ap(h, N), 0, N)),
           (tends(ap(f, N), 0, N),)),
    Scheme("what moves at no time", "definition of always, the flow being there at time 0", (P,), (always(holds(P)),),
           (holds(P),)),
    Scheme("start", "definition", (g, k), (always(le(g, k)),), (le(at0(g), at0(k)),)),
    Scheme("squeeze", _RUDIN + "3.19", (g, k), (always(le(0, g)), always(le(g, k)), limit(k, 0)), (limit(g, 0),)),
)
_LIMITS = (
    Scheme("tends", "definition", (f, A, N, m, eps), (for_all(eps, exists(m, for_all(N, implies(
        le(m, N), lt(norm_F(ap(f, N) - A), eps))))),), (tends(ap(f, N), A, N),)),
    Scheme("tending", "definition", (f, A, N, m, eps), (tends(ap(f, N), A, N), for_all(N, eq(ap(f, N), ap(f, N)))),
           (for_all(eps, exists(m, for_all(N, implies(le(m, N), lt(norm_F(ap(f, N) - A), eps))))),)),
)


_CONTINUOUS = _RUDIN + "4.4 and 4.9"


def _of_limits(head: str, *ns: Sym) -> Iterator[Scheme]:
    """Limits pass through sums, products and other continuous functions: along the flow, or as integers grow."""
    tail = {"limit": "", "tends": " as an integer grows", "tends_jointly": " as two integers grow"}[head]
    moving, one_number = (meta("X", "moving"), meta("Y", "moving")), number("y", "moving")
    metas = (f, h) if ns else moving
    (x, y), q = (tuple(ap(m, *ns) for m in metas) if ns else moving), ap(h, *ns) if ns else one_number
    one, both, quotient = (metas[0], A, *ns), (*metas, A, B, *ns), ((h if ns else one_number), b, *ns)

    def to(body: Term, end: Term) -> Prop:
        return Prop(head, (body, end, *ns))

    def every(p: Prop) -> Prop:
        for integer_ in reversed(ns):
            p = for_all(integer_, p)
        return p if ns else always(p)

    def scheme(of: str, metas: tuple[Sym, ...], asked: tuple[Prop, ...], shown: Prop) -> Scheme:
        return Scheme(f"limit of {of}{tail}", _CONTINUOUS, metas, asked, (shown,))

    yield scheme("a sum", both, (to(x, A), to(y, B)), to(x + y, A + B))
    yield scheme("a product", both, (to(x, A), to(y, B)), to(x * y, A * B))
    yield scheme("a transpose", one, (to(x, A),), to(x.T, A.T))
    yield scheme("a trace", one, (to(x, A),), to(tr(x), tr(A)))
    yield scheme("a norm", one, (to(x, A),), to(norm_F(x), norm_F(A)))
    yield scheme("an inverse", one, (to(x, A), every(ne(det(x), 0)), ne(det(A), 0)), to(inv(x), inv(A)))
    yield scheme("a reciprocal", quotient, (to(q, b), every(ne(q, 0)), ne(b, 0)), to(1 / q, 1 / b))
    yield scheme("a root", quotient, (to(q, b), every(le(0, q))), to(sqrt(q), sqrt(b)))
    yield scheme("what is equal", (*metas, A, *ns), (every(eq(x, y)), to(y, A)), to(x, A))
    if ns:
        low, high = every(le(-(c * q), ap(f, *ns))), every(le(ap(f, *ns), c * q))
        yield Scheme("order" + tail, "definition", (f, h, c, *ns), (low, high), (Prop("order", (ap(f, *ns), q, *ns)),))
        yield scheme("a constant", (A, *ns), (), to(A, A))
        for one_n in ns:
            yield Scheme(f"1/{one_n.name}{tail}", _RUDIN + "3.20", ns, (), (to(1 / one_n, term(0)),))
    else:
        xs, ends = (tuple(meta(f"{z}_{j}", *kind) for j in range(1, 5)) for z, kind in (("X", ("moving",)), ("A", ())))
        yield scheme("a block matrix", (*xs, *ends), tuple(map(to, xs, ends)), to(Op("block", xs), Op("block", ends)))
        spot, end_of = entry(one[0], place, other_place), entry(A, place, other_place)
        yield scheme("an entry", (*one, place, other_place), (to(x, A), eq(end_of, end_of)), to(spot, end_of))
        yield scheme("a sum of n", (f_moving, h, i, n), (for_all(i, to(ap(f_moving, i), ap(h, i))),),
                     to(total(i, n, ap(f_moving, i)), total(i, n, ap(h, i))))
        yield scheme("a constant", (F, A), (trains(F), Prop("flow_exists", (F,))), to(A, A))
        yield scheme("a constant beside what has one", (*one, B), (to(x, A),), to(B, B))


ALL: Mapping[str, Scheme] = MappingProxyType({scheme.name: scheme for scheme in (
    *_ORDER, *_INTEGERS, *_ALGEBRA, *_SUMS, *_LEAST, *_MEANS, *_GIVEN, *_FLOW, *_LIMITS, *DEFINED, *OF_LAYERS,
    *_of_limits("limit"), *_of_limits("tends", N), *_of_limits("tends_jointly", N, m),
    *(scheme for count in range(1, MOST_VARIABLES + 1) for scheme in of_functions(count)),
)})
"""By name."""
