"""The entrywise loss against prompts of concrete length, brute-force moments, and the definition written in full."""

from fractions import Fraction
from itertools import product

import pytest
import sympy

from symbolic.entries import Gaussian, Matrix, flow, gradient, loss
from symbolic.entries.loss import scaled_square
from symbolic.entries.lsa import attention, attention_at_query, embedding, weights
from symbolic.entries.names import Names
from symbolic.entries.ring import generators, ring
from symbolic.errors import InputError

POINT_2 = {
    "U11": [[Fraction(1, 2), -1], [3, Fraction(2, 5)]], "u12": [1, -2], "u21": [Fraction(1, 3), 2],
    "u_-1": Fraction(-3, 2), "Lam": [[2, 1], [1, 3]], "N": 4,
}


def pairings(indices):
    """All perfect matchings: the sum in Isserlis' theorem, written out."""
    if not indices:
        yield []
        return
    first, *rest = indices
    for k, other in enumerate(rest):
        for tail in pairings(rest[:k] + rest[k + 1 :]):
            yield [(first, other), *tail]


@pytest.mark.parametrize("alpha", [(2, 0, 0), (1, 1, 2), (2, 2, 2), (3, 1, 2), (0, 5, 1), (4, 0, 4), (1, 0, 2)])
def test_gaussian_moments_are_sums_over_pairings(alpha):
    ctx = ring([f"L{i}{j}" for i in range(3) for j in range(i, 3)])
    gen = generators(ctx)
    Lam = Matrix.build(3, 3, lambda i, j: gen[f"L{min(i, j)}{max(i, j)}"])
    indices = [k for k, a in enumerate(alpha) for _ in range(a)]
    expected = ctx.constant(0)
    for matching in pairings(indices) if len(indices) % 2 == 0 else []:
        term = ctx.constant(1)
        for i, j in matching:
            term *= Lam[i, j]
        expected += term
    assert Gaussian((0, 1, 2), Lam, ctx).moment(alpha) == expected


@pytest.mark.parametrize(("d", "general", "N"), [(1, True, 3), (1, True, 4), (2, True, 3), (2, True, 4), (3, False, 3)])
def test_three_prompt_lengths_give_every_prompt_length(d, general, N):
    """2 N^2 L is quadratic in N: the interpolated polynomial meets prompts of lengths it was not built from."""
    L = loss(d, general)
    names = Names(d, general)
    target = L.numerator.context()
    literal = scaled_square(names, N, target)
    assert L.numerator.subs({"N": N}) * 2 == literal


def test_the_loss_at_d_1_is_the_moment_formula_by_hand():
    """At d = 1 on the block: L = lam/2 - u v lam^2 + (u v)^2 ((N+1)/N lam^3 + lam^3/N) / 2."""
    L = loss(1)
    for a, v, lam, N in product([Fraction(1, 2), -2], [3, Fraction(1, 5)], [1, Fraction(7, 3)], [1, 2, 9]):
        lam = Fraction(lam)
        gam = Fraction(N + 1, N) * lam + lam / N
        expected = lam / 2 - a * v * lam**2 + (a * v) ** 2 * gam * lam**2 / 2
        assert L.evaluate({"U11": [[a]], "u12": [0], "u21": [0], "u_-1": v, "Lam": [[lam]], "N": N}) == expected


def test_a_single_entry_of_the_loss_at_d_1_includes_the_query_column():
    """Only u12 and U11 non-zero, N = 1: y = u12 (x1^2 + x_q^2) U11 x_q, so E y^2 = 1 * (3 + 2*3 + 15) lam^3 ..."""
    value = loss(1).evaluate({"U11": [[1]], "u12": [1], "u21": [0], "u_-1": 0, "Lam": [[1]], "N": 1})
    # E (x1^2 + x_q^2)^2 x_q^2 = 3 + 2*3 + 15 = 24; E <w, x_q>^2 = 1; the cross term vanishes.
    assert value == Fraction(24 + 1, 2)


def test_no_other_entry_of_the_weights_reaches_the_prediction():
    """zfb, after (6): only the last row of W_PV and the first d columns of W_KQ affect the prediction."""
    d, N = 2, 2
    n = d + 1
    names = [f"P{i}{j}" for i in range(n) for j in range(n)] + [f"K{i}{j}" for i in range(n) for j in range(n)]
    names += [f"x{k}_{i}" for k in range(N) for i in range(d)] + ["q_0", "q_1", "w_0", "w_1"]
    ctx = ring(names)
    gen = generators(ctx)
    xs = [Matrix.build(d, 1, lambda i, _, k=k: gen[f"x{k}_{i}"]) for k in range(N)]
    x_q, w = (Matrix.build(d, 1, lambda i, _, s=s: gen[f"{s}_{i}"]) for s in "qw")
    E = embedding(xs, x_q, w, ctx.constant(0))
    W_PV = Matrix.build(n, n, lambda i, j: gen[f"P{i}{j}"])
    W_KQ = Matrix.build(n, n, lambda i, j: gen[f"K{i}{j}"])
    full = attention(E, W_PV, W_KQ)[d, N]
    assert full == attention_at_query(E, W_PV, W_KQ)
    U11 = Matrix.build(d, d, lambda i, j: W_KQ[i, j])
    u12, u21 = Matrix.build(d, 1, lambda i, _: W_PV[d, i]), Matrix.build(d, 1, lambda i, _: W_KQ[d, i])
    kept = weights(U11, u12, u21, W_PV[d, d], ctx.constant(0))
    assert attention_at_query(E, *kept) == full


def test_evaluation_and_sympy_agree():
    L = loss(2)
    names = L.names
    values = {names.u_1: POINT_2["u_-1"], names.N: 4}
    for key in ("U11", "Lam"):
        shape = getattr(names, key)
        values |= {shape[i][j]: POINT_2[key][i][j] for i in range(2) for j in range(2)}
    values |= {names.u12[i]: POINT_2["u12"][i] for i in range(2)} | {names.u21[i]: POINT_2["u21"][i] for i in range(2)}
    exact = {sympy.Symbol(k): sympy.Rational(v.numerator, v.denominator) for k, v in values.items()}
    by_sympy = L.to_sympy().subs(exact)
    assert Fraction(int(by_sympy.p), int(by_sympy.q)) == L.evaluate(POINT_2)


def test_diagonal_and_general_lam_agree_where_both_apply():
    point = POINT_2 | {"Lam": [[2, 0], [0, 3]]}
    assert loss(2, general=True).evaluate(point) == loss(2, general=False).evaluate(point)


def test_rotating_lam_leaves_the_loss_alone():
    """A swap of coordinates is a rotation up to sign: every parameter turns with Lam."""
    swapped = POINT_2 | {
        "U11": [[Fraction(2, 5), 3], [-1, Fraction(1, 2)]], "u12": [-2, 1], "u21": [2, Fraction(1, 3)],
        "Lam": [[3, 1], [1, 2]],
    }
    assert loss(2).evaluate(swapped) == loss(2).evaluate(POINT_2)


def test_the_flow_is_minus_the_slope_of_the_loss():
    """The loss is at most quartic along a line, so five values give its exact slope."""
    L, F = loss(2), flow(2)
    h = Fraction(1)

    def along(step):
        U11 = [row[:] for row in POINT_2["U11"]]
        U11[0][1] += step
        return L.evaluate(POINT_2 | {"U11": U11})

    slope = (along(-2 * h) - 8 * along(-h) + 8 * along(h) - along(2 * h)) / (12 * h)
    assert F.U11[0][1].evaluate(POINT_2) == -slope
    assert set(gradient(L)) == set(L.names.parameters)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"N": 0}, "N must be at least 1"),
        ({"Lam": [[2, 1], [0, 3]]}, "Lam must be symmetric"),
        ({"u12": [1]}, "u12 must have 2 entries"),
        ({"u_-1": 0.5}, "u_-1 must be exact"),
    ],
)
def test_bad_points_are_refused_in_one_sentence(change, sentence):
    with pytest.raises(InputError, match=sentence):
        loss(2).evaluate(POINT_2 | change)


@pytest.mark.parametrize("d", [0, -1, 1.5, True, "2"])
def test_a_bad_dimension_is_refused(d):
    with pytest.raises(InputError, match="d must be a positive integer"):
        loss(d)
