r"""One formula: a term's closed form for every d, a relation's verdict.

>>> ask(r"\mathbb E[x x^\top A x x^\top]", let="x ~ N(0,S), A: d x d")
E[x xᵀ A x xᵀ] = S*A*S + S*A.T*S + tr(A*S)*S
>>> ask(r"\operatorname{tr}(AB) = \operatorname{tr}(BA)", let="A: d x m, B: m x d").verdict.name
'PROVED'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..claims import Claim, Kind, claim
from ..errors import UserError
from ..report.render import latex, plain
from ..statement.props import Prop, eq, subprops
from ..statement.terms import Term, symbols
from ..verdict import GOOD
from .budget import within
from .declarations import declared
from .drawn_below import laws_below, open_limit, outside
from .letters import Named
from .outcomes import Read, ReadingError
from .plain_definitions import defined_here
from .reader import read
from .said import said
from .specs import specified
from .unsaid_shapes import memberships_below, with_bound

if TYPE_CHECKING:
    from ..results import Result
    from ..verdict import Verdict

ID = "mine/formula"


@dataclass(frozen=True, repr=False)
class Answer:
    """What was read, and what came out of it."""

    source: str
    tree: Term | Prop
    letters: tuple[Named, ...]
    value: Any = None
    """Of a term: its closed form on words."""
    result: Result | None = None
    """Of a relation: what became of it."""
    conditions: tuple[str, ...] = field(default=())
    """What is asked so that a term has a value."""

    @property
    def verdict(self) -> Verdict | None:
        return None if self.result is None else self.result.verdict

    @property
    def holds(self) -> bool:
        """Whether a closed form was found, or the relation came out good."""
        return self.result is None or self.result.verdict in GOOD

    @property
    def latex(self) -> str:
        """The formula with its closed form, or the relation, in LaTeX."""
        return latex(self.tree) + ("" if self.value is None else f" = {_typeset(self.value)}")

    @property
    def python(self) -> str:
        """A claim file that states it."""
        from .python import claim_file

        return claim_file(self.tree, self.source, self.letters)

    def __repr__(self) -> str:
        shown = plain(self.tree)
        if self.result is None:
            return f"{shown} = {self.value!r}"
        return f"{self.result.verdict.name}: {shown}"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$" if self.result is None else f"{self.result.verdict.name}: ${self.latex}$"

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "formula": self.source, "outcome": "read", "plain": plain(self.tree), "latex": latex(self.tree),
            "letters": [said(letter) for letter in self.letters],
        }  # fmt: skip
        if self.result is None:
            return found | {
                "value": repr(self.value),
                "value_latex": _typeset(self.value),
                "conditions": list(self.conditions),
            }
        stated = [asked.prop for part in self.result.parts for asked in part.conditions if asked.stated]
        return found | {
            "verdict": self.result.verdict.name, "scope": self.result.scope, "conditions": stated,
            "counterexample": self.result.counterexample,
        }  # fmt: skip


def ask(formula: str, let: str | Iterable[str] = "", *, limit: float | None = None) -> Answer:
    """What a formula in LaTeX comes to, with the letters that ``let`` declares.

    A relation is examined for at most ``limit`` seconds, in a process of its own; without one, here, and to the end.

    Raises:
        UserError: the formula cannot be read, or in more than one way (:class:`~.outcomes.ReadingError`); a declaration
            that is none; a term of which no closed form is known.
    """
    if not isinstance(formula, str):
        raise UserError(f"ask({formula!r}) asks of no formula: pass LaTeX as text, ask('a + a', let='a: number').")
    try:
        return _answered(formula, let, limit)
    except RecursionError:
        raise UserError("This is too long, or too deep: name a part of it, as in --let 'y := a + b'.") from None


def _answered(formula: str, let: str | Iterable[str], limit: float | None) -> Answer:
    tree, letters = _read(formula, let)
    if isinstance(tree, Prop):
        return Answer(formula, tree, letters, result=_examined(as_claim(tree, formula), limit))
    from ..notebook import words

    value = words(tree)
    if "mean#" in repr(value):
        raise UserError(f"{plain(tree)}: a mean has no closed form here. State a relation: other witnesses may know.")
    return Answer(formula, tree, letters, value, conditions=_conditions(tree, formula))


def as_python(formula: str, let: str | Iterable[str] = "") -> str:
    """A claim file that states the formula; nothing is examined."""
    from .python import claim_file

    tree, letters = _read(formula, let)
    return claim_file(tree, formula, letters)


def _read(formula: str, let: str | Iterable[str]) -> tuple[Term | Prop, tuple[Named, ...]]:
    named = let if isinstance(let, str) else [*let]
    if not isinstance(named, str) and not all(isinstance(one, str) for one in named):
        raise UserError(f"let={let!r} must be a text or several, such as let='x ~ N(0,S), A: d x d'.")
    said = named if isinstance(named, str) else "; ".join(named)
    below = _drawn_below(formula, said)
    formula, bound = memberships_below(formula)
    told = (*(f"{name} ~ {law}" for name, law in below.items()), *(f"{name} in {s}" for name, s in bound.items()))
    letters = declared("; ".join([said, *told]))
    letters = with_bound(formula, letters)
    found = read(formula, letters)
    if not isinstance(found, Read):
        raise ReadingError(found)
    if name := outside(found.tree, below):
        raise UserError(f"{name} is drawn below an expectation, and stands outside of it, too: give it two letters.")
    if why := open_limit(found.tree) or defined_here(found.tree):
        raise UserError(why)
    return found.tree, letters


def _drawn_below(formula: str, said: str) -> dict[str, str]:
    """The letters that an expectation draws, and of which no law was said."""
    known = specified(said)
    return {name: law for name, law in laws_below(formula).items()
            if name not in known or not (known[name].law or known[name].body)}  # fmt: skip


def as_claim(prop: Prop, source: str) -> Claim:
    """The relation as a claim of the user's own."""
    from ..own.wellformed import check_claim

    equations = all(sub.head in ("eq", "and") for _, sub in subprops(prop))

    def formula() -> Prop:
        return prop

    formula.__doc__ = f"${source}$"
    made = claim(ID, kind=Kind.IDENTITY if equations else Kind.INEQUALITY, source="asked")(formula)
    check_claim(made)
    return made


def _examined(made: Claim, limit: float | None) -> Result:
    from ..catalogue import Registry, Statement
    from ..dispatch import at_time_limit, stopped
    from ..runner import applicable, examine
    from ..witnesses import Context

    names = applicable(Statement(made.id, made))
    context = Context(known=Registry({}, {}).beside(made))
    if limit is None:
        return examine(made, names, context)
    found = within(lambda: examine(made, names, context), limit)
    return stopped(made, at_time_limit(limit), limit) if found is None else found


def _conditions(node: Term, source: str) -> tuple[str, ...]:
    """What traits and algebra leave open of where the term has a value."""
    from ..witnesses.conditions.listed import listed

    return tuple(asked.prop for asked in listed(as_claim(eq(node, node), source), eq(node, node)))


def _typeset(value: Any) -> str:
    from ..notebook import _typeset as typeset

    found = typeset(value, "")
    if found is None:
        raise UserError(f"the value {value!r} cannot be typeset")
    return found


def lines(answer: Answer) -> Iterator[str]:
    """What the command prints."""
    if answer.result is None:
        yield repr(answer)
        yield f"LaTeX: {answer.latex}"
        where = f", where {' and '.join(answer.conditions)}" if answer.conditions else ""
        yield f"for every {_sizes(answer)}{where}"
    else:
        yield repr(answer)
        yield f"LaTeX: {answer.latex}"
        yield f"scope: {answer.result.scope}"
        if answer.result.counterexample:
            yield f"counterexample: {answer.result.counterexample}"
        if not answer.holds:
            yield from (f"{row.name}: {row.sentence}" for row in answer.result.witnesses
                        if row.sentence and row.verdict is answer.result.verdict)  # fmt: skip
    yield from (f"  {said(letter)}" for letter in answer.letters)


def _sizes(answer: Answer) -> str:
    """The dimensions and integers that the term speaks of."""
    assert isinstance(answer.tree, Term)
    met = symbols(answer.tree)
    words = {w for s in met for dim in s.shape for w in re.findall(r"[A-Za-z_]\w*", str(dim))}
    words |= {s.name for s in met if s.has("integer")}
    return ", ".join(sorted(words)) or "value of its letters"
