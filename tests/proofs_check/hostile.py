"""Chains that are put to the checker: why the last step does not follow, and the letters that they are written with."""

from __future__ import annotations

from proofs_check import (
    eq,
    ge,
    matrix,
    noise,
    parameter,
    scalar,
    vector,
    zeros,
)
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.model import Model
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Identity,
    Positivity,
    Proof,
    Rule,
    Step,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.deciding.members import equal
from proofs_check.proof.steps.families import LeastWhereEqual
from proofs_check.statement.attention import layer, layers, product_up, slope
from proofs_check.statement.props import (
    Prop,
)
from proofs_check.statement.terms import Sym, Term, at, eye, index
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c, x, y = (scalar(name) for name in "abcxy")
p = scalar("p", "positive")
u, w = parameter("u"), parameter("w")
d, m = (scalar(name, "integer", "positive") for name in ("d", "m_1"))
t_ = scalar("t", "nonnegative")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S, R = matrix("S", "d", "d", "symmetric"), matrix("R", "d", "d", "symmetric", "posdef")
K = matrix("K", "d", "d", "symmetric", "psd")
I, O = eye("d"), zeros("d", "d")  # noqa: E741 - the identity
q, z = vector("q", "d"), vector("z_1", "d")
e = noise("e", p, normal=True)
r, w_9 = layers("r"), layers("w_9")
rho, t, l, j, k = scalar("rho"), scalar("s_1"), layer("l"), layer("j_1"), layer("k")  # noqa: E741 - the paper's letter
i = index("i", "k+1")
HALF = (u - c) ** 2 / 2
"""The loss of a flow with u' = c - u."""


def refused(*steps: Step, given: tuple[Prop, ...] = (), model: Model | str = "") -> str:
    """Why the last step does not follow, all others do; empty where it follows."""
    stated = Claim(
        "own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),),
        given=tuple(Hypothesis(f"h{n}", h) for n, h in enumerate(given)), model=model,
    )
    checker = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    above = {label: said for label, said in checker.sentences.items() if label != steps[-1].label}
    assert set(above.values()) <= {"follows"}, above
    said = checker.sentences[steps[-1].label]
    return "" if said == "follows" else said


def alone(shows: Prop, by: Rule, *given: Prop, model: Model | str = "") -> str:
    """Why a step does not follow from these hypotheses."""
    return refused(Step("s", shows, by, tuple(f"h{n}" for n in range(len(given)))), given=given, model=model)


def best(value: Term, new: Sym = rho) -> tuple[Step, ...]:
    """Let rho be where (r_0 - value)^2 is least: it is the value."""
    f, Q = (at(r, 0) - value) ** 2, (product_up(l, 0, at(r, l)) - value) ** 2
    return (
        Step("f", eq(f, Q), Identity()), Step("f >= 0", ge(f, 0), Positivity()),
        Step("least", eq(slope(t, equal(f, {r: new + t})), 0), LeastWhereEqual(r, new), ("f", "f >= 0")),
    )
