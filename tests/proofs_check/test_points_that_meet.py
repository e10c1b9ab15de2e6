"""The point at which means are drawn meets what a claim assumes; hostile ones refute where means are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    expect,
    gaussian,
    ge,
    gt,
    inner,
    le,
    matrix,
    ne,
    noise,
    norm_2,
    rank,
    registry,
    scalar,
    vector,
)
from proofs_check.algebras.sampling.settings import exact_setting
from proofs_check.algebras.sampling.variants import variants
from proofs_check.results import Result
from proofs_check.statement.props import Prop, conj
from proofs_check.statement.terms import Sym, norm_F
from proofs_check.witnesses.points.draws import truth
from proofs_check.witnesses.sampled.meeting import candidates, meeting
from proofs_check.witnesses.sampled.sizes import needed

a, b = scalar("a"), scalar("b")
p = scalar("p", "positive")
v, A = vector("v", "d"), matrix("A", "d", "d")
P = matrix("P", "d", "d", "symmetric", "posdef")
S = matrix("S", "d", "d", "symmetric", "psd")
x, e = gaussian("x", "d", cov=P), noise("e", p, normal=True)
WHOLE = {"d": 2, "N": 1, "M": 1}


def found(prop: Prop, *given: Prop) -> Result:
    named = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("own/lemma", kind=Kind.IDENTITY, given=named)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made, only=("sampled",))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("given", [
    (gt(a, 0), gt(b, 0)), (eq(a, b),), (eq(a**2, 1), gt(a, 0)), (ge(a, b**2), ge(b, 0), le(b, 1)), (eq(norm_2(v), 1),),
    (eq(norm_F(A * A.T), 1),), (le(norm_F(P), 1),), (conj(eq(a, 2 * b), gt(b, 100)),), (ge(rank(S), 2),),
], ids=repr)  # fmt: skip
def test_values_are_found_that_meet_every_hypothesis_exactly(given: tuple[Prop, ...]) -> None:
    prop = eq(expect(e**2) * a * b * norm_2(v) ** 2 * norm_F(A * P * S), 0)

    @claim("own/lemma", kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def made() -> Prop:
        """What is stated."""
        return prop

    sizes = needed(made, WHOLE)
    variant = variants(made, prop, 2, None)[0]
    values = meeting(made, tuple(sizes.items()), variant, None, 0)
    assert values is not None
    there = exact_setting(made, sizes, variant, 1, None, values=values)
    assert all(truth(h, there, 0) for h in given)


def test_where_no_values_meet_the_hypotheses_nothing_is_supported() -> None:
    assert found(eq(expect(e**2) * a, expect(e**2) * a), eq(a**2, -1)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(("prop", "given"), [
    (gt(expect(e**2) * (a - 7) ** 2, 0), ()), (ne(expect(x.T * x) * (a - 7), 0), (gt(a, 5),)),
    (gt(expect((v.T * x) ** 2), 0), ()), (le(expect(e**2) * a, 1000), ()), (ge(expect(e**2) * a, 0), ()),
], ids=repr)  # fmt: skip
def test_means_are_looked_at_where_the_statement_names_a_number(prop: Prop, given: tuple[Prop, ...]) -> None:
    assert found(prop, *given).verdict is Verdict.REFUTED


def test_what_holds_under_its_hypotheses_alone_is_supported() -> None:
    assert found(gt(expect(x.T * x) * a, 0), gt(a, 0)).verdict is Verdict.SUPPORTED
    assert found(ge(expect(e**2) * (a - 7) ** 2, 0)).verdict is Verdict.SUPPORTED


def test_the_papers_means_are_drawn_where_theta_has_norm_1() -> None:
    made = registry.load(()).find("zfb/lemma-10").claim
    assert made is not None
    sizes = needed(made, WHOLE)
    variant = variants(made, made.parts[0].readings[0].prop, 2, None)[0]
    values = meeting(made, tuple(sizes.items()), variant, None, 0)
    assert values
    there = exact_setting(made, sizes, variant, 1, None, values=values)
    assert all(truth(h.prop, there, 0) for h in made.given if h.prop.head == "eq")


@pytest.mark.parametrize(
    ("trait", "admitted"),
    [("posdef", lambda x: x > 0), ("psd", lambda x: x >= 0), ("invertible", lambda x: x != 0),
     ("orthogonal", lambda x: abs(x) == 1)],
)  # fmt: skip
def test_a_matrix_of_one_row_has_the_values_that_its_trait_admits(trait: str, admitted: object) -> None:
    found = list(candidates(Sym("S", ("d", "d"), frozenset({trait, "symmetric"})), 1, 1, [Fraction(-2), Fraction(0)]))
    assert found
    assert all(admitted(x) for ((x,),) in found)  # type: ignore[operator]


def test_the_number_zero_gives_a_vector_its_value() -> None:
    v, u, x = vector("v", "d"), vector("u", "d"), gaussian("x", "d")
    stated = Hypothesis("at rest", eq(v, 0))
    mean = expect(inner(u + v, x) ** 2)
    held = claim("own/at-rest", kind=Kind.IDENTITY, given=(stated,))(lambda: eq(mean, inner(u, u)))
    wrong = claim("own/at-rest-wrong", kind=Kind.IDENTITY, given=(stated,))(lambda: eq(mean, 0))
    results = [check(one, only=("sampled",)) for one in (held, wrong)]
    assert [one.verdict for one in results] == [Verdict.SUPPORTED, Verdict.REFUTED]
    assert not any(one.defects for one in results)
