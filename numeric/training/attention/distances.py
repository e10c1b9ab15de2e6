"""How far matrices of a model are from multiples of the identity (``dist`` of Appendix H.2), see :mod:`.measuring`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from .model import Attention

if TYPE_CHECKING:
    from jaxtyping import Float


def products(model: Attention, roots: Float[Tensor, "models d d"]) -> Float[Tensor, "models layers heads d d"]:
    r""":math:`\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}`."""
    root = roots.to(model.B.dtype)[:, None, None]
    made: Tensor = root @ model.B.mT @ model.C @ root
    return made


def size(M: Float[Tensor, "*batch d d"]) -> Float[Tensor, " *batch"]:
    r"""The alpha that is nearest: the mean of the diagonal."""
    return M.diagonal(dim1=-2, dim2=-1).mean(-1)


def distance(M: Float[Tensor, "*batch d d"]) -> Float[Tensor, " *batch"]:
    r""":math:`\min_\alpha\|M-\alpha I\|_F/\|M\|_F`; of a zero matrix NaN."""
    away = M - size(M)[..., None, None] * torch.eye(M.shape[-1]).to(M)
    made: Tensor = away.norm(dim=(-2, -1)) / M.norm(dim=(-2, -1))
    return made


def distances(model: Attention, roots: Float[Tensor, "runs d d"]) -> dict[str, Any]:
    """``{"BC": [model][layer], "A": [model][layer]}``, the first head's."""
    roots = roots.repeat(len(model.B) // len(roots), 1, 1)
    with torch.no_grad():
        found = {"BC": short(distance(products(model, roots)[:, :, 0]))}
        if model.free:
            found["A"] = short(distance(model.A[:, :, 0]))
    return found


def short(values: Tensor) -> Any:
    """Four digits: what records keep."""
    return _short(values.tolist())


def _short(values: Any) -> Any:
    return [_short(value) for value in values] if isinstance(values, list) else float(f"{values:.4g}")
