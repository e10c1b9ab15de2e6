r"""The exact condition under which the exponential of one form with a matrix has a finite mean.

For independent standard Gaussian a, b: :math:`\mathbb Ee^{c\langle a,Wb\rangle}<\infty` if and only if
:math:`|c|\,\|W\|_{op}<1`, and :math:`\mathbb Ee^{c\langle a,Wa\rangle}<\infty` if and only if
:math:`I-c(W+W^\top)\succ0`: both say that :math:`I-2Q` is positive definite, Q the symmetric matrix of the exponent.
"""

from __future__ import annotations

import sympy as sp

from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Num, Op, Term, symbols
from .pieces import Chain, transposed
from .reading import combination, single_form


def disagreement_of_matrices(body: Term, condition: Prop) -> str | None:
    """Where the mean is finite and the condition fails, or the contrary; None where the condition is the exact one."""
    found = single_form(body)
    if found is None:
        raise Lacks("words decides for one scalar, or for one form with a matrix, when means are finite")
    c, (a, chain, b) = found
    differs = _of_definiteness(c, chain, condition) if a == b else _of_norm(c, chain, condition)
    names = {name for name, _, _ in chain}
    if differs and any(s.name in names and s.traits - _ANY_MULTIPLE for s in symbols(body)):
        raise Lacks("words tells conditions apart by matrices that may be any positive multiple of the identity")
    return differs


_ANY_MULTIPLE = frozenset({"symmetric", "psd", "posdef", "invertible"})
"""Traits that all positive multiples of the identity have."""


def _of_norm(c: sp.Expr, chain: Chain, condition: Prop) -> str | None:
    match condition:
        case Prop(head="lt" | "le" as sign, args=(Op(head="norm_op", args=(T,)), Num(value))) if value > 0:
            stated = combination(T)
        case _:
            raise Lacks(f"words lacks '{condition.head}' as the condition on this form")
    if len(stated) != 1 or not {chain, transposed(chain)} & stated.keys():
        raise Lacks("words lacks a condition on another matrix")
    (factor,) = stated.values()
    bound, exact = sp.Rational(value.numerator, value.denominator), abs(factor / c)
    if sign == "lt" and bound == exact:
        return None
    where = f"where the norm is {max(bound, exact) if bound != exact else exact}"
    return f"{where} the mean is {'infinite' if bound >= exact else 'finite just below'}"


def _of_definiteness(c: sp.Expr, chain: Chain, condition: Prop) -> str | None:
    if condition.head not in {"posdef", "psd"} or not isinstance(condition.args[0], Term):
        raise Lacks(f"words lacks '{condition.head}' as the condition on this form")
    exact: dict[Chain, sp.Expr] = {(): sp.Integer(1)}
    for part in (chain, transposed(chain)):
        exact[part] = exact.get(part, sp.Integer(0)) - c
    stated = combination(condition.args[0])
    if condition.head == "posdef" and stated == exact:
        return None
    if stated == exact:
        return "where the matrix is singular the mean is infinite"
    if stated.keys() != exact.keys() or stated[()] <= 0:
        raise Lacks("words lacks a condition on another matrix")
    # The same matrices with other factors, put to multiples s of the identity: 1 + s * exact > 0 and 1 + s * said > 0.
    said, right = (sum(v for chain, v in M.items() if chain) / M[()] for M in (stated, exact))
    ends = [-1 / value for value in (said, right) if value < 0]
    if said == right or not ends:
        raise Lacks("words finds no multiple of the identity that tells the conditions apart")
    return f"where the matrices are the identity times {sum(ends) / len(ends)} one of the two holds alone"
