"""A random symbol is Gaussian where its traits or the claim's model say so, whatever it is called."""

from __future__ import annotations

import pytest

from proofs_check import expect, gaussian, gradient_flow, index, inner, matrix, ne, noise, parameter, scalar
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.model import Model
from proofs_check.papers.zfb.notation import w, x, x_q
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import FromFact, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.facts import inertia
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.terms import Sym, Term, at, least, total, tr, vector, where
from proofs_check.theorems import oracles
from proofs_check.theorems.binding import Refused
from proofs_check.theorems.kernel import assume
from proofs_check.witnesses.proof.witness import WordsEquality

v, p, s = parameter("v"), vector("p"), scalar("s", "positive")
n, k = scalar("n", "integer", "positive"), scalar("k", "integer", "positive")
OWN = gradient_flow((v - 1) ** 2, (v,))
PSI = matrix("Psi", "d", "d", "symmetric", "psd")


def stated(prop: Prop, given: tuple[Prop, ...], model: Model | str) -> Claim:
    held = tuple(Hypothesis(f"h{number}", h) for number, h in enumerate(given))
    return Claim("zfb/test", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), given=held, model=model)


def cites(rule: FromFact, shown: Prop, *given: Prop, model: Model | str = OWN) -> str:
    claim = stated(shown, given, model)
    proof = Proof((Step("cited", shown, rule, tuple(h.name for h in claim.given)),))
    return Checker(claim, proof, lambda id: claim, ProofAlgebra(WordsEquality(claim))).sentences["cited"]


def vanishes_nowhere(f: Term, X: Sym, at_place: Term, model: Model | str = OWN) -> str:
    """That f is almost surely not 0, from its mean with X held at a place."""
    rule = FromFact("zero set of a polynomial", f=f, X=X, P=at_place)
    return cites(rule, almost_surely(ne(f, 0)), ne(expect(where(f, (X, at_place))), 0), model=model)


SIGNS = [noise("x", s), noise("w", s), noise("x_q", s)]
"""Their law may be that of a fair sign, times s: then they are s with probability one half."""


@pytest.mark.parametrize("drawn", SIGNS)
def test_noise_of_any_law_has_no_density_whatever_it_is_called(drawn: Sym) -> None:
    C, P = matrix("C", "d", "d", "random", "continuous_entries"), matrix("P", "d", "d")
    assert vanishes_nowhere(tr(C), C, P) == "follows"
    assert "with a known density" in vanishes_nowhere(tr(C) * (drawn - s), C, P)


@pytest.mark.parametrize("name", ["x", "x_q", "w"])
def test_the_kernel_asks_for_the_law_and_not_for_the_name(name: str) -> None:
    f = noise(name) - 1
    reading = oracles.Reading(stated(ne(f, 0), (), OWN))
    with pytest.raises(Refused, match="has a density"):
        oracles.density(reading, f, assume(ne(expect(f), 0)))


def test_the_prompt_is_gaussian_where_the_claim_is_about_its_model() -> None:
    for drawn in (x_q, w):
        assert vanishes_nowhere(inner(drawn, drawn), drawn, p, "") == "follows"
        assert "with a known density" in vanishes_nowhere(inner(drawn, drawn), drawn, p, OWN)


def test_a_task_with_a_prior_may_be_drawn_from_a_singular_law() -> None:
    """With the prior N(0, 0) the task is 0, and so is its length."""
    assert "with a known density" in vanishes_nowhere(inner(w, w), w, p, "task prior")
    assert vanishes_nowhere(inner(x_q, x_q), x_q, p, "task prior") == "follows"


@pytest.mark.parametrize(("drawn", "follows"), [
    (gaussian("q"), True), (gaussian("q", "d", matrix("S", "d", "d", "symmetric", "posdef")), True),
    (gaussian("q", "d", PSI), False), (vector("q", "d", "random"), False),
    (vector("q", "d", "random", "cov:Lam_tau"), False), (vector("q", "d", "random", "law", "cov:I"), False),
])  # fmt: skip
def test_a_gaussian_vector_of_any_name_has_a_density(drawn: Sym, follows: bool) -> None:
    assert (vanishes_nowhere(inner(drawn, drawn), drawn, p) == "follows") is follows


@pytest.mark.parametrize(("family", "model", "why"), [
    (x, "", "follows"), (x, OWN, "Gaussian members"), (vector("w", "d", "random", "iid"), "", "Gaussian members"),
    (gaussian("q", "d", iid=True), OWN, "follows"),
])  # fmt: skip
def test_members_are_gaussian_by_what_is_declared_of_them(family: Sym, model: Model | str, why: str) -> None:
    d, i = scalar("d", "integer", "positive"), index("i", "n")
    shown = almost_surely(inertia(total(i, n, at(family, i) * at(family, i).T), least(n, d), 0))
    assert why in cites(FromFact("vectors in general position", X=family, i=i, n=n, k=d), shown, model=model)
