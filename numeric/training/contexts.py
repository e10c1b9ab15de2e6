r"""Contexts: the samples on which linear self-attention is trained, drawn from the definition of the data.

A context is x_1, ..., x_N with d tasks and d queries (for small d with several such frames): the tasks are
:math:`w_j=r\,q_j` with an orthogonal matrix Q (Haar) and one radius :math:`r\sim\chi_d`, the queries likewise, times
:math:`\Lambda^{1/2}`.  Each single task is N(0, I), each query N(0, Lam), independent of one another and of the
context, so every pair (j, k) is a prompt with the law of Section 3.3 and means over a context are unbiased; that the
tasks of one context are orthogonal makes these means far less noisy.  Contexts are independent: they are the units of
every statistic.  Other data: a covariance drawn for each context (Section 4.3), noise on every label, tasks N(mu, Psi).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from ..streams import torch_generator
from .config import Config, EntryLaw

if TYPE_CHECKING:
    from jaxtyping import Float



@dataclass(frozen=True, slots=True)
class Contexts:
    """Contexts with the labels of their tasks, as far as predictions depend on them."""

    x: Float[Tensor, "n N d"] | None
    """Kept only where the literal embedding is wanted, as is ``y``."""
    y: Float[Tensor, "n N tasks"] | None
    S: Float[Tensor, "n d d"]
    """sum x x^T"""
    Sy: Float[Tensor, "n d tasks"]
    """sum x y"""
    yy: Float[Tensor, "n tasks"]
    """sum y^2"""
    w: Float[Tensor, "n d tasks"]
    x_q: Float[Tensor, "n d queries"]
    y_q: Float[Tensor, "n tasks queries"]
    N: int

    def __len__(self) -> int:
        return len(self.S)

    def part(self, begin: int, end: int) -> Contexts:
        cut = slice(begin, end)
        x, y = (None if kept is None else kept[cut] for kept in (self.x, self.y))
        return Contexts(
            x, y, self.S[cut], self.Sy[cut], self.yy[cut], self.w[cut], self.x_q[cut], self.y_q[cut], self.N
        )


def frames(d: int) -> int:
    """Frames of d orthogonal tasks (and queries) of one context: enough for about eight tasks."""
    return max(1, 8 // d)


def draw_contexts(config: Config, n: int, generator: torch.Generator, keep_x: bool = False) -> Contexts:
    """``n`` independent contexts (see the module)."""
    d, N, make = config.d, config.N, _Maker(config, generator)
    w, root = make.tasks(n), make.roots(n)
    x_q = root @ make.orthogonal(n)
    y_q = w.transpose(1, 2) @ x_q
    if config.noise:
        y_q = y_q + config.noise * make.noise(*y_q.shape)
    S, Sy, yy = w.new_empty(n, d, d), torch.empty_like(w), w.new_empty(n, w.shape[2])
    xs, ys = [], []
    for begin in range(0, n, 2 * config.chunk):
        cut = slice(begin, min(begin + 2 * config.chunk, n))  # the covariates held at a time
        x = make.normal(cut.stop - begin, N, d) @ root[cut].transpose(1, 2)
        y = x @ w[cut]
        if config.noise:
            y = y + config.noise * make.noise(*y.shape)
        S[cut], Sy[cut], yy[cut] = x.transpose(1, 2) @ x, x.transpose(1, 2) @ y, y.square().sum(1)
        if keep_x:
            xs.append(x)
            ys.append(y)
    x_kept, y_kept = (torch.cat(xs), torch.cat(ys)) if keep_x else (None, None)
    return Contexts(x_kept, y_kept, S, Sy, yy, w, x_q, y_q, N)


def draw_covariances(config: Config, n: int) -> Float[Tensor, "n d"]:
    """``n`` diagonals of the random covariance, from a stream of their own."""
    generator = torch_generator(config.owner, "covariances", config.seed, config.device)
    return _Maker(config, generator).diagonals(n)


class _Maker:
    """Draws the parts of contexts from one generator."""

    def __init__(self, config: Config, generator: torch.Generator) -> None:
        self.config, self.generator = config, generator

    def normal(self, *shape: int) -> Tensor:
        return torch.randn(*shape, generator=self.generator, dtype=torch.float64, device=self.config.device)

    def orthogonal(self, n: int) -> Tensor:
        """Columns N(0, I), orthogonal within each frame: (n, d, frames * d)."""
        d, count = self.config.d, frames(self.config.d)
        # QR with positive diagonal is Haar; the norm of an independent Gaussian vector is the chi radius.
        Q, R = torch.linalg.qr(self.normal(n, count, d, d))
        Q = Q * torch.sign(torch.diagonal(R, dim1=-2, dim2=-1))[..., None, :]
        Q = Q * torch.linalg.vector_norm(self.normal(n, count, d), dim=-1)[..., None, None]
        return Q.transpose(1, 2).reshape(n, d, count * d)

    def tasks(self, n: int) -> Tensor:
        """Tasks N(0, I), or those of the prior."""
        w = self.orthogonal(n)
        if self.config.prior:
            w = torch.linalg.cholesky(w.new_tensor(self.config.prior)) @ w
        if self.config.prior_mean:
            w = w + w.new_tensor(self.config.prior_mean)[:, None]
        return w

    def roots(self, n: int) -> Tensor:
        """A square root of the covariance of each context, (n, d, d); the same for all where it is not random."""
        if self.config.entries:
            return torch.diag_embed(self.diagonals(n).sqrt())
        Lam = torch.tensor(self.config.Lam, dtype=torch.float64, device=self.config.device)
        return torch.linalg.cholesky(Lam).expand(n, -1, -1)

    def diagonals(self, n: int) -> Tensor:
        return torch.stack([self.entry(law, n) for law in self.config.entries], 1)

    def entry(self, law: EntryLaw, n: int) -> Tensor:
        """``n`` draws of one entry; a gamma law with half-integer shape is that of a sum of squares."""
        if law[0] == "gamma":
            return self.normal(n, round(2 * law[1])).square().sum(1) * (law[2] / 2)
        _, a, b, p = law  # type: ignore[misc]
        chosen = torch.rand(n, generator=self.generator, dtype=torch.float64, device=self.config.device) < p
        return torch.where(chosen, a, b).to(torch.float64)

    def noise(self, *shape: int) -> Tensor:
        """Noise of mean 0 and variance 1."""
        if self.config.noise_law == "Gaussian":
            return self.normal(*shape)
        uniform = torch.rand(*shape, generator=self.generator, dtype=torch.float64, device=self.config.device)
        return (uniform - 0.5) * 12**0.5 if self.config.noise_law == "uniform" else torch.sign(uniform - 0.5)
