"""A point at which contexts, labels and unspecified functions vanish: hypotheses on their laws are often met there.

It is one point of those that a claim quantifies over, at every size: a law may be concentrated on 0, an activation or
a kernel may be 0.  Equations hold where both sides are products with a factor 0, sums of such, their means and
derivatives; what is constant is differentiable; two variables that are 0 have the same law.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...statement.props import Prop, conjuncts, subterms, terms_in
from ...statement.terms import Abbrev, Num, Op, Sym, Term, symbols

_FUNCTIONS = frozenset({"activation", "kernel"})
_NOT_ZERO = frozenset({
    "positive", "nonzero", "posdef", "invertible", "orthogonal", "haar", "identity", "integer", "index", "mask", "law",
    "derived", "prompt", "measured",
})  # fmt: skip
_LINEAR = frozenset({"neg", "T", "tr", "expect", "expect_given", "entry", "row", "col", "vec", "diag", "at"})
_JOINED = frozenset({"+", "-", "stack", "beside", "block"})
_COUNTS = frozenset({"integer", "layer"})

Zero = frozenset[Sym]


def vanishing_point(given: Iterable[Prop]) -> str | None:
    """The point in words, if all hypotheses are seen to hold there."""
    links = tuple(conjuncts(*given))
    met = {s for link in links for _, t in subterms(link) for s in symbols(t)}
    zero: Zero = frozenset(s for s in met if s.has("context") or s.traits & _FUNCTIONS)
    if not zero:
        return None
    bound = frozenset(b for link in links for b in _bound(link))
    while (more := next(iter(_forced(links, zero, bound)), None)) is not None:
        zero |= {more}
    if not all(_holds(link, zero) for link in links):
        return None
    counts = sorted({s.name for link in links if link.head in {"le", "ge"} for s in _counted(link)})
    said = [f"{s.name} = 0" for s in sorted(zero, key=lambda s: s.name)]
    return ", ".join(said + [f"{name} = 0" for name in counts]) + " always, whatever the sizes"


def _bound(prop: Prop) -> Iterator[Sym]:
    for arg in prop.args:
        if isinstance(arg, Prop):
            yield from _bound(arg)
    if prop.head == "for_all" and isinstance(prop.args[0], Sym):
        yield prop.args[0]


def _forced(links: Iterable[Prop], zero: Zero, bound: Zero) -> Iterator[Sym]:
    """The free symbols that are 0 where an equation is to hold whose other side is."""
    for link in links:
        inner, here = _under(link, zero)
        if inner.head != "eq" or _holds(inner, here):
            continue
        for one, other in (inner.args, inner.args[::-1]):
            if isinstance(one, Term) and isinstance(other, Term) and is_zero(other, here):
                yield from (s for s in sorted(symbols(one), key=lambda s: s.name)
                            if not s.traits & _NOT_ZERO and s not in bound | zero and is_zero(one, here | {s}))


def _under(prop: Prop, zero: Zero) -> tuple[Prop, Zero]:
    """What is said for all values of some symbols, of which nothing is known."""
    while prop.head == "for_all" and isinstance(prop.args[1], Prop) and isinstance(prop.args[0], Sym):
        zero -= {prop.args[0]}
        prop = prop.args[1]
    return prop, zero


def _holds(prop: Prop, zero: Zero) -> bool:
    prop, zero = _under(prop, zero)
    terms = terms_in(prop)
    match prop.head:
        case "eq" | "same_law":
            return terms[0] == terms[1] or all(is_zero(t, zero) for t in terms)
        case "differentiable":
            return is_zero(terms[0], zero.difference(*map(symbols, terms[1:])))
        case "le" | "ge":
            return all(isinstance(t, Sym) and bool(t.traits & _COUNTS) and t.has("nonnegative") for t in terms)
        case "finite":
            return is_zero(terms[0], zero)
        case "and":
            return all(_holds(arg, zero) for arg in prop.args if isinstance(arg, Prop))
    return False


def _counted(link: Prop) -> list[Sym]:
    return [arg for arg in link.args if isinstance(arg, Sym)]


def is_zero(node: Term, zero: Zero) -> bool:
    """Whether the term is 0 at the point, whatever the other symbols are.

    >>> from ...statement.terms import expect, matrix, tr
    >>> A, B = matrix("A"), matrix("B")
    >>> is_zero(expect(tr(A * B.T)), frozenset({B})), is_zero(A + B, frozenset({B}))
    (True, False)
    """
    match node:
        case Num(value):
            return value == 0
        case Sym():
            return node in zero or node.has("zero")
        case Abbrev(body=body):
            return is_zero(body, zero)
        case Op(head="*" | "inner", args=args):
            return any(is_zero(a, zero) for a in args)
        case Op(head="/", args=(a, _)):
            return is_zero(a, zero)
        case Op(head="^", args=(a, Num(value=k))):
            return k > 0 and is_zero(a, zero)
        case Op(head="activated" | "gram" | "kernel_value", args=(h, *_)):
            return h in zero
        case Op(head="sequence", args=(Sym() as F, _, start, step, _)):
            return is_zero(start, zero) and is_zero(step, zero | {F})
        case Op(head="sum" | "sum_unequal" | "slope" | "slope_right" | "slope_left", args=(*bound, body)):
            return is_zero(body, zero - {s for s in bound if isinstance(s, Sym)})
        case Op(head="stack_over" | "beside_over", args=(_, _, body)):
            return is_zero(body, zero)
        case Op(head="where", args=(body, *flat)):
            return is_zero(body, zero - {s for s in flat[::2] if isinstance(s, Sym)})
        case Op(head="grad", args=(f, X)):
            return is_zero(f, zero - symbols(X))
        case Op(head=head, args=args) if head in _JOINED:
            return all(is_zero(a, zero) for a in args)
        case Op(head=head, args=(a, *_)) if head in _LINEAR:
            return is_zero(a, zero)
    return False
