r"""Values of functions of which words know few laws, in LaTeX: :math:`B_\ell` by its layer, all others by a number."""

from __future__ import annotations

from typing import Any

from ..words import Scalar

SHOWN = {
    "activated": r"\tilde h", "jacobian": r"\mathcal J", "gram": r"\mathcal K", "mean": r"\mathbb E",
    "sequence": "F", "slope": r"\dot F", "relu_each": r"\operatorname{relu}", "exp_each": r"\exp",
    "masked_softmax": r"\operatorname{softmax}",
}
"""What stands for the function; the arguments may be long beyond reading."""


def call(name: str, args: tuple[Any, ...], number: str) -> str:
    r"""The value of a function: ``B_{\ell}`` for the member of a family, else the function with the value's number.

    >>> print(call("activated", (), "3"))
    \tilde h_{\#3}
    """
    if name == "layer" and isinstance(args[1], Scalar):
        return rf"{args[0].name}_{{{args[1]!r}}}".replace("*", " ")
    if name == "delta":
        return rf"\mathbb 1({args[0]!r}={args[1]!r})".replace("*", " ")
    return rf"{SHOWN.get(name, rf'{{{name}}}')}_{{\#{number}}}"
