"""ccs/section-3.1.2-exponential-construction, arXiv 2312.06528: the bandwidth acts twice.

K(x, x') = exp(<x, x'> / sigma^2).  The activation is defined as h(U, W)_ij = K(U_i, W_j), and it is applied to
B X = C X = X / sigma: its values are exp(<x, x'> / sigma^4), not those of K that the sequence (9) has.  With
h(U, W) = exp(U^T W), as in (12), or with B = C = I, they are.  One demonstration on the line, one layer; exponents are
compared, as exact fractions.  Nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

sigma, x_1, x, y_1, r_0 = Q(2), Q(2), Q(2), Q(1), Q(1)


def exponent_of_K(u: Q, v: Q) -> Q:
    """K(u, v) is exp of this."""
    return u * v / sigma**2


if __name__ == "__main__":
    sequence_9 = exponent_of_K(x_1, x)
    printed = exponent_of_K(x_1 / sigma, x / sigma)
    of_12 = (x_1 / sigma) * (x / sigma)
    print(f"the paper says that -TF_1(x) is f_1(x) = {r_0 * y_1} exp({sequence_9}) of (9)")
    print(f"it is {r_0 * y_1} exp({printed}) with the printed h, B, C, and exp({of_12}) with h of (12)")
    assert printed != sequence_9 == of_12
