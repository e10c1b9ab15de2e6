"""Definitions: the printed formula, the symbolic wing's reading and the numeric wing's code, compared exactly.

All three are evaluated at the same exact rational points (prompts, weights, covariances).  Nothing is proved by this:
it makes sure that the claims and the experiments speak of the same object as the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from numeric import prompts
from numeric.ode import assumption_3, field
from symbolic import lsa
from symbolic.words import dimension
from symbolic.words.blocks import Block

from ...algebras.entries import Setting, exact_values, points
from ...claims import Claim, Part, Reading
from ...model import is_own, model_of
from ...spoken import spoken
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Op, Sym, Term, at, expect, inner, stack
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..deciding.quantified import covered
from .attention import IMPLEMENTATIONS as OF_ATTENTION
from .block import drawn_prompts, risks, token_matrices
from .draws import samplers, shifted_prompts
from .heads import IMPLEMENTATIONS as OF_HEADS
from .laws import label_moments, random_loss, random_prompt
from .modulus import IMPLEMENTATIONS as OF_KERNELS

DIMS = (1, 2)
POINTS = 4
Rows = list[list[Fraction]]


class DefinitionWitness:
    name = "definition"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        implementation = _IMPLEMENTATIONS.get(claim.options.get("definition", {}).get("object", ""))
        if implementation is None:
            return Outcome(
                Verdict.NOT_APPLICABLE, "a definition that no model here implements; there is nothing to compare"
            )
        try:
            compared, difference = implementation(claim, reading.prop)
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        if difference:
            return Outcome(
                Verdict.REFUTED, "the printed formula and the implementations differ", counterexample=difference
            )
        if not compared:
            return Outcome(Verdict.NOT_APPLICABLE, "this part defines nothing that is implemented")
        return Outcome(
            Verdict.DEFINED, f"page, symbolic and numeric agree exactly at {compared} rational points",
            Scope(_scope(claim, reading.prop)), {"points": compared},
        )

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        return self.examine(claim, part, Reading(reading.name, twin), context).verdict is Verdict.REFUTED


def _scope(claim: Claim, prop: Prop) -> str:
    """The sizes that it speaks of: d, and the number of examples in a prompt."""
    if claim.options["definition"]["object"] in {**OF_ATTENTION, **OF_HEADS}:
        return "d = 1, 2, n = 1, 2"
    sizes = {"d": ", ".join(map(str, DIMS)), "M" if is_own(claim) else "N": "1, 2, 3"}
    names = spoken(claim, prop)
    return ", ".join(f"{name} = {values}" for name, values in sizes.items() if name in names) or covered(claim, prop)


# Points --------------------------------------------------------------------------------------------------

def _settings(terms: list[Term], claim: Claim, lengths: tuple[str, ...]) -> Iterator[Setting]:
    for d in DIMS:
        yield from points(terms, Setting(d, model=model_of(claim.paper, claim.model)), lengths, seed=d, count=POINTS)


def _array(rows: Any) -> Any:
    return np.array(rows, dtype=object)


def _vector(setting: Setting, name: str) -> Any:
    return _array(setting.values[name]).reshape(-1)


def _equal(numeric: Any, exact: Rows) -> bool:
    return bool((_array(exact) == np.asarray(numeric).reshape(len(exact), len(exact[0]))).all())


def _report(setting: Setting) -> str:
    return ", ".join(f"{name} = {value}" for name, value in {**setting.lengths, **setting.values}.items())


def _definitions(prop: Prop) -> list[tuple[Term, Term]]:
    found = [sub.args for _, sub in subprops(prop) if sub.head == "defined"]
    return [(name, body) for name, body in found if isinstance(name, Term) and isinstance(body, Term)]


# Prompts and the layer -------------------------------------------------------------------------------------

def _labelled(node: Term) -> Term:
    """The labels of the linear task in place of unspecified y_i."""
    if isinstance(node, Op) and node.head == "at" and isinstance(node.args[0], Sym) and node.args[0].name == "y":
        return inner(_W, at(_X, node.args[1]))
    if isinstance(node, Op):
        return Op(node.head, tuple(_labelled(arg) for arg in node.args))
    return node


_W = Sym("w", ("d", 1), frozenset({"random"}))
_X = Sym("x", ("d", 1), frozenset({"random", "iid"}))
_X_Q = Sym("x_q", ("d", 1), frozenset({"random"}), "x_q")


def _prompt(setting: Setting) -> Any:
    """The numeric wing's embedding of one prompt, in exact arithmetic."""
    xs = _array(setting.values["x"])[None, :, :, 0]
    return prompts.embedding(xs, _vector(setting, "x_q")[None], _vector(setting, "w")[None])


def _weights(setting: Setting) -> tuple[Any, Any]:
    def whole(kind: str) -> Any:
        v = setting.values
        top = [[*row, *right] for row, right in zip(v[f"W_{kind}11"], v[f"w_{kind}12"], strict=True)]
        return _array([*top, [entry[0] for entry in v[f"w_{kind}21"]] + [v[f"w_{kind}22"]]])

    return whole("PV"), whole("KQ")


def _compare_pathwise(
    claim: Claim, prop: Prop, implemented: Callable[[str, Setting], Any]
) -> tuple[int, str]:
    compared = 0
    for name, body in _definitions(prop):
        body = _labelled(body)
        # x, x_q and w are drawn even where the body shows only some of them.
        anchors: list[Term] = [stack(_X_Q, _W), at(_X, 1)]
        label = name.name if isinstance(name, Sym) else name.head if isinstance(name, Op) else ""
        for setting in _settings([body, *anchors], claim, ("N",)):
            value = implemented(label, setting)
            if value is None:
                break
            printed = exact_values(body, setting)
            known = [printed] if label == "f_LSA" else [printed, exact_values(name, setting)]
            if not all(_equal(value, reading) for reading in known):
                return compared, _report(setting)
            compared += 1
    return compared, ""


def _prediction(claim: Claim, prop: Prop) -> tuple[int, str]:
    def implemented(label: str, setting: Setting) -> Any:
        layer = prompts.attention(_prompt(setting), *_weights(setting), rho=setting.lengths["N"])
        return {"f_LSA": layer[0], "prediction": layer[0, -1:, -1:]}.get(label)

    compared, difference = _compare_pathwise(claim, prop, implemented)
    if compared and not difference and not _both_predictions_agree():
        return compared, "on words, the prediction from the embedding and the one from the sums over the examples"
    return compared, difference


def _both_predictions_agree() -> bool:
    """Whether words derives the same prediction from the embedding and from the sums over the examples, for all U."""
    prompt, (W_PV, W_KQ) = lsa.Prompt(), lsa.weights()
    columns = Block([[prompt.X], [prompt.labels]])
    rho = dimension("N")
    whole = lsa.prediction(prompt.E, W_PV, W_KQ, rho)
    return (whole - lsa.prediction_of_gram(columns * columns.T, prompt.x_q, W_PV, W_KQ, rho)).is_zero()


def _embedding(claim: Claim, prop: Prop) -> tuple[int, str]:
    def implemented(label: str, setting: Setting) -> Any:
        return _prompt(setting)[0] if label == "E" else None

    return _compare_pathwise(claim, prop, implemented)


# Losses, flow, start --------------------------------------------------------------------------------------

def _parameters(setting: Setting) -> field.Parameters:
    return field.Parameters(
        _array(setting.values["U11"]), _vector(setting, "u12"), _vector(setting, "u21"), setting.values["u_-1"]
    )


def _population(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The definition instantiated: linear self-attention, squared loss, linear tasks."""
    if model_of(claim.paper, claim.model).derived_loss in {"L_rdm", "L_diag"}:
        return random_loss(claim, prop)
    L = Sym("L", (1, 1), frozenset({"derived"}))
    compared = 0
    for setting in _settings([L], claim, ("N",)):
        N = Fraction(setting.lengths["N"])
        value = field.loss(_parameters(setting), _array(setting.values["Lam"]), N)
        if not _equal(value, exact_values(L, setting)):
            return compared, _report(setting)
        compared += 1
    return compared, ""


def _flow(claim: Claim, prop: Prop) -> tuple[int, str]:
    compared = 0
    for name, body in _definitions(prop):
        for setting in _settings([body], claim, ("N",)):
            N = Fraction(setting.lengths["N"])
            g = field.gradient(_parameters(setting), _array(setting.values["Lam"]), N)
            square = np.block([[g.U11, g.u12[:, None]], [g.u21[None, :], _array([[g.u_1]])]])
            velocity = (-square).T.reshape(-1, 1)
            if not (_equal(velocity, exact_values(body, setting)) and _equal(velocity, exact_values(name, setting))):
                return compared, _report(setting)
            compared += 1
    return compared, ""


def _law(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The embedding, what the samplers draw, and the second moment of the sample covariance."""
    compared, difference = _embedding(claim, prop)
    drawn, wrong = samplers(claim)
    if difference or wrong:
        return compared, difference or wrong
    compared += drawn
    S = at(_X, 1) * at(_X, 1).T
    square = expect(S * S)
    for setting in _settings([square], claim, ("N",)):
        value = field.second_moment(_array(setting.values["Lam"]), Fraction(1))
        if not _equal(value, exact_values(square, setting)):
            return compared, _report(setting)
        compared += 1
    return compared, ""


def _empirical(claim: Claim, prop: Prop) -> tuple[int, str]:
    compared = 0
    for _, body in _definitions(prop):
        for setting in _batches(claim, body):
            losses = []
            for tau in range(1, setting.lengths["B"] + 1):
                one = Setting(setting.d, setting.lengths, values=_of_prompt(setting, tau), model=setting.model)
                at_one = _parameters(one)
                W = prompts.weights(at_one.U11, at_one.u12, at_one.u21, at_one.u_1)
                target = _vector(one, "w") @ _vector(one, "x_q")
                losses.append((prompts.prediction(_prompt(one), *W)[0] - target) ** 2)
            if not _equal(sum(losses) / Fraction(2 * len(losses)), exact_values(body, setting)):
                return compared, _report(setting)
            compared += 1
    return compared, ""


def _of_prompt(setting: Setting, tau: int) -> dict[str, Any]:
    return {**setting.values, **{name: setting.values[f"{name}@{tau}"] for name in ("x", "x_q", "w")}}


def _batches(claim: Claim, body: Term) -> Iterator[Setting]:
    """Settings of B = 1, 2 prompts, each with its own exact values."""
    for d in DIMS:
        anchors: list[Term] = [body, stack(_X_Q, _W), at(_X, 1)]
        start = Setting(d, model=model_of(claim.paper, claim.model))
        drawn = list(points(anchors, start, ("N",), seed=d, count=3 * POINTS))
        for B in (1, 2):
            first, *others = [setting for setting in drawn if setting.lengths["N"] == B + 1][: B + 1]
            values = dict(first.values)
            for tau, prompt in enumerate((first, *others)[:B], start=1):
                values |= {f"{name}@{tau}": prompt.values[name] for name in ("x", "x_q", "w")}
            yield Setting(d, {"N": B + 1, "B": B}, values={**values, "B": Fraction(B)}, model=first.model)


def _start(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The weights at time 0, for dyadic Theta and sigma, so that float64 holds them exactly."""
    half, one = Fraction(1, 2), Fraction(1)
    sigma = Fraction(3, 8)
    compared = 0
    for Theta in ([[one]], [[one, 0 * one], [0 * one, 0 * one]], [[half, -half], [half, -half]]):
        d = len(Theta)
        start = assumption_3(np.eye(d), 1, np.array(Theta, dtype=float), float(sigma))
        zero = np.zeros(d)
        W_PV, W_KQ = prompts.weights(start.U11, zero, zero, start.u_1)
        eye = [[Fraction(int(r == c)) for c in range(d)] for r in range(d)]
        model = model_of(claim.paper, claim.model)
        setting = Setting(d, values={"Theta": Theta, "sigma": sigma, "Lam": eye}, model=model)
        for (name, body), numeric in zip(_definitions(prop), (W_PV, W_KQ), strict=True):
            printed = exact_values(body, setting)
            if not (_equal(numeric, printed) and _equal(numeric, exact_values(name, setting))):
                return compared, _report(setting)
            compared += 1
    return compared, ""


_IMPLEMENTATIONS: dict[str, Callable[[Claim, Prop], tuple[int, str]]] = {
    "prediction": _prediction,
    "embedding": _embedding,
    "prompt_law": _law,
    "trained_parameter": _population,
    "in_context_learning": _population,
    "empirical_loss": _empirical,
    "gradient_flow": _flow,
    "initialisation": _start,
    "label_moments": label_moments,
    "distribution_shifts": shifted_prompts,
    "random_covariance_loss": random_loss,
    "random_covariance_prompt_law": random_prompt,
    "block_prompts": drawn_prompts,
    "block_tokens": token_matrices,
    "block_risk": risks,
    **OF_ATTENTION,
    **OF_HEADS,
    **OF_KERNELS,
}
