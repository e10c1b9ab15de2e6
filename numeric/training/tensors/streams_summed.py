"""Complete sums in place of draws: what is drawn is first listed with its degrees, then given every value of a rule.

A rule has nodes and weights that average as the law does, up to a degree: Gauss's for numbers, equal angles and Euler's
angles for rotations, all atoms where there are finitely many.  An *orbit* needs no degree: where a law is the same
after every signed permutation of coordinates, so is the mean over all of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...cubature import MOST, needed, normal_rule, uniform_rule
from .degrees import UNBOUNDED, Degree, NoDegree
from .draws import RADIUS, SKEWED, Draws

SIGNED = 3
"""The largest degree up to which signed permutations average as all orthogonal matrices do."""
EULER = 3
"""The size of the matrices for which Euler's angles serve."""
LARGEST_ORBIT = 3
"""The size up to which all signed permutations are taken."""


@dataclass(frozen=True)
class Stream:
    """What is drawn under one name."""

    law: str
    rows: int
    columns: int
    atoms: Tensor | None = None


@dataclass
class Census(Draws):
    """In place of draws: degrees, and a list of all that is asked for."""

    found: dict[str, Stream] = field(default_factory=dict)

    def _listed(self, name: str, law: str, shape: Sequence[int], degree: int = 1) -> Any:
        rows, columns = shape
        return self._kept(name, Stream(law, rows, columns), degree)

    def _kept(self, name: str, stream: Stream, degree: int) -> Degree:
        if name in self.found:
            raise NoDegree(f"what is drawn twice under the name {name}")
        self.found[name] = stream
        return Degree.drawn(name, stream.rows, stream.columns, degree)

    def normal(self, name: str, *shape: int) -> Any:
        return self._listed(name, "normal", shape[1:])

    def noise(self, name: str, law: str, *shape: int) -> Any:
        finite = law in ("Rademacher", "skewed")
        return self._listed(name, {"Gaussian": "normal"}.get(law, law), shape[1:], degree=0 if finite else 1)

    def orthogonal(self, name: str, n: int, d: int) -> Any:
        return self._listed(name, "orthogonal", (d, d))

    def spherical(self, name: str, n: int, rows: int, columns: int) -> Any:
        return self._listed(name, "spherical", (rows, columns), degree=0 if rows == 1 else 1)

    def among(self, name: str, atoms: Tensor, count: int) -> Any:
        return self._kept(name, Stream("among", atoms.shape[1], atoms.shape[2], atoms), 0)


@dataclass(frozen=True)
class Rule:
    """``values`` (nodes, rows, columns) of one of ``copies`` independent parts: entries, or columns."""

    values: Tensor
    weights: Tensor
    copies: int
    rows: int
    columns: int
    turns: bool = False
    """Whether the values are matrices by which what is drawn is multiplied."""
    half: bool = False
    """Whether one of every two outcomes that differ in sign stands for both."""

    @property
    def total(self) -> int:
        every = len(self.weights) ** self.copies
        return (every + 1) // 2 if self.half else every

    def at(self, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """The values and weights with these numbers."""
        n = len(self.weights)
        powers = torch.tensor([n**k for k in range(self.copies)], device=numbers.device)
        digits = (numbers[:, None] // powers) % n
        weights = self.weights.to(numbers.device)[digits].prod(1)
        if self.half:
            # The nodes are in order: the other of the two has the other digits.
            weights = torch.where(numbers == n**self.copies - 1 - numbers, weights, 2 * weights)
        parts = self.values.to(numbers.device)[digits]
        if self.copies == 1:
            return parts[:, 0], weights
        if self.values.shape[1] == 1:
            return parts.reshape(-1, self.rows, self.columns), weights
        return parts[..., 0].mT, weights


SYMMETRIC = frozenset({"normal", "uniform", "Rademacher"})
"""Laws whose rules are products of rules with nodes in order, each beside its negative."""


def halved(stream: Stream, rule: Rule) -> Rule:
    """The rule for what is even."""
    return replace(rule, half=True) if stream.law in SYMMETRIC else rule


def rule_for(stream: Stream, degree: int) -> Rule | None:
    """A rule for this law that is exact for the degree; None where none is known."""
    rows, columns = stream.rows, stream.columns
    entries = rows * columns
    if stream.law == "among":
        assert stream.atoms is not None
        count = len(stream.atoms)
        return Rule(stream.atoms, _tensor([1 / count] * count), 1, rows, columns)
    if stream.law == "Rademacher":
        return Rule(_tensor([-1.0, 1.0])[:, None, None], _tensor([0.5, 0.5]), entries, rows, columns)
    if stream.law == "skewed":
        values, weights = SKEWED
        return Rule(_tensor(values)[:, None, None], _tensor(weights), entries, rows, columns)
    if stream.law == "spherical" and rows == 1:
        return Rule(_tensor([-RADIUS, RADIUS])[:, None, None], _tensor([0.5, 0.5]), entries, rows, columns)
    if stream.law == "orthogonal" and rows == 1:
        return Rule(_tensor([-1.0, 1.0])[:, None, None], _tensor([0.5, 0.5]), 1, 1, 1)
    if degree >= UNBOUNDED or needed(degree) > MOST:
        return None
    if stream.law in ("normal", "uniform"):
        gauss = normal_rule(needed(degree)) if stream.law == "normal" else uniform_rule(needed(degree))
        scale = 1.0 if stream.law == "normal" else 3**0.5
        return Rule(_tensor(gauss.nodes)[:, None, None] * scale, _tensor(gauss.weights), entries, rows, columns)
    if stream.law == "spherical":
        made = _directions(rows, degree)
        return None if made is None else Rule(RADIUS * made, _even(len(made)), columns, rows, columns)
    if stream.law == "orthogonal":
        return _rotations(rows, degree)
    return None


def orbit_for(stream: Stream) -> Rule | None:
    """Signed permutations, where the law stays the same when coordinates are permuted and change their signs."""
    if stream.law not in ("spherical", "orthogonal", "normal") or stream.rows > LARGEST_ORBIT:
        return None
    group = signed_permutations(stream.rows)
    return Rule(group, _even(len(group)), 1, stream.rows, stream.rows, turns=True)


def _tensor(values: Any) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def _even(count: int) -> Tensor:
    return torch.full((count,), 1 / count, dtype=torch.float64)


@lru_cache(maxsize=8)
def signed_permutations(d: int) -> Tensor:
    found = np.zeros((math.factorial(d) * 2**d, d, d))
    for number, (places, signs) in enumerate(product(permutations(range(d)), product((1, -1), repeat=d))):
        found[number, range(d), places] = signs
    return torch.from_numpy(found)


def _directions(d: int, degree: int) -> Tensor | None:
    """Unit vectors (count, d, 1) that average as the uniform law on the sphere does."""
    if d == 2:
        # Of a polynomial of this degree the values on the circle are a trigonometric one of the same degree.
        angles = 2 * math.pi * torch.arange(degree + 1, dtype=torch.float64) / (degree + 1)
        return torch.stack([angles.cos(), angles.sin()], 1)[:, :, None]
    if degree > SIGNED:
        return None
    one = torch.eye(d, dtype=torch.float64)
    return torch.cat([one, -one])[:, :, None]


def _rotations(d: int, degree: int) -> Rule | None:
    r"""Orthogonal matrices that average as Haar's law does.

    In Euler's angles entries are trigonometric polynomials, of degree 1 in each angle; what is left of a polynomial
    after the mean over the first and the last is one in the cosine of the middle one.
    """
    if d == 2:
        angles = 2 * math.pi * torch.arange(degree + 1, dtype=torch.float64) / (degree + 1)
        turned = _plane(angles, 2, 0, 1)
        flipped = turned @ torch.diag(_tensor([1.0, -1.0]))
        return Rule(torch.cat([turned, flipped]), _even(2 * len(turned)), 1, d, d)
    if degree <= SIGNED and d <= LARGEST_ORBIT:
        group = signed_permutations(d)
        return Rule(group, _even(len(group)), 1, d, d)
    if d != EULER:
        return None
    angles = 2 * math.pi * torch.arange(degree + 1, dtype=torch.float64) / (degree + 1)
    gauss = uniform_rule(needed(degree))
    middle = _plane(_tensor(gauss.nodes).acos(), 3, 0, 2)
    outer = _plane(angles, 3, 0, 1)
    turned = (outer[:, None, None] @ middle[None, :, None] @ outer[None, None]).reshape(-1, 3, 3)
    weights = _tensor(gauss.weights)[None, :, None].expand(len(outer), -1, len(outer)).reshape(-1) / len(outer) ** 2
    return Rule(torch.cat([turned, -turned]), torch.cat([weights, weights]) / 2, 1, d, d)


def _plane(angles: Tensor, d: int, i: int, j: int) -> Tensor:
    """Rotations by these angles in the plane of coordinates i and j."""
    made = torch.eye(d, dtype=torch.float64).repeat(len(angles), 1, 1)
    made[:, i, i] = made[:, j, j] = angles.cos()
    made[:, i, j], made[:, j, i] = -angles.sin(), angles.sin()
    return made


@dataclass
class Summed(Draws):
    """Outer draws, each met by the outcomes ``numbers`` of the rules; what has no rule is drawn once an outer draw.

    A batch holds the outcomes of the first outer draw, then those of the second.
    """

    outer: int = 1
    rules: Mapping[str, Rule] = field(default_factory=dict)
    numbers: Tensor | None = None
    held: dict[str, Tensor] = field(default_factory=dict)
    """What was drawn, the same for all outcomes."""
    weights: dict[str, Tensor] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    """Under which name a draw is kept, where several names share one."""

    @property
    def count(self) -> int:
        return 1 if self.numbers is None else len(self.numbers)

    def _met(self, name: str, drawn: Any) -> Tensor:
        rule = self.rules.get(name)
        if rule is None or self.numbers is None:
            return self._drawn(name, drawn).repeat_interleave(self.count, 0)
        values, self.weights[name] = rule.at(self._own(name))
        if not rule.turns:
            return values.repeat(self.outer, 1, 1)
        base = self._drawn(name, drawn)
        return (values[None] @ base[:, None]).flatten(0, 1)

    def _drawn(self, name: str, drawn: Any) -> Tensor:
        kept = self.shared.get(name, name)
        if kept not in self.held:
            self.held[kept] = drawn()
        return self.held[kept]

    def _own(self, name: str) -> Tensor:
        """The numbers of the outcomes of one rule."""
        assert self.numbers is not None
        below = 1
        for other, rule in self.rules.items():
            if other == name:
                return (self.numbers // below) % rule.total
            below *= rule.total
        raise LookupError(name)

    def weight(self) -> Tensor:
        """Of every outcome; a rule whose values were never asked for adds up to 1."""
        total = torch.ones(self.count, dtype=torch.float64, device=self.device)
        for name in self.rules:
            total = total * self.weights[name]
        return total

    def normal(self, name: str, *shape: int) -> Tensor:
        return self._met(name, lambda: Draws.normal(self, name, self.outer, *shape[1:]))

    def noise(self, name: str, law: str, *shape: int) -> Tensor:
        fresh = Draws(self.owner, self.device, self.seed)
        return self._met(name, lambda: fresh.noise(name, law, self.outer, *shape[1:]))

    def orthogonal(self, name: str, n: int, d: int) -> Tensor:
        fresh = Draws(self.owner, self.device, self.seed)
        return self._met(name, lambda: fresh.orthogonal(name, self.outer, d))

    def spherical(self, name: str, n: int, rows: int, columns: int) -> Tensor:
        fresh = Draws(self.owner, self.device, self.seed)
        return self._met(name, lambda: fresh.spherical(name, self.outer, rows, columns))

    def among(self, name: str, atoms: Tensor, count: int) -> Tensor:
        return self._met(name, lambda: Draws.among(self, name, atoms, self.outer))
