"""A place: sizes, values of all that is free, laws of what is drawn, functions where a statement leaves them open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count
from math import ulp
from typing import Any

from numeric.training.tensors import Draws, Enclosure
from numeric.training.tensors import values as made
from numeric.training.tensors.streams_summed import Census

from ...claims import Claim
from ...model import Model, named_by
from ...statement.laws import STANDARD
from ...statement.props import Prop, subterms
from ...statement.terms import Dim, MadeSym, Sym, Term, symbols
from ...written_out import WrittenOut
from .functions import Chosen, chosen
from .heads import lacks, size_of
from .outcomes import Outcome, atomic_symbols, atoms
from .points import point_values


@dataclass
class Place:
    """Where a statement is read: at all points at once with enclosures, or at one of them with draws."""

    claim: Claim
    model: Model
    written: WrittenOut
    """What the paper's derived symbols and laws are, written out."""
    sizes: Mapping[str, int]
    draws: Draws
    point_draws: Draws
    """Of the values at points: the same in all chunks, and whenever they are asked for."""
    syms: Mapping[str, Sym]
    """The symbols of the claim by name, where the name has one meaning."""
    point: int | tuple[int, ...] | None = None
    """The number of the point, or of the point of each run; None for all of them, with enclosures."""
    each: int = 1
    """How often the value of each run's point is repeated in a batch."""
    batch: int = 1
    """Draws at a time."""
    variant: int = 0
    defined: Mapping[str, Term] = field(default_factory=dict)
    """Symbols whose values hypotheses give."""
    families: Mapping[str, tuple[Sym, Term]] = field(default_factory=dict)
    """Families whose members hypotheses give, by their index."""
    scaled: dict[tuple[str, int], Enclosure] = field(default_factory=dict)
    """Values that were scaled to meet a hypothesis."""
    scaled_for: dict[str, Prop] = field(default_factory=dict)
    """The hypothesis that each symbol was scaled to meet."""
    rates: Mapping[Any, Any] | None = None
    """The velocity of the parameters, where a flow is followed."""
    least: Callable[[Any, Any], Any] | None = None
    """Of an algebra and a minimum: the value that descents reach."""

    def __post_init__(self) -> None:
        self._count = count()
        self._watched: list[Any] = []
        self._values: dict[tuple[str, tuple[Dim, Dim], int], Any] = {}
        self._atoms: dict[str, Any] = {}

    @property
    def enclosed(self) -> bool:
        return self.point is None

    @property
    def device(self) -> str:
        return "cpu" if self.enclosed else self.draws.device

    # Constants -----------------------------------------------------------------------------------------------

    def lifted(self, value: Any) -> Any:
        return Enclosure.exact(value) if self.enclosed else value

    def number(self, value: Fraction) -> Any:
        """A rational; where it is no float, with its rounding."""
        try:
            nearest = float(value)
        except OverflowError:
            raise lacks("numbers so large") from None
        near = made.number(nearest, self.device)
        if not self.enclosed:
            return near
        spread = 0.0 if Fraction(nearest) == value else ulp(nearest)
        return Enclosure(near, made.number(spread, self.device))

    def fraction(self, k: int) -> Fraction:
        return Fraction(k)

    def identity(self, size: int) -> Any:
        return self.lifted(made.identity(size, self.device))

    def unit(self, i: int, j: int, rows: int, columns: int) -> Any:
        return self.lifted(made.unit(i, j, rows, columns, self.device))

    def tensor(self, rows: Sequence[Any]) -> Any:
        return made.identity(1, self.device).new_tensor(rows)

    def size(self, dim: Dim) -> int:
        return size_of(dim, self.sizes)

    def integer(self, sym: Sym) -> int:
        """Of a size, a layer or an index that is free."""
        if sym.name in self.sizes:
            return self.sizes[sym.name]
        if sym.has("index"):
            return self._index(sym)
        raise lacks(f"the integer that {sym.name} is")

    def numbers(self, name: str, rows: int, columns: int) -> Any:
        """Fixed general numbers between -5/4 and 5/4, the same whenever they are asked for."""
        values = point_values(self.point_draws, MadeSym(name, (rows, columns), frozenset({"nonzero"})), rows, columns)
        return self.lifted(values.mid[:1].to(self.device))

    def value(self, sym: Sym, member: int = 0) -> Any:
        """Of a symbol that is free here."""
        known = sym.name, sym.shape, member
        if known not in self._values:
            self._values[known] = self._value(sym, member)
        return self._values[known]

    def _value(self, sym: Sym, member: int) -> Any:
        rows, columns = self.size(sym.shape[0]), self.size(sym.shape[1])
        if sym.has("identity"):
            return self.identity(rows)
        if sym.has("zero"):
            return self.lifted(made.zeros(made.identity(1, self.device), rows, columns))
        if sym.shape == (1, 1) and sym.name in self.sizes:
            return self.number(Fraction(self.sizes[sym.name]))
        if sym.traits & {"integer", "claim", "measured", "setting", "function", "activation", "kernel"}:
            raise lacks(f"a value of {sym.name}")
        if sym.has("index"):
            return self.number(Fraction(self._index(sym)))
        if sym.has("layers") and not member and not self._in_family(sym):
            raise lacks(f"a value of the family {sym.name} as a whole")
        values = self.scaled.get((sym.name, member))
        if values is None:
            values = point_values(self.point_draws, self.syms.get(sym.name, sym), rows, columns, member)
        if self.enclosed:
            return values
        return made.chosen(values.mid, self.point, self.each).to(self.device)

    def _in_family(self, sym: Sym) -> bool:
        """Layer 0 has member number 0."""
        return sym.has("layers")

    def _index(self, sym: Sym) -> int:
        bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), "d")
        limit = self.size(int(bound) if bound.isdigit() else bound)
        drawn = self.point_draws.integers(f"index {sym.name} {limit}", 1, limit + 1, 1)
        return int(drawn[0])

    # What is written out -------------------------------------------------------------------------------------

    def written_out(self, sym: Sym) -> Term | None:
        """What stands for a symbol: a definition of the paper's, or what a hypothesis says that it is."""
        found = self.written.term(sym)
        return self.defined.get(sym.name) if found is None else found

    def given(self, sym: Sym) -> Term | None:
        """What a hypothesis says that a symbol is, unless the paper defines it."""
        return None if self.written.term(sym) is not None else self.defined.get(sym.name)

    def moving_definitions(self) -> bool:
        """Whether hypotheses give symbols the values of parameters, at a time that is not said."""
        bodies = [*self.defined.values(), *(body for _, body in self.families.values())]
        return any(sym.has("parameter") for body in bodies for sym in symbols(body))

    def member_defined(self, family: Sym, member: int) -> tuple[Sym, Term] | None:
        return self.families.get(family.name)

    def instance(self, h: Sym, arguments: Sequence[Term]) -> Term | None:
        return self.written.instance(h, arguments)

    def prediction(self, *arguments: Term) -> Term | None:
        return self.written.predicted(*arguments)

    def function(self, h: Sym) -> Chosen:
        return chosen(h, self.variant, self.numbers, self.size)

    # Derivatives ---------------------------------------------------------------------------------------------

    def gradients(self, function: Callable[[list[Any]], Any], bases: list[Any]) -> list[Any]:
        """Of a number, per draw; where degrees stand in place of draws, their degrees."""
        if isinstance(self.draws, Census):
            return made.degrees_of_gradients(function, bases)
        return made.plain_gradients(function, bases, self.batch)

    # Laws ----------------------------------------------------------------------------------------------------

    def outcome(self, outer: Outcome | None, fixed: frozenset[str], constant: Callable[[Sym], Any]) -> Outcome:
        return Outcome(self, next(self._count), outer, fixed, constant)

    def again(self, draws: Draws) -> None:
        """Occurrences are numbered anew: of another chunk of draws; the point stays."""
        self.draws, self._count, self._watched = draws, count(), []

    def watch(self, value: Any) -> None:
        """Keep the size, per draw, of what is averaged."""
        self._watched += made.sizes_of(value, self.batch)

    def watched(self) -> Any:
        """(draws, means): of all that was averaged since the draws were chosen, if anything was."""
        return made.side_by_side(self._watched)

    @cached_property
    def atomic(self) -> tuple[Sym, ...]:
        props = [reading.prop for part in self.claim.parts for reading in part.readings]
        props += [hypothesis.prop for hypothesis in self.claim.given]
        found: set[Sym] = set()
        for prop in props:
            for _, term in subterms(prop):
                found |= atomic_symbols(term)
        return tuple(sorted({sym.name: sym for sym in found}.values(), key=lambda sym: sym.name))

    def atoms(self, sym: Sym) -> Any:
        original = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("copy:")), sym.name)
        if original not in self._atoms:
            named = Sym(original, sym.shape, sym.traits)
            self._atoms[original] = atoms(self, named)
        return self._atoms[original]

    def covariate_of(self, sym: Sym) -> Sym | None:
        """Of a label: the covariate that it is drawn with."""
        named = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("label:")), None)
        if named is not None and named in self.syms:
            return self.syms[named]
        return self.written.covariate(sym) if sym.has("label") else None

    def covariance_of(self, sym: Sym) -> Sym | str | None:
        """Of a Gaussian vector: its covariance as a symbol, or the identity."""
        name = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("cov:")), None)
        if name is None:
            return self.written.covariance(sym)
        if name == STANDARD:
            return STANDARD
        named = (self.syms.get(name), self.written.named(name), next(named_by(sym), None))
        rows = sym.shape[0]  # another symbol may bear the same name
        return next((law for law in named if law is not None and law.shape in ((rows, rows), (rows, 1))), None)

    def named(self, name: str, sign: str) -> Sym:
        """The number that a law names."""
        return self.syms.get(name, Sym(name, (1, 1), frozenset({sign})))

