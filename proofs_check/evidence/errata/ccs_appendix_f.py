"""Counterexamples to sentences of Appendix F of arXiv 2312.06528.

Assumption 4.2 allows covariances whose entry (i, j) depends on other columns than i and j (ccs/appendix-f.3-loss,
ccs/appendix-f.4-loss); the braces behind (63) leave out the U without which the slopes differ
(ccs/eq-63-case-later-layers).
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

one = Fraction(1)


def allowed() -> None:
    def entry(columns: tuple[Fraction, Fraction]) -> Fraction:
        """The first entry of tr(X^T X) I, d = 1, Sigma = 1: no rotation changes it."""
        return sum((x * x for x in columns), Fraction(0))

    first, second = entry((one, 2 * one)), entry((one, 3 * one))
    print(f"the paper says K(x^(1), x^(1)): the same x^(1) has the entries {first} and {second}")
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
    allowed()
    braces()
