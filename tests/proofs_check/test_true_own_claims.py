"""True lemmas that a theorist writes down: no witness calls them false, none raises, and twins are told apart."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    activated,
    activation,
    check,
    claim,
    det,
    entry,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    gradient_flow,
    haar,
    implies,
    index,
    inv,
    le,
    limit,
    matrix,
    norm_F,
    parameter,
    projection,
    psd,
    rank,
    scalar,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.algebras.words import WordsAlgebra
from proofs_check.algebras.words.canonical import is_canonical
from proofs_check.claims import Claim
from proofs_check.model import Model
from proofs_check.proof import Exhibit, Proof, Step
from proofs_check.results import Result
from proofs_check.statement.mutate import select
from proofs_check.statement.props import Prop, conj, exists
from proofs_check.statement.psd import eigenvalue
from proofs_check.statement.terms import Term, exp, half, sqrt
from proofs_check.twins import check_twins
from proofs_check.witnesses import Context, witness

d, k, N = (scalar(name, "integer", "positive") for name in ("d", "k", "N"))
a, p, u = scalar("a"), scalar("p", "positive"), parameter("u")
A, B, v, w = matrix("A"), matrix("B"), vector("v"), vector("w")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
F, Z = matrix("F", "d", "d", "symmetric"), matrix("Z", "d", "k")
U, V, one, z = haar("U"), haar("V"), eye("d"), gaussian("z", "d")
X, Y, h = matrix("X", "d", "n_1"), matrix("Y", "d", "m_1"), activation("h")


def made(prop: Prop, *given: Prop, model: Model | None = None, proof: Proof | None = None) -> Claim:
    assumed = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))
    more = {"proof": proof} if proof else {}

    @claim("own/lemma", kind=Kind.IDENTITY, given=assumed, **({"model": model} if model else {}), **more)  # type: ignore[arg-type]
    def stated() -> Prop:
        """What is stated."""
        return prop

    return stated


def found(claimed: Claim, only: tuple[str, ...] = ()) -> Result:
    result = check(claimed, only=only)
    assert isinstance(result, Result)
    return result


TRUE = {
    "the determinant of the identity": eq(det(one), 1),
    "an inverse of a sum": eq(inv(S + R), inv(S) - inv(S) * inv(inv(S) + inv(R)) * inv(S)),
    "a parallel sum": eq(inv(S) * inv(inv(S) + inv(R)) * inv(R), inv(S + R)),
    "two rotations": eq(expect(U * V), zeros("d", "d")),
    "the trace of two rotations": eq(expect(tr(U * V) ** 2), 1),
    "two rotations apart": eq(expect(norm_F(U + V) ** 2), 2 * d),
    "an eigenvalue": eq(1 * eigenvalue(F, 1), eigenvalue(F, 1)),
    "the largest eigenvalue": le(tr(F), d * eigenvalue(F, 1)),
    "an activation of other lengths": eq(activated(h, X, Y) * Y.T, (Y * activated(h, X, Y).T).T),
    "its length": eq(tr(activated(h, X, Y) * activated(h, X, Y).T), norm_F(activated(h, X, Y)) ** 2),
    "a fourth moment of a rotation": eq(expect(entry(U, 1, 1) ** 4), 3 / (d * (d + 2))),
    "of a form": eq(expect((v.T * U * w) ** 4), 3 * (v.T * v) ** 2 * (w.T * w) ** 2 / (d * (d + 2))),
    "a fourth moment of a trace": eq((d - 1) * expect(tr(U) ** 4), 3 * (d - 1)),
    "a projection": psd(one - projection(B)),
    "the rank of an idempotent matrix": implies(eq(B * B, B), eq(tr(B), rank(B))),
    "an eigenvalue that need not exist": implies(le(k, d), le(eigenvalue(S, k), tr(S))),
}


@pytest.mark.parametrize("prop", TRUE.values(), ids=TRUE.keys())
def test_nobody_speaks_against_what_is_true(prop: Prop) -> None:
    result = found(made(prop))
    assert not result.defects
    assert result.verdict is not Verdict.REFUTED
    assert not any(row.against for row in result.witnesses)


def test_hypotheses_about_equations_of_matrices_raise_nothing() -> None:
    for prop, given in (
        (eq(tr(B), rank(B)), (eq(B * B, B),)),
        (le(tr(Z.T * S * Z), k * eigenvalue(S, 1)), (eq(Z.T * Z, eye("k")),)),
        (le(tr(Z.T * S * Z), total(index("i", "k"), k, eigenvalue(S, index("i", "k")))), (eq(Z.T * Z, eye("k")),)),
    ):
        result = found(made(prop, *given))
        assert not result.defects
        assert result.verdict is not Verdict.REFUTED


@pytest.mark.parametrize("loss", [-(u**4) / 4, u**3 / 3, -(u**6), -exp(u)])
def test_flows_that_blow_up_raise_nothing(loss: Term) -> None:
    assert not found(made(limit(u, 0), model=gradient_flow(loss, (u,)))).defects


@pytest.mark.parametrize("term", [expect(inv(z * z.T)), expect(inv(one + z * z.T)), expect(sqrt(z.T * z)) * one])
def test_means_of_what_is_no_polynomial_raise_nothing(term: Term) -> None:
    assert not found(made(eq(term, one))).defects


def test_an_index_cannot_be_exhibited_for_a_number() -> None:
    i = index("i", "N")
    prop = exists(a, eq(a, a))
    steps = Proof((Step("there is one", prop, Exhibit((a, i))),))
    assert not found(made(prop, proof=steps), only=("proof",)).defects


def test_a_statement_and_the_twins_that_another_witness_certifies_are_told_apart() -> None:
    claimed = made(TRUE["a fourth moment of a trace"])
    (part,) = claimed.parts
    figures = check_twins(witness("entries"), claimed, part, part.readings[0], Context())
    assert not figures["defect"], "at d = 1 both sides vanish, and so they do in the twins"


# What normal forms that differ say -------------------------------------------------------------------------------

@pytest.mark.parametrize(("term", "canonical"), [
    (tr(A * B * A.T), True), (S * inv(S) * A, True), (inv(S) * A * half(R), True), (a / (1 + p), True),
    (tr(A) / (p + tr(B) ** 2), True), (sqrt(p) * tr(A), True), (sqrt(3 + 2 * sqrt(p)), False), (det(2 * one), False),
    (inv(S + R), False), (exp(a), False), (expect(tr(U * A) ** 4), False), (norm_F(A + B) ** 3, False),
])  # fmt: skip
def test_equal_values_have_equal_normal_forms_where_all_is_made_of_powers_of_letters(
    term: Term, canonical: bool
) -> None:
    algebra = WordsAlgebra()
    assert is_canonical(algebra.read(term)) is canonical


def test_words_still_speaks_against_polynomials_that_differ() -> None:
    from proofs_check.witnesses.words.witness import _are_telling

    claimed = made(eq(tr(A * B), tr(A) * tr(B)))
    assert _are_telling(claimed, tr(A * B), tr(A) * tr(B))
    assert not _are_telling(claimed, inv(S + R), inv(S) - inv(S) * inv(inv(S) + inv(R)) * inv(S))


# Twins of implications -------------------------------------------------------------------------------------------

def test_conclusions_are_changed_before_premises() -> None:
    prop = implies(le(2 * a, p), le(2 * a, 3 * p))
    assert select(prop, 2)[0].path[0] == 1


def test_where_the_premise_can_hold_a_contrary_conclusion_is_certified_to_be_wrong() -> None:
    claimed = made(implies(conj(ge(a, 1), ge(p, 1)), eq(a * p, p * a)))
    (part,) = claimed.parts
    figures = check_twins(witness("words"), claimed, part, part.readings[0], Context())
    assert figures["made"] >= 1
    assert not figures["missed"]
