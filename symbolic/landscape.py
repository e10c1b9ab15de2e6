r"""The minimum over *all* parameters equals the minimum over the invariant block: by parity in the task vector w.

Derived from the prediction of the model: its part odd in w is the block's prediction at
:math:`K=u_{-1}U_{11}+u_{12}u_{21}^\top`, its part even in w is uncorrelated with it and with the (odd) label, so

.. math:: L(U)=q(K)+\tfrac12\mathbb E[(\text{even part})^2],\qquad q(K)=L(K,0,0,1).

Hence :math:`\min_UL=\min_Kq`, attained on the block; and a point is a global minimiser iff K is the minimiser of q and
the even part vanishes identically.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from .errors import InputError
from .lsa import PARAMETERS, Parameters, Prompt, population_loss, y_hat
from .minima import Square, complete_square
from .minima import verify as verify_square
from .words import Letter, Matrix, Ratio, Scalar, dimension, expect, gradient, name_of, substitute
from .words.letters import Word, transposed
from .words.scalars import ATOMS, ONE, Mono


@dataclass(frozen=True)
class Landscape:
    """The certificate of the decomposition; :func:`verify` derives every field's role again."""

    K: Matrix
    odd: Scalar
    even: Scalar
    square: Square
    """The completed square of the loss on the block, ``u12 = u21 = 0``."""

    @property
    def minimum(self) -> Scalar:
        return self.square.minimum

    def excess(self) -> Scalar:
        r""":math:`\frac12\mathbb E[(\text{even part})^2]\ge0`."""
        return cast(Scalar, expect(self.even * self.even)) * Fraction(1, 2)


def landscape(p: Parameters = PARAMETERS, prompt: Prompt | None = None) -> Landscape:
    """The decomposition of the population loss of linear self-attention over all of U, for every d and N."""
    prompt = prompt or Prompt()
    odd, even = parity(y_hat(p, prompt), prompt.w)
    block = on_block(population_loss(p, prompt), p)
    return Landscape(_product(odd, prompt), odd, even, complete_square(block, p.U11, p.u_1))


def on_block(value: Scalar, p: Parameters = PARAMETERS) -> Scalar:
    """``value`` at ``u12 = u21 = 0``."""
    zero = Matrix("d", 1, {})
    return cast(Scalar, substitute(value, {name_of(p.u12): zero, name_of(p.u21): zero}))


def parity(value: Scalar, x: Matrix) -> tuple[Scalar, Scalar]:
    """The parts of ``value`` that are odd and even in the letter ``x``, by counting it in every term."""
    letter = cast(Letter, name_of(x))
    parts: tuple[dict[Mono, Ratio], dict[Mono, Ratio]] = ({}, {})
    for mono, c in value.terms.items():
        count = sum(
            int(e) * sum(y.original is letter for y in ATOMS[k].args) for k, e in mono if ATOMS[k].kind == "cycle"
        )
        parts[1 - count % 2][mono] = c
    return Scalar(parts[0]), Scalar(parts[1])


def verify(certificate: Landscape, p: Parameters = PARAMETERS, prompt: Prompt | None = None) -> bool:
    """Check the decomposition again from the model, each step an identity for every d, N, Lam and U:

    the two parts sum to the prediction and turn into -odd and +even under w -> -w; the odd part is the block's
    prediction at ``U11 = K, u_-1 = 1``; the loss is minimum + gap at K + excess; and the square verifies.
    """
    prompt = prompt or Prompt()
    prediction, w = y_hat(p, prompt), name_of(prompt.w)
    flipped = {w: -prompt.w}
    block = on_block(prediction, p)
    at_K = substitute(block, {name_of(p.U11): certificate.K, name_of(p.u_1): ONE})
    loss = certificate.minimum + certificate.square.gap(certificate.K) + certificate.excess()
    identities = (
        prediction - certificate.odd - certificate.even,
        cast(Scalar, substitute(certificate.odd, flipped)) + certificate.odd,
        cast(Scalar, substitute(certificate.even, flipped)) - certificate.even,
        certificate.odd - cast(Scalar, at_K),
        population_loss(p, prompt) - loss,
        certificate.square.f - on_block(population_loss(p, prompt), p),
    )
    return all(x.is_zero() for x in identities) and verify_square(certificate.square)


def _product(odd: Scalar, prompt: Prompt) -> Matrix:
    r"""K with ``odd`` :math:`=\frac1Nw^\top XX^\top Kx_q`, read off the gradient in x_q.

    A proposal: :func:`verify` decides whether it is right.
    """
    tail: Word = (_letter(prompt.X), _letter(prompt.X).t, _letter(prompt.w))
    slope = cast(Matrix, gradient(odd, prompt.x_q))
    total = Matrix("d", "d", {})
    for word, c in slope.terms.items():
        if word[-3:] == tail:
            total = total + _scaled(Matrix("d", "d", {transposed(word[:-3]): ONE}), c)
        else:
            total = total + _outer(word, c, tail)
    return cast(Matrix, total * dimension(prompt.length))


def _outer(word: Word, c: Scalar, tail: Word) -> Matrix:
    r"""The share of a term :math:`(a^\top XX^\top w)\,v` of the slope: :math:`a v^\top`."""
    for mono, ratio in c.terms.items():
        for number, e in mono:
            args = ATOMS[number].args
            head = args[:-3] if args[-3:] == tail else transposed(args)[:-3] if args[:3] == transposed(tail) else None
            if head is not None and e == 1 and len(c.terms) == 1:
                rest = Scalar({tuple(x for x in mono if x[0] != number): ratio})
                return _scaled(Matrix("d", "d", {transposed(head) + transposed(word): ONE}), rest)
    raise InputError(f"the odd part of the prediction has the term {c}, which is not linear in X X^T w.")


def _scaled(A: Matrix, c: Scalar) -> Matrix:
    return cast(Matrix, A * c)


def _letter(x: Matrix) -> Letter:
    return cast(Letter, name_of(x))
