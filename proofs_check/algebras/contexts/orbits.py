r"""Limits in the number of layers at one exact place: ``tends(body, value, l)``.

Where every recursion in the body is affine with coefficients that are the same in every layer, the body satisfies a
linear recurrence whose order is at most the number of entries that move and one: its limit is decided exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.contexts import constant_of
from symbolic.contexts.recurrences import tends_to_zero
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.terms import Abbrev, Op, Sym, Term, free_symbols, substitute, term
from .reader import Reader

LINEAR = frozenset({"+", "-", "neg", "T", "tr", "entry", "row", "col", "stack", "beside", "block", "sum"})
"""Heads that are linear in what they are made of; what they count with does not move."""
MOST = 12
"""Entries that move."""


def tends(prop: Prop, reader: Reader) -> bool | None:
    """Whether the body tends to the value there; raises Lacks where it is no affine recursion over layers."""
    body, value, l = terms_in(prop)  # noqa: E741 - the paper's letter
    if not isinstance(l, Sym) or not l.has("layer") or l in free_symbols(value):
        raise Lacks("entries lacks this limit: it is none in the number of layers")
    moving = set(_moving(body, l))
    order = 1 + sum(_entries(node, reader) for node in moving)
    if order > MOST:
        raise Lacks(f"entries lacks limits of recursions with {order} entries")
    terms = [reader.difference(reader(substitute(body, {l: term(k)})), reader(value)) for k in range(2 * order)]
    found = True
    for places in zip(*(A.entries() for A in terms), strict=True):
        numbers = [number for entry in places if (number := constant_of(entry)) is not None]
        if len(numbers) < len(places):
            return None
        try:
            found = found and tends_to_zero(numbers, order)
        except InputError as error:
            raise Lacks(f"entries lacks this limit: {error}") from error
    return found


def _entries(node: Op, reader: Reader) -> int:
    F = node.args[0]
    assert isinstance(F, Sym)
    rows, columns = reader.place.shape(F)
    return rows * columns


def _moving(node: Term, l: Sym, F: Sym | None = None) -> Iterator[Op]:  # noqa: E741 - the paper's letter
    """The recursions that ``node`` is affine in, up to the layer at which they are taken."""
    if _degree(node, l, F) > 1:
        raise Lacks("entries lacks limits of recursions that are not affine")
    for sub in _recursions(node, l):
        rule = Op("sequence", (*sub.args[:4], term(0)))
        yield rule
        inner, ell, _, step, _ = sub.args
        assert isinstance(inner, Sym)
        assert isinstance(ell, Sym)
        yield from _moving(step, ell, inner)


def _recursions(node: Term, l: Sym) -> Iterator[Op]:  # noqa: E741 - the paper's letter
    if isinstance(node, Abbrev):
        yield from _recursions(node.body, l)
    elif isinstance(node, Op) and _is_recursion(node, l):
        yield node
    elif isinstance(node, Op):
        for arg in node.args:
            yield from _recursions(arg, l)


def _is_recursion(node: Op, l: Sym) -> bool:  # noqa: E741 - the paper's letter
    """A recursion taken at the layer l, or at one a number of layers later."""
    if node.head != "sequence":
        return False
    return node.args[4] == l or (isinstance(node.args[4], Op) and node.args[4] == l + 1)


def _degree(node: Term, l: Sym, F: Sym | None) -> int:  # noqa: E741 - the paper's letter
    """The degree in what moves; raises Lacks where that is no polynomial with the same coefficients in every layer."""
    if isinstance(node, Abbrev):
        return _degree(node.body, l, F)
    if node == l:
        raise Lacks("entries lacks limits of recursions that change from layer to layer")
    if isinstance(node, Sym):
        return int(node == F)
    if not isinstance(node, Op):
        return 0
    if _is_recursion(node, l):
        if {l, F} & free_symbols(Op("sequence", (*node.args[:4], term(0)))):
            raise Lacks("entries lacks limits of recursions that start anew in each layer")
        return 1
    degrees = [_degree(arg, l, F) for arg in node.args]
    if not any(degrees):
        return 0
    if node.head == "*":
        return sum(degrees)
    if node.head == "/" and not degrees[1]:
        return degrees[0]
    if node.head in LINEAR:
        return max(degrees)
    raise Lacks(f"entries lacks limits of recursions through {node.head}")
