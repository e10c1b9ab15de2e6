"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that
it is open."""

from __future__ import annotations

_THIN = "conditions on members of a family are met at few places, by chance or by zeros"
_GROWS = "an integer that grows in one part has small values in the other"
KNOWN: dict[str, str] = {
    "unread/of_layers_and_functions/25": "no place at d = 2 meets a condition that gives a member by itself",
    "unread/of_shadowed_letters/26": "the letter of a slope, free beside it, is looked at near 0 alone",
    "unread/of_shadowed_letters/35": _GROWS,
    "unread/of_shadowed_letters/36": _GROWS,
    "unread/of_shadowed_letters/39": "few points meet an inequality between two quadratics in two letters",
    "unread/of_one_and_another/4": _THIN,
    "unread/of_one_and_another/6": _THIN,
    "unread/of_other_flows/25": "four starts of a flow are few for a statement in two psd matrices",
    "unread/of_draws_and_slopes/9": "no draw is an outcome of probability 0, and the statement is of every outcome",
}
"""Verdicts that can never be, and their causes: by the id of the statement."""
