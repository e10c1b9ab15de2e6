"""arXiv 2402.14951, Appendix D step 3: the infimum over U, v of the right side after (D.5), VI being left out.

That side is ||a + UHv||_H^2 + (2/M) ||UHv||_H^2 - ||l||_H^2 / Q, l = t (a + UHv) + (2/M) U H Psi H v (our
reconstruction: the formulas are lost in our copy).  With a = 0 it should be at least 0.  For d = 2, H = I, M = 1,
Psi = [[1, 1], [1, 1]], sigma = 0, v = e_1 and U = e_1 e_2^T it is negative: UHv = 0, but U H Psi H v = e_1.

Nothing but Python's standard library is needed.
"""

from fractions import Fraction

if __name__ == "__main__":
    M, psi, U, v = 1, ((1, 1), (1, 1)), ((0, 1), (0, 0)), (1, 0)
    psi_v = [sum(row[j] * v[j] for j in (0, 1)) for row in psi]
    UHv = [sum(row[j] * v[j] for j in (0, 1)) for row in U]
    crossed = [sum(row[j] * psi_v[j] for j in (0, 1)) for row in U]
    t = psi[0][0] + psi[1][1]
    Q = Fraction(M + 2, M) * (t**2 + 2 * sum(x * x for row in psi for x in row))
    l = [t * x + Fraction(2, M) * y for x, y in zip(UHv, crossed, strict=True)]  # noqa: E741 - the paper's letter
    value = (1 + Fraction(2, M)) * sum(x * x for x in UHv) - sum(x * x for x in l) / Q
    assert UHv == [0, 0]
    assert value < 0
    print(f"a = 0, UHv = 0: the right side is {value} < 0; with VI it is not negative;")
    print("the paper, as we read it, says that it has a minimum over UHv, which is not negative.")
