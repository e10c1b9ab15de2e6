"""A proposition on a device: comparisons of means by draws from definitions, of sure values at enclosed points.

What is averaged is drawn anew for every occurrence of an expectation, at a few points; gradients and flows come by
autograd through the definition.  What is not averaged is computed at many points at once, every rounding enclosed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from numeric.mean_rows import MeanRow
from numeric.training.tensors import Kink
from numeric.training.tensors.means import Known, collect
from numeric.training.tensors.sums import known_of

from ... import logic
from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import estimated, lacks
from ...algebras.tensors.points import SPECIAL
from ...claims import Claim
from ...logic import Answer, Values, known, unknown
from ...model import model_for
from ...report.render import plain
from ...statement.fold import Lacks
from ...statement.premises import premises
from ...statement.props import Prop, eq, subprops, subterms, terms_in
from ...statement.terms import Op, Sym, Term, at0, children, ddt, symbols
from .along import along
from .chords import chords, mean_chords
from .comparing import compare, rounding_of, values_shown
from .descents import at_minima, said_of_minimisers, speaks_of_minima
from .efforts import Effort
from .limits import limit_row
from .orbits import Orbits, averaged, orbits_of
from .points import Site, deep_site, has_layers, hypotheses, leaves_functions_open, met_points, sites
from .population_rows import Draw, of_population, rows_of
from .rows import STRICT, UNMET, Row, holds
from .summing import Comparison, mean_summed, summed_rows, variance_summed, with_room
from .truth import numbers_of

GENERAL = (0, 1, 2, 3, 4)
"""Numbers, modulo 8, of the points that are general (see :mod:`proofs_check.algebras.tensors.points`)."""
# Counted on a CPU, at one site: 306 comparisons of means start 120 000 kernels and move 15 MB for each draw, at most
# 0.95 MB.  With 30 per cent of an H200's 4.8 TB/s that is 11 s for 2^20 draws of each: half a minute at three sites,
# two minutes for twins, five where 2^24 draws are made of what 2^20 do not show; with flows and trained models about
# 18 minutes are expected for "gpu"; minima of expectations add about 200 searches of some 700 steps, each of a few
# milliseconds in which the host starts kernels: about ten minutes.  No device has confirmed it yet.
FINE = 2.0**-7
"""The error, relative to the size of what is compared, for which ``most`` draws are made where fewer do not see it."""
LEAST_TURNED = 1 << 7
"""Draws that are averaged over their orbits."""
CHORDS = 8
"""At most so many chords of an expectation."""
_LEAVES = frozenset({"psd", "posdef", "defined", "global_minimum", "minimisers_satisfy", "convex", "nonconvex"})
KINKED = frozenset({"relu", "relu_each", "least", "least_over", "least_unequal"})
"""Functions that may vanish for almost all draws, and yet have a mean: where no draw differs nothing is known of it."""
_RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


@dataclass
class Examiner:
    """One claim at one site."""

    site: Site
    effort: Effort
    points: list[int]
    met: bool
    """Whether all hypotheses were read and hold at these points."""

    def rows(self, prop: Prop, first: bool = False) -> tuple[list[Row], str]:
        """Rows of all comparisons in ``prop``, and what is lacking; ``first``: of few draws, up to one that fails."""
        found: list[Row] = []
        comparisons, lacking = self.comparisons(prop)
        for there, leaf, points, bound in comparisons:
            try:
                found += there._compared(leaf, points, bound, quick=first)
            except (Lacks, Kink) as error:
                lacking = lacking or str(error)
            if first and any(holds(row) is False for row in found):
                break
        return found, lacking

    def comparisons(self, prop: Prop) -> tuple[list[Compared], str]:
        """The comparisons that ``prop`` consists of, each with its points; a sentence where something is lacking."""
        met: list[Compared] = []
        why = logic.truth(prop, _Comparisons(self, tuple(self.points), {}, met)).why
        return met, next((str(reason) for reason in why if not isinstance(reason, logic.Open)), "")

    def starts_anywhere(self) -> bool:
        """Whether the flow passes every point."""
        return model_for(self.site.claim).starts_anywhere and not any(
            isinstance(term, Op) and term.head == "at0" for prop in hypotheses(self.site.claim)
            for _, term in subterms(prop)
        )

    # Comparisons ---------------------------------------------------------------------------------------------

    def _algebra(self) -> TensorAlgebra:
        """At all points."""
        return TensorAlgebra(self.site.place(None))

    def _compared(
        self, leaf: Prop, points: tuple[int, ...], bound: Mapping[Sym, int], quick: bool
    ) -> list[Row]:
        if leaf.head == "limit":
            return self._limits(leaf, points, bound)
        beyond_points = speaks_of_minima(leaf) or any(estimated(term) for _, term in subterms(leaf))
        if (beyond_points or leaf.head == "always") and self.site.variant >= self.effort.means:
            return []
        if leaf.head == "always":
            (inner,) = leaf.args
            if bound or not isinstance(inner, Prop):
                raise lacks("entries at all times")
            effort = self.effort
            descents = effort.starts, effort.descent
            return [along(self.site, inner, points, effort.runs, effort.prompts, effort.steps, self.met, descents)]
        if speaks_of_minima(leaf):
            if bound:
                raise lacks("minima in entries")
            if of_population(leaf) and self.site.variant >= self.effort.search.sites:
                return []
            said = said_of_minimisers(self.site, leaf)
            return [row for point in points[: self.effort.points] for one in said
                    for row in self._minima(one, point, quick)]  # fmt: skip
        if leaf.head in ("convex", "nonconvex"):
            if not beyond_points:
                return [chords(self.site, leaf, points, self.met)]
            general = tuple(k for k in points if k % 8 in GENERAL)[:CHORDS]
            rows = mean_chords(self.site, leaf, general, lambda draw: self._tested(draw, leaf, quick=True))
            return [self._about(row, leaf, None) for row in rows]
        terms = [arg for arg in leaf.args if isinstance(arg, Term)]
        name = terms[0]
        if leaf.head == "defined" and isinstance(name, Sym):
            written = self.site.place(None).written_out(name)
            if written is None or symbols(written) != symbols(terms[1]):
                raise lacks(f"a definition of {name.name} in the symbols of the one that is stated")
        if any(estimated(term) for term in terms):
            if leaf.head in ("psd", "posdef"):
                raise lacks(f"{leaf.head} of an expectation")
            chosen = points[: self.effort.points]
            if leaf.head in STRICT:
                # What is strict may be an equality where something vanishes.
                chosen += tuple(k for k in points if k % 8 == SPECIAL and k not in chosen)[:2]
            return [row for point in chosen for row in self._means(leaf, point, bound, quick)]
        return [self._at_points(leaf, points, bound)]

    def _limits(self, leaf: Prop, points: tuple[int, ...], bound: Mapping[Sym, int]) -> list[Row]:
        """Around general points, at sites at which the mean loss is not too dear."""
        effort = self.effort
        if self.site.variant >= effort.sites:
            return []
        general = [k for k in points if k % 8 in GENERAL][: effort.limits.points]
        if not general:
            raise lacks("general points that meet the hypotheses")
        descents = effort.starts, effort.descent
        return [limit_row(self.site, leaf, point, bound, effort.limits, self.met, descents) for point in general]

    def _minima(self, leaf: Prop, point: int, quick: bool) -> list[Row]:
        effort = self.effort
        if not of_population(leaf):
            return [at_minima(self.site, leaf, point, effort.starts, effort.descent, self.met)]
        rows = rows_of(self.site, leaf, point, effort.search, (effort.starts, effort.descent),
                       lambda draw: self._tested(draw, leaf, quick))  # fmt: skip
        return [self._about(row, leaf, point) for row in rows]

    def _means(self, leaf: Prop, point: int, bound: Mapping[Sym, int], quick: bool) -> list[Row]:
        compared = Comparison(self.site, leaf, point, bound)

        def finished(rows: list[Row]) -> list[Row]:
            return [self._about(row, leaf, point, bound) for row in rows]

        most = min(self.effort.outcomes, self.effort.draws) if quick else self.effort.outcomes
        summed = mean_summed(compared, most, self.effort.chunk)
        whole = finished([] if isinstance(summed, str) else summed_rows(summed))
        if quick and whole and all(holds(row) is not None for row in whole):
            return whole
        exact = "" if quick else variance_summed(compared, most, self.effort.chunk)
        known = () if isinstance(exact, str) else known_of(exact)
        orbits = orbits_of(compared) if isinstance(summed, str) else None
        if orbits is None or LEAST_TURNED * orbits.outcomes > 2 * self.effort.draws:
            rows = self._drawn(compared, self.effort.draws, "first", known)
        else:
            rows = self._turned(compared, orbits)
        blunt = any(row.get("detectable") is None or row["detectable"] > FINE * row["size"] for row in rows)
        if blunt and not whole and not quick and self.effort.most > self.effort.draws:
            rows = self._drawn(compared, self.effort.most, "more", known)
        rows = finished([{**row, "unused": exact} if exact and isinstance(exact, str) else row for row in rows])
        if whole and all(holds(row) is not None for row in whole):
            # What too few draws leave open is decided by all outcomes together.
            rows = [row for row in rows if holds(row) is not None]
        return rows + whole

    def _drawn(self, compared: Comparison, n: int, what: str, known: Sequence[Known]) -> list[Row]:
        def draw(count: int, number: int) -> Any:
            # Draws of different sizes of a sample, and of different chunks, have streams of their own.
            return compared.apart(count, self.site.draws(number if what == "first" else -1 - number))

        rare = is_kinked(compared.leaf)
        device = self.site.device
        return with_room(lambda chunk: collect(draw, n, chunk, rare=rare, known=known), self.effort.chunk, device)

    def _turned(self, compared: Comparison, orbits: Orbits) -> list[Row]:
        """By draws that are averaged over their orbits, as many as are worth the same."""

        def draw(count: int, number: int) -> Any:
            return averaged(compared, orbits, count, self.site.draws(number))

        n = max(self.effort.draws // orbits.outcomes, LEAST_TURNED)
        chunk = max(self.effort.chunk // orbits.outcomes, 1)
        rare = is_kinked(compared.leaf)
        rows = with_room(lambda fewer: collect(draw, n, fewer, rare=rare), chunk, self.site.device)
        return [{**row, "orbit": orbits.outcomes} for row in rows]

    def _about(self, row: Row, leaf: Prop, point: int | None, bound: Mapping[Sym, int] | None = None) -> Row:
        """With what a row is of, and the rounding that constants of the statement magnify."""
        relation = "eq" if leaf.head == "defined" else leaf.head
        at = self.site.label if point is None else f"{self.site.label}, point {point}"
        about = {"relation": relation, "text": plain(leaf) + values_shown(bound or {}), "at": at, "met": self.met}
        rounding = max(row["rounding"], rounding_of(leaf)) if "rounding" in row else None
        return {**about, **row, **({} if rounding is None else {"rounding": rounding})}

    def _tested(self, draw: Draw, leaf: Prop, quick: bool) -> list[MeanRow]:
        """Rows of a mean; of more draws where few do not show a small error, unless it is to be ``quick``."""
        rare, device = is_kinked(leaf), self.site.device

        def tested(drawn: Draw, n: int) -> list[MeanRow]:
            return with_room(lambda chunk: collect(drawn, n, chunk, rare=rare), self.effort.chunk, device)

        rows = tested(draw, self.effort.draws)
        blunt = any(row.get("detectable") is None or row["detectable"] > FINE * row["size"] for row in rows)
        if blunt and not quick and self.effort.most > self.effort.draws:
            # Chunks of another number of draws have streams of their own.
            rows = tested(lambda count, number: draw(count, -1 - number), self.effort.most)
        return rows

    def _at_points(self, leaf: Prop, points: tuple[int, ...], bound: Mapping[Sym, int]) -> Row:
        found = compare(leaf, self._algebra().counted(bound))
        chosen = [found[k] for k in points]
        decided = sum(answer is True for answer, _ in chosen)
        widths = [width for answer, width in chosen if answer is True]
        return {
            "kind": "points", "relation": leaf.head, "text": plain(leaf) + values_shown(bound), "at": self.site.label,
            "points": len(chosen), "decided": decided, "against": sum(answer is False for answer, _ in chosen),
            "met": self.met,
            "resolution": max(widths, default=None),
        }  # fmt: skip


Compared = tuple[Examiner, Prop, tuple[int, ...], Mapping[Sym, int]]
"""A comparison: who examines it, at which points and for which values of indices."""


class _Comparisons(logic.Everywhere):
    """Some points of a site: decides nothing, but writes down what is to be compared at which of them."""

    name = "gpu"

    def __init__(
        self, at: Examiner, points: tuple[int, ...], bound: Mapping[Sym, int], written: list[Compared]
    ) -> None:
        self.at, self.points, self.bound, self.written = at, points, bound, written
        self.along = False

    def _with(self, **changed: Any) -> _Comparisons:
        there = copy(self)
        vars(there).update(changed)
        return there

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.said(prop)

    def said(self, prop: Prop) -> Answer:
        if prop.head == "conserved" and not self.at.starts_anywhere():
            (body,) = terms_in(prop)
            return self._compared(Prop("always", (eq(body, at0(body)),)))
        if prop.head == "conserved":
            (body,) = terms_in(prop)
            return self._compared(eq(ddt(body), 0 * body))
        if prop.head in _RELATIONS or prop.head in _LEAVES or prop.head == "limit":
            return self._compared(prop)
        raise self.lacks(prop.head)

    def _compared(self, leaf: Prop) -> Answer:
        self.written.append((self.at, Prop("always", (leaf,)) if self.along else leaf, self.points, self.bound))
        return unknown()

    def always(self, prop: Prop, body: Prop) -> Answer:
        if premises(body):
            raise self.lacks("premises at all times")
        return logic.truth(body, self._with(along=True))

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        return logic.truth(body, self._with(points=tuple(k for k in self.points if k % 8 in GENERAL)))

    def values(self, variable: Sym, body: Prop) -> Values:
        numbers = numbers_of(variable, self.at._algebra())
        if numbers is None:
            return Values([(body, self)], whole=True)
        return Values([(body, self._with(bound={**self.bound, variable: k})) for k in numbers], whole=True)

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        if any(estimated(term) for _, term in subterms(hypothesis)):
            raise self.lacks("premises about expectations")
        if _speaks_of_a_flow(conclusion) and _speaks_of_now(hypothesis):
            raise self.lacks("premises about a time of the flow")
        return None

    def under(self, hypothesis: Prop) -> tuple[Answer, logic.Engine]:
        """Equations of a premise give symbols their values, as those of hypotheses do."""
        site = replace(self.at.site, premises=(*self.at.site.premises, hypothesis))
        there, unread, exact = met_points(site, (*hypotheses(site.claim), *site.premises), self.bound)
        usable = tuple(k for k in there if k in self.points)
        # Where only zeros and the like meet a premise, what follows from it holds there for other reasons.
        if unread or not any(k % 8 in GENERAL for k in usable):
            raise Lacks(unread or f"{UNMET} {plain(hypothesis)}")
        return known(True), self._with(at=Examiner(site, self.at.effort, list(usable), exact), points=usable)

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        raise self.lacks("iff")


def is_kinked(leaf: Prop) -> bool:
    return any(isinstance(term, Op) and term.head in KINKED for _, term in subterms(leaf))


def _speaks_of_a_flow(prop: Prop) -> bool:
    return any(sub.head in ("always", "conserved", "limit") for _, sub in subprops(prop))


def _speaks_of_now(prop: Prop) -> bool:
    """Whether it speaks of parameters at another time than 0."""

    def moving(term: Term) -> bool:
        if isinstance(term, Op) and term.head == "at0":
            return False
        if isinstance(term, Sym):
            return term.has("parameter") or (term.has("derived") and not term.has("random"))
        return any(moving(child) for child in children(term))

    return any(moving(arg) for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term))


def examiners(claim: Claim, effort: Effort, device: str, seed: int | None) -> Iterator[Examiner]:
    """At each site, on the points that meet the hypotheses; with many layers at the end, where nothing is drawn."""
    most = max(effort.sites, effort.functions if leaves_functions_open(claim) else 0)
    chosen = [(site, effort) for site in sites(claim, device, seed, most)]
    if effort.functions and has_layers(claim):
        chosen.append((deep_site(claim, device, seed), replace(effort, points=0, means=0)))
    for site, there in chosen:
        points, unread, exact = met_points(site, hypotheses(claim))
        if points:
            yield Examiner(site, there, points, exact and not unread)
