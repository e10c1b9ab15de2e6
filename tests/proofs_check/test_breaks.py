"""A formula that is broken inside one engine turns `lemmata check` red: the others do not outvote it in silence."""

from __future__ import annotations

import subprocess
import sys

import pytest

BREAKS = {
    "the loss on words, half of which is a third": (
        "zfb/lemma-10", "import symbolic.lsa as broken; from fractions import Fraction; broken.HALF = Fraction(1, 3)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_engine_is_found(name: str, tmp_path) -> None:
    id, patch = BREAKS[name]
    program = f"{patch}\nfrom proofs_check.cli import main\nmain(['check', {id!r}, '--jobs', '1', '--fresh'])"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={"LEMMATA_HOME": str(tmp_path)}
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "one of them is wrong" in ran.stdout
