r"""What an LTB adds to the risk of the best GD-beta beside its Gamma: the form II + III + IV of (B.15).

With :math:`q=\frac1M\|Xp+\boldsymbol\varepsilon\|^2` the prediction of an LTB differs from that of GD-beta at
:math:`(\beta^*,K)` by :math:`\langle a+U\hat Hv+c\,q,\,x\rangle`, and its risk by the mean square of that:
:math:`\mathrm{II}+\mathrm{III}+\mathrm{IV}=\mathbb E\|a+U\hat Hv+cq\|_H^2`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...statement.terms import Sym, Term, matrix, tr, vector, zeros
from . import notation
from .notation import B_1, H, K, M, Psi, b, beta_star, norm_H_squared, s, t, u_1, w_1


@dataclass(frozen=True)
class Form:
    """The changed parameters, of a model or free, and the terms of (B.15) in them."""

    a: Term
    U: Term
    v: Term
    c: Term

    @property
    def UHv(self) -> Term:
        return self.U * H * self.v

    @property
    def l(self) -> Term:  # noqa: E743 - the paper's letter
        return t * (self.a + self.UHv) + 2 / M * (self.U * H * Psi * H * self.v)

    @property
    def II(self) -> Term:
        return 1 / M * (norm_H_squared(self.v) * tr(H * self.U * H * self.U.T) - norm_H_squared(self.UHv))

    @property
    def III(self) -> Term:
        return 2 * self.c.T * H * self.l + Q * norm_H_squared(self.c)

    @property
    def IV(self) -> Term:
        return norm_H_squared(self.a + self.UHv) + 2 / M * norm_H_squared(self.UHv)

    @property
    def value(self) -> Term:
        return self.II + self.III + self.IV

    @property
    def binding(self) -> tuple[tuple[Sym, Term], ...]:
        """What stands here for the free letters."""
        return tuple(zip(_FREE, (self.a, self.U, self.v, self.c), strict=True))

    @property
    def bound(self) -> Term:
        """The right-hand side after (B.19): without II, and III at its minimum in c."""
        return self.IV - norm_H_squared(self.l) / Q


size_of_Phi = tr(H * Psi * H * Psi)
r""":math:`\mathrm{tr}\,\Phi^2`."""
Q = (M + 2) / M * (t**2 + 2 * size_of_Phi)
_FREE = (vector("a"), matrix("U", "d", "d"), vector("v"), vector("c"))
free = Form(*_FREE)
"""The form at any vectors and any matrix."""
of_LTB = Form(notation.a, notation.U, notation.v, notation.c)
of_LSA = Form(-beta_star, notation.U, notation.v, notation.c)
at_GD = ((w_1, beta_star), (u_1, -beta_star), (s, 1), (B_1, K.body.T), (b, zeros("d", 1)))
"""The LTB that is GD-beta at (beta^*, K)."""
