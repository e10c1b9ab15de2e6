r"""Differentiability read off the structure of a term: what is composed of continuously differentiable functions.

Sums, products and entries; quotients by what does not vary; exponentials; activations with the trait ``smooth``, which
are continuously differentiable in both arguments; sequences over layers, whose steps are, by induction.

Means over Gaussian vectors and random rotations of such a function, where it grows no faster than a polynomial: its
derivatives are made of the same parts and grow no faster either, locally uniformly in what moves (a softmax weight is
bounded, and so are a continuous function and its derivatives where its arguments are), so that they pass into the mean.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...algebras.growth.classes import Growth, growth_of
from ...statement.fold import Lacks
from ...statement.laws import has_known_law
from ...statement.props import Prop
from ...statement.terms import Abbrev, Num, Op, Sym, Term, free_symbols
from .engine import Engine, Finding

_ARITHMETIC = frozenset({
    "+", "-", "neg", "*", "T", "tr", "inner", "block", "stack", "beside", "entry", "row", "col", "vec", "kron", "diag",
    "at", "exp", "exp_each", "masked_softmax",
})


def differentiable(prop: Prop, engine: Engine) -> Finding:
    """Whether the body is composed of what is continuously differentiable in the variables jointly, for every size.

    Raises :class:`Lacks` where it contains anything else: that says nothing.
    """
    body, *variables = prop.args
    if engine.name != "words" or not isinstance(body, Term):
        raise Lacks(f"{engine.name} decides identities; '{prop.head}' does not reduce to them")
    found = rough_part(body, frozenset(v for v in variables if isinstance(v, Sym)))
    if found is not None:
        head = found.head if isinstance(found, Op) else "a symbol"
        raise Lacks(f"words does not know whether {head} is differentiable here")
    return Finding(True, "composed of continuously differentiable functions")


def rough_part(node: Term, moving: frozenset[Sym]) -> Term | None:
    """A part that moves with the symbols and is not known to be continuously differentiable in them."""
    if isinstance(node, Abbrev):
        return rough_part(node.body, moving)
    if not isinstance(node, Op) or not free_symbols(node) & moving:
        return None
    match node:
        case Op(head="^", args=(base, Num(e))) if e.denominator == 1 and e >= 0:
            return rough_part(base, moving)
        case Op(head="/", args=(above, below)) if not free_symbols(below) & moving:
            return rough_part(above, moving)
        case Op(head="activated", args=(Sym() as h, *arguments)) if h.has("smooth"):
            return _first(arguments, moving)
        case Op(head="sequence", args=(Sym() as F, Sym() as layer, start, step, upto)) if not (
            free_symbols(upto) & moving
        ):
            found = rough_part(start, moving)
            return found if found is not None else rough_part(step, (moving - {layer}) | {F})
        case Op(head="product_up" | "product_down", args=(Sym() as layer, last, body)) if not (
            free_symbols(last) & moving
        ):
            return rough_part(body, moving - {layer})
        case Op(head="expect", args=(body,)) if has_known_law(node) and _is_tame(body):
            return rough_part(body, moving)
        case Op(head=head, args=arguments) if head in _ARITHMETIC:
            return _first(arguments, moving)
    return node


def _is_tame(body: Term) -> bool:
    """Whether it grows no faster than a polynomial in what is random in it."""
    try:
        return growth_of(body) <= Growth.POLYNOMIAL
    except Lacks:
        return False


def _first(nodes: Iterable[Term], moving: frozenset[Sym]) -> Term | None:
    return next((found for node in nodes if (found := rough_part(node, moving)) is not None), None)
