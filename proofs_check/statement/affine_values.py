"""Points at which as many as possible of the affine forms in a statement vanish together.

A sum of squares of such forms is positive but for one point, which no choice of values one by one meets: with
p (1 - c - p)^2 + (2 c + 1 + p)^2 it is c = -2, p = 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .terms import Abbrev, Num, Op, Sym, Term, children

Form = dict[Sym | None, Fraction]
"""The coefficients of symbols, and under None the constant."""
MOST_FORMS = 10
_FREE = Fraction(1)
"""The value of what no form determines."""


def common_zeros(terms: Sequence[Term], numbers: Sequence[Sym]) -> Iterator[dict[Sym, Fraction]]:
    """One point for each form to begin with; those are left out that contradict what vanishes already.

    >>> from .terms import scalar
    >>> c, p = scalar("c"), scalar("p")
    >>> {s.name: str(x) for s, x in next(common_zeros([p * (1 - c - p) ** 2 + (2 * c + 1 + p) ** 2], [c, p])).items()}
    {'c': '-2', 'p': '3'}
    """
    signed = {"positive", "nonzero"}
    found = (form for t in terms for form in _forms(t, frozenset(numbers)))
    forms = [f for f in found if len(f) > 1 or not any(s is not None and s.traits & signed for s in f)]
    forms.sort(key=len, reverse=True)  # what joins several symbols first
    distinct = [f for k, f in enumerate(forms) if f not in forms[:k]][:MOST_FORMS]
    for k in range(len(distinct)):
        yield _solved(distinct[k:] + distinct[:k], numbers)


def _forms(node: Term, numbers: frozenset[Sym]) -> Iterator[Form]:
    """The largest parts that are affine forms of these symbols, and not constant."""
    form = _affine(node, numbers)
    if form is None:
        for child in children(node):
            yield from _forms(child, numbers)
    elif form.keys() - {None}:
        yield form


def _affine(node: Term, numbers: frozenset[Sym]) -> Form | None:
    match node:
        case Num(value):
            return {None: value} if value else {}
        case Sym():
            return {node: Fraction(1)} if node in numbers else None
        case Abbrev(body=body):
            return _affine(body, numbers)
        case Op(head="neg", args=(a,)):
            return _plus({}, _affine(a, numbers), Fraction(-1))
        case Op(head="+" | "-" as head, args=(a, b)):
            return _plus(_affine(a, numbers), _affine(b, numbers), Fraction(1 if head == "+" else -1))
        case Op(head="*", args=(a, b)):
            left, right = _affine(a, numbers), _affine(b, numbers)
            for one, other in ((left, right), (right, left)):
                if one is not None and one.keys() <= {None}:
                    return _plus({}, other, one.get(None, Fraction(0)))
        case Op(head="/", args=(a, Num(value=below))) if below:
            return _plus({}, _affine(a, numbers), 1 / below)
    return None


def _plus(a: Form | None, b: Form | None, factor: Fraction) -> Form | None:
    if a is None or b is None:
        return None
    found = {s: a.get(s, Fraction(0)) + factor * b.get(s, Fraction(0)) for s in {**a, **b}}
    return {s: x for s, x in found.items() if x}


def _solved(forms: Sequence[Form], numbers: Sequence[Sym]) -> dict[Sym, Fraction]:
    """By elimination, the first forms first."""
    values: dict[Sym, Form] = {}
    for form in forms:
        left = _put(form, values)
        pivot = next((s for s in numbers if s in left), None)
        if pivot is not None:
            rest = {s: -x / left[pivot] for s, x in left.items() if s != pivot}
            values = {s: _put(known, {pivot: rest}) for s, known in values.items()} | {pivot: rest}
    free: dict[Sym, Form] = {s: {None: _FREE} for s in numbers if s not in values}
    return {s: _put(values.get(s, {s: Fraction(1)}), free).get(None, Fraction(0)) for s in numbers}


def _put(form: Form, values: dict[Sym, Form]) -> Form:
    found: Form = {}
    for s, x in form.items():
        known: Form = {s: Fraction(1)} if s is None or s not in values else values[s]
        found = _plus(found, known, x) or {}
    return found
