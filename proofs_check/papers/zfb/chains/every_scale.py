r"""A lower bound on u_-1 for every scale sigma > 0: beyond Lemmas 18 and 19.

On the invariant block the flow is :math:`\dot U=-u^2GΛUΛ+uΛ^2`, :math:`\dot u=-u\,\mathrm{tr}[GΛUΛU^\top]+\mathrm{tr}
[Λ^2U^\top]`, where G is Gamma, or another positive definite function of Lambda.  Three barriers: u is bounded above; u
cannot vanish, because at u = 0 the balanced parameters would all be 0; and for every eigenvector q of Lambda the number
:math:`q^\top Uq` stays above a multiple of :math:`q^\top\Theta\Theta^\top q`, so that U stays away from the origin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    Eigenvectors,
    FromFact,
    Identity,
    Positivity,
    Step,
    Substitution,
)
from ....statement.props import Prop, always, chain, conj, eq, ge, gt, implies, le, lt, ne
from ....statement.terms import (
    Abbrev,
    Term,
    at0,
    ddt,
    exp,
    half,
    inv,
    norm_F,
    scalar,
    sqrt,
    tr,
    vector,
    zeros,
)
from ..assumptions import Theta_unit, start_rest
from ..notation import U11, Gam, I, Lam, N, Theta, d, given_block, sigma, t, u12, u21, u_1
from .lemma_17 import CHAIN as BALANCED

zero = zeros("d", 1)
q, delta = vector("q"), scalar("delta", "positive", tex=r"\delta")
"""An eigenvector of Lambda and its eigenvalue."""
cross = tr(Lam**2 * U11.T)
size_of_square = norm_F(Lam**2)
size = norm_F(Theta) ** 2
TT = Theta * Theta.T
block_zero = always(conj(eq(u12, zero), eq(u21, zero)))


@dataclass(frozen=True)
class Setting:
    """The matrix G, and the eigenvalue of G that belongs to the eigenvector q of Lambda."""

    G: Term
    at_q: Term
    shift: Term
    """What makes G q out of Lambda q: ``G q - at_q q = shift (Lambda q - delta q)``."""

    @property
    def quadratic(self) -> Term:
        return tr(self.G * Lam * U11 * Lam * U11.T)

    @property
    def traces(self) -> Term:
        return tr(inv(self.G)) * tr(inv(Lam)) ** 2

    @property
    def root_of_traces(self) -> Term:
        return norm_F(inv(half(self.G))) * norm_F(inv(half(Lam))) ** 2

    @property
    def growth(self) -> Term:
        return tr(self.G * Lam) * tr(Lam)

    @property
    def largest(self) -> Term:
        """The square of the upper bound on u_-1."""
        return Abbrev(scalar("B_2", tex="B^2"), sigma**2 + self.traces * size_of_square)

    @property
    def rate(self) -> Term:
        return 2 * (self.growth * self.largest + size_of_square)

    @property
    def ratio(self) -> Term:
        return sigma * sqrt(self.largest) * size * tr(self.G)

    @property
    def share(self) -> Term:
        """The multiple of Theta Theta^T below which U11 never falls, on eigenvectors of Lambda."""
        return Abbrev(scalar("c_0", tex="c"), sigma / (1 + self.ratio))

    @property
    def lower(self) -> Term:
        """The lower bound on u_-1."""
        return self.share * size / sqrt(d)


NOISELESS = Setting(Gam, (1 + 1 / N) * delta + 1 / N * tr(Lam), (1 + 1 / N) * I)

rests = (
    Step("u12 rests", eq(given_block(ddt(u12)), zero), Identity()),
    Step("u21 rests", eq(given_block(ddt(u21)), zero), Identity()),
    Step("block", block_zero, FromFact("uniqueness of solutions", X=u12, Y=u21, O=zero, P=zero),
         ("u12 rests", "u21 rests", start_rest.name)),
)
balanced = tuple(replace(step, printed="") for step in BALANCED.steps[1:])
"""Lemma 17; only the flow on the block enters."""


root_of_product = sqrt(norm_F(u_1 * U11))
norms = (
    Step("turned norm", always(eq(tr(U11 * U11.T), u_1**2)), Identity(-1), ("balanced",)),
    Step("product norm", always(eq(sqrt(u_1**2 * tr(U11 * U11.T)), u_1**2)), Substitution(), ("turned norm",)),
    Step("norm of the product", always(eq(u_1**2, norm_F(u_1 * U11))), Identity(-1), ("product norm",)),
)
root = Step("root", always(eq(root_of_product, u_1)), Identity(-1 / (u_1 + root_of_product)),
            ("norm of the product", "positive"))
"""u_-1 is the root of the norm of u_-1 U11, where it is positive."""


def _on_block(label: str, f: Term) -> Step:
    return Step(label, always(eq(ddt(f), given_block(ddt(f)))), Substitution(), ("block",))


def weighed(x: Setting, X: Term) -> Term:
    r""":math:`G^{1/2}Λ^{1/2}XΛ^{1/2}`."""
    return half(x.G) * half(Lam) * X * half(Lam)


def at_most_weighed(x: Setting, X: Term, label: str) -> tuple[Step, ...]:
    """The norm of X is at most ``root_of_traces`` times that of X weighed."""
    G, L, Y = inv(half(x.G)), inv(half(Lam)), weighed(x, X)
    g, m = norm_F(G), norm_F(L)
    return (
        Step(f"{label} 1", le(norm_F(G * (L * Y * L)), g * norm_F(L * Y * L)),
             FromFact("submultiplicativity", A=G, B=L * Y * L)),
        Step(f"{label} 2", le(norm_F(L * (Y * L)), m * norm_F(Y * L)), FromFact("submultiplicativity", A=L, B=Y * L)),
        Step(f"{label} 3", le(norm_F(Y * L), norm_F(Y) * m), FromFact("submultiplicativity", A=Y, B=L)),
        Step(label, le(norm_F(X), x.root_of_traces * norm_F(Y)), Combination(1, g, g * m),
             (f"{label} 1", f"{label} 2", f"{label} 3")),
    )


def sizes(x: Setting) -> tuple[Step, ...]:
    """Between which multiples of ||U11||^2 the quadratic term lies, and 2 u tr[Lambda^2 U^T]."""
    G, n = x.G, size_of_square
    y = norm_F(weighed(x, U11))
    left, right = half(G) * half(Lam), half(Lam)
    f, g = norm_F(left), norm_F(right)
    cube = (u_1 / sqrt(n)) * Lam**2
    return (
        *at_most_weighed(x, U11, "||U11||"),
        Step("from below", le(norm_F(U11) ** 2, x.traces * x.quadratic),
             Combination(x.root_of_traces * y + norm_F(U11)), ("||U11||",)),
        Step("product", le(norm_F(left * (U11 * right)), f * norm_F(U11 * right)),
             FromFact("submultiplicativity", A=left, B=U11 * right)),
        Step("product again", le(norm_F(U11 * right), norm_F(U11) * g),
             FromFact("submultiplicativity", A=U11, B=right)),
        Step("whole", le(y, f * norm_F(U11) * g), Combination(1, f), ("product", "product again")),
        Step("from above", le(x.quadratic, x.growth * norm_F(U11) ** 2), Combination(f * norm_F(U11) * g + y),
             ("whole",)),
        Step("cross up", le(2 * u_1 * cross, n * u_1**2 + n * norm_F(U11) ** 2),
             Combination(plus=(norm_F(cube - sqrt(n) * U11) ** 2,))),
        Step("cross down", le(-(2 * u_1 * cross), n * u_1**2 + n * norm_F(U11) ** 2),
             Combination(plus=(norm_F(cube + sqrt(n) * U11) ** 2,))),
    )


def _bounded(x: Setting) -> tuple[Step, ...]:
    """u_-1^2 stays at most ``largest``."""
    f, n, T = u_1**2 - x.largest, size_of_square, x.traces
    return (
        Step("starts below", le(at0(f), 0), Combination(plus=(T * n,))),
        Step("far", always(ge(f, 0)), Assume()),
        Step("far rate", always(le(given_block(ddt(f)), 0)),
             Combination(2 * u_1**2 / T, 1, 2 * u_1**2 / T - n, 2 * u_1**2 / T, plus=(2 * u_1**2 / T * sigma**2,)),
             ("from below", "cross up", "balanced", "far")),
        _on_block("far on the block", f),
        Step("far decrease", always(le(ddt(f), 0)), Combination(1, 1), ("far on the block", "far rate")),
        Step("turns back", always(implies(ge(f, 0), le(ddt(f), 0))), Discharge("far"), ("far", "far decrease")),
        Step("bounded", always(le(f, 0)), FromFact("barrier", f=f), ("starts below", "turns back")),
    )


def _positive(x: Setting) -> tuple[Step, ...]:
    """u_-1 decays at most exponentially, so it is never 0."""
    f, n, R, K = -(u_1**2), size_of_square, x.rate, x.growth
    start = exp(-(R * t)) * at0(f)
    return (
        Step("slow on the block", always(le(given_block(ddt(f)), -(R * f))),
             Combination(2 * u_1**2, 1, -(2 * K * u_1**2 + n), 2 * K * u_1**2),
             ("from above", "cross down", "balanced", "bounded")),
        _on_block("square on the block", f),
        Step("slow", always(le(ddt(f), -(R * f))), Combination(1, 1), ("square on the block", "slow on the block")),
        Step("at most exponentially", always(le(f, start)), FromFact("Gronwall's inequality", f=f, c=R), ("slow",)),
        Step("square positive", always(lt(0, u_1**2)), Combination(1, plus=(exp(-(R * t)) * sigma**2,)),
             ("at most exponentially",)),
        Step("suppose zero", always(eq(u_1, 0)), Assume()),
        Step("square zero", always(le(u_1**2, 0)), Combination(u_1), ("suppose zero",)),
        Step("nowhere zero", always(ne(u_1, 0)), Contradiction("suppose zero"),
             ("suppose zero", "square zero", "square positive")),
        Step("starts positive", lt(0, at0(u_1)), Combination(plus=(sigma,))),
        Step("positive", always(gt(u_1, 0)), FromFact("intermediate value theorem", f=u_1),
             ("nowhere zero", "starts positive")),
        Step("u_-1 bounded", always(le(u_1, sqrt(x.largest))), Combination(1 / (sqrt(x.largest) + u_1)),
             ("bounded", "positive")),
    )


def _away(x: Setting) -> tuple[Step, ...]:
    """On an eigenvector q of Lambda, U11 stays above a multiple of Theta Theta^T."""
    G, g, c = x.G, x.at_q, x.share
    overlap, square, form = norm_F(Theta.T * q) ** 2, q.T * q, q.T * U11 * q
    f = c * (q.T * TT * q) - form
    root_G = norm_F(half(G)) ** 2
    eigenvector = eq(Lam * q, delta * q)
    kept = implies(eigenvector, always(le(0, q.T * (U11 - c * TT) * q)))
    return (
        Step("eigenvector", eigenvector, Assume()),
        Step("of G", eq(G * q, g * q), Identity((x.shift, 1)), ("eigenvector",)),
        Step("quadratic", eq(q.T * G * Lam * U11 * Lam * q, g * delta**2 * form),
             Identity(q.T * G * Lam * U11 + delta * g * q.T * U11.T, delta * q.T * U11.T * Lam),
             ("eigenvector", "of G")),
        Step("linear", eq(q.T * Lam**2 * q, delta**2 * square), Identity(q.T * Lam + delta * q.T), ("eigenvector",)),
        Step("form of G", eq(q.T * G * q, g * square), Identity(q.T), ("of G",)),
        Step("trace of G", le(norm_F(half(G) * q), norm_F(half(G)) * norm_F(q)),
             FromFact("submultiplicativity", A=half(G), B=q)),
        Step("form at most", le(q.T * G * q, root_G * square),
             Combination(norm_F(half(G)) * norm_F(q) + norm_F(half(G) * q)), ("trace of G",)),
        Step("Theta on q", le(norm_F(Theta.T * q), norm_F(Theta.T) * norm_F(q)),
             FromFact("submultiplicativity", A=Theta.T, B=q)),
        Step("overlap at most", le(overlap, size * square),
             Combination(norm_F(Theta.T) * norm_F(q) + norm_F(Theta.T * q)), ("Theta on q",)),
        Step("starts above", le(at0(f), 0), Combination(plus=(c * x.ratio * overlap,))),
        Step("low", always(ge(f, 0)), Assume()),
        Step("low rate", always(le(given_block(ddt(f)), 0)),
             Combination(
                 u_1**2, -u_1, u_1**2 * g * delta**2, u_1**2 * g * delta**2 * c, -(u_1**2 * delta**2 * c * size),
                 u_1**2 * delta**2 * c * size, u_1 * delta**2 * square * c * size * tr(G),
                 plus=(u_1 * delta**2 * square / (1 + x.ratio),),
             ),
             ("quadratic", "linear", "low", "overlap at most", "form of G", "form at most", "u_-1 bounded",
              "positive")),
        _on_block("form on the block", f),
        Step("low decrease", always(le(ddt(f), 0)), Combination(1, 1), ("form on the block", "low rate")),
        Step("rises again", always(implies(ge(f, 0), le(ddt(f), 0))), Discharge("low"), ("low", "low decrease")),
        Step("above the share", always(le(f, 0)), FromFact("barrier", f=f), ("starts above", "rises again")),
        Step("kept", always(le(0, q.T * (U11 - c * TT) * q)), Combination(1), ("above the share",)),
        Step("every eigenvector", kept, Discharge("eigenvector"), ("eigenvector", "kept")),
        Step("trace", always(le(0, tr(U11 - c * TT))), Eigenvectors(), ("every eigenvector",)),
    )


nonzero = (
    Step("suppose Theta zero", eq(Theta, zeros("d", "d")), Assume()),
    Step("so the product", eq(TT, zeros("d", "d")), Identity((1, Theta.T)), ("suppose Theta zero",)),
    Step("so its norm", eq(norm_F(TT), 0), Substitution(), ("so the product",)),
    Step("not positive", le(norm_F(TT), 0), Combination(1), ("so its norm",)),
    Step("but positive", gt(norm_F(TT), 0), Combination(-1, plus=(1,)), (Theta_unit.name,)),
    Step("Theta", ne(Theta, zeros("d", "d")), Contradiction("suppose Theta zero"),
         ("suppose Theta zero", "not positive", "but positive")),
)


def lower_bound_steps(x: Setting) -> tuple[Step, ...]:
    """From the start of Assumption 3 to ``u_-1 >= lower > 0`` at every time."""
    mean = (u_1 / sqrt(d)) * I
    return (
        *rests, *balanced, *norms, *sizes(x), *_bounded(x), *_positive(x), root, *_away(x), *nonzero,
        Step("at least", always(le(x.lower, u_1)),
             Combination(1 / sqrt(d), -1 / (2 * u_1), plus=(norm_F(U11 - mean) ** 2 / (2 * u_1),)),
             ("trace", "balanced", "positive")),
        Step("lower", lt(0, x.lower), Positivity(), ("Theta",)),
    )


def bound_claim(x: Setting) -> Prop:
    return always(le(u_1, sqrt(x.largest)))


def lower_bound_claim(x: Setting) -> Prop:
    return always(chain(u_1, ">=", x.lower, ">", 0))
