"""What once crashed a witness ends in a verdict: no defect, no warning."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    check,
    claim,
    eq,
    expect,
    eye,
    gaussian,
    gradient_flow,
    limit,
    matrix,
    parameter,
    psd,
)
from proofs_check.model import Model
from proofs_check.proof.chain import Exhibit, Identity, Positivity, Proof, Step
from proofs_check.results import Result
from proofs_check.statement.props import Prop, exists, for_all
from proofs_check.statement.terms import index, inv, norm_2, scalar, sqrt

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


def test_no_value_is_exhibited_under_a_quantifier() -> None:
    prop = exists(a, for_all(i, eq(a, i)))
    result = found(prop, proof=Proof((Step("r", eq(i, i), Identity()), Step("s", prop, Exhibit((a, i)), ("r",)))))
    assert result.verdict is not Verdict.PROVED
