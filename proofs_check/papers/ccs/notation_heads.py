r"""Notation of Appendix D: H heads, the s-th with its own matrices and activation; written out for H = 2.

================  ==========================  =============================================================
paper             code                        meaning
================  ==========================  =============================================================
K^s, G^s          ``Head(s).K, Head(s).G``    the kernel of head s, and its query and key matrix
K^<>(u, v)        ``diamond(heads, u, v)``    the sum over s of K^s(G^s u, G^s v)
Z_l of (26)       ``Z_any(heads, l)``         with V^s, B^s, C^s and activations h^s, all arbitrary
Z_l, Y_l, TF_l    ``Z, Y, TF``                with the matrices of Proposition D.1; Y_l by (20), as X_l = X_0
f_l               ``values(heads, l)``        by its values at the n+1 points, one row, as (9) gives them
================  ==========================  =============================================================

All heads of Proposition D.1 have the step sizes :math:`r_\ell^s=r_\ell`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from ...statement.attention import activated, activation, gram, kernel, kernel_value, layer, layers, sequence
from ...statement.terms import Op, Sym, Term, TermLike, at, entry, matrix, stack, zeros
from .notation import M, Weights, Y_l, Z_l, attention, l, n, r
from .notation_descent import X_0, Y_0, V, Y_hidden, less


@dataclass(frozen=True)
class Head:
    """What belongs to head s."""

    s: int

    @property
    def K(self) -> Sym:
        return kernel(f"K_{self.s}", "psd", tex=rf"\mathcal K^{self.s}")

    @property
    def G(self) -> Sym:
        return matrix(f"G_{self.s}", "d", "d", tex=f"G^{self.s}")

    def h(self, U: Term, W: Term) -> Term:
        r""":math:`[\tilde h^s(U,W)]_{ij}=\mathcal K^s(U^{(i)},W^{(j)})`."""
        return gram(self.K, U, W)

    @property
    def products(self) -> Term:
        r""":math:`\tilde h^s(G^sX_0,G^sX_0)`."""
        return self.h(self.G * X_0, self.G * X_0)

    def any_h(self, U: Term, W: Term) -> Term:
        r""":math:`\tilde h^s`, of which nothing is assumed."""
        return activated(activation(f"h_{self.s}", tex=rf"\tilde h^{self.s}"), U, W)

    def weight(self, letter: str, layer: TermLike) -> Term:
        """A matrix of the head at a layer."""
        size = "d+1" if letter == "V" else "d"
        return at(layers(f"{letter}_{self.s}", size, size, tex=f"{letter}^{self.s}"), layer)


Heads = tuple[Head, ...]
ONE: Heads = (Head(1),)
TWO: Heads = (Head(1), Head(2))


def added(terms: Iterable[Term]) -> Term:
    return reduce(lambda a, b: a + b, terms)


def diamond(heads: Heads, u: Term, v: Term) -> Term:
    r""":math:`\mathcal K^\diamond(u,v)=\sum_s\mathcal K^s(G^su,G^sv)`."""
    return added(kernel_value(head.K, head.G * u, head.G * v) for head in heads)


def step_26(heads: Heads, Z: Term) -> Term:
    r""":math:`\sum_sV_\ell^sZ_\ell M\tilde h^s(B_\ell^sX_\ell,C_\ell^sX_\ell)`."""
    return added(
        attention(Z, head.weight("V", l), head.weight("B", l), head.weight("C", l), head.any_h) for head in heads
    )


def first_step(heads: Heads) -> Term:
    """What the first layer adds."""
    def of(head: Head) -> Term:
        V, B, C = (head.weight(letter, 0) for letter in "VBC")
        return V * stack(X_0, Y_hidden) * M * head.any_h(B * X_0, C * X_0)

    return added(of(head) for head in heads)


def Z_any(heads: Heads, upto: TermLike) -> Op:
    """(26)."""
    return sequence(Z_l, l, stack(X_0, Y_hidden), Z_l + step_26(heads, Z_l), upto)


def Z(heads: Heads, upto: TermLike) -> Op:
    r""":math:`Z_{upto}` of (26) with the matrices of Proposition D.1."""
    step = added(attention(Z_l, V(l), head.G, head.G, head.h) for head in heads)
    return sequence(Z_l, l, stack(X_0, Y_hidden), Z_l + step, upto)


def Y(heads: Heads, upto: TermLike, sizes: Weights = less) -> Op:
    r""":math:`Y_{upto}` with these matrices; ``sizes``: :math:`-r_\ell`."""
    step = added(sizes(l) * (Y_l * M * head.products) for head in heads)
    return sequence(Y_l, l, Y_hidden, Y_l + step, upto)


def Y_i(heads: Heads, layer: TermLike, i: TermLike) -> Op:
    r""":math:`Y_\ell^{(i)}`."""
    return entry(Y(heads, layer), 1, i)


def TF(heads: Heads, layer: TermLike) -> Op:
    """(27)."""
    return Y_i(heads, layer, n + 1)


F_l = Sym("F_l", (1, "n+1"), tex=r"F_\ell")


def values(heads: Heads, upto: TermLike, factor: Sym | None = None) -> Op:
    r"""The row of all :math:`f_{upto}(x^{(j)})`, from 0: (9) at :math:`x^{(j)}` for the kernel
    :math:`\mathcal K^\diamond`, or (7) where ``factor`` is the family :math:`c_\ell` of Lemma G.3 (then with minus)."""
    size: Term = at(r, l) if factor is None else -(at(r, l) * at(factor, l))
    step = size * ((Y_0 - F_l) * M * added(head.products for head in heads))
    return sequence(F_l, l, zeros(1, "n+1"), F_l + step, upto)


# Any number of heads ---------------------------------------------------------------------------------------------

H, s = layer("H", tex="H"), layer("s", tex="s")
"""Heads are counted s = 0, ..., H - 1, so that sums over them are recursions."""
KK = layers("KK", "n+1", "n+1", tex=r"\mathbb K")
r""":math:`\tilde h^s(G^sX_0,G^sX_0)`, any matrix."""
_sum, _row = Sym("S", ("n+1", "n+1")), Sym("T", (1, "n+1"))


def of_all(upto: TermLike) -> Op:
    r""":math:`\sum_{s<upto}\tilde h^s(G^sX_0,G^sX_0)`: the values of :math:`\mathcal K^\diamond`."""
    return sequence(_sum, s, zeros("n+1", "n+1"), _sum + at(KK, s), upto)


def contributions(row: Term, size: Term, upto: TermLike) -> Op:
    r""":math:`\sum_{s<upto}size\,row\,M\tilde h^s(G^sX_0,G^sX_0)`, what these heads add."""
    return sequence(_row, s, zeros(1, "n+1"), _row + size * (row * M * at(KK, s)), upto)


def Y_of_all(upto: TermLike, sizes: Weights = less) -> Op:
    r""":math:`Y_{upto}` with H heads."""
    return sequence(Y_l, l, Y_hidden, Y_l + contributions(Y_l, sizes(l), H), upto)


def values_of_all(upto: TermLike, factor: Sym | None = None) -> Op:
    """As ``values``."""
    size: Term = at(r, l) if factor is None else -(at(r, l) * at(factor, l))
    return sequence(F_l, l, zeros(1, "n+1"), F_l + size * ((Y_0 - F_l) * M * of_all(H)), upto)
