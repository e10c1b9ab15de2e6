"""Exact points at which the sampled witness looks at what holds for every value: hostile ones, and general ones.

A point counts only where every hypothesis on what the statement speaks of holds in fractions.  One at which the
statement is false refutes it.  A statement is supported only if some point shows it: one that meets the hypotheses
and the premise of each implication; of an equivalence there is one on either side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain, islice, product

import numpy as np

from ... import logic
from ...algebras.arrays import Array
from ...algebras.sampling.heads import averaged
from ...algebras.sampling.settings import Setting, exact_setting
from ...algebras.sampling.variants import variants
from ...claims import Claim
from ...logic import Answer, Truth, Values, answer
from ...statement.fold import Lacks
from ...statement.indices import free_indices, reach
from ...statement.joined import reached, spoken_of
from ...statement.premises import CONNECTIVES, implication, premise_of
from ...statement.props import Prop, inside, subprops, subterms, terms_in
from ...statement.terms import Num, Op, Sym, Term, symbols, walk
from .. import Context
from ..deciding.quantified import is_about_sizes
from ..sampled.sizes import EXACT_SIZES, needed
from .draws import Draw, NotFound, is_met_at
from .edges import Edges
from .exact import Point
from .hostile import hostile_points
from .integers import integer_points
from .ordered import ordered_points

MOST_NODES = 16_000
"""Nodes of trees that are read at hostile points of one statement: of a long one fewer points are looked at."""
FEWEST = 24
GENERAL = 4
"""General points at each size, where no hostile one meets what is assumed."""
LONGEST_RANGE = 9
MOST_LENGTHS = 4
"""Of which all orders are looked at."""
MOST_NUMBERS = 3
SIGNED = frozenset({"positive", "nonnegative", "psd", "posdef"})
FREE = frozenset({"parameter", "nonzero", "symmetric", "invertible"})
_HALF = Num(Fraction(1, 2))
_BETWEEN = (Fraction(2), Fraction(64), Fraction(1, 2), Fraction(5), Fraction(1024), Fraction(1, 8))
"""Neither tiny nor huge."""
MOST_NODES_OF_NUMBERS = 80
_SQUARES = (Fraction(1, 4), Fraction(9, 4), Fraction(1), Fraction(1, 16), Fraction(9))
_TRAITS = frozenset({"parameter", "positive", "nonnegative", "nonzero", "integer", "symmetric", "psd", "posdef",
                     "invertible", "index", "identity", "zero"})  # fmt: skip
_PROPS = CONNECTIVES | frozenset({
    "for_all", "exists", "almost_surely", "independent_of", "eq", "ne", "le", "lt", "ge", "gt",
    "commute", "psd", "posdef", "psd_form", "nonconvex", "positive_eigenvalue", "negative_eigenvalues_at_least",
    "negative_eigenvalues_equal", "spectrum_products",
})  # fmt: skip
_HEADS = frozenset({
    "+", "-", "neg", "*", "/", "^", "sqrt", "T", "tr", "inner", "vec", "unvec", "kron", "block", "stack", "beside",
    "entry", "row", "col", "diag", "delta", "least", "abs", "relu", "norm_F", "norm_2", "det", "pinv", "projection",
    "rank", "eigenvalue", "least_eigenvalue", "least_positive_eigenvalue", "sum", "sum_unequal", "least_over",
    "least_unequal", "stack_over", "beside_over", "columns", "where",
})  # fmt: skip
"""Heads that have a value in fractions, or raise :class:`Lacks`, wherever their arguments have one."""


@dataclass
class Seen:
    """What was found at the points that meet the hypotheses."""

    held: int = 0
    dims: set[int] = field(default_factory=set)
    """The dimensions at which it holds at some point."""
    open_dims: set[int] = field(default_factory=set)
    """The dimensions at which some point leaves it open: those that do not are special, as diagonal matrices are."""
    open: int = 0
    """At how many points something has no value, or none in fractions."""
    unfound: Setting | None = None
    """A point at which what is said to exist was not found."""
    failed: Setting | None = None
    met: set[Prop] = field(default_factory=set)
    """The premises that some point meets, and the equivalences both sides of which hold at one."""
    unmet: set[Prop] = field(default_factory=set)
    """The equivalences neither side of which holds at some point."""
    unread: set[str] = field(default_factory=set)
    """The names of hypotheses that could not be read at some point."""
    edges: Edges = field(default_factory=lambda: Edges(()))

    def lacking(self, prop: Prop) -> str:
        """What no point shows of the conditions in ``prop``; empty where all is shown."""
        parts = implication(prop)
        if parts and parts[0] not in self.met:
            return "point that meets the premise"
        if prop.head == "iff":
            shown = prop in self.met and prop in self.unmet
            return "" if shown else "points on both sides of the equivalence"
        said = parts[1:] if parts else inside(prop)
        return next(filter(None, map(self.lacking, said)), "")


def is_of_values(prop: Prop) -> bool:
    """Whether ``prop`` speaks of every value of its symbols: of nothing drawn or averaged, and of no flow."""
    if any(sub.head not in _PROPS for _, sub in subprops(prop)):
        return False
    for _, node in subterms(prop):
        if isinstance(node, Sym):
            if any(t not in _TRAITS and not t.startswith("range:") for t in node.traits):
                return False
        elif isinstance(node, Op) and (node.head not in _HEADS or averaged(node) or not _has_whole_power(node)):
            return False
    return True


def _has_whole_power(node: Op) -> bool:
    exponent = node.args[1] if node.head == "^" else Num(Fraction(1))
    return isinstance(exponent, Num) or all(s.has("integer") for s in symbols(exponent))


def look(claim: Claim, prop: Prop, context: Context) -> Seen:
    """What the points tell, up to the first at which ``prop`` is false."""
    seen = Seen(edges=Edges.of(claim, prop))
    for setting in chain(hostile_settings(claim, prop, context), _of_numbers(claim, prop, context)):
        if _add(seen, claim, prop, setting) or seen.unfound is not None:
            return seen
    if not seen.held or seen.lacking(prop):
        for setting in _general_settings(claim, prop, context):
            if _add(seen, claim, prop, setting):
                return seen
            if seen.held and not seen.lacking(prop):
                break
    return seen


def _add(seen: Seen, claim: Claim, prop: Prop, setting: Setting) -> bool:
    """Whether ``prop`` is false at the point, which meets the hypotheses."""
    d, read = setting.algebra.sizes["d"], partial(says, setting=setting, seen=Seen())
    if not is_admitted(claim, prop, setting, seen.unread):
        seen.edges.look(read, d, counts=True)
        return False
    said = says(prop, setting, seen)
    seen.edges.look(read, d, counts=said.known is not None)
    if said is Truth.TRUE or (said is Truth.VACUOUS and prop.head == "and"):
        seen.held += 1
        seen.dims.add(d)
    if said.known is None:
        seen.open += 1
        seen.open_dims.add(d)
    if said is Truth.FALSE:
        seen.failed = setting
    return said is Truth.FALSE


def is_admitted(claim: Claim, prop: Prop, setting: Setting, unread: set[str] | None = None) -> bool:
    """Whether every hypothesis holds in fractions, but for those that restrict nothing that ``prop`` speaks of."""
    given = [h.prop for h in claim.given]
    about = {s.name for _, t in subterms(prop) for s in symbols(t)}
    joined = reached(given, about) if given else about
    for hypothesis in claim.given:
        restricted = spoken_of(hypothesis.prop)
        if restricted and not restricted & joined:
            continue  # whether it can be met is asked of whoever refutes
        try:
            if not is_met_at(hypothesis.prop, setting, 0):
                return False
        except (Lacks, ZeroDivisionError):
            if is_about_sizes(hypothesis.prop) or restricted:
                if unread is not None:
                    unread.add(hypothesis.name)
                return False
    return True


def hostile_settings(claim: Claim, prop: Prop, context: Context) -> Iterator[Setting]:
    """The points of :mod:`.hostile` in fractions; they depend on traits, and not on the claim's id."""
    props = (prop, *(h.prop for h in claim.given))
    stated = frozenset(node for p in props for _, node in subterms(p) if isinstance(node, Sym))
    valued = frozenset(s for s in stated if all(t in _TRAITS for t in s.traits) and not s.has("index"))
    ranges = {t.split(":", 1)[1] for s in stated for t in s.traits if t.startswith("range:")}
    most = max(FEWEST, MOST_NODES // length(props))
    points = _spread(list(hostile_points(props, valued, context.dims)), most)
    of_integers = integer_points(props, valued) if length(props) <= MOST_NODES_OF_NUMBERS else ()
    ordered = ordered_points(props, valued) if 2 in context.dims and length(props) <= MOST_NODES_OF_NUMBERS else ()
    by_name = sorted(valued, key=lambda s: s.name)  # sizes are told in this order
    for point in chain(points, of_integers, ordered):
        values = {name: _array(rows) for name, rows in point.exact}
        sizes = dict(point.sizes)
        numbers = {s.name: int(values[s.name][0, 0, 0]) for s in by_name if s.has("integer") and s.name in values}
        if any(numbers.get(name, 1) > LONGEST_RANGE for name in ranges):
            continue
        known = {name: n for name, n in sizes.items() if name in needed(claim, _plain_sizes(sizes))}
        yield _at(_base(claim, prop, tuple({**known, **numbers}.items()), sizes["d"], context.seed), values)


def _plain_sizes(sizes: dict[str, int]) -> dict[str, int]:
    return {name: sizes.get(name, 1) for name in ("d", "N", "M")}


@lru_cache(maxsize=64)
def _base(claim: Claim, prop: Prop, sizes: tuple[tuple[str, int], ...], d: int, seed: int | None) -> Setting:
    return exact_setting(claim, dict(sizes), variants(claim, prop, min(d, 2), seed)[0], 1, seed)


def _at(base: Setting, values: dict[str, Array]) -> Setting:
    """These values and no others."""

    def constant(sym: Sym, shape: tuple[int, int]) -> Array:
        raise Lacks(f"sampled lacks a value of {sym.name} at this point")

    return replace(base, algebra=replace(base.algebra, values=values, constant=constant, rationals=None, outcome=None))


def _general_settings(claim: Claim, prop: Prop, context: Context) -> Iterator[Setting]:
    """General points; the last ones with lengths in every order."""
    for whole in EXACT_SIZES:
        sizes = needed(claim, whole)
        variant = variants(claim, prop, sizes["d"], context.seed)[0]
        yield from (exact_setting(claim, sizes, variant, 1, context.seed, k) for k in range(GENERAL))
    for d in (1, 2):
        sizes = needed(claim, {"d": d, "N": 1, "M": 1})
        variant = variants(claim, prop, d, context.seed)[0]
        spoken = {s.name for _, t in subterms(prop) for s in symbols(t)}
        names = sorted(spoken & sizes.keys() - {"d"})
        for lengths in product((1, 2, 3), repeat=len(names) if len(names) <= MOST_LENGTHS else 0):
            ordered = {**sizes, **dict(zip(names, lengths, strict=False))}
            yield exact_setting(claim, ordered, variant, 1, context.seed)


def _spread(points: Sequence[Point], most: int) -> Iterator[Point]:
    """Not more than ``most`` of them, from everywhere in the list."""
    step = max(1, -(-len(points) // most))
    return islice(points, 0, None, step)


def _of_numbers(claim: Claim, prop: Prop, context: Context) -> Iterator[Setting]:
    """Where everything is a few numbers, many of their combinations; squares where square roots are taken of them."""
    props = (prop, *(h.prop for h in claim.given))
    coordinates = numbers_of(props)
    if not coordinates or length(props) > MOST_NODES_OF_NUMBERS:
        return
    found = {node for p in props for _, node in subterms(p)}
    pools: list[tuple[Fraction, ...]]
    if any(isinstance(t, Op) and (t.head == "sqrt" or (t.head == "^" and t.args[1] == _HALF)) for t in found):
        pools = [_SQUARES] * len(coordinates)
    else:
        few = _BETWEEN[: 6 if len(coordinates) < MOST_NUMBERS else 3]
        pools = [few if s.traits & SIGNED else (*few, *(-x for x in few)) for s in coordinates]
    for values in product(*pools):
        yield at_numbers(claim, prop, dict(zip((s.name for s in coordinates), values, strict=True)), context)


def numbers_of(props: Sequence[Prop], most: int = MOST_NUMBERS) -> list[Sym]:
    """All symbols, if they are few that are numbers where d is 1."""
    found = {node for p in props for _, node in subterms(p) if isinstance(node, Sym)}
    found = {s for s in found if not s.traits & {"identity", "zero"}}
    plain = all(s.traits <= SIGNED | FREE and set(s.shape) <= {1, "d"} for s in found)
    return sorted(found, key=lambda s: s.name) if plain and len(found) <= most else []


def at_numbers(claim: Claim, prop: Prop, numbers: Mapping[str, Fraction], context: Context) -> Setting:
    """The point of dimension 1 at which the symbols are these numbers."""
    sizes = needed(claim, {"d": 1, "N": 1, "M": 1})
    values = {name: _array(((x,),)) for name, x in numbers.items()}
    return _at(_base(claim, prop, tuple(sizes.items()), 1, context.seed), values)


def length(props: Sequence[Prop]) -> int:
    """The number of nodes in all of their terms."""
    return sum(1 for p in props for _, sub in subprops(p) for arg in sub.args if isinstance(arg, Term)
               for _ in walk(arg)) or 1  # fmt: skip


def _array(rows: Sequence[Sequence[Fraction]]) -> Array:
    made = np.empty((1, len(rows), len(rows[0])), dtype=object)
    made[0] = [list(row) for row in rows]
    return made


def says(prop: Prop, setting: Setting, seen: Seen) -> Truth:
    """What ``prop`` says at the point, for all values of the indices that it leaves free; of a premise that holds there
    ``seen`` is told."""
    found = logic.truth(prop, AtValues(setting, seen))
    if any(isinstance(reason, NotFound) for reason in found.why):
        seen.unfound = setting
    return found.truth


class AtValues(Draw):
    """One point of values; what has no value there, or none in fractions, is open."""

    silent = (Lacks, ZeroDivisionError, StopIteration)

    def __init__(self, setting: Setting, seen: Seen, numbered: frozenset[Sym] = frozenset()) -> None:
        super().__init__(setting, 0)
        self.seen, self.numbered = seen, numbered

    def with_value(self, variable: Sym, value: Array) -> AtValues:
        algebra = self.setting.algebra.moved({variable.name: value})
        return AtValues(replace(self.setting, algebra=algebra), self.seen, self.numbered | {variable})

    def aside(self) -> AtValues:
        return AtValues(self.setting, Seen(), self.numbered)

    def free(self, prop: Prop) -> Sym | None:
        return min(free_indices(prop) - self.numbered, key=lambda s: s.name, default=None)

    def values(self, variable: Sym, body: Prop) -> Values:
        if not variable.has("index"):
            return super().values(variable, body)
        numbers = range(1, self.setting.algebra.size(reach(variable)) + 1)
        places = (self.with_value(variable, _array(((Fraction(k),),))) for k in numbers)
        return Values(((body, at) for at in places), whole=True)

    def met(self, prop: Prop, first: Answer, second: Answer) -> None:
        if first.known and second.known is not None:
            premise = premise_of(prop)
            self.seen.met.add(prop if premise is None else premise)
        elif prop.head == "iff" and first.known is second.known is False:
            self.seen.unmet.add(prop)

    def said(self, prop: Prop) -> Answer:
        return answer(_moves(prop, self.setting)) if prop.head == "independent_of" else super().said(prop)


def _moves(prop: Prop, setting: Setting) -> bool | None:
    """What is independent of a symbol keeps its value when the symbol gets one of a few others."""
    f, *variables = terms_in(prop)
    value = setting.read(f, 0)
    for v in variables:
        if not isinstance(v, Sym) or v.traits - {"parameter", "positive", "nonnegative", "nonzero"}:
            return None
        here = setting.algebra.symbol(v)
        plain = not v.traits & {"positive", "nonnegative"}
        for other in (2 * here, here + 1, *((-here, here - here - 1) if plain else ())):
            if not other.all() and v.has("nonzero"):
                continue
            moved = replace(setting, algebra=setting.algebra.moved({v.name: other}))
            if (moved.read(f, 0) != value).any():
                return False
    return True


def terms_of(prop: Prop) -> list[Term]:
    return [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]


def describe(prop: Prop, setting: Setting) -> str:
    """The point as text, with both sides where ``prop`` compares two terms."""
    terms = terms_of(prop)
    if prop.head in {"eq", "le", "lt", "ge", "gt"} and not free_indices(prop):
        return setting.describe(*terms)
    return setting.describe_point(*terms)
