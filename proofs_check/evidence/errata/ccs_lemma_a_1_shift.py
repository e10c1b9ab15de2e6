"""Counterexample to two displays in the proof of Lemma A.1 of arXiv 2312.06528: what is added is not c.

The display starts at (y_1, ..., y_n, y_(n+1) + c), the data (1) at (y_1, ..., y_n, 0): the difference is y_(n+1) + c in
the last place, not c (ccs/lemma-a.1-shift, ccs/lemma-a.1-shift-choice).  d = n = 1, labels (1, 1), c = 1, one layer of
linear attention with x = (1, 1), A = 0, B = C = r = 1.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

Row = list[Fraction]
x, y, c = (Fraction(1), Fraction(1)), (Fraction(1), Fraction(1)), Fraction(1)


def layer(row: Row) -> Row:
    """Y_1 = Y_0 + Y_0 M X^T X for d = n = 1, M = diag(1, 0)."""
    return [row[j] + row[0] * x[0] * x[j] for j in (0, 1)]


def added(start: Row) -> list[Row]:
    """What the two runs differ by, before the layer and behind it."""
    data = [y[0], Fraction(0)]
    return [[a - b for a, b in zip(*pair, strict=True)] for pair in ((start, data), (layer(start), layer(data)))]


if __name__ == "__main__":
    displayed, in_words = added([y[0], y[1] + c]), added([y[0], c])
    shown = [str(v) for v in displayed[0]]
    print(f"the paper says that it differs by [0, c]: the display does by {shown}, behind a layer too.")
    assert displayed == [[0, y[1] + c]] * 2
    assert displayed != [[0, c]] * 2
    assert in_words == [[0, c]] * 2
