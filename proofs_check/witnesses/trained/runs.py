"""Which runs the trained witness makes for each kind of training data, and the limits that a statement claims for them.

With a random covariance each entry enters the mean of the loss (20) over the prompts, given the covariance, with degree
at most 3: the loss depends on the law of an entry through three moments alone.  Laws with heavy tails are therefore
trained on their Gauss rule with two nodes, a law on two points that has the same three moments and so the same loss;
where contexts are plenty (on a GPU) they are drawn themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numeric.covariances import Diagonal, diagonal_laws, general_laws
from numeric.labels import linear
from numeric.laws import Gaussian, TwoPoint
from numeric.parameters import rotated
from numeric.training.config import Config, EntryLaw, config, entry_laws
from numeric.training.experiments import largest_scale

from ...algebras.arrays import Array
from ...algebras.sampling.algebra import SamplesAlgebra
from ...algebras.sampling.sources import Quadrature
from ...algebras.sampling.variants import Variant
from ...claims import Claim
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Abbrev, Num, Op, Sym, Term, substitute, symbols, walk

Weights = tuple[np.ndarray, np.ndarray]
"""(W_PV, W_KQ)."""
COARSE = {"largest_change": 0.01, "stop": 1e-5}
"""Coarser steps where each is expensive; what they cost is measured, as slack."""
LAWS = ("exponential", "gamma", "two-point")
NOISES = ("Gaussian", "uniform", "Rademacher")


def _run(d: int, N: int, contexts: int, scale: float = 0.5, **more: Any) -> dict[str, Any]:
    return {"d": d, "N": N, "contexts": contexts, "scale": scale, **more, **(COARSE if d > 5 else {})}


RUNS: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "": {
        "dry": (_run(2, 3, 1024, steps=20),),
        "fast": (_run(3, 6, 49152),),
        "full": (
            _run(2, 4, 65536, 0.9), _run(3, 6, 65536), _run(5, 8, 32768, 0.2), _run(10, 10, 8192), _run(20, 10, 4096),
        ),
        "gpu": (
            _run(5, 10, 300_000), _run(20, 40, 131_072), *(_run(5, 40, 300_000, 0.9, repeat=k) for k in range(3)),
            _run(50, 100, 32_768),
        ),
    },
    "diagonal covariance": {
        "dry": (_run(2, 4, 1024, law="two-point", steps=20),),
        "fast": (_run(2, 20, 16384, law="two-point", **COARSE),),
        "full": (
            *(_run(2, 20, 32768, law=law, **COARSE) for law in LAWS), _run(3, 30, 32768, 0.9, law="gamma", **COARSE),
        ),
        "gpu": (
            _run(5, 40, 300_000, 0.9, law="exponential"),
            *(_run(2, 20, 1_000_000, law=law, drawn=True) for law in LAWS),
            _run(20, 80, 131_072, law="exponential"), *(_run(5, 40, 300_000, law=law) for law in LAWS[1:]),
        ),
    },
    "label noise": {
        "dry": (_run(2, 3, 1024, noise=0.8, steps=20),),
        "fast": (_run(2, 4, 16384, noise=0.8, **COARSE),),
        "full": tuple(_run(3, 12, 32768, noise=0.8, noise_law=law, **COARSE) for law in NOISES),
        "gpu": (
            _run(5, 20, 300_000, noise=1.0), _run(20, 40, 131_072, noise=2.0, noise_law="Rademacher"),
            _run(5, 20, 300_000, 0.9, noise=1.0, noise_law="uniform"),
        ),
    },
    "task prior": {
        "dry": (_run(2, 3, 1024, prior=True, steps=20),),
        "fast": (_run(2, 12, 16384, prior=True, **COARSE),),
        "full": (_run(2, 12, 32768, prior=True, **COARSE), _run(3, 12, 32768, prior=True, **COARSE)),
        "gpu": (_run(5, 20, 300_000, prior=True), _run(20, 40, 131_072, prior=True)),
    },
}  # fmt: skip
"""By training data and tier, unless the claim's options say otherwise; with random covariances short prompts spread the
gradients so widely that small samples decide nothing.  ``scale`` is sigma in units of the largest that
the theorem allows; ``drawn`` draws a random covariance itself, not from its Gauss rule; ``repeat`` is another seed."""
_OF_RUN = frozenset({"d", "N", "scale", "law", "drawn", "prior", "repeat"})
"""What an entry of :data:`RUNS` says beside settings of the configuration."""
_PLACES = ("U11", "u12", "u21", "u_-1")


@dataclass(frozen=True)
class Run:
    """One training run: its configuration, and the law of the covariance's entries that the statement is read at."""

    settings: Config
    law: Diagonal | None
    label: str


def runs_of(claim: Claim, tier: str) -> Sequence[Mapping[str, Any]]:
    """The runs for a claim: those of its options, or those of its training data."""
    chosen: Mapping[str, Any] = claim.options.get("trained", {})
    if tier in chosen and tier != "dry":
        found: Sequence[Mapping[str, Any]] = chosen[tier]
        return found
    if not isinstance(claim.model, str) or claim.model not in RUNS:
        raise Lacks(f"trained lacks runs on the data '{claim.model}'")
    return RUNS[claim.model][tier]


def run_of(run: Mapping[str, Any], owner: str, device: str, seed: int | None) -> Run:
    """The configuration of one entry of :data:`RUNS`, with a covariance in general position or of the law named."""
    d, N = run["d"], run["N"]
    more = {name: value for name, value in run.items() if name not in _OF_RUN}
    law = _law(run["law"], d) if "law" in run else None
    what = f"{run.get('law', '')}{run.get('noise_law', '')}{run.get('repeat', '')}"
    owner = f"{owner}/trained/{d}/{N}/{what}"
    settings: dict[str, Any] = {"steps": 8000, "device": device, "seed": seed, "owner": owner, **more}
    if law is not None:
        settings["entries"] = entry_laws(law.entries) if run.get("drawn") else _gauss(law)
    else:
        settings["Lam"] = rotated(np.linspace(0.7, 1.4, d), owner, seed)
    if run.get("prior"):
        prior = rotated(np.linspace(0.5, 2.0, d), f"{owner}/prior", seed)
        settings["prior"] = tuple(map(tuple, ((prior + prior.T) / 2).tolist()))
    allowed = largest_scale(config(d=d, N=N, sigma=1.0, **settings))
    label = f"(d, N) = ({d}, {N})"
    if law is not None:
        drawn = run.get("drawn") or all(isinstance(entry, TwoPoint) for entry in law.entries)
        label += f", {law.name}" + ("" if drawn else " by Gauss rule")
    if "noise" in run:
        label += f", {run.get('noise_law', 'Gaussian')} noise of standard deviation {run['noise']}"
    if "repeat" in run:
        label += f", seed {run['repeat']}"
    return Run(config(d=d, N=N, sigma=run["scale"] * allowed, **settings), law, label)


def _law(name: str, d: int) -> Diagonal:
    return diagonal_laws(d)[("exponential", "gamma", "two-point").index(name)]


def _gauss(law: Diagonal) -> tuple[EntryLaw, ...]:
    """The Gauss rules with two nodes of the entries' laws, as laws on two points."""
    made: list[EntryLaw] = []
    for entry in law.entries:
        if isinstance(entry, TwoPoint):
            made.extend(entry_laws((entry,)))
        else:
            (a, b), (p, _) = entry.rule(2)
            made.append(("two-point", float(a), float(b), float(p)))
    return tuple(made)


def limit_weights(prop: Prop, run: Run, **changes: np.ndarray) -> Weights:
    """(W_PV, W_KQ) that the propositions ``limit(parameter, value)`` inside ``prop`` state; ``changes`` are values of
    symbols in the place of those of the run.

    Raises :class:`Lacks` where some parameter has none.
    """
    at = run.settings
    d, N = at.d, at.N

    def refuse(sym: Sym, shape: tuple[int, int]) -> Array:
        raise Lacks(f"trained has no value of {sym.name}")

    values = {"s": np.array([[at.noise]])}
    if run.law is None:
        values["Lam"] = np.array(at.Lam)
    if at.prior:
        values |= {"Psi": np.array(at.prior), "mu_w": np.zeros((d, 1))}
    entries = run.law or diagonal_laws(d)[0]
    variant = Variant(general_laws(d)[1], entries, lambda w, v, s: linear(w), Gaussian(), entries)
    held = {name: value[None] for name, value in {**values, **changes}.items()}
    algebra = SamplesAlgebra({"d": d, "N": N}, refuse, Quadrature(4), variant, values=held, rationals=refuse)
    found: dict[str, Array] = {}
    for _, sub in subprops(prop):
        if sub.head == "limit":
            body, value = sub.args
            assert isinstance(value, Term)
            name = body.sym.name if isinstance(body, Abbrev) else body.name if isinstance(body, Sym) else ""
            found[name] = algebra.read(value)[0]
    W_PV, W_KQ = np.zeros((d + 1, d + 1)), np.zeros((d + 1, d + 1))
    if found.keys() >= {"W_PV", "W_KQ"}:
        return found["W_PV"], found["W_KQ"]
    if not found.keys() >= set(_PLACES):
        raise Lacks("trained finds no limit of every parameter in this statement")
    W_PV[d, :d], W_PV[d, d] = found["u12"][:, 0], found["u_-1"][0, 0]
    W_KQ[:d, :d], W_KQ[d, :d] = found["U11"], found["u21"][:, 0]
    return W_PV, W_KQ


def wrong_limits(prop: Prop, run: Run) -> dict[str, Weights]:
    """Limits that the statement might be taken for, by what is changed in it."""
    at = run.settings
    longer = replace(run, settings=replace(at, N=at.N + 1))
    wrong = {"N + 1 for N": limit_weights(prop, longer)}
    if run.law is not None:
        mean = np.array([[float(law.moment(1))] for law in run.law.entries])
        wrong["the mean covariance for the random one"] = limit_weights(prop, run, lam_tau=mean)
        wrong["E Lam for E Lam^2"] = limit_weights(_first_powers(prop), run)
    elif at.noise:
        wrong["no noise"] = limit_weights(prop, run, s=np.zeros((1, 1)))
    elif at.prior:
        wrong["the prior N(0, I)"] = limit_weights(prop, run, Psi=np.eye(at.d))
    else:
        wrong["Lam^-1 for Gam^-1"] = limit_weights(_without_gamma(prop), run)
    return wrong


def _terms(prop: Prop) -> list[Term]:
    return [arg for _, sub in subprops(prop) for arg in sub.args if not isinstance(arg, Prop)]


def _without_gamma(prop: Prop) -> Prop:
    """The same with Lam for Gam."""
    terms = _terms(prop)
    named = {node.sym for term in terms for _, node in walk(term) if isinstance(node, Abbrev)}
    gammas = {sym for sym in named if sym.name == "Gam"}
    covariances = {sym for term in terms for sym in symbols(term) if sym.name == "Lam"}
    if not gammas or not covariances:
        raise Lacks("trained finds no Gam in the stated limit")
    return _mapped(prop, lambda node: substitute(node, {gamma: next(iter(covariances)) for gamma in gammas}))


def _first_powers(prop: Prop) -> Prop:
    """The same with E A for every E A^2."""

    def lowered(node: Term) -> Term:
        if isinstance(node, Abbrev):
            return lowered(node.body)
        if not isinstance(node, Op):
            return node
        if node.head == "expect" and isinstance(node.args[0], Op):
            body = node.args[0]
            if body.head == "^" and isinstance(body.args[1], Num) and body.args[1].value == 2:
                return Op("expect", (body.args[0],))
        return Op(node.head, tuple(lowered(arg) for arg in node.args))

    return _mapped(prop, lowered, second_only=True)


def _mapped(prop: Prop, change: Any, second_only: bool = False) -> Prop:
    """Every term changed; or, in a limit, its value alone, so that the names of the weights stay."""
    args: list[Prop | Term] = []
    for k, arg in enumerate(prop.args):
        if isinstance(arg, Prop):
            args.append(_mapped(arg, change, second_only))
        else:
            args.append(arg if second_only and prop.head == "limit" and k == 0 else change(arg))
    return Prop(prop.head, tuple(args))
