r"""Measures of trained models: the loss on test contexts, exact over the labels, and distances of the weights.

``dist`` is that of Appendix H.2, :math:`\min_\alpha\|M-\alpha I\|_F/\|M\|_F`, for :math:`\Sigma^{1/2}B_\ell^\top
C_\ell\Sigma^{1/2}` and :math:`A_\ell`.  It is scale-free: a matrix that training drives to zero, or of which the
prediction hardly depends, has a distance all the same.  Therefore the size alpha is kept beside it, and the loss of the
model whose matrices are *projected*, M replaced by alpha I: where that loss is the same, the distance is of no account;
where it is larger, the model gains by not being at the stationary point of Theorems 4.5 and 4.6.  Of what the distance
is made is kept, too: in the eigenbasis of Sigma :math:`\|M-\alpha I\|^2` is the sum of a part on the diagonal, a
symmetric part off it, and an antisymmetric part; ``weak`` is the entry of the diagonal in the direction where Sigma is
smallest, relative to the mean of the others.  ``together`` is the distance of the sum over the layers of
:math:`r_\ell\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}`, small where they share the directions among them.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from ..deadline import require_time
from .contexts import bayes_loss
from .distances import distance, products, short, size
from .model import Attention
from .training import Data, GroupTrainer

if TYPE_CHECKING:
    from jaxtyping import Float

PASS = {"cpu": 64, "cuda": 1024}
"""Test contexts of one pass, for each model."""


def composition(
    M: Float[Tensor, "models layers d d"], basis: Float[Tensor, "models d d"]
) -> dict[str, Float[Tensor, "models layers"]]:
    r"""The shares of :math:`\|M-\alpha I\|^2`, and ``weak``; columns of the basis by increasing eigenvalue of Sigma."""
    Q = basis.to(M.dtype)[:, None]
    turned = Q.mT @ M @ Q
    diagonal = turned.diagonal(dim1=-2, dim2=-1)
    spread = (diagonal - diagonal.mean(-1, keepdim=True)).square().sum(-1)
    antisymmetric = ((M - M.mT) / 2).square().sum((-2, -1))
    symmetric = ((turned + turned.mT) / 2).square().sum((-2, -1)) - diagonal.square().sum(-1)
    total = spread + antisymmetric + symmetric
    return {
        "diagonal": spread / total, "antisymmetric": antisymmetric / total, "off diagonal": symmetric / total,
        "weak": diagonal[..., 0] / diagonal[..., 1:].mean(-1),
    }  # fmt: skip


def projected(model: Attention, roots: Float[Tensor, "models d d"]) -> Attention:
    r"""The same models with :math:`B_\ell^\top C_\ell=\alpha_\ell\Sigma^{-1}`, and A_l the nearest multiple of I."""
    made = copy.deepcopy(model)
    root = roots.to(model.B.dtype)[:, None, None]
    eye = torch.eye(model.B.shape[-1]).to(model.B)
    with torch.no_grad():
        made.B.copy_(torch.linalg.inv(root).expand_as(made.B))
        made.C.copy_(size(products(model, roots))[..., None, None] * made.B)
        made.A.copy_(size(model.A)[..., None, None] * eye)
    return made


def errors(model: Attention, data: Data, *others: Attention) -> list[list[list[list[float]]]]:
    """For each of the models: kernel by kernel, run by run, the mean loss on each group of test contexts; last the
    same for the Bayes estimator (13)."""
    at = data.settings
    found: list[list[Tensor]] = []
    for _ in range(at.groups):
        sums = [torch.zeros(())] * (2 + len(others))
        left = at.contexts
        while left:
            require_time()
            batch = min(left, PASS[at.device])
            X, K = data.draw(batch, torch.float64)
            with torch.no_grad():
                losses = [*(one(X, K).sum(1) for one in (model, *others)), bayes_loss(K).sum(1)]
            sums = [total + loss.cpu() for total, loss in zip(sums, losses, strict=True)]
            left -= batch
        found.append([total / at.contexts for total in sums])
    shape = (len(at.kernels), at.runs, at.groups)
    return [short(torch.stack(column, -1).reshape(shape)) for column in zip(*found, strict=True)]


def measure(trainer: GroupTrainer) -> list[dict[str, Any]]:
    """What a record holds of each kernel's models: errors, Bayes errors, distances, sizes, r."""
    at, group = trainer.settings, trainer.group
    model = copy.deepcopy(trainer.model).double()
    roots = trainer.data.roots.repeat(len(at.kernels), 1, 1)
    plain, basis = projected(model, roots), torch.linalg.eigh(roots).eigenvectors
    own, of_projected, bayes = errors(model, Data(at, group.n, "test data"), plain)
    found = []
    for k, kernel in enumerate(at.kernels):
        runs = slice(k * at.runs, (k + 1) * at.runs)
        trace = [[row["step"], *(row[name][runs] for name in row if name != "step")] for row in trainer.trace]
        made: dict[str, Any] = {
            "curve": f"{at.figure} {kernel} {group.name}", "kernel": kernel, "heads": list(group.heads), "n": group.n,
            "layers": group.layers, "errors": own[k], "bayes": bayes[k],
        }  # fmt: skip
        if at.figure in ("figure-5", "figure-6"):
            with torch.no_grad():
                M, r = products(model, roots)[runs, :, 0], model.r[runs, :, 0]
                made |= {
                    "projected": of_projected[k], "trace": trace, "dist": short(distance(M)), "alpha": short(size(M)),
                    "r": short(r), "together": short(distance((r[..., None, None] * M).sum(1))),
                    "parts": _named(composition(M, basis[runs])),
                }  # fmt: skip
                if model.free:
                    A = model.A[runs, :, 0]
                    made |= {
                        "dist_A": short(distance(A)), "alpha_A": short(size(A)),
                        "parts_A": _named(composition(A, basis[runs])),
                    }  # fmt: skip
        found.append(made)
    return found


def _named(values: dict[str, Tensor]) -> dict[str, Any]:
    return {name: short(value) for name, value in values.items()}
