"""What a rule puts in, or passes to, reaches every place: sizes, the model's definition, the place of an entry."""

from __future__ import annotations

import pytest

from proofs_check import ddt, eq, eye, gradient_flow, implies, index, le, lt, matrix, parameter, scalar, tr
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.steps.bounds import AtMostEach, Entrywise, Specialise, TermOfSum
from proofs_check.proof.steps.layers import Rotated
from proofs_check.proof.steps.recursions import Induction, Instance
from proofs_check.statement.props import Prop, almost_surely, for_all, ne
from proofs_check.statement.terms import Op, Sym, Term, at, beside_over, entry, exp, expect, term, total, vector, where
from proofs_check.witnesses.proof.witness import WordsEquality

c, k, u = scalar("c"), scalar("k", "integer", "nonnegative", "layer"), parameter("u")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
MODEL = gradient_flow(c * u**2 / 2, (u,))


def cites_nothing(id: str) -> Claim:
    raise AssertionError(id)


def sentences(*steps: Step, given: tuple[Prop, ...] = (), cited: Prop | None = None, of: Term | None = None
              ) -> dict[str, str]:  # fmt: skip
    model = MODEL if of is None else gradient_flow(of, (u,))

    def claim(prop: Prop) -> Claim:
        held = tuple(Hypothesis(f"h{i}", h) for i, h in enumerate(given)) if prop != cited else ()
        return Claim("own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), (n,), held, model=model)

    stated = claim(steps[-1].shows)
    theirs = stated if cited is None else claim(cited)
    return Checker(stated, Proof(steps), lambda id: theirs, ProofAlgebra(WordsEquality(stated))).sentences


@pytest.mark.parametrize("value", [m, 3], ids=repr)
def test_no_other_number_is_put_in_for_a_size_that_stays(value: Sym | int) -> None:
    i, G = index("i", "n"), matrix("G", "n", "n")
    for prop, shown in (
        (eq(tr(eye("n")), n), eq(tr(eye("n")), value)),
        (eq(total(i, n, entry(G, i, i)), tr(G)), eq(total(i, value, entry(G, i, i)), tr(G))),
    ):
        step = Step("instance", shown, FromClaim("own/cited", bind=((n, value),)))
        assert "is a size" in sentences(step, cited=prop)["instance"]


def test_a_number_that_is_no_size_is_put_in() -> None:
    step = Step("instance", le(0, m - 1), FromClaim("own/cited", bind=((n, m),)))
    assert sentences(step, cited=le(0, n - 1))["instance"] == "follows"


def test_an_entry_at_a_place_makes_no_matrix() -> None:
    """All entries of J are 1: M_ij = (M_ij J)_ij, but M is not M_ij J."""
    M, J, i, j = matrix("M"), matrix("J"), index("i", "d"), index("j", "d")
    B = entry(M, i, j) * J
    found = sentences(
        Step("one", eq(entry(J, i, j), 1), Specialise(), ("h0",)),
        Step("entries", eq(entry(M, i, j), entry(B, i, j)), Identity(-entry(M, i, j)), ("one",)),
        Step("whole", eq(M, B), Entrywise(), ("entries",)),
        given=(for_all(i, for_all(j, eq(entry(J, i, j), 1))),),
    )
    assert found["entries"] == "follows"
    assert found["whole"] == "a matrix depends on the place of the entry"


@pytest.mark.parametrize("traits", [("positive",), ("positive", "layer"), ("positive", "nonnegative")], ids=repr)
def test_induction_does_not_leave_out_the_step_from_0_to_1(traits: tuple[str, ...]) -> None:
    """l <= 0 holds at 0, and for l >= 1 it implies everything."""
    l = Sym("l", traits=frozenset({"integer", *traits}))  # noqa: E741
    found = sentences(
        Step("base", le(term(0), 0), Combination()),
        Step("low", le(l, 0), Assume()), Step("not", lt(0, l + 1), Assume()), Step("sign", lt(0, l), Positivity()),
        Step("next", le(l + 1, 0), Contradiction("not"), ("not", "low", "sign")),
        Step("passes", implies(le(l, 0), le(l + 1, 0)), Discharge("low"), ("low", "next")),
        Step("all", le(l, 0), Induction(l), ("base", "passes")),
    )
    assert "every layer" in found.pop("all")
    assert set(found.values()) == {"follows"}


def test_nothing_is_put_in_for_a_symbol_that_the_flow_depends_on() -> None:
    slope = Step("slope", eq(ddt(u), -(c * u)), Identity())
    found = sentences(slope, Step("other", eq(ddt(u), -(2 * c * u)), Instance((c, 2 * c)), ("slope",)))
    assert found["slope"] == "follows"
    assert "the model speaks of c" in found["other"]


def test_induction_does_not_run_over_a_layer_in_the_loss() -> None:
    """Of the loss k u^2 / 2: l u = -du/dt implies l u = 0, for l = 0 and for l = k + 1; not for l = k."""
    motion = eq(k * u, -ddt(u))
    ahead = eq((k + 1) * u, -ddt(u))
    found = sentences(
        Step("start", eq(0 * u, -ddt(u)), Assume()), Step("0", eq(0 * u, 0), Identity()),
        Step("base", implies(eq(0 * u, -ddt(u)), eq(0 * u, 0)), Discharge("start"), ("start", "0")),
        Step("at k", implies(motion, eq(k * u, 0)), Assume()), Step("ahead", ahead, Assume()),
        Step("so", eq((k + 1) * u, 0), Identity(k + 1), ("ahead",)),
        Step("so too", implies(ahead, eq((k + 1) * u, 0)), Discharge("ahead"), ("ahead", "so")),
        Step("passes", implies(implies(motion, eq(k * u, 0)), implies(ahead, eq((k + 1) * u, 0))), Discharge("at k"),
             ("at k", "so too")),
        Step("all", implies(motion, eq(k * u, 0)), Induction(k), ("base", "passes")),
        Step("motion", motion, Identity()),
        Step("rest", eq(k * u, 0), ModusPonens(), ("all", "motion")),
        of=k * u**2 / 2,
    )
    assert found["all"] == "the model speaks of k: what its flow does is not the same for every k"
    assert all(found[label] == "follows" for label in ("base", "so too", "passes", "motion"))


def test_the_exponential_law_is_one_of_numbers() -> None:
    A, B = matrix("A"), matrix("B")
    law = Step("law", eq(exp(A + B), exp(A) * exp(B)), FromFact("exponential law", f=A, g=B))
    assert sentences(law)["law"] == "this means nothing: exp takes a number: A + B is d x d."


def test_a_rotation_that_depends_on_the_column_rotates_no_matrix() -> None:
    i, z = index("i", "n"), vector("z", "d", "random", "iid", "cov:I")
    v = vector("v", "n")
    columns = beside_over(i, n, at(z, i))
    left, right = entry(v, i, 1) * columns, beside_over(i, n, entry(v, i, 1) * at(z, i))
    found = sentences(Step("law", Prop("same_law", (left, right)), Rotated(eye("d"), z)))
    assert found["law"] != "follows"


@pytest.mark.parametrize("trait", ["symmetric", "diagonal"])
def test_a_polynomial_is_looked_at_where_what_is_drawn_has_its_values(trait: str) -> None:
    """X - X^T is 0 for every symmetric X, and not 0 at other matrices P."""
    X, P = Sym("X", ("d", "d"), frozenset({"random", "continuous_entries", trait})), matrix("P")
    f = tr((X - X.T) * (X - X.T).T)
    fact = FromFact("zero set of a polynomial", f=f, X=X, P=P)
    found = sentences(
        Step("surely", almost_surely(ne(f, 0)), fact, ("h0",)), given=(ne(expect(where(f, (X, P))), 0),)
    )
    assert found["surely"] == "the fact 'zero set of a polynomial' needs a value of X where it is looked at"


def test_a_sum_without_terms_has_no_term() -> None:
    """For n = 0 the sum is 0, and the least of nothing is no number: exp(c) is not at most the one."""
    none, value = scalar("n", "integer", "nonnegative"), exp(c)
    i = index("i", "n")
    for size, found in ((none, "the index may have no value at all, and the sum no term"), (n, "follows")):
        below, above = le(value, total(i, size, value)), le(Op("least_over", (i, size, value)), value)
        for shown, rule in ((below, TermOfSum()), (above, AtMostEach())):
            step = Step("term", shown, rule)
            stated = Claim("own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", shown),)),), model=MODEL)
            checker = Checker(stated, Proof((step,)), cites_nothing, ProofAlgebra(WordsEquality(stated)))
            assert checker.sentences["term"] == found
