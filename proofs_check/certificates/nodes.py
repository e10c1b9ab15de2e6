"""Statement trees as rows of JSON, each subterm once; a row speaks of rows above it.  Standard library only.

What a paper only names is written out: derived symbols, predictions and velocities are their definitions, and a
Gaussian vector bears its covariance.  So a certificate says in full what it speaks of.
"""

from __future__ import annotations

from typing import Any

from ..model import Model
from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from ..written_out import WrittenOut

TURNED = {"ge": "le", "gt": "lt"}
"""a >= b is written as b <= a, a > b as b < a."""


class Rows:
    """The formulas of one certificate.  Abbreviations are opened: they mean their bodies."""

    def __init__(self, defined: WrittenOut | None = None, model: Model | None = None) -> None:
        self.rows: list[list[Any]] = []
        self._known: dict[object, int] = {}
        self._named: dict[str, list[Any]] = {}
        self._defined = defined or WrittenOut()
        self._model = model
        loss = self._defined.term(model.loss) if model is not None and isinstance(model.loss, Sym) else None
        self._drawn = symbols(loss) if loss is not None else None

    def add(self, node: Term | Prop) -> int:
        """The row of the formula, which is written if it is new."""
        if isinstance(node, Term) and node in self._known:
            return self._known[node]
        body = self._body(node)
        if body is not None:
            found = self.add(body)
        elif isinstance(node, Num):
            found = self.row(["num", str(node.value)])
        elif isinstance(node, Sym):
            traits = sorted(node.traits | self._law(node))
            found = self.row(["sym", self._name(node, traits), list(node.shape), traits])
        elif isinstance(node, (Op, Prop)):
            head, args = (TURNED[node.head], node.args[::-1]) if node.head in TURNED else (node.head, node.args)
            found = self.row(["op", head, [self.add(arg) for arg in args]])
        else:
            raise TypeError(f"no formula: {node!r}")
        if isinstance(node, Term):
            self._known[node] = found
        return found

    def _name(self, sym: Sym, traits: list[str]) -> str:
        """Its own; of two counts that are called alike, but range differently, the second one bears a prime."""
        name, what = sym.name, [*sym.shape, *traits]
        while {"index", "layer"}.intersection(traits) and self._named.get(name, what) != what:
            name += "′"
        self._named.setdefault(name, what)
        return name

    def _body(self, node: Term | Prop) -> Term | None:
        """What the formula is by definition, where it only names it."""
        if isinstance(node, Abbrev):
            return node.body
        if isinstance(node, Sym):
            return self._defined.term(node)
        if isinstance(node, Op) and node.head == "prediction":
            return self._defined.predicted(*node.args)
        if isinstance(node, Op) and node.head == "prediction_on" and self._defined.prediction_on is not None:
            return self._defined.prediction_on(*node.args)
        model = self._model
        if isinstance(node, Op) and node.head == "ddt" and model is not None and node.args[0] in model.parameters:
            loss = model.loss_in_full
            if not isinstance(loss, Sym) or self._defined.term(loss) is not None:
                return -Op("grad", (loss, node.args[0]))
        return None

    def _law(self, sym: Sym) -> frozenset[str]:
        law = self._defined.covariance(sym)
        if self._drawn is not None and sym not in self._drawn:  # another law may be meant than where the loss draws it
            law = None
        if law is None or any(t.startswith(("cov:", "label")) for t in sym.traits):
            return frozenset()
        if isinstance(law, Sym):
            self.add(law)
        return frozenset({f"cov:{law.name if isinstance(law, Sym) else law}"})

    def row(self, row: list[Any]) -> int:
        """The number of a row, which is written if it is new."""
        key = repr(row)
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]
