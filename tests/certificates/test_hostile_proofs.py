"""Proofs that do not hang together, sealed by a forger: none is checked."""

import pytest

from .disguises import DISGUISES
from .forged import verdicts
from .further import FURTHER, FURTHER_BUNDLES
from .infima import FALSE as OF_INFIMA
from .infima import TRUE as TRUE_OF_INFIMA
from .more_forgeries import BUNDLES as MORE_BUNDLES
from .more_forgeries import FALSE as MORE
from .more_forgeries import TRUE as MORE_TRUE
from .proofs import BUNDLES, FALSE, TRUE

FALSE, TRUE = {**FALSE, **FURTHER, **DISGUISES, **OF_INFIMA, **MORE}, {**TRUE, **TRUE_OF_INFIMA, **MORE_TRUE}
BUNDLES = {**BUNDLES, **FURTHER_BUNDLES, **MORE_BUNDLES}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_proof_is_checked(name):
    assert verdicts(TRUE[name]()) == ["checked"]


@pytest.mark.parametrize("name", FALSE)
def test_a_wrong_proof_is_not_checked(name):
    assert "checked" not in verdicts(FALSE[name]())


@pytest.mark.parametrize("name", FALSE)
def test_a_wrong_proof_is_not_checked_where_nothing_is_marked(name):
    data = FALSE[name]()
    for steps in data["chains"]:
        for step in steps:
            step.pop("checked", None)
    from .forged import sealed

    assert "checked" not in verdicts(sealed(data))


@pytest.mark.parametrize("name", BUNDLES)
def test_what_cites_another_statement_wrongly_is_not_checked(name):
    assert verdicts(*BUNDLES[name]())[-1] != "checked"
