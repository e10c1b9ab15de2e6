"""The trained witness: gradient descent from Assumption 3 ends at the stated limit, within what the statistics allow.

A run is a configuration (d, N, Lam, sigma), trained by autograd through the model's definition; the stated limit is
read off the claim's propositions ``limit(parameter, value)``.  Besides the stated limit two wrong ones are always
tried, Lam^-1 for Gam^-1 and N + 1 for N, and the report says which are rejected, or what size of sample that would
take.  Raw outcomes are kept: :func:`judge` recomputes the verdict from them alone.  Training can support, not refute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.parameters import rotated
from numeric.training import TRAINER_VERSION, cuda_missing, torch_missing
from numeric.training.config import Config, config
from numeric.training.experiments import largest_scale, scales

from .. import records
from ..algebras.samples import Array, Draws, SamplesAlgebra
from ..claim import Claim, Kind, Part, Reading
from ..statement.fold import Lacks
from ..statement.props import Prop, subprops, substitute_in
from ..statement.terms import Abbrev, Sym, symbols, walk
from ..verdict import Outcome, Scope, Verdict
from . import Context, experiment

if TYPE_CHECKING:
    from numeric.training.acceptance import Acceptance

ALPHA = 1e-9
MODEL = "zfb/lsa"
RUNS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "fast": ({"d": 3, "N": 6, "scale": 0.5, "contexts": 49152}, {"d": 5, "N": 8, "scale": 0.9, "contexts": 24576}),
    "full": (
        {"d": 2, "N": 4, "scale": 0.9, "contexts": 65536},
        {"d": 3, "N": 6, "scale": 0.5, "contexts": 65536},
        {"d": 5, "N": 8, "scale": 0.2, "contexts": 32768},
        {"d": 10, "N": 10, "scale": 0.5, "contexts": 8192, "largest_change": 0.01, "stop": 1e-5},
        {"d": 20, "N": 10, "scale": 0.5, "contexts": 4096, "largest_change": 0.01, "stop": 1e-5},
    ),
}
"""Unless the claim's options say otherwise.  ``scale`` is sigma in units of the largest that Theorem 4 allows; coarser
steps where each is expensive (what they cost is measured, as slack)."""
WRONG = ("Lam^-1 for Gam^-1", "N + 1 for N")
_PLACES = {"U11": ("KQ", "top left"), "u21": ("KQ", "last row"), "u12": ("PV", "last row"), "u_-1": ("PV", "corner")}


def run_config(run: Mapping[str, Any], claim_id: str, device: str, seed: int | None) -> Config:
    """The configuration of one entry of :data:`RUNS`, with a covariance in general position."""
    d, N = run["d"], run["N"]
    owner = f"{claim_id}/trained/{d}/{N}"
    Lam = rotated(np.linspace(0.7, 1.4, d), owner, seed)
    more = {name: value for name, value in run.items() if name not in {"d", "N", "scale"}}
    settings = {"steps": 8000, "device": device, "seed": seed, "owner": owner, **more}
    allowed = largest_scale(config(d=d, N=N, Lam=Lam))
    return config(d=d, N=N, Lam=Lam, sigma=run["scale"] * allowed, **settings)


def limit_weights(prop: Prop, d: int, N: int, Lam: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(W_PV, W_KQ) that the propositions ``limit(parameter, value)`` inside ``prop`` state.

    Raises :class:`Lacks` where some parameter has none.
    """

    def refuse(*_: object) -> Any:
        raise Lacks("trained reads limits in d, N and Lam only")

    algebra = SamplesAlgebra({"d": d, "N": N}, refuse, Draws(refuse), np.float64, values={"Lam": Lam[None]})
    found: dict[str, Array] = {}
    for _, sub in subprops(prop):
        if sub.head == "limit":
            body, value = sub.args
            assert not isinstance(value, Prop)
            name = body.sym.name if isinstance(body, Abbrev) else body.name if isinstance(body, Sym) else ""
            found[name] = algebra.read(value)[0]
    W_PV, W_KQ = np.zeros((d + 1, d + 1)), np.zeros((d + 1, d + 1))
    if found.keys() >= {"W_PV", "W_KQ"}:
        return found["W_PV"], found["W_KQ"]
    if not found.keys() >= _PLACES.keys():
        raise Lacks("trained finds no limit of every parameter in this statement")
    W_PV[d, :d], W_PV[d, d] = found["u12"][:, 0], found["u_-1"][0, 0]
    W_KQ[:d, :d], W_KQ[d, :d] = found["U11"], found["u21"][:, 0]
    return W_PV, W_KQ


def wrong_limits(prop: Prop, d: int, N: int, Lam: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The same with Lam^-1 for Gam^-1, and with N + 1 for N."""
    terms = [arg for _, sub in subprops(prop) for arg in sub.args if not isinstance(arg, Prop)]
    abbreviations = {node.sym for term in terms for _, node in walk(term) if isinstance(node, Abbrev)}
    gammas = {sym for sym in abbreviations if sym.name == "Gam"}
    covariances = {sym for term in terms for sym in symbols(term) if sym.name == "Lam"}
    if not gammas or not covariances:
        raise Lacks("trained finds no Gam in the stated limit")
    without = substitute_in(prop, {gamma: next(iter(covariances)) for gamma in gammas})
    return {WRONG[0]: limit_weights(without, d, N, Lam), WRONG[1]: limit_weights(prop, d, N + 1, Lam)}


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on the raw outcomes of several runs."""
    from numeric.training.acceptance import verdict

    found = [(outcome["config"], verdict(outcome["raw"])) for outcome in outcomes]
    names = [f"(d, N) = ({at['d']}, {at['N']})" for at, _ in found]
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
        return Outcome(Verdict.UNDECIDED, why, Scope("; ".join(names)), figures)
    said = []
    for wrong in WRONG:
        kept = [
            f"{name} (needs about {result['needs'][wrong]} contexts)" if wrong in result["needs"] else name
            for name, (_, result) in zip(names, found, strict=True)
            if not result["rejected"][wrong]["by the trained weights"]
        ]
        said.append(f"{wrong} is rejected" + (f" except at {', '.join(kept)}" if kept else ""))
    sentence = f"the trained weights meet the limit and the expected gradient there is zero; {'; '.join(said)}{lacking}"
    return Outcome(Verdict.SUPPORTED, sentence, Scope("; ".join(names)), figures)


@lru_cache(maxsize=8)
def _accepted(
    settings: Config, stated: bytes, wrong: tuple[tuple[str, bytes], ...]
) -> tuple[dict[str, Any], Acceptance]:
    """Train, and hold the result against the limits; remembered, so that twins retrain nothing."""
    from numeric.training.acceptance import Acceptance, as_weights
    from numeric.training.trainer import train

    record = train(settings)
    shape = (2, settings.d + 1, settings.d + 1)

    def weights(raw: bytes) -> Any:
        W_PV, W_KQ = np.frombuffer(raw).reshape(shape)
        return as_weights(W_PV, W_KQ, settings.device)

    others = {name: weights(raw) for name, raw in wrong}
    held = Acceptance(settings, record, weights(stated), others, ALPHA)
    return {"config": settings.as_json(), "record": record, "raw": held.raw()}, held


class TrainedWitness:
    name = "trained"
    device = "cpu"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if claim.kind is Kind.EXPERIMENT:
            return experiment.examine(self.name, part, reading, context)
        missing = torch_missing() if self.device == "cpu" else cuda_missing()
        if missing:
            return self._recorded(claim, part, missing)
        if self.device == "cuda" and context.device != "cuda":
            return self._recorded(claim, part, "--device is cpu")
        try:
            outcomes = [self._run(claim, reading.prop, run, context)[0] for run in self._runs(claim, context.tier)]
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        outcome = judge(outcomes)
        if context.tier == "full":
            outcome.figures["outside_the_condition"] = self._outside(claim, context)
        return outcome

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if claim.kind is Kind.EXPERIMENT:
            return experiment.refutes(self.name, twin, context)
        from numeric.training.acceptance import as_weights, rejects

        for run in self._runs(claim, context.tier):
            settings = run_config(run, claim.id, self.device, context.seed)
            try:
                raw, held = self._run(claim, reading.prop, run, context)
                weights = limit_weights(twin, settings.d, settings.N, np.array(settings.Lam))
            except Lacks:
                return False
            if rejects(raw["raw"], held.against(as_weights(*weights, self.device))):
                return True
        return False

    def _runs(self, claim: Claim, tier: str) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = claim.options.get("trained", {}).get(tier, RUNS[tier])
        return found

    def _run(
        self, claim: Claim, prop: Prop, run: Mapping[str, Any], context: Context
    ) -> tuple[dict[str, Any], Acceptance]:
        settings = run_config(run, claim.id, self.device, context.seed)
        at = settings.d, settings.N, np.array(settings.Lam)
        stated = np.stack(limit_weights(prop, *at)).tobytes()
        wrong = tuple((name, np.stack(pair).tobytes()) for name, pair in wrong_limits(prop, *at).items())
        return _accepted(settings, stated, wrong)

    def _outside(self, claim: Claim, context: Context) -> list[dict[str, Any]]:
        """The same descent from scales that the theorem does not allow."""
        run = {"d": 3, "N": 4, "scale": 0.5, "contexts": 4096}
        return scales(run_config(run, claim.id, self.device, context.seed))

    def _recorded(self, claim: Claim, part: Part, missing: str) -> Outcome:
        """The verdict on the committed record, if there is one that is not stale; otherwise what would make it."""
        record = records.find_record(claim, self.name)
        if record is None:
            command = f"lemmata check {claim.id} --witness {self.name} --tier full --device {self.device}"
            return Outcome(Verdict.NOT_RUN, f"{missing}; on a machine that has it: {command}")
        changed = records.stale(record, records.digests(claim, MODEL, TRAINER_VERSION))
        if changed:
            return Outcome(Verdict.STALE, changed)
        outcome = judge([o for o in record.outcomes if o["part"] == part.name], f" (recorded; {missing})")
        return outcome


def record_of(claim: Claim, outcomes: Mapping[str, Outcome], witness: str, device: str) -> records.Record:
    """The record of a full run, from the outcomes of the claim's parts by name."""
    raw = tuple({"part": part, **run} for part, outcome in outcomes.items() for run in outcome.figures["raw"])
    digests = records.digests(claim, MODEL, TRAINER_VERSION)
    return records.Record(claim.id, witness, digests, records.provenance(device), raw)
