r"""Which mixed moments of a covariate and a label are finite, for the labels :math:`y=\|x\|^{-p}`.

With :math:`x\sim N(0,\Lambda)` on :math:`\mathbb R^d`, :math:`\mathbb E\|x\|^a<\infty` exactly for :math:`a>-d`: near 0
the density is bounded between two positive constants and :math:`\int_0^1r^{a+d-1}dr<\infty` exactly for :math:`a+d>0`.
So :math:`\mathbb E\|x\|^k|y|^m` is finite exactly for :math:`k-mp>-d`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from .errors import InputError

Degrees = tuple[int, int]
"""The degrees k in the covariate and m in the label of one moment."""


def is_finite(moment: Degrees, p: Fraction, d: int) -> bool:
    r"""Whether :math:`\mathbb E\|x\|^k|y|^m<\infty` for :math:`y=\|x\|^{-p}`.

    >>> is_finite((2, 2), Fraction(1, 2), 1), is_finite((0, 2), Fraction(1, 2), 1)
    (True, False)
    """
    k, m = moment
    return k - m * p > -d


def separating_power(finite: Iterable[Degrees], infinite: Degrees, d: int) -> Fraction | None:
    r"""The least p for which the moments ``finite`` are finite and ``infinite`` is not; None where there is none.

    Raises :class:`InputError` for d < 1.

    >>> separating_power([(0, 1), (1, 1), (2, 2)], (0, 2), d=1)
    Fraction(1, 2)
    >>> separating_power([(0, 2)], (1, 1), d=3) is None
    True
    """
    if d < 1:
        raise InputError(f"d must be at least 1: it is {d}. Pass the dimension of the covariate.")
    k, m = infinite
    if m == 0:
        return None
    p = Fraction(k + d, m)
    return p if all(is_finite(moment, p, d) for moment in finite) else None
