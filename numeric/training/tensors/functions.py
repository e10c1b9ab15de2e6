"""What formulas are made of, on arrays (batch, rows, columns) of any kind: tensors, enclosures, duals over either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Union

import torch
from torch import Tensor

from .degrees import Degree, NoDegree, joined_degrees
from .dual import Dual, added, multiplied, product
from .enclosure import Enclosure

Value = Union[Tensor, Enclosure, Dual]


def is_number(a: Any) -> bool:
    return tuple(a.shape[1:]) == (1, 1)


def times(a: Any, b: Any) -> Any:
    """The product of matrices; a number multiplies every entry."""
    return multiplied(a, b) if is_number(a) or is_number(b) else product(a, b)


def subtracted(a: Any, b: Any) -> Any:
    return added(a, -b)


def transposed(a: Any) -> Any:
    return a.mT


def trace(a: Any) -> Any:
    n = a.shape[-1]
    return reduce(added, [a[:, i : i + 1, i : i + 1] for i in range(n)])


def inner(a: Any, b: Any) -> Any:
    """tr(A B^T)."""
    return multiplied(a, b).sum(-1, keepdim=True).sum(-2, keepdim=True)


def joined(parts: Sequence[Any], dim: int) -> Any:
    """Side by side (2) or one above the other (1); batches are broadcast, kinds are lifted to the widest."""
    level = max((part.level for part in parts if isinstance(part, Dual)), default=0)
    if level:
        values = [part.value if isinstance(part, Dual) and part.level == level else part for part in parts]
        slopes = [part.slope if isinstance(part, Dual) and part.level == level else multiplied(part, 0.0)
                  for part in parts]  # fmt: skip
        return Dual(joined(values, dim), joined(slopes, dim), level)
    if any(isinstance(part, Degree) for part in parts):
        return joined_degrees(list(parts), dim)
    if any(isinstance(part, Enclosure) for part in parts):
        lifted = [part if isinstance(part, Enclosure) else Enclosure.exact(part) for part in parts]
        return Enclosure(joined([p.mid for p in lifted], dim), joined([p.rad for p in lifted], dim))
    batch = max(len(part) for part in parts)
    return torch.cat([part.expand(batch, *part.shape[1:]) for part in parts], dim)


def block(a: Any, b: Any, c: Any, d: Any) -> Any:
    return joined([joined([a, b], 2), joined([c, d], 2)], 1)


def vec(a: Any) -> Any:
    """Columns stacked."""
    return joined([a[:, :, k : k + 1] for k in range(a.shape[2])], 1)


def unvec(x: Any, like: Any) -> Any:
    rows = like.shape[1]
    return joined([x[:, k : k + rows] for k in range(0, x.shape[1], rows)], 2)


def kron(a: Any, b: Any) -> Any:
    rows = [joined([multiplied(a[:, i : i + 1, j : j + 1], b) for j in range(a.shape[2])], 2)
            for i in range(a.shape[1])]  # fmt: skip
    return joined(rows, 1)


def diagonal(v: Any) -> Any:
    """The diagonal matrix of a column."""
    n = v.shape[1]
    eye = torch.eye(n, dtype=torch.float64, device=_device(v))[None]
    return multiplied(v, eye)


def determinant(a: Any) -> Any:
    """By expansion along the first row."""
    n = a.shape[-1]
    if n == 1:
        return a
    total = None
    for j in range(n):
        rest = [k for k in range(n) if k != j]
        minor = determinant(a[:, 1:][:, :, rest])
        part = multiplied(a[:, :1, j : j + 1], minor if j % 2 == 0 else -minor)
        total = part if total is None else added(total, part)
    return total


def length(a: Any) -> Any:
    """The Euclidean norm of all entries."""
    return inner(a, a).sqrt()


def power(a: Any, k: int) -> Any:
    """``a`` times itself, k >= 1 times."""
    return reduce(times, [a] * k)


def inverse(a: Any) -> Any:
    if is_number(a):
        return a.reciprocal()
    if isinstance(a, Tensor):
        # Where there is no inverse the entries are no numbers, and whatever is made of them decides nothing.
        return torch.linalg.inv_ex(a)[0]
    return a.inverse()


def half(a: Any) -> Any:
    """The principal square root."""
    if is_number(a):
        return a.sqrt()
    if isinstance(a, (Enclosure, Degree)):
        return a.half()
    if isinstance(a, Dual):
        raise TypeError("the derivative of a matrix root is not known here")
    values, V = torch.linalg.eigh((a + a.mT) / 2)
    return (V * values.clamp_min(0.0).sqrt()[:, None, :]) @ V.mT


def eigenvalues(a: Any) -> Any:
    """Of a symmetric matrix, in increasing order, as a column."""
    if isinstance(a, Dual):
        raise TypeError("the derivative of eigenvalues is not known here")
    if isinstance(a, (Enclosure, Degree)):
        return a.eigenvalues()
    return torch.linalg.eigvalsh((a + a.mT) / 2)[:, :, None]


CUT = 2.0**-26
"""Of the largest eigenvalue: what is smaller counts as 0 in floats.  Points are chosen far from both sides of it."""


def of_rank(
    a: Any, function: Callable[[Tensor, Tensor, Tensor], Tensor], regular: Callable[[Enclosure], Any],
    of_nothing: bool = True,
) -> Any:
    """A function of a positive semi-definite matrix that asks which eigenvalues are 0: in floats by a cut, with
    enclosures only where none is, certainly, and of the zero matrix where it is 0 (``of_nothing``); ``function`` has
    the eigenvalues, which are positive, and the vectors."""
    if isinstance(a, Degree):
        raise NoDegree("the degree of what asks for a rank")
    if isinstance(a, Enclosure):
        least = a.eigenvalues()[:, :1]
        unsure = (least.mid <= least.rad)
        made = regular(a)
        nothing = ((a.mid == 0) & (a.rad == 0)).flatten(1).all(1)[:, None, None] if of_nothing else unsure & ~unsure
        rad = torch.where(unsure, torch.inf, made.rad)
        return Enclosure(torch.where(nothing, 0.0, made.mid), torch.where(nothing, 0.0, rad))
    values, V = torch.linalg.eigh((a + a.mT) / 2)
    return function(values, values > CUT * values.abs().amax(-1, keepdim=True), V)


def projection(a: Any) -> Any:
    """On the image."""
    return of_rank(a, lambda values, used, V: V @ (used[:, :, None] * V.mT), _identity_like)


def pseudo_inverse(a: Any) -> Any:
    return of_rank(
        a, lambda values, used, V: V @ (torch.where(used, 1 / values, 0.0)[:, :, None] * V.mT), lambda A: A.inverse()
    )


def rank(a: Any) -> Any:
    return of_rank(a, lambda values, used, V: used.sum(1).to(values.dtype)[:, None, None], _size_of)


def least_positive_eigenvalue(a: Any) -> Any:
    return of_rank(
        a, lambda values, used, V: torch.where(used, values, torch.inf).amin(1)[:, None, None],
        lambda A: A.eigenvalues()[:, :1], of_nothing=False,
    )  # fmt: skip


def _identity_like(A: Enclosure) -> Enclosure:
    return Enclosure.exact(torch.eye(A.shape[-1], dtype=A.mid.dtype, device=A.mid.device).expand_as(A.mid))


def _size_of(A: Enclosure) -> Enclosure:
    return Enclosure.exact(A.mid.new_full((len(A.mid), 1, 1), float(A.shape[-1])))


class _Kinked(torch.autograd.Function):
    """A function with one slope below 0 and another above; at 0 autograd is told that there is none."""

    @staticmethod
    def forward(ctx: Any, a: Tensor, below: float, above: float) -> Tensor:
        ctx.save_for_backward(a)
        ctx.slopes = below, above
        return torch.where(a > 0, above * a, below * a)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None, None]:
        (a,) = ctx.saved_tensors
        below, above = ctx.slopes
        nowhere = torch.where(a == 0, torch.nan, below)
        return gradients[0] * torch.where(a > 0, above, nowhere), None, None


def _kinked(a: Tensor, below: float, above: float) -> Tensor:
    made: Tensor = _Kinked.apply(a, below, above)
    return made


def relu(a: Any) -> Any:
    return _kinked(a, 0.0, 1.0) if isinstance(a, Tensor) and a.requires_grad else a.relu()


def absolute(a: Any) -> Any:
    return _kinked(a, -1.0, 1.0) if isinstance(a, Tensor) and a.requires_grad else a.abs()


def smaller(a: Any, b: Any) -> Any:
    """min(a, b) = a - relu(a - b)."""
    return subtracted(a, relu(subtracted(a, b)))


def larger(a: Any, b: Any) -> Any:
    return added(b, relu(subtracted(a, b)))


def softmax(a: Any, rows: int) -> Any:
    """Column by column over the first ``rows`` rows; the other rows are 0."""
    e = a[:, :rows].exp()
    made = multiplied(e, e.sum(1, keepdim=True).reciprocal())
    return made if rows == a.shape[1] else joined([made, multiplied(a[:, rows:], 0.0)], 1)


def each_pair(f: Callable[[Any, Any], Any], U: Any, W: Any) -> Any:
    """The matrix of all f(u, w), the columns of U and W."""
    rows = [joined([f(U[:, :, i : i + 1], W[:, :, j : j + 1]) for j in range(W.shape[2])], 2)
            for i in range(U.shape[2])]  # fmt: skip
    return joined(rows, 1)


def _device(a: Any) -> torch.device:
    while isinstance(a, Dual):
        a = a.value
    if isinstance(a, Degree):
        return torch.device("cpu")
    made: torch.device = (a.mid if isinstance(a, Enclosure) else a).device
    return made
