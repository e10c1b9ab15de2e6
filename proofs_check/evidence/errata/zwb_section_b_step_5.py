"""arXiv 2402.14951, Appendix B step 5: "The right hand side in the above inequality is a quadratic function of [UHv]".

After (B.19), with II left out, that side is ||a + UHv||_H^2 + (2/M) ||UHv||_H^2 - ||l||_H^2 / Q, where
l = t (a + UHv) + (2/M) U H Psi H v (our reconstruction: the formulas are lost in our copy).  Here are two pairs (U, v)
with the same UHv and different values of it, for d = 2 and H = I; along the second it tends to minus infinity.

Nothing but Python's standard library is needed.
"""

from fractions import Fraction

Vector = tuple[Fraction, Fraction]
Matrix = tuple[Vector, Vector]
ONE, ZERO = Fraction(1), Fraction(0)
M, SIGMA_2 = 1, ZERO
PSI: Matrix = ((ONE, ONE), (ONE, ONE))
A: Vector = (ONE, ZERO)
V: Vector = (ONE, ZERO)


def times(A: Matrix, v: Vector) -> Vector:
    return (A[0][0] * v[0] + A[0][1] * v[1], A[1][0] * v[0] + A[1][1] * v[1])


def square(v: Vector) -> Fraction:
    return v[0] ** 2 + v[1] ** 2


def right_side(U: Matrix) -> Fraction:
    t = PSI[0][0] + PSI[1][1] + SIGMA_2
    Q = Fraction(M + 2, M) * (t**2 + 2 * sum((x**2 for row in PSI for x in row), ZERO))
    UHv, crossed = times(U, V), times(U, times(PSI, V))
    off: Vector = (A[0] + UHv[0], A[1] + UHv[1])
    l: Vector = (t * off[0] + Fraction(2, M) * crossed[0], t * off[1] + Fraction(2, M) * crossed[1])  # noqa: E741
    return square(off) + Fraction(2, M) * square(UHv) - square(l) / Q


if __name__ == "__main__":
    zero: Matrix = ((ZERO, ZERO), (ZERO, ZERO))
    for scale in (1, 10, 100):
        U: Matrix = ((ZERO, Fraction(scale)), (ZERO, ZERO))
        assert times(U, V) == times(zero, V) == (ZERO, ZERO)
        print(f"UHv = 0 at both: {right_side(zero)} with U = 0, {right_side(U)} with U = {scale} e_1 e_2^T")
        assert right_side(U) < right_side(zero)
    assert right_side(U) < 0
    print("the paper, as we read it, says that this is a function of UHv, bounded from below.")
