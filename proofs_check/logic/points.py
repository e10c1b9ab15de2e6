"""Engines at one point, and at many."""

from __future__ import annotations

from ..statement.props import Prop
from .engine import Engine
from .interpreter import truth
from .truth import Answer


class AtPoint(Engine):
    """One point: what is false there has a true negation there, and tells that it is false everywhere as well."""

    one_point = True

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        """The point, where the hypothesis holds."""
        return truth(hypothesis, self.aside()), self


class Everywhere(Engine):
    """Many points, all of an infinite set for the most part: false means false at one of them."""

    one_point = False
