"""Forgeries by names and numbers: a symbol called 3, a citation without a name, a sum up to what is no number."""

from __future__ import annotations

import json

import pytest

from proofs_check.certificates import verify
from proofs_check.statement.props import Prop, always, eq, posdef
from proofs_check.statement.terms import Op, Term, entry, term, total
from tests.certificates.disguises import raw
from tests.certificates.forged import forged, verdicts
from tests.certificates.proofs import by, cites, identity, positive
from tests.certificates.statements import A, a, b, n, u

w, k, h = raw("w"), raw("k", "integer"), raw("h", "activation")
layer = raw("l", "integer", "nonnegative", "layer")


@pytest.mark.parametrize("missing", ["part", "reading"])
def test_a_citation_without_a_name_is_none(missing: str) -> None:
    other = forged(eq(a, a), [("1", eq(a, a), identity(), [])], id="own/other")
    right, wrong = cites(eq(a, a)), cites(eq(a, b))
    del wrong[missing]
    assert verdicts(other, forged(eq(a, b), [("1", eq(a, a), right, []), ("2", eq(a, b), wrong, [])]))[-1] != "checked"


@pytest.mark.parametrize("taken", [A, u], ids=["matrix", "vector"])
def test_a_symbol_that_is_called_one_is_not_one(taken: Term) -> None:
    one = raw("1", "integer", "positive")
    last = one if taken == A else 1
    wrong = eq(entry(taken, 2, 2 if taken == A else 1), entry(taken, 1, 1))
    same = eq(entry(taken, one, last), entry(taken, 1, 1))
    steps = [("1", same, identity(), []), ("2", wrong, by("Instance", at=[[one, 2]]), ["1"])]
    assert verdicts(forged(wrong, steps)) == ["failed"]


def test_a_symbol_that_is_called_a_sum_is_free() -> None:
    last, i = raw("n+1", "integer", "positive"), raw("i", "index", "range:n+1")
    wrong = eq(total(i, last, a) + 0 * n, (n + 1) * a)
    assert verdicts(forged(wrong, [("1", wrong, identity(), [])])) == ["failed"]


def test_a_column_that_is_not_zero_may_have_entries_that_are() -> None:
    wrong = posdef(Op("diag", (raw("v", "nonnegative", "nonzero", shape=("d", 1)),)))
    assert verdicts(forged(wrong, [("1", wrong, positive, [])])) == ["failed"]


@pytest.mark.parametrize("node", [
    Op("sequence", (w, layer, a, w * 2, b)), Op("sequence", (w, layer, a, w * 2, term(-1))), Op("sum", (k, a, b)),
    Op("product_up", (layer, a, A)), Op("jacobian", (h, Op("+", (n, n)), A, A, A)),
], ids=["steps up to a number", "steps up to -1", "a sum", "a product", "a derivative of any activation"])  # fmt: skip
def test_what_may_lack_a_value_is_named(node: Term) -> None:
    said: Prop = eq(node, node)
    assert verdicts(forged(said, [("1", said, identity(), [])], where=())) != ["checked"]


@pytest.mark.parametrize("trait", ["prompt", "layers", "setting", "context"])
def test_what_may_move_is_not_what_it_was_at_one_moment(trait: str) -> None:
    z = raw("z", trait)
    wrong = always(eq(2 * z, 2 * a))
    assert verdicts(forged(wrong, [("1", wrong, identity(2), ["h"])], {"h": eq(z, a)})) == ["failed"]


@pytest.mark.parametrize("change", [{"id": 3}, {"id": None}, {"id": ["x"]}, {"page": "\ud800"}])
def test_a_file_that_nobody_can_write_is_refused_in_a_sentence(change: dict[str, object]) -> None:
    data = json.loads(json.dumps({"format": verify.FORMAT, "id": "own/x", "seal": ""})) | change
    with pytest.raises(verify.Refused):
        verify.opened(json.dumps(data).encode(), "own_x")
