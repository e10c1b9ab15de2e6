"""What is said of minima of expectations, tested: at the lowest end of many descents, on draws that no descent saw.

That the expectation is smaller somewhere than a minimum is said to be contradicts the statement, by a bound on a mean;
that no start ended below, and that the lowest end is not told from the stated minimum, supports it as sharply as the
draws tell.  What is said of minimisers is tested as a mean over the ends of independent descents, which end where
their draws led them: that can support, and contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numeric.mean_rows import decided
from numeric.training.tensors import Draws
from numeric.training.tensors.flows import per_run
from numeric.training.tensors.means import Means, collect
from numeric.training.tensors.projections import difference
from numeric.training.tensors.values import joined_draws

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import estimated, lacks
from ...report.render import plain
from ...statement.props import Prop, conjuncts, subterms, terms_in
from ...statement.terms import Num, Op, Sym, Term, where
from .population import Ends, Search, ends, least_of, sampled, with_minima
from .rows import Row

if TYPE_CHECKING:
    from .points import Site

Draw = Callable[[int, int], tuple[Any, ...]]
"""(how many, number of the chunk): differences, sizes and what is watched."""
Tested = Callable[[Draw], list[Row]]
"""Rows of a mean over as many draws as it takes."""
FLOOR = 2.0**-28
"""Of the size at the starts: descents come no nearer to a minimum by the rounding of their last steps."""
OF_SIDES = 32
"""By so much more draws a mean in what is said of minimisers takes than a step of a descent."""
LEAST_SIZE = 2.0**-20
"""Of the size at the starts: what is compared counts as no smaller, so that a minimum of 0 has a size."""
_RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


def of_population(leaf: Prop) -> bool:
    return any(estimated(term) for _, term in subterms(leaf))


def rows_of(site: Site, leaf: Prop, point: int, search: Search, effort: tuple[int, int], tested: Tested) -> list[Row]:
    """The rows of one statement about minima of expectations; ``effort``: starts and steps where nothing is drawn."""
    if leaf.head == "global_minimum":
        return [_lowest(site, leaf, point, search, tested)]
    if leaf.head == "minimisers_satisfy":
        return list(_at_minimisers(site, leaf, point, search))
    if leaf.head not in _RELATIONS:
        raise lacks(f"{leaf.head} of minima")
    least = least_of(site, point, search, *effort)
    terms = [arg for arg in leaf.args if isinstance(arg, Term)]
    size = sum(float(found.size) for found in _all_ends(site, leaf, point, search))
    bound = _bounds(leaf)

    def draw(count: int, number: int) -> tuple[Any, ...]:
        place = with_minima(site, point, count, least)
        place.again(site.draws(number))
        algebra = TensorAlgebra(place)
        values = [algebra.read(term) for term in terms]
        apart = difference(values, f"{site.claim.id} {plain(leaf)}", site.device, leaf.head)
        watched = place.watched()
        return apart if watched is None else (*apart, watched)

    about = {"starts": search.starts, "bound": bound}
    return [{**_of_size(row, size), **about} for row in tested(draw)]


def _of_size(row: Row, size: float) -> Row:
    return {**row, "size": max(row["size"], LEAST_SIZE * size), "rounding": row.get("rounding", 0.0) + FLOOR * size}


def _all_ends(site: Site, leaf: Prop, point: int, search: Search) -> Iterator[Ends]:
    for term in dict.fromkeys(term for _, term in subterms(leaf)):
        if isinstance(term, Op) and term.head in ("minimum", "infimum") and estimated(term):
            f, *variables = term.args
            yield ends(site, point, f, tuple(v for v in variables if isinstance(v, Sym)), search)


# Relations ---------------------------------------------------------------------------------------------------


def _bounds(leaf: Prop) -> str:
    """``above`` where the left side minus the right one, read at ends, is at least what it is with the minima,
    ``below`` where it is at most that; nothing where neither is known."""
    left, right = (arg for arg in leaf.args if isinstance(arg, Term))
    signs = _signs(left) | {-sign for sign in _signs(right)}
    return {frozenset({1}): "above", frozenset({-1}): "below"}.get(frozenset(signs), "")


def _signs(term: Term) -> set[int]:
    """With which signs minima enter a term; 0 where that is not known."""
    if not any(isinstance(sub, Op) and sub.head in ("minimum", "infimum") for _, sub in subterms(Prop("eq", (term,)))):
        return set()
    if not isinstance(term, Op):
        return {0}
    if term.head in ("minimum", "infimum"):
        return {1}
    if term.head in ("+", "-", "neg"):
        first, *others = (_signs(arg) for arg in term.args)
        if term.head == "neg":
            return {-sign for sign in first}
        sign = 1 if term.head == "+" else -1
        return first | {sign * found for other in others for found in other}
    if term.head in ("*", "/"):
        holding = [k for k, arg in enumerate(term.args) if _signs(arg)]
        rest = [arg for k, arg in enumerate(term.args) if k not in holding]
        if len(holding) == 1 and (term.head == "*" or holding == [0]) and all(map(_positive, rest)):
            return _signs(term.args[holding[0]])
    return {0}


def _positive(term: Term) -> bool:
    if isinstance(term, Num):
        return term.value > 0
    return isinstance(term, Sym) and bool(term.traits & {"positive", "nonnegative"}) and term.shape == (1, 1)


# Minimisers --------------------------------------------------------------------------------------------------


def _lowest(site: Site, leaf: Prop, point: int, search: Search, tested: Tested) -> Row:
    """The expectation at the lowest end against the one at the stated minimiser, on the same draws."""
    f, *flat = leaf.args
    assert isinstance(f, Term)
    variables = tuple(arg for arg in flat[::2] if isinstance(arg, Sym))
    values = [arg for arg in flat[1::2] if isinstance(arg, Term)]
    stated = where(f, *zip(variables, values, strict=True))
    found = ends(site, point, f, variables, search)

    def draw(count: int, number: int) -> tuple[Any, ...]:
        place = site.place(point, count)
        algebra = TensorAlgebra(place)
        place.again(site.draws(number))
        there, seen = algebra.moved(found.at_lowest()).read(f), place.watched()
        place.again(site.draws(number))
        at_stated = algebra.read(stated)
        watched = [values for values in (seen, place.watched()) if values is not None]
        apart = difference([there, at_stated], plain(leaf), site.device, "le")
        return (*apart, joined_draws(watched)) if watched else apart

    (row,) = tested(draw)
    row = _of_size(row, float(found.size))
    return {**row, "kind": "lowest", "starts": search.starts, **_of_ends(site, point, f, found, search)}


def _of_ends(site: Site, point: int, f: Term, found: Ends, search: Search) -> dict[str, int]:
    """How many starts certainly end above the lowest end, and how many are not told from it."""
    rows = _above(site, point, f, found, search)
    answers = [decided(row, "gt") for row in rows]
    return {"above": answers.count(True), "level": sum(decided(row, "eq") is True for row in rows)}


def _above(site: Site, point: int, f: Term, found: Ends, search: Search) -> list[Row]:
    """Of each start a test of the mean at its end minus that at the lowest end, on common draws."""
    alike = sampled(site, point, f, found.variables, (search.starts, search.draws), "test of ends", common=True)
    lowest = sampled(site, point, f, found.variables, (1, search.draws), "test of ends")

    def draw(_count: int, number: int) -> tuple[Any, ...]:
        there, best = alike(found.everywhere, number).T, lowest(found.lowest, number).T
        return there - best, there.abs() + best.abs()

    return collect(draw, search.comparisons * search.draws, search.draws)


def _at_minimisers(site: Site, leaf: Prop, point: int, search: Search) -> Iterator[Row]:
    f, body, *rest = leaf.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    links = list(conjuncts(body, through={"almost_surely"}))
    if any(link.head != "eq" for link in links):
        raise lacks("minimisers that satisfy anything but equations")
    found = ends(site, point, f, tuple(v for v in rest if isinstance(v, Sym)), search)
    for link in links:
        for row in _replicates(site, link, point, found, search):
            yield {**row, "text": f"at every global minimum of {plain(f)}: {plain(link)}", "starts": search.starts}


def _replicates(
    site: Site, link: Prop, point: int, found: Ends, search: Search
) -> Iterator[Mapping[str, Any]]:
    """The mean gap of both sides over the lower half of independent descents; its size is that at their starts."""
    sides = terms_in(link)
    draws = OF_SIDES * search.draws if any(estimated(side) for side in sides) else 1
    place = site.place(point, search.starts * draws)
    place.again(Draws(f"{site.owner}, sides at ends", place.device, site.seed))
    algebra = TensorAlgebra(place)

    def apart(state: list[Any]) -> tuple[Any, Any]:
        read = [algebra.moved(found.at(state, draws)).read(side) for side in sides]
        means = [per_run(value.expand(search.starts * draws, *value.shape[1:]), search.starts) for value in read]
        made: tuple[Any, Any] = difference(means, f"{site.claim.id} {plain(link)}", site.device, "eq")
        return made

    at_ends, sizes = apart(found.everywhere)
    at_starts = apart(found.starts)[1].mean(0)
    means = Means(1)
    means.add(at_ends[found.low], sizes[found.low])
    largest = at_ends[found.low].abs().amax(0)
    for row, size, gap in zip(means.rows(), at_starts.tolist(), largest.tolist(), strict=True):
        row = {**row, "size": max(row["size"], size), "rounding": row["rounding"] + FLOOR * size}
        if gap <= FLOOR * size:
            # All descents end there, as sharply as descents end anywhere.
            row |= {"radius": 0.0, "detectable": FLOOR * size}
        yield {**row, "kind": "ends", "relation": "eq"}
