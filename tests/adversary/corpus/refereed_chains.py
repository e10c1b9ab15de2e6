"""Proof chains of a referee: good ones beside the same with a step that does not follow, and steps that no rule may take."""

from collections.abc import Iterator

from proofs_check.proof import *
from proofs_check.proof.chain import *
from proofs_check.proof.logic import *
from proofs_check.proof.steps.bounds import *
from proofs_check.proof.steps.curvature import *
from proofs_check.proof.steps.extrema import *
from proofs_check.proof.steps.layers import *
from proofs_check.proof.steps.recursions import *

from .refereed_words import *

t, s_, V_ = scalar("t_2"), scalar("s_2"), vector("V_2", "d")
a2, b2 = scalar("a_2"), scalar("b_2")
u2, w2 = parameter("u_2"), parameter("w_2")
tau = scalar("t", "nonnegative")
ff = vector("f_2", "N")
eps = H(1, 10**9)


def _of(truth, goal: Prop, *steps: Step, given: tuple[Prop, ...] = (), **more: object) -> Stated:
    return truth(goal, *given, proof=Proof(steps), **more)


def _last(truth, goal: Prop, rule: object, premises: tuple[str, ...] = (), *before: Step, given=(), **more) -> Stated:
    return _of(truth, goal, *before, Step("last", goal, rule, premises), given=given, **more)


@family("refereed_chains")
def signs() -> Iterator[Stated]:
    """One step by the sign algebra: true beside false, of which each fails at d = 1, 2 or small integers."""
    for said in (
        ge(tr(K * L), 0), psd(F * K * F), ge(expect(relu(x1)), 0), ge(n - 1, 0), ge((v.T * w)**2, 0),
        posdef(S + K), psd(A.T * S * A), ge(norm_F(A) - 0, 0), gt(exp(a) + q, 0), posdef(inv(S) + R), ge(det(S), 0), gt(tr(S), 0),
        psd(kron(K, L)), gt(p * r + q, 0), ge(a**2 * q + b**4 * p, 0), posdef(half(S)), psd(block(S, Zero, Zero, K)),
    ):  # fmt: skip
        yield _last(true, said, Positivity())
    for said in (
        ge(a * b, 0), gt(q, 0), posdef(K), posdef(A * A.T), psd(K * L), ne(p - r, 0), gt(norm_F(A), 0), gt(exp(a) - 1, 0), ge(det(F), 0),
        posdef(F * S * F), gt(tr(K), 0), ge(tr(S * R * T_), 0), posdef(kron(S, K)), psd(block(S, R, R, S)), ge(entry(K, 1, d), 0),
        gt(n - 1, 0), ge(n - 2, 0), ge((n - 1) * (n - 3), 0), gt(expect(q * x1**2), 0), ge(expect(x1**3 + x1), p), gt(a**2 + b**2, 0), psd(S - K),
        gt(total(i, N, entry(ff, i, 1)**2), 0), psd(kron(F, F)), psd(A * K * A), gt(v.T * S * v, 0), ge(v.T * S * w, 0), gt(p - q, 0), ne(a**2 - p, 0),
        ge(a**3, 0), ge(tr(F**3), 0), psd(F * K + K * F), posdef(pinv(K)), gt(det(K), 0), ge(least(p, a), 0), gt(relu(p - 1), 0), ne(det(A), 0),
        gt(absolute(a), 0), ge(sqrt(p) - p, 0), psd(K - K * inv(S) * K), posdef(S - half(S)), gt(N - d, -1), ne(v.T * v, 0), ge(expect((x1 + y1)**3), p),
    ):  # fmt: skip
        yield _last(false, said, Positivity())


@family("refereed_chains")
def quantifiers() -> Iterator[Stated]:
    """Letters that are caught by a binder, generalised under an assumption, shown where they have no value."""
    sq = Step("s", ge(a**2, 0), Positivity())
    yield _last(true, for_all(a, ge(a**2, 0)), Generalise(), ("s",), sq)
    yield _last(false, for_all(a, ge(a, 0)), Generalise(), ("h0",), given=(ge(a, 0),))
    yield _of(false, implies(ge(a, 0), for_all(a, ge(a, 0))), Step("x", ge(a, 0), Assume()), Step("g", for_all(a, ge(a, 0)), Generalise(), ("x",)),
              Step("l", implies(ge(a, 0), for_all(a, ge(a, 0))), Discharge("x"), ("g",)))  # fmt: skip
    yield _of(false, for_all(a, for_all(b, eq(a, b))), Step("l", for_all(a, for_all(b, eq(a, b))), Generalise(), ("h0",)), given=(eq(a, b),))
    one = Step("e", exists(b, ne(b, a)), Exhibit((b, a + 1)), ("o",))
    ok = Step("o", ne(a + 1, a), Positivity())
    yield _of(true, exists(b, ne(b, a)), ok, one)
    yield _of(true, for_all(a, exists(b, ne(b, a))), ok, one, Step("g", for_all(a, exists(b, ne(b, a))), Generalise(), ("e",)))
    caught = exists(b, ne(b, b))
    every = Step("g", for_all(a, exists(b, ne(b, a))), Generalise(), ("e",))
    yield _last(false, caught, Instance((a, b)), ("g",), ok, one, every)
    yield _last(false, caught, Substitution("e"), ("h0", "e"), ok, one, given=(eq(a, b),))
    yield _last(false, caught, Substitution(into="e"), ("z", "e"), ok, one, Step("z", eq(a, b), Assume()))
    yield _last(true, exists(b, eq(p * b, 1)), Exhibit((b, 1 / p)))
    yield _last(false, exists(b, eq(a * b, 1)), Exhibit((b, 1 / a)))
    yield _last(true, exists(b, eq(a * b, 1)), Exhibit((b, 1 / a)), given=(ne(a, 0),))
    yield _last(false, for_all(a, exists(b, eq(a * b, 1))), Generalise(), ("e",), Step("e", exists(b, eq(a * b, 1)), Exhibit((b, 1 / a))), given=(ne(a, 0),))
    yield _last(false, exists(b, for_all(a, eq(a * b, 1))), Exhibit((b, 1 / a)), given=(ne(a, 0),))
    yield _last(false, exists(p, le(p, 0)), Exhibit((p, 0)))
    yield _last(false, exists(p, le(p, 0)), Exhibit((p, -1)))
    yield _last(false, exists(n, eq(2 * n, 1)), Exhibit((n, H(1, 2))))
    yield _last(false, exists(n, eq(n, 0)), Exhibit((n, 0)))
    yield _last(false, exists(S, eq(S, Zero)), Exhibit((S, Zero)))
    yield _last(false, exists(S, eq(S, A)), Exhibit((S, A)))
    yield _last(false, exists(F, eq(F, A)), Exhibit((F, A)))
    yield _last(false, exists(K, eq(K, -Id)), Exhibit((K, -Id)))
    gp = Step("g", for_all(p, gt(p, 0)), Generalise(), ("s",))
    ps = Step("s", gt(p, 0), Positivity())
    yield _of(true, for_all(p, gt(p, 0)), ps, gp)
    yield _last(false, gt(a, 0), Instance((p, a)), ("g",), ps, gp)
    yield _last(false, gt(q, 0), Instance((p, q)), ("g",), ps, gp)
    yield _last(false, gt(p - r, 0), Instance((p, p - r)), ("g",), ps, gp)
    yield _last(true, gt(p + q, 0), Instance((p, p + q)), ("g",), ps, gp)
    gs = Step("g", for_all(S, gt(det(S), 0)), Generalise(), ("s",))
    ss = Step("s", gt(det(S), 0), Positivity())
    for value in (A, F, K, S - R, A * A.T):
        yield _last(false, gt(det(value), 0), Instance((S, value)), ("g",), ss, gs)
    yield _last(true, gt(det(S + K), 0), Instance((S, S + K)), ("g",), ss, gs)
    yield _last(false, iff(ge(a, 0), ge(a**2, 0)), BothWays(), ("x", "x"), Step("z", ge(a, 0), Assume()), Step("s", ge(a**2, 0), Positivity()), Step("x", implies(ge(a, 0), ge(a**2, 0)), Discharge("z"), ("s",)))
    yield _last(false, ge(a, 0), ModusPonens(), ("h0", "s"), Step("s", ge(a**2, 0), Positivity()), given=(implies(ge(a, 0), ge(a**2, 0)),))
    yield _last(false, eq(a, b), Antisymmetry(), ("h0", "h0"), given=(le(a, b),))
    yield _last(false, eq(a, b), Antisymmetry(), ("h0", "h1"), given=(le(a, b), le(b, a + eps)))
    yield _last(true, eq(a, b), Antisymmetry(), ("h0", "h1"), given=(le(a, b), le(b, a)))
    for body, at_ in ((for_all(b, le(a * b, b**2 + 0)), 0), (for_all(b, le(a, b**2)), 0), (for_all(b, le(a, exp(b))), 0)):
        yield _of(true, exists(a, body), Step("x", exists(a, body), Exhibit((a, at_))))
        yield _of(false, exists(a, conj(body, gt(a, 1))), Step("x", exists(a, conj(body, gt(a, 1))), Exhibit((a, 2))))
    # Conditions of values under binders, which no outer letter's hypothesis meets.
    val = exists(b, conj(eq(b / b, 1), for_all(b, ne(b, 0))))
    yield _last(false, val, Exhibit((b, 1)), given=(ne(b, 0),))
    yield _last(false, for_all(b, ge(b, 0)), Generalise(), ("x",), Step("x", eq(sqrt(b)**2, b), Identity()), given=(ge(b, 0),))
    yield _last(false, for_all(A, eq(inv(A) * A, Id)), Generalise(), ("x",), Step("x", eq(inv(A) * A, Id), Identity()), given=(ne(det(A), 0), eq(det(A), 1), eq(A, 2 * Id)))
    yield _last(false, conj(eq(a / a, 1), for_all(a, exists(b, eq(a * b, 1)))), Exhibit((b, 1 / a)))
    yield _last(false, conj(eq(a / a, 1), for_all(a, ne(a, 0))), Generalise(), ("x",), Step("x", eq(a / a, 1), Identity()))
    yield _last(false, implies(exists(a, eq(1 / a, 1)), for_all(a, ne(a, 0))), Generalise(), (), given=(ne(a, 0),))
    yield _last(false, implies(exists(a, eq(1 / a, 1)), for_all(a, ne(a, 0))), Generalise(), ())
    yield _last(false, for_all(A, exists(B, eq(A * B, Id))), Generalise(), ("x",), Step("x", exists(B, eq(A * B, Id)), Exhibit((B, inv(A)))))
    yield _last(true, for_all(S, exists(B, eq(S * B, Id))), Generalise(), ("x",), Step("x", exists(B, eq(S * B, Id)), Exhibit((B, inv(S)))))


@family("refereed_chains")
def sums() -> Iterator[Stated]:
    """Combinations, sums and means: a multiplier of the wrong sign, a strictness, a sign that is not there."""
    sq = Step("s", ge((a - b)**2, 0), Positivity())
    yield _last(true, le(2 * a * b, a**2 + b**2), Combination(1), ("s",), sq)
    yield _last(false, lt(2 * a * b, a**2 + b**2), Combination(1), ("s",), sq)
    yield _last(false, le(2 * (1 + eps) * a * b, a**2 + b**2), Combination(1 + eps), ("s",), sq)
    yield _last(false, le(a**2 + b**2, 2 * a * b), Combination(-1), ("s",), sq)
    yield _last(true, le(a * c, b * c), Combination(c), ("h0", "h1"), given=(le(a, b), ge(c, 0)))
    yield _last(false, le(a * c, b * c), Combination(c), ("h0",), given=(le(a, b),))
    yield _last(false, lt(a * q, b * q), Combination(q), ("h0",), given=(lt(a, b),))
    yield _last(true, lt(a * p, b * p), Combination(p), ("h0",), given=(lt(a, b),))
    yield _last(false, lt(a, b + q), Combination(1, plus=(q,)), ("h0",), given=(le(a, b),))
    yield _last(true, lt(a, b + p), Combination(1, plus=(p,)), ("h0",), given=(le(a, b),))
    yield _last(false, le(a, 0), Combination(1 / b), ("h0",), given=(le(a * b, 0),))
    yield _last(false, le(a, 0), Combination(1 / b), ("h0", "h1"), given=(le(a * b, 0), ge(b, 0)))
    yield _last(true, le(a, 0), Combination(1 / b), ("h0", "h1"), given=(le(a * b, 0), gt(b, 0)))
    yield _last(false, eq(a, b), Identity(1 / c), ("h0",), given=(eq(a * c, b * c),))
    yield _last(true, eq(a, b), Identity(1 / p), ("h0",), given=(eq(a * p, b * p),))
    yield _last(false, eq(A, B), Identity((1, inv(C))), ("h0",), given=(eq(A * C, B * C),))
    yield _last(true, eq(A, B), Identity((1, inv(S))), ("h0",), given=(eq(A * S, B * S),))
    yield _last(true, eq(A, B), Identity((inv(S), 1)), ("h0",), given=(eq(A * S, B * S),))
    yield _last(false, eq(A * B, B * A), Identity(), ())
    fi = entry(ff, i, 1)
    yield _last(true, le(fi**2, total(i, N, fi**2)), TermOfSum(), ("s",), Step("s", ge(fi**2, 0), Positivity()))
    yield _last(false, le(fi, total(i, N, fi)), TermOfSum(), ("s",), Step("s", ge(fi**2, 0), Positivity()))
    yield _last(false, le(fi, total(i, N, fi)), TermOfSum(), ())
    yield _last(false, lt(fi**2, total(i, N, fi**2)), TermOfSum(), ("s",), Step("s", ge(fi**2, 0), Positivity()))
    each = Step("s", le(2 * fi, fi**2 + 1), Combination(1), ("z",))
    zero = Step("z", ge((fi - 1)**2, 0), Positivity())
    yield _last(true, le(total(i, N, 2 * fi), total(i, N, fi**2 + 1)), SumOf(), ("s",), zero, each)
    yield _last(false, lt(total(i, N, 2 * fi), total(i, N, fi**2 + 1)), SumOf(), ("s",), zero, each)
    yield _last(false, le(total(i, N, 2 * fi), total(i, N, fi**2)), SumOf(), ("s",), zero, each)
    yield _last(false, le(total(i, N, fi), total(i, N, a)), SumOf(), ("h0",), given=(le(entry(ff, 1, 1), a),))
    yield _last(
        false, le(total(i, N, total(j, N, fi)), total(i, N, total(j, N, entry(ff, j, 1)**2))), SumOf(), ("s",), zero, each)  # fmt: skip
    m1 = Step("s", le(2 * x1, x1**2 + 1), Combination(1), ("z",))
    m0 = Step("z", ge((x1 - 1)**2, 0), Positivity())
    yield _last(true, le(expect(2 * x1), expect(x1**2 + 1)), MeanOf(), ("s",), m0, m1)
    yield _last(false, le(expect(x1**2 + 1), expect(2 * x1)), MeanOf(), ("s",), m0, m1)
    yield _last(false, ge(expect(x1), 1), MeanOf(), ("h0",), given=(ge(a, 1),))
    yield _last(
        false, le(expect(x1**2) * expect(x1**2), expect(x1)**2), MeanOf(), ("s",), m0, m1)  # fmt: skip
    yield _last(true, eq(delta(i, j), 0), Distinct(), ("h0",), given=(ne(i, j),))
    yield _last(false, eq(delta(i, j), 0), Distinct(), ())
    yield _last(false, eq(delta(i, j), 0), Distinct(), ("h0",), given=(ne(j, 1),))
    yield _last(false, eq(A, B), Entrywise(), ("h0",), given=(eq(entry(A, 1, 1), entry(B, 1, 1)),))
    yield _last(false, finite(expect(1 / x1**2)), Dominated(1), ("s", "z"), Step("s", le(1 / x1**2, 1 / x1**2), Combination()), Step("z", finite(expect(x1**2)), Positivity()))
    yield _last(
        false, ne(x1, 0), AlmostSurely(), ("h0",), given=(almost_surely(ne(x1, 0)),))  # fmt: skip
    yield _last(false, almost_surely(ge(x1, 0)), AlmostSurely(), ("h0", "s"), Step("s", ge(x1**2, 0), Positivity()), given=(implies(ge(x1, 0), ge(x1**2, 0)),))
    yield _last(true, le(tr(A * B), norm_F(A) * norm_F(B)), FromFact("Cauchy-Schwarz", A=A, B=B))
    yield _last(false, le(tr(A * B), norm_F(A) * norm_F(A)), FromFact("Cauchy-Schwarz", A=A, B=B))
    yield _last(false, lt(tr(A * B), norm_F(A) * norm_F(B)), FromFact("Cauchy-Schwarz", A=A, B=B))
    yield _last(false, le(rank(A), 1), FromFact("rank of a dyad", A=A, X=A, Y=A), ("h0",), given=(eq(A, A * A.T),))
    yield _last(false, eq(rank(A * A), rank(A)), FromFact("rank of a Gram matrix", A=A))
    yield _last(true, eq(rank(A.T * A), rank(A)), FromFact("rank of a Gram matrix", A=A))
    yield _last(false, psd(norm_F(A) * Id - A.T * A), FromFact("operator norm and Frobenius norm", A=A, I=Id))
    yield _last(false, psd(norm_F(A)**2 * S - A.T * A), FromFact("operator norm and Frobenius norm", A=A, I=S))


@family("refereed_chains")
def analysis() -> Iterator[Stated]:
    """Minima, convexity, spectra, limits and flows: a point that is no minimum, a direction that is bound, a rate too fast."""
    low = Step("g", ge((t - a)**2 + b, b), Combination(1), ("s",))
    sq = Step("s", ge((t - a)**2, 0), Positivity())
    at_ = Step("e", eq(where((t - a)**2 + b, (t, a)), b), Identity())
    yield _last(true, eq(minimum((t - a)**2 + b, t), b), Attained((t, a)), ("g", "e"), sq, low, at_)
    yield _last(true, global_minimum((t - a)**2 + b, (t, a)), Attained((t, a)), ("g", "e"), sq, low, at_)
    yield _last(false, global_minimum((t - a)**2 + b, (t, b)), Attained((t, b)), ("g", "e"), sq, low, at_)
    yield _last(false, eq(minimum((t - a)**2 + b, t), a), Attained((t, a)), ("g", "e"), sq, low, at_)
    yield _last(false, eq(minimum(t**2 - a**2, t), 0), Attained((t, a)), ("h0", "e"), Step("e", eq(where(t**2 - a**2, (t, a)), 0), Identity()), given=(ge(t**2 - a**2, 0),))
    yield _last(false, eq(minimum(t, t), 0), Attained((t, 0)), ("h0", "e"), Step("e", eq(where(t, (t, 0)), 0), Identity()), given=(ge(t, 0),))
    yield _last(false, le(t, infimum(t**2 + t, t)), FromBelow(), ("s",), Step("s", le(t, t**2 + t), Combination(plus=(t**2,))))
    yield _last(true, le(0, infimum(t**2, t)), FromBelow(), ("s",), Step("s", le(0, t**2), Positivity()))
    yield _last(true, le(infimum(t**2 + a, t), a), ValueAt((t, 0)))
    yield _last(false, le(infimum(t**2 + a, t), a - eps), ValueAt((t, 0)))
    yield _last(false, le(infimum(1 / t**2, t), t), ValueAt((t, a)))
    yield _last(false, eq(infimum(exp(t), t), 1), Antisymmetry(), ("x", "y"), Step("x", le(infimum(exp(t), t), 1), ValueAt((t, 0))), Step("y", le(1, infimum(exp(t), t)), Assume()))
    yield _last(true, convex(V_.T * K * V_, V_), NowhereBent(), ("s",), Step("s", le(0, curvature(V_.T * K * V_, (V_, w))), Positivity()))
    yield _last(false, convex(V_.T * F * V_, V_), NowhereBent(), ("h0",), given=(le(0, curvature(V_.T * F * V_, (V_, w))),))
    yield _last(false, convex(V_.T * F * V_, V_), NowhereBent(), ("s",), Step("s", le(0, curvature(V_.T * F * V_, (V_, V_))), Assume()))
    yield _last(false, convex(t**3, t), NowhereBent(), ("s",), Step("s", le(0, curvature(t**3, (t, a))), Combination(6 * t * a**2)))
    yield _last(false, convex(absolute(t) * -1 + t**2, t), NowhereBent(), ("s",), Step("s", le(0, curvature(t**2 - absolute(t), (t, a))), Positivity()))
    yield _last(false, nonconvex(a * t**2, t), BentSomewhere(), ("s",), Step("s", lt(where(curvature(a * t**2, (t, b)), (t, 0)), 0), Assume()))
    yield _last(false, nonconvex(V_.T * K * V_, V_), BentSomewhere(), ())
    yield _last(true, psd(norm_op(K) * Id - K), Rayleigh())
    for said in (psd(norm_op(A) * Id - A), psd(K - norm_op(K) * Id), psd(Id - K), posdef(norm_op(K) * Id - K), psd(K - least_positive_eigenvalue(K) * Id), eq(projection(K), Id), psd(A - least_eigenvalue(A + A.T) * Id)):
        yield _last(false, said, Rayleigh())
    yield _last(
        false, inertia(F, d, 0), Roots((1, d)))  # fmt: skip
    yield _last(true, inertia(2 * Id - Id, d, 0), Roots((1, d)))
    yield _last(false, inertia(v * v.T, 1, 0), Roots((v.T * v, 1), (0, d - 1)))
    yield _last(false, inertia(Id, 1, 0), Roots((1, d)))
    yield _last(true, tends((n + 1) / n, 1, n), Continuity())
    yield _last(valueless, tends(1 / (a * n), 0, n), Continuity())
    for said in (tends((n + 1) / n, 2, n), tends(n / (n + 1), 0, n), tends(n * (1 / n), 0, n), tends((n + a) / (n + b), 0, n), tends(n, 0, n), tends_jointly(n / (n + m), 1, n, m), tends_jointly(n / m, 0, n, m), tends(sqrt(1 / n) * n, 0, n), tends(d / n, 1, n), tends(1 / n, 0, d), tends(1 / (n - 1), 1, n)):
        yield _last(false, said, Continuity())
    yield _last(true, order(n / (n + 1), 1, n), Bounded(1), ("x", "y"), Step("x", le(n / (n + 1), 1), Combination(plus=(1 / (n + 1),))), Step("y", le(0, n / (n + 1)), Positivity()))
    yield _last(false, order(n, 1, n), Bounded(n), ("x", "y"), Step("x", le(n, n * 1), Combination()), Step("y", le(0, n), Positivity()))
    yield _last(false, order(a * n, 1, n), Bounded(a * n), ("x", "x"), Step("x", le(a * n, a * n), Combination()))
    yield _last(false, order(-n**2, n, n), Bounded(1), ("x",), Step("x", le(-n**2, n), Combination(plus=(n**2 + n,))))
    k, model = scalar("k_3", "positive"), None
    model = gradient_flow(k * u2**2 / 2, (u2,))
    speed = Step("v", eq(ddt(u2**2), -(2 * k * u2**2)), Identity())
    down = Step("d", always(le(ddt(u2**2), -(2 * k * u2**2))), Combination(1), ("v",))
    yield _last(true, always(le(u2**2, exp(-(2 * k * tau)) * at0(u2**2))), FromFact("Gronwall's inequality", f=u2**2, c=2 * k), ("d",), speed, down, model=model)
    for rate in (3 * k, 2 * k * (1 + eps), k**2, 2 * k + u2**2):
        yield _last(false, always(le(u2**2, exp(-(rate * tau)) * at0(u2**2))), FromFact("Gronwall's inequality", f=u2**2, c=rate), ("d",), speed, down, model=model)
    yield _last(false, always(lt(u2**2, at0(u2**2))), FromFact("Gronwall's inequality", f=u2**2, c=0), ("d",), speed, down, model=model)
    yield _last(false, always(eq(u2, 0)), FromFact("uniqueness of solutions", X=u2, Y=u2, O=0, P=0), ("x", "h0", "x", "h0"), Step("x", eq(where(ddt(u2), (u2, 0)), 0), Identity()), given=(), model=model)
    yield _last(false, always(gt(u2, 0)), FromFact("intermediate value theorem", f=u2), ("x",), Step("x", always(ne(u2, 0)), Assume(whole=True)), model=model)
    yield _last(false, limit(u2, at0(u2)), FromFact("exponential decay", c=k, k=u2, g=k * u2**2 / 2), model=model)
    yield _last(false, limit(exp(tau * k) * u2, 0), Continuity(), model=model)
    two = gradient_flow((u2 * w2 - 1)**2, (u2, w2))
    yield _last(true, eq(ddt(u2**2 - w2**2), 0), Identity(), model=two)
    yield _last(false, eq(ddt(u2**2 + w2**2), 0), Identity(), model=two)
    yield _last(false, eq(ddt(u2 - w2), 0), Identity(), model=two)
    yield _last(false, always(eq(u2, at0(u2))), Combination(1), ("x",), Step("x", eq(at0(u2), at0(u2)), Identity()), model=two)
