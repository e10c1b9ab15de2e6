"""The words form of what ``lemmata derive`` prints: one expression for every d and N, as text and as LaTeX.

In the text ``U11.T`` is a transpose, ``tr(...)`` a trace, ``(u12.T*Lam*u21)`` a bilinear form and ``Gam`` stands for
``(1 + 1/N)*Lam + tr(Lam)/N*I``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from .flow import lsa_flow, lsa_flow_on_block
from .landscape import landscape
from .landscape import verify as verify_landscape
from .lsa import PARAMETERS, population_loss
from .polyak import norm_form, polyak_constant
from .regroup import regroup
from .typesetting.words import latex
from .word_invariants import conserved_quadratics, quadratics
from .words import Matrix, Scalar, Value, matrix

Data = dict[str, Any]

SYMBOLS = {"U11": "U11", "u12": "u12", "u21": "u21", "u_-1": "u_-1", "Lam": "Lam", "N": "N"}
LEGEND = "Gam = (1 + 1/N)*Lam + tr(Lam)/N*I; x.T is a transpose, (a.T*B*c) a number, tr(...) a trace"
_P = PARAMETERS


def _data(expression: Any, tex: Any, **more: Any) -> Data:
    return {"expression": expression, "latex": tex, "symbols": SYMBOLS, "legend": LEGEND, **more}


def text(value: Value) -> str:
    """The regrouped value as text, powers of Gamma written ``Gam``, ``Gam**-1``."""
    return repr(regroup(value).value).replace("(Gam**1)", "Gam").replace("Gam**1", "Gam")


def _each(values: dict[str, Value]) -> Data:
    return _data({k: text(v) for k, v in values.items()}, {k: latex(v) for k, v in values.items()})


def _loss() -> Data:
    loss = population_loss()
    return _data(text(loss), latex(loss), terms=len(loss.terms))


def _flow() -> Data:
    flow, block = lsa_flow(), lsa_flow_on_block()
    every: dict[str, Value] = {"U11": _P.U11, "u12": _P.u12, "u21": _P.u21, "u_-1": _P.u_1}
    data = _each({name: flow.velocity(x) for name, x in every.items()})
    on_block = {name: text(block.velocity(every[name])) for name in ("U11", "u_-1")}
    return data | {"on_block": on_block, "invariant_block": "u12 = u21 = 0"}


def _minima() -> Data:
    certificate = landscape()
    values: dict[str, Value] = {"minimum": certificate.minimum, "u_-1*U11": certificate.square.K}
    return _each(values) | {
        "sentence": "the minimum over all parameters is attained on u12 = u21 = 0, where the minimisers are all points "
        "with u_-1*U11 as given",
        "certificate": {
            "K": text(certificate.K),
            "excess": text(certificate.excess()),
            "verified": verify_landscape(certificate),
        },
    }


def _invariants() -> Data:
    parameters = (_P.u_1, _P.u12, _P.u21, _P.U11)
    basis = conserved_quadratics(lsa_flow(), parameters)
    return _data(
        [text(q) for q in basis],
        [latex(q) for q in basis],
        degree=2,
        span=[text(q) for q in quadratics(parameters)],
        sentence="all conserved combinations of the span, found by exact elimination; conserved for every d and N",
    )


def _pl() -> Data:
    Theta, sigma = matrix("Theta", "d", "d"), Scalar.symbol("sigma", 1)
    square = landscape().square
    constant = polyak_constant(square, cast(Matrix, Theta * Theta.T), sigma)
    values: dict[str, Value] = {
        "gradient_U11": constant.gradient,
        "per_square": constant.per_square,
        "fall": constant.fall,
        "slope": constant.slope,
        "mu": constant.mu,
        "mu_in_norms": norm_form(constant, square, Theta, sigma),
    }
    data = _each(values)
    data["symbols"] = SYMBOLS | {"Theta": "Theta", "sigma": "sigma"}
    return data | {
        "sentence": "|grad|^2 >= u_-1^2 * per_square * (loss - minimum), and u_-1^2 >= fall/slope along the flow from "
        "U11 = sigma*Theta*Theta.T, u_-1 = sigma, |Theta*Theta.T|_F = 1, where fall > 0; mu is their product"
    }


IN_WORDS: dict[str, Callable[[], Data]] = {
    "loss": _loss, "flow": _flow, "minima": _minima, "invariants": _invariants, "pl": _pl,
}
