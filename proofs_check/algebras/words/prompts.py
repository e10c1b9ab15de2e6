"""Sums over independent prompts: the term of one prompt is a function of that prompt and opaque to words."""

from __future__ import annotations

from symbolic.words import Scalar, opaque
from symbolic.words.scalars import ATOMS, ONE
from symbolic.words.structure import names

from ...statement.fold import Lacks
from .shapes import Any_


def per_prompt(tau: Any_, value: Any_) -> Scalar:
    """``value`` on the prompt number ``tau``."""
    if not isinstance(tau, Scalar) or not isinstance(value, Scalar):
        raise Lacks("words lacks matrices of single prompts")
    return opaque("per_prompt", tau, value)


def sum_over_prompts(value: Scalar, tau: Scalar, count: Scalar) -> Scalar:
    """The sum over all prompts of a value that is linear in terms of prompt ``tau``."""
    total = Scalar.of(0)
    (index,) = names(tau)
    for mono, c in value.terms.items():
        own = [(k, e) for k, e in mono if any(name == index for name in names(ATOMS[k].power()))]
        rest = Scalar({tuple((k, e) for k, e in mono if (k, e) not in own): c})
        if not own:
            total = total + rest * count
        elif len(own) == 1 and own[0][1] == 1 and ATOMS[own[0][0]].name == "per_prompt":
            total = total + rest * opaque("sum_over_prompts", ATOMS[own[0][0]].args[1])
        else:
            raise Lacks("words lacks sums over prompts of products of their terms")
    return total * ONE
