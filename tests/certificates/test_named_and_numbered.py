"""What is called like a number is none; broken files are refused in a sentence."""

from __future__ import annotations

import json

import pytest

from proofs_check.certificates import verify
from tests.certificates.forged import verdicts
from tests.certificates.named import BUNDLES, FALSE


@pytest.mark.parametrize("name", FALSE)
def test_it_is_not_checked(name: str) -> None:
    assert verdicts(FALSE[name]()) == ["failed"]


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_of_which_the_last_is_wrong_is_not_checked(name: str) -> None:
    assert verdicts(*BUNDLES[name]())[-1] != "checked"


@pytest.mark.parametrize("change", [{"id": 3}, {"id": None}, {"id": ["x"]}, {"page": "\ud800"}])
def test_a_file_that_nobody_can_write_is_refused_in_a_sentence(change: dict[str, object]) -> None:
    data = {"format": verify.FORMAT, "id": "own/x", "seal": ""} | change
    with pytest.raises(verify.Refused):
        verify.opened(json.dumps(data).encode(), "own_x")
