"""A formula that is broken inside one engine turns `lemmata check` red: the others do not outvote it in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ONE_IS_WRONG, ON_RECORD, TOO_MUCH = "one of them is wrong", "on record", "did not reject"
IS_NONE = "is none: the statement is true there"
REFUTED = "the printed formula and the implementations differ"
BREAKS = {
    "the loss on words, half of which is a third": (
        "zfb/lemma-10", "import symbolic.lsa as broken; from fractions import Fraction; broken.HALF = Fraction(1, 3)",
        ONE_IS_WRONG,
    ),
    "Gaussian moments entry by entry, the exponents forgotten": (
        "zfb/lemma-30", """
import symbolic.entries.moments as broken
def moment(self, alpha, right=broken.Gaussian._moment):
    return right(self, alpha) if sum(alpha) < 4 else right(self, alpha) / 3
broken.Gaussian._moment = moment
""", IS_NONE,
    ),
    "the second moment of a sample covariance, with tr(Lam^2) for tr(Lam)": (
        "zfb/eq-9", """
import numeric.ode.field as broken
broken.second_moment = lambda Lam, N: Lam @ Lam + (Lam @ Lam + (Lam @ Lam).trace() * Lam) / N
""", REFUTED,
    ),
    "a sampler whose query has another covariance": (
        "zfb/section-3.3-data-model", """
import numeric.prompts as broken
def draw(d, N, Lam, n, rng, right=broken.draw):
    drawn = right(d, N, Lam, n, rng)
    return {**drawn, "x_q": drawn["x_q"] / 2}
broken.draw = draw
""", REFUTED,
    ),
    "a completed square that words cannot certify any more": (
        "zfb/lemma-11", "import proofs_check.witnesses.words.witness, symbolic.minima as broken; "
        "broken.is_positive_definite = lambda A: False", ON_RECORD,
    ),
    "tests on draws with radii ten times too large": (
        "zfb/lemma-10", "import numeric.statistics as broken\n"
        "broken.catoni_radius = lambda *args, right=broken.catoni_radius: 10 * right(*args)", ON_RECORD,
    ),
    "a rule of the proof checker that takes every sign": (
        "zfb/lemma-12",
        "import proofs_check.proof.deciding.algebraic as broken; broken._has_sign = lambda prop, signs: True",
        TOO_MUCH,
    ),
    "no wrong twins": (
        "zfb/lemma-9", "import proofs_check.statement.mutate as broken; broken.slips = lambda node: (); "
        "broken._of_whole_sides = lambda prop: ()", ON_RECORD,
    ),
}


def said(id: str, patch: str, home: Path) -> tuple[int, str]:
    """Exit status and output of `lemmata check` with part of the library patched."""
    program = f"{patch}\nfrom proofs_check.cli import main\nmain(['check', {id!r}, '--jobs', '1', '--fresh'])"
    environment = {**os.environ, "LEMMATA_HOME": str(home)}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    return ran.returncode, " ".join((ran.stdout + ran.stderr).split())


@pytest.mark.slow
@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_engine_is_found(name: str, tmp_path: Path) -> None:
    id, patch, why = BREAKS[name]
    status, text = said(id, patch, tmp_path)
    assert status == 1, text
    assert why in text, text
