r"""Generators for random symbols of any law: one sample for each index, and power sums over samples.

Samples are read once for every number of samples (:mod:`symbolic.entries.sums`): a family member :math:`x_i` is a set
of generators for the index i, its slot, and a sum over i becomes power sums.  Where that is impossible (``written``)
the members 1, ..., m are written out instead.  Spare generators stand for power sums and for moments left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly

from symbolic.entries import Matrix, Ratio
from symbolic.entries.ring import Exponent, places
from symbolic.entries.sums import PowerSums

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, nodes
from .laws import slots_in, with_laws
from .needs import EACH, FAMILIES, beyond, has_no_entries, is_length
from .space import Setting, Space

SPARE = {1: 30, 2: 60}
SPARE_ABOVE = 130
"""How many generators are kept for power sums and open moments, by dimension."""
ABSOLUTE = "absolute"


class SampleSpace(Space):
    """As :class:`Space`, with samples of any size; :class:`.LawSpace` adds expectations."""

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        self._folds_absolute = any(
            isinstance(node, Op) and node.head in {"relu", "abs"} for root in terms for node in nodes(root)
        )
        super().__init__(terms, setting)
        self.deferred |= {sym.name for sym in self.needed if sym.has("random")}
        self._keys: dict[str, tuple[object, ...]] = {}
        """What each spare generator in use stands for."""
        self._place = places(self.ctx)
        self.vanishing: list[fmpq_mpoly] = []
        """Functions of one sample that vanish for every sample, by hypothesis."""
        self._sums: dict[str, PowerSums] = {}

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
        if any(isinstance(n, Op) and n.head in FAMILIES for root in terms for n in nodes(root)):
            named.add(EACH)
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

    def _allocate(self, *key: object, signed: bool = True, strict: bool = False) -> str:
        """The generator that stands for ``key``; one that is not ``signed`` is never negative, a strict one never 0."""
        for name, known in self._keys.items():
            if known == key:
                return name
        if len(self._keys) == len(self._spare):
            raise Lacks("entries lacks room for so many moments")
        name = self._spare[len(self._keys)]
        self._keys[name] = key
        if not signed:
            self.roots.assume_nonnegative(name, strict=strict)
        return name

    # Symbols ----------------------------------------------------------------------------------------------

    def at_slot(self, sym: Sym, slot: str) -> Matrix:
        """The member of a family whose index is called ``slot``."""
        names = self._entry_names(sym, f"#{slot}")
        if slot not in self.slots:
            raise Lacks(f"entries lacks member {slot} of the family {sym.name}")
        return Matrix.of([[self.generator[name]] for name in names])

    def called(self, name: str) -> Sym:
        """The symbol with this name among those that are needed."""
        return next(s for s in self.needed if s.name == name)

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
        raise NotImplementedError

    def _place_name(self, place: int) -> str:
        return str(self.ctx.names()[place])

    def _hidden(self, entry: Ratio) -> set[str]:
        """Generators that occur otherwise than in the numerator."""
        polys = [entry.denominator]
        for root in self.roots.used(entry):
            polys += [self.roots.values[root].num, self.roots.values[root].denominator]
        return set().union(*(set(self.ctx.names()) - set(poly.unused_gens()) for poly in polys))

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



def _monomial(z: Sequence[Fraction], alpha: Exponent) -> Fraction:
    result = Fraction(1)
    for value, power in zip(z, alpha, strict=True):
        result *= value**power
    return result


def _flat(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in _flat(part)]
    return [value]
