r"""Generators for random symbols of any law: sums over samples, labels, noise, random covariances.

Samples are read once for every number of samples (:mod:`symbolic.entries.sums`): a family member :math:`x_i` is a set
of generators for the index i, and a sum over i becomes power sums.  Where that is impossible (``written``) the members
1, ..., m are written out instead.  Moments that a law leaves open are generators of their own, so that what is proved
holds for every law; at exact points concrete laws give them numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

from flint import fmpq_mpoly

from symbolic.entries import Gaussian, Matrix, Ratio
from symbolic.entries.ring import Exponent, generators, product, rational
from symbolic.entries.sums import Group, PowerSums, Table, expectation, taken

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, walk
from .laws import (
    atoms_moment,
    base_name,
    covariance_of,
    entries_moment,
    is_law,
    label_moment,
    partner,
    slots_in,
    with_laws,
)
from .needs import beyond, has_no_entries, is_length
from .space import Setting, Space, _polynomial

SPARE = {1: 30, 2: 60}
SPARE_ABOVE = 130
"""How many generators are kept for power sums and open moments, by dimension."""
ABSOLUTE = "absolute"
NOISE_MOMENTS = "m_4"


class LawSpace(Space):
    """As :class:`Space`, with the laws that the traits of random symbols name."""

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        self._folds_absolute = any(
            isinstance(node, Op) and node.head in {"relu", "abs"} for root in terms for _, node in walk(root)
        )
        super().__init__(terms, setting)
        self.deferred |= {sym.name for sym in self.needed if sym.has("random")}
        self._keys: dict[str, tuple[object, ...]] = {}
        """What each spare generator in use stands for."""
        self._place = {name: k for k, name in enumerate(self.ctx.names())}
        self._zero, self._one = self.ctx.constant(0), self.ctx.constant(1)
        self.drawn: dict[str, Matrix] = {}
        """Outcomes of random covariances over which an expectation is being taken."""
        self.arguments: Callable[[Op], list[Ratio]] = lambda law: []
        """Reads the parameters of a concrete law."""
        self.forms: dict[str, fmpq_mpoly] = {}
        """By slot: the form whose absolute value the generator ``absolute#slot`` stands for."""
        self.vanishing: list[fmpq_mpoly] = []
        """Functions of one sample that vanish for every sample, by hypothesis."""
        self._sums: dict[str, PowerSums] = {}
        self._groups: dict[tuple[str, bool], list[tuple[frozenset[str], Group]]] = {}

    def _closure(self, terms: Sequence[Term]) -> frozenset[Sym]:
        parameters = [arg for law in self.setting.laws.values() if isinstance(law, Op) for arg in law.args]
        return with_laws([*terms, *parameters], self.setting.model)

    # Names ------------------------------------------------------------------------------------------------

    def _names(self, terms: Sequence[Term]) -> tuple[list[str], list[str]]:
        self.families = sorted((s for s in self.needed if s.has("iid")), key=lambda s: s.name)
        self.slots = self._slots(terms)
        random: list[str] = []
        fixed: list[str] = []
        for sym in sorted(self.needed, key=lambda s: s.name):
            if has_no_entries(sym) or sym in self.families:
                continue
            if is_length(sym):
                fixed += [] if sym.name in self.setting.lengths else [sym.name]
            else:
                target = random if sym.has("random") else fixed
                target += [n for n in self._entry_names(sym) if n not in random and n not in fixed]
        for slot in self.slots:
            random += self.slot_names(slot)
        if self._folds_absolute:
            random.append(ABSOLUTE)
        self._spare = [f"spare_{k}" for k in range(SPARE.get(self.setting.d, SPARE_ABOVE))]
        return random, fixed + self._spare

    def _slots(self, terms: Sequence[Term]) -> list[str]:
        if not self.families:
            return []
        named = slots_in(terms)
        if self.setting.written or any(s.name in self.setting.values for s in self.families):
            counts = [n for name, n in self.setting.lengths.items() if name != "B"]
            named |= {str(k) for k in range(1, max(counts, default=0) + beyond(terms) + 1)}
        return sorted(named)

    def slot_names(self, slot: str) -> list[str]:
        """The generators of one sample: the members of all families with this index."""
        names = [name for sym in self.families for name in self._entry_names(sym, f"#{slot}")]
        return [*names, f"{ABSOLUTE}#{slot}"] if self._folds_absolute else names

    def _positive(self) -> frozenset[str]:
        found = set(super()._positive())
        for sym in self.needed:
            if sym.shape != (1, 1) and sym.has("positive"):
                found |= set(self._entry_names(sym))
            if sym.has("posdef"):
                found |= {name for k, row in enumerate(self._grid(sym)) for name in row[k : k + 1]}
        return frozenset(found)

    def _allocate(self, *key: object, positive: bool = False) -> str:
        """The generator that stands for ``key``."""
        for name, known in self._keys.items():
            if known == key:
                return name
        if len(self._keys) == len(self._spare):
            raise Lacks(f"entries lacks room for so many moments at d = {self.setting.d}")
        name = self._spare[len(self._keys)]
        self._keys[name] = key
        if positive:
            self.roots.assume_positive(name)
        return name

    # Symbols ----------------------------------------------------------------------------------------------

    def generic(self, sym: Sym) -> Matrix:
        if sym.name in self.drawn:
            return self.drawn[sym.name]
        if sym.has("iid") and "#" not in sym.name:
            raise Lacks(f"entries lacks a member of the family {sym.name}")
        return super().generic(sym)

    def at_slot(self, sym: Sym, slot: str) -> Matrix:
        """The member of a family whose index is called ``slot``."""
        names = self._entry_names(sym, f"#{slot}")
        if slot not in self.slots:
            raise Lacks(f"entries lacks member {slot} of the family {sym.name}")
        return Matrix.of([[self.generator[name]] for name in names])

    def called(self, name: str) -> Sym:
        """The symbol with this name among those that are needed."""
        return next(s for s in self.needed if s.name == name)

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

    # Sums over samples ----------------------------------------------------------------------------------------

    def folded(self, entry: Ratio, slot: str, length: str) -> Ratio:
        """The sum of ``entry`` over the samples that ``slot`` runs through."""
        if any(name.endswith(f"#{slot}") for name in self._hidden(entry)):
            raise Lacks("entries lacks sums over samples of quotients and roots")
        if any(divmod(entry.num, relation)[1].is_zero() for relation in self.vanishing):
            return entry.lift(0)
        return Ratio(self.sums(length).folded(entry.num, self._places(slot))) / Ratio(entry.denominator)

    def _places(self, slot: str) -> list[int]:
        return [self._place[name] for name in self.slot_names(slot)]

    @property
    def sums_of(self) -> frozenset[str]:
        """The lengths up to which sums over samples have been read."""
        return frozenset(self._sums)

    def sums(self, length: str) -> PowerSums:
        if length not in self._sums:
            value = self.setting.lengths.get(length)
            m = self.generator[length].num if value is None else self.ctx.constant(value)
            self._sums[length] = PowerSums(
                self.ctx, m, lambda alpha: self._place[self._allocate("sum", length, alpha)], self._sample_moment
            )
        return self._sums[length]

    def _sample_moment(self, alpha: Exponent) -> fmpq_mpoly:
        """The moment of one sample, in the order of ``slot_names``."""
        slot = next((s for s in self.slots if s in self.forms), self.slots[0])
        exponent = [0] * self.ctx.nvars()
        for place, power in zip(self._places(slot), alpha, strict=True):
            exponent[place] = power
        monomial = self.ctx.from_dict({tuple(exponent): 1})
        return expectation(self._even(monomial, slot), [g for _, g in self._slot_groups(slot)])

    def _even(self, poly: fmpq_mpoly, slot: str) -> fmpq_mpoly:
        """Even powers of the absolute value of a form are powers of the form; odd ones vanish beside odd monomials."""
        name = f"{ABSOLUTE}#{slot}" if slot else ABSOLUTE
        if name not in self._place or name in poly.unused_gens():
            return poly
        place, form = self._place[name], self.forms[slot]
        flipped = self._flipped(form, slot)
        result = self._zero
        for exponent, coefficient in poly.to_dict().items():
            (power,), rest = taken(exponent, [place])
            if power % 2 == 0:
                result += self.ctx.from_dict({rest: coefficient}) * form**power
            elif sum(int(rest[p]) for p in flipped) % 2 == 0:
                raise Lacks("entries lacks the mean of an absolute value")
        return result

    def _flipped(self, form: fmpq_mpoly, slot: str) -> list[int]:
        """The places of the covariate in a linear form: a flip of its sign changes the form's sign alone."""
        used = set(self.ctx.names()) - set(form.unused_gens())
        vectors = [s for s in self.needed if s.has("random") and s.name != "w" and bool(slot) == s.has("iid")]
        for sym in vectors:
            names = self._entry_names(sym, f"#{slot}" if slot else "")
            if used & set(names):
                return [self._place[name] for name in names]
        raise Lacks("entries lacks the mean of an absolute value")

    # Expectation ----------------------------------------------------------------------------------------------

    def mean(self, entry: Ratio, fixed: frozenset[str]) -> Ratio:
        """The expectation of ``entry`` over all random symbols but ``fixed``."""
        hidden = self._hidden(entry)
        sums = {self._place_name(p): s for s in self._sums.values() for p in s.exponents}
        if any(self._is_integrated(name, fixed) for name in hidden) or hidden & sums.keys():
            raise Lacks("entries lacks expectations of quotients and roots of random symbols")
        num = self._round(entry.num, fixed, law=False)
        return Ratio(self._round(num, fixed, law=True)) / Ratio(entry.denominator)

    def _place_name(self, place: int) -> str:
        return str(self.ctx.names()[place])

    def _hidden(self, entry: Ratio) -> set[str]:
        """Generators that occur otherwise than in the numerator."""
        polys = [entry.denominator]
        for root in self.roots.used(entry):
            polys += [self.roots.values[root].num, self.roots.values[root].denominator]
        return set().union(*(set(self.ctx.names()) - set(poly.unused_gens()) for poly in polys))

    def _is_integrated(self, name: str, fixed: frozenset[str]) -> bool:
        return name in self.random and self._symbol_of(name).name not in fixed

    def _symbol_of(self, generator: str) -> Sym:
        base = generator.partition("#")[0]
        for sym in self.needed:
            if base == sym.name or (base.startswith(f"{sym.name}_") and base in self._entry_names(sym)):
                return sym
        return Sym(base)

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
        for slot in self._absolute_slots(slots, fixed):
            poly = self._even(poly, slot)
        singles = [(s, g) for s, g in self._single_groups(law=False) if not s & fixed or self._meets(used, s - fixed)]
        groups = [g for syms, g in singles if self._whole(syms, fixed)]
        for slot in slots if free else []:
            groups += [g for _, g in self._slot_groups(slot)]
        self._covariances_are_free(fixed)
        return expectation(poly, groups, sums if free else [])

    def _absolute_slots(self, slots: list[str], fixed: frozenset[str]) -> list[str]:
        """Where absolute values of forms are averaged: samples, and the query unless it is held fixed."""
        held = any(s.name in fixed for s in self.needed if s.has("random") and not s.has("iid") and s.name != "w")
        return slots if held else ["", *slots]

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
        if held and len(held) < len(self.families):
            raise Lacks(f"entries lacks expectations given the samples {held[0]} alone")
        if not held and (len(sums) > 1 or (sums and slots) or (len(slots) > 1 and not all(s.isdigit() for s in slots))):
            raise Lacks("entries lacks expectations over samples whose indices may coincide")

    def _covariances_are_free(self, fixed: frozenset[str]) -> None:
        """What is held fixed must not depend on a covariance over which one averages."""
        for sym in self.needed:
            C = covariance_of(sym) if sym.has("random") and sym.name in fixed and not is_law(sym) else None
            if C is not None and is_law(C) and C.name not in fixed and C.name not in self.drawn:
                raise Lacks(f"entries lacks the law of {C.name} given {sym.name}")

    def _single_groups(self, *, law: bool) -> list[tuple[frozenset[str], Group]]:
        singles = [s for s in self.needed if s.has("random") and not s.has("iid") and not has_no_entries(s)]
        if ("", law) not in self._groups:
            chosen = [s for s in singles if is_law(s) == law and s.name not in self.drawn]
            self._groups["", law] = list(self._made(chosen, ""))
        return self._groups["", law]

    def _slot_groups(self, slot: str) -> list[tuple[frozenset[str], Group]]:
        if (slot, False) not in self._groups:
            self._groups[slot, False] = list(self._made(self.families, f"#{slot}"))
        return self._groups[slot, False]

    def _made(self, syms: Sequence[Sym], suffix: str) -> Iterator[tuple[frozenset[str], Group]]:
        labels = {partner(s): s for s in syms if s.shape == (1, 1) and partner(s)}
        for sym in sorted(syms, key=lambda s: s.name):
            places = tuple(self._place[n] for n in self._entry_names(sym, suffix))
            if is_law(sym):
                yield frozenset({sym.name}), Table(places, partial(self._law_moment, sym))
            elif sym.has("noise"):
                yield frozenset({sym.name}), Table(places, self._noise_moment)
            elif sym.name in labels:
                y = labels[sym.name]
                both = (*places, self._place[self._entry_names(y, suffix)[0]])
                moment = partial(self._label_moment, self._gaussian(sym, places))
                yield frozenset({sym.name, y.name}), Table(both, moment)
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

    def _label_moment(self, x: Gaussian, alpha: Exponent) -> fmpq_mpoly:
        if not alpha[-1]:
            return x.moment(alpha[:-1])
        law = self.setting.laws.get("label")
        if law is not None:
            return label_moment(law, x, alpha)
        return generators(self.ctx)[self._allocate("label", alpha, positive=all(a % 2 == 0 for a in alpha))]

    def _noise_moment(self, alpha: Exponent) -> fmpq_mpoly:
        (k,) = alpha
        s = self.symbol(Sym("s", (1, 1), frozenset({"positive"})))[0, 0].num
        known = {0: self._one, 1: self._zero, 2: s**2}
        if k in known:
            return known[k]
        if "noise" in self.setting.laws:
            # At points the noise is Gaussian.
            return self._zero if k % 2 else s**k * prod(range(1, k, 2))
        if k == 4 and NOISE_MOMENTS in self._place:
            return self.generator[NOISE_MOMENTS].num
        return generators(self.ctx)[self._allocate("noise", k, positive=k % 2 == 0)]

    def _law_moment(self, sym: Sym, alpha: Exponent) -> fmpq_mpoly:
        name = base_name(sym)
        law = self.setting.laws.get(name)
        if isinstance(law, Op):
            return _polynomial(entries_moment(law.head, self.arguments(law), alpha, self.constant(1)))
        if law is not None:
            return self.ctx.constant(rational(atoms_moment(law, self._grid(sym), alpha)))
        gen = generators(self.ctx)
        if sym.shape[1] == 1 and self._independent(name):
            keys: list[tuple[object, ...]] = [("law", name, k, power) for k, power in enumerate(alpha) if power]
        else:
            keys = [("law", name, alpha)]
        positive = sym.shape[1] == 1 or all(a % 2 == 0 for a in alpha)
        return product((gen[self._allocate(*key, positive=positive)] for key in keys), self.ctx)

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

    # Values at exact points -----------------------------------------------------------------------------------

    def sample_values(self) -> dict[str, Ratio]:
        """Numbers for power sums and for members that are called by number, from the values of the families."""
        values = self.setting.values
        if not self.families or any(s.name not in values for s in self.families):
            return {}
        count = min(len(values[s.name]) for s in self.families)
        members = [[Fraction(v) for s in self.families for v in _flat(values[s.name][i])] for i in range(count)]
        found: dict[str, Ratio] = {}
        for slot in self.slots:
            if slot.isdigit() and int(slot) <= count:
                found |= dict(zip(self.slot_names(slot), map(self.constant, members[int(slot) - 1]), strict=False))
        for length, sums in self._sums.items():
            m = self.setting.lengths.get(length, 0)
            for place, alpha in sums.exponents.items():
                if m <= count and not self._folds_absolute:
                    total = sum((_monomial(z, alpha) for z in members[:m]), Fraction(0))
                    found[self._place_name(place)] = self.constant(total)
        return found


def diagonal(v: Matrix) -> Matrix:
    """The diagonal matrix with the entries of the column ``v``."""
    zero = v[0, 0] * 0
    return Matrix.build(len(v.rows), len(v.rows), lambda i, j: v[i, 0] if i == j else zero)


def _monomial(z: Sequence[Fraction], alpha: Exponent) -> Fraction:
    result = Fraction(1)
    for value, power in zip(z, alpha, strict=True):
        result *= value**power
    return result


def _flat(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in _flat(part)]
    return [value]
