"""Errors of one trained model, and of the baselines, on the test prompts: means over the prompts of each covariance.

A table of errors is ``{panel: {M: [one mean for each covariance]}}`` with the panels "I" (the identity) and "1", "4",
"9" (random covariances of that scale).  Nothing is normalised: division by d or by c d is left to the reader of a
record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...streams import generator
from ..deadline import require_time
from .baselines import attention_weight, least_squares, limit_errors, linear_attention
from .prompts import DrawnPrompts, drawn_prompts
from .settings import OWNER, Curve, Settings

if TYPE_CHECKING:
    from jaxtyping import Float

    from .model import InContextGPT2

Predictor = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""(x, y, x_q) -> prediction, for arrays (groups, prompts, M, d), (groups, prompts, M), (groups, prompts, d)."""
Table = dict[str, dict[str, list[float]]]
LARGEST_PASS = {"cpu": 400_000, "cuda": 100_000_000}
"""Prompts of one pass times the square of their tokens: stays in the cache of a core, in the memory of a GPU."""
SHIFT = 3.0
"""By how much tasks, queries or covariates are multiplied in the shifts of Section 4.2."""
NOISE = 0.5
"""Standard deviation of the label noise in its task shift."""


def panels(settings: Settings) -> dict[str, DrawnPrompts]:
    """The test prompts of the four panels of the figure."""
    random = drawn_prompts(settings, "random")
    return {"I": drawn_prompts(settings, "fixed"), **{str(c): random.scaled(c) for c in settings.scales}}


def all_predictions(model: InContextGPT2, x: np.ndarray, y: np.ndarray, device: str) -> np.ndarray:
    """The model's prediction of every y_i from the pairs before it, in one pass over each prompt."""
    import torch

    *batch, points, d = x.shape
    flat, labels = x.reshape(-1, points, d), y.reshape(-1, points)
    size = max(1, LARGEST_PASS[device] // (2 * points) ** 2)
    found = []
    with torch.no_grad():
        for begin in range(0, len(flat), size):
            require_time()
            part = [torch.tensor(a[begin : begin + size], dtype=torch.float32, device=device) for a in (flat, labels)]
            found.append(model(*part).double().cpu().numpy())
    return np.concatenate(found).reshape(*batch, points)


def predictor(model: InContextGPT2, device: str) -> Predictor:
    """The trained model as a function of the examples and the query."""

    def predict(x: np.ndarray, y: np.ndarray, x_q: np.ndarray) -> np.ndarray:
        points = np.concatenate([x, x_q[..., None, :]], -2)
        # The query has no label: what stands in its place comes after the prediction.
        labels = np.concatenate([y, np.zeros((*y.shape[:-1], 1))], -1)
        return all_predictions(model, points, labels, device)[..., -1]

    return predict


def group_means(values: Float[np.ndarray, "groups prompts"]) -> list[float]:
    """One mean for each covariance."""
    return [_short(value) for value in values.mean(1)]


def _short(value: float) -> float:
    """Four digits: what records keep."""
    return float(f"{value:.4g}")


def errors(prompts: DrawnPrompts, lengths: tuple[int, ...], predict: Predictor) -> dict[str, list[float]]:
    """Squared errors of the prediction at the query, for prompts of each length."""
    x, y = prompts.x, prompts.y
    found = {}
    for M in lengths:
        require_time()
        found[str(M)] = group_means((predict(x[:, :, :M], y[:, :, :M], x[:, :, M]) - y[:, :, M]) ** 2)
    return found


def model_errors(
    prompts: DrawnPrompts, lengths: tuple[int, ...], model: InContextGPT2, device: str
) -> dict[str, list[float]]:
    """The same for the model, whose predictions for all lengths come from one pass."""
    y = prompts.y
    squares = (all_predictions(model, prompts.x, y, device) - y) ** 2
    return {str(M): group_means(squares[:, :, M]) for M in lengths}


def attention(covariance: str, d: int, N: int) -> Predictor:
    """Linear self-attention trained at this N."""
    weight = float(attention_weight(covariance, d, N))
    return lambda x, y, x_q: linear_attention(x, y, x_q, weight)


def measure_model(settings: Settings, curve: Curve, model: InContextGPT2) -> dict[str, Any]:
    """All that a record holds of a trained model."""
    predict = predictor(model.eval(), settings.device)
    drawn = panels(settings)
    return {
        "errors": {name: model_errors(p, settings.tested, model, settings.device) for name, p in drawn.items()},
        "shifts": shifts(drawn["I"], curve.N, predict, settings.seed),
        "apart": apart(drawn["I"], curve, predict),
    }


def shifts(prompts: DrawnPrompts, M: int, predict: Predictor, seed: int | None) -> dict[str, list[float]]:
    """The distribution shifts of Section 4.2 at test length M: squared errors against <w, x_q>, group by group.

    ``none``; ``task``, ``query``, ``covariates``: w, x_q, or both x_i and x_q are :data:`SHIFT` times as large;
    ``noise``: labels of the examples with noise; ``orthogonal``: the mean *square of the prediction* where the examples
    are orthogonal to the query.
    """
    x, x_q, w = prompts.x[:, :, :M], prompts.x[:, :, M], prompts.w
    y, y_q = prompts.y[:, :, :M], prompts.y[:, :, M]
    noise = NOISE * generator(f"{OWNER}/fixed", "noise", seed).standard_normal(y.shape)
    unit = x_q / np.linalg.norm(x_q, axis=-1, keepdims=True)
    across = x - (x @ unit[..., None]) * unit[:, :, None]
    s = SHIFT
    residuals = {
        "none": predict(x, y, x_q) - y_q,
        "task": predict(x, s * y, x_q) - s * y_q,
        "query": predict(x, y, s * x_q) - s * y_q,
        "covariates": predict(s * x, s * y, s * x_q) - s * y_q,
        "noise": predict(x, y + noise, x_q) - y_q,
        "orthogonal": predict(across, (across @ w[..., None])[..., 0], x_q),
    }
    return {name: group_means(residual**2) for name, residual in residuals.items()}


def apart(prompts: DrawnPrompts, curve: Curve, predict: Predictor) -> dict[str, list[float]]:
    """Mean squares of the difference between the model's predictions and those of others, at test length N."""
    M = curve.N
    x, y, x_q = prompts.x[:, :, :M], prompts.y[:, :, :M], prompts.x[:, :, M]
    ours = predict(x, y, x_q)
    others = {
        "least squares": least_squares(x, y, x_q),
        "one step": attention("fixed", x.shape[-1], M)(x, y, x_q),
        "zero": np.zeros_like(ours),
    }
    return {name: group_means((ours - other) ** 2) for name, other in others.items()}


def measure_baselines(settings: Settings) -> dict[str, Any]:
    """The same for what the figure compares with; of linear self-attention at finite N the means over all groups."""
    drawn = panels(settings)
    d, tested = settings.d, settings.tested
    linear = {
        f"{N} {kind}": {
            name: {M: _short(float(np.mean(groups))) for M, groups in errors(p, tested, attention(kind, d, N)).items()}
            for name, p in drawn.items()
        }
        for kind in ("fixed", "random")
        for N in settings.lengths
    }
    return {
        "least squares": {name: errors(p, tested, least_squares) for name, p in drawn.items()},
        "zero": {name: group_means(p.y[:, :, -1] ** 2) for name, p in drawn.items()},
        "linear attention": linear,
        "linear attention limit": {
            kind: {name: [_short(value) for value in limit_errors(p.lam, kind)] for name, p in drawn.items()}
            for kind in ("fixed", "random")
        },
    }


def means(table: Mapping[str, Mapping[str, list[float]]]) -> dict[str, dict[int, float]]:
    """``{panel: {M: mean over the groups}}`` of a table of errors."""
    return {name: {int(M): float(np.mean(groups)) for M, groups in row.items()} for name, row in table.items()}
