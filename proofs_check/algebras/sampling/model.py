"""Linear self-attention on draws: prompts of every kind of training, predictions, losses and their gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from numeric import prompts

from ...statement.terms import Abbrev, Num, Op, Sym, Term
from ..arrays import Array, fractional, inner, joined, transposed
from .heads import Read, refuse_averaged

if TYPE_CHECKING:
    from .algebra import SamplesAlgebra

SHAPES: Mapping[str, tuple[str, str]] = {"U11": ("d", "d"), "u12": ("d", "1"), "u21": ("d", "1"), "u_-1": ("1", "1")}
"""The parameters of Lemma 9."""


def _covariates(name: str, covariance: str = "") -> tuple[Sym, Sym]:
    """The family of the examples' covariates and the query."""
    traits = frozenset({"random"} | ({f"cov:{covariance}"} if covariance else set()))
    return Sym(name, ("d", 1), traits | {"iid"}), Sym(f"{name}_q", ("d", 1), traits)


_PROMPTS: Mapping[str, tuple[Sym, Sym]] = {
    "L": _covariates("x"),
    "L_prior": _covariates("x"),
    "L_noise": _covariates("x"),
    "L_rdm": _covariates("x_tau", "Lam_tau"),
    "L_diag": _covariates("x_lam", "lam_tau"),
}
_TASK = Sym("w", ("d", 1), frozenset({"random"}))
_NOISE = Sym("eps", (1, 1), frozenset({"random", "iid", "noise"}))
_NOISE_Q = Sym("eps_q", (1, 1), frozenset({"random", "noise"}))


@dataclass(frozen=True)
class Prompt:
    """The embedding (4), (batch, d+1, length+1), and the query's label (batch, 1, 1)."""

    embedding: Array
    target: Array


def training_prompt(algebra: SamplesAlgebra, loss: str, length: int | None = None) -> Prompt:
    """A prompt as the loss of this name draws it."""
    outcome = algebra.drawn("the prompt")
    family, query = _PROMPTS[loss]
    # ``where`` may have put another task or query in.
    w, x_q = (algebra.values.get(sym.name, outcome.value(sym)) for sym in (_TASK, query))
    x = [outcome.value(family, k) for k in range(1, (length or algebra.sizes["N"]) + 1)]
    y, target = [inner(w, each) for each in x], inner(w, x_q)
    if loss == "L_noise":
        y = [each + outcome.value(_NOISE, k) for k, each in enumerate(y, 1)]
        target = target + outcome.value(_NOISE_Q)
    return Prompt(embedding(x, y, x_q), target)


def embedding(x: Sequence[Array], y: Sequence[Array], x_q: Array) -> Array:
    """The embedding (4) of covariates (batch, d, 1), labels (batch, 1, 1) and a query."""
    batch = max(len(each) for each in (*x, *y, x_q))

    def whole(value: Array) -> Array:
        return np.broadcast_to(value, (batch, *value.shape[1:]))

    covariates = transposed(joined([whole(each) for each in x], 2))
    labels = joined([whole(each) for each in y], 2)[:, 0]
    return prompts.labelled_embedding(covariates, labels, whole(x_q)[:, :, 0])


def parameter(algebra: SamplesAlgebra, name: str) -> Array:
    """The value of the parameter called ``name``."""
    rows, columns = (algebra.size(int(side) if side.isdigit() else side) for side in SHAPES[name])
    if name in algebra.values:
        return algebra.values[name]
    return algebra.constant(Sym(name, (rows, columns)), (rows, columns))


def _weights(algebra: SamplesAlgebra, at: Mapping[str, Array]) -> tuple[Array, Array]:
    d = algebra.sizes["d"]
    batch = max(len(value) for value in at.values())
    zero = Fraction(0) if algebra.dtype is object else 0.0
    W_PV: Array = np.full((batch, d + 1, d + 1), zero, dtype=algebra.dtype)
    W_KQ = W_PV.copy()
    W_PV[:, d, :d], W_PV[:, d, d] = at["u12"][:, :, 0], at["u_-1"][:, 0, 0]
    W_KQ[:, :d, :d], W_KQ[:, d, :d] = at["U11"], at["u21"][:, :, 0]
    return W_PV, W_KQ


def _parameters(algebra: SamplesAlgebra) -> dict[str, Array]:
    return {name: parameter(algebra, name) for name in SHAPES}


def predicted(algebra: SamplesAlgebra, at: Mapping[str, Array], prompt: Prompt) -> Array:
    """The prediction with the parameters ``at``, (batch, 1, 1)."""
    return prompts.prediction(prompt.embedding, *_weights(algebra, at))[:, None, None]


def trained_on(algebra: SamplesAlgebra, loss: str) -> Array:
    """The prediction with the current parameters on a prompt of this kind of training."""
    return predicted(algebra, _parameters(algebra), training_prompt(algebra, loss))


def loss(algebra: SamplesAlgebra, name: str) -> Array:
    """The squared error over two of one prompt."""
    prompt = training_prompt(algebra, name)
    residual = predicted(algebra, _parameters(algebra), prompt) - prompt.target
    return residual * residual / 2


def velocity(algebra: SamplesAlgebra, names: frozenset[str]) -> dict[str, Array]:
    """Per draw minus the gradient of the squared error over two, in the named parameters.

    The prediction is affine in every single weight, so that a unit difference is its derivative.
    """
    chosen = sorted(names & SHAPES.keys())
    at = _parameters(algebra)

    def slopes(inside: SamplesAlgebra) -> Array:
        prompt = training_prompt(inside, inside.loss)
        base = predicted(inside, at, prompt)
        residual, columns = base - prompt.target, []
        for name in chosen:
            for index in np.ndindex(at[name].shape[1:]):
                stepped = at[name].copy()
                stepped[:, index[0], index[1]] += 1
                columns.append((base - predicted(inside, {**at, name: stepped}, prompt)) * residual)
        return joined(columns, 1)

    if not chosen:
        return {}
    flat, found, begin = algebra.mean(slopes), {}, 0
    for name in chosen:
        rows, columns = at[name].shape[1:]
        found[name] = flat[:, begin : begin + rows * columns].reshape(len(flat), rows, columns)
        begin += rows * columns
    return found


def layer(algebra: SamplesAlgebra, W_PV: Term, W_KQ: Term, E: Array, read: Read) -> Array:
    """The prediction with any weights on an embedding.

    The layer's attention is linear in either matrix, so that scalar factors come out; irrational powers of the same
    number in both, whose exponents cancel, then need not be evaluated.
    """
    for weights in (W_PV, W_KQ):
        refuse_averaged(weights, "a prediction with weights that are means")
    factors: dict[Term, Fraction] = {}
    values = []
    for weights in (W_PV, W_KQ):
        rest = weights
        while (split := _power_times(rest)) is not None:
            base, exponent, rest = split
            factors[base] = factors.get(base, Fraction(0)) + exponent
        values.append(read(rest))
    attended = prompts.prediction(E, values[0], values[1])[:, None, None]
    for base, exponent in factors.items():
        if exponent:
            attended = attended * fractional(read(base), exponent, algebra.dtype)
    return attended


def _power_times(node: Term) -> tuple[Term, Fraction, Term] | None:
    """(base, exponent, rest) of a product ``base^exponent rest`` with an exponent that is no integer."""
    while isinstance(node, Abbrev):
        node = node.body
    if isinstance(node, Op) and node.head == "*":
        first, rest = node.args
        if isinstance(first, Op) and first.head == "^" and isinstance(first.args[1], Num):
            exponent = first.args[1].value
            if exponent.denominator != 1:
                return first.args[0], exponent, rest
    return None

