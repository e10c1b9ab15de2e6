"""What a user may write ends in a verdict or a sentence: no defect of the tool, no warning, no misleading words."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    check,
    claim,
    entry,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    inv,
    le,
    matrix,
    scalar,
    tr,
    words,
)
from proofs_check.errors import UserError
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import col, row

S, A = matrix("S", "d", "d", "symmetric", "posdef"), matrix("A", "d", "d")
a, n = scalar("a"), scalar("n", "integer", "positive")
x = gaussian("x", "d", S)


def found(prop: Prop, kind: Kind = Kind.IDENTITY) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=kind)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("prop", [
    ge(n**2, n),
    eq(entry(S, 1, 2), entry(S, 2, 1)),
    le(entry(S, 1, 2) ** 2, entry(S, 1, 1) * entry(S, 2, 2)),
    eq(row(A, 2) * col(A, 2), entry(A * A, 2, 2)),
    eq(expect(1 / (x.T * inv(S) * x)), 1 / (tr(eye("d")) - 2)),
    eq(a / (a - a), a),
    eq(expect(tr(x * x.T)) / (tr(eye("d")) - 1), tr(S)),
], ids=repr)  # fmt: skip
def test_odd_statements_meet_no_defect(prop: Prop) -> None:
    kind = Kind.INEQUALITY if prop.head in {"le", "ge"} else Kind.IDENTITY
    result = found(prop, kind)
    assert result.defects == ()
    assert "Traceback" not in str(result)


def test_a_false_entry_is_refuted_where_the_matrix_has_it() -> None:
    assert found(eq(entry(S, 1, 2), entry(S, 2, 2))).verdict is Verdict.REFUTED


def test_what_is_found_false_is_not_told_in_the_words_of_what_holds() -> None:
    told = {e.name: e.sentence for e in found(eq(tr(A), tr(A.T) + 1)).witnesses}
    assert told["words"] == told["entries"] == "the two sides have different normal forms"


def test_what_words_lack_is_named_by_its_formula() -> None:
    with pytest.raises(UserError, match=r"this expect: \(x\.T\*S\*\*\(-1\)\*x\)\*\*\(-1\) is no polynomial"):
        words(expect(1 / (x.T * inv(S) * x)))
