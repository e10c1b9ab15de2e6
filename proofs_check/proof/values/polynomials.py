"""Degrees of polynomials in several symbols together, read off the tree, and their summands.  Standard library only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from ...statement.binders import Over, heads
from ...statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, nodes, substitute, symbols
from ..positivity import is_scalar
from .parts import constant

_ENTRYWISE = frozenset({
    "+", "-", "neg", "T", "tr", "vec", "unvec", "entry", "row", "col", "block", "stack", "beside", "diag", "sum",
    "sum_unequal", "stack_over", "beside_over", "expect", "expect_given",
})
"""Heads that are linear in what they are made of."""
_NORMS = frozenset({"norm_2", "norm_F", "abs"})


def degree(node: Term, variables: Collection[Sym]) -> int | None:
    """The degree in these symbols together, at most; ``None`` where the tree shows no polynomial in them.

    >>> from ...statement.terms import matrix, norm_F, parameter
    >>> U, V, A = parameter("U"), parameter("V"), matrix("A")
    >>> degree(norm_F(U * V - A) ** 2, [U, V]), degree(norm_F(U * V - A), [U, V])
    (4, None)
    """
    if isinstance(node, Abbrev):
        return degree(node.body, variables)
    met = symbols(node)
    if not met & set(variables):
        return None if any(s.traits & {"derived", "prompt"} for s in met) else 0
    if isinstance(node, Sym):
        return 1
    assert isinstance(node, Op)
    if node.head == "where":
        opened = written_out(node)
        return None if opened == node else degree(opened, variables)
    if node.head == "slope":
        return _of_slope(node, variables)
    if node.head == "^":
        base, exponent = node.args
        return _of_power(base, exponent, variables)
    found = [degree(arg, variables) for arg in node.args]
    known = [d for d in found if d is not None]
    if len(known) < len(found):
        return None
    if node.head in {"*", "inner", "kron"}:
        return sum(known)
    if node.head == "/":
        return known[0] if not known[1] else None
    return max(known) if node.head in _ENTRYWISE else None


def written_out(node: Term) -> Term:
    """What stands behind a name, or where values are put in."""
    match node:
        case Abbrev(body=body):
            return written_out(body)
        case Op(head="where", args=(body, *flat)) if not any(
            isinstance(n, Op) and n.head in _BEFORE_VALUES for n in nodes(body)
        ):
            pairs = zip(flat[::2], flat[1::2], strict=True)
            return written_out(substitute(body, {s: v for s, v in pairs if isinstance(s, Sym)}))
    return node


_BEFORE_VALUES = heads(Over.VALUES, Over.STEP, Over.MOMENTS)


def _of_slope(node: Op, variables: Collection[Sym]) -> int | None:
    """The derivative at t = 0 of what depends on these symbols through t times them is linear in them."""
    t, body = node.args
    moving = [v for v in variables if v in symbols(body)]
    if isinstance(t, Sym) and len(moving) == 1:
        (v,) = moving
        step = MadeSym(f"{t.name} {v.name}", v.shape)
        if v not in symbols(_replaced(body, t * v, step)):
            return 1
    return degree(body, variables)


def _replaced(node: Term, old: Term, new: Term) -> Term:
    if node == old:
        return new
    match node:
        case Abbrev(body=body):
            return _replaced(body, old, new)
        case Op(head=head, args=args):
            return Op(head, tuple(_replaced(a, old, new) for a in args))
    return node


def _of_power(base: Term, exponent: Term, variables: Collection[Sym]) -> int | None:
    if not (isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0):
        return None
    times = int(exponent.value)
    if isinstance(base, Op) and base.head in _NORMS and times % 2 == 0:
        base = base.args[0]
    inside = degree(base, variables)
    return None if inside is None else times * inside


def summands(node: Term, factor: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, Term]]:
    """The terms of a sum, each with the number in front of it."""
    match node:
        case Abbrev(body=body):
            yield from summands(body, factor)
        case Op(head="+", args=args):
            for arg in args:
                yield from summands(arg, factor)
        case Op(head="-", args=(a, b)):
            yield from summands(a, factor)
            yield from summands(b, -factor)
        case Op(head="neg", args=(a,)):
            yield from summands(a, -factor)
        case Op(head="*", args=(a, b)) if (number := constant(a)) is not None:
            yield from summands(b, factor * number)
        case Op(head="/", args=(a, b)) if (number := constant(b)) is not None and number:
            yield from summands(a, factor / number)
        case _:
            yield factor, node


def coefficients(node: Term, x: Sym) -> dict[int, Term] | None:
    """The coefficients of a polynomial in one number, by power, each as a term; ``None`` where the tree shows none."""
    if isinstance(node, Abbrev):
        return coefficients(node.body, x)
    if x not in symbols(node):
        return {0: node} if is_scalar(node) else None
    if node == x:
        return {1: Num(Fraction(1))}
    match node:
        case Op(head="+" | "-" as head, args=(a, b)):
            return _joined(coefficients(a, x), coefficients(b, x), head)
        case Op(head="neg", args=(a,)):
            return _joined({}, coefficients(a, x), "-")
        case Op(head="*", args=(a, b)):
            return _multiplied(coefficients(a, x), coefficients(b, x))
        case Op(head="/", args=(a, b)) if x not in symbols(b):
            above = coefficients(a, x)
            return None if above is None else {k: c / b for k, c in above.items()}
        case Op(head="^", args=(a, Num(value=k))) if k.denominator == 1 and 0 < k <= MOST_FACTORS:
            base = found = coefficients(a, x)
            for _ in range(int(k) - 1):
                found = _multiplied(found, base)
            return found
    return None


MOST_FACTORS = 12

_Polynomial = dict[int, Term]


def _joined(a: _Polynomial | None, b: _Polynomial | None, head: str) -> _Polynomial | None:
    if a is None or b is None:
        return None
    found = dict(a)
    for k, c in b.items():
        if k in found:
            found[k] = Op(head, (found[k], c))
        else:
            found[k] = c if head == "+" else -c
    return found


def _multiplied(a: _Polynomial | None, b: _Polynomial | None) -> _Polynomial | None:
    if a is None or b is None:
        return None
    found: _Polynomial = {}
    for j, c in a.items():
        for k, e in b.items():
            product = e if c == Num(Fraction(1)) else c if e == Num(Fraction(1)) else c * e
            found[j + k] = found[j + k] + product if j + k in found else product
    return found
