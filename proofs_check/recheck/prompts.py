"""The data of regression in context, from the definitions, for the second evaluator: prompts, predictions, losses.

A prompt has tokens (x_i, y_i) and a last one (x_q, 0); x_i and x_q are N(0, Lambda), w is N(0, I), y_i = <w, x_i>.
Attention adds W_PV E E^T W_KQ E / length, where E E^T runs over all tokens; the loss is half the mean square error.
The symbols are those that the engines' letters stand for (:mod:`proofs_check.roles`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..model import model_of
from ..statement.terms import Op, Sym, at, expect, inner, scalar, vector
from . import matrices as m
from .matrices import Matrix, number
from .numbers import Unread

if TYPE_CHECKING:
    from .calculus import Read
    from .terms import At

ANOTHER_TASK = "task prior"
"""The training data in which w has another law."""
x, x_q, w = vector("x", "d", "random", "iid"), vector("x_q", "d", "random"), vector("w", "d", "random")
y_hat, error = scalar("y_hat", "random", "derived"), scalar("L", "derived")


def covariance_of(sym: Sym, there: At) -> str:
    """The name of the covariance of a vector of the prompt whose traits name none."""
    if sym.name in {"x", "x_q"}:
        return "Lam"
    if sym.name == "w" and (there.claim is None or there.claim.model != ANOTHER_TASK):
        return "I"
    raise Unread(f"the law of {sym.name}")


def derived(sym: Sym, read: Read, there: At) -> Matrix:
    """The prediction, or the loss, of the parameters of Lemma 9 on a prompt of the training length."""
    if sym == y_hat:
        return _prediction(read, there)
    if sym == error and _is_plain(there):
        return read(expect((y_hat - inner(w, x_q)) ** 2) / 2, there)
    raise Unread(f"{sym.name}, which is derived")


def _is_plain(there: At) -> bool:
    return there.claim is not None and isinstance(there.claim.model, str) and not there.claim.model


def tokens(read: Read, there: At) -> Matrix:
    """The embedding of a prompt of the training length."""
    length, last = there.size("N"), read(x_q, there)
    found: Matrix = last + m.zeros(1, 1)
    for k in range(length, 0, -1):
        found = _beside(_token(read(at(x, k), there), read(inner(w, at(x, k)), there)), found)
    return found


def _prediction(read: Read, there: At) -> Matrix:
    U11, u12, u21, u_1 = (read(sym, there) for sym in parameters())
    d = there.size("d")
    W_PV = _beside(m.zeros(d, d), m.zeros(d, 1)) + _beside(m.transpose(u12), u_1)
    W_KQ = _beside(U11, m.zeros(d, 1)) + _beside(m.transpose(u21), m.zeros(1, 1))
    return attended(W_PV, W_KQ, tokens(read, there), there.size("N"))


def parameters() -> Sequence[Sym]:
    """Those of Lemma 9."""
    return model_of("zfb").parameters


def prediction_on(node: Op, read: Read, there: At) -> Matrix:
    """The prediction of given weights on given tokens."""
    W_PV, W_KQ, i, length, covariate, label, query = node.args
    assert isinstance(i, Sym)
    last = read(query, there)
    found: Matrix = last + m.zeros(1, 1)
    count = there.whole(length)
    for k in range(count, 0, -1):
        one = there.binding({i: m.scalar(k)})
        found = _beside(_token(read(covariate, one), read(label, one)), found)
    return attended(read(W_PV, there), read(W_KQ, there), found, count)


def attended(W_PV: Matrix, W_KQ: Matrix, E: Matrix, length: int) -> Matrix:
    """The last entry of the last column of what attention adds."""
    weighted = m.product(m.product(m.product(W_PV[-1:], E), m.transpose(E)), W_KQ)
    last = m.transpose((m.transpose(E)[-1],))
    return m.scaled(m.product(weighted, last), Fraction(1, length))


def _token(covariate: Matrix, label: Matrix) -> Matrix:
    return (*covariate, (number(label),))


def _beside(A: Matrix, B: Matrix) -> Matrix:
    return tuple(a + b for a, b in zip(A, B, strict=True))
