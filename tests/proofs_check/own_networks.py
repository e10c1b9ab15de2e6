"""Two layers that learn a linear map, from Gaussian data and from fixed data, and what is said of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    expect,
    gaussian,
    gradient_flow,
    matrix,
    norm_2,
    norm_F,
    parameter,
    scalar,
)
from proofs_check.claims import Claim
from proofs_check.model import Model
from proofs_check.results import Result
from proofs_check.statement.props import Prop

EXACT, DRAWN = ("words", "entries"), ("sampled",)
HALF = Fraction(1, 2)
S = matrix("S", "d", "d", "symmetric", "posdef")
T = matrix("T", "m", "d")
x, eps = gaussian("x", "d", S), gaussian("eps", "m")
s = scalar("s", "positive")
V, W = parameter("V", "k", "d"), parameter("W", "m", "k")
two_layers = gradient_flow(HALF * expect(norm_2(W * V * x - T * x - s * eps) ** 2), (V, W))
X, Y = matrix("X", "d", "N"), matrix("Y", "m", "N")
on_data = gradient_flow(HALF * norm_F(W * V * X - Y) ** 2, (V, W))
BALANCE = W.T * W - V * V.T


def stated(
    prop: Any, model: Model = two_layers, given: tuple[Hypothesis, ...] = (), witnesses: tuple[str, ...] = EXACT
) -> Claim:
    """A claim about the model that states this."""

    @claim("own/lemma", kind=Kind.INVARIANCE, model=model, given=given, witnesses=witnesses)
    def made() -> Prop:
        """What is stated."""
        return prop  # type: ignore[no-any-return]

    return made


def verdicts(result: Result) -> dict[str, Verdict]:
    assert not result.defects
    return {w.name: w.verdict for w in result.witnesses}


def both(prop: Any, model: Model = two_layers, given: tuple[Hypothesis, ...] = ()) -> Verdict:
    """The verdict where words and entries agree."""
    (found,) = set(verdicts(check(stated(prop, model, given))).values())
    return found
