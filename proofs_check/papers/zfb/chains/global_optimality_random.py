"""The minimum over all parameters is attained on the block, whatever the law of the covariance."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Combination, Identity, Proof, Step
from ....statement.props import eq, ge
from ....statement.terms import expect, where
from ..notation import L_rdm, w
from ..notation_random import y_hat_rdm
from .global_optimality import at_K

even = Fraction(1, 2) * (y_hat_rdm + where(y_hat_rdm, (w, -w)))
landscape = eq(L_rdm, where(L_rdm, *at_K) + Fraction(1, 2) * expect(even**2))

CHAIN = Proof((
    Step("landscape", landscape, Identity()),
    Step("not below the block", ge(L_rdm, where(L_rdm, *at_K)),
         Combination(-1, plus=(Fraction(1, 2) * expect(even**2),)),
         ("landscape",)),
))
