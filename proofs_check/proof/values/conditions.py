r"""The conditions under which the terms of a proposition have values, found by walking the tree as it is written.

Each :class:`Condition` says what is asked of which term, under which binders it stands (what holds of a bound symbol
outside says nothing inside) and which premises it may use: those of the implications around it, the links before it.
What is asked stands in the rows of :mod:`proofs_check.statement.heads`.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ...statement.binders import BINDERS, Over, below, names_of, places
from ...statement.binding import INDICES, OWN_LETTERS, substitute
from ...statement.dimensions import size_of_term
from ...statement.domains import ASKS_FOR_THE_FLOW, EXISTENCE, Kind, asked, asked_of, is_smoothed, kinks
from ...statement.premises import implication
from ...statement.props import Prop, conjuncts, nodes_in
from ...statement.terms import Abbrev, MadeSym, Op, Sym, Term, children, symbols, term
from ..logic import GROWING
from ..positivity import free_of, free_symbols, is_scalar
from ..traits import is_random
from .integrability import is_of_unknown_law


@dataclass(frozen=True)
class Start:
    """Where the flow starts, and the loss that it follows, where one is meant."""

    values: Mapping[Sym, Term]
    loss: Term | None = None


@dataclass(frozen=True)
class Condition:
    """``kind`` is asked of ``node``, for all values of the symbols in ``bound``."""

    kind: Kind
    node: Term
    bound: frozenset[Sym] = frozenset()
    premises: tuple[Prop, ...] = ()
    moving: bool = False
    """Whether it is asked at every time of the flow."""
    late: frozenset[Sym] = frozenset()
    """The integers that grow: it is asked where all of these are large."""
    almost: frozenset[Sym] = frozenset()
    """What is drawn, and held fixed or averaged: it is asked for almost every value of these."""
    kink: bool = False
    """Whether it is asked for the sake of a derivative."""
    gaussian: frozenset[Sym] = frozenset()
    """What the model draws from Gaussian laws that no trait declares."""

    @property
    def is_statable(self) -> bool:
        """Whether it is about what the statement leaves free: what is bound, moves or is drawn is to be proved."""
        if self.kind in EXISTENCE:
            return False
        free = symbols(self.node)
        if self.kind is Kind.IN_RANGE and not free:
            return False  # true or false for good
        if self.kind is Kind.FINITE:
            # Of a law that is not known it is said for all values of what is bound.
            return is_of_unknown_law(self.node, self.gaussian)
        if self.bound & free or (self.moving and any(s.traits & {"parameter", "derived"} for s in free)):
            return False
        return not is_random(self.node)

    def follows_from(self, other: Condition) -> bool:
        """Whether a condition that is known to be met, premises apart, asks the same of as many values at least."""
        free = symbols(self.node)
        narrower = (other.almost - self.almost) | (other.late - self.late)
        wider = self.bound & free <= other.bound and not narrower & free
        return self.kind is other.kind and self.node == other.node and wider


# Propositions --------------------------------------------------------------------------------------------

_VALUES_AT = {"global_minimum": 1, "local_minimum": 1, "saddle": 1}
"""A function, then symbols and values in turn."""
_OVER = {
    "independent_of": 1, "convex": 1, "nonconvex": 1, "differentiable": 1, "minimisers_satisfy": 2,
    "minimum_where": 2, "same_flow": 2, "always_along": 2,
}
"""How many arguments stand before the symbols that the proposition binds in them."""
_ALONG = frozenset({"always", "always_along", "conserved", "limit"})
_OF_ONE_POINT = frozenset({"differs", "depends_on"})
_ALMOST_SURELY = frozenset({"almost_surely", "probably", "same_law"})
ABOUT_THE_LAW = frozenset({"finite", "infinite", "iid_entries", "same_law", "almost_surely"})
"""What these say of what is drawn, they say of its law."""
_ASKS_NO_MOMENT = frozenset({"finite", "infinite"})


def conditions(
    prop: Prop, start: Mapping[Sym, Term] | None = None, loss: Term | None = None,
    gaussian: frozenset[Sym] = frozenset(),
) -> tuple[Condition, ...]:
    """All that is asked so that every term in ``prop`` has a value; ``start``: the parameters' values at time 0,
    ``loss``: what the flow follows, ``gaussian``: what is drawn from Gaussian laws by its role in the model."""
    # A mean given w is one for almost every w, and so is what is said of it.
    given = frozenset(
        s for node in nodes_in(prop) if isinstance(node, Op) and node.head == "expect_given"
        for s in node.args[1:] if isinstance(s, Sym)
    )
    found = _walk(prop, Start(dict(start or {}), loss))
    changed = (replace(c, almost=c.almost | given, gaussian=gaussian) for c in found)
    return tuple(dict.fromkeys(changed if given or gaussian else found))


def _walk(prop: Prop, start: Start) -> Iterator[Condition]:
    head, args = prop.head, prop.args
    yield from _at_start([Condition(kind, node) for kind, node in asked_of(prop)], start)
    if head in ASKS_FOR_THE_FLOW and start.loss is not None:
        yield Condition(Kind.FLOW, _from(start.loss, start.values))
    if head == "and":
        above: tuple[Prop, ...] = ()
        for link in args:
            yield from (_given(c, above) for c in _of(link, start))
            above += (link,) if isinstance(link, Prop) else ()
    elif parts := implication(prop):
        premise, conclusion = parts
        yield from _of(premise, start)
        yield from (_given(c, (premise,)) for c in _of(conclusion, start))
    elif head in {"for_all", "exists"}:
        inside = (_bound(c, args[:1]) for c in _of(args[1], start))
        # What exists is a value at which the body has one.
        yield from (c for c in inside if head == "for_all" or not c.bound & symbols(c.node) & set(args[:1]))
    elif head in _VALUES_AT:
        yield from (_bound(c, args[1::2]) for c in _of(args[0], start))
        for value in args[2::2]:
            yield from _of(value, start)
    elif head in GROWING:
        yield from (_late(c, args[2:]) for arg in args[:2] for c in _of(arg, start))
    elif head in _OF_ONE_POINT:
        # Whoever shows it shows a point at which both sides have values; means are not taken at one point.
        yield from (c for arg in args for c in _of(arg, start) if c.kind is Kind.FINITE)
    elif head in _ALMOST_SURELY:
        for arg in args:
            for c in _of(arg, start):
                yield replace(c, almost=c.almost | {s for s in symbols(c.node) if s.has("random")})
    elif head in _ASKS_NO_MOMENT:
        (mean,) = args
        assert isinstance(mean, Term)
        yield from (c for c in _in_term(mean, start) if not (c.kind is Kind.FINITE and not c.bound))
    else:
        count = _OVER.get(head, len(args))
        for arg in args[:count]:
            found = (_bound(c, args[count:]) for c in _of(arg, start))
            yield from (replace(c, moving=True) for c in found) if head in _ALONG else found


def _from(loss: Term, values: Mapping[Sym, Term]) -> Term:
    """The loss, with the start of its flow where this is said: ``L|[u = 0]``."""
    moving = sorted((s for s in symbols(loss) if s.has("parameter")), key=lambda s: s.name)
    if not moving or any(isinstance(values.get(p, MadeSym(f"{p.name}(0)")), MadeSym) for p in moving):
        return loss
    return Op("where", (loss, *(part for p in moving for part in (p, values[p]))))


def _of(node: Prop | Term, start: Start) -> Iterator[Condition]:
    return _walk(node, start) if isinstance(node, Prop) else iter(_in_term(node, start))


def _given(found: Condition, premises: tuple[Prop, ...]) -> Condition:
    """What a premise outside of a binder says of its symbols says nothing of these inside."""
    links = (link for p in premises for link in conjuncts(p))
    held = tuple(p for p in links if p.head in ABOUT_THE_LAW or free_of(p, found.bound))
    return replace(found, premises=held + found.premises)


def _bound(found: Condition, variables: Iterable[Prop | Term]) -> Condition:
    return replace(found, bound=found.bound | {v for v in variables if isinstance(v, Sym)})


def _late(found: Condition, variables: Iterable[Prop | Term]) -> Condition:
    return replace(found, late=found.late | {v for v in variables if isinstance(v, Sym)})


# Terms ---------------------------------------------------------------------------------------------------

def _in_term(node: Term, start: Start) -> tuple[Condition, ...]:
    return _at_start(_terms(node, start.loss), start)


def _at_start(found: Iterable[Condition], start: Start) -> tuple[Condition, ...]:
    return tuple(replace(c, node=_started(c.node, start)) for c in found)


def _started(node: Term, start: Start) -> Term:
    """``node`` with the values at time 0 put in where they are spoken of."""
    if not isinstance(node, Op):
        return node
    if node.head == "at0":
        moving = (s for s in symbols(node) if s.has("parameter"))
        return substitute(node.args[0], {s: start.values.get(s, _at_0(s)) for s in moving})
    if not any(isinstance(x, Op) and x.head == "at0" for x in _all(node)):
        return node
    return Op(node.head, tuple(_started(a, start) for a in node.args))


def _at_0(s: Sym) -> Sym:
    return MadeSym(f"{s.name}(0)", s.shape, s.traits - {"parameter"}, f"{s.tex or s.name}(0)")


@lru_cache(maxsize=1 << 15)
def _all(node: Term) -> frozenset[Term]:
    return frozenset({node}).union(*map(_all, children(node)))


@lru_cache(maxsize=1 << 15)
def _terms(node: Term, loss: Term | None = None) -> tuple[Condition, ...]:
    if isinstance(node, Abbrev):
        return _terms(node.body, loss)
    if not isinstance(node, Op):
        return ()
    found = [Condition(kind, of) for kind, of in asked(node)]
    head, args = node.head, node.args
    if head == "where":
        found += _where(node, _terms(args[0], loss), loss)
    elif head == "at0":
        found += [replace(c, node=Op("at0", (c.node,))) for c in _terms(args[0], loss)]
    elif head in {"slope", "slope_right", "slope_left"}:
        found += _at_zero(node, loss)
    else:
        moving = _moving(node)
        for child, bound in _below(node):
            inside = [_inside(_of_all_indices(c, node), head, bound) for c in _terms(child, loss)]
            found += [near for c in inside for near in _near(c, moving)]
        if moving:
            found += _kinks(args[0], moving, 2 if head == "curvature" else 1)
        if head == "curvature":
            found += [Condition(Kind.SYMMETRIC, v) for x, v in zip(args[1::2], args[2::2], strict=True)
                      if isinstance(x, Sym) and x.traits & {"symmetric", "psd", "posdef"}]
        if head == "ddt" and loss is not None:
            found += _kinks(loss, frozenset(s for s in symbols(loss) if s.has("parameter")), 1)
    return tuple(dict.fromkeys(found))


def _moving(node: Op) -> frozenset[Sym]:
    """The symbols in which the head takes a derivative."""
    match node:
        case Op(head="grad", args=(_, variable)):
            return symbols(variable)
        case Op(head="ddt", args=(body,)):
            return frozenset(s for s in symbols(body) if s.has("parameter"))
        case Op(head="curvature", args=(_, *pairs)):
            return frozenset(s for s in pairs[::2] if isinstance(s, Sym))
    return frozenset()


_NOT_OPEN = EXISTENCE | {Kind.FINITE, Kind.SYMMETRIC}
"""What may hold at a point and nowhere else: a derivative asks it near its point."""


def _near(found: Condition, moving: frozenset[Sym]) -> Iterator[Condition]:
    """What a derivative in what moves asks where its body asks this."""
    near = replace(found, bound=found.bound | moving)
    if not moving or found.kind not in _NOT_OPEN:
        yield found
    if moving and found.kind in _NOT_OPEN:
        yield near
    elif moving and found.kind in {Kind.POSITIVE, Kind.NONNEGATIVE} and not is_scalar(found.node):
        yield replace(near, kind=Kind.SYMMETRIC)


def _inside(found: Condition, head: str, bound: frozenset[Sym]) -> Condition:
    drawn = {s for s in symbols(found.node) if s.has("random")} if head in {"expect", "expect_given"} else set()
    return replace(found, bound=found.bound | bound, almost=found.almost | drawn)


def _below(node: Op) -> Iterator[tuple[Term, frozenset[Sym]]]:
    """The arguments, each with the symbols that the head binds in it."""
    head, args = node.head, node.args
    nothing: frozenset[Sym] = frozenset()
    if head in {"expect", "expect_given"}:
        yield args[0], frozenset(s for s in symbols(args[0]) if s.traits & {"random", "derived"}) - set(args[1:])
    elif head in LEAST:
        yield args[0], frozenset(s for s in args[1:] if isinstance(s, Sym))
    elif head == "per_prompt":
        drawn = frozenset(s for s in symbols(args[1]) if s.has("random"))
        yield args[1], drawn | frozenset(s for s in args[:1] if isinstance(s, Sym))
    elif head in OWN_LETTERS | INDICES:
        yield from ((arg, names) for arg, names in below(node) if isinstance(arg, Term))
    else:
        for arg in args:
            yield arg, nothing


def _of_all_indices(found: Condition, node: Op) -> Condition:
    """A place that is counted by an index is in range for all its values where it is for the first or the last one."""
    if found.kind is not Kind.IN_RANGE or node.head not in BINDERS or BINDERS[node.head].over is not Over.INDICES:
        return found
    last = node.args[places(node)[0].stop]
    ends = {i: at for i in names_of(node) if (at := _end(found.node, i, last)) is not None}
    return replace(found, node=substitute(found.node, ends)) if ends else found


def _end(gap: Term, i: Sym, last: Term) -> Term | None:
    """The value of the index at which the gap is smallest."""
    told = size_of_term(gap)
    if told is None or any(i.name in names and len(names) > 1 for names, _ in told.terms):
        return None
    slope = sum(count for names, count in told.terms if names == (i.name,))
    return last if slope < 0 else term(1) if slope else None


def _where(node: Op, inside: Iterable[Condition], loss: Term | None = None) -> Iterator[Condition]:
    """What the body asks is asked of the values put in, which need not have the traits of the symbols."""
    _, *flat = node.args
    values = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
    for value in values.values():
        yield from _terms(value, loss)
    for found in inside:
        put_in = {s: v for s, v in values.items() if s not in found.bound}
        if found.kind is Kind.IN_RANGE:
            # A size is known by its name.
            named = {s.name: v for s, v in put_in.items()}
            put_in = {s: named[s.name] for s in symbols(found.node) if s.name in named}
        yield replace(found, node=substitute(found.node, put_in))


def _at_zero(node: Op, loss: Term | None) -> Iterator[Condition]:
    """A derivative at t = 0 needs values of the body near 0: of what is not 0 at t = 0, this tells it."""
    t, body = node.args
    assert isinstance(t, Sym)
    asked_at_0 = [*_terms(body, loss), *(_kinks(body, frozenset({t}), 1) if node.head == "slope" else ())]
    for found in asked_at_0:
        if found.kind is Kind.NONNEGATIVE:
            yield replace(found, bound=found.bound | {t})
            continue
        for near in _near(found, frozenset({t})):
            yield near if t in near.bound else replace(near, node=substitute(near.node, {t: term(0)}))


LEAST = frozenset({"minimum", "infimum", "argmin"})
"""Heads that bind all their arguments but the first."""
_DERIVED = frozenset({"grad", "ddt", "slope", "slope_right", "slope_left"})


def is_smooth(node: Term, moving: frozenset[Sym]) -> tuple[Condition, ...]:
    """What makes ``node`` twice differentiable, for all values of the symbols that move."""
    return tuple(replace(c, bound=c.bound | moving) for c in (*_terms(node), *_kinks(node, moving, 2)))


@lru_cache(maxsize=1 << 13)
def _kinks(node: Term, moving: frozenset[Sym], times: int) -> tuple[Condition, ...]:
    """What makes ``node`` differentiable so many times in the symbols that move."""
    if isinstance(node, Abbrev):
        return _kinks(node.body, moving, times)
    if not isinstance(node, Op) or not free_symbols(node) & moving:
        return ()
    head, args = node.head, node.args
    if is_smoothed(node, times):
        base = args[0]
        assert isinstance(base, Op)
        return _kinks(base.args[0], moving, times)
    found = [Condition(kind, of, kink=True) for kind, of in kinks(node) if free_symbols(of) & moving]
    if head == "where":
        _, *flat = args
        pairs = [(s, v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)]
        moved = frozenset(s for s, v in pairs if symbols(v) & moving) | (moving - {s for s, _ in pairs})
        found += _where(node, _kinks(args[0], moved, times))
        for _, value in pairs:
            found += _kinks(value, moving, times)
    elif head == "at0":
        return ()
    else:
        for child, bound in _below(node):
            also = {F for F in args[:1] if isinstance(F, Sym)} if head == "sequence" else set()
            deeper = {"curvature": 2}.get(head, int(head in _DERIVED))
            inner = _kinks(child, (moving - bound) | (also & bound), times + deeper)
            found += [_inside(c, head, bound) for c in inner]
    return tuple(dict.fromkeys(found))

