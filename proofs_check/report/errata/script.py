"""A short script for a counterexample, made from the statement's tree; stub for the first commit."""

from __future__ import annotations

from collections.abc import Sequence

from ...claim import Claim
from ...results import Result
from .model import Line


def generate(claim: Claim, lines: Sequence[Line], result: Result) -> tuple[str, str]:
    """The script's text and ""; or "" and why there is none."""
    return "", "no script was written for it"
