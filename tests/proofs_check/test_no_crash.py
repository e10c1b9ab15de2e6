"""What once crashed a witness ends in a verdict: no defect, no warning."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eigenvalue,
    eq,
    expect,
    eye,
    gaussian,
    gradient_flow,
    gt,
    infimum,
    le,
    limit,
    matrix,
    minimum,
    parameter,
    psd,
    total,
    tr,
)
from proofs_check.errors import UserError
from proofs_check.model import Model
from proofs_check.proof.chain import Exhibit, Identity, Positivity, Proof, Step
from proofs_check.results import Result
from proofs_check.statement.props import Prop, exists, for_all
from proofs_check.statement.terms import index, inv, norm_2, scalar, sqrt
from tests.adversary.fuzzing import one

z, d, a = gaussian("z", "d"), scalar("d", "integer", "positive"), scalar("a")
u, A, i = parameter("u"), matrix("A"), index("i", "d")
S = matrix("S", "d", "d", "symmetric", "posdef")


def found(prop: Prop, model: Model | str = "", proof: Proof | None = None) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY, model=model, proof=proof)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("prop", [
    eq(expect(norm_2(z)), sqrt(d)), eq(expect(inv(z * z.T)), eye()), eq(expect(1 / norm_2(z)), 1 / sqrt(d)),
], ids=repr)  # fmt: skip
def test_means_of_roots_and_inverses_of_what_is_drawn_meet_no_defect(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is not Verdict.PROVED
    assert result.defects == ()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("loss", [-(u**4) / 4, -(u**2) / 2, -(u**6)], ids=repr)
def test_a_flow_that_blows_up_meets_no_defect(loss: object) -> None:
    result = found(limit(u, 0), gradient_flow(loss, (u,)))  # type: ignore[arg-type]
    assert result.verdict not in {Verdict.PROVED, Verdict.SUPPORTED}
    assert result.defects == ()


@pytest.mark.parametrize(("prop", "shown", "rule"), [
    (exists(a, eq(a, i)), eq(i, i), Exhibit((a, i))),
    (exists(a, for_all(i, eq(a, i))), eq(i, i), Exhibit((a, i))),
    (exists(i, eq(i, i)), eq(a, a), Exhibit((i, 1))),
    (exists(A, psd(A)), psd(S), Exhibit((A, S))),
    (exists(A, exists(a, psd(a * A))), psd(S), Exhibit((A, S))),
], ids=repr)  # fmt: skip
def test_what_is_exhibited_meets_no_defect(prop: Prop, shown: Prop, rule: Exhibit) -> None:
    by = Identity() if shown.head == "eq" else Positivity()
    result = found(prop, proof=Proof((Step("r", shown, by), Step("s", prop, rule, ("r",)))))
    assert result.defects == ()


k = scalar("k", "integer", "positive")
j, j3, V, x = index("j", "k"), index("j", 3), parameter("V", "d", "k"), gaussian("x", "d", cov=S)
T2, V2, x2 = matrix("T", 2, 2, "symmetric", "posdef"), parameter("V", 2, 3), gaussian("x", 2)
components = total(j, k, eigenvalue(S, j))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("given", [(), (Hypothesis("k > d", gt(k, d)),)], ids=["any k", "k > d"])
@pytest.mark.parametrize("prop", [
    le(components, tr(S)), eq(infimum(expect(norm_2(x - V * V.T * x) ** 2), V), tr(S) - components),
    eq(minimum(expect(norm_2(x2 - V2 * V2.T * x2) ** 2), V2), tr(T2) - total(j3, 3, eigenvalue(T2, j3))),
], ids=["sum", "components", "three of two"])  # fmt: skip
def test_more_principal_components_than_dimensions_meet_no_defect(prop: Prop, given: tuple[Hypothesis, ...]) -> None:
    stated = claim("mine/a", kind=Kind.IDENTITY, given=given)(lambda: prop)
    result = check(stated, only=("words", "entries", "grid", "balls"), dims=(1, 2))
    assert isinstance(result, Result)
    assert result.verdict is Verdict.UNDECIDED
    assert result.defects == ()


def test_a_component_beyond_the_last_is_refused_in_one_sentence() -> None:
    with pytest.raises(UserError, match="has no value: T is 2 x 2, which has no place 3"):
        found(eq(eigenvalue(T2, 3), 0))


def test_no_value_is_exhibited_under_a_quantifier() -> None:
    prop = exists(a, for_all(i, eq(a, i)))
    result = found(prop, proof=Proof((Step("r", eq(i, i), Identity()), Step("s", prop, Exhibit((a, i)), ("r",)))))
    assert result.verdict is not Verdict.PROVED


def test_a_flow_that_is_followed_to_one_late_time_alone_shows_no_limit() -> None:
    stated = one("fuzz/limits/11.216")
    assert not found(stated.statement(), stated.model).defects
