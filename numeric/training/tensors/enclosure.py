r"""Enclosures: float64 arrays with a bound on their distance to the true value, for all rounding that happens.

:math:`|v-\text{mid}|\le\text{rad}`, entry by entry.  Sums and products carry the bounds of their operands and add
that of their own rounding (Higham, *Accuracy and Stability of Numerical Algorithms*, 2002, Section 3.1: a product of
matrices with inner size k errs by at most :math:`\gamma_k|A||B|` in any order of summation).  Inverses, eigenvalues
and square roots are computed by the library and then enclosed by their residuals.  The bounds themselves are inflated
by 2^-40 in every step, which covers their own rounding.  A comparison is *certain* or it is not.

Where nothing is rounded the bound is 0: numbers that are multiples of a power of two g add up without error in any
order as long as the sum of their sizes is below 2^53 g.  So equality at special points is seen for what it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

UNIT = 2.0**-53
LIBRARY = 16 * UNIT
"""Of exp, log and tanh in the libraries of CPUs and of CUDA, relative: four times the worst that these document."""
_INFLATED, _TINY, _GRAINS = 1 + 2.0**-40, 2.0**-1000, 2.0**53


@dataclass(frozen=True, eq=False)
class Enclosure:
    """``mid`` and ``rad`` of one shape (batch, rows, columns)."""

    mid: Tensor
    rad: Tensor

    @staticmethod
    def exact(value: Tensor) -> Enclosure:
        """Floats that are meant as they are."""
        return Enclosure(value, torch.zeros_like(value))

    @property
    def shape(self) -> torch.Size:
        return self.mid.shape

    @property
    def mT(self) -> Enclosure:
        return Enclosure(self.mid.mT, self.rad.mT)

    def __getitem__(self, place: object) -> Enclosure:
        return Enclosure(self.mid[place], self.rad[place])  # type: ignore[index]

    def expand(self, *sizes: int) -> Enclosure:
        return Enclosure(self.mid.expand(*sizes), self.rad.expand(*sizes))

    def reshape(self, *sizes: int) -> Enclosure:
        return Enclosure(self.mid.reshape(*sizes), self.rad.reshape(*sizes))

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.mid, self.rad)

    def __add__(self, other: Enclosure | Tensor | float) -> Enclosure:
        b = _lifted(other, self)
        made = self.mid + b.mid
        exact = (self.rad + b.rad == 0) & _fits(made.abs(), torch.minimum(_grain(self.mid), _grain(b.mid)))
        return _rounded(made, self.rad + b.rad, UNIT, exact)

    __radd__ = __add__

    def __sub__(self, other: Enclosure | Tensor | float) -> Enclosure:
        return self + -_lifted(other, self)

    def __rsub__(self, other: float) -> Enclosure:
        return _lifted(other, self) + -self

    def __mul__(self, other: Enclosure | Tensor | float) -> Enclosure:
        b = _lifted(other, self)
        made = self.mid * b.mid
        exact = (self.rad + b.rad == 0) & _fits(made.abs(), _grain(self.mid) * _grain(b.mid))
        # Nothing times what is bounded is nothing.
        exact = exact | (_nothing(self) & b.rad.isfinite()) | (_nothing(b) & self.rad.isfinite())
        return _rounded(made, self.mid.abs() * b.rad + self.rad * (b.mid.abs() + b.rad), UNIT, exact)

    __rmul__ = __mul__

    def __matmul__(self, other: Enclosure) -> Enclosure:
        k = self.mid.shape[-1]
        size, others = self.mid.abs(), other.mid.abs()
        total = size @ others
        spread = size @ other.rad + self.rad @ (others + other.rad) + (k + 2) * 1.01 * UNIT * total
        grain = _grain(self.mid).amin(-1, keepdim=True) * _grain(other.mid).amin(-2, keepdim=True)
        known = (self.rad == 0).all(-1, keepdim=True) & (other.rad == 0).all(-2, keepdim=True)
        return _inflated(self.mid @ other.mid, spread, known & _fits(total * _INFLATED, grain))

    def reciprocal(self) -> Enclosure:
        """Without a bound where the enclosed number may be 0."""
        size = self.mid.abs()
        room = (size - self.rad) * (1 - 4 * UNIT)
        # In this order: the product of size and room may be too small for a float.
        spread = torch.where(room > 0, self.rad / size / room, torch.inf)
        made = torch.where(size > 0, 1 / self.mid, 0.0)
        exact = (self.rad == 0) & (size > 0) & (_grain(self.mid) == size) & (_grain(made) == made.abs())
        return _rounded(made, spread, UNIT, exact)

    def __truediv__(self, other: Enclosure | Tensor | float) -> Enclosure:
        return self * _lifted(other, self).reciprocal()

    def exp(self) -> Enclosure:
        value = self.mid.exp()
        # What is too small for a float, and so computed without its digits, still grows with the exponent.
        size = (value + _TINY) * (1 + LIBRARY)
        return _rounded(value, size * torch.expm1(self.rad) * (1 + LIBRARY), LIBRARY, _nothing(self))

    def log(self) -> Enclosure:
        """Of a positive number; nothing is known where the enclosure admits others."""
        low, high = self.mid - self.rad, self.mid + self.rad
        near, far = low.clamp_min(_TINY).log(), high.clamp_min(_TINY).log()
        # Rounded ends have a relative error, and their logarithms an absolute one.
        spread = (far - near) / 2 + (near.abs() + far.abs()) * LIBRARY + 4 * UNIT
        at_one = (self.rad == 0) & (self.mid == 1)
        return _inflated((near + far) / 2, torch.where(low > 0, spread, torch.inf), at_one)

    def tanh(self) -> Enclosure:
        return _rounded(self.mid.tanh(), self.rad, LIBRARY)

    def sin(self) -> Enclosure:
        # An absolute bound: near a zero the relative error of the library's sine says nothing.
        return _inflated(self.mid.sin(), self.rad + LIBRARY)

    def cos(self) -> Enclosure:
        return _inflated(self.mid.cos(), self.rad + LIBRARY)

    def relu(self) -> Enclosure:
        return Enclosure(self.mid.relu(), self.rad)

    def abs(self) -> Enclosure:
        return Enclosure(self.mid.abs(), self.rad)

    def sqrt(self) -> Enclosure:
        """Of a number that is not negative, whatever its enclosure admits."""
        low, high = (self.mid - self.rad).clamp_min(0.0), (self.mid + self.rad).clamp_min(0.0)
        near, far = low.sqrt(), high.sqrt()
        middle = (near + far) / 2
        beyond = torch.where(self.mid + self.rad < 0, torch.inf, 0.0)
        exact = (self.rad == 0) & (middle * middle == self.mid) & _fits(self.mid, _grain(middle).square())
        return _rounded(middle, (far - near) / 2 + beyond, 4 * UNIT, exact)

    def sum(self, dim: int, keepdim: bool = True) -> Enclosure:
        count = self.mid.shape[dim]
        total = self.mid.abs().sum(dim, keepdim=keepdim)
        spread = self.rad.sum(dim, keepdim=keepdim) + count * UNIT * total
        exact = _fits(total * _INFLATED, _grain(self.mid).amin(dim, keepdim=keepdim))
        exact = exact & (self.rad == 0).all(dim, keepdim=keepdim)
        return _inflated(self.mid.sum(dim, keepdim=keepdim), spread, exact)

    def inverse(self) -> Enclosure:
        r"""By the residual: with :math:`|I-RA|\le E`, :math:`e=\|E\|_\infty<1`, the inverse differs from R by at most
        :math:`\frac e{1-e}\max_i|R_{ij}|` in column j."""
        eye = torch.eye(self.mid.shape[-1], dtype=self.mid.dtype, device=self.mid.device).expand_as(self.mid)
        R = torch.linalg.inv_ex(self.mid)[0]
        R = torch.where(R.isfinite(), R, eye)
        E = Enclosure.exact(eye) - Enclosure.exact(R) @ self
        e = (E.mid.abs() + E.rad).sum(-1).amax(-1)[:, None, None] * _INFLATED
        factor = torch.where(e < 1, e / (1 - e).clamp_min(_TINY), torch.inf)
        return _inflated(R, (factor * R.abs().amax(-2, keepdim=True)).expand_as(R))

    def eigenvalues(self) -> Enclosure:
        r"""Of a symmetric matrix, in increasing order, one a row.

        With computed :math:`V,\lambda`: Weyl's bound on :math:`A-V\lambda V^\top`, and Ostrowski's on
        :math:`V^\top V-I`."""
        values, V = _spectrum(self.mid)
        exact_V, D = Enclosure.exact(V), Enclosure.exact(torch.diag_embed(values))
        rest = self - exact_V @ D @ exact_V.mT
        eye = torch.eye(V.shape[-1], dtype=V.dtype, device=V.device).expand_as(V)
        skew = exact_V.mT @ exact_V - Enclosure.exact(eye)
        spread = _size(rest)[:, None, None] + _size(skew)[:, None, None] * values.abs()[:, :, None]
        # Of a diagonal matrix they are read off.
        diagonal = torch.diagonal(self.mid, dim1=-2, dim2=-1)
        plain = ((self.rad == 0) & (self.mid == torch.diag_embed(diagonal))).flatten(1).all(1)[:, None, None]
        found = torch.where(plain, diagonal.sort(-1).values[:, :, None], values[:, :, None])
        return _inflated(found, spread, plain)

    def half(self) -> Enclosure:
        r"""The square root of a positive semi-definite matrix:
        :math:`\|\sqrt A-\sqrt B\|\le\min(\|A-B\|^{1/2},\|A-B\|/\sqrt{\lambda_{\min}(A)})`."""
        values, V = _spectrum(self.mid)
        S = (V * values.clamp_min(0.0).sqrt()[:, None, :]) @ V.mT
        S = (S + S.mT) / 2
        # S may lack positivity by rounding alone: what is compared is the square of its positive part.
        lacking = (-torch.linalg.eigvalsh(S)).amax(-1).clamp_min(0.0) + 64 * UNIT * S.abs().sum((-2, -1))
        rest = _size(self - Enclosure.exact(S) @ Enclosure.exact(S)) + 4 * lacking * S.abs().sum((-2, -1))
        least = self.eigenvalues()[:, 0, 0]
        low = (least.mid - least.rad).clamp_min(_TINY).sqrt()
        spread = torch.minimum(rest.sqrt(), rest / low) + lacking
        return _inflated(S, spread[:, None, None].expand_as(S))

    def apart(self, other: Enclosure) -> list[bool]:
        """For each of the batch, whether some entry is certainly not the same number."""
        a, b = _together(self, other)
        gap = (a.mid - b.mid).abs() * (1 - 4 * UNIT)
        return _each((gap > (a.rad + b.rad) * _INFLATED).flatten(1).any(1))

    def same(self, other: Enclosure) -> list[bool]:
        """For each of the batch, whether all entries are exact and the same."""
        a, b = _together(self, other)
        return _each(((a.mid == b.mid) & (a.rad + b.rad == 0)).flatten(1).all(1))

    def at_most(self, other: Enclosure, strict: bool = False) -> list[bool | None]:
        """For each of the batch, whether all entries are at most (less than) those there; None: not certain."""
        a, b = _together(self, other)
        spread, gap = (a.rad + b.rad) * _INFLATED, (b.mid - a.mid) * (1 - 4 * UNIT)
        bounded = spread.isfinite()
        yes = bounded & (gap > spread if strict else gap >= spread)
        no = bounded & (-gap >= spread if strict else -gap > spread)
        all_yes, any_no = _each(yes.flatten(1).all(1)), _each(no.flatten(1).any(1))
        return [True if y else False if n else None for y, n in zip(all_yes, any_no, strict=True)]

    def widths(self, other: Enclosure) -> list[float]:
        """For each of the batch, the widest uncertainty of a difference relative to the larger of the two sides."""
        a, b = _together(self, other)
        size = torch.maximum(a.mid.abs(), b.mid.abs()).flatten(1).amax(1)
        spread = (a.rad + b.rad).flatten(1).amax(1)
        return [float(w) for w in torch.where(size > 0, spread / size.clamp_min(_TINY), spread).cpu()]


def _together(a: Enclosure, b: Enclosure) -> tuple[Enclosure, Enclosure]:
    mids = torch.broadcast_tensors(a.mid, b.mid)
    rads = torch.broadcast_tensors(a.rad, b.rad)
    return Enclosure(mids[0], rads[0]), Enclosure(mids[1], rads[1])


def _each(answers: Tensor) -> list[bool]:
    return [bool(answer) for answer in answers.cpu()]


def _lifted(value: Enclosure | Tensor | float, like: Enclosure) -> Enclosure:
    if isinstance(value, Enclosure):
        return value
    return Enclosure.exact(value if isinstance(value, Tensor) else like.mid.new_full((1, 1, 1), float(value)))


def _grain(value: Tensor) -> Tensor:
    """The largest power of two of which each number is a whole multiple; of 0 infinity, of what is tiny 0."""
    mantissa, exponent = torch.frexp(value.nan_to_num())
    whole = (mantissa * 2.0**53).long()
    # Powers of two are made of their bits, which no library rounds.
    power = exponent.long() + (1023 - 53)
    made = (whole & -whole).to(value.dtype) * (power.clamp(1, 2046) << 52).view(torch.float64)
    return torch.where(value == 0, torch.inf, torch.where((power >= 1) & value.isfinite(), made, 0.0))


def _fits(size: Tensor, grain: Tensor) -> Tensor:
    """Whether whole multiples of ``grain``, whose rounded sizes are at most ``size``, were not rounded."""
    return (grain > 0) & (size < _GRAINS * grain)


def _nothing(value: Enclosure) -> Tensor:
    return (value.mid == 0) & (value.rad == 0)


def _spectrum(mid: Tensor) -> tuple[Tensor, Tensor]:
    """Of the symmetric part; of what has overflowed any numbers do, as its residual is unbounded."""
    symmetric = mid / 2 + mid.mT / 2
    usable = (symmetric.abs() < 2.0**500).flatten(1).all(1)[:, None, None]
    values, V = torch.linalg.eigh(torch.where(usable, symmetric, 0.0))
    return values, V


def _rounded(mid: Tensor, rad: Tensor, unit: float, exact: Tensor | None = None) -> Enclosure:
    return _inflated(mid, rad + unit * mid.abs(), exact)


def _inflated(mid: Tensor, rad: Tensor, exact: Tensor | None = None) -> Enclosure:
    """With a bound for the rounding of the bound; 0 where all is ``exact``."""
    inflated = rad * _INFLATED + _TINY
    mid, spread = torch.broadcast_tensors(mid, inflated if exact is None else torch.where(exact, 0.0, inflated))
    # What overflowed or has no value encloses everything.
    return Enclosure(torch.nan_to_num(mid), torch.where(mid.isfinite() & ~spread.isnan(), spread, torch.inf))


def _size(value: Enclosure) -> Tensor:
    """A bound on the operator norm: the largest sum along a row or column (squares of entries may underflow)."""
    size = value.mid.abs() + value.rad
    return torch.maximum(size.sum(-1).amax(-1), size.sum(-2).amax(-1)) * _INFLATED + _TINY
