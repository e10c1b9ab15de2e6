"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that
it is open."""

from __future__ import annotations

_GROWS = "an integer that grows in one part has small values in the other"
_NEAR = "between a bound and 0, nearer than a thousandth, nobody looks"
_HALF = "a factor of a mean that only samples know is told apart no better than samples can"
_NULL = "no draw is an outcome of probability 0, and the statement is of every outcome"
_RATE = "a rate above 2 is no value that balls try"
_LAW = "the reading of rotations looks at psd matrices of few kinds"
KNOWN: dict[str, str] = {
    "unread/of_shadowed_letters/26": "the letter of a slope, free beside it, is looked at near 0 alone",
    "unread/of_shadowed_letters/35": _GROWS,
    "unread/of_shadowed_letters/36": _GROWS,
    "unread/of_shadowed_letters/39": "few points meet an inequality between two quadratics in two letters",
    "unread/of_other_flows/25": "four starts of a flow are few for a statement in two psd matrices",
    "unread/of_draws_and_slopes/9": _NULL,
    "refereed_faults/supported/0": _NEAR,
    "refereed_faults/supported/1": _NEAR,
    "refereed_faults/supported/2": _NEAR,
    "refereed_faults/supported/3": _HALF,
    "refereed_faults/supported/4": _HALF,
    "refereed_faults/supported/5": _NULL,
    "refereed_faults/supported/6": _NULL,
    "refereed_faults/supported/7": _RATE,
    "refereed_faults/supported/8": "no start is beyond a bound of 100",
    "refereed_faults/supported/9": "where three terms of different scales are equal nobody looks",
    "refereed_faults/supported/11": _LAW,
    "refereed_faults/supported/12": _LAW,
    "refereed_faults/supported/13": "a condition within a condition holds for every kernel that is tried",
    "refereed_chains/sums/37": _NULL,
    "refereed_chains/analysis/51": _RATE,
}
"""Verdicts that can never be, and their causes: by the id of the statement."""
