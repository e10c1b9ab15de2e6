"""arXiv 2402.14951, Section 4: "a strictly positive gap between the best ICL risks" of LTB and LSA.

For d = M = 1, H = Psi = sigma = 1 and beta^* = 0, the special case of which Section 3 speaks, the risk of every LTB is

    7/4 + 4 (K - 1/4)^2 + (a + n + 2 c)^2 + 2 (n + c)^2 + 12 c^2,    a = w_1, K = s B_1 + b u_1, n = B_1 u_1, c = s b,

(with B_1 and b as in (D.1)), and the LSA with s = 1, B_1 = 1/4, u_1 = b = 0 has the risk 7/4: there is no gap.

Nor is there one for H = 0, whatever beta^* is: every prediction is 0 then.  That H may be singular is how our copy is
read, where Assumption 3.1 is lost.

The risk is computed from its definition, by the moments of Gaussians.  Nothing but Python's standard library is needed.
"""

from fractions import Fraction
from itertools import product
from math import prod

Q = Fraction
Weights = tuple[Q, Q, Q, Q, Q]
Polynomial = dict[tuple[int, ...], Q]
"""In x_1, the query x, the task, the noise of y_1 and that of y."""


def letter(i: int) -> Polynomial:
    return {tuple(int(i == j) for j in range(5)): Q(1)}


def plus(*terms: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for term in terms:
        for powers, factor in term.items():
            found[powers] = found.get(powers, Q(0)) + factor
    return found


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    return plus(*(
        {tuple(i + j for i, j in zip(p, q, strict=True)): a * b}
        for p, a in left.items() for q, b in right.items()
    ))  # fmt: skip


def number(value: Q) -> Polynomial:
    return {(0,) * 5: value}


def moment(power: int) -> int:
    """Of a standard Gaussian."""
    return 0 if power % 2 else prod(range(1, power, 2))


def risk(weights: Weights) -> Q:
    """(3.5) of (3.3) in its reduced parameters; LSA has w_1 = 0."""
    w_1, u_1, s, B_1, b = (number(value) for value in weights)
    x_1, x, task, noise_1, noise = (letter(i) for i in range(5))
    y_1, y = plus(times(task, x_1), noise_1), plus(times(task, x), noise)
    xx, xy, yy = times(x_1, x_1), times(x_1, y_1), times(y_1, y_1)
    f = times(plus(
        w_1, times(B_1, plus(times(xx, u_1), times(s, xy))), times(b, plus(times(u_1, xy), times(s, yy)))
    ), x)  # fmt: skip
    error = plus(f, times(number(Q(-1)), y))
    return sum((a * prod(map(moment, powers)) for powers, a in times(error, error).items()), Q(0))


def squares(weights: Weights) -> Q:
    a, u_1, s, B_1, b = weights
    K, n, c = s * B_1 + b * u_1, B_1 * u_1, s * b
    return Q(7, 4) + 4 * (K - Q(1, 4)) ** 2 + (a + n + 2 * c) ** 2 + 2 * (n + c) ** 2 + 12 * c**2


if __name__ == "__main__":
    # The risk has degree 2 in each weight: two polynomials that agree at three values of each are the same.
    assert all(risk(weights) == squares(weights) for weights in product((Q(-1), Q(0), Q(2)), repeat=5))
    best = risk((Q(0), Q(0), Q(1), Q(1, 4), Q(0)))
    assert best == Q(7, 4)
    print(f"beta^* = 0: the risk of every LTB is at least {best}, and an LSA has this risk: the gap is 0;")
    print("the paper, as we read it, says that it is positive.")
