"""The task where a prior of the model is its law: no engine that knows N(0, I) takes means over it."""

from __future__ import annotations

from ..roles import letter_of
from .fold import Lacks
from .terms import Op, Sym, symbols

_OF_A_PRIOR = letter_of("prior_loss")
"""The loss of models with a prior of the task."""
_TASK = letter_of("task")


def refuse_priors(mean: Op, loss: object) -> None:
    """Raise :class:`Lacks` where the mean goes over the task, or over what is made of it, and its law is a prior."""
    body, *fixed = mean.args
    drawn = [s for s in symbols(body) if s.has("random") and s not in fixed]
    held = any(isinstance(s, Sym) and s.name == _TASK for s in fixed)
    of_the_task = [s for s in drawn if s.name == _TASK or (s.traits & {"prompt", "derived"} and not held)]
    if loss == _OF_A_PRIOR and of_the_task:
        raise Lacks(f"the law of {of_the_task[0].name} is a prior, of which no mean is known")
