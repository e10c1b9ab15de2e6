"""Exact points at which a proposition fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ... import logic
from ...model import Model
from ...proof.traits import is_random
from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.joined import reached
from ...statement.premises import premise_of, premises, said
from ...statement.props import Prop, conjuncts, says_of_every_value, subprops, subterms
from ...statement.terms import Num, Op, Sym, Term, nodes, symbols
from .extremes import minimisers_at
from .law_algebra import LawAlgebra
from .laws import base_name, covariance_of, deviation_of, needed_for
from .needs import LENGTHS, is_length
from .point_laws import described
from .points import points
from .semidefinite import LEAST
from .solve import meeting
from .space import Setting
from .support import are_possible
from .truth import At, can_fail, how_not_convex, read_at, shown, truth

TRIED = {"fast": 5, "full": 8}
"""Points that are looked at, by tier."""
TRIED_FOR_EXISTENCE = 2
"""Points at which a system of equations is examined for solutions: where it has some, that costs the more."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """Values by symbol name; the key '' says what is wrong there."""

    values: dict[str, Any]


def refutation(prop: Prop, setting: Setting, given: Sequence[Prop], tried: int, seed: int = 0) -> Refutation | None:
    """The first of a few small exact points where the hypotheses hold and ``prop`` fails; None if there is none."""
    needed = needed_for([t for path, t in subterms(prop) if _is_whole(prop, path)], setting.model)
    met = reached(given, {s.name for s in needed} | {base_name(s) for s in needed})
    spoken = [p for p in conjuncts(*given) if _concerns(p, met)]
    laws = {p.args[0].name: p.args[1] for p in spoken if p.head == "iid_entries" and isinstance(p.args[0], Sym)}
    conditions = [p for p in spoken if p.head != "iid_entries"]
    terms = [term for p in (prop, *conditions) for path, term in subterms(p) if _is_whole(p, path)]
    named = {s.name for t in terms for s in symbols(t) if is_length(s)} | _shaped(terms)
    names = sorted(named - set(setting.lengths))
    if any(p.head == "exists" for _, p in subprops(prop)):
        tried = min(tried, TRIED_FOR_EXISTENCE)
    start = replace(setting, laws={**setting.laws, **laws})
    if not (can_fail(prop) and all(_is_known(term) for term in terms)):
        return None
    assumed = [*conditions, *premises(prop)]
    if any(map(says_of_every_value, assumed)):
        return None  # that one value meets an assumption about all of them says nothing
    for point in _points(prop, conditions, points(terms, start, names, seed, tried)):
        if not are_possible(terms, point.values):
            continue
        # Most statements are true: whether the hypotheses hold there is asked last.
        if truth(prop, point) is False and all(truth(c, point) for c in conditions if not _is_respected(c)):
            shown = {s.name for t in terms for s in _free(t) if not _is_sought(s, prop)}
            shown |= _starts(terms, setting.model)
            there = _failing(prop, point)
            values = {name: v for name, v in there.values.items() if name in shown}
            laws_there = dict(described(point.laws)) if _averages(terms) else {}
            return Refutation({"d": setting.d, **point.lengths, **values, **laws_there, **sides(prop, point)})
    return None


def _free(node: Term) -> frozenset[Sym]:
    """The symbols on which the value of ``node`` depends, covariances and deviations included."""
    found = free_symbols(node, LEAST)
    drawn = [sym for sym in found if sym.has("random")]
    brought = {*map(covariance_of, drawn), *(deviation_of(sym) for sym in drawn if sym.has("noise"))}
    return found | {sym for sym in brought if sym is not None}


def _is_sought(sym: Sym, prop: Prop) -> bool:
    """Whether the point has no say in the symbol: of something that is to exist for all outcomes."""
    sought = {p.args[0] for _, p in subprops(prop) if p.head == "exists"}
    return sym in sought or (bool(sought) and sym.has("random"))


def _failing(prop: Prop, point: Setting) -> Setting:
    """Of a statement about minimisers: the minimiser at the problem of ``point`` at which it fails."""
    if prop.head != "minimisers_satisfy" or not isinstance(prop.args[1], Prop):
        return point
    body = prop.args[1]
    return next(there for there in minimisers_at(prop, point) if truth(body, there) is False)


def _starts(terms: Sequence[Term], model: Model) -> set[str]:
    """The names of the values at time 0, where the terms speak of them and the model is one's own."""
    spoken = any(isinstance(n, Op) and n.head == "at0" for t in terms for n in nodes(t))
    own = spoken and not model.derived_loss
    return {s.name for _, value in model.initial for s in symbols(value)} if own else set()


@cache
def _heads() -> frozenset[str]:
    """The heads with an entrywise meaning."""
    return frozenset(LawAlgebra([], Setting(1)).heads)


def _is_known(term: Term) -> bool:
    return all(node.head in _heads() for node in nodes(term) if isinstance(node, Op))


def _averages(terms: Sequence[Term]) -> bool:
    return any(isinstance(n, Op) and n.head in {"expect", "expect_given"} for t in terms for n in nodes(t))


def sides(prop: Prop, point: Setting) -> dict[str, str]:
    """Both sides of the relation that fails at ``point``, where there is one."""
    failing = next((e for e in logic.truth(prop, At(point)).evidence if isinstance(e, Prop)), prop)
    if failing.head in {"eq", "le", "lt", "ge", "gt"}:
        with suppress(Lacks):
            algebra, (a, b) = read_at([t for t in failing.args if isinstance(t, Term)], point)
            return {"lhs": shown(algebra, a), "rhs": shown(algebra, b)}
    if prop.head == "convex":
        return {"": how_not_convex(prop, point)}
    return {"": "the statement fails there"}


def _is_respected(hypothesis: Prop) -> bool:
    """Whether all points meet it: by the trait of its symbol, or because their laws have all moments."""
    of = hypothesis.args[0]
    if hypothesis.head in {"posdef", "psd"} and isinstance(of, Sym):
        return of.has("posdef") or of.has(hypothesis.head)
    return hypothesis.head == "finite" and isinstance(of, Term) and not any(map(_divides_by_drawn, nodes(of)))


def _divides_by_drawn(node: Term) -> bool:
    """Whether it is a quotient that laws with all moments need not make finite."""
    if not isinstance(node, Op) or node.head not in {"/", "inv", "pinv", "^"}:
        return False
    base, exponent = node.args[0], node.args[-1]
    if node.head == "^" and ((isinstance(exponent, Num) and exponent.value >= 0) or symbols(exponent)):
        return False
    return is_random(exponent if node.head == "/" else base)


def _points(prop: Prop, conditions: Sequence[Prop], drawn: Iterator[Setting]) -> Iterator[Setting]:
    """The points ``drawn``; where equations are assumed that do not hold there, moved so as to meet them.  After each
    of these one at which the sides of a strict relation agree."""
    equations = [e for p in conditions for e in _equations(p)]
    premise = premise_of(prop)
    if premise is not None:
        equations += _equations(premise)
    tie = _tie(prop)
    for point in drawn:
        with suppress(Lacks):
            yield meeting(equations, point) if equations else point
        if tie is not None:
            with suppress(Lacks):
                yield meeting([*equations, tie], point)


def _tie(prop: Prop) -> Prop | None:
    """The equation at which a strict relation between two sides of one shape fails."""
    (_, link), *more = said(prop, {"almost_surely", "for_all"})
    return Prop("eq", link.args) if not more and link.head in {"ne", "lt", "gt"} else None


def _equations(prop: Prop) -> list[Prop]:
    return [link for link in conjuncts(prop, through={"for_all"}) if link.head == "eq"]


def _concerns(hypothesis: Prop, met: set[str]) -> bool:
    """Whether a hypothesis speaks of a symbol that reading the statement meets, or has symbols of such a size."""
    found = [s for path, t in subterms(hypothesis) if _is_whole(hypothesis, path) for s in symbols(t)]
    spoken = {s.name for s in found} | {part for s in found for dim in s.shape for part in str(dim).split("+")}
    return bool(met & spoken) or not spoken


def _is_whole(prop: Prop, path: tuple[int, ...]) -> bool:
    """Whether the path leads to a term that no other term contains."""
    node: Any = prop
    for step in path[:-1]:
        node = node.args[step] if isinstance(node, Prop) else None
        if node is None:
            return False
    return isinstance(node, Prop)


def _shaped(terms: Sequence[Term]) -> set[str]:
    shapes = {str(dim) for t in terms for s in symbols(t) for dim in s.shape}
    return {name for name in LENGTHS if any(name in dim for dim in shapes)}
