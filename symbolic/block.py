r"""The linear transformer block, its attention alone, and GD-beta, from their definitions, on words.

For every d, M, task mean :math:`\beta^*`, positive semi-definite H, :math:`\Psi` of any rank and noise
:math:`\sigma^2\ge0` (Zhang, Wu, Bartlett, arXiv 2402.14951, Sections 3 and 5):

* prompt: rows :math:`x_i\sim N(0,H)` of X, query :math:`x\sim N(0,H)`, task :math:`\tilde\beta\sim N(\beta^*,\Psi)`,
  labels :math:`y=X\tilde\beta+\varepsilon` and, of the query, :math:`\tilde\beta^\top x+\varepsilon_q`, noise N(0,
  sigma^2);
* tokens (3.1) :math:`E=((X^\top,x),(y^\top,0))` and mask :math:`((I_M,0),(0,0))`: the query column is not attended;
* LTB (3.3): the bottom right entry of :math:`W_2^\top W_1(E+\tfrac1MW_P^\top W_VE\,\text{mask}\,E^\top W_K^\top W_QE)`;
  LSA (3.4): the same without :math:`W_2^\top W_1`; GD-beta (5.1): :math:`\langle\beta-\tfrac1M\Gamma
  X^\top(X\beta-y),x\rangle`;
* risk (3.5): :math:`\mathbb E(f(E)-y_q)^2`, without a factor 1/2.

Of the weights the prediction depends on :math:`w_1,u_1,s,B_1,b` alone: :math:`(w_1^\top,*)` is the last row of
:math:`W_2^\top W_1`, :math:`(u_1^\top,s)` that of :math:`W_2^\top W_1W_P^\top W_V` (of :math:`W_P^\top W_V` for LSA),
and :math:`(B_1;b^\top)` are the first d columns of :math:`W_K^\top W_Q`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, cast

from .flow import Flow, gradient_flow
from .words import Matrix, Scalar, Value, expect, gaussian, letter, matrix
from .words.blocks import Block
from .words.matrices import plus
from .words.noise import Moments, expect_noise
from .words.normal import dimension

H_LETTER, PSI_LETTER = letter("H", "d", "d", psd=True), letter("Psi", "d", "d", psd=True)
H: Any = Matrix.of(H_LETTER)
Psi: Any = Matrix.of(PSI_LETTER)
beta_star: Any = matrix("beta_star", "d", 1)
sigma = Scalar.symbol("sigma", 1)
M = dimension("M")

w_1, u_1, s = matrix("w_1", "d", 1), matrix("u_1", "d", 1), Scalar.symbol("s")
B_1, b = matrix("B_1", "d", "d"), matrix("b", "d", 1)
beta: Any = matrix("beta", "d", 1)
Gamma: Any = matrix("Gamma", "d", "d")

EPS = letter("eps", "M", 1)
NOISE = Moments(sigma**2, normal=True)
X: Any = gaussian("X", "d", "M", H_LETTER).T
"""The examples, one a row."""
x_q: Any = gaussian("x_q", "d", 1, H_LETTER)
task: Any = beta_star + gaussian("p", "d", 1, PSI_LETTER)
y: Any = plus(X * task, Matrix.of(EPS))
target: Any = task.T * x_q + Scalar.symbol("eps_q")
E = Block([[X.T, x_q], [y.T, Scalar.of(0)]])
MASK = Block([[Matrix.identity("M"), Matrix.zero("M", 1)], [Matrix.zero(1, "M"), Scalar.of(0)]])


@dataclass(frozen=True)
class Model:
    """A class of predictions: its parameters by name, and the prediction as a function of them and of the prompt."""

    name: str
    parameters: Mapping[str, Value]
    prediction: Scalar

    @cached_property
    def risk(self) -> Scalar:
        """(3.5), the noise integrated first."""
        error = (self.prediction - target) ** 2
        drawn = expect_noise(expect_noise(error, "eps_q", NOISE), EPS, NOISE)
        return cast(Scalar, expect(drawn))

    @cached_property
    def flow(self) -> Flow:
        """Gradient flow on the risk in all parameters."""
        return gradient_flow(self.risk, tuple(self.parameters.values()))


def bottom_right(first: Value, last_of_product: Value) -> Scalar:
    """The prediction of a layer with this last row of ``W_2^T W_1``, ``(first, *)``; entries ``*`` drop out."""
    star, column = Scalar.symbol("star"), matrix("column", "d", 1)
    row, values = Block([[first, star]]), Block([[last_of_product, s]])
    keys = Block([[B_1, column], [b.T, star]])
    attended = row * E + values * E * MASK * E.T * keys * E * M**-1
    return cast(Scalar, attended.entries[0][-1])


@cache
def models() -> Mapping[str, Model]:
    """LTB, LSA and GD-beta by their names."""
    attention: dict[str, Value] = {"u_1": u_1, "s": s, "B_1": B_1, "b": b}
    step: Any = beta - Gamma * X.T * (X * beta - y) * M**-1
    return {
        "zwb/ltb": Model("zwb/ltb", {"w_1": w_1} | attention, bottom_right(w_1.T, u_1.T)),
        "zwb/lsa": Model("zwb/lsa", attention, bottom_right(Matrix.zero(1, "d"), u_1.T)),
        "zwb/gd-beta": Model("zwb/gd-beta", {"beta": beta, "Gamma": Gamma}, cast(Scalar, step.T * x_q)),
    }
