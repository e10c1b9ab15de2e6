"""A counterexample to the last display of Appendix I.1 of arXiv 2312.06528, and to a reading of Example 8.

ccs/section-i.1-invariance: a minus sign stands for the equality sign; for i = j and U = 1 the left side is 0, the right
side E[relu(theta x)^2] = x^2 / 2.  ccs/example-8: with Sigma other than the identity Sigma^(1/2) U Sigma^(-1/2) keeps
no lengths, so K(X)_ii = m |x|^2 / 2 changes.  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

# relu(t)^2 + relu(-t)^2 = t^2 and theta has the law of -theta: E[relu(theta x)^2] = x^2 E[theta^2] / 2 = x^2 / 2.
x = Q(1)
right = x * x / 2
left = right - right
print("i = j, U = 1, x = 1: left", left, "and the paper says that it is", right)
assert left != right

# Sigma = diag(1, 4), U a quarter turn, x = (1, 0): Sigma^(1/2) U Sigma^(-1/2) x = (0, 2).
before, after = [Q(1), Q(0)], [Q(0), Q(2)]
lengths = [sum(e * e for e in v) / 2 for v in (before, after)]
print("K(X)_11 per hidden unit before and after:", *lengths)
assert lengths[0] != lengths[1]
