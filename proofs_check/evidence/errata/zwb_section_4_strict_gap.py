"""arXiv 2402.14951, Section 4: "a strictly positive gap between the best ICL risks" of LTB and LSA.

For d = M = 1, H = Psi = sigma = 1 and beta^* = 0, the special case of which Section 3 speaks, the risk of every LTB is

    7/4 + 4 (K - 1/4)^2 + (a + n + 2 c)^2 + 2 (n + c)^2 + 12 c^2,    a = w_1, K = s B_1 + b u_1, n = B_1 u_1, c = s b,

with B_1 and b as in (D.1), and the LSA (a = 0) with s = 1, B_1 = 1/4, u_1 = b = 0 has the risk 7/4: there is no gap.
Nor is there one for H = 0, whatever beta^* is, as all predictions are 0 then; that H may be singular is how our copy is
read, where Assumption 3.1 is lost.  The risk is computed from its definition, by the moments of Gaussians.

Nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q
from itertools import product

Polynomial = dict[tuple[int, ...], Q]
"""In x_1, the query x, the task, the noise of y_1 and that of y; letter(5) is a number."""
ONE = Q(1)
MOMENTS = (1, 0, 1, 0, 3, 0, 15, 0, 105)


def letter(i: int, factor: Q = ONE) -> Polynomial:
    return {tuple(int(i == j) for j in range(5)): factor}


def plus(*terms: Polynomial) -> Polynomial:
    return {p: sum((term.get(p, Q(0)) for term in terms), Q(0)) for term in terms for p in term}


def times(*factors: Polynomial) -> Polynomial:
    found = letter(5)
    for factor in factors:
        pairs = product(found.items(), factor.items())
        found = plus(*({tuple(map(sum, zip(p, q, strict=True))): v * w} for (p, v), (q, w) in pairs))
    return found


def risk(weights: tuple[Q, ...]) -> Q:
    """(3.5) of (3.3) in its reduced parameters."""
    w_1, u_1, s, B_1, b, minus = (letter(5, value) for value in (*weights, Q(-1)))
    x_1, x, task, noise_1, noise = (letter(i) for i in range(5))
    y_1, y = plus(times(task, x_1), noise_1), plus(times(task, x), noise)
    read = plus(times(u_1, x_1), times(s, y_1))
    step = plus(times(B_1, x_1, read), times(b, y_1, read))
    error, found = plus(times(plus(w_1, step), x), times(minus, y)), Q(0)
    for (i, j, k, m, n), value in times(error, error).items():
        found += value * MOMENTS[i] * MOMENTS[j] * MOMENTS[k] * MOMENTS[m] * MOMENTS[n]
    return found


if __name__ == "__main__":
    # Two polynomials of degree 2 in each weight that agree at three values of each are the same.
    for a, u_1, s, B_1, b in product((Q(-1), Q(0), Q(2)), repeat=5):
        K, n, c = s * B_1 + b * u_1, B_1 * u_1, s * b
        squares = 4 * (K - Q(1, 4)) ** 2 + (a + n + 2 * c) ** 2 + 2 * (n + c) ** 2 + 12 * c**2
        assert risk((a, u_1, s, B_1, b)) == Q(7, 4) + squares
    assert risk((Q(0), Q(0), Q(1), Q(1, 4), Q(0))) == Q(7, 4)
    print("beta^* = 0: the least risk of LTB is 7/4, and an LSA has it, so that the gap is 0;")
    print("the paper, as we read it, says that it is positive.")
