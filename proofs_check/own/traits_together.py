"""Traits that no symbol has together: those of two kinds of symbol, and those of which no value is looked for that has
both.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine_names import told_apart
from ..statement.terms import Sym

_BESIDE: dict[str, set[str]] = {
    "noise": {"random", "iid", "normal", "std", "degenerate"}, "cov": {"random", "iid", "degenerate"},
    "haar": {"random", "iid", "orthogonal"}, "label": {"random", "iid"}, "prompt": {"random"}, "derived": {"random"},
    "context": {"random"}, "activation": {"invariant", "smooth", "symmetric"}, "mask": {"symmetric"},
    "kernel": {"symmetric", "psd", "posdef", "rotation_invariant"}, "index": {"range"},
    "layer": {"integer", "nonnegative"}, "layers": set(), "identity": set(), "zero": set(),
    "parameter": {"symmetric", "psd", "posdef", "positive", "nonnegative", "nonzero", "invertible"},
}  # fmt: skip
"""What a symbol is, with the traits that may stand beside it: noise has the mean 0 and either sign, a random rotation
is hardly ever symmetric."""
_OF_MATRICES = (
    ("symmetric", "psd", "posdef"), ("positive", "nonnegative"), ("nonzero",), ("invertible",), ("orthogonal",),
    ("integer",),
)  # fmt: skip
_OF_NUMBERS = (("nonnegative", "psd"), ("nonzero", "invertible"), ("orthogonal",))
"""Each says which values there are; > 0 says all that >= 0 and != 0 say together."""


def contradictions(sym: Sym) -> Iterator[str]:
    """What is wrong with the traits of one symbol, taken together."""
    heads = {trait.partition(":")[0] for trait in sym.traits}
    of_two_kinds = ((what, trait) for what in sorted(heads & _BESIDE.keys())
                    for trait in sorted(heads - _BESIDE[what] - {what}))  # fmt: skip
    for what, trait in of_two_kinds:
        yield f"{sym.name} has the traits {what!r} and {trait!r}, which no symbol has together: leave one of them out."
        return
    if 1 in sym.shape and sym.traits & {"positive", "posdef"}:
        return
    groups = _OF_NUMBERS if 1 in sym.shape else _OF_MATRICES
    found = sym.traits - told_apart(sym)
    said = [next(trait for trait in group if trait in found) for group in groups if found & {*group}]
    if len(said) > 1 and not heads & _BESIDE.keys() - {"parameter"}:
        remedy = "write 'positive'" if sym.shape == (1, 1) else "state one of them as a hypothesis"
        yield f"{sym.name} has the traits {said[0]!r} and {said[1]!r}, which are not given together: {remedy}."
