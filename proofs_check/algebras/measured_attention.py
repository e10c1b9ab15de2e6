r"""How the records of Figures 1 to 6 of `ccs` hold a quantity, as ``papers/ccs/notation_figures.py`` lists them.

The unit of the statistics is a run of training where a record has :data:`ENOUGH` of them: then a statement is about
runs, their Sigma, their start and their contexts.  With fewer, as in the printed setup of three, it is a group of test
contexts, the errors being means over the runs, and what is measured at the weights is an exact number of these runs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..statement.fold import Lacks

ENOUGH = 20
"""2^-20 < 1e-6: so many runs that all agree are no luck."""
NEAR = 0.1
"""A matrix is near a multiple of the identity when its distance is below this: a threshold of ours."""
FAR = 0.2
"""A matrix is far from this distance on, where the page sees plateaus."""
TIMES = {"early": 0.1, "halfway": 0.5}
"""Shares of the training; halfway the learning rate begins to fall."""
WEIGHTS = {"dist": "dist", "distA": "dist_A", "alphaA": "alpha_A"}
PLATEAU = (0.1, 0.4)
"""Around 0.2: within a factor of two."""


def of_attention(curves: Mapping[str, Any], baselines: Mapping[str, Any], name: str, at: list[str]) -> Any:
    """The value of a quantity ``kind_figure[_kernel[_heads]]`` at its arguments; KeyError where there is none."""
    kind, figure, *about = name.split("_")
    chosen = [c for c in curves.values() if c["curve"].startswith(f"figure-{figure} ")]
    for curve in chosen:
        _weights_are_finite(curve)
    if kind in ("near", "nearA"):
        return _runs(_near(chosen, "dist" if kind == "near" else "dist_A"))
    if kind in ("converged", "plateau"):
        ends = [np.concatenate(_ends(curve)) for curve in chosen]
        if kind == "converged":
            return float(np.mean([end.max() < NEAR for end in ends]))
        return float(np.mean([PLATEAU[0] <= end <= PLATEAU[1] for end in np.concatenate(ends)]))
    if kind == "far":
        return float(np.mean([np.array(curve["dist"], dtype=np.float64) >= FAR for curve in chosen]))
    if kind == "shared":
        return _shared(chosen)
    kernel, *heads = about
    chosen = [c for c in chosen if c["kernel"] == kernel and (not heads or "+".join(c["heads"]) == heads[0])]
    if kind == "bayes":
        return _errors(next(c for c in chosen if c["n"] == int(at[0]))["bayes"]) if _has(chosen, at[0]) else _absent(at)
    if kind == "e" and len(at) == 2:
        chosen = [c for c in chosen if [c["n"], c["layers"]] == [int(at[0]), int(at[1])]]
    (curve,) = chosen or _absent(at)
    if kind in ("e", "projected"):
        return _errors(curve["errors" if kind == "e" else "projected"])
    if kind == "highest":
        return float(np.concatenate(_ends(curve)).max())
    if kind == "farthest":
        return _runs(np.concatenate(_distances(curve), 1).max(1))
    if kind == "mean":
        return float(_ends(curve)[0][int(at[0])])
    if kind == "diagonal":
        return float(np.array(curve["parts"]["diagonal"], dtype=np.float64)[:, int(at[0])].mean())
    if kind == "weak":
        return _runs(np.array(curve["parts"]["weak"], dtype=np.float64)[:, int(at[0])])
    if kind in TIMES:
        return _along(curve["trace"], TIMES[kind], int(at[0]))
    layers = np.array(curve[WEIGHTS[kind]], dtype=np.float64)
    return _runs(np.abs(layers[:, int(at[0])]))


def _weights_are_finite(curve: Mapping[str, Any]) -> None:
    """A distance that is no number would count as far from nothing, and as near nothing."""
    measured = [curve[name] for name in (*WEIGHTS.values(), "together") if name in curve]
    measured += [*curve.get("parts", {}).values(), [row[1] for row in curve.get("trace", ())]]
    if not all(np.isfinite(np.array(values, dtype=np.float64)).all() for values in measured):
        raise Lacks(f"what was measured at the weights of {curve['curve']} is not finite in every run")


def _has(curves: list[Any], n: str) -> bool:
    return any(curve["n"] == int(n) for curve in curves)


def _absent(at: list[str]) -> Any:
    raise KeyError(", ".join(at))


def _distances(curve: Mapping[str, Any]) -> list[np.ndarray]:
    """The distances of all matrices of a subplot, run by run."""
    return [np.array(curve[name], dtype=np.float64) for name in ("dist", "dist_A") if name in curve]


def _ends(curve: Mapping[str, Any]) -> list[np.ndarray]:
    """Where the plotted curves of a subplot end: for each matrix the mean over the runs."""
    return [distances.mean(0) for distances in _distances(curve)]


def _near(curves: list[Any], name: str) -> np.ndarray:
    """For each run, the share of all matrices of a figure whose distance is below :data:`NEAR`."""
    matrices = np.concatenate([np.array(curve[name], dtype=np.float64) for curve in curves], 1)
    made: np.ndarray = (matrices < NEAR).mean(1)
    return made


def _along(trace: list[list[Any]], share: float, layer: int) -> float:
    """The mean distance of a layer at the point that is nearest to this share of the training."""
    row = min(trace, key=lambda row: abs(row[0] - share * trace[-1][0]))
    return float(np.mean([run[layer] for run in row[1]]))


def _shared(curves: list[Any]) -> float:
    """Of the models with a matrix that is far, the share whose layers together are less than half as far as it."""
    farthest = np.concatenate([np.array(curve["dist"], dtype=np.float64).max(1) for curve in curves])
    together = np.concatenate([np.array(curve["together"], dtype=np.float64) for curve in curves])
    if not (farthest >= FAR).any():
        raise Lacks(f"no matrix of the record is at {FAR} or more")
    return float((together < farthest / 2)[farthest >= FAR].mean())


def _errors(values: Any) -> np.ndarray:
    """Errors by run and group of test contexts, as a vector of independent units."""
    errors = np.array(values, dtype=np.float64)
    if not np.isfinite(errors).all():
        raise Lacks(f"training diverged in {int((~np.isfinite(errors)).any(1).sum())} of {len(errors)} runs")
    made: np.ndarray = errors.mean(1) if len(errors) >= ENOUGH else errors.mean(0)
    return made


def _runs(values: np.ndarray) -> Any:
    """What is measured at the weights of each run; of few runs their mean, an exact number."""
    return values if len(values) >= ENOUGH else math.fsum(values) / len(values)
