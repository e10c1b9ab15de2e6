"""That a matrix is invertible, or definite, as its factors are.  Not trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...statement.props import Prop, ne
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, Num, Op, Sym, Term, det
from ..binding import Refused, same
from ..kernel import Theorem

if TYPE_CHECKING:
    from .desk import Desk, Held


def invertible(desk: Desk, A: Term, premises: Held) -> Theorem:
    """Factor by factor."""
    def of(x: Term) -> Theorem:
        return desk.prove(ne(x if shape_of(x) == (1, 1) else det(x), 0), premises)

    match A:
        case Abbrev():
            return invertible(desk, A.body, premises)
        case Sym() if A.traits & {"invertible", "orthogonal"}:
            kind = "R" if A.has("invertible") else "O"
            return desk.use("invertible" if kind == "R" else "orthogonal is invertible", {kind: A}, [])[0]
        case Op("*", (Term() as a, Term() as b)) if shape_of(a) == (1, 1):
            return desk.use("determinant of a multiple", {"a": a, "A": b}, [of(a), of(b)])[0]
        case Op("*", (Term() as a, Term() as b)):
            return desk.use("determinant of a product", {"A": a, "B": b}, [of(a), of(b)])[0]
        case Op("T", (Term() as a,)):
            return desk.use("determinant of a transpose", {"A": a}, [of(a)])[0]
        case Op("^", (Term() as a, Num(k))) if k == -1:
            return desk.use("determinant of an inverse", {"A": a}, [of(a)])[0]
    raise Refused("not known to be invertible: ", A)


def congruent(desk: Desk, A: Term, premises: Held) -> Theorem:
    """Definite as T S T^T is, T invertible."""
    match A:
        case Op("*", (Op("*", (Term() as left, Term() as S)), Op("T", (Term() as right,)))) if same(left, right):
            given = [desk.prove(Prop("posdef", (S,)), premises), desk.prove(ne(det(left), 0), premises)]
            return desk.use("congruence", {"A": S, "B": left}, given)[0]
    raise Refused("no congruence: ", A)
