"""Counterexample to item 3 of Section 1.1 of arXiv 2312.06528: heads add kernels, they do not multiply them.

ccs/section-1.1-contribution-3: a product of kernels is a composition of them (Section 3.4).  Heads with linear
activations answer y X^T W x in their first layer, for any W = -sum r^s (B^s)^T C^s; the first step of the descent
for the product of two linear kernels, <u, v>^2, is sum_i y_i <x_i, x>^2.

d = n = 1, one demonstration at 1 with label 1, the queries 1 and -1.  Nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

demonstration, label = Q(1), Q(1)


def heads(W: Q, query: Q) -> Q:
    return label * demonstration * W * query


def product(query: Q) -> Q:
    return label * (demonstration * query) ** 2


(wanted,) = {product(Q(1)), product(Q(-1))}
print("the descent for the product of two linear kernels answers", wanted, "to both queries")
print("heads answer W and -W; the paper says that for some W both are", wanted)
# W = 1 is the only one that is right at the query 1, since the answer there is W itself.
W = wanted
assert heads(W, Q(1)) == wanted
assert heads(W, Q(-1)) == -wanted != wanted
