"""The generators that terms need at fixed dimensions, and the matrices of entries that symbols denote there."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symbolic.entries import Gaussian, Law, Matrix, Ratio
from symbolic.entries.names import entry_name
from symbolic.entries.ratio import constants, of_generators
from symbolic.entries.ring import ring

from ...model import Model, model_of
from ...statement.fold import Lacks
from ...statement.terms import Dim, Num, Op, Sym, Term, nodes
from .needs import (
    EIGENVALUE,
    LAM,
    LENGTHS,
    X_Q,
    W,
    X,
    beyond,
    closure,
    deferred,
    fractional,
    has_head,
    has_no_entries,
    is_at_least_1,
    is_length,
    is_symmetric,
    root_count,
    turned,
)
from .roots import Roots

Nested = Any
"""An exact number, or nested lists of them."""


@dataclass(frozen=True)
class Setting:
    """At which dimensions, prompt lengths and (in exact mode) values terms are read."""

    d: int
    lengths: Mapping[str, int] = field(default_factory=dict)
    """Concrete integers for N, M, ...; an integer symbol that is not listed stays a generator."""
    diagonal: bool = False
    """Lam (or the covariance that stands for it, see :func:`.needs.turned`) diagonal instead of general symmetric."""
    ranks: Mapping[str, int] = field(default_factory=dict)
    """Ranks of positive semi-definite symbols; others have full rank."""
    definite: frozenset[str] = frozenset()
    """Positive semi-definite symbols that are positive definite by hypothesis."""
    squared: bool = False
    """Every positive semi-definite symbol is read as the square of its root."""
    values: Mapping[str, Nested] = field(default_factory=dict)
    """Exact values by symbol name; what is not listed stays symbolic."""
    orthogonal: frozenset[str] = frozenset()
    """Symbols that are orthogonal by hypothesis: read as Cayley transforms of skew generic matrices."""
    reflected: bool = False
    """Whether those have determinant -1 instead of 1."""
    model: Model = field(default_factory=lambda: model_of("zfb"))
    written: bool = False
    """Samples written out one by one, even where sums over them could be read for every number of samples."""
    vanishing: tuple[Term, ...] = ()
    """Functions of one sample that vanish for every sample."""
    laws: Mapping[str, Any] = field(default_factory=dict)
    """Concrete laws (see :mod:`.laws`): of a covariance by its symbol's name, of a label by its law's, of "noise"."""

    def size(self, dim: Dim) -> int:
        """The integer that a dimension such as "(d+1)^2" denotes here; unknown letters stand for d + 1."""
        if isinstance(dim, int):
            return dim
        return self.d if dim == "d" else self._value(_parsed(dim))

    def _value(self, node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(value)):
                return value
            case ast.Name(id="d"):
                return self.d
            case ast.Name(id=name):
                if name in LENGTHS and name not in self.lengths:
                    raise Lacks(f"entries lacks a value of {name}, which a shape names")
                return self.lengths.get(name, self.d + 1)
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self._value(left), self._value(right)
                match op:
                    case ast.Add():
                        return a + b
                    case ast.Sub():
                        return a - b
                    case ast.Mult():
                        return a * b
                    case ast.Pow():
                        return int(a**b)
        raise Lacks(f"entries lacks the dimension {ast.unparse(node)}")


@lru_cache(maxsize=256)
def _parsed(dim: str) -> ast.expr:
    explicit = re.sub(r"(?<=[\w)])\s*(?=\()", "*", dim.replace("^", "**"))
    return ast.parse(explicit, mode="eval").body


class Space:
    """The polynomial ring for ``terms``, and every symbol as a matrix over it."""

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        self.setting = setting
        self._beyond = beyond(terms)
        self.deferred = deferred(terms, setting.model)
        self.needed = self._closure(terms)
        self.rooted = fractional(terms) | (_semidefinite(self.needed) if setting.squared else frozenset())
        """Symmetric symbols that are read as the square of a generic symmetric matrix."""
        self.turned = turned(self.needed, setting.model)
        self._check_names()
        random, fixed = self._names(terms)
        fixed += [EIGENVALUE] if has_head(terms, "eigenvalue") else []
        roots = [f"root {k}" for k in range(root_count(terms, setting.d))]
        self.ctx = ring([*random, *fixed, *roots])
        self.generator = of_generators(self.ctx)
        self.constant = constants(self.ctx)
        self.roots = Roots(self.ctx, roots, self._positive())
        self.random = frozenset(random)
        self._law: Law | None = None

    def _closure(self, terms: Sequence[Term]) -> frozenset[Sym]:
        return closure(terms, self.setting.model)

    # Names ------------------------------------------------------------------------------------------------

    def _names(self, terms: Sequence[Term]) -> tuple[list[str], list[str]]:
        random: list[str] = []
        fixed: list[str] = []
        prompts = ["", *(f"@{k}" for k in range(1, self._copies(terms) + 1))]
        for sym in sorted(self.needed, key=lambda s: s.name):
            if has_no_entries(sym):
                continue
            if is_length(sym):
                fixed += [] if sym.name in self.setting.lengths else [sym.name]
            elif sym.has("random"):
                for prompt in prompts:
                    for member in self._members(sym):
                        random += [n for n in self._entry_names(sym, member + prompt) if n not in random]
            else:
                fixed += [n for n in self._entry_names(sym) if n not in fixed]
        return random, fixed

    def _check_names(self) -> None:
        """Entries of different symbols must not share a name: then they would be taken for one another."""
        owner: dict[str, Sym] = {}
        for sym in self.needed:
            for name in () if has_no_entries(sym) or is_length(sym) else self._entry_names(sym):
                other = owner.setdefault(name, sym)
                if other is not sym:
                    raise Lacks(f"entries lacks different names for entries of {other.name} and {sym.name}: rename one")

    def _copies(self, terms: Sequence[Term]) -> int:
        """How many independent prompts ``terms`` speak of by number."""
        numbers = [
            int(node.args[0].value) if isinstance(node.args[0], Num) else self.setting.lengths.get("B", 0)
            for root in terms
            for node in nodes(root)
            if isinstance(node, Op) and node.head == "per_prompt"
        ]
        return max(numbers, default=0)

    def _members(self, sym: Sym) -> list[str]:
        if sym.name != X.name and not sym.has("iid"):
            return [""]
        counts = [n for name, n in self.setting.lengths.items() if name != "B"]
        return [f"#{i}" for i in range(1, max(counts, default=0) + self._beyond + 1)]

    def _entry_names(self, sym: Sym, suffix: str = "") -> list[str]:
        grid = self._grid(sym, suffix)
        return list(dict.fromkeys(name for row in grid for name in row if name))

    def _grid(self, sym: Sym, suffix: str = "") -> list[list[str]]:
        """Generator names in the shape of ``sym``; '' stands for zero."""
        rows, columns = (self.setting.size(dim) for dim in sym.shape)
        if sym.shape == (1, 1):
            return [[sym.name.replace("-", "m") + suffix]]
        if sym.shape[1] == 1:
            return [[f"{sym.name}_{i}{suffix}"] for i in range(1, rows + 1)]
        if sym.name in self.setting.orthogonal:
            return [
                ["" if i >= j else entry_name(sym.name, i, j) for j in range(1, columns + 1)]
                for i in range(1, rows + 1)
            ]
        symmetric = is_symmetric(sym)
        # The root of a rooted symbol has the entries that are generators.
        letter = f"root of {sym.name}" if sym.name in self.rooted else sym.name
        diagonal = self.setting.diagonal and sym.name == self.turned
        least = self.setting.ranks.get(sym.name, rows)

        def name(i: int, j: int) -> str:
            if (diagonal and i != j) or min(i, j) > least:
                return ""
            return entry_name(letter, *(sorted((i, j)) if symmetric else (i, j))) + suffix

        return [[name(i, j) for j in range(1, columns + 1)] for i in range(1, rows + 1)]

    def _positive(self) -> frozenset[str]:
        found = set()
        for sym in self.needed:
            if sym.shape == (1, 1) and (sym.has("positive") or is_at_least_1(sym) or sym.name in self.setting.definite):
                found.add(sym.name)
            if self.setting.ranks.get(sym.name) == 1 == self.setting.size(sym.shape[0]):
                found |= set(self._entry_names(sym))
            if sym.name == LAM.name or (sym.name in self.setting.definite and sym.name not in self.rooted):
                found |= {name for k, row in enumerate(self._grid(sym)) for name in row[k : k + 1]}
        return frozenset(found)

    # Symbols ----------------------------------------------------------------------------------------------

    def symbol(self, sym: Sym) -> Matrix:
        """The matrix of entries of a symbol that is neither derived nor a prompt."""
        if sym.traits & {"identity", "zero", "mask"}:
            rows, columns = (self.setting.size(dim) for dim in sym.shape)
            ones = 0 if sym.has("zero") else rows - sym.has("mask")
            return Matrix.build(rows, columns, lambda i, j: self.constant(int(i == j < ones)))
        if sym.name == "d":
            return self.scalar(self.setting.d)
        if sym.name in self.setting.lengths:
            return self.scalar(self.setting.lengths[sym.name])
        if sym.has("index"):
            raise Lacks(f"entries lacks a value for the index {sym.name}")
        if sym.name not in self.deferred and sym.name in self.setting.values:
            return self.given(sym)
        return self.generic(sym)

    def needs(self, sym: Sym) -> bool:
        """Whether ``sym`` has generators here."""
        return any(sym.name == known.name for known in self.needed)

    def generic(self, sym: Sym) -> Matrix:
        """The matrix of generators of ``sym``."""
        name, _, prompt = sym.name.partition("@")
        base = Sym(name, sym.shape, sym.traits) if prompt else sym
        grid = Matrix.of(self._grid(base, f"@{prompt}" if prompt else ""))
        unknown = [n for n in grid.entries() if n and n not in self.generator]
        if unknown:
            raise Lacks(f"entries lacks the generator {unknown[0]}: it was made for other terms")
        entries = self._of_rank(name, grid.map(lambda n: self.generator[n] if n else self.constant(0)))
        if name in self.setting.orthogonal:
            return self._cayley(entries)
        return entries @ entries if name in self.rooted else entries

    def _of_rank(self, name: str, entries: Matrix) -> Matrix:
        """V C V^T with V = (I; T): dense in the symmetric matrices of this rank; C and T^T are the first rows."""
        n, r = len(entries.rows), self.setting.ranks.get(name, -1)
        if not 0 < r < n or (self.setting.diagonal and name == self.turned):
            return entries
        C = Matrix.build(r, r, lambda i, j: entries[i, j])
        V = Matrix.build(n, r, lambda i, j: self.constant(int(i == j)) if i < r else entries[i, j])
        return V @ C @ V.T

    def _cayley(self, upper: Matrix) -> Matrix:
        """(I - S)(I + S)^-1 for the skew S with this upper triangle: dense in the rotations."""
        n = len(upper.rows)
        S, eye = upper - upper.T, self.symbol(Sym(f"I_{n}", (n, n), frozenset({"identity"})))
        rotation = (eye - S) @ (eye + S).inverse()
        if not self.setting.reflected:
            return rotation
        return Matrix.build(n, n, lambda i, j: -rotation[i, j] if j == 0 else rotation[i, j])

    def root_of(self, sym: Sym) -> Matrix:
        """The principal square root of a rooted symmetric symbol."""
        if sym.name not in self.deferred and sym.name in self.setting.values:
            raise Lacks(f"entries lacks the square root of the value of {sym.name}")
        grid = Matrix.of(self._grid(sym)).map(lambda n: self.generator[n] if n else self.constant(0))
        return self._of_rank(sym.name, grid)

    def given(self, sym: Sym) -> Matrix:
        """The value of ``sym`` in exact mode."""
        value = self.setting.values[sym.name]
        rows, columns = (self.setting.size(dim) for dim in sym.shape)
        grid = (
            [[value]]
            if not isinstance(value, (list, tuple))
            else [list(row) if isinstance(row, (list, tuple)) else [row] for row in value]
        )
        if len(grid) != rows or any(len(row) != columns for row in grid):
            raise Lacks(f"entries lacks a value of shape {rows} x {columns} for {sym.name}")
        value_matrix = Matrix.of(grid).map(lambda x: self.constant(Fraction(x)))
        return self._cayley(value_matrix) if sym.name in self.setting.orthogonal else value_matrix

    def member(self, sym: Sym, i: int) -> Matrix:
        """Member i (from 1) of a family of random vectors."""
        name, _, prompt = sym.name.partition("@")
        suffix = f"#{i}" + (f"@{prompt}" if prompt else "")
        rows = [f"{name}_{k}{suffix}" for k in range(1, self.setting.size(sym.shape[0]) + 1)]
        if rows[0] not in self.generator:
            raise Lacks(f"entries lacks member {i} of the family {name} at the lengths {dict(self.setting.lengths)}")
        family = f"{name}@{prompt}" if f"{name}@{prompt}" in self.setting.values else name
        if family in self.setting.values:
            if i > len(self.setting.values[family]):
                raise Lacks(f"entries lacks a value of member {i} of the family {family}")
            return Matrix.of(self.setting.values[family][i - 1]).map(self.constant)
        return Matrix.of([[self.generator[row]] for row in rows])

    def scalar(self, value: int | Fraction) -> Matrix:
        return Matrix(((self.constant(value),),))

    # Random symbols ---------------------------------------------------------------------------------------

    def law(self) -> Law:
        """All random generators: vectors with covariance Lam, w with covariance I (Section 3.3)."""
        if self._law is None:
            groups: dict[tuple[str, str], list[int]] = {}
            for place, name in enumerate(self.ctx.names()):
                if name in self.random:
                    head, hash_, member = name.partition("#")
                    letter, _, rest = head.rpartition("_")
                    prompt = rest.partition("@")[2]
                    groups.setdefault((letter, hash_ + member + "@" + prompt), []).append(place)
            Lam = self.symbol(LAM).map(_polynomial)
            eye = Matrix.build(self.setting.d, self.setting.d, lambda i, j: self.ctx.constant(int(i == j)))
            vectors = []
            for (letter, _), places in groups.items():
                if letter not in {X.name, X_Q.name, W.name} or len(places) != self.setting.d:
                    raise Lacks(f"entries lacks the law of {letter}")
                vectors.append(Gaussian(tuple(places), eye if letter == W.name else Lam, self.ctx))
            self._law = Law(self.ctx, self.ctx, vectors)
        return self._law


def _semidefinite(syms: frozenset[Sym]) -> frozenset[str]:
    return frozenset(s.name for s in syms if s.has("psd") and s.shape != (1, 1) and not is_length(s))


def _polynomial(entry: Ratio) -> Any:
    if entry.den is not None:
        raise Lacks("entries lacks a covariance with quotients as entries")
    return entry.num
