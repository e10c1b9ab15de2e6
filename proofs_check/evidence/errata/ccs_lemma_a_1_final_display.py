"""Counterexample to the last line of the proof of Lemma A.1 in arXiv 2312.06528: the trace is squared once more.

    E[(||(I - M) Y^T||)^2] = E[(Tr((I - M) Y^T Y (I - M)))^2],

Y the last row of the output, the query's label kept in the data (ccs/lemma-a.1-final-display).  The trace is the
squared norm already, so that the right side is the mean fourth power.  One layer, d = n = 1, linear attention,
x = (1, 1), labels y = (1, 1), A = 0, B = C = r = 1: Y ends in 2, and without the
outer square both sides are 4.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

Row = list[Fraction]


def output(x: Row, y: Row, r: Fraction, B: Fraction, C: Fraction) -> Row:
    """Y_1 = Y_0 + r Y_0 M h(B X, C X) for d = n = 1, h(U, W) = U^T W, M = diag(1, 0)."""
    return [y[j] + r * y[0] * (B * x[0]) * (C * x[j]) for j in (0, 1)]


if __name__ == "__main__":
    one = Fraction(1)
    Y = output([one, one], [one, one], one, one, one)
    masked = [Fraction(0), Y[1]]  # Y (I - M): the query's entry alone is left
    squared_norm = sum((v * v for v in masked), Fraction(0))
    gram = [[a * b for b in masked] for a in masked]
    trace = gram[0][0] + gram[1][1]
    print(f"Y = {[str(v) for v in Y]}: the squared norm is {squared_norm}, the trace {trace};")
    print(f"the paper says that it is the trace squared, which is {trace**2}.")
    assert squared_norm == trace == 4
    assert trace**2 == 16
