"""When a term has a value, as propositions; what a trait promises; which symbols and shapes there can be.  Trusted.

What a head asks of its arguments stands in :mod:`proofs_check.statement.domains`.  Where nothing says so, it is
``has_value(term)``, which no rule shows: a head that is not known proves nothing.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ..errors import UserError
from ..statement.dimensions import size, size_of_term
from ..statement.domains import Kind, asked, asked_of
from ..statement.fold import Lacks
from ..statement.heads.binding import Over
from ..statement.props import Prop, almost_surely, eq, for_all, implies, le, lt, ne, nodes_in
from ..statement.shape import shape_of
from ..statement.sizes import check_sizes
from ..statement.terms import Abbrev, Op, Sym, Term, det, term, zeros
from .binding import (
    BINDERS,
    Bound,
    Group,
    Node,
    Refused,
    free,
    fresh,
    is_variable,
    key,
    moves,
    put,
    scopes,
    speaks,
    touches,
)


def has_value(node: Term) -> Prop:
    return Prop("has_value", (node,))


PROMISES: Mapping[str, Callable[[Term], Prop | None]] = {
    "positive": lambda v: lt(0, v), "nonnegative": lambda v: le(0, v), "nonzero": lambda v: ne(v, 0),
    "psd": lambda v: Prop("psd", (v,)), "posdef": lambda v: Prop("posdef", (v,)), "symmetric": lambda v: eq(v.T, v),
    "integer": lambda v: Prop("integer", (v,)), "parameter": lambda v: None, "random": lambda v: None,
    "layer": lambda v: None,
}
"""What a trait of a bound symbol asks of a value; for other traits no value is put in but a symbol that has them."""


def promised(x: Sym, value: Term) -> list[Prop]:
    """What must be shown of a value that is put in for ``x``."""
    if not _one_shape(x, value):
        raise Refused(x.name, " has another shape than what is put in")
    if isinstance(value, Sym) and x.traits <= value.traits:
        return []
    if not x.traits <= PROMISES.keys():
        raise Refused("nothing can be put in for ", x.name)
    if shape_of(x) != (1, 1) and x.traits & {"positive", "nonnegative", "nonzero", "integer"}:
        raise Refused("nothing can be put in for the matrix ", x.name)
    return [p for trait in sorted(x.traits) if (p := PROMISES[trait](value)) is not None]


def _one_shape(x: Sym, value: Term) -> bool:
    found = shape_of(value)
    return found is not None and all(size(m) == size(n) for m, n in zip(x.shape, found, strict=True))


def follows(A: Term, B: Term) -> bool:
    """Whether B has as many rows as A has columns: their product is then one of matrices, not of a number with one."""
    left, right = shape_of(A), shape_of(B)
    return left is not None and right is not None and size(left[1]) == size(right[0])


# What can be spoken of -------------------------------------------------------------------------------------

_CONSTANT = {"zero": frozenset({"zero", "symmetric", "psd"}),
             "identity": frozenset({"identity", "symmetric", "psd", "posdef"}),
             "mask": frozenset({"mask", "symmetric", "psd", "diagonal"})}
_SQUARE = frozenset({"identity", "symmetric", "psd", "posdef", "orthogonal", "invertible", "diagonal", "mask"})
_SIGNED = frozenset({"positive", "nonnegative", "nonzero", "psd", "posdef", "symmetric", "orthogonal", "invertible",
                     "integer", "diagonal"})
_THIN = _SQUARE - {"invertible"} | {"haar", "integer", "index", "layer"}
_DRAWN, _OF_LAWS = frozenset({"random", "iid"}), frozenset({"noise", "haar", "derived", "prompt", "continuous_entries"})


@lru_cache(maxsize=1 << 14)
def check(prop: Prop) -> None:
    """Raise :class:`Refused` unless all shapes fit and there is a value for each symbol, whatever the sizes are.

    A symbol that can have no value would make everything true: an index up to d - 1, a zero that is positive.
    """
    try:
        check_sizes(_in_language(prop), lambda x: str(getattr(x, "name", getattr(x, "head", "a term"))))
    except (UserError, Lacks, TypeError, ValueError) as why:
        raise Refused("shapes do not fit: ", why) from why
    for s in {node.sym if isinstance(node, Abbrev) else node for node in nodes_in(prop)}:
        if isinstance(s, Sym):
            _can_be(s)


@lru_cache(maxsize=1 << 12)
def one_of_each_name(symbols: frozenset[Sym]) -> None:
    """A symbol is its name, shape and traits; sizes and laws name it, so that a derivation has one of each name."""
    known = {s.name: s for s in symbols}
    if len(known) < len(symbols):
        raise Refused("two symbols are called ", *(s.name for s in symbols if known[s.name] != s))
    if "I" in known and not known["I"].has("identity") and any(s.has("cov:I") for s in symbols):
        raise Refused("the covariance I is the identity")
    ranges = (t.removeprefix("range:") for s in symbols for t in s.traits if t.startswith("range:"))
    for told in map(size, {*ranges, *(n for s in symbols for n in s.shape)}):
        least = "nonnegative" if () in dict(told.terms) else "positive"
        for s in (known[name] for names, _ in told.terms for name in names if name in known):
            if s.shape == (1, 1) and s.traits - {"layer"} not in ({"integer", "positive"}, {"integer", least}):
                raise Refused("a size is an integer: ", s.name)


_AS = {"attained": "nonconvex", "smooth": "differentiable", "smooth_along": "conserved"}
_OF_VALUES = frozenset({"integer", "has_value", "as_named", "here", "trains"})


def _in_language(prop: Prop) -> Prop:
    """With propositions of the language, of the same shapes, for the conditions that no claim states."""
    args = tuple(_in_language(arg) if isinstance(arg, Prop) else arg for arg in prop.args)
    if prop.head in _OF_VALUES:
        return Prop("eq", (args or (term(0),)) * 2)
    return Prop(_AS.get(prop.head, prop.head), args)


@lru_cache(maxsize=1 << 12)
def _can_be(s: Sym) -> None:
    ranges = [t.partition(":")[2] for t in s.traits if t.startswith("range:")]
    told = [size(dim) for dim in (*s.shape, *ranges)]
    if any(not n.terms or any(count < 1 for _, count in n.terms) for n in told) or len(ranges) > 1:
        raise Refused(s.name, " may have no value: a size in it may be 0")
    if s.traits & _SQUARE and told[0] != told[1]:
        raise Refused(s.name, " has traits of a square matrix")
    for constant, traits in _CONSTANT.items():
        if s.has(constant) and not s.traits <= traits:
            raise Refused(s.name, " has traits that exclude each other")
    if s.has("index") and not s.traits <= {"index", f"range:{ranges[0] if ranges else ''}", "integer", "positive"}:
        raise Refused(s.name, " has traits that exclude each other")
    own = s.has("law") or any(t.startswith("copy:") for t in s.traits)
    known = s.traits & _OF_LAWS or any(t.startswith(("cov:", "std:")) for t in s.traits)
    kept = {"orthogonal"} if s.has("haar") else set[str]()
    signed = s.traits & _DRAWN and s.traits & {"positive", "nonnegative", "nonzero", "invertible"} and not own
    if signed or (known and s.traits & _SIGNED - kept):
        raise Refused("the law of ", s.name, ", or the model, may exclude its traits")
    if (s.has("parameter") and s.traits & _SIGNED) or (s.name == "t" and s.traits - {"nonnegative"}):
        raise Refused("the flow of ", s.name, " may leave its traits")


# Domain conditions -----------------------------------------------------------------------------------------

@lru_cache(maxsize=1 << 15)
def domain(node: Node) -> tuple[Prop, ...]:
    """What must hold for every term in ``node`` to have a value."""
    return tuple({key(c): c for c in _domain(node)}.values())


def _domain(node: Node) -> list[Prop]:
    if isinstance(node, Abbrev):
        return list(domain(node.body))
    if not isinstance(node, (Op, Prop)):
        return []
    args = node.args
    if node.head in {"and", "implies"}:
        return _in_turn([p for p in args if isinstance(p, Prop)])
    if node.head == "where":
        pairs = zip(args[1::2], args[2::2], strict=True)
        values = {s: v for s, v in pairs if isinstance(s, Sym) and isinstance(v, Term)}
        if 2 * len(values) != len(args) - 1:
            return [has_value(_a_term(node))]
        kept = [c for s, v in values.items() for c in (*domain(v), *_promised(s, v, node))]
        return kept + [put(c, values) for c in domain(args[0])]
    if node.head == "sequence":
        return _of_a_sequence(node)
    found = list(_own(node))
    if node.head in {"finite", "infinite"}:
        return [c for c in found + list(domain(args[0])) if key(c) != key(Prop("finite", args))]
    for arg, (slot, bound) in zip(args, scopes(node), strict=True):
        if not slot:
            found += [_everywhere(c, bound, node) for c in domain(arg)]
    return found


def _in_turn(links: list[Prop]) -> list[Prop]:
    """What stands further on needs values where all before it hold."""
    found: list[Prop] = []
    for k, link in enumerate(links):
        known, before = {key(c) for c in found}, links[0] if k == 1 else Prop("and", tuple(links[:k]))
        found += [c if not k or key(c) in known else implies(before, c) for c in domain(link)]
    return found


def _of_a_sequence(node: Op | Prop) -> list[Prop]:
    """The start has a value, and the step at each layer below the last; what it asks of a member is not told."""
    F, k, start, step, last = node.args
    asked, unknown = domain(step), [has_value(_a_term(node))]
    if not isinstance(F, Sym) or not isinstance(k, Sym) or not isinstance(last, Term):
        return unknown
    if any(speaks(c, F) for c in asked):
        return unknown
    if asked and k.traits != {"layer", "integer", "nonnegative"}:
        return unknown
    other = fresh(k, free(last) | free(step))
    below = [for_all(other, implies(le(other + 1, last), put(c, {k: other}))) for c in asked]
    return [*domain(start), *domain(last), Prop("integer", (last,)), le(0, last), *below]


def _promised(s: Sym, v: Term, node: Node) -> list[Prop]:
    try:
        return promised(s, v)
    except Refused:
        return [has_value(_a_term(node))]


def _a_term(node: Node) -> Term:
    return node if isinstance(node, Term) else Op("of", tuple(a for a in node.args if isinstance(a, Term)))


def _everywhere(c: Prop, bound: Bound, node: Op | Prop) -> Prop:
    """The condition at every value that the head looks at."""
    if node.head in {"always", "at0", "limit", "smooth_along"}:
        return Prop("always", (c,)) if moves(c) else c
    for s in sorted((s for s in free(c) if touches(bound, s)), key=lambda s: s.name):
        if not is_variable(s) or node.head == "slope" or not ranges_over_its_traits(node, s):  # it looks near 0 alone
            return almost_surely(c) if bound == {Group.RANDOM} else has_value(_a_term(node))
        c = for_all(s, c)
    return c


def ranges_over_its_traits(node: Op | Prop, s: Sym) -> bool:
    """Whether a symbol that the head binds has below it only values that its traits allow."""
    row, args = BINDERS.get(node.head), node.args
    if row is None or s not in args:
        return row is not None and row.over is not Over.SOME
    if row.over is Over.INDICES:
        return node.head in {"sum", "sum_unequal", "least_over", "stack_over", "beside_over"} and runs_to(s, args[-2])
    if row.over is Over.LAYERS:
        return node.head != "sequence" and s.traits <= {"layer", "integer", "nonnegative"}
    return row.over in {Over.VALUES, Over.GROWTH} or (node.head == "slope" and not s.traits)


def runs_to(i: Node, last: Node) -> bool:
    """Whether an index runs from 1 to just this number."""
    told = i.traits if isinstance(i, Sym) and i.has("index") else ()
    ranges = [t.partition(":")[2] for t in told if t.startswith("range:")]
    return len(ranges) == 1 and isinstance(last, Term) and size_of_term(last) == size(ranges[0])


def _own(node: Op | Prop) -> list[Prop]:
    """The condition of the head itself."""
    if isinstance(node, Prop):
        told = [_said(kind, of) for kind, of in asked_of(node)]
        return told if node.head in BINDERS or not any(Group.ALL in b for _, b in scopes(node)) else [
            has_value(_a_term(node))]
    match node.head:
        case "ddt":
            return [Prop("smooth_along", node.args)]
        case "grad" | "curvature" if any(
                not (isinstance(x, Sym) and is_variable(x)) or x.traits & _THIN for x in node.args[1::2]):
            return [has_value(node)]  # not every step leads to another value
        case "grad":
            return [Prop("differentiable", node.args)]
        case "curvature":
            return [Prop("smooth", (node.args[0], *node.args[1::2]))]
        case "jacobian" | "least_unequal" | "slope" | "slope_right" | "slope_left":
            return [has_value(node)]
        case "per_prompt":
            drawn = frozenset({Group.RANDOM})
            asks = any(touches(drawn, s) for c in domain(node.args[-1]) for s in free(c))
            return [has_value(node)] if asks else []
    if any(Group.ALL in bound for _, bound in scopes(node)):
        return [has_value(node)]
    return [_said(kind, of) for kind, of in asked(node)]


def _said(kind: Kind, of: Term) -> Prop:
    """What is asked of a term, as a proposition."""
    found = shape_of(of)
    number, zero = found == (1, 1), 0
    match kind:
        case Kind.NONZERO if found is not None:
            return ne(of, zero if number else zeros(*found))
        case Kind.INVERTIBLE if found is not None:
            return ne(of if number else det(of), zero)
        case Kind.NONNEGATIVE if found is not None:
            return le(zero, of) if number else Prop("psd", (of,))
        case Kind.POSITIVE if found is not None:
            return lt(zero, of) if number else Prop("posdef", (of,))
        case Kind.IN_RANGE if number:
            return le(zero, of)
        case Kind.SYMMETRIC:
            return eq(of.T, of)
        case Kind.FINITE if isinstance(of, Op) and of.head == "expect":
            return Prop("finite", (of,))
        case Kind.ATTAINED if isinstance(of, Op):
            return Prop("attained", of.args)
    return has_value(of)

