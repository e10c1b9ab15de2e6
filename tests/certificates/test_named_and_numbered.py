"""What is called like a number is none, nor what stands elsewhere; broken files are refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs_check.certificates import verify
from tests.certificates import elsewhere, further, letters, named
from tests.certificates.forged import verdicts

FALSE, BUNDLES = named.FALSE | elsewhere.FALSE | letters.FALSE, {**named.BUNDLES, **elsewhere.BUNDLES}


@pytest.mark.parametrize("name", FALSE)
def test_it_is_not_checked(name: str) -> None:
    assert verdicts(FALSE[name]()) == ["failed"]


@pytest.mark.parametrize("number", range(len(letters.TRUE)))
def test_what_is_true_of_slopes_products_and_masks_is_checked(number: int) -> None:
    assert verdicts(further.shows(letters.TRUE[number])()) == ["checked"]


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_of_which_the_last_is_wrong_is_not_checked(name: str) -> None:
    made = BUNDLES[name]()
    assert verdicts(*made).count("checked") < len(made)


@pytest.mark.parametrize("change", [{"id": 3}, {"id": None}, {"id": ["x"]}, {"page": "\ud800"}])
def test_a_file_that_nobody_can_write_is_refused_in_a_sentence(change: dict[str, object]) -> None:
    data = {"format": verify.FORMAT, "id": "own/x", "seal": ""} | change
    with pytest.raises(verify.Refused):
        verify.opened(json.dumps(data).encode(), "own_x")


def test_a_list_of_files_that_is_none_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for listed in ('{"files": {"own_x": []}}', "[" * 100_000, '{"files": [[["x"], 1]]}'):
        (tmp_path / "index.json").write_text(listed)
        (tmp_path / "own_x.json").write_text("{}")
        assert verify.main([str(tmp_path)]) == 1
        assert "failed" in capsys.readouterr().out


def test_formulas_that_each_speak_of_very_much_are_refused() -> None:
    rows = [["sym", f"x{k}", [1, 1], []] for k in range(3000)] + [["op", "and", list(range(3000))]]
    data = {"format": verify.FORMAT, "id": "own/x", "nodes": rows, "model": [], "times": [], "hypotheses": [], "flow": None, "log": [], "theorems": []}
    (found,) = verify.check([("own_x", verify.canonical(data | {"seal": verify.seal(data)}).encode())], {})
    assert found.status == "failed"
