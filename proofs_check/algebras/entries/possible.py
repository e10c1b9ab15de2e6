"""Exact points at which hypotheses hold: that some exists is what makes a counterexample one.

A hypothesis about symbols that a statement does not mention restricts none of its values, but it may be impossible;
then the statement is true, as nothing meets what it assumes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symbolic.errors import InputError

from ...model import Model
from ...proof.traits import is_random
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, says_of_every_value, subprops, substitute_in, subterms, with_terms
from ...statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, substitute, symbols
from .needs import is_length, own_sizes
from .points import points
from .solve import meeting
from .space import Setting
from .truth import read_at, truth

TRIED = 40
LAWS = frozenset({"finite", "iid_entries"})
"""Hypotheses on laws that exact points meet: the laws there have all moments."""
_ALONG = frozenset({"always", "always_along", "conserved", "limit", "same_flow", "flow_exists", "tends", "order"})
_SIZES = tuple(Fraction(x) for x in ("0", "1/1000", "-1/1000", "1/7", "-3", "1000", "-1000", "5", "-1/2", "20"))
"""Numbers that are tried for scalars where tame ones do not do."""


def example(given: Sequence[Prop], sizes: Mapping[str, int], model: Model) -> dict[str, Any] | None:
    """Values by symbol name with which all of ``given`` hold, at sizes of which some are fixed; None if none is found.

    >>> from ...model import model_of
    >>> from ...statement.props import lt
    >>> from ...statement.terms import scalar
    >>> a = scalar("a")
    >>> example([lt(0, a)], {}, model_of("zfb")), example([lt(0, a), lt(a, 0)], {}, model_of("zfb"))
    ({'a': Fraction(1, 1)}, None)
    """
    found = example_at(given, sizes, model)
    return None if found is None else found[1]


def example_at(given: Sequence[Prop], sizes: Mapping[str, int], model: Model) -> tuple[Setting, dict[str, Any]] | None:
    """The same, with the point, which knows its size d and the laws of what is drawn, before its values."""
    links = [_at_start(link) for link in conjuncts(*given) if link.head not in LAWS]
    if any(_is_beyond_points(link) for link in links):
        return None
    stated = _pinned(links)
    if stated is None or any(sizes.get(name, size) != size for name, size in stated.items()):
        return None
    known = {**sizes, **stated}
    links, bound = _bound([link for link in links if not _pins(link)])
    for d in (known["d"],) if "d" in known else (1, 2, 3):
        for point in _points(links, bound, d, known, model):
            if not all(truth(link, point) is True for link in links):
                continue
            values = _values(point, bound)
            if all(_admits(sym, values.get(sym.name)) for link in links for sym in _numbers(link)):
                return point, values
    return None


def _numbers(link: Prop) -> frozenset[Sym]:
    return frozenset(s for t in _terms(link) for s in symbols(t) if s.shape == (1, 1))


def _points(
    links: Sequence[Prop], bound: Mapping[Sym, Term], d: int, known: Mapping[str, int], model: Model
) -> Iterator[Setting]:
    """Exact points of the symbols in the hypotheses, moved so that equations hold; also far from 1."""
    terms = [t for link in links for t in _terms(link)] + list(bound.values())
    lengths = {**own_sizes(terms, model, d), **{name: n for name, n in known.items() if name != "d"}}
    names = sorted({s.name for t in terms for s in symbols(t) if is_length(s)} - lengths.keys())
    equations = [link for link in links if link.head == "eq"]
    draw = random.Random(0)
    try:
        for step, point in enumerate(points(terms, Setting(d, lengths, model=model), names, 0, TRIED)):
            for there in (point, _spread(point, terms, draw) if step else point):
                try:
                    yield meeting(equations, there) if equations else there
                except (Lacks, ZeroDivisionError):
                    continue
    except Lacks:
        return


def _spread(point: Setting, terms: Sequence[Term], draw: random.Random) -> Setting:
    """The point with other values for its scalars, of all sizes and signs that their traits admit."""
    values = dict(point.values)
    for sym in sorted({s for t in terms for s in symbols(t) if s.name in values and s.shape == (1, 1)},
                      key=lambda s: s.name):  # fmt: skip
        if isinstance(values[sym.name], (int, Fraction)) and not sym.has("integer"):
            values[sym.name] = draw.choice([x for x in _SIZES if _admits(sym, x)])
    return replace(point, values=values)


def _admits(sym: Sym, value: object) -> bool:
    """Whether the traits of a number admit the value; of what is no number nothing is said."""
    if not isinstance(value, (int, Fraction)):
        return True
    return not ((sym.has("positive") and value <= 0) or (sym.has("nonnegative") and value < 0)
                or (sym.has("nonzero") and value == 0))  # fmt: skip


def _is_beyond_points(link: Prop) -> bool:
    """Whether one point does not tell that the hypothesis holds: of every value, every outcome or a whole flow."""
    heads = {p.head for _, p in subprops(link)}
    return says_of_every_value(link) or bool(heads & _ALONG) or any(map(is_random, _terms(link)))


def _terms(prop: Prop) -> list[Term]:
    return [arg for _, p in subprops(prop) for arg in p.args if isinstance(arg, Term)]


def _pins(link: Prop) -> tuple[str, int] | None:
    """The size that an equation states."""
    match link:
        case Prop(head="eq", args=(Sym() as n, Num(value=value))) if n.has("integer"):
            exists = value.denominator == 1 and (value > 0 or not n.has("positive"))
            return n.name, int(value) if exists else -1
    return None


def _pinned(links: Sequence[Prop]) -> dict[str, int] | None:
    """The sizes that equations state; None where they state two, or one that there is not."""
    found: dict[str, int] = {}
    for name, size in filter(None, map(_pins, links)):
        if size < 0 or found.setdefault(name, size) != size:
            return None
    return found


def _bound(links: list[Prop]) -> tuple[list[Prop], dict[Sym, Term]]:
    """Equations ``symbol = value`` for free symbols, put into the others."""
    bound: dict[Sym, Term] = {}
    rest: list[Prop] = []
    for link in links:
        match link:
            case Prop(head="eq", args=(Sym() as sym, Term() as value)) if (
                sym.traits <= {"parameter"} and sym not in bound and not symbols(value) & {sym, *bound}
                and not any(sym in symbols(v) for v in bound.values())
            ):
                bound[sym] = value
            case _:
                rest.append(link)
    return [substitute_in(link, bound) for link in rest], bound


def _at_start(prop: Prop) -> Prop:
    """The same with a symbol of its own for each value at time 0, of which nothing else is known."""
    return with_terms(prop, _started)


def _started(node: Term) -> Term:
    if isinstance(node, Abbrev):
        body = _started(node.body)
        return node if body == node.body else body
    if not isinstance(node, Op):
        return node
    if node.head == "at0":
        moving: dict[Sym, Term] = {s: MadeSym(f"{s.name}(0)", s.shape) for s in symbols(node) if s.has("parameter")}
        return substitute(node.args[0], moving)
    return Op(node.head, tuple(map(_started, node.args)))


def _values(point: Setting, bound: Mapping[Sym, Term]) -> dict[str, Any]:
    found: dict[str, Any] = {**point.lengths, **point.values}
    for sym, value in bound.items():
        _, (read,) = read_at([value], point)
        try:
            rows = [[entry.constant() for entry in row] for row in read.rows]
        except InputError as error:
            raise Lacks("entries lacks rational values that meet the hypotheses") from error
        found[sym.name] = rows[0][0] if read.shape == (1, 1) else rows
    return found


def sizes_in(prop: Prop) -> frozenset[str]:
    """The names of the integers that the proposition speaks of, by themselves or in the shapes of its symbols."""
    met = [s for _, t in subterms(prop) for s in symbols(t)]
    dims = {str(dim) for s in met for dim in s.shape}
    return frozenset({s.name for s in met if s.has("integer")} | {x for x in dims if x.isidentifier()})
