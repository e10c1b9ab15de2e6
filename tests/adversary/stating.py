"""A statement of known truth, as data, and the families that make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any

from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.model import Model
from proofs_check.statement.props import Prop, eq, subterms
from proofs_check.statement.terms import Op, Sym, eye


class Truth(Enum):
    """What is so, whatever the tool says; each member carries the verdicts that it forbids, in words."""

    TRUE = "it holds at every point: REFUTED is wrong"
    FALSE = "it fails at a point where every term has a value: PROVED is wrong"
    VALUELESS = "true where it has a value, and somewhere it has none: PROVED must state a condition"
    VACUOUS = "no point meets its hypotheses: REFUTED is wrong"
    ILL_SHAPED = "it means nothing: PROVED, SUPPORTED and REFUTED are wrong"
    UNKNOWN = "random, and no point decided it: counted, not judged"


@dataclass(frozen=True)
class Stated:
    """A statement with its truth; ``large`` says that it fails, but not for d <= 3 at small numbers."""

    truth: Truth
    prop: Callable[[], Prop] | Prop
    given: tuple[Prop, ...] = ()
    proof: Any = None
    model: str | Model = ""
    cites: tuple[Claim, ...] = ()
    large: bool = False
    fact: str | None = None
    id: str = ""
    why: str = ""
    tags: frozenset[str] = field(default_factory=frozenset)

    @property
    def family(self) -> str:
        return self.id.rsplit("/", 1)[0]

    def statement(self) -> Prop:
        return self.prop if isinstance(self.prop, Prop) else self.prop()

    def claim(self) -> Claim:
        """The statement as a claim; raises UserError where it cannot be meant."""
        prop = self.statement()
        return named("own/examined", prop, *self.given, proof=self.proof, model=self.model, fact=self.fact)


KINDS = {
    **dict.fromkeys(("le", "lt", "ge", "gt", "psd", "posdef", "psd_form"), Kind.INEQUALITY),
    **dict.fromkeys(("global_minimum", "local_minimum", "saddle", "minimisers_satisfy", "minimum_where", "convex",
                     "nonconvex"), Kind.OPTIMUM),
    **dict.fromkeys(("limit", "tends", "tends_jointly", "in_mean_square"), Kind.LIMIT),
    **dict.fromkeys(("conserved", "always", "always_along", "independent_of", "depends_on", "same_flow"),
                    Kind.INVARIANCE),
    **dict.fromkeys(("finite", "infinite", "same_law", "almost_surely", "probably"), Kind.DISTRIBUTIONAL),
    "order": Kind.RATE, "exists": Kind.CONSTRUCTION, "defined": Kind.DEFINITION,
}  # fmt: skip


def kind_of(prop: Prop) -> Kind:
    """What is stated, by the head, and of equations by what stands in them."""
    heads = {node.head for _, node in subterms(prop) if isinstance(node, Op)}
    if prop.head == "eq" and "grad" in heads:
        return Kind.STATIONARITY
    if prop.head == "eq" and heads & {"minimum", "infimum", "argmin"}:
        return Kind.OPTIMUM
    if prop.head == "eq" and heads & {"expect", "expect_given"}:
        return Kind.DISTRIBUTIONAL
    return KINDS.get(prop.head, Kind.IDENTITY)


def named(
    id: str, prop: Prop, *given: Prop, proof: Any = None, model: str | Model = "", fact: str | None = None
) -> Claim:
    """A claim that says ``prop``."""
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))
    more: dict[str, Any] = {"fact": fact} if fact else {}

    def body() -> Prop:
        """What is stated."""
        return prop

    return claim(id, kind=kind_of(prop), given=hypotheses, proof=proof, model=model, **more)(body)


def true(prop: Callable[[], Prop] | Prop, *given: Prop, **more: Any) -> Stated:
    return Stated(Truth.TRUE, prop, given, **more)


def false(prop: Callable[[], Prop] | Prop, *given: Prop, **more: Any) -> Stated:
    return Stated(Truth.FALSE, prop, given, **more)


def valueless(prop: Callable[[], Prop] | Prop, *given: Prop, **more: Any) -> Stated:
    return Stated(Truth.VALUELESS, prop, given, **more)


def vacuous(prop: Callable[[], Prop] | Prop, *given: Prop, **more: Any) -> Stated:
    return Stated(Truth.VACUOUS, prop, given, **more)


def ill_shaped(prop: Callable[[], Prop] | Prop, *given: Prop, **more: Any) -> Stated:
    return Stated(Truth.ILL_SHAPED, prop, given, **more)


Family = Callable[[], Iterator[Stated]]
FAMILIES: dict[str, Family] = {}
"""Every family of the corpus, by theme and name."""


def family(theme: str) -> Callable[[Family], Family]:
    """Registers a family; its docstring is the argument for the truth of what it yields."""

    def register(made: Family) -> Family:
        assert made.__doc__, f"{made.__name__} gives no argument for its truth"
        FAMILIES[f"{theme}/{made.__name__}"] = made
        return made

    return register


@cache
def members(name: str) -> tuple[Stated, ...]:
    """The statements of a family, numbered."""
    made = FAMILIES[name]
    return tuple(replace(_said(one), id=f"{name}/{k}", why=made.__doc__ or "") for k, one in enumerate(made()))


def _said(stated: Stated) -> Stated:
    """That a symbol is orthogonal is a hypothesis, too, which a claim must state."""
    if not isinstance(stated.prop, Prop):
        return stated
    found = {node for _, node in subterms(stated.prop) if isinstance(node, Sym) and node.has("orthogonal")}
    fixed = sorted((sym for sym in found if not sym.has("haar")), key=lambda sym: sym.name)
    return replace(stated, given=(*stated.given, *(eq(sym * sym.T, eye(sym.shape[0])) for sym in fixed)))
