"""Proofs that do not hang together, sealed by a forger: none is checked."""

import pytest

from proofs_check.certificates import verify
from proofs_check.statement.props import conj, eq
from proofs_check.statement.terms import Op, scalar, term

from . import kernel, rewriting
from .disguises import DISGUISES
from .forged import checked_all, forged, verdicts
from .further import FURTHER, FURTHER_BUNDLES
from .infima import FALSE as OF_INFIMA
from .more_forgeries import BUNDLES as MORE_BUNDLES
from .more_forgeries import FALSE as MORE
from .more_forgeries import TRUE as MORE_TRUE
from .proofs import BUNDLES, FALSE, TRUE

FALSE = {**FALSE, **FURTHER, **DISGUISES, **OF_INFIMA, **MORE, **{f"kernel: {name}": made for name, made in kernel.FALSE.items()},
         **{f"rewriting: {name}": made for name, made in rewriting.FALSE.items()}}
TRUE = {**TRUE, **MORE_TRUE, **{f"kernel: {name}": made for name, made in kernel.TRUE.items()},
        **{f"rewriting: {name}": made for name, made in rewriting.TRUE.items()}}
BUNDLES = {**BUNDLES, **FURTHER_BUNDLES, **MORE_BUNDLES, **{f"kernel: {name}": made for name, made in kernel.BUNDLES.items()}}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_proof_is_checked(name):
    assert verdicts(TRUE[name]()) == ["checked"]


@pytest.mark.parametrize("name", FALSE)
def test_a_wrong_proof_is_not_checked(name):
    assert "checked" not in verdicts(FALSE[name]())


@pytest.mark.parametrize("name", FALSE)
def test_a_wrong_proof_is_not_checked_where_all_is_on_trust(name):
    from .forged import sealed

    data = FALSE[name]()
    for row in data["log"]:
        row["trust"] = True
    assert "checked" not in verdicts(sealed(data))


@pytest.mark.parametrize("name", BUNDLES)
def test_what_cites_another_statement_wrongly_is_not_checked(name):
    assert verdicts(*BUNDLES[name]())[-1] != "checked"


def test_what_cites_a_statement_of_the_bundle_is_on_trust():
    a, b = scalar("a"), scalar("b")
    known, shown = eq(a + b, b + a), conj(eq(a + b, b + a), eq(a + b, b + a))
    other = forged(known, [("1", known, kernel.normal, [])], id="own/other")
    citing = forged(shown, [("C", known, kernel.assume, []), ("1", shown, kernel.equal, ["C", "C"])], cites=[(known, "own/other")])
    assert verdicts(other, citing) == ["checked", "on trust"]


def test_a_member_of_what_is_no_family_is_refused():
    member = Op("at", (2 * scalar("a"), term(1)))
    made = forged(eq(member, member), [("1", eq(member, member), kernel.normal, [])])
    (found,) = checked_all([("own_it", verify.canonical(made).encode())])
    assert "a member of what is no family" in str(found)
