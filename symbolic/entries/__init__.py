"""The entrywise route at fixed dimension: exact polynomials in the entries, by python-flint.

Shares no code with :mod:`symbolic.words`; both must agree wherever both can go.
"""

from .loss import Flow, Quotient, flow, gradient, loss
from .matrix import Matrix
from .moments import Gaussian, Law
from .names import Names
from .ratio import Ratio

__all__ = ["Flow", "Gaussian", "Law", "Matrix", "Names", "Quotient", "Ratio", "flow", "gradient", "loss"]
