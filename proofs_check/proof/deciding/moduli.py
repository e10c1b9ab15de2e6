"""How the rule about the modulus of a symmetric matrix is decided."""

from __future__ import annotations

from ...statement.terms import Op, Sym, Term, eye
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, premise_props
from ..logic import Line, sides
from .spectra import SPECTRAL, factors


def of_modulus(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    if [line.prop.head for line in shown] != ["eq"] * 3:
        raise Gap("what is shown of a modulus is its form, and the square and the products of |D|")
    (left, form), *others = (sides(line.prop) for line in shown)
    match left, factors(form):
        case Op(head="modulus", args=(A,)), (Sym() as Q, Sym() as E) if desk.is_fresh(E):
            pass
        case _:
            raise Gap("the form of a modulus is Q E Q^T with a new diagonal E")
    D = _defining(A, Q, given)
    if D is None:
        raise Gap("that A = Q D Q^T with an orthogonal Q and a diagonal D is not among the premises")
    if not D.traits <= {"diagonal", "random"}:
        raise Gap("D is more than any diagonal matrix, and |D| need not be that, too")
    if E.traits != D.traits or E.shape != D.shape or E.name == D.name:
        raise Gap("|D| is what D is, and another matrix")
    if others != [(E * E, D * D), (E * D, D * E)]:
        raise Gap("of |D| its square is known, and that it commutes with D")
    ledger.facts.add(SPECTRAL)


def _defining(A: Term, Q: Sym, given: list[Given]) -> Sym | None:
    """The diagonal matrix of the decomposition by Q."""
    equations = [sides(prop) for prop in premise_props(given) if prop.head == "eq"]
    if (Q.T * Q, eye(Q.shape[0])) not in equations:
        return None
    for left, form in equations:
        match factors(form):
            case (S, Sym() as D) if left == A and S == Q:
                return D
    return None
