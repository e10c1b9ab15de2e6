"""What a fact and another claim ask for before they are cited, met by a citation that this alone stops."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import (
    always,
    at0,
    ddt,
    eq,
    exp,
    expect,
    gaussian,
    gradient_flow,
    index,
    inner,
    le,
    limit,
    matrix,
    minimum,
    ne,
    norm_F,
    parameter,
    psd,
    scalar,
    term,
    total,
    tr,
    vector,
    where,
)  # fmt: skip
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import y_hat
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, FromClaim, FromFact, Proof, Rule, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.facts import flow_exists
from proofs_check.statement.props import Prop, almost_surely, implies, inertia, tends
from proofs_check.statement.terms import Op, Sym, Term, at, eye, least, per_prompt
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c = scalar("a"), scalar("b"), scalar("c")
p = scalar("p", "positive")
u, w = parameter("u"), parameter("w")
t = scalar("t", "nonnegative")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
i, k = index("i", "n"), index("k", "m")
x = gaussian("q", "d")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
LOSS = (u * w - 1) ** 2


def claimed(prop: Prop, given: tuple[Prop, ...] = (), forall: tuple[Sym, ...] = (), id: str = "own/test") -> Claim:
    held = tuple(Hypothesis(f"h{number}", h) for number, h in enumerate(given))
    return Claim(id, Kind.INEQUALITY, "", "", (Part("", (Reading("", prop),)),), given=held, forall=forall,
                 model=gradient_flow(LOSS, (u, w)))  # fmt: skip


def cites(rule: Rule, shown: Prop, *given: Prop, of: Claim | None = None, above: tuple[Step, ...] = ()) -> str:
    stated = claimed(shown, given)
    names = (*(step.label for step in above), *(h.name for h in stated.given))
    proof = Proof((*above, Step("cited", shown, rule, names)))
    checker = Checker(stated, proof, lambda id: of or stated, ProofAlgebra(WordsEquality(stated)))
    return checker.sentences["cited"]


# Facts ------------------------------------------------------------------------------------------------------

GRONWALL = always(le(u, exp(-(p * t)) * at0(u)))
DECAYS = always(le(ddt(u), -(p * u)))


@pytest.mark.parametrize(("rule", "shown", "given", "why"), [
    (FromFact("Gronwall's inequality", f=u, c=p), GRONWALL, (DECAYS,), "follows"),
    (FromFact("Gronwall's inequality", f=u), GRONWALL, (DECAYS,), "needs a binding for c"),
    (FromFact("Gronwall's inequality", f=u, c=p), GRONWALL, (), "is not among the premises"),
    (FromFact("Gronwall's inequality", f=u, c=p), GRONWALL, (always(le(ddt(w), -(p * w))),), "is not among"),
    (FromFact("Gronwall's inequality", f=u, c=p), always(le(u, 0)), (DECAYS,), "not this instance"),
    (FromFact("Gronwall's inequality", f=u, c=w), always(le(u, exp(-(w * t)) * at0(u))),
     (always(le(ddt(u), -(w * u))),), "needs a constant"),
    (FromFact("Gronwall's inequality", f=exp(u), c=p), always(le(exp(u), exp(-(p * t)) * at0(exp(u)))),
     (always(le(ddt(exp(u)), -(p * exp(u)))),), "a polynomial in the parameters"),
    (FromFact("uniqueness of solutions", X=a, Y=w, O=term(0), P=term(0)), always(eq(w, 0)), (), "a parameter"),
    (FromFact("continuation of bounded solutions", f=u**2, c=term(0)), flow_exists(u**2), (), "the loss that trains"),
    (FromFact("exponential decay", c=p, k=w, g=LOSS), limit(exp(-(p * t)) * w, 0), (flow_exists(LOSS),), "a constant"),
    (FromFact("rank of a dyad", A=A, X=A, Y=B), le(Op("rank", (A,)), 1), (eq(A, A * B.T),), "with one column"),
    (FromFact("Cauchy-Schwarz", A=A, B=B), le(tr(A * B), norm_F(A) * norm_F(B)), (), "follows"),
    (FromFact("Cauchy-Schwarz", A=term(1), B=A), le(tr(A), norm_F(term(1)) * norm_F(A)), (), "no number scales"),
    (FromFact("Cauchy-Schwarz", A=A, B=a), le(tr(A * a), norm_F(A) * norm_F(a)), (), "no number scales"),
    (FromFact("operator norm and Frobenius norm", A=A, I=B), psd(norm_F(A) ** 2 * B - A.T * A), (), "the identity"),
    (FromFact("operator norm and Frobenius norm", A=A, I=eye("d")), psd(norm_F(A) ** 2 * eye("d") - A.T * A), (),
     "follows"),
    (FromFact("zero set of a polynomial", f=a, X=b, P=term(0)), almost_surely(ne(a, 0)),
     (ne(expect(where(a, (b, 0))), 0),), "a random symbol"),
    (FromFact("squeeze", f=u, g=w), limit(u, 0), (always(le(0, u)), always(le(u, w))), "is not among the premises"),
    (FromFact("squeeze", f=u, g=w), limit(u, 0), (always(le(0, u)), limit(w, 0)), "is not among the premises"),
    (FromFact("squeeze", f=u, g=w), limit(u, 0), (le(0, u), always(le(u, w)), limit(w, 0)), "single moment"),
    (FromFact("squeeze", f=u, g=w), limit(u, 0), (always(le(0, u)), always(le(u, w)), limit(w, 0)), "follows"),
    (FromFact("squeeze", f=u, g=w), limit(w, 0), (always(le(0, u)), always(le(u, w)), limit(w, 0)), "not this"),
])  # fmt: skip
def test_a_fact_is_cited_with_its_hypotheses_and_for_what_it_speaks_of(
    rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str
) -> None:
    assert why in cites(rule, shown, *given)


def _average(f: Term, factor: Term, counted: Term, over: Term) -> tuple[FromFact, Prop]:
    bound = {"f": f, "k": factor, "i": over, "n": counted}
    mean = factor / counted * total(over, counted, per_prompt(over, f))  # type: ignore[arg-type]
    return FromFact("strong law of large numbers", **bound), almost_surely(tends(mean, factor * expect(f), counted))


def test_the_law_of_large_numbers_averages_one_function_over_prompts_that_are_counted() -> None:
    square = inner(x, x)
    assert cites(*_average(square, term(1), n, i)) == "follows"
    for counted, over in ((n, k), (p, index("i", "p"))):
        assert "runs over an index up to an integer" in cites(*_average(square, term(1), counted, over))
    assert "depends on the number of prompts" in cites(*_average(square, n, n, i))
    assert "depends on the number of prompts" in cites(*_average(n * square, term(1), n, i))
    assert "depends on the number of prompts" in cites(*_average(square + i, term(1), n, i))
    assert "a polynomial in the random symbols" in cites(*_average(Op("abs", (inner(x, x) - 1,)), term(1), n, i))
    other = vector("y_other", "d", "random", "label")
    assert "with a known density" in cites(*_average(inner(other, other), term(1), n, i))


def test_the_law_of_large_numbers_knows_that_the_model_counts_its_own_samples() -> None:
    N, other = (scalar(name, "integer", "positive") for name in ("N", "B"))
    for counted, why in ((other, "follows"), (N, "depends on the number of prompts")):
        rule, shown = _average(y_hat, term(1), counted, index("j", counted.name))
        stated = Claim("zfb/test", Kind.LIMIT, "", "", (Part("", (Reading("", shown),)),))
        proof = Proof((Step("cited", shown, rule),))
        checker = Checker(stated, proof, lambda id: stated, ProofAlgebra(WordsEquality(stated)))  # noqa: B023
        assert why in checker.sentences["cited"]


def test_vectors_in_general_position_are_counted_by_their_index_and_have_their_dimension() -> None:
    S = matrix("S", "d", "d", "symmetric", "posdef")
    family, d = gaussian("xs", "d", cov=S, iid=True), scalar("d", "integer", "positive")

    def said(i: Sym, n: Sym, k: Sym) -> str:
        gram = total(i, n, at(family, i) * at(family, i).T)
        fact = FromFact("vectors in general position", X=family, i=i, n=n, k=k)
        return cites(fact, almost_surely(inertia(gram, least(n, k), 0)))

    assert said(i, n, d) == "follows"
    for other in ((i, n, m), (k, n, d), (index("j", "p"), p, d), (n, n, d), (i, n, p)):
        assert "the index of the family, its length and the dimension" in said(*other), other


def test_a_polynomial_that_is_not_0_at_one_rotation_may_be_0_at_half_of_them() -> None:
    R = Sym("R", ("d", "d"), frozenset({"random", "orthogonal", "continuous_entries"}))
    P = Sym("P", ("d", "d"), frozenset({"orthogonal"}))
    fact = FromFact("zero set of a polynomial", f=tr(R), X=R, P=P)
    assert "needs a value of R" in cites(fact, almost_surely(ne(tr(R), 0)), ne(expect(where(tr(R), (R, P))), 0))


# Claims -----------------------------------------------------------------------------------------------------

def test_a_claim_is_cited_with_its_hypotheses_and_only_for_what_it_says() -> None:
    cited = claimed(le(a, b + 1), (le(a, b),), (a, b), "own/cited")
    rule = FromClaim("own/cited")
    assert cites(rule, le(a, b + 1), le(a, b), of=cited) == "follows"
    assert "is not available here" in cites(rule, le(a, b + 1), of=cited)
    assert "is not available here" in cites(rule, le(a, b + 1), le(b, a), of=cited)
    assert "not this instance" in cites(rule, le(a, b), le(a, b), of=cited)
    bound = FromClaim("own/cited", bind=((a, 2 * c),))
    assert cites(bound, le(2 * c, b + 1), le(2 * c, b), of=cited) == "follows"
    assert "is not available here" in cites(bound, le(2 * c, b + 1), le(a, b), of=cited)
    assert "has no part" in cites(FromClaim("own/cited", "z"), le(a, b + 1), le(a, b), of=cited)
    assert "has no part" in cites(FromClaim("own/cited", "", "other"), le(a, b + 1), le(a, b), of=cited)


def test_only_what_a_claim_quantifies_over_is_replaced_and_by_what_has_its_traits() -> None:
    cited = claimed(le(0, p * a**2), forall=(p, a), id="own/cited")
    assert "to" in cites(FromClaim("own/cited", bind=((p, b),)), le(0, b * a**2), of=cited)
    assert cites(FromClaim("own/cited", bind=((p, b),)), le(0, b * a**2), of=cited) != "follows"
    narrow = claimed(le(0, p * a**2), forall=(p,), id="own/cited")
    assert "does not quantify over a" in cites(FromClaim("own/cited", bind=((a, b),)), le(0, p * b**2), of=narrow)
    r = vector("r", "n")
    entry_i = Op("entry", (r, i, term(1)))
    assert "an index may not be put" in cites(FromClaim("own/cited", bind=((a, entry_i),)), le(0, p * entry_i**2),
                                              of=cited)  # fmt: skip
    mean = claimed(eq(expect(a * inner(x, x)), a * tr(expect(x * x.T))), forall=(a,), id="own/cited")
    for value in (inner(x, x), u):
        bound = FromClaim("own/cited", bind=((a, value),))
        shown = eq(expect(value * inner(x, x)), value * tr(expect(x * x.T)))
        assert cites(bound, shown, of=mean) != "follows", value


def test_a_claim_about_the_whole_flow_is_not_cited_under_an_assumption_about_a_moment() -> None:
    cited = claimed(always(le(0, LOSS)), forall=(), id="own/cited")
    now = Step("now", le(u, 1), Assume())
    assert cites(FromClaim("own/cited"), always(le(0, LOSS)), of=cited) == "follows"
    assert cites(FromClaim("own/cited"), always(le(0, LOSS)), of=cited, above=(now,)) != "follows"


def test_what_has_no_value_is_not_cited() -> None:
    cited = claimed(eq(1 / a * a, term(1)), forall=(a,), id="own/cited")
    assert cites(FromClaim("own/cited"), eq(1 / a * a, term(1)), ne(a, 0), of=cited) == "follows"
    assert "which is not known here" in cites(FromClaim("own/cited"), eq(1 / a * a, term(1)), of=cited)
    assert "divides by what may vanish" in cites(FromClaim("own/b"), eq(b, b / a * a), of=claimed(eq(b, b), id="own/b"))


def test_a_symbol_of_the_cited_claim_is_no_other_symbol_of_its_name() -> None:
    cited = claimed(le(0, 2 * scalar("a", "positive")), id="own/cited")
    assert "stands for another symbol" in cites(FromClaim("own/cited"), le(0, 2 * a), of=cited)


CONTEXT = Sym("X_0", ("d", "n"), frozenset({"random", "context"}))
ENTERS, NOT_FOR_ALL = "whose law a may enter", "does not quantify over u"


@pytest.mark.parametrize(("stated", "bind", "shown", "why"), [
    (always(le(u, 1)), (u, 2), always(le(2, 1)), NOT_FOR_ALL),
    (eq(expect(u * inner(x, x)), u * expect(inner(x, x))), (u, 2), eq(expect(2 * inner(x, x)), 2 * expect(inner(x, x))),
     NOT_FOR_ALL),
    (eq(u * inner(x, x), inner(x, u * x)), (u, 2), eq(2 * inner(x, x), inner(x, 2 * x)), NOT_FOR_ALL),
    (Prop("in_mean_square", (u * CONTEXT, CONTEXT, m)), (u, 2), Prop("in_mean_square", (2 * CONTEXT, CONTEXT, m)),
     NOT_FOR_ALL),
    (le(0, total(i, n, u**2)), (u, 2), le(0, total(i, n, term(2) ** 2)), NOT_FOR_ALL),
    (le(0, total(i, n, a**2)), (a, u), le(0, total(i, n, u**2)), "looks at other values"),
    (le(0, minimum(a**2, a)), (a, c), le(0, minimum(c**2, c)), "binds a symbol"),
    (le(0, a * y_hat**2), (a, c), le(0, c * y_hat**2), ENTERS),
    (le(0, a * inner(x, x)), (a, c), le(0, c * inner(x, x)), ENTERS),
    (eq(at0(a * u), a * at0(u)), (a, c), eq(at0(c * u), c * at0(u)), ENTERS),
    (le(0, expect(a * tr(CONTEXT * CONTEXT.T))), (a, c), le(0, expect(c * tr(CONTEXT * CONTEXT.T))), ENTERS),
    (le(0, tr(a**2 * CONTEXT * CONTEXT.T)), (a, c), le(0, tr(c**2 * CONTEXT * CONTEXT.T)), "follows"),
])  # fmt: skip
def test_nothing_is_put_in_for_what_the_law_or_the_flow_of_a_claim_may_depend_on(
    stated: Prop, bind: tuple[Sym, Term], shown: Prop, why: str
) -> None:
    cited = claimed(stated, forall=(a,), id="own/cited")
    assert why in cites(FromClaim("own/cited", bind=(bind,)), shown, of=cited)


def test_a_size_is_replaced_with_all_that_has_it() -> None:
    r, s, other = vector("r", "n"), vector("s", "n"), vector("t", "m")
    cited = claimed(le(0, n * inner(r, r)), forall=(n, r), id="own/cited")
    for bind, count, square in ((((n, m),), m, inner(r, r)), (((n, n + 1), (r, s)), n + 1, inner(s, s))):
        rule = FromClaim("own/cited", bind=bind)
        assert "is a size in own/cited" in cites(rule, le(0, count * square), of=cited)
    both = FromClaim("own/cited", bind=((n, m), (r, other)))
    assert cites(both, le(0, m * inner(other, other)), of=cited) == "follows"


@pytest.mark.parametrize("held", [le(u, 1), le(inner(x, x), 1)])
def test_a_hypothesis_about_one_place_or_outcome_is_named_where_a_claim_is_cited_under_it(held: Prop) -> None:
    stated = claimed(held, (held,), id="own/cited")
    for premises, why in (((), "is not available here"), (("h0",), "follows")):
        step = Step("cited", held, FromClaim("own/cited"), premises)
        checker = Checker(stated, Proof((step,)), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
        assert why in checker.sentences["cited"]


def test_the_reading_that_is_meant_is_cited_where_none_is_named() -> None:
    first, second = Reading("as printed", le(a, b), literal=True), Reading("as meant", le(b, a))
    part = Part("", (first, second))
    cited = replace(claimed(le(a, b), id="own/cited"), parts=(part,))
    for reading in part.readings:
        said = cites(FromClaim("own/cited"), reading.prop, of=cited)
        assert (said == "follows") is (reading is part.meant)
        assert cites(FromClaim("own/cited", reading=reading.name), reading.prop, of=cited) == "follows"


@pytest.mark.parametrize(("stated", "shown"), [
    (limit(u, 0), limit(u, 0)),
    (eq(ddt(u), -2 * u), eq(ddt(u), -2 * u)),
    (always(le(ddt(u), 0)), Prop("always_along", (u**2, le(ddt(u), 0), u, w))),
    (implies(le(a, b), always(le(0, u**2))), Prop("always_along", (u**2, le(a, b), u, w))),
])  # fmt: skip
def test_what_other_data_do_along_their_flow_is_not_said_of_ours(stated: Prop, shown: Prop) -> None:
    cited = replace(claimed(stated, id="own/cited"), model=gradient_flow(u**2, (u, w)))
    assert "speaks of the gradient flow on other data" in cites(FromClaim("own/cited"), shown, of=cited)


def test_a_flow_stays_only_where_its_velocity_vanishes_and_where_it_starts() -> None:
    def stays(value: int, *given: Prop) -> str:
        fact = FromFact("uniqueness of solutions", X=u, Y=w, O=term(value), P=term(value))
        return cites(fact, always(eq(u, value)), *given)

    start = [(eq(at0(u), value), eq(at0(w), value)) for value in (0, 1, 2)]
    assert [stays(value, *start[value]) for value in (0, 1)] == ["follows", "follows"]
    assert "not among the premises" in stays(2, *start[2])
    stated = claimed(always(eq(u, 0)), start[0])
    unnamed = Step("cited", always(eq(u, 0)), FromFact("uniqueness of solutions", X=u, Y=w, O=term(0), P=term(0)))
    checker = Checker(stated, Proof((unnamed,)), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    assert "not among the premises" in checker.sentences["cited"]


def test_the_law_for_sample_covariances_names_the_covariance_of_the_family() -> None:
    for name, why in (("V", "follows"), ("W", "the covariance of the family"), ("iid", "the covariance of the family")):
        W = matrix(name, "d", "d", "symmetric", "posdef", "random", "law")
        family = Sym("xs", ("d", 1), frozenset({"random", "iid", "cov:V"}))
        mean = 1 / n * total(i, n, at(family, i) * at(family, i).T)
        shown = almost_surely(tends(mean, Op("expect_given", (at(family, i) * at(family, i).T, W)), n))
        d = scalar("d", "integer", "positive")
        fact = FromFact("strong law for sample covariances", X=family, i=i, n=n, k=d, V=W)
        assert why in cites(fact, shown), name
