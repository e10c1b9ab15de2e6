"""Counterexamples to sentences of Appendices E and F of arXiv 2312.06528.

A stationary point of the form (16) need not be a local minimum (ccs/appendix-e-local-optimality); Assumption 4.2 allows
covariances whose entry (i, j) depends on other columns than i and j (ccs/appendix-f.3-loss, ccs/appendix-f.4-loss); the
braces behind (63) leave out the U without which the slopes differ (ccs/eq-63-case-later-layers).
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

one = Fraction(1)


def loss(b: Fraction, c: Fraction) -> Fraction:
    """One layer of linear attention, d = n = 1, x = y = (1, 1), r = 1: (y_2 + b c x_1 x_2 y_1)^2."""
    return (one + b * c) ** 2


def saddle() -> None:
    small = Fraction(1, 10)
    # Both slopes at b = c = 0 are 2 (1 + b c) times the other weight, 0.
    here, there = loss(0 * one, 0 * one), loss(small, -small)
    print(f"the paper says locally optimal: the loss is {here} at a stationary point, and {there} beside it")
    assert loss(small, 0 * one) == loss(0 * one, small) == here
    assert there < here


def allowed() -> None:
    def entry(columns: tuple[Fraction, Fraction]) -> Fraction:
        """The first entry of tr(X^T X) I, d = 1, Sigma = 1: no rotation changes it."""
        return sum((x * x for x in columns), Fraction(0))

    first, second = entry((one, 2 * one)), entry((one, 3 * one))
    print(f"the same x^(1), entries {first} and {second}: no K(x^(1), x^(1)), as the page has it")
    assert entry((-one, -2 * one)) == first
    assert first != second


def slope(x: Fraction, R: Fraction) -> Fraction:
    """d/dt of X_1 = x + a x (b + t R) x c x for d = n = 1, a = c = 1: that of B_1 X_1, with b_1 = 1."""
    return x * R * x * x


def braces() -> None:
    U, R, x = -one, one, one
    moved, printed = slope(U * x, R), slope(x, U * R * U)
    print(f"S'(0) = {moved}, the slope of what stands over the brace as printed is {printed}, with U {U * printed}")
    assert moved != printed
    assert moved == U * printed


if __name__ == "__main__":
    saddle()
    allowed()
    braces()
