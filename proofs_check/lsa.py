r"""The symbols of linear self-attention on linear tasks, as in Zhang, Frei and Bartlett: one import for a claim file.

>>> from proofs_check import Kind, claim, eq, expect, tr
>>> from proofs_check.lsa import Lam, x_q
>>> @claim("mine/length", kind=Kind.IDENTITY)
... def length():
...     r'''$\mathbb E\|x_q\|^2=\operatorname{tr}\Lambda$.'''
...     return eq(expect(x_q.T * x_q), tr(Lam))

``d, N, M, B`` are dimension, training length, test length and number of prompts; a prompt is ``x`` (the family
:math:`x_1,\dots,x_N`, each ``at(x, i)``) with the query ``x_q``, all :math:`N(0,\Lambda)`, and the task ``w``,
:math:`N(0,I)`; ``E`` is its embedding, ``y_hat`` the prediction, ``L`` the population loss, in the parameters
``U11, u12, u21, u_1``.  :mod:`proofs_check.papers.zfb.notation` has all symbols and the conventions.
"""

from __future__ import annotations

from collections.abc import Mapping

from .engine_names import Letters, letters_for
from .model import model_of
from .papers.zfb.assumptions import assumption_3
from .papers.zfb.notation import (
    U11,
    W_KQ,
    W_PV,
    B,
    E,
    Gam,
    I,
    KQ_of_u,
    L,
    Lam,
    Lam_hat,
    M,
    N,
    PV_of_u,
    Theta,
    U,
    d,
    given_block,
    i,
    j,
    k,
    l,
    sigma,
    t,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
    y_hat,
)
from .statement.terms import Sym

__all__ = [
    "U11",
    "W_KQ",
    "W_PV",
    "B",
    "E",
    "Gam",
    "I",
    "KQ_of_u",
    "L",
    "Lam",
    "Lam_hat",
    "M",
    "N",
    "PV_of_u",
    "Theta",
    "U",
    "assumption_3",
    "d",
    "given_block",
    "i",
    "in_letters",
    "j",
    "k",
    "l",
    "sigma",
    "t",
    "u12",
    "u21",
    "u_1",
    "w",
    "x",
    "x_q",
    "y_hat",
]


def in_letters(names: Mapping[Sym, str], data: str = "") -> Letters:
    """The same model in letters of one's own, on the training data with this name.

    >>> from proofs_check import Kind, claim, eq, expect, tr
    >>> mine = in_letters({Lam: "S", x_q: "z"})
    >>> S, z = mine(Lam), mine(x_q)
    >>> @claim("mine/length", kind=Kind.IDENTITY, model=mine.model)
    ... def length():
    ...     'E |z|^2 is the trace of S.'
    ...     return eq(expect(z.T * z), tr(S))
    """
    return letters_for(model_of("zfb", data), names)
