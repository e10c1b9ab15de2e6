"""Matrices and their extreme eigenvalues.  Not trusted."""

from __future__ import annotations

from ...statement.props import Prop, eq, implies, lt, ne, posdef, psd
from ...statement.terms import Op, Sym, Term
from .. import kernel as K
from ..binding import Refused, same
from ..kernel import Theorem
from .desk import Desk, Held, relation


def rayleigh(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """A matrix is between its extreme eigenvalues."""
    match goal:
        case Prop("psd", (Op("-", (Op("*", (Op("norm_op", (Term() as A,)), Term() as E)), _)),)):
            return _with_identity(desk, "largest eigenvalue", psd(A), A, E, held)
        case Prop("psd", (Op("-", (Term() as A, Op("*", (Op("least_eigenvalue", _), Term() as E)))),)):
            return _with_identity(desk, "least eigenvalue", eq(A.T, A), A, E, held)
        case Prop("psd", (Op("-", (Term() as A, Op("*", (Op("least_positive_eigenvalue", _), _)))),)):
            asked = [desk.build(psd(A), held), desk.build(ne(A, 0 * A), held)]
            return desk.use("least positive eigenvalue", {"A": A}, asked, held)[0]
        case Prop("eq", (Op("projection", (Term() as A,)), Term() as E)):
            return _with_identity(desk, "image of posdef", posdef(A), A, E, held)
    raise Refused("no bound by an eigenvalue: ", goal)


def _with_identity(desk: Desk, name: str, of_A: Prop, A: Term, E: Term, held: Held) -> Theorem:
    asked = [desk.build(p, held) for p in (of_A, posdef(E), eq(E * E, E))]
    return desk.use(name, {"A": A, "E": E}, asked, held)[0]


def condition_number(desk: Desk, goal: Prop, held: Held) -> Theorem:
    found, _ = relation(goal)
    assert isinstance(found, Op)
    (A,) = found.args
    assert isinstance(A, Term)
    return desk.use("condition number", {"A": A}, [desk.build(posdef(A), held)], held)[0]


def some_vector(desk: Desk, goal: Prop, z: Sym, held: Held) -> Theorem:
    """What follows from a positive value of the form of a semidefinite matrix, where the matrix is not 0."""
    match goal:
        case Prop("implies", (Prop("ne", (Term() as A, _)), Prop() as q)):
            positive = desk.build(implies(lt(0, z.T * A * z), q), held)
            given = [desk.prove(Prop("psd", (A,)), held), K.generalise(z, positive)]
            shown = desk.use("some vector", {"A": A, "P": K.Lam((), q), "v": z}, given, held)[0]
            if same(shown.proposition, goal):
                return shown
            other = goal.args[0]
            assert isinstance(other, Prop)
            premise = desk.convert(K.assume(other), ne(A, 0 * A))
            return K.discharge(other, K.modus_ponens(shown, premise), desk.have(other))
    raise Refused("not what follows where a matrix is not 0: ", goal)
