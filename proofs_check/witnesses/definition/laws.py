"""Definitions about labels of any law and random covariances: the page, `symbolic` and `numeric` compared exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from numeric import labels, prompts
from numeric.laws import Rademacher
from numeric.ode import field

from ...algebras.arrays import exact_inverse
from ...algebras.entries import Setting, exact_values, points
from ...algebras.entries.laws import KNOWN, LabelLaw
from ...claims import Claim
from ...model import model_of
from ...roles import letter_of
from ...statement.laws import expect_given
from ...statement.props import Prop, subprops
from ...statement.terms import Sym, Term, at
from .draws import label_functions

DIMS = (1, 2)
POINTS = 3


def array(rows: Any) -> Any:
    """Exact numbers as a numpy array."""
    return np.array(rows, dtype=object)


def equal(numeric: Any, exact: list[list[Fraction]]) -> bool:
    """Whether the numeric wing's value is the exact one."""
    return bool((array(exact) == np.asarray(numeric).reshape(len(exact), len(exact[0]))).all())


def shown(setting: Setting) -> str:
    """The point as text."""
    return ", ".join(f"{name} = {value}" for name, value in {**setting.lengths, **setting.values}.items())


def settings(terms: list[Term], claim: Claim, lengths: tuple[str, ...] = ("N",)) -> Iterator[Setting]:
    """Small exact points with laws."""
    for d in DIMS:
        yield from points(terms, Setting(d, model=model_of(claim.paper, claim.model)), lengths, seed=d, count=POINTS)


def definitions(prop: Prop) -> list[tuple[Term, Term]]:
    """Names with what they are defined as."""
    found = [sub.args for _, sub in subprops(prop) if sub.head == "defined"]
    return [(name, body) for name, body in found if isinstance(name, Term) and isinstance(body, Term)]


# Labels of any law, (15) ------------------------------------------------------------------------------------

def label_moments(claim: Claim, prop: Prop) -> tuple[int, str]:
    """a and Sigma of (15) for linear, noisy and curved labels."""
    compared = 0
    for name, body in definitions(prop):
        for setting in settings([body], claim, ()):
            Lam = array(setting.values["Lam"])
            for law, numeric in _label_laws(setting.d):
                moments = numeric.moments(Lam)
                is_column = isinstance(name, Sym) and name.shape[1] == 1
                spread = moments.yyxx - np.outer(moments.xy, moments.xy)
                value = exact_inverse(Lam) @ moments.xy if is_column else spread
                here = replace(setting, laws={letter_of("labels"): law})
                if not equal(value, exact_values(body, here)):
                    return compared, f"{shown(here)}, labels {numeric.name}"
                compared += 1
    drawn, difference = label_functions()
    return compared + drawn, difference


def _label_laws(d: int) -> Iterator[tuple[LabelLaw, labels.LabelLaw]]:
    """The same laws twice: as exact points have them, and as the numeric wing draws from them."""
    slope = tuple(Fraction(k + 1, 2) for k in range(d))
    w, first = array(slope), array([Fraction(int(k == 0)) for k in range(d)])
    zero, s = Fraction(0), Fraction(2, 3)
    yield LabelLaw(zero, slope, zero, zero), labels.linear(w)
    yield LabelLaw(zero, slope, zero, s), labels.noisy_linear(w, s, Rademacher())
    yield LabelLaw(zero, slope, Fraction(1), zero), labels.quadratic(w, first)


# Random covariances, Section 4.3 ------------------------------------------------------------------------------

def random_loss(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The loss (20): the mean over finitely many covariances of the loss for a fixed one.

    What is said of the loss beside its definition, a limit for example, is not shown by this.
    """
    if not any(sub.head in {"defined", "defined_as"} for _, sub in subprops(prop)):
        return 0, ""
    derived = model_of(claim.paper, claim.model).loss
    law_of = {"L_rdm": "Lam_tau", "L_diag": "lam_tau"}[model_of(claim.paper, claim.model).derived_loss]
    printed = [body for _, body in definitions(prop)] if any(n == derived for n, _ in definitions(prop)) else []
    compared = 0
    for setting in settings([derived, *printed], claim):
        u12, u21 = (array(setting.values[name]).reshape(-1) for name in ("u12", "u21"))
        at_point = field.Parameters(array(setting.values["U11"]), u12, u21, setting.values["u_-1"])
        N = Fraction(setting.lengths["N"])
        value = sum(p * field.loss(at_point, _matrix(outcome), N) for p, outcome in setting.laws[law_of])
        if not all(equal(value, exact_values(term, setting)) for term in [derived, *printed]):
            return compared, shown(setting)
        compared += 1
    return compared, ""


def _matrix(outcome: Any) -> Any:
    """A covariance, or the diagonal matrix of a vector."""
    value = array(outcome)
    if value.shape[1] == len(value):
        return value
    made = np.full((len(value), len(value)), Fraction(0), dtype=object)
    for k in range(len(value)):
        made[k, k] = value[k, 0]
    return made


def random_prompt(claim: Claim, prop: Prop) -> tuple[int, str]:
    """The embedding of a prompt, and the second moment of a sample given the covariance."""
    compared = 0
    for _, body in definitions(prop):
        for setting in settings([body], claim):
            x, x_q, w = (array(setting.values[name]) for name in ("x_lam", "x_lam_q", "w"))
            value = prompts.embedding(x[None, :, :, 0], x_q.reshape(1, -1), w.reshape(1, -1))[0]
            if not equal(value, exact_values(body, setting)):
                return compared, shown(setting)
            compared += 1
    if not compared:
        return 0, ""
    lam = KNOWN["lam_tau"]
    first = at(Sym("x_lam", ("d", 1), frozenset({"random", "iid", "cov:lam_tau"})), 1)
    square = expect_given(first * first.T * first * first.T, lam)
    for setting in settings([square, lam], claim):
        value = field.second_moment(_matrix(setting.values["lam_tau"]), Fraction(1))
        if not equal(value, exact_values(square, setting)):
            return compared, shown(setting)
        compared += 1
    return compared, ""
