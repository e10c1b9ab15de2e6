"""The rule about sequences over layers that contract.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from ..statement.terms import Sym, Term, TermLike, term


@dataclass(frozen=True, init=False)
class Contracting:
    r"""``tends(A, B, l)`` where :math:`\|A-B\|^2\le f_l` and :math:`f_{l+1}\le q f_l` for every layer l, q < 1.

    Premises: ``le(norm_F(A - B) ** 2, f)``, which may be left out where f is that square (of a number, the square);
    ``le(f', q * f)``, f' being f at the layer l + 1.  That q < 1 is a premise or manifest; q does not depend on l.
    Then :math:`0\le f_l\le\max(q,0)^l f_0` (Rudin, Principles of Mathematical Analysis, Thms 3.19, 3.20).
    """

    layer: Sym
    f: Term
    q: Term

    def __init__(self, layer: Sym, f: Term, q: TermLike) -> None:
        object.__setattr__(self, "layer", layer)
        object.__setattr__(self, "f", f)
        object.__setattr__(self, "q", term(q))
