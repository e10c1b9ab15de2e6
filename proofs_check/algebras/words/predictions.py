"""Predictions of the layer (3) on prompts of any kind, derived from the definition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic.errors import InputError
from symbolic.lsa import Prompt, prediction, prediction_of_gram
from symbolic.words import Matrix, N, Scalar, dimension
from symbolic.words.blocks import Block

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, total

Read = Callable[[Term], Any]


def whole_prompt(node: Op, read: Read) -> Scalar:
    """``prediction``: on the prompt of Section 3.3 with linear labels."""
    W_PV, W_KQ, length = (read(arg) for arg in node.args)
    _check_weights(W_PV, W_KQ)
    dim = "N" if length == N else "M" if length == dimension("M") else None
    if dim is None:
        raise Lacks(f"words lacks predictions on prompts of length {length}")
    return prediction(Prompt(dim).E, W_PV, W_KQ, length)


def prediction_on(node: Op, read: Read) -> Scalar:
    r"""On the embedding with columns (covariate_i; label_i) and, last, (query; 0).

    The layer sees the examples through their sums :math:`\sum_ic_ic_i^\top`, :math:`\sum_ic_il_i` and
    :math:`\sum_il_i^2` alone.
    """
    W_PV, W_KQ = read(node.args[0]), read(node.args[1])
    _check_weights(W_PV, W_KQ)
    _, _, i, length, covariate, label, query = node.args
    assert isinstance(i, Sym)
    sums = [[read(total(i, length, a * b.T)) for b in (covariate, label)] for a in (covariate, label)]
    q = read(query)
    if not isinstance(q, Matrix):
        raise Lacks("words lacks predictions for such a query")
    examples = Block(sums)
    try:
        return prediction_of_gram(examples, q, W_PV, W_KQ, read(length))
    except InputError as error:
        raise Lacks(f"words lacks this prediction: {error}") from error


def _check_weights(*weights: object) -> None:
    if not all(isinstance(W, Block) for W in weights):
        raise Lacks("words reads the weights of a prediction as matrices cut into blocks (d, 1)")
