"""Joint outcomes of what is random, by traits (see :mod:`proofs_check.statement.laws`), on the device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from numeric.training.tensors import functions as f
from numeric.training.tensors.draws import NOISES
from numeric.training.tensors.dual import Dual, added, multiplied
from numeric.training.tensors.values import eye, signs

from ...statement.laws import STANDARD
from ...statement.terms import Sym, Term, symbols
from . import functions
from .heads import is_atomic, lacks

if TYPE_CHECKING:
    from .place import Place

Member = tuple[str, int]


@dataclass
class Outcome:
    """One joint outcome per draw; symbols in ``fixed`` have the values of ``outer``, or are constants without one."""

    place: Place
    number: int
    """Which occurrence of an expectation it belongs to."""
    outer: Outcome | None = None
    fixed: frozenset[str] = frozenset()
    constant: Callable[[Sym], Any] | None = None
    """The value of what laws are made of, where it is read: after substitutions, hypotheses and moves."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Atoms that are put in."""
    values: dict[Member, Any] = field(default_factory=dict)

    def value(self, sym: Sym, member: int = 0) -> Any:
        known = sym.name, member
        if known not in self.values:
            self.values[known] = self._held(sym, member) if sym.name in self.fixed else self._drawn(sym, member)
        return self.values[known]

    def _held(self, sym: Sym, member: int) -> Any:
        if self.outer is not None:
            return self.outer.value(sym, member)
        return self.place.value(sym, member)

    def _stream(self, sym: str, member: int) -> str:
        return f"{sym} {member} in occurrence {self.number}"

    def _normal(self, sym: Sym, member: int, rows: int, columns: int = 1) -> Any:
        place = self.place
        return place.draws.normal(self._stream(sym.name, member), place.batch, rows, columns)

    def _drawn(self, sym: Sym, member: int) -> Any:
        if sym.name in self.given:
            return self.given[sym.name]
        traits = {trait.split(":", 1)[0]: trait.split(":", 1)[-1] for trait in sym.traits}
        place = self.place
        rows, columns = place.size(sym.shape[0]), place.size(sym.shape[1])
        if place.enclosed:
            raise lacks(f"draws of {sym.name} at points")
        if is_atomic(sym):
            atoms = place.atoms(sym)
            return place.draws.among(self._stream(sym.name, member), atoms, place.batch)
        if "haar" in traits:
            return place.draws.orthogonal(self._stream(sym.name, member), place.batch, rows)
        if "spherical" in traits:
            return place.draws.spherical(self._stream(sym.name, member), place.batch, rows, columns)
        covariate = place.covariate_of(sym)
        if covariate is not None:
            x = self.value(covariate, member)
            return functions.label(place.variant, x, self._noise(sym, member, normal=False), place.numbers)
        if "noise" in traits:
            std = self._constant(place.named(
                traits.get("std", "s"), "nonnegative" if "degenerate" in traits else "positive"
            ))  # fmt: skip
            return multiplied(self._noise(sym, member, normal="normal" in traits), std)
        law = place.covariance_of(sym)
        if law is None or columns != 1:
            raise lacks(f"a law for {sym.name}")
        normal = self._normal(sym, member, rows)
        if law == STANDARD:
            return normal
        return f.product(self._root(law, rows), normal)

    def _noise(self, sym: Sym, member: int, normal: bool) -> Any:
        place = self.place
        law = NOISES[0] if normal else NOISES[place.variant % len(NOISES)]
        return place.draws.noise(self._stream(f"noise of {sym.name}", member), law, place.batch, 1, 1)

    def _constant(self, sym: Sym) -> Any:
        return self.place.value(sym) if self.constant is None else self.constant(sym)

    def _root(self, law: Sym | str, size: int) -> Any:
        """A root of the covariance; a vector is a diagonal."""
        assert isinstance(law, Sym)
        held = law.name in self.fixed or not law.has("random")
        value = self._held(law, 0) if held and law.has("random") else self.value(law) if law.has("random") else None
        if value is None:
            value = self._constant(law)
        if isinstance(value, Dual):
            raise lacks(f"the derivative of a law in {law.name}")
        if law.shape[1] == 1:
            return f.diagonal(value.sqrt())
        return f.half(value)


def finite_mean(place: Place, values: Mapping[Any, Any], evaluate: Callable[[Outcome], Any]) -> Any:
    """The mean over all atoms of the random covariances, each as likely."""
    named = place.atomic
    total, count = None, 0
    for chosen in product(*(range(len(place.atoms(sym))) for sym in named)):
        given = {sym.name: place.lifted(place.atoms(sym)[k : k + 1]) for sym, k in zip(named, chosen, strict=True)}
        value = evaluate(Outcome(place, -1, given=given))
        total, count = value if total is None else added(total, value), count + 1
    if total is None:
        raise lacks("the atoms of a law")
    return f.times(total, place.number(1 / place.fraction(count)))


def atoms(place: Place, sym: Sym) -> Any:
    """The atoms of a random covariance: of a vector all with entries 1/2 or 3/2, of a matrix three general ones."""
    rows, columns = place.size(sym.shape[0]), place.size(sym.shape[1])
    if columns == 1:
        return place.tensor([[[0.5 + entry] for entry in row] for row in product((0, 1), repeat=rows)])
    A = place.point_draws.integers(f"atoms of {sym.name}", 1, 6, 3, rows, rows) / 4
    A = A * signs(place.point_draws, f"signs of atoms of {sym.name}", 3, rows, rows)
    return (A @ A.mT / 2 + eye(A, rows) / 2).to(place.device)


def atomic_symbols(term: Term) -> frozenset[Sym]:
    return frozenset(sym for sym in symbols(term) if is_atomic(sym))

