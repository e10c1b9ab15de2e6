"""arXiv 2402.14951, Section 4: "a strictly positive gap between the best ICL risks", for beta^* != 0.

For d = 1 and H = 0 every input x is 0, so that every LTB and every LSA predicts 0 and has the risk sigma^2, whatever
beta^* is: there is no gap.  Theorem 4.1 bounds the gap by a multiple of beta^*^T H beta^*, which is 0 there.

Nothing but Python's standard library is needed.
"""

from fractions import Fraction
from itertools import product


def prediction(weights: tuple[int, ...], x: list[int], y: list[Fraction], x_q: int) -> Fraction:
    """(3.3) in its reduced parameters for d = 1; LSA has w_1 = 0."""
    w_1, u_1, s, B_1, b = weights
    xx, xy, yy = sum(v * v for v in x), sum(v * w for v, w in zip(x, y, strict=True)), sum(w * w for w in y)
    return (w_1 + (B_1 * (xx * u_1 + s * xy) + b * (u_1 * xy + s * yy)) / Fraction(len(x))) * x_q


if __name__ == "__main__":
    labels = [Fraction(1, 3), Fraction(-2)]
    values = {
        prediction(weights, [0, 0], labels, 0) for weights in product((-1, 0, 2), repeat=5)
    }
    assert values == {Fraction(0)}
    print("H = 0, beta^* = 1: every prediction is 0, so both infima are sigma^2 and the gap is 0;")
    print("the paper, as we read it, says that it is positive.")
