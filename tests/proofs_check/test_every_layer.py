"""What is said of every layer is proved where a layer is no more than the number of a member; else the scope says how
far it was looked, and the layers that a statement names are gone beyond."""

from __future__ import annotations

import pytest

from proofs_check import Hypothesis, Kind, Verdict, check, claim, eq, for_all, ge, implies, le, scalar
from proofs_check.results import Result
from proofs_check.statement.attention import layer, layers
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import at

a, ell, c, g = scalar("a"), layer("ell_0"), layers("c_0"), layers("g_0")
of = at(c, ell)


def examined(prop: Prop, *given: Prop) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))
    result = check(claim("own/layers", kind=Kind.IDENTITY, given=hypotheses)(lambda: prop), only=("entries",))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("body", [
    eq(ell * (ell - 1) * (ell - 2) * of, 0), le(ell * of**2, 2 * of**2), eq(ell * (ell - 5) * (ell - 3) * of, 0),
], ids=repr)  # fmt: skip
def test_one_layer_beyond_those_that_are_named_is_looked_at_and_read_again(body: Prop) -> None:
    result = examined(for_all(ell, body))
    assert result.verdict in {Verdict.REFUTED, Verdict.SUPPORTED}
    if result.verdict is Verdict.REFUTED:
        assert "ell_0" not in str(result.counterexample)
        assert result.witnesses[0].figures["read again"] == "confirmed"
    else:
        assert "layers up to 3" in str(result.scope)


def test_a_layer_that_is_no_number_stands_for_all() -> None:
    result = examined(for_all(ell, eq(of * a, a * of)))
    assert (result.verdict, str(result.scope)) == (Verdict.PROVED, "every case")


@pytest.mark.parametrize(("body", "given"), [
    (implies(ge(ell, 30), eq(of, 0)), ()),  # false of the layer 30
    (eq(of, 0), (for_all(ell, implies(le(ell, 2), eq(of, 0))),)),  # assumed of the first layers alone
], ids=repr)  # fmt: skip
def test_nothing_is_proved_of_every_layer_by_the_first_ones(body: Prop, given: tuple[Prop, ...]) -> None:
    result = examined(for_all(ell, body), *given)
    assert result.verdict is not Verdict.PROVED
    assert str(result.scope) != "every case"
