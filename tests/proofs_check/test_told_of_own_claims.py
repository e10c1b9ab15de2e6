"""What is said of a claim names its own symbols and sizes: no letter of an engine, no size that it does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from proofs_check import (
    Hypothesis,
    Verdict,
    always,
    at0,
    check,
    claim,
    conj,
    conserved,
    convex,
    ddt,
    det,
    eigenvalue,
    eq,
    exp,
    expect,
    eye,
    gaussian,
    ge,
    grad,
    gt,
    implies,
    index,
    inv,
    le,
    limit,
    matrix,
    minimum,
    norm_2,
    norm_F,
    posdef,
    psd,
    scalar,
    sqrt,
    tends,
    total,
    tr,
    vector,
)
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.model import Model, gradient_flow
from proofs_check.results import Examined, Result
from proofs_check.roles import LETTERS
from proofs_check.spoken import spoken
from proofs_check.statement.props import Prop, commute, differs
from proofs_check.statement.terms import term

rho, phi, kappa = scalar("rho"), scalar("phi"), scalar("kappa", "positive")
F, G = matrix("Fee", "width", "width"), matrix("Gee", "width", "width")
P, Q = matrix("Pee", "width", "height"), matrix("Que", "height", "width")
C = matrix("Cee", "width", "width", "symmetric", "posdef")
zeta = vector("zeta", "width")
xi = gaussian("xi", "width", cov=C)
count = scalar("count", "integer", "positive")
k = index("kay", "count")
V, W = (matrix(name, rows, columns, "parameter") for name, rows, columns in
        (("Vee", "inner", "width"), ("Wee", "outer", "inner")))  # fmt: skip
Y = matrix("Why", "outer", "width")
NETWORK = gradient_flow(Fraction(1, 2) * tr((W * V - Y) * C * (W * V - Y).T), (V, W))
theta = scalar("theta", "parameter")
ONE = gradient_flow((theta - rho) ** 2, (theta,))

SCALARS = {
    "an identity": eq((rho + phi) ** 2, rho**2 + 2 * rho * phi + phi**2),
    "a wrong identity": eq((rho + phi) ** 2, rho**2 + phi**2),
    "an inequality": le(2 * rho * phi, rho**2 + phi**2),
    "a wrong inequality": le(3 * rho * phi, rho**2 + phi**2),
    "a quotient": eq(rho / phi * phi, rho),
    "a root": eq(sqrt(kappa) ** 2, kappa),
    "an exponential": gt(exp(rho), 0),
    "a condition": implies(ge(rho, 2), ge(rho, 1)),
    "a wrong condition": implies(ge(rho, 1), ge(rho, 2)),
    "a convex function": convex((rho - phi) ** 2, rho),
    "numbers alone": eq(term(1) + 1, term(2)),
    "wrong numbers": eq(term(1) + 1, term(3)),
    "a least value": eq(minimum((theta - rho) ** 2, theta), 0),
}
MATRICES = {
    "a trace": eq(tr(F * G), tr(G * F)),
    "what does not commute": commute(F, G),
    "a wrong equation": eq(F * G, G * F),
    "what differs": differs(F * G, G * F),
    "rectangles": eq(tr(P * Q), tr(Q * P)),
    "wrong rectangles": eq(P * P.T, 0 * P * P.T),
    "a semi-definite matrix": psd(P * P.T),
    "a definite matrix": posdef(C + eye("width")),
    "an inverse": eq(inv(C) * C, eye("width")),
    "a gradient": eq(grad(tr(F * F.T), F), 2 * F),
    "an eigenvalue": le(eigenvalue(C, 1), tr(C)),
    "a determinant": eq(det(F * G), det(F) * det(G)),
    "a norm": ge(norm_F(F) ** 2, 0),
    "a mean": eq(expect(norm_2(xi) ** 2), tr(C)),
    "a wrong mean": eq(expect(norm_2(xi) ** 2), 2 * tr(C)),
    "a mean along": eq(expect((xi.T * zeta) ** 2), zeta.T * C * zeta),
}
COUNTED = {
    "a sum": eq(total(k, count, k), count * (count + 1) / 2),
    "a wrong sum": eq(total(k, count, k), count * (count + 1) / 3),
    "an integer": ge(count, 1),
}
OF_NETWORK = {
    "an invariant": conserved(W.T * W - V * V.T),
    "a wrong invariant": conserved(W.T * W - 2 * V * V.T),
    "a flow": eq(ddt(V), -W.T * (W * V - Y) * C),
    "a wrong flow": eq(ddt(V), W.T * (W * V - Y) * C),
    "a falling loss": le(ddt(NETWORK.loss), 0),
}
OF_ONE = {
    "a derivative": eq(ddt(theta), -2 * (theta - rho)),
    "a limit": limit(theta, rho),
    "a wrong limit": limit(theta, 2 * rho),
    "along the flow": always(le((theta - rho) ** 2, (at0(theta) - rho) ** 2)),
    "wrong along the flow": always(le((theta - rho) ** 2, 0)),
}
ASSUMING = {
    "a bound": (ge(rho, 1), ge(rho**2, rho)),
    "a wrong bound": (ge(rho, 1), ge(rho, 2)),
    "a product": (eq(F * G, G * F), eq((F + G) ** 2, F * F + 2 * F * G + G * G)),
    "a root of what is bounded": (ge(rho, 0), eq(sqrt(rho) ** 2, rho)),
}
SAID: dict[str, tuple[tuple[Prop, ...], Prop, Model | str]] = {
    **{name: ((), prop, "") for name, prop in {**SCALARS, **MATRICES, **COUNTED}.items()},
    **{name: ((), prop, NETWORK) for name, prop in OF_NETWORK.items()},
    **{name: ((), prop, ONE) for name, prop in OF_ONE.items()},
    **{f"{name}, assuming": ((given,), prop, "") for name, (given, prop) in ASSUMING.items()},
    "two statements": ((), conj(SCALARS["an identity"], MATRICES["a trace"]), ""),
}
ENGLISH = frozenset({"E", "a"})
"""Letters of engines that are a word, or a sign, too: the article, and E[...] of a mean."""
WORD = re.compile(r"[A-Za-z_]\w*(?:-1)?")


def made(name: str) -> Claim:
    given, prop, model = SAID[name]
    hypotheses = tuple(Hypothesis(f"hypothesis {n}", one) for n, one in enumerate(given, start=1))
    return Claim("own/told", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), (), hypotheses, model=model)


def texts(value: Any) -> Iterator[str]:
    """All that is written in figures, twins apart: those are named by rules."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key != "twins":
                yield from texts(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from texts(one)


def told(row: Examined) -> list[str]:
    point = row.point or {}
    names = [name for kind in ("sizes", "values") for name in point.get(kind, {})]
    return [row.sentence, row.scope, row.counterexample or "", row.defect, *names, *texts(dict(row.figures))]


def foreign(text: str, names: frozenset[str]) -> set[str]:
    """The words that are letters of engines, or sizes, and none of the claim's."""
    words = set(WORD.findall(text))
    roots = {word: word.partition("_")[0] for word in words}
    return {w for w in words if (w in LETTERS or roots[w] in {"U11", "Lam"} or w.endswith("__own"))} - names - ENGLISH


@pytest.mark.parametrize("name", SAID)
def test_no_word_is_a_letter_that_the_claim_lacks(name: str) -> None:
    claim = made(name)
    result = check(claim)
    assert isinstance(result, Result)
    names = spoken(claim)
    for row in result.witnesses:
        found = {word for text in told(row) for word in foreign(text, names)}
        assert not found, (row.name, row.verdict, told(row)[:3])
    assert not foreign(result.scope, names), result.scope
    wrong = "wrong" in name or name in {"what does not commute"}
    assert not wrong or result.verdict in {Verdict.REFUTED, Verdict.UNDECIDED}


@pytest.mark.parametrize(("name", "scope"), {
    "an identity": "every phi and rho", "a trace": "every width, Fee and Gee", "numbers alone": "every case",
    "rectangles": "every width, height, Pee and Que", "an invariant": "every width, inner, outer, Cee and Why",
    "a quotient": "every phi and rho where phi != 0",
}.items())  # fmt: skip
def test_a_scope_names_just_what_the_statement_has(name: str, scope: str) -> None:
    result = check(made(name))
    assert isinstance(result, Result)
    assert (result.verdict, result.scope) == (Verdict.PROVED, scope)


@pytest.mark.parametrize(("prop", "bound"), [
    (tends(rho + 1 / count, rho + 1, count), "count"), (eq(minimum(phi**2 + rho, phi), rho + 1), "phi"),
    (eq(total(k, count, k), count**2), "kay"),
], ids=["a limit", "a least value", "a sum"])  # fmt: skip
def test_a_counterexample_has_no_value_of_what_the_statement_binds(prop: Prop, bound: str) -> None:
    @claim("own/bound", kind=Kind.IDENTITY)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert result.verdict is Verdict.REFUTED
    told = [one.counterexample for one in result.witnesses if one.counterexample]
    assert told
    assert not any(re.search(rf"\b{bound}\b", text) for text in told), told
