"""Expectations over random symbols of any law: samples, labels, noise, random covariances.

Moments that a law leaves open are generators of their own, so that what is proved holds for every law; at exact points
concrete laws give them numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod
from typing import Any

from flint import fmpq, fmpq_mpoly

from symbolic.entries import Gaussian, Matrix, Ratio
from symbolic.entries.ring import Exponent, generators, product, rational, total
from symbolic.entries.sums import Group, PowerSums, Table, expectation, taken

from ...roles import law_of, letter_of
from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term
from .laws import atoms_moment, base_name, covariance_of, deviation_of, entries_moment, is_law, label_moment, partner
from .needs import has_no_entries
from .sample_space import ABSOLUTE, SampleSpace
from .space import Setting, _polynomial

FOURTH_MOMENT = "m_4"
"""The symbol for the fourth moment of the noise."""
LABEL_MOMENTS = {(1, 0), (1, 1), (2, 0), (2, 2)}
"""The degrees in a label of any law and in its covariate whose moments are taken to exist."""
MOST_OF_NOISE = 3
"""The third moment occurs beside odd powers of the covariates."""
MOST_OF_A_LAW = 3
MOST_EXPONENTS = 60_000_000
"""Polynomials with more exponents, written out, would not fit into memory."""


Drawn = tuple[frozenset[str], Group]
"""Symbols with one joint law."""


def _degree(exponent: Sequence[Any], places: Sequence[int]) -> int:
    return sum(int(exponent[place]) for place in places)


class LawSpace(SampleSpace):
    """:class:`SampleSpace` with the laws that the traits of random symbols name."""

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        super().__init__(terms, setting)
        self._zero, self._one = self.ctx.constant(0), self.ctx.constant(1)
        self.drawn: dict[str, Matrix] = {}
        """Outcomes of random covariances over which an expectation is being taken."""
        self.arguments: Callable[[Op], list[Ratio]] = lambda law: []
        """Reads the parameters of a concrete law."""
        self.forms: dict[str, fmpq_mpoly] = {}
        """By slot: the form whose absolute value the generator ``absolute#slot`` stands for."""
        self._groups: dict[tuple[str, bool], list[Drawn]] = {}

    def generic(self, sym: Sym) -> Matrix:
        if sym.name in self.drawn:
            return self.drawn[sym.name]
        if sym.has("iid") and "#" not in sym.name:
            raise Lacks(f"entries lacks a member of the family {sym.name}")
        return super().generic(sym)

    def covariance(self, sym: Sym) -> Matrix:
        """The covariance of a Gaussian vector, over the ring."""
        C = covariance_of(sym)
        if C is None:
            size = self.setting.size(sym.shape[0])
            return Matrix.build(size, size, lambda i, j: self.ctx.constant(int(i == j)))
        value = self.symbol(C)
        if C.shape[1] == 1:
            value = diagonal(value)
        return value.map(_polynomial)

    # Expectation ----------------------------------------------------------------------------------------------

    def _sample_moment(self, alpha: Exponent) -> fmpq_mpoly:
        """The moment of one sample, in the order of ``slot_names``."""
        slot = next((s for s in self.slots if s in self.forms), self.slots[0])
        exponent = [0] * self.ctx.nvars()
        for place, power in zip(self._places(slot), alpha, strict=True):
            exponent[place] = power
        monomial = self.ctx.from_dict({tuple(exponent): 1})
        groups = self._slot_groups(slot)
        return expectation(self._even(monomial, slot, groups), [g for _, g in groups])

    def _even(self, poly: fmpq_mpoly, slot: str, groups: Sequence[Drawn]) -> fmpq_mpoly:
        """Even powers of the absolute value of a form are powers of the form; odd ones vanish beside what is odd where
        signs turn that the laws of ``groups`` and the absolute value do not see."""
        name = f"{ABSOLUTE}#{slot}" if slot else ABSOLUTE
        if name not in self._place or name in poly.unused_gens():
            return poly
        place, form = self._place[name], self.forms[slot]
        unseen = self._unseen_turns(form, groups)
        result = self._zero
        for exponent, coefficient in poly.to_dict().items():
            (power,), rest = taken(exponent, [place])
            if power % 2 == 0:
                result += self.ctx.from_dict({rest: coefficient}) * form**power
            elif not any(_degree(rest, turn) % 2 for turn in unseen):
                raise Lacks("entries lacks the mean of an absolute value")
        return result

    def _unseen_turns(self, form: fmpq_mpoly, groups: Sequence[Drawn]) -> list[tuple[int, ...]]:
        """Places whose signs turn together without changing the law, or the form but for its sign: those of one
        symmetric law, or of all."""
        symmetric = [group.places for syms, group in groups if self._is_symmetric(syms, group)]
        turns = [*symmetric, tuple(place for places in symmetric for place in places)]
        return [turn for turn in turns if len({_degree(exponent, turn) % 2 for exponent in form.monoms()}) == 1]

    def _is_symmetric(self, syms: frozenset[str], group: Group) -> bool:
        """Whether the negative of what is drawn has the same law: noise of any law need not, nor what labels tell of.
        """
        noise = [sym for sym in map(self.called, syms) if sym.has("noise")]
        normal = "noise" in self.setting.laws or all(sym.has("normal") for sym in noise)
        return normal if noise else isinstance(group, Gaussian) and not group.mean

    def mean(self, entry: Ratio, fixed: frozenset[str]) -> Ratio:
        """The expectation of ``entry`` over all random symbols but ``fixed``."""
        if len(entry.num) * self.ctx.nvars() > MOST_EXPONENTS:
            raise Lacks(f"entries lacks room for {len(entry.num)} terms under an expectation")
        hidden = self._hidden(entry)
        sums = {self._place_name(p): s for s in self._sums.values() for p in s.exponents}
        if any(self._is_integrated(name, fixed) for name in hidden) or hidden & sums.keys():
            raise Lacks("entries lacks expectations of quotients and roots of random symbols")
        num = self._round(entry.num, fixed, law=False)
        return Ratio(self._round(num, fixed, law=True)) / Ratio(entry.denominator)

    def mean_square(self, entry: Ratio) -> Ratio:
        """The expectation of a square: only products of even degree in everything centred count, unless absolute values
        see signs."""
        classes: defaultdict[Exponent, dict[Exponent, fmpq]] = defaultdict(dict)
        used = set(self.ctx.names()) - set(entry.num.unused_gens())
        slices = [] if any(name.startswith(ABSOLUTE) for name in used) else self._even_slices()
        for exponent, coefficient in entry.num.to_dict().items():
            parity = tuple([sum(exponent[place] for place in places) & 1 for places in slices])
            classes[parity][exponent] = coefficient
        below = Ratio(entry.denominator) ** 2
        parts = [self.ctx.from_dict(part) for part in classes.values()]
        means = [self.mean(Ratio(part * part) / below, frozenset()) * below for part in parts]
        return Ratio(total([mean.num for mean in means], self.ctx)) / below

    def _even_slices(self) -> list[tuple[int, ...]]:
        """Places whose degrees together are even wherever a mean does not vanish: of centred normal symbols."""
        found: list[tuple[int, ...]] = []
        for _, group in self._single_groups(law=False):
            if isinstance(group, Gaussian) and not group.mean:
                found += [(place,) for place in group.places] if group.diagonal else [group.places]
        return found

    def _is_integrated(self, name: str, fixed: frozenset[str]) -> bool:
        return name in self.random and self._owner(name) not in fixed

    def _owner(self, generator: str) -> str:
        """The name of the symbol of which the generator is an entry."""
        base = generator.partition("#")[0]
        for sym in self.needed:
            if base == sym.name or (base.startswith(f"{sym.name}_") and base in self._entry_names(sym)):
                return sym.name
        return base

    def _round(self, poly: fmpq_mpoly, fixed: frozenset[str], *, law: bool) -> fmpq_mpoly:
        used = set(self.ctx.names()) - set(poly.unused_gens())
        if law:
            groups = [g for syms, g in self._single_groups(law=True) if not syms & fixed]
            return expectation(poly, groups)
        slots = [slot for slot in self.slots if any(name in used for name in self.slot_names(slot))]
        sums = [s for s in self._sums.values() if any(self._place_name(p) in used for p in s.exponents)]
        free = [s for s in self.families if s.name not in fixed]
        if slots or sums:
            self._check_samples(slots, sums, fixed)
        for slot in ("", *slots):
            if not self._is_held(slot, fixed):
                every = [*self._single_groups(law=False), *(self._slot_groups(slot) if slot else ())]
                poly = self._even(poly, slot, [(syms, group) for syms, group in every if not syms & fixed])
        singles = [(s, g) for s, g in self._single_groups(law=False) if not s & fixed or self._meets(used, s - fixed)]
        groups = [g for syms, g in singles if self._whole(syms, fixed)]
        for slot in slots if free else []:
            groups += [g for syms, g in self._slot_groups(slot) if self._whole(syms, fixed)]
        self._covariances_are_free(fixed)
        return expectation(poly, groups, sums if free else [])

    def _is_held(self, slot: str, fixed: frozenset[str]) -> bool:
        """Whether all that the form is drawn from is held fixed: then its absolute value is."""
        form = self.forms.get(slot)
        names = () if form is None else set(self.ctx.names()) - set(form.unused_gens())
        return {self._owner(name) for name in names if name in self.random} <= fixed

    def _meets(self, used: set[str], names: frozenset[str]) -> bool:
        """Whether a generator of one of these symbols occurs."""
        return any(used & set(self._entry_names(s)) for s in self.needed if s.name in names)

    def _whole(self, syms: frozenset[str], fixed: frozenset[str]) -> bool:
        """Whether a group is integrated; Lacks where only a part of it is."""
        if syms & fixed and not syms <= fixed:
            raise Lacks(f"entries lacks the law of {min(syms - fixed)} given {min(syms & fixed)}")
        return not syms & fixed

    def _check_samples(self, slots: list[str], sums: list[PowerSums], fixed: frozenset[str]) -> None:
        held = [s.name for s in self.families if s.name in fixed]
        if held and len(held) < len(self.families) and sums:
            raise Lacks(f"entries lacks expectations given the samples {held[0]} alone")
        if not held and (len(sums) > 1 or (sums and slots) or (len(slots) > 1 and not all(s.isdigit() for s in slots))):
            raise Lacks("entries lacks expectations over samples whose indices may coincide")

    def _covariances_are_free(self, fixed: frozenset[str]) -> None:
        """What is held fixed must not depend on a covariance over which one averages."""
        for sym in self.needed:
            C = covariance_of(sym) if sym.has("random") and sym.name in fixed and not is_law(sym) else None
            if C is not None and is_law(C) and C.name not in fixed and C.name not in self.drawn:
                raise Lacks(f"entries lacks the law of {C.name} given {sym.name}")

    def _single_groups(self, *, law: bool) -> list[Drawn]:
        singles = [s for s in self.needed if s.has("random") and not s.has("iid") and not has_no_entries(s)]
        if ("", law) not in self._groups:
            chosen = [s for s in singles if is_law(s) == law and s.name not in self.drawn]
            self._groups["", law] = list(self._made(chosen, ""))
        return self._groups["", law]

    def _slot_groups(self, slot: str) -> list[Drawn]:
        if (slot, False) not in self._groups:
            self._groups[slot, False] = list(self._made(self.families, f"#{slot}"))
        return self._groups[slot, False]

    def _made(self, syms: Sequence[Sym], suffix: str) -> Iterator[Drawn]:
        labels: dict[str, Sym] = {}
        for s in (s for s in syms if s.shape == (1, 1) and partner(s)):
            if labels.setdefault(partner(s), s) != s:
                raise Lacks(f"entries lacks the joint law of two labels of {partner(s)}")
        for sym in sorted(syms, key=lambda s: s.name):
            places = tuple(self._place[n] for n in self._entry_names(sym, suffix))
            if is_law(sym):
                yield frozenset({sym.name}), Table(places, partial(self._law_moment, sym))
            elif sym.has("noise"):
                moment = partial(self._noise_moment, sym)
                yield frozenset({sym.name}), Table(places, moment)
            elif sym.name in labels:
                y = labels[sym.name]
                both = (*places, self._place[self._entry_names(y, suffix)[0]])
                joint = partial(self._label_moment, y, covariance_of(sym), self._gaussian(sym, places))
                yield frozenset({sym.name, y.name}), Table(both, joint)
            elif partner(sym):
                if not any(s.name == partner(sym) for s in syms):
                    raise Lacks(f"entries lacks the covariate of the label {sym.name}")
            elif sym.shape == (1, 1) or sym.shape[1] != 1:
                raise Lacks(f"entries lacks the law of {sym.name}")
            else:
                yield frozenset({sym.name}), self._gaussian(sym, places)

    def _gaussian(self, sym: Sym, places: tuple[int, ...]) -> Gaussian:
        return Gaussian(places, self.covariance(sym), self.ctx)

    # Moments that a law gives or leaves open ------------------------------------------------------------------

    def _label_moment(self, label: Sym, covariance: Sym | None, x: Gaussian, alpha: Exponent) -> fmpq_mpoly:
        if not alpha[-1]:
            return x.moment(alpha[:-1])
        law = self.setting.laws.get(law_of(label))
        if law is not None:
            return label_moment(law, x, alpha)
        if (alpha[-1], sum(alpha[:-1])) not in LABEL_MOMENTS:
            raise Lacks(f"entries takes no moment of degree {alpha[-1]} in a label, {sum(alpha[:-1])} in its covariate")
        of = "" if covariance is None else covariance.name
        return generators(self.ctx)[self._allocate("label", law_of(label), of, alpha, signed=any(a % 2 for a in alpha))]

    def _noise_moment(self, noise: Sym, alpha: Exponent) -> fmpq_mpoly:
        (k,), deviation = alpha, deviation_of(noise)
        s = self.symbol(deviation)[0, 0].num
        known = {0: self._one, 1: self._zero, 2: s**2}
        if k in known:
            return known[k]
        if noise.has("normal") or "noise" in self.setting.laws:
            # Noise of any law is Gaussian at points.
            return self._zero if k % 2 else s**k * prod(range(1, k, 2))
        if k == 4 and law_of(noise) == letter_of("noise") and FOURTH_MOMENT in self._place:
            return self.generator[FOURTH_MOMENT].num
        if k > MOST_OF_NOISE:
            raise Lacks(f"entries takes no moment of order {k} of the noise: it may not exist")
        return generators(self.ctx)[self._allocate("noise", law_of(noise), deviation.name, k)]

    def _law_moment(self, sym: Sym, alpha: Exponent) -> fmpq_mpoly:
        name = base_name(sym)
        law = self.setting.laws.get(name)
        if isinstance(law, Op):
            return _polynomial(entries_moment(law.head, self.arguments(law), alpha, self.constant(1)))
        if law is not None:
            return self.ctx.constant(rational(atoms_moment(law, self._grid(sym), alpha)))
        gen = generators(self.ctx)
        apart = sym.shape[1] == 1 and self._independent(name)
        if (max(alpha) if apart else sum(alpha)) > MOST_OF_A_LAW:
            raise Lacks(f"entries takes moments of {name} up to order {MOST_OF_A_LAW} only: others may not exist")
        positive = sym.shape[1] == 1 and sym.has("positive")
        unsigned = positive or (sym.shape[1] == 1 and sym.has("nonnegative"))

        def moment(powers: Sequence[Any], *key: object) -> fmpq_mpoly:
            signed = not unsigned and any(power % 2 for power in powers)
            return gen[self._allocate("law", name, *key, signed=signed, strict=positive)]

        if not apart:
            return moment(alpha, alpha)
        return product((moment([power], k, power) for k, power in enumerate(alpha) if power), self.ctx)

    def _independent(self, name: str) -> bool:
        return any(s.name == name and s.has("independent") for s in self.needed) or name == "lam_tau"

    @contextmanager
    def outcome(self, values: dict[str, Matrix]) -> Iterator[None]:
        """Inside, these random covariances have these values."""
        before = self.drawn
        self.drawn = {**before, **values}
        self._forget()
        try:
            yield
        finally:
            self.drawn = before
            self._forget()

    def _forget(self) -> None:
        self._groups.clear()
        for sums in self._sums.values():
            sums.forget()


def diagonal(v: Matrix) -> Matrix:
    """The diagonal matrix with the entries of the column ``v``."""
    zero = v[0, 0] * 0
    return Matrix.build(len(v.rows), len(v.rows), lambda i, j: v[i, 0] if i == j else zero)
