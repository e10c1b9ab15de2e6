"""Whether a proposition without expectations certainly holds, or certainly fails, point by point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from numeric.training.tensors import Enclosure
from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import Dual

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import lacks, size_of
from ...algebras.tensors.points import POINTS
from ...statement.props import Prop
from ...statement.terms import Sym, Term

Answers = list[bool | None]
"""One a point; None where it is not certain."""


def certainly(prop: Prop, algebra: TensorAlgebra) -> Answers:
    """Three-valued truth at all points."""
    terms = [arg for arg in prop.args if isinstance(arg, Term)]
    props = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head in ("and", "almost_surely"):
        return _each(_all, *(certainly(link, algebra) for link in props))
    if prop.head == "or":
        return _each(_any, *(certainly(link, algebra) for link in props))
    if prop.head == "not":
        return [None if a is None else not a for a in certainly(props[0], algebra)]
    if prop.head == "implies":
        first, second = (certainly(link, algebra) for link in props)
        return [_any([None if a is None else not a, b]) for a, b in zip(first, second, strict=True)]
    if prop.head == "for_all" and isinstance(prop.args[0], Sym):
        return _for_all(prop.args[0], props[0], algebra)
    if prop.head in ("psd", "posdef"):
        return _definite(_plain(algebra.read(terms[0])), algebra.number(Fraction(0)), strict=prop.head == "posdef")
    if prop.head in ("eq", "ne", "le", "lt", "ge", "gt"):
        left, right = (algebra.read(term) for term in terms)
        if prop.head in ("ge", "gt"):
            left, right = right, left
        if prop.head in ("eq", "ne"):
            same = _equal(left, right)
            return same if prop.head == "eq" else [None if a is None else not a for a in same]
        return _ordered(left, right, strict=prop.head in ("lt", "gt"))
    raise lacks(f"the hypothesis {prop.head}")


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


def _for_all(variable: Sym, body: Prop, algebra: TensorAlgebra) -> Answers:
    """Over an index or the layers there are; of other symbols the points are values themselves."""
    numbers = numbers_of(variable, algebra)
    if numbers is None:
        return [None if a else a for a in certainly(body, algebra)]
    moved = (algebra.counted({variable: k}) for k in numbers)
    return _each(_all, *(certainly(body, at) for at in moved))


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


def _each(join: Callable[[Sequence[bool | None]], bool | None], *found: Answers) -> Answers:
    return [join(at) for at in zip(*found, strict=True)]


def _all(answers: Sequence[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True


def _any(answers: Sequence[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False
