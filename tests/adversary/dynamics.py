"""Random statements about gradient flows, equivalences and means over rotations, with the reason why they hold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from proofs_check import (
    absolute,
    always,
    at0,
    conserved,
    convex,
    ddt,
    det,
    eq,
    expect,
    ge,
    global_minimum,
    grad,
    gradient_flow,
    gt,
    iff,
    infimum,
    le,
    limit,
    lt,
    matrix,
    minimisers_satisfy,
    minimum,
    nonconvex,
    norm_2,
    norm_F,
    parameter,
    psd,
    tr,
)
from proofs_check.model import Model
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym, Term, term

from .corpus.letters import A, B, F, Id, K, S, U, V, Zero, a, b, c, p, q, r, u, v, w, w_
from .rewriting import matrix_term_plain, number_term_plain, perturbed, rewritten
from .stating import Stated, Truth

s = parameter("s_1", "d")
X, Y = parameter("X_1", "m_1", "k"), parameter("Y_1", "k", "d")
T = matrix("T_9", "m_1", "d")
Rates = dict[Sym, Term]


def _scalars(rng: Random) -> tuple[Term, Term, Rates]:
    """(u^i w^j - c)^2 / 2: u' = -i u^(i-1) w^j rest, w' likewise, hence j u^2 - i w^2 stays."""
    i, j, target = rng.choice((1, 1, 2)), rng.choice((1, 1, 2, 3)), rng.choice((term(1), a, p, term(0)))
    rest = u**i * w_**j - target
    rates = {u: -i * u ** (i - 1) * w_**j * rest, w_: -j * u**i * w_ ** (j - 1) * rest}
    return rest**2 / 2, j * u**2 - i * w_**2, rates


def _factors(rng: Random) -> tuple[Term, Term, Rates]:
    """|XY - T|^2 / 2: X' = -(XY - T) Y' and Y' = -X' (XY - T), hence X'X - YY' stays."""
    rest = X * Y - T
    stays = X.T * X - Y * Y.T
    return norm_F(rest) ** 2 / 2, rng.choice((stays, tr(stays))), {X: -rest * Y.T, Y: -X.T * rest}


def _with_gain(rng: Random) -> tuple[Term, Term, Rates]:
    """(u v's - c)^2 / 2: what u and s gain is the same, hence u^2 - |s|^2 stays."""
    rest = u * (v.T * s) - rng.choice((term(1), a))
    return rest**2 / 2, u**2 - s.T * s, {u: -rest * (v.T * s), s: -(rest * u) * v}


def _form(rng: Random) -> tuple[Term, Term, Rates]:
    """s'Ss/2 - v's: s' = v - Ss.  Nothing stays but what does not move."""
    return s.T * S * s / 2 - v.T * s, v.T * v, {s: v - S * s}


def flows(rng: Random) -> tuple[Stated, bool]:
    """What is conserved, how things move, and that the loss falls; half of them with a change."""
    loss, stays, rates = rng.choice((_scalars, _factors, _with_gain, _form))(rng)
    model = gradient_flow(loss, tuple(rates))
    kind, moved = rng.choice(("stays", "stays", "moves", "moves", "length", "falls")), rng.choice(list(rates))
    if kind == "falls":
        return Stated(Truth.TRUE, rng.choice((le(ddt(loss), 0), always(le(loss, at0(loss))))), model=model), True
    if kind == "stays":
        if rng.random() < 0.5:
            return _of(conserved(_moving(perturbed(stays, rng), stays, moved)), model), False
        return _of(conserved(rewritten(stays, rng)), model), True
    left: Term = ddt(moved) if kind == "moves" else ddt(tr(moved.T * moved))
    right = rates[moved] if kind == "moves" else 2 * tr(moved.T * rates[moved])
    if rng.random() < 0.5:
        return _of(eq(left, perturbed(right, rng)), model), False
    return _of(eq(left, rewritten(right, rng)), model), True


def _moving(node: Term, stays: Term, moved: Sym) -> Term:
    """A change that hit nothing that moves is no change."""
    return node if node != stays else node + (moved.T * moved if moved.shape == (1, 1) else tr(moved.T * moved))


def _of(prop: Prop, model: Model) -> Stated:
    return Stated(Truth.UNKNOWN, prop, model=model)


def limits_of_flows(rng: Random) -> tuple[Stated, Truth]:
    """From any start s tends to the only minimum of a definite form, v where S = I; u falls to 0 along p u^2."""
    weight = rng.choice((p, r, term(1), term(2), p + 1))
    to, other = rng.choice(((v, w), (v + w, v), (0 * v, v)))
    parabola, pull = gradient_flow(weight * u**2, (u,)), gradient_flow(weight * norm_2(s - to) ** 2, (s,))
    facts: tuple[tuple[Prop, Model, Truth], ...] = (
        (limit(s, to), pull, Truth.TRUE), (limit(s, other), pull, Truth.FALSE),
        (limit(u, 0), parabola, Truth.TRUE), (limit(u, 1), parabola, Truth.FALSE),
        (limit(u**2 + a, a), parabola, Truth.TRUE), (limit(u**2 + a, b), parabola, Truth.FALSE),
        (always(le(u**2, at0(u) ** 2)), parabola, Truth.TRUE), (always(ge(u**2, at0(u) ** 2)), parabola, Truth.FALSE),
        (always(ge(u, 0)), parabola, Truth.FALSE), (always(le(norm_2(s - to) ** 2, at0(norm_2(s - to) ** 2))), pull,
            Truth.TRUE),
    )  # fmt: skip
    prop, model, truth = rng.choice(facts)
    return Stated(truth, prop, model=model), truth


def equivalences(rng: Random) -> tuple[Prop, bool]:
    """Both sides say the same, since a step between them can be undone; or a step that cannot."""
    x, t, m = number_term_plain(rng, 1), number_term_plain(rng, 1), matrix_term_plain(rng, 1)
    same: tuple[tuple[Prop, Prop], ...] = (
        (eq(x, t), eq(x + c, t + c)), (ge(x, t), ge(p * x, p * t)), (eq(x, t), eq(x - t, 0)), (eq(x**2, 0), eq(x, 0)),
        (ge(x, t), le(-x, -t)), (gt(x, t), lt(2 * t, 2 * x)), (eq(A, m), eq(A.T, m.T)),
        (eq(norm_F(A - m) ** 2, 0), eq(A, m)), (psd(F), psd(p * F)), (psd(F), psd(S * F * S)),
        (eq(A * S, m * S), eq(A, m)), (eq(tr(A * A.T), 0), eq(A, Zero)), (eq(x * t, 0), eq(x**2 * t**2, 0)),
        (eq(absolute(x), 0), eq(x, 0)), (eq(v, w), eq(S * v, S * w)), (le(x, t), le(x**3 + x, t**3 + t)),
    )  # fmt: skip
    other: tuple[tuple[Prop, Prop], ...] = (
        (ge(x, t), ge(c * x, c * t)), (eq(x, t), eq(x**2, t**2)), (eq(A * K, m * K), eq(A, m)), (psd(F), psd(q * F)),
        (eq(x * t, 0), eq(x, 0)), (ge(x, t), gt(x, t)), (eq(det(A), 0), eq(A, Zero)), (eq(A, m), eq(tr(A), tr(m))),
        (ge(x, t), ge(x**2, t**2)), (eq(K * v, K * w), eq(v, w)), (psd(F), psd(F**2)), (eq(x, t), eq(c * x, c * t)),
    )  # fmt: skip
    holds = rng.random() < 0.5
    first, second = rng.choice(same if holds else other)
    return (iff(first, second) if rng.random() < 0.5 else iff(second, first)), holds


def rotations(rng: Random) -> tuple[Prop, bool]:
    """Means over the orthogonal group: U can be replaced by QU and by -U; half of them with a change."""
    m, k = matrix_term_plain(rng, 1), matrix_term_plain(rng, 1)
    size = tr(Id)
    facts: tuple[tuple[Term, Term], ...] = (
        (U * m * U.T, tr(m) / size * Id), (U.T * m * U, tr(m) / size * Id), (U * m, 0 * m), (m * U * k, 0 * m),
        (tr(U * m * U.T * k), tr(m) * tr(k) / size), ((v.T * U * w) ** 2, v.T * v * (w.T * w) / size),
        (tr(U * m) ** 2, tr(m * m.T) / size), (U * m * V, 0 * m), (m * U * U.T * k, m * k),
        (v.T * U * w, 0 * (v.T * w)),
        (U * m * V * V.T * U.T, tr(m) / size * Id), (tr(U * m * U.T), tr(m)), (U * v * v.T * U.T, v.T * v / size * Id),
    )  # fmt: skip
    inside, value = rng.choice(facts)
    left, right = expect(rewritten(inside, rng)), rewritten(value, rng)
    if rng.random() < 0.5:
        return eq(left, perturbed(right, rng)), False
    return eq(left, right), True


def least_squares(rng: Random) -> tuple[Prop, Truth]:
    """A sum of squares of what can be made 0, and a rest: that is the least value, there and nowhere else."""
    M = parameter("M_9", "d", "d")
    weight, rest = rng.choice((p, r, term(1), term(3))), rng.choice((term(0), a**2, b, norm_F(A) ** 2))
    place, at = rng.choice(((s, v), (s, v + w), (s, A * v), (M, A), (M, A * B), (M, A - B)))
    loss = weight * norm_F(place - at) ** 2 + rest if place is M else weight * norm_2(place - at) ** 2 + rest
    elsewhere = at + (Id if place is M else w)
    facts: tuple[tuple[Prop, Truth], ...] = (
        (eq(minimum(loss, place), rest), Truth.TRUE), (global_minimum(loss, (place, at)), Truth.TRUE),
        (minimisers_satisfy(loss, eq(place, at), place), Truth.TRUE), (convex(loss, place), Truth.TRUE),
        (eq(infimum(loss, place), rest), Truth.TRUE), (eq(grad(loss, place), 2 * weight * (place - at)), Truth.TRUE),
        (eq(minimum(loss, place), rest + 1), Truth.FALSE), (global_minimum(loss, (place, elsewhere)), Truth.FALSE),
        (minimisers_satisfy(loss, eq(place, elsewhere), place), Truth.FALSE), (nonconvex(loss, place), Truth.FALSE),
        (eq(infimum(loss, place), rest - 1), Truth.FALSE), (eq(grad(loss, place), weight * (place - at)), Truth.FALSE),
    )  # fmt: skip
    return rng.choice(facts)


MORE: dict[str, Callable[[Random], tuple[Stated | Prop, bool | Truth]]] = {
    "flows": flows, "limits": limits_of_flows, "equivalences": equivalences, "rotations": rotations,
    "squares": least_squares,
}  # fmt: skip
