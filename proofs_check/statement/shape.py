"""Shapes of terms, in the names of their dimensions."""

from __future__ import annotations

from .fold import Lacks
from .terms import Abbrev, Dim, Num, Op, Sym, Term

Shape = tuple[Dim, Dim]
SCALAR: Shape = (1, 1)


def shape(node: Term) -> Shape:
    """Rows and columns of ``node``; raises :class:`Lacks` for heads whose shape is not read off the tree.

    >>> from .terms import matrix
    >>> E, W = matrix("E", "d+1", "N+1"), matrix("W", "d+1", "d+1")
    >>> shape(W * E), shape(E.T * E)
    (('d+1', 'N+1'), ('N+1', 'N+1'))
    """
    match node:
        case Num():
            return SCALAR
        case Sym(shape=known):
            return known
        case Abbrev(body=body):
            return shape(body)
        case Op(head="+" | "-", args=(a, b)):
            if shape(a) != shape(b):
                raise Lacks(f"shapes lacks a sum of {shape(a)} and {shape(b)}")
            return shape(a)
        case Op(head="neg" | "softmax" | "relu_each" | "exp_each" | "masked_softmax" | "modulus", args=(a,)):
            return shape(a)
        case Op(head="at", args=(family, _)):
            return shape(family)
        case Op(head="activated" | "gram" | "jacobian", args=(_, *rest)):
            U, W = rest[:2] if node.head != "jacobian" else rest[1:3]
            return shape(U)[1], shape(W)[1]
        case Op(head="sequence", args=(F, *_)):
            return shape(F)
        case Op(head="slope" | "slope_right" | "slope_left" | "product_up" | "product_down", args=(*_, body)):
            return shape(body)
        case Op(head="/", args=(a, _)):
            return shape(a)
        case Op(head="T", args=(a,)):
            rows, columns = shape(a)
            return columns, rows
        case Op(head="*", args=(a, b)):
            return _product(shape(a), shape(b))
    raise Lacks("shapes lacks the shape of this term")


def _product(a: Shape, b: Shape) -> Shape:
    if a == SCALAR or b == SCALAR:
        return b if a == SCALAR else a
    if a[1] != b[0]:
        raise Lacks(f"shapes lacks a product of {a} and {b}")
    return a[0], b[1]
