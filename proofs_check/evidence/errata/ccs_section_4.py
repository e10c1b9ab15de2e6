"""Counterexamples to sentences of Sections 4.1 to 4.3 of arXiv 2312.06528.

Example 7 recalls the kernel of Definition 3.3 at Sigma^(-1/2) x, where it stands at x (ccs/example-7); V of
Assumption 4.4 with r of size d x d has 2 d columns (ccs/assumption-4.4); not every point (16) implements Proposition
3.1 (ccs/section-4.3-exact-implementation, ccs/section-4.3-rescaled-kernel, ccs/section-1.1-contribution-4), and the
activation of Example 2 is no kernel; (17) fails where another query changes every column of the activation
(ccs/eq-17).
Exact fractions; nothing but Python's standard library is needed.
"""

from collections.abc import Sequence
from fractions import Fraction

one = Fraction(1)


def recalled() -> None:
    root, x = Fraction(2), Fraction(1)  # Sigma = 4, the linear kernel
    recalls, defined = (x / root) * (x / root), x * x
    print(f"Example 7 as printed recalls K = {recalls}, Definition 3.3 has {defined}")
    assert recalls != defined


def sizes() -> None:
    d = 2
    print(f"V of Assumption 4.4 as printed has {d + d} columns, Z has {d + 1} rows")
    assert d + d != d + 1


def first_steps() -> None:
    x, Y = (one, 2 * one), 3 * one  # a demonstration and the query, Sigma = 1, K(u, w) = 1 + u w

    def step(b: Fraction, c: Fraction) -> list[Fraction]:
        return [Y * (1 + b * x[0] * c * x[j]) for j in (0, 1)]

    ours, theirs = step(0 * one, 0 * one), step(one, one)
    print(f"the paper says one step, up to its size: {[*map(str, ours)]} at b = c = 0, else {[*map(str, theirs)]}")
    assert ours[0] * theirs[1] != ours[1] * theirs[0]


def example_2() -> None:
    axes, diagonals = [(1, 0), (0, 1), (-1, 0), (0, -1)], [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    points = [(p, 1) for p in axes] + [(p, -1) for p in diagonals]
    form = sum(v * w * max(p[0] * q[0] + p[1] * q[1], 0) for p, v in points for q, w in points)
    print(f"relu(<u, w>), a kernel by the page, has the quadratic form {form} on eight points of the plane")
    assert form < 0


X, Y, r = (one, 2 * one), (one, 3 * one), one


def run(query: Fraction, layers: int) -> list[Fraction]:
    """The last row behind so many layers: the activation is [U^T W]_(3, 3) in every entry, under Assumption 4.3."""
    row = [*Y, 0 * one]
    for _ in range(layers):
        row = [entry + r * sum(row[:2]) * query**2 for entry in row]
    return row


def algorithm_17(query: Fraction) -> tuple[Fraction, Fraction]:
    """f_2 at the query, by the layers and by (17), with r' = -r and f(x) = -TF(x)."""

    def f(x: Fraction, layers: int) -> Fraction:
        return -run(x, layers)[2]

    by_17 = f(query, 1) - r * sum((y - f(x, 1)) * query**2 for x, y in zip(X, Y, strict=True))
    return f(query, 2), by_17


def show(pair: Sequence[Fraction]) -> None:
    print(f"two layers predict {pair[0]}, (17) as printed {pair[1]}")
    assert pair[0] != pair[1]


if __name__ == "__main__":
    recalled()
    sizes()
    first_steps()
    example_2()
    show(algorithm_17(one))
