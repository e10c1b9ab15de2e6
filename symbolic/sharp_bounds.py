r"""The printed constants of Lemmas 12 and 19 of `zfb` beside sharper ones, as rigorous numbers, for diagonal matrices.

With :math:`\Lambda=\mathrm{diag}(\lambda_i)`, :math:`\Theta\Theta^\top=\mathrm{diag}(\theta_i)`,
:math:`\sum\theta_i^2=1`, and :math:`g_i` the eigenvalues of Gamma:

========================  ==========================================================================================
printed bound, squared    :math:`\frac{\sigma^2}{2\sqrt d\max\lambda^2}\sum\lambda_i^2\theta_i[2-\sqrt d\sigma^2\max g]`
sharper                   :math:`-\tilde\ell(0)/\|\Lambda^2\|_F`, the exact loss at the start over the best constant
printed mu                2 / [tr(1/(g lambda)) tr(1/lambda)] times the printed bound, squared
sharper                   2 min(g lambda) min(lambda), the best factor, times the sharper bound, squared
========================  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flint import arb

from .errors import InputError


@dataclass(frozen=True)
class Bounds:
    """Lower bounds on :math:`u_{-1}^2`, and constants mu of the Polyak-Lojasiewicz inequality, as balls."""

    printed_square: arb
    square: arb
    printed_mu: arb
    mu: arb

    @property
    def gains(self) -> tuple[arb, arb]:
        """By which factors the sharper bound on u_-1^2 and the sharper mu are larger than the printed ones."""
        return self.square / self.printed_square, self.mu / self.printed_mu


def bounds(
    eigenvalues: Sequence[Fraction | int], overlap: Sequence[Fraction | int], N: int, share: Fraction
) -> Bounds:
    """The bounds for these eigenvalues, for Theta Theta^T proportional to diag(overlap), and for sigma^2 = ``share``
    times the largest that the lemmas allow.

    Raises InputError for eigenvalues that are not positive, an overlap of another length or not >= 0, and a share that
    is not between 0 and 1.
    """
    lam, weights = [Fraction(x) for x in eigenvalues], [Fraction(x) for x in overlap]
    if not lam or min(lam) <= 0:
        raise InputError(f"eigenvalues must be positive, not {[str(x) for x in lam]}: pass those of a definite Lam.")
    if len(weights) != len(lam) or min(weights) < 0 or not any(weights):
        raise InputError("overlap must be as many numbers >= 0, not all 0: pass the diagonal of Theta Theta^T.")
    if not 0 < share < 1:
        raise InputError(f"share must be between 0 and 1, not {share}: the lemmas allow no larger sigma.")
    root_d, trace = arb(len(lam)).sqrt(), sum(lam, Fraction(0))
    g = [(1 + Fraction(1, N)) * x + trace / N for x in lam]
    length = _arb(sum((w * w for w in weights), Fraction(0))).sqrt()
    theta = [_arb(w) / length for w in weights]
    scale = 2 * _arb(share) / (root_d * _arb(max(g)))
    linear = sum((_arb(x * x) * y for x, y in zip(lam, theta, strict=True)), arb(0))
    quadratic = sum((_arb(h * x * x) * y * y for h, x, y in zip(g, lam, theta, strict=True)), arb(0))
    fourth = _arb(sum((x**2 * x**2 for x in lam), Fraction(0)))
    printed = scale / (2 * root_d * _arb(max(lam)) ** 2) * linear * (2 - root_d * scale * _arb(max(g)))
    square = (scale * linear - scale**2 / 2 * quadratic) / fourth.sqrt()
    traces = sum((1 / (h * x) for h, x in zip(g, lam, strict=True)), Fraction(0)) * sum(1 / x for x in lam)
    best = min(h * x for h, x in zip(g, lam, strict=True)) * min(lam)
    return Bounds(printed, square, 2 * printed / _arb(Fraction(traces)), 2 * _arb(best) * square)


def table(
    spectra: Sequence[Sequence[Fraction | int]] = ((1, 1), (1, Fraction(1, 2)), (1, Fraction(1, 10)), (1,) * 5),
    lengths: Sequence[int] = (1, 10, 100),
    shares: Sequence[Fraction] = (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)),
) -> str:
    """The two gains over these eigenvalues, N and sigma, for Theta proportional to the identity, as text."""
    lines = [f"{'eigenvalues':24} {'N':>4} {'share':>6} {'u_-1^2':>10} {'mu':>10}"]
    for lam, N, share in product(spectra, lengths, shares):
        gains = bounds(lam, [1] * len(lam), N, share).gains
        of_square, of_mu = (f"{float(x.mid()):.4g}" for x in gains)
        lines.append(f"{', '.join(map(str, lam)):24} {N:>4} {share!s:>6} {of_square:>10} {of_mu:>10}")
    return "\n".join(lines)


def _arb(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator
