"""Twice continuous differentiability, read off the structure of a term; and the sets on which functions are convex.

A second-order criterion is a theorem about functions that are twice continuously differentiable: |u|, relu(u) and
sqrt(u^2) have a second derivative that vanishes wherever it exists, and are not straight.  So whoever concludes from
second derivatives asks here first.  A derived symbol of linear self-attention (its prediction, its loss) is a
polynomial in the parameters.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction

from ..statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, free_symbols
from .positivity import Sign, SignAlgebra

Positive = Callable[[Term], bool]
"""Whether a number is > 0 wherever its symbols have values that they may have."""

_LINEAR = frozenset({
    "+", "-", "neg", "T", "tr", "block", "stack", "beside", "entry", "row", "col", "vec", "diag", "at", "sum",
    "sum_unequal",
})
_POLYNOMIAL = _LINEAR | {"*", "inner", "kron", "det"}
_ANALYTIC = frozenset({"exp", "log", "exp_each", "masked_softmax"})
_LENGTHS = frozenset({"abs", "norm_2", "norm_F"})
"""Roots of sums of squares: their even powers are polynomials."""
_CONVEX = _LENGTHS | {"relu", "norm_op", "nuclear"}
"""Convex functions of their argument, kinks included."""
_FLAT = frozenset({"parameter", "symmetric"})
_CONVEX_SETS = _FLAT | {"positive", "nonnegative", "psd", "posdef"}


def is_positive(value: Term) -> bool:
    """By the structure of the term and the traits of its symbols: a number > 0, a positive definite matrix.

    >>> from ..statement.terms import scalar
    >>> a, p = scalar("a"), scalar("p", "positive")
    >>> is_positive(p + a**2), is_positive(a)
    (True, False)
    """
    signs = SignAlgebra([], lambda a, b: a == b)
    return max(signs.sign(value), signs.definite(value)) is Sign.POSITIVE


def rough_part(
    node: Term, moving: Collection[Sym], positive: Positive = is_positive, *, poles: bool = False, analytic: bool = True
) -> Term | None:
    """A part of ``node`` that is not known to be twice continuously differentiable in ``moving``; None if all are.

    ``poles``: quotients count as well, as where they have a value they are.  Not ``analytic``: polynomials alone count.
    """
    moves = frozenset(moving)

    def first(nodes: Iterable[Term], names: frozenset[Sym] = moves) -> Term | None:
        found = (rough_part(x, names, positive, poles=poles, analytic=analytic) for x in nodes)
        return next((part for part in found if part is not None), None)

    if isinstance(node, Abbrev):
        return first((node.body,))
    if not isinstance(node, Op) or not free_symbols(node) & moves:
        return None
    match node:
        case Op(head="^", args=(base, Num(value=power))) if _is_even(power) and (measured := _under_length(base)):
            return first(measured)
        case Op(head="^", args=(base, Num(value=power))) if power.denominator == 1 and power >= 0:
            return first((base,))
        case Op(head="^", args=(base, Num(value=power))) if analytic and (
            (poles and power.denominator == 1) or positive(base)
        ):
            return first((base,))
        case Op(head="sqrt", args=(base,)) if analytic and positive(base):
            return first((base,))
        case Op(head="/", args=(above, below)) if not free_symbols(below) & moves:
            return first((above,))
        case Op(head="/", args=(above, below)) if analytic and (poles or positive(below)):
            return first((above, below))
        case Op(head="where", args=(body, *flat)):
            bound = frozenset(s for s in flat[::2] if isinstance(s, Sym))
            inside = first((body,), moves | bound)
            return inside if inside is not None else first(flat[1::2])
        case Op(head="expect", args=(body,)):
            # A mean of a polynomial is a polynomial; of other functions the derivatives need not pass into the mean.
            return rough_part(body, moves, positive, analytic=False)
        case Op(head=head) if head in _POLYNOMIAL or (analytic and head in _ANALYTIC):
            return first(node.args)
    return node


def without_convex_parts(f: Term, moving: Collection[Sym], nonnegative: Callable[[Term], bool]) -> Iterator[Term]:
    """The summands of ``f`` less those that are certainly convex: |g|, relu(g), a norm of g, g affine in ``moving``,
    times numbers that are not negative."""
    f = _opened(f)
    if isinstance(f, Op) and f.head == "+":
        for part in f.args:
            yield from without_convex_parts(part, moving, nonnegative)
    elif isinstance(f, Op) and f.head == "-":
        yield from without_convex_parts(f.args[0], moving, nonnegative)
        yield -f.args[1]
    elif not _is_convex_part(f, frozenset(moving), nonnegative):
        yield f


def is_flat(variable: Sym) -> bool:
    """Whether the symbol takes all values of a linear space, so that every direction leads from every point."""
    return variable.traits <= _FLAT


def has_convex_domain(variable: Sym) -> bool:
    """Whether the values that the symbol takes are a convex set: all, the positive ones, the semi-definite ones."""
    return variable.traits <= _CONVEX_SETS


def direction(variable: Sym) -> Sym:
    """A free direction in the linear space that the values of the symbol span."""
    symmetric = variable.traits & {"symmetric", "psd", "posdef"}
    traits = frozenset({"symmetric"} if symmetric else ())
    return MadeSym(f"direction of {variable.name}", variable.shape, traits)


def _is_convex_part(node: Term, moving: frozenset[Sym], nonnegative: Callable[[Term], bool]) -> bool:
    node = _opened(node)
    match node:
        case Op(head="*", args=(a, b)):
            pairs = ((a, b), (b, a))
            return any(
                not free_symbols(c) & moving and nonnegative(c) and _is_convex_part(g, moving, nonnegative)
                for c, g in pairs
            )
        case Op(head=head, args=(argument,)) if head in _CONVEX:
            return _is_affine(argument, moving)
    return False


def _is_affine(node: Term, moving: frozenset[Sym]) -> bool:
    """Whether the term is affine in what moves, read off the tree."""
    node = _opened(node)
    if isinstance(node, Sym) or not free_symbols(node) & moving:
        return True
    match node:
        case Op(head="*" | "inner" | "kron", args=args):
            return sum(bool(free_symbols(a) & moving) for a in args) == 1 and all(_is_affine(a, moving) for a in args)
        case Op(head="/", args=(above, below)):
            return not free_symbols(below) & moving and _is_affine(above, moving)
        case Op(head=head, args=args) if head in _LINEAR:
            return all(_is_affine(a, moving) for a in args)
    return False


def _is_even(power: Fraction) -> bool:
    return power >= 0 and power % 2 == 0


def _under_length(base: Term) -> tuple[Term, ...]:
    """What the length is of, where the base is one."""
    base = _opened(base)
    return base.args if isinstance(base, Op) and base.head in _LENGTHS else ()


def _opened(node: Term) -> Term:
    while isinstance(node, Abbrev):
        node = node.body
    return node
