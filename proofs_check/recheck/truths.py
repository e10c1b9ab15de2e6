"""Whether a proposition holds at a point, by the second evaluator: True, False, or None where it cannot tell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ..statement.binding import free_symbols
from ..statement.props import Prop, nodes_in
from ..statement.terms import Op, Sym, Term
from . import calculus, existence, limits, means, surely
from . import matrices as m
from .matrices import Matrix, number, scalar
from .numbers import Unread, sign, subtract
from .terms import At, value

ORDER = {"le": (-1, 0), "lt": (-1,), "ge": (0, 1), "gt": (1,)}
"""The signs of the difference of the sides that a comparison admits."""


MOST_LAYERS = 16


def holds(prop: Prop, at: At) -> bool | None:
    """Whether it does, for every value of its free indices; raises :class:`Unread`, or where a term has no value."""
    answers = [_at_indices(prop, there) for there in indexed(prop, at)]
    return False if False in answers else None if None in answers else True


def indexed(prop: Prop, at: At) -> Iterator[At]:
    """The point with each value of the free indices."""
    found = frozenset[Sym]().union(*(free_symbols(t) for t in nodes_in(prop)))
    indices = sorted((s for s in found if s.has("index") and s not in at.bound and _is_free(prop, s)),
                     key=lambda s: s.name)  # fmt: skip
    ranges = [range(1, _upper(s, at) + 1) for s in indices]
    for values in product(*ranges):
        yield at.binding(dict(zip(indices, map(scalar, values), strict=True)))


def _is_free(prop: Prop, sym: Sym) -> bool:
    terms = [arg for arg in prop.args if isinstance(arg, Term)]
    props = [arg for arg in prop.args if isinstance(arg, Prop)]
    return any(sym in free_symbols(t) for t in terms) or any(_is_free(p, sym) for p in props)


def _upper(sym: Sym, at: At) -> int:
    reach = next((t.removeprefix("range:") for t in sym.traits if t.startswith("range:")), None)
    if reach is None:
        raise Unread(f"the range of {sym.name}")
    return int(reach) if reach.isdigit() else at.size(reach)


def _at_indices(prop: Prop, at: At) -> bool | None:
    props = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "and":
        return _all(props, at)
    if prop.head == "for_all":
        return _for_all(prop, props[0], at)
    if prop.head in _OF_FLOWS:
        return _along(prop, at)
    if prop.head in _OF_FUNCTIONS:
        return _of_function(prop, at)
    if prop.head == "implies":
        left = holds(props[0], at)
        if left is False:
            return True
        right = _at_indices(props[1], at)
        return True if right else None if left is None else right
    if prop.head == "iff":
        left, right = holds(props[0], at), holds(props[1], at)
        return None if left is None or right is None else left is right
    if prop.head == "tends":
        body, limit, n = prop.args
        assert isinstance(body, Term)
        assert isinstance(limit, Term)
        assert isinstance(n, Sym)
        return limits.tends(value, body, limit, n, at)
    if prop.head == "almost_surely":
        return not (_fails_at_one(props[0], at) or surely.fails(props[0], value, at))
    if prop.head == "same_law":
        one, other = (arg for arg in prop.args if isinstance(arg, Term))
        return not means.second_moments_differ(one, other, at)
    if prop.head == "differentiable":
        return not calculus.has_a_kink(value, prop, at)
    if prop.head == "exists":
        return not existence.exists_nothing(prop, value, at)
    if prop.head == "minimisers_satisfy":
        return _at_a_minimiser(prop, at)
    sides = [value(arg, at) for arg in prop.args if isinstance(arg, Term)] if prop.head in _OF_VALUES else []
    if prop.head in {"eq", "ne"}:
        same = _equal(*sides)
        return same if prop.head == "eq" or same is None else not same
    if prop.head in ORDER:
        gap = sign(subtract(number(sides[0]), number(sides[1])))
        return None if gap is None else gap in ORDER[prop.head]
    if prop.head in _COUNTED:
        found = subtract(scalar(surely.signature(sides[0])[2])[0][0], number(sides[1]))
        return sign(found) in ({0, 1} if prop.head == "negative_eigenvalues_at_least" else {0})
    if prop.head in {"psd", "posdef"}:
        return m.definite(sides[0], prop.head == "posdef")
    if prop.head == "commute":
        return _equal(m.times(*sides), m.times(*reversed(sides)))
    raise Unread(prop.head)


_COUNTED = frozenset({"negative_eigenvalues_at_least", "negative_eigenvalues_equal"})
_OF_VALUES = frozenset({"eq", "ne", "psd", "posdef", "commute", *_COUNTED, *ORDER})


def _all(props: list[Prop], at: At) -> bool | None:
    """Whether all hold: false where one is, though another is not read."""
    answers: list[bool | None] = []
    unread: Unread | None = None
    for p in props:
        try:
            answers.append(_at_indices(p, at))
        except Unread as error:
            unread = error
    if False in answers:
        return False
    if unread is not None:
        raise unread
    return None if None in answers else True


def _fails_at_one(body: Prop, at: At) -> bool:
    """Whether it is false at the outcome, which has a positive probability."""
    return surely.is_likely(body, value, at) and _at_indices(body, at) is False


def _for_all(prop: Prop, body: Prop, at: At) -> bool | None:
    """For indices at all of them; otherwise false where the body is at the value that the point gives, or at one of
    the first layers."""
    sym = prop.args[0]
    if isinstance(sym, Sym) and sym.has("index"):
        answers = [_at_indices(body, at.binding({sym: scalar(k)})) for k in range(1, _upper(sym, at) + 1)]
        return False if False in answers else None if None in answers else True
    if isinstance(sym, Sym) and sym.has("layer"):
        return _at_first_layers(sym, body, at)
    if _at_indices(body, at) is False:
        return False
    raise Unread("what holds for every value of a symbol")


def _at_first_layers(layer: Sym, body: Prop, at: At) -> bool:
    """False where the body is at a layer, up to the first that the point tells nothing of."""
    for k in range(MOST_LAYERS + 1):
        if _at_indices(body, at.binding({layer: scalar(k)})) is False:
            return False
    raise Unread("what holds for every layer")


def _at_a_minimiser(prop: Prop, at: At) -> bool:
    """False where the point is a minimiser of which the body is false."""
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    symbols = [sym for sym in variables if isinstance(sym, Sym)]
    if existence.is_minimiser(f, symbols, at.claim, value, at) and holds(body, at) is False:
        return False
    raise Unread("what holds at every minimiser")


def _along(prop: Prop, at: At) -> bool | None:
    """What a flow keeps or always has: false where it changes, or fails at time 0."""
    if at.model is None:
        raise Unread("the flow of a loss that is not given as a term")
    start = calculus.at_start(value, at)
    if prop.head == "conserved":
        (body,) = prop.args
        assert isinstance(body, Term)
        rate = calculus.rate(value, Op("ddt", (body,)), start)
        return _equal(rate, m.zeros(*m.shape(rate)))
    (inner,) = prop.args
    assert isinstance(inner, Prop)
    if holds(inner, start) is False:
        return False
    raise Unread("what holds at later times")


def _of_function(prop: Prop, at: At) -> bool:
    """False where a derivative shows it: of the first order, or for convexity of the second."""
    f, *rest = (arg for arg in prop.args if isinstance(arg, Term))
    if prop.head == "nonconvex":
        false = calculus.is_convex(value, f, rest, at)
    elif prop.head == "convex":
        false = calculus.curves_down(value, f, rest, at)
    elif prop.head == "independent_of":
        false = calculus.depends(value, f, rest, at)
    else:
        false = not calculus.is_stationary(value, f, rest, at)
    if false:
        return False
    raise Unread(f"{prop.head} of what derivatives at the point do not rule out")


_OF_FLOWS = frozenset({"conserved", "always"})
_OF_FUNCTIONS = frozenset({"convex", "nonconvex", "independent_of", "global_minimum", "local_minimum", "saddle"})


def _equal(a: Matrix, b: Matrix) -> bool | None:
    if m.shape(a) != m.shape(b):
        raise Unread("sides of different shapes")
    gaps = [sign(subtract(x, y)) for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True)]
    return False if any(g not in (0, None) for g in gaps) else None if None in gaps else True


def has_traits(sym: Sym, A: Matrix) -> bool | None:
    """Whether the value of a symbol is of the kind that its traits say."""
    asked: list[bool | None] = []
    if sym.has("symmetric"):
        asked.append(m.is_symmetric(A))
    if sym.has("posdef") or sym.has("psd"):
        asked.append(m.definite(A, sym.has("posdef")))
    if sym.has("invertible"):
        found = sign(m.determinant(A))
        asked.append(None if found is None else found != 0)
    if sym.has("diagonal"):
        rows = enumerate(A)
        asked.append(_equal(A, tuple(tuple(x if i == j else Fraction(0) for j, x in enumerate(a)) for i, a in rows)))
    if sym.has("integer"):
        whole = number(A)
        asked.append(whole.denominator == 1 if isinstance(whole, Fraction) else None)
    if sym.has("orthogonal") or sym.has("haar"):
        asked.append(_equal(m.times(A, m.transpose(A)), m.identity(len(A))))
    for trait, signs in {"positive": (1,), "nonnegative": (0, 1)}.items():
        if sym.has(trait):
            asked += [None if found is None else found in signs for found in (sign(x) for row in A for x in row)]
    if sym.has("nonzero"):
        signs_met = {sign(x) for row in A for x in row}
        asked.append(True if signs_met & {-1, 1} else None if None in signs_met else False)
    return False if False in asked else None if None in asked else True
