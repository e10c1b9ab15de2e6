"""Equations between scalars that hold by assumption, used to rewrite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..errors import InputError
from .matrices import Matrix, Value
from .scalars import ATOMS, ZERO, Mono, Scalar


@dataclass(frozen=True)
class Rule:
    """``left -> right`` where left is a product of powers of atoms."""

    left: Mono
    right: Scalar

    @staticmethod
    def of(left: object, right: object) -> Rule:
        """The rule of an equation between scalars; the left side is one term, a single power in it becomes the atom."""
        if not isinstance(left, Scalar) or not isinstance(right, Scalar) or len(left.terms) != 1 or () in left.terms:
            raise InputError(f"the relation {left} = {right} must have one product of scalars on its left side.")
        ((mono, c),) = left.terms.items()
        value = right / Scalar({(): c})
        if len(mono) == 1:
            ((k, e),) = mono
            return Rule(((k, 1),), value ** (1 / Fraction(e)))
        return Rule(mono, value)


def rewrite(value: Value, rules: Iterable[Rule]) -> Value:
    """``value`` with every product that a rule's left side divides rewritten."""
    for rule in rules:
        if isinstance(value, Scalar):
            value = _scalar(value, rule)
        else:
            terms = {w: _scalar(c, rule) for w, c in value.terms.items()}
            value = Matrix(value.rows, value.cols, {w: c for w, c in terms.items() if c})
    return value


def _scalar(value: Scalar, rule: Rule) -> Scalar:
    if len(rule.left) == 1:
        number = rule.left[0][0]
        return value.map_atoms(lambda a: rule.right if a.number == number else None)
    total = ZERO
    for mono, c in value.terms.items():
        exponents = dict(mono)
        times = min((Fraction(exponents.get(k, 0)) / Fraction(e) for k, e in rule.left), default=Fraction(0))
        whole = int(times) if times >= 1 else 0
        rest = Scalar({mono: c})
        for k, e in rule.left:
            rest = rest * ATOMS[k].power(e) ** -whole if whole else rest
        total = total + rest * rule.right**whole
    return total
