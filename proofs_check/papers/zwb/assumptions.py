"""Hypotheses that several statements share, and the symbols in which they are said."""

from __future__ import annotations

from ...claims import Hypothesis
from ...statement.props import conj, gt, le
from ...statement.terms import scalar, vector
from .notation import M, d, t

t_positive = Hypothesis("t > 0", gt(t, 0))
r""":math:`t=\operatorname{tr}(H\Psi)+\sigma^2>0`: otherwise Omega = 0, and formulas with its inverse mean nothing.
What is left of the page says it: "under this definition and our assumption on [..] and [..], we have that [Omega] is
invertible"."""
dimensions = Hypothesis("d, M >= 1", conj(le(1, d), le(1, M)), r"d,M\ge1")

time = scalar("t", "nonnegative")
"""The time along the flow (6.1), printed as the paper's subscript."""
lower, upper = scalar("l", "positive", tex=r"\ell"), scalar("L", "positive", tex="L")
"""Bounds on the eigenvalues of H."""
z, w = vector("z", "d"), vector("w", "d")
"""Vectors in space, free."""
