"""Whether a proposition without expectations certainly holds, or certainly fails, point by point."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from numeric.training.tensors import Enclosure
from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import Dual

from ... import logic
from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import lacks, size_of
from ...algebras.tensors.points import POINTS
from ...logic import Answer, AtPoint, Values, answer
from ...statement.props import Prop
from ...statement.terms import Sym, Term

Answers = list[bool | None]
"""One a point; None where it is not certain."""


def certainly(prop: Prop, algebra: TensorAlgebra) -> Answers:
    """Three-valued truth at all points."""
    read = _Readings(algebra)
    return [logic.truth(prop, At(read, k)).read().known for k in range(POINTS)]


class _Readings:
    """What an algebra says of relations at all points at once, each read once."""

    def __init__(self, algebra: TensorAlgebra) -> None:
        self.algebra = algebra
        self._found: dict[Prop, Answers] = {}
        self._numbered: dict[tuple[Sym, int], _Readings] = {}

    def of(self, prop: Prop) -> Answers:
        if prop not in self._found:
            self._found[prop] = _relation(prop, self.algebra)
        return self._found[prop]

    def numbered(self, variable: Sym, k: int) -> _Readings:
        if (variable, k) not in self._numbered:
            self._numbered[variable, k] = _Readings(self.algebra.counted({variable: k}))
        return self._numbered[variable, k]


class At(AtPoint):
    """One of the points."""

    name = "gpu"
    definitions = frozenset()

    def __init__(self, read: _Readings, k: int) -> None:
        self.read, self.k = read, k

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return answer(self.read.of(Prop("eq", prop.args))[self.k])

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return answer(self.read.of(prop)[self.k])

    def definite(self, prop: Prop, A: Term) -> Answer:
        return self.said(prop) if prop.head == "psd_form" else answer(self.read.of(prop)[self.k])

    def said(self, prop: Prop) -> Answer:
        raise lacks(f"the hypothesis {prop.head}")

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        return logic.truth(body, self)

    def values(self, variable: Sym, body: Prop) -> Values:
        """Those of an index, or the layers there are; of other symbols the points are values themselves."""
        numbers = numbers_of(variable, self.read.algebra)
        if numbers is None:
            return super().values(variable, body)
        return Values(((body, At(self.read.numbered(variable, k), self.k)) for k in numbers), whole=True)


def _relation(prop: Prop, algebra: TensorAlgebra) -> Answers:
    values = [algebra.read(arg) for arg in prop.args if isinstance(arg, Term)]
    if prop.head in ("psd", "posdef"):
        return _definite(_plain(values[0]), algebra.number(Fraction(0)), strict=prop.head == "posdef")
    left, right = reversed(values) if prop.head in ("ge", "gt") else values
    return _equal(left, right) if prop.head == "eq" else _ordered(left, right, strict=prop.head in ("lt", "gt"))


def _definite(A: Enclosure, zero: Enclosure, strict: bool) -> Answers:
    """Symmetric, as far as enclosures tell, with eigenvalues on the right side of 0.

    That a positive definite matrix has a positive diagonal and determinant shows singular ones, whose least eigenvalue
    is never certain.
    """
    answers = _ordered(zero, f.eigenvalues(A)[:, :1], strict)
    size = A.shape[-1]
    tests = [A[:, k : k + 1, k : k + 1] for k in range(size)] + ([f.determinant(A)] if 1 < size <= EXPANDED else [])
    for test in tests:
        answers = [False if sign is False else a for a, sign in zip(answers, _ordered(zero, test, strict), strict=True)]
    return [False if apart else a for a, apart in zip(answers, _spread(A.apart(A.mT)), strict=True)]


EXPANDED = 4
"""Up to this size determinants are expanded."""


def numbers_of(variable: Sym, algebra: TensorAlgebra) -> range | None:
    """The values of an index, or of a layer's number, at these sizes."""
    if variable.has("index"):
        bound = next((t.split(":", 1)[1] for t in variable.traits if t.startswith("range:")), "d")
        return range(1, size_of(int(bound) if bound.isdigit() else bound, algebra.place.sizes) + 1)
    if variable.has("layer"):
        return range(algebra.place.sizes.get("k", 1) + 1)
    return None


def _equal(left: object, right: object) -> Answers:
    """True only where both sides are the same exact floats."""
    a, b = _plain(left), _plain(right)
    return _spread([False if no else True if yes else None for no, yes in zip(a.apart(b), a.same(b), strict=True)])


def _ordered(left: object, right: object, strict: bool) -> Answers:
    a, b = _plain(left), _plain(right)
    return _spread(a.at_most(b, strict))


def _plain(value: object) -> Enclosure:
    if isinstance(value, Dual):
        raise lacks("a comparison of derivatives along a line")
    assert isinstance(value, Enclosure)
    return value


def _spread(answers: Sequence[bool | None]) -> Answers:
    """What does not depend on the point holds at all of them."""
    return list(answers) * POINTS if len(answers) == 1 else list(answers)

