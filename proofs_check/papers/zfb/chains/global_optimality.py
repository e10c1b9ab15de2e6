"""All global minimisers of the population loss over all parameters."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Attained,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import conj, eq, ge, global_minimum, gt, implies, le, ne
from ....statement.terms import Term, expect, half, inv, norm_F, tr, where, zeros
from ..notation import U11, Gam, I, L, Lam, Lam_hat, N, d, u12, u21, u_1, x_q
from .theorem_4 import K, distance, even, star

zero = zeros("d", 1)
nothing = zeros("d", "d")
floor = Fraction(1, 2) * (tr(Lam) - tr(Lam**2 * inv(Gam)))
"""The least loss over all parameters."""
at_K = ((U11, K), (u12, zero), (u21, zero), (u_1, 1))
"""The point of the block with the same K."""
square = expect(even**2)
landscape = eq(L, floor + Fraction(1, 2) * distance + Fraction(1, 2) * square)

# The even part of the prediction, its mean over w taken: the rest of its square is a multiple of u_-1^2 ||u21||^2.
trace_of_square = (1 + Fraction(1) / N) * tr(Lam**2) + 1 / N * tr(Lam) ** 2
known = u12.T * (Lam_hat + 1 / N * x_q * x_q.T) * U11 * x_q + u_1 * tr(Lam_hat) * u21.T * x_q
first = u_1 * half(Lam) * u21
# ... and what of that remains when u_-1 u21 = 0.
of_u12, of_U11 = norm_F(half(Lam) * u12), norm_F(half(Lam) * U11 * half(Lam))
pure = expect((u12.T * (Lam + 1 / N * x_q * x_q.T) * U11 * x_q) ** 2)
both = 1 / N * (of_u12**2 * of_U11**2 + norm_F(u12.T * Lam * U11 * half(Lam)) ** 2)
least = eq(L, floor)
conditions = conj(eq(K, inv(Gam)), eq(u_1 * u21, zero), eq(norm_F(u12) * norm_F(U11), 0))
on_the_block = conj(eq(u12, zero), eq(u21, zero), eq(u_1 * U11, inv(Gam)))


def _vanishes(label: str, vector: Term, size: Term, none: Term, why: tuple[str, ...]) -> tuple[Step, ...]:
    """``vector = 0`` from ``size <= 0``, its squared norm."""
    return (
        Step(f"suppose {label}", ne(vector, none), Assume()),
        Step(f"{label} positive", gt(norm_F(vector) ** 2, 0), Positivity(), (f"suppose {label}",)),
        Step(f"{label} not positive", le(size, 0), Combination(1), why),
        Step(label, eq(vector, none), Contradiction(f"suppose {label}"),
             (f"suppose {label}", f"{label} positive", f"{label} not positive")),
    )


_target = half(Gam) * (half(Lam) * K * half(Lam) - Lam * inv(Gam))
_minimiser = (
    Step("landscape", landscape, Identity()),
    Step("at a minimum", least, Assume()),
    Step("distance at most 0", le(distance, 0), Combination(-2, 2, plus=(square,)), ("landscape", "at a minimum")),
    Step("square at most 0", le(square, 0), Combination(-2, 2, plus=(distance,)), ("landscape", "at a minimum")),
    *_vanishes("difference", _target, distance, nothing, ("distance at most 0",)),
    Step("K", eq(K, inv(Gam)),
         Identity((Lam ** Fraction(-1, 2) * Gam ** Fraction(-1, 2), Lam ** Fraction(-1, 2))), ("difference",)),
    Step("mean over w", eq(square, 2 * trace_of_square * norm_F(first) ** 2 + expect(known**2)), Identity()),
    Step("first at most 0", le(norm_F(first) ** 2, 0),
         Combination(1 / (2 * trace_of_square), 1 / (2 * trace_of_square),
                     plus=(expect(known**2) / (2 * trace_of_square),)), ("square at most 0", "mean over w")),
    *_vanishes("product", first, norm_F(first) ** 2, zero, ("first at most 0",)),
    Step("u_-1 u21", eq(u_1 * u21, zero), Identity((inv(half(Lam)), 1)), ("product",)),
    Step("known at most 0", le(expect(known**2), 0),
         Combination(1, 1, plus=(2 * trace_of_square * norm_F(first) ** 2,)), ("square at most 0", "mean over w")),
)
_times_u21 = (
    (2 * N + 2) / N * tr(Lam) * u12.T * Lam * U11 * Lam + tr(Lam) ** 2 * u_1 * u21.T * Lam
    + 2 / N * tr(Lam) * u12.T * Lam * U11.T * Lam + 2 / N * tr(Lam) * tr(Lam * U11) * u12.T * Lam
    + 2 / N * tr(Lam**2) * u_1 * u21.T * Lam + 4 / N * u12.T * Lam**2 * U11 * Lam
)
a, b = norm_F(inv(half(Lam))), norm_F(half(Lam) * U11)
sizes, weighted_sizes = norm_F(u12) * norm_F(U11), of_u12 * of_U11
_one_of_them = (
    Step("without u21", eq(expect(known**2), pure + both), Identity(_times_u21), ("u_-1 u21",)),
    Step("both at most 0", le(weighted_sizes**2, 0),
         Combination(N, -N, plus=(N * pure, norm_F(u12.T * Lam * U11 * half(Lam)) ** 2)),
         ("known at most 0", "without u21")),
    Step("u12 weighed", le(norm_F(inv(half(Lam)) * (half(Lam) * u12)), a * of_u12),
         FromFact("submultiplicativity", A=inv(half(Lam)), B=half(Lam) * u12)),
    Step("U11 weighed", le(norm_F(inv(half(Lam)) * (half(Lam) * U11)), a * b),
         FromFact("submultiplicativity", A=inv(half(Lam)), B=half(Lam) * U11)),
    Step("U11 weighed again", le(norm_F(half(Lam) * U11 * half(Lam) * inv(half(Lam))), of_U11 * a),
         FromFact("submultiplicativity", A=half(Lam) * U11 * half(Lam), B=inv(half(Lam)))),
    Step("sizes", le(sizes, a**3 * weighted_sizes),
         Combination(norm_F(U11), a * of_u12, a**2 * of_u12), ("u12 weighed", "U11 weighed", "U11 weighed again")),
    Step("squared sizes", le(sizes**2, a**6 * weighted_sizes**2), Combination(a**3 * weighted_sizes + sizes),
         ("sizes",)),
    Step("suppose both", ne(sizes, 0), Assume()),
    Step("both positive", gt(sizes**2, 0), Positivity(), ("suppose both",)),
    Step("both not positive", le(sizes**2, 0), Combination(1, a**6), ("squared sizes", "both at most 0")),
    Step("u12 or U11", eq(sizes, 0), Contradiction("suppose both"),
         ("suppose both", "both positive", "both not positive")),
    Step("conditions", implies(least, conditions), Discharge("at a minimum"),
         ("at a minimum", "K", "u_-1 u21", "u12 or U11")),
)

_P = u12 * u21.T * Gam
_several = (
    Step("several dimensions", ne(d, 1), Assume()),
    Step("suppose u12", ne(u12, zero), Assume()),
    Step("u12 positive", gt(norm_F(u12), 0), Positivity(), ("suppose u12",)),
    Step("no U11", eq(norm_F(U11), 0), Identity(1 / norm_F(u12)), ("u12 or U11", "u12 positive")),
    Step("no square of U11", le(norm_F(U11) ** 2, 0), Combination(norm_F(U11)), ("no U11",)),
    Step("suppose U11", ne(U11, nothing), Assume()),
    Step("U11 positive", gt(norm_F(U11) ** 2, 0), Positivity(), ("suppose U11",)),
    Step("U11", eq(U11, nothing), Contradiction("suppose U11"), ("suppose U11", "U11 positive", "no square of U11")),
    # Then u12 u21^T Gamma = I: a matrix of rank one with the trace d, equal to its square.
    Step("rank one", eq(_P, I), Identity((1, Gam), (-u_1, Gam)), ("K", "U11")),
    Step("trace", eq(tr(_P), d), Substitution(), ("rank one",)),
    Step("multiple", eq(d * I, I), Identity(_P + I - d * I, -_P), ("rank one", "trace")),
    Step("traces", eq(tr(d * I), tr(I)), Substitution(), ("multiple",)),
    Step("one", eq(d, 1), Identity(1 / d), ("traces",)),
    Step("u12 = 0", eq(u12, zero), Contradiction("suppose u12"), ("suppose u12", "several dimensions", "one")),
    Step("product U11", eq(u_1 * U11, inv(Gam)), Identity(1, (-1, u21.T)), ("K", "u12 = 0")),
    Step("suppose u21", ne(u21, zero), Assume()),
    Step("u21 positive", gt(norm_F(u21) ** 2, 0), Positivity(), ("suppose u21",)),
    Step("no u_-1", eq(u_1, 0), Identity(u21.T / norm_F(u21) ** 2), ("u_-1 u21", "u21 positive")),
    Step("nothing left", le(tr(u_1 * U11), 0), Combination(tr(U11)), ("no u_-1",)),
    Step("something left", gt(tr(inv(Gam)), 0), Positivity()),
    Step("its trace", eq(tr(u_1 * U11), tr(inv(Gam))), Substitution(), ("product U11",)),
    Step("is positive", gt(tr(u_1 * U11), 0), Combination(-1, 1), ("its trace", "something left")),
    Step("u21 = 0", eq(u21, zero), Contradiction("suppose u21"), ("suppose u21", "nothing left", "is positive")),
    Step("on the block", implies(least, on_the_block), Discharge("at a minimum"),
         ("at a minimum", "u12 = 0", "u21 = 0", "product U11")),
    Step("for d > 1", implies(ne(d, 1), implies(least, on_the_block)), Discharge("several dimensions"),
         ("several dimensions", "on the block")),
)
MINIMISERS = Proof((*_minimiser, *_one_of_them, *_several))

OPTIMUM = Proof((
    Step("landscape", landscape, Identity()),
    Step("at K", eq(where(L, *at_K), floor + Fraction(1, 2) * distance), Identity()),
    Step("not below the block", ge(L, where(L, *at_K)), Combination(-1, 1, plus=(Fraction(1, 2) * square,)),
         ("landscape", "at K")),
    Step("value", eq(where(L, *star), floor), Identity()),
    Step("least", ge(L, where(L, *star)),
         Combination(-1, -1, plus=(Fraction(1, 2) * distance, Fraction(1, 2) * square)), ("landscape", "value")),
    Step("global minimum", global_minimum(L, *star), Attained(*star), ("least",)),
))
