"""Places and scopes in print."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq

from symbolic.contexts import text
from symbolic.entries import Matrix

from ... import logic
from ...statement.props import Prop, terms_in
from ...statement.terms import at
from ...verdict import Taken
from . import integrals
from .environment import NOTHING
from .laws import Law
from .place import Place
from .reader import Reader
from .truth import Failing, Here

MOST_VALUES = 8
"""So many values of unspecified functions are written down of a place."""
_TURNED = re.compile(r"\(\[.*(turn|~).*[\])]$")


def described(prop: Prop, reader: Reader) -> tuple[str, dict[str, Any]]:
    """The place and the sides that fail there, ``d = 1, n = 1, X_0 = [[1, 2]]: left 3, right 4``; and the values of the
    symbols that have exact ones."""
    failing = next((e for e in logic.truth(prop, Here(reader)).evidence if isinstance(e, Failing)), None)
    if failing is None:
        sides = integrals.said(prop, reader) or f"'{prop.head}' fails"
    else:
        left, right = (plain(failing.reader(side)) for side in terms_in(failing.prop))
        sides = f"left {left}, right {right}"
    return f"{_of_the_place(reader)}: {sides}", _exact_values(reader if failing is None else failing.reader)


def _of_the_place(reader: Reader) -> str:
    place = reader.place
    values = [f"{name} = {value}" for name, value in place.sizes.items()]
    values += [f"{name} = {plain(value)}" for name, value in place.values.items()]
    values += _met(place)
    values += [_law(law, reader) for law in place.laws.values()]
    return ", ".join(values)


def _exact_values(reader: Reader) -> dict[str, Any]:
    """Numbers, and rows of numbers; of what a hypothesis gives a value to, this value."""
    values = {reader.place.in_points.get(name, name): value for name, value in reader.place.values.items()}
    values |= {sym.name: reader(sym) for sym in reader.bindings}
    for family, members in reader.families.items():
        if not members.every:
            layer = reader.integer(members.layer, NOTHING)
            values[f"{family.name}[{layer}]"] = reader(at(family, members.layer))
    found: dict[str, Any] = {}
    for name, value in values.items():
        if (rows := _rationals(value)) is not None:
            found[name] = rows[0][0] if value.shape == (1, 1) else rows
    return found


def functions_taken(place: Place) -> dict[str, tuple[Taken, ...]]:
    """What unspecified functions take where arguments and values are exact; of a kernel at all pairs of points."""
    found: dict[str, tuple[Taken, ...]] = {}
    for h in place.activations.values():
        rows = [_taken((U, W), V) for U, W, V in h.met]
        rows += [_taken((U, W), V, (dU, dW)) for U, W, dU, dW, V in h.slopes_met]
        found[h.name] = tuple(row for row in rows if row is not None)
    for K in place.kernels.values():
        points = {str(_rationals(u)): u for pair in K.met for u in pair[:2] if _rationals(u) is not None}
        at = [(u, v) for k, u in enumerate(points.values()) for v in list(points.values())[k:]]
        found[K.name] = tuple(row for u, v in at if (row := _taken((u, v), Matrix(((K(u, v),),)))) is not None)
    return found


def _taken(at: tuple[Matrix, ...], value: Matrix, along: tuple[Matrix, ...] = ()) -> Taken | None:
    told = [_rationals(A) for A in (*at, *along, value)]
    if any(A is None for A in told):
        return None
    return Taken(tuple(told[: len(at)]), told[-1], tuple(told[len(at) : -1]))


def _rationals(A: Matrix) -> list[list[Fraction]] | None:
    """The entries as fractions, where all are."""
    entries = [[_rational(entry) for entry in row] for row in A.rows]
    return None if any(entry is None for row in entries for entry in row) else entries  # type: ignore[return-value]


def _rational(entry: Any) -> Fraction | None:
    """The entry as a fraction, where it is one."""
    return Fraction(int(entry.p), int(entry.q)) if isinstance(entry, fmpq) else None


def _law(law: Law, reader: Reader) -> str:
    turned = "their orbits under uniformly random rotations" if reader.invariances else "them"
    letters = {sym.name for atom in law.atoms for sym in atom.covariates}
    labels = {sym.name for atom in law.atoms for row in atom.labels for sym in row}
    said = [f"{', '.join(sorted(letters))} uniform over {turned}"] if letters else []
    return "; ".join([*said, *(f"{name} uniform over its values" for name in sorted(labels))])


def _met(place: Place) -> list[str]:
    """Values that unspecified functions took.  Where a general rotation has turned the arguments these are not written
    out, and what turns itself is left out: it is of a mean that was taken exactly."""
    activations, kernels = place.activations.values(), place.kernels.values()
    found = [(f"{h.name}({_row(U, W)})", plain(V)) for h in activations for U, W, V in h.met]
    found += [
        (f"d{h.name}({_row(U, W)})[{_row(dU, dW)}]", plain(V)) for h in activations for U, W, dU, dW, V in h.slopes_met
    ]
    found += [(f"{K.name}({_row(u, v)})", text(value)) for K in kernels for u, v, value in K.met]
    found += [(name, plain(value)) for name, value in place.functions.values()]
    said = list(dict.fromkeys(f"{_TURNED.sub('(what is turned)', name)} = {v}" for name, v in found if not _turned(v)))
    more = [f"and {len(said) - MOST_VALUES} more values of functions"] if len(said) > MOST_VALUES else []
    return said[:MOST_VALUES] + more


def _turned(said: str) -> bool:
    return "turn" in said or "~" in said


def _row(*matrices: Matrix) -> str:
    return ", ".join(map(plain, matrices))


def plain(value: Matrix) -> str:
    """A matrix as text; a number without brackets."""
    if value.shape == (1, 1):
        return text(value[0, 0])
    return "[" + ", ".join("[" + ", ".join(text(e) for e in row) + "]" for row in value.rows) + "]"


def in_words(sizes: Sequence[Mapping[str, int]]) -> str:
    """The sizes, each once: ``d = 1, 2; n = 1`` where they are all combinations of these, otherwise one by one."""
    different = sorted({tuple(s.items()) for s in sizes})
    names = list(dict.fromkeys(name for s in sizes for name in s))
    spans = [sorted({s[name] for s in sizes if name in s}) for name in names]
    if len(different) == len(list(product(*spans))):
        return "; ".join(f"{name} = {', '.join(map(str, v))}" for name, v in zip(names, spans, strict=True))
    left = "(" + ", ".join(names) + ")" if len(names) > 1 else names[0]
    values = [tuple(value for _, value in s) for s in different]
    return f"{left} = " + ", ".join(f"({', '.join(map(str, v))})" for v in values)


def span(sizes: Sequence[Mapping[str, int]]) -> str:
    """The largest of each: ``d <= 3, n <= 2``."""
    names = list(dict.fromkeys(name for s in sizes for name in s))
    return ", ".join(f"{name} <= {max(s[name] for s in sizes if name in s)}" for name in names)
