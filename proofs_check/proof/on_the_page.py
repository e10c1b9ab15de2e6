"""Whether a step follows the way the page goes, or the inequality that the page cites points the other way.

Where the chain reaches a step by another way than the page, the page's inference stands beside it
(:class:`~proofs_check.proof.chain.Inference`) and is put to the same rule.  An inference that goes the wrong way shows
itself: with every multiple turned round, the same premises give the opposite inequality.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..statement.props import Prop
from ..statement.terms import Num
from .chain import Combination, Step
from .desk import Gap

Refusal = Callable[[Step], str]
"""Why a further step does not follow from the chain; empty when it does."""


def follows_as_printed(step: Step, refusal: Refusal) -> bool:
    """Whether the page's own inference gives what it shows; raises :class:`Gap` where it gives neither direction."""
    assert step.page is not None, "a step of which the page's inference is known"
    page = step.page
    printed = Step(f"{step.label}, on the page", page.shows, page.by, page.premises)
    why = refusal(printed)
    if not why:
        return True
    turned = Combination(*(Num(-m.value) if isinstance(m, Num) else -m for m in page.by.multipliers))
    if refusal(replace(printed, shows=opposite(page.shows), by=turned)):
        raise Gap(f"what the page infers is not as stated: {why}")
    return False


def opposite(shows: Prop) -> Prop:
    """The same two sides, the other way round."""
    if shows.head not in {"le", "lt", "ge", "gt"}:
        raise Gap(f"only an inequality has a direction, '{shows.head}' has none")
    return Prop(shows.head, shows.args[::-1])
