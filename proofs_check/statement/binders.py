"""What each head binds, and where the symbols below it have other values: one row a head, and no head without one.

``sum(i, n, f)`` binds i in f; ``minimum(f, u, v)`` looks at all values of u and v; an expectation averages over
outcomes, a time derivative looks at other moments.  What is known of a symbol at one value, at one moment or for one
outcome says nothing below a head that looks at others.  Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from .trees import Op, Sym, Term, symbols

if TYPE_CHECKING:
    from .props import Prop


class Over(Enum):
    """What a head goes through: all that is below it is looked at for each."""

    INDICES = "indices"
    LAYERS = "layers of a recursion or a product"
    STEP = "a step along a line"
    VALUES = "values of the symbols that it names"
    OUTCOMES = "outcomes of what is drawn"
    MOMENTS = "moments of the flow"
    FLOWS = "whole flows, from other starts or of other losses"
    GROWTH = "integers that grow"
    SOME = "all symbols: it holds at some of their values, and need not hold at others"


Places = tuple[int, int | None, int]
"""First, last (without), and the step from one to the next."""


@dataclass(frozen=True, slots=True)
class Binder:
    over: Over
    names: Places = (0, 0, 1)
    """The places of the symbols that have other values below the head."""
    scope: Places = (0, None, 1)
    """The arguments in which they have them."""
    at_a_point: bool = False
    """Whether the whole depends on the values that they have outside, too, as a gradient does."""
    of_outer: bool = False
    """Whether its names are those of a head further up: where that is unrolled, their values are put in."""


_FIRST, _TWO, _REST, _AFTER_TWO, _EVERY_OTHER = (0, 1, 1), (0, 2, 1), (1, None, 1), (2, None, 1), (1, None, 2)
_INDEX = Binder(Over.INDICES, _FIRST, _AFTER_TWO)
_PRODUCT = Binder(Over.LAYERS, _FIRST, _AFTER_TWO)
_TWO_INDICES = Binder(Over.INDICES, _TWO, (3, None, 1))
_SLOPE = Binder(Over.STEP, _FIRST, (1, 2, 1))
_OF_A_FUNCTION = Binder(Over.VALUES, _REST, _FIRST)
_AT_POINTS = Binder(Over.VALUES, _EVERY_OTHER, _FIRST)
_BODY_TOO = Binder(Over.VALUES, _AFTER_TWO, _TWO)
_QUANTIFIER = Binder(Over.VALUES, _FIRST, (1, 2, 1))
_MEAN = Binder(Over.OUTCOMES)
_GROWING = Binder(Over.GROWTH, _AFTER_TWO, _TWO)

BINDERS: dict[str, Binder] = {
    "sum": _INDEX, "least_over": _INDEX, "stack_over": _INDEX, "beside_over": _INDEX,
    "sum_unequal": _TWO_INDICES, "least_unequal": _TWO_INDICES,
    "prediction_on": Binder(Over.INDICES, (2, 3, 1), (4, 6, 1)),
    "product_up": _PRODUCT, "product_down": _PRODUCT, "sequence": Binder(Over.LAYERS, _TWO, (3, 4, 1)),
    "slope": _SLOPE, "slope_right": _SLOPE, "slope_left": _SLOPE,
    "minimum": _OF_A_FUNCTION, "infimum": _OF_A_FUNCTION, "argmin": _OF_A_FUNCTION, "where": _AT_POINTS,
    "grad": Binder(Over.VALUES, _REST, _FIRST, at_a_point=True),
    "curvature": Binder(Over.VALUES, _EVERY_OTHER, _FIRST, at_a_point=True),
    "expect": _MEAN, "expect_given": _MEAN, "per_prompt": Binder(Over.OUTCOMES, _FIRST, (1, 2, 1), of_outer=True),
    "ddt": Binder(Over.MOMENTS, at_a_point=True), "at0": Binder(Over.MOMENTS),
    # Propositions:
    "for_all": _QUANTIFIER, "exists": _QUANTIFIER,
    "convex": _OF_A_FUNCTION, "nonconvex": _OF_A_FUNCTION, "independent_of": _OF_A_FUNCTION,
    "differentiable": _OF_A_FUNCTION, "differs": Binder(Over.SOME), "depends_on": Binder(Over.SOME),
    "global_minimum": _AT_POINTS, "local_minimum": _AT_POINTS, "saddle": _AT_POINTS,
    "minimisers_satisfy": _BODY_TOO, "minimum_where": _BODY_TOO,
    "almost_surely": _MEAN, "probably": _MEAN, "same_law": _MEAN, "iid_entries": _MEAN, "finite": _MEAN,
    "infinite": _MEAN, "in_mean_square": Binder(Over.OUTCOMES, _AFTER_TWO, _TWO),
    "tends": _GROWING, "tends_jointly": _GROWING, "order": _GROWING,
    "always": Binder(Over.MOMENTS), "limit": Binder(Over.MOMENTS),
    "conserved": Binder(Over.FLOWS), "flow_exists": Binder(Over.FLOWS),
    "always_along": Binder(Over.FLOWS, _AFTER_TWO, _TWO),
    "same_flow": Binder(Over.FLOWS, _AFTER_TWO, _TWO),
    # Conditions that no claim states (proofs_check.kernel):
    "attained": _OF_A_FUNCTION, "smooth": _OF_A_FUNCTION, "smooth_along": Binder(Over.MOMENTS),
}  # fmt: skip

PLAIN = frozenset({
    "+", "-", "neg", "*", "/", "^", "T", "kron", "tr", "det", "norm_F", "norm_op", "norm_2", "inner", "abs", "exp",
    "sqrt", "vec", "unvec", "columns", "block", "stack", "beside", "entry", "row", "col", "at", "diag", "delta", "cond",
    "relu", "relu_each", "exp_each", "softmax", "masked_softmax", "least", "nuclear", "singular_product_sum",
    "unknowns", "apply", "activated", "kernel_value", "gram", "jacobian", "modulus", "prediction", "pinv", "projection",
    "rank", "eigenvalue", "least_eigenvalue", "least_positive_eigenvalue", "exponential", "gamma", "two_point",
    "eq", "ne", "le", "lt", "ge", "gt", "and", "implies", "iff", "psd", "psd_form", "posdef", "commute",
    "negative_eigenvalues_at_least", "negative_eigenvalues_equal", "positive_eigenvalue", "inertia",
    "spectrum_products", "same_shape", "defined", "defined_as", "cites", "supplies", "here", "integer", "has_value",
    "as_named",
})
"""Heads below which every symbol has the value that it has outside."""


def heads(*over: Over) -> frozenset[str]:
    """The heads that go through these."""
    return frozenset(head for head, row in BINDERS.items() if row.over in over)


def names_of(node: Op | Prop) -> frozenset[Sym]:
    """The symbols that have other values below the head of ``node``.

    >>> from .terms import scalar, where
    >>> a, b = scalar("a"), scalar("b")
    >>> [s.name for s in names_of(where(a * b, (a, b)))]
    ['a']
    """
    row = BINDERS.get(node.head)
    if row is None:
        return frozenset()
    if row.over is Over.SOME:
        return frozenset().union(*(symbols(arg) for arg in node.args if isinstance(arg, Term)))
    return frozenset(arg for arg in node.args[slice(*row.names)] if isinstance(arg, Sym))


def below(node: Op | Prop) -> tuple[tuple[Term | Prop, frozenset[Sym]], ...]:
    """The arguments but the names themselves, each with the symbols that have other values in it."""
    names, (named, scope) = names_of(node), places(node)
    nothing = frozenset[Sym]()
    kept = node.head in BINDERS and BINDERS[node.head].at_a_point
    return tuple(
        (arg, names if k in scope else nothing) for k, arg in enumerate(node.args) if kept or k not in named
    )


def places(node: Op | Prop) -> tuple[range, range]:
    """Where the names of a head stand among its arguments, and where these have other values."""
    row, count = BINDERS.get(node.head), len(node.args)
    if row is None:
        return range(0), range(0)
    return range(count)[slice(*row.names)], range(count)[slice(*row.scope)]
