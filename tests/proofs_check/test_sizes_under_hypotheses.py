"""A hypothesis about what has a size is one about the size: where it cannot be read, no point refutes."""

from __future__ import annotations

from proofs_check import Hypothesis, Kind, Verdict, check, claim, expect, ge, scalar
from proofs_check.statement.laws import finite, gaussian

d, g = scalar("d", "integer", "positive"), gaussian("g", "d")


@claim("own/three-dimensions", kind=Kind.INEQUALITY, given=(Hypothesis("finite", finite(expect(1 / (g.T * g)))),))
def three():
    """E 1/|g|^2 is finite from three dimensions on."""
    return ge(d, 3)


def test_a_size_that_the_hypothesis_excludes_is_no_counterexample() -> None:
    found = check(three)
    assert found.verdict is Verdict.UNDECIDED
    assert "not known of its point" in "".join(row.sentence for row in found.witnesses)
