"""Joint outcomes of the random symbols of a statement, by their traits (see :mod:`proofs_check.statement.laws`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import cycle, islice
from typing import Any

import numpy as np

from numeric.covariances import CovarianceLaw, Diagonal, Mixture, Rotated, Wishart
from numeric.laws import Angle, Gamma, Gaussian, Law, Member

from ...roles import law_of, letter_of
from ...statement.fold import Lacks
from ...statement.laws import STANDARD
from ...statement.terms import Dim, MadeSym, Sym
from ..arrays import Array, fractional, joined, times
from .exact_means import Asked, ExactDraws, Numbers, triangular, values_of
from .free_laws import hostile_law, is_tame, may_be_negative
from .sources import Source, rounded
from .variants import Variant

Constant = Callable[[Sym, tuple[int, int]], Array]
_GAUSSIAN = Gaussian()


@dataclass
class Counter:
    """Numbers the occurrences of expectations."""

    next: int = 0


@dataclass
class Outcome:
    """One joint outcome.  Symbols in ``fixed`` have the values of ``outer``, or are constants where there is none."""

    key: str
    source: Source
    variant: Variant
    d: int
    constant: Constant
    """The value of a symbol that is not random, or held fixed."""
    outer: Outcome | None = None
    fixed: frozenset[str] = frozenset()
    prior: bool = False
    """Whether tasks are drawn from N(mu, Psi)."""
    values: dict[tuple[str, int], Array] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Of dimensions beside d."""
    roots: dict[tuple[str, Dim, bool], Array] = field(default_factory=dict)
    """Of covariances."""

    def size(self, dim: Dim) -> int:
        found = dim if isinstance(dim, int) else self.d if dim == "d" else self.sizes.get(dim)
        if found is None:
            raise Lacks(f"sampled lacks a size for {dim}")
        return found

    def value(self, sym: Sym, member: int = 0) -> Array:
        """The value (batch, rows, columns) of a random symbol; ``member`` counts from 1 in a family."""
        if (sym.name, member) not in self.values:
            made = self._held if sym.name in self.fixed else self._draw
            self.values[sym.name, member] = made(sym, member)
        return self.values[sym.name, member]

    def inner(self, key: str, fixed: frozenset[str]) -> Outcome:
        """An outcome that shares the values of ``fixed`` with this one and is independent of it otherwise."""
        return replace(self, key=key, outer=self, fixed=fixed, values={}, roots={})

    def _held(self, sym: Sym, member: int) -> Array:
        if self.outer is not None:
            return self.outer.value(sym, member)
        rows, columns = map(self.size, sym.shape)
        one = MadeSym(f"{sym.name}#{member}", sym.shape, sym.traits) if member else sym
        value = self.constant(one, (rows, columns))
        if self.variant.stated and sym.has("law") and sym.shape[1] == 1:
            law = self.variant.signed if may_be_negative(sym) else self.variant.diagonal
            made = [_possible(each, x) for each, x in zip(cycle(law.entries), value.ravel(), strict=False)]
            return np.array(made, dtype=value.dtype).reshape(value.shape)
        covariance = next((trait[4:] for trait in sym.traits if trait.startswith("cov:")), "")
        if covariance and sym.has("degenerate"):
            # A value that the symbol can take lies in the image of its covariance.
            H = self.covariance(covariance, sym.shape[0], True)
            return fractional(H, Fraction(1, 2), self.source.dtype) @ value
        return value

    def _draw(self, sym: Sym, member: int) -> Array:
        traits = {trait.split(":", 1)[0]: trait.split(":", 1)[-1] for trait in sym.traits}
        if "law" in traits or "copy" in traits:
            return self._covariance(sym, member)
        if "label" in traits:
            return self._label(sym, traits["label"], member)
        if "noise" in traits:
            sign = "nonnegative" if "degenerate" in traits else "positive"
            s = self.constant(Sym(traits.get("std", "s"), (1, 1), frozenset({sign})), (1, 1))
            law = _GAUSSIAN if "normal" in traits else self.variant.noise_of(sym)
            return s * self._numbers(sym.name, member, (1, 1), law)
        if sym.name == "w" and "cov" not in traits:
            return self._task()
        if sym.shape != (1, 1) and sym.shape[1] == 1 and not traits.keys() - {"random", "iid", "cov", "degenerate"}:
            return self._gaussian(sym, member, traits.get("cov", "Lam"), "degenerate" in traits)
        raise Lacks(f"sampled lacks a law for {sym.name}")

    def _numbers(self, name: str, member: int, shape: tuple[int, ...], law: Law = _GAUSSIAN) -> Array:
        return self.source.numbers(f"{name} {member} {self.key}", shape, law)

    def _gaussian(self, sym: Sym, member: int, covariance: str, degenerate: bool) -> Array:
        dim = sym.shape[0]
        if isinstance(self.source, (Asked, Numbers)):
            matrix, variances = self._factors(covariance, dim, degenerate)
            return times(matrix, self.source.normal(f"{sym.name} {member} {self.key}", variances))
        if self.source.dtype is object and not isinstance(self.source, ExactDraws):
            raise Lacks("sampled lacks expectations over prompts in exact fractions")
        numbers = self._numbers(sym.name, member, (self.size(dim), 1))
        root = self._root_of(covariance, dim, degenerate)
        return root @ numbers if degenerate else self._rounded(times(root, _float(numbers)))

    def _root_of(self, covariance: str, dim: Dim, degenerate: bool) -> Array:
        """A root of the covariance: the same for all members of a family."""
        key = covariance, dim, degenerate
        if key not in self.roots:
            Lam = self.covariance(*key)
            # What is drawn lies in the image of the covariance, exactly so in fractions: the root is rational there.
            self.roots[key] = fractional(Lam, Fraction(1, 2), self.source.dtype) if degenerate else _root(Lam)
        return self.roots[key]

    def _factors(self, name: str, dim: Dim, degenerate: bool) -> tuple[Array, Array]:
        """A and v, (batch, dim, k) and (batch, k): A z has the covariance called ``name`` for z of variances v."""
        if name in self.fixed and self.outer is not None:
            return self.outer._factors(name, dim, degenerate)
        size = self.size(dim)
        eye = np.array([[Fraction(int(i == j)) for j in range(size)] for i in range(size)], dtype=object)[None]
        Lam, law = self.covariance(name, dim, degenerate), self.variant.matrix
        if name == STANDARD or name[0].islower():
            return eye, np.einsum("bii->bi", Lam) + Fraction(0)
        drawn = name.endswith(("_tau", "_new")) and name not in self.fixed
        if drawn and isinstance(law, Wishart):
            k = law.k
            return joined([eye, self._numbers(name, 0, (size, k))], 2), _row([1] * size + [Fraction(1, k)] * k)
        if drawn and isinstance(law, Rotated):
            Q = self._rotation(name) if size == 2 else eye
            return Q, self._entries(name, law.diagonal)[:, :, 0]
        if drawn and isinstance(law, Diagonal):
            return eye, self._entries(name, law)[:, :, 0]
        pairs = [triangular(matrix) for matrix in Lam]
        return np.stack([L for L, _ in pairs]), np.stack([D for _, D in pairs])

    def covariance(self, name: str, dim: Dim = "d", degenerate: bool = False) -> Array:
        """The covariance called ``name``; a vector is a diagonal.  Those of one prompt, or of a new one, are random."""
        size = self.size(dim)
        if name == STANDARD:
            return np.eye(size, dtype=int)[None]
        vector = name[0].islower()
        shape: tuple[Dim, Dim] = (dim, 1) if vector else (dim, dim)
        if name.endswith(("_tau", "_new")):
            value = self.value(Sym(name, shape, frozenset({"random", "law", _SIGN[vector]})))
        else:
            traits = frozenset({"positive"} if vector else {"symmetric", "psd" if degenerate else "posdef"})
            value = self.constant(Sym(name, shape, traits), (size, 1 if vector else size))
        return value * np.eye(size, dtype=int) if vector else value

    def _covariance(self, sym: Sym, member: int) -> Array:
        name, hostile = f"{sym.name} of {member}" if member else sym.name, self.variant.hostile
        rows, columns = map(self.size, sym.shape)
        if hostile is not None and not is_tame(sym):
            return self._matrix(name, hostile_law(sym, rows, columns, hostile, self.variant.place(sym)))
        if columns != 1 and not rows == columns == self.d:
            raise Lacks(f"sampled lacks a law for {sym.name}")
        if sym.shape[1] == 1:
            law = self.variant.signed if may_be_negative(sym) else self.variant.diagonal
            return self._entries(name, Diagonal(tuple(islice(cycle(law.entries), rows))))
        return self._rounded(self._matrix(name, self.variant.matrix))

    def _matrix(self, name: str, law: CovarianceLaw) -> Array:
        d = self.d
        if isinstance(law, Mixture):
            which = self._numbers(name, 0, (), Member(law.probabilities))
            members = np.array(law.members)
            if self._is_expanded():
                members = np.array([[[Fraction(v) for v in row] for row in member] for member in law.members])
            return members[np.asarray(which, dtype=np.float64).astype(int)]
        if isinstance(law, Wishart):
            G = self._plain(self._numbers(name, 0, (d, law.k)))
            return np.eye(d, dtype=int) + G @ G.transpose(0, 2, 1) / law.k
        if isinstance(law, Rotated) and d <= 2:
            diagonal = self._plain(self._entries(name, law.diagonal)) * np.eye(d, dtype=int)
            if d == 1:
                return diagonal
            Q = self._rotation(name)
            return Q @ diagonal @ Q.transpose(0, 2, 1)
        if isinstance(law, Diagonal):
            return self._entries(name, law) * np.eye(d, dtype=int)
        raise Lacks(f"sampled lacks draws of {law.name} at this dimension")

    def _rotation(self, name: str) -> Array:
        angle = self._plain(self._numbers(name, 0, (), Angle()))
        cos, sin = np.cos(angle), np.sin(angle)
        return np.stack([np.stack([cos, -sin], 1), np.stack([sin, cos], 1)], 1)

    def _is_expanded(self) -> bool:
        """Whether what is drawn stands for itself, as a variable."""
        return isinstance(self.source, (Asked, Numbers))

    def _plain(self, value: Array) -> Array:
        """As it is, or in float64 where draws are rounded afterwards."""
        return value if self._is_expanded() else _float(value)

    def _entries(self, name: str, law: Diagonal) -> Array:
        return np.stack([self._numbers(f"{name}#{i}", 0, (1,), entry) for i, entry in enumerate(law.entries)], 1)

    def _label(self, sym: Sym, covariate: str, member: int) -> Array:
        """Of the covariate named, or else of the one that goes with the name: x_q for y_q, x_i for y_i."""
        name = covariate if covariate != "label" else {"y_q": "x_q"}.get(sym.name, "x")
        family = member > 0
        x = self.value(Sym(name, ("d", 1), frozenset({"random", "iid"} if family else {"random"})), member)
        one, d = (1, 1), self.d
        of = "labels" if law_of(sym) == letter_of("labels") else f"labels {law_of(sym)}"
        w, v = (self.constant(MadeSym(f"{n} of {of}", ("d", 1)), (d, 1))[0, :, 0] for n in "wv")
        s = self.constant(MadeSym(f"s of {of}", one, frozenset({"positive"})), one)[0, 0, 0]
        law = self.variant.labels(w, v, s)
        z = self._numbers(sym.name, member, (), law.noise) if law.uses_noise else np.zeros(len(x), dtype=int)
        return law.function(x[:, :, 0], z)[:, None, None]

    def _task(self) -> Array:
        d = self.d
        if not self.prior:
            return self._numbers("w", 0, (d, 1))
        mean = self.constant(Sym("mu_w", ("d", 1)), (d, 1))
        Psi = self.constant(Sym("Psi", ("d", "d"), frozenset({"symmetric", "psd"})), (d, d))
        if isinstance(self.source, (Asked, Numbers)):
            L, D = triangular(Psi[0])
            return mean + times(L[None], self.source.normal(f"w of the prior {self.key}", D[None]))
        return mean + self._rounded(_root(Psi) @ _float(self._numbers("w", 0, (d, 1))))

    def _rounded(self, value: Array) -> Array:
        if self.source.dtype is not object or self._is_expanded():
            return value
        return rounded(value, self.source.grid) if isinstance(self.source, ExactDraws) else rounded(value)


def _row(values: list[Any]) -> Array:
    """(1, k) fractions."""
    made: Array = np.empty((1, len(values)), dtype=object)
    made[0, :] = [Fraction(v) for v in values]
    return made


_SIGN: Mapping[bool, str] = {True: "positive", False: "posdef"}


def _root(covariance: Array) -> Array:
    try:
        return np.linalg.cholesky(_float(covariance))
    except np.linalg.LinAlgError:
        raise Lacks("sampled lacks draws with a covariance that is not positive definite") from None


def _float(value: Array) -> Array:
    return np.asarray(value, dtype=np.float64)


def _possible(law: Law, x: Any) -> Any:
    """A value of a law, by a number that need be none."""
    values = [value for value, p in values_of(law) if p]
    if values:
        return values[0 if x >= 0 else -1]
    return abs(x) or 1 if isinstance(law, Gamma) else x
