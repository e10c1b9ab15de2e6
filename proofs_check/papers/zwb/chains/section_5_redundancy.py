"""All of (5.3) are minimisers."""

from __future__ import annotations

from ....proof.chain import FromClaim, Proof, Step
from ....statement.psd import minimum_where
from ..notation import Gamma, R, beta
from ..notation_gd import solution

MINIMA = Proof((Step("minima", minimum_where(R, solution, beta, Gamma), FromClaim("zwb/eq-5.3", "b")),))
