"""One training held against the stated limit, and the verdict on the raw outcomes of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.training.config import Config

from ...claims import Claim
from ...statement.props import Prop
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from .runs import Run, Weights, limit_weights, run_of, wrong_limits

if TYPE_CHECKING:
    from numeric.training.acceptance import Acceptance

ALPHA = 1e-9
DIGITS = 12


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on the raw outcomes of several runs."""
    from numeric.training.acceptance import verdict

    found = [(outcome["config"], verdict(outcome["raw"])) for outcome in outcomes]
    names = [outcome["label"] for outcome in outcomes]
    figures: dict[str, Any] = {
        "false_alarm_rate": ALPHA,
        "runs": {name: {**result, "contexts": at["contexts"]} for name, (at, result) in zip(names, found, strict=True)},
        "raw": [dict(outcome) for outcome in outcomes],
    }
    bad = [name for name, (_, result) in zip(names, found, strict=True) if result["meets"] is not True]
    bad_gradient = [name for name, (_, result) in zip(names, found, strict=True) if not result["gradient_zero"]]
    if bad or bad_gradient:
        why = "; ".join(
            filter(None, [
                f"the trained weights miss the stated limit or decide nothing at {', '.join(bad)}" if bad else "",
                f"the expected gradient is not zero at {', '.join(bad_gradient)}" if bad_gradient else "",
            ])
        )  # fmt: skip
        against = bool(bad_gradient) or any(result["meets"] is False for _, result in found)
        return Outcome(Verdict.UNDECIDED, why, Scope("; ".join(names)), figures, against=against)
    said = []
    for wrong in dict.fromkeys(name for _, result in found for name in result["rejected"]):
        kept = [
            f"{name} (needs about {result['needs'][wrong]} contexts)" if wrong in result["needs"] else name
            for name, (_, result) in zip(names, found, strict=True)
            if wrong in result["rejected"] and not result["rejected"][wrong]["by the trained weights"]
        ]
        said.append(f"{wrong} is rejected" + (f" except at {', '.join(kept)}" if kept else ""))
    sentence = f"the trained weights meet the limit and the expected gradient there is zero; {'; '.join(said)}{lacking}"
    return Outcome(Verdict.SUPPORTED, sentence, Scope("; ".join(names)), figures)


def run_once(
    claim: Claim, prop: Prop, run: Mapping[str, Any], context: Context, device: str, limit: float | None = None
) -> tuple[dict[str, Any], Acceptance, Run]:
    """The raw outcome of one run, as a record keeps it; ``limit``: seconds after which it stops, converged or not."""
    made = run_of(run, owner_of(claim), device, context.seed)
    stated = _packed(limit_weights(prop, made))
    wrong = tuple((name, _packed(pair)) for name, pair in wrong_limits(prop, made).items())
    raw, held = _accepted(made.settings, stated, wrong, limit)
    return {**raw, "label": made.label}, held, made


Wrong = tuple[tuple[str, bytes], ...]
_KEPT: dict[tuple[Config, bytes, Wrong], tuple[dict[str, Any], Acceptance]] = {}
MOST_KEPT = 8


def _accepted(
    settings: Config, stated: bytes, wrong: Wrong, limit: float | None
) -> tuple[dict[str, Any], Acceptance]:
    """Train, and hold the result against the limits; the last few are remembered, so that twins retrain nothing."""
    key = settings, stated, wrong
    if key not in _KEPT:
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = _trained(settings, stated, wrong, limit)
    return _KEPT[key]


def _trained(
    settings: Config, stated: bytes, wrong: Wrong, limit: float | None
) -> tuple[dict[str, Any], Acceptance]:
    from numeric.training.acceptance import Acceptance, as_weights
    from numeric.training.trainer import train

    record = train(settings, limit=limit)
    shape = (2, settings.d + 1, settings.d + 1)

    def weights(raw: bytes) -> Any:
        W_PV, W_KQ = np.frombuffer(raw).reshape(shape)
        return as_weights(W_PV, W_KQ, settings.device)

    others = {name: weights(raw) for name, raw in wrong}
    held = Acceptance(settings, record, weights(stated), others, ALPHA)
    return {"config": settings.as_json(), "record": record, "raw": held.raw()}, held


def _packed(weights: Weights) -> bytes:
    """Equal for limits that two parts write differently: what rounding alone tells apart is one limit."""
    return np.round(np.stack(weights), DIGITS).tobytes()


def owner_of(claim: Claim) -> str:
    """The streams of a run are named after its data, so that claims about the same data share their runs."""
    return f"{claim.paper}/{claim.model or 'fixed covariance'}"
