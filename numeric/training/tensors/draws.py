"""Draws of the laws that statements name, on a device, each from a stream of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from ...streams import torch_generator

NOISES = ("Gaussian", "uniform", "Rademacher", "skewed")
"""Laws of mean 0 and variance 1."""
SKEWED = ((3.0, -1 / 3), (0.1, 0.9))
"""The values of the skewed law, and their probabilities."""
RADIUS = 1.5
"""Of the sphere that columns are drawn from."""


@dataclass
class Draws:
    """Streams named after ``owner`` and what is drawn."""

    owner: str
    device: str = "cpu"
    seed: int | None = None
    fixed: bool = False
    """Whether a name gives the same numbers whenever it is asked for, as that of a constant must."""
    repeat: int = 1
    """How often the same draws follow each other in a batch: common to as many points."""
    _generators: dict[str, torch.Generator] = field(default_factory=dict)

    def _stream(self, name: str) -> torch.Generator:
        if self.fixed or name not in self._generators:
            self._generators[name] = torch_generator(self.owner, name, self.seed, self.device)
        return self._generators[name]

    def _repeated(self, made: Callable[[tuple[int, ...]], Tensor], shape: tuple[int, ...]) -> Tensor:
        if self.repeat == 1:
            return made(shape)
        return made((shape[0] // self.repeat, *shape[1:])).repeat(self.repeat, *(1 for _ in shape[1:]))

    def normal(self, name: str, *shape: int) -> Tensor:
        stream = self._stream(name)
        return self._repeated(
            lambda size: torch.randn(*size, generator=stream, dtype=torch.float64, device=self.device), shape
        )

    def uniform(self, name: str, *shape: int) -> Tensor:
        stream = self._stream(name)
        return self._repeated(
            lambda size: torch.rand(*size, generator=stream, dtype=torch.float64, device=self.device), shape
        )

    def integers(self, name: str, low: int, high: int, *shape: int) -> Tensor:
        """From ``low`` to ``high - 1``, as floats."""
        stream = self._stream(name)
        made = self._repeated(
            lambda size: torch.randint(low, high, size, generator=stream, device=self.device), shape
        )
        return made.to(torch.float64)

    def noise(self, name: str, law: str, *shape: int) -> Tensor:
        """Mean 0, variance 1; ``skewed`` has two values, 3 with probability 1/10 and -1/3."""
        if law == "Gaussian":
            return self.normal(name, *shape)
        u = self.uniform(name, *shape)
        if law == "uniform":
            return (u - 0.5) * 12**0.5
        if law == "Rademacher":
            return torch.where(u < 0.5, -1.0, 1.0).to(torch.float64)
        (rare, usual), (chance, _) = SKEWED
        # The values are filled in as doubles: a mean of 0 to seven digits is none.
        return torch.full_like(u, usual).masked_fill_(u < chance, rare)

    def orthogonal(self, name: str, n: int, d: int) -> Tensor:
        """Haar: Q of a Gaussian matrix, with R's diagonal positive."""
        Q, R = torch.linalg.qr(self.normal(name, n, d, d))
        return Q * torch.sign(torch.diagonal(R, dim1=-2, dim2=-1))[:, None, :]

    def spherical(self, name: str, n: int, rows: int, columns: int) -> Tensor:
        """Columns uniform on a sphere."""
        made = self.normal(name, n, rows, columns)
        return made * ((made * made).sum(1, keepdim=True).sqrt().reciprocal() * RADIUS)

    def among(self, name: str, atoms: Tensor, count: int) -> Tensor:
        """As many of the ``atoms`` (number, rows, columns), each as likely."""
        return atoms[self.integers(name, 0, len(atoms), count).long()]
