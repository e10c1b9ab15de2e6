"""Rules about sequences over layers that contract, and about laws that rotations keep.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from ...statement.terms import Sym, Term, TermLike, term


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


@dataclass(frozen=True, init=False)
class Diminishing:
    r"""``tends(A, B, l)`` where :math:`\|A-B\|^2\le f_l`, and :math:`f_{l+1}\le(1-\frac c{l+1})f_l` for all l >= b.

    Premises: that of :class:`Contracting` on the distance; ``implies(le(b, l), le(f', (1 - c / (l + 1)) * f))``; that
    c > 0 is a premise or manifest; b and c do not depend on l.  The product of the factors from the first layer on at
    which they are not negative is 0, for the sum of c/(l+1) diverges (Rudin, Real and Complex Analysis, Thm 15.5).
    """

    layer: Sym
    f: Term
    c: Term
    b: Term

    def __init__(self, layer: Sym, f: Term, c: TermLike, b: TermLike) -> None:
        object.__setattr__(self, "layer", layer)
        object.__setattr__(self, "f", f)
        object.__setattr__(self, "c", term(c))
        object.__setattr__(self, "b", term(b))


@dataclass(frozen=True, init=False)
class Rotated:
    r"""``same_law(A, B)``, A being B with :math:`Uz` in the place of each of the independent ``drawn`` z; or
    ``eq(expect(A), expect(B))``.

    They are standard Gaussian vectors (families too) or columns of uniformly random rotations, which have the law of
    :math:`Uz` for every orthogonal U (Muirhead, Aspects of Multivariate Statistical Theory, Thms 1.2.6, 1.5.1), U is
    not random.  Of sides that stand ``beside_over`` one index the columns are compared.
    """

    rotation: Term
    drawn: tuple[Sym, ...]

    def __init__(self, rotation: Term, *drawn: Sym) -> None:
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "drawn", drawn)
