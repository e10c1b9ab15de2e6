"""The rule about the extreme eigenvalues of a symmetric matrix, and the image of an invertible one."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.psd import least_eigenvalue, least_positive_eigenvalue, projection
from ...statement.shape import shape_of
from ...statement.terms import Op, Sym, Term, norm_op
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line
from ..positivity import Sign, SignAlgebra
from .spectra import SPECTRAL


def rayleigh(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    signs = signs_of(given, desk)
    match only(shown):
        case Prop(head="psd", args=(Op(head="-", args=(left, right)),)):
            holds = _is_bound(left, right, signs, desk)
        case Prop(head="eq", args=(Op(head="projection", args=(A,)), one)):
            holds = isinstance(one, Term) and _is_identity(one, A) and signs.definite(A) is Sign.POSITIVE
        case _:
            raise Gap("this rule compares a matrix with its extreme eigenvalues")
    if not holds:
        raise Gap("this is no bound of a matrix by its extreme eigenvalues, or it is not known to be definite")
    ledger.facts.add(SPECTRAL)
    ledger.assumed |= signs.assumed


def _is_bound(left: Term, right: Term, signs: SignAlgebra, desk: Desk) -> bool:
    match left, right:
        case (Op(head="*", args=(Op(head="norm_op", args=(A,)) as size, one)), _) if right == A:
            return size == norm_op(A) and _is_identity(one, A) and signs.definite(A) is not Sign.UNKNOWN
        case (A, Op(head="*", args=(least, other))):
            if least == least_eigenvalue(A):
                return _is_identity(other, A) and desk.algebra.same(A.T, A)
            of_the_image = least == least_positive_eigenvalue(A) and other == projection(A)
            return of_the_image and signs.definite(A) is not Sign.UNKNOWN and signs.nonzero(A)
    return False


def _is_identity(node: Term, A: Term) -> bool:
    return isinstance(node, Sym) and node.has("identity") and node.shape == shape_of(A)
