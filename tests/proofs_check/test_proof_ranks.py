"""Ranks in proof chains: what follows from a dyad, and what does not."""

from __future__ import annotations

from proofs_check.claims import Claim, Kind, claim
from proofs_check.papers.zwb.chains.theorem_5_3 import product
from proofs_check.papers.zwb.notation import H, Psi, d
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Discharge, FromFact, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.statement.props import Prop, eq, implies, le, lt
from proofs_check.statement.psd import rank
from proofs_check.statement.terms import Term, half, matrix, vector
from proofs_check.witnesses.proof.witness import WordsEquality

y, z = vector("y"), vector("z")
B, C = matrix("B", "d", "d"), matrix("C", "d", "d")
gram = product.T * product


def gaps(*steps: Step) -> dict[str, str]:
    @claim("zwb/ranks", kind=Kind.INEQUALITY, forall=(d, H, Psi))
    def stated() -> Prop:
        """Ranks."""
        return eq(H, H)

    made: Claim = stated
    checker = Checker(made, Proof(steps), lambda name: made, ProofAlgebra(WordsEquality(made)))
    return {label: said for label, said in checker.sentences.items() if said != "follows"}


def dyad(X: Term, Y: Term, bound: Prop) -> tuple[Step, ...]:
    return (
        Step("dyad", eq(gram, X * Y.T), Assume()),
        Step("rank", bound, FromFact("rank of a dyad", A=gram, X=X, Y=Y), ("dyad",)),
    )


def test_a_dyad_has_rank_at_most_one_and_so_has_a_factor_of_which_it_is_the_gram_matrix() -> None:
    assert not gaps(
        *dyad(y, z, le(rank(gram), 1)),
        Step("Gram", eq(rank(gram), rank(product)), FromFact("rank of a Gram matrix", A=product)),
        Step("factor", lt(rank(product), 2), Combination(1, -1, plus=(1,)), ("rank", "Gram")),
        Step("whole", implies(eq(gram, y * z.T), lt(rank(product), 2)), Discharge("dyad"), ("dyad", "factor")),
    )


def test_a_product_of_square_matrices_is_no_dyad() -> None:
    assert "one column" in gaps(*dyad(B, C, le(rank(gram), 1)))["rank"]


def test_the_rank_of_a_dyad_is_not_known_to_be_less_than_one() -> None:
    assert gaps(*dyad(y, z, lt(rank(gram), 1)))


def test_ranks_of_different_products_are_different_numbers() -> None:
    other = half(H) * half(Psi)
    assert gaps(Step("same", eq(rank(gram), rank(other)), Combination()))
    assert gaps(Step("same", eq(rank(gram), rank(other)), FromFact("rank of a Gram matrix", A=product)))


def test_the_fact_about_gram_matrices_asks_for_the_transpose() -> None:
    assert gaps(Step("same", eq(rank(product * product), rank(product)), FromFact("rank of a Gram matrix", A=product)))
