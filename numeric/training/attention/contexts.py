r"""Contexts: covariates :math:`x^{(i)}=\Sigma^{1/2}\xi^{(i)}`, xi on the unit sphere, and the covariance of the labels.

Labels given X are the K Gaussian process of Definition 3.3 with the kernel at :math:`\Sigma^{-1/2}x=\xi` (Example 7):
:math:`Y^\top|X\sim N(0,\mathbb K_+(X))`, the eigenvalues of :math:`\mathbb K` in absolute value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from ...errors import InputError

if TYPE_CHECKING:
    from jaxtyping import Float

KERNELS = {
    "linear": lambda xi: xi.mT @ xi,
    "relu": lambda xi: (xi.mT @ xi).relu(),
    "exp": lambda xi: (xi.mT @ xi).exp(),
    "composed": lambda xi: (_gram(xi, 0, 2) + (_gram(xi, 2, 5) / 2).exp()) / 2,
}
"""(11), and the displayed kernel of Figure 4(c): half of <u_{1,2}, v_{1,2}> and of exp(<u_{3,4,5}, v_{3,4,5}>/2)."""
INDEFINITE = frozenset({"relu"})
"""Not positive semi-definite; for the others the modulus changes nothing."""


def _gram(xi: Tensor, begin: int, end: int) -> Tensor:
    part = xi[..., begin:end, :]
    return part.mT @ part


MATRICES = 1 << 14
"""Of one call of an eigensolver: cuSOLVER refuses more than about 32000 small matrices at once."""


def eigh(K: Float[Tensor, "*batch m m"]) -> tuple[Float[Tensor, "*batch m"], Float[Tensor, "*batch m m"]]:
    """Eigenvalues and eigenvectors of any number of symmetric matrices."""
    found = [torch.linalg.eigh(part) for part in K.reshape(-1, *K.shape[-2:]).split(MATRICES)]
    values, vectors = (torch.cat(parts) for parts in zip(*found, strict=True))
    return values.reshape(K.shape[:-1]), vectors.reshape(K.shape)


def pseudoinverse(K: Float[Tensor, "*batch m m"]) -> Float[Tensor, "*batch m m"]:
    """The same for pseudo-inverses of symmetric matrices."""
    found = [torch.linalg.pinv(part, hermitian=True) for part in K.reshape(-1, *K.shape[-2:]).split(MATRICES)]
    return torch.cat(found).reshape(K.shape)


def modulus(K: Float[Tensor, "*batch m m"]) -> Float[Tensor, "*batch m m"]:
    r""":math:`U|D|U^\top` where :math:`K=UDU^\top`."""
    values, vectors = eigh(K)
    made: Tensor = (vectors * values.abs()[..., None, :]) @ vectors.mT
    return made


def label_covariance(kernel: str, xi: Float[Tensor, "*batch d m"]) -> Float[Tensor, "*batch m m"]:
    r""":math:`\mathbb K_+(X)` of Definition 3.3."""
    if kernel not in KERNELS:
        raise InputError(f"kernel must be one of {', '.join(KERNELS)}, not {kernel!r}. Pass one of them.")
    K: Tensor = KERNELS[kernel](xi)
    return modulus(K) if kernel in INDEFINITE else K


def sphere(
    batch: int, d: int, m: int, sources: Sequence[torch.Generator], dtype: torch.dtype
) -> Float[Tensor, "runs batch d m"]:
    """xi: columns i.i.d. uniform on the unit sphere, for each run from a source of its own."""
    drawn = torch.stack(
        [torch.randn(batch, d, m, generator=source, device=source.device, dtype=dtype) for source in sources]
    )
    return drawn / drawn.norm(dim=2, keepdim=True)


def root_covariance(eigenvalues: tuple[float, ...], source: torch.Generator) -> Float[Tensor, "d d"]:
    r""":math:`\Sigma^{1/2}=U^\top D^{1/2}U`, U uniformly random orthogonal."""
    d = len(eigenvalues)
    drawn = torch.randn(d, d, generator=source, dtype=torch.float64)
    Q, R = torch.linalg.qr(drawn)
    U = Q * R.diagonal().sign()  # the signs make the law uniform (Mezzadri 2007)
    D = torch.tensor(eigenvalues, dtype=torch.float64)
    made: Tensor = U.mT @ (D.sqrt()[:, None] * U)
    return made


def orbit(d: int) -> Float[Tensor, "images d d"]:
    r"""Signed permutations g with mean :math:`g^\top Rg=\frac{\operatorname{tr}R}dI` for every R, as for the uniform
    law: cyclic permutations times signs whose columns are orthogonal, those of a Hadamard matrix.
    """
    hadamard = torch.ones(1, 1)
    while len(hadamard) < d:
        hadamard = torch.kron(torch.tensor([[1.0, 1.0], [1.0, -1.0]]), hadamard)
    shifts = [torch.eye(d).roll(k, 0) for k in range(d)]
    return torch.stack([signs[:d, None] * shift for signs in hadamard for shift in shifts])


def bayes_loss(K: Float[Tensor, "*batch n+1 n+1"]) -> Float[Tensor, " *batch"]:
    r"""The loss of (13) given X: :math:`\mu-\nu^\top\hat{\mathbb K}^+\nu` from the blocks of :math:`\mathbb K_+`."""
    nu = K[..., :-1, -1:]
    made: Tensor = K[..., -1, -1] - (nu.mT @ pseudoinverse(K[..., :-1, :-1]) @ nu)[..., 0, 0]
    return made
