r"""Where terms have values: the domain condition of each head, and the kinks at which it has no derivative.

One row a head.  A head without a row has a value wherever its arguments have one, and is as smooth as they are; what
an expectation asks for, that the mean of the absolute value be finite, is for :mod:`proofs_check.proof.integrability`.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from .fold import Lacks
from .shape import shape, term_of_dim
from .terms import Num, Op, Sym, Term


class Kind(Enum):
    """What is asked of a term; of a matrix "nonnegative" and "positive" mean definiteness."""

    NONZERO = "!= 0"
    INVERTIBLE = "invertible"
    NONNEGATIVE = ">= 0"
    POSITIVE = "> 0"
    NO_ZERO_ENTRY = "without an entry 0"
    SMOOTH = "differentiable"
    FINITE = "< oo"
    """Of an expectation: the mean of the absolute value is finite."""
    SYMMETRIC = "symmetric"
    IN_RANGE = "in range"
    """Of a size less a place, or a place less 1: not negative."""
    ATTAINED = "attained"
    """Of a minimum: some values of the variables give it."""
    UNIQUE = "unique"
    """Of an argmin: the minimum is attained at one point alone."""
    BOUNDED = "bounded below"
    """Of an infimum: it is a number."""
    FLOW = "flow"
    """Of a loss: its gradient flow exists for all times t >= 0."""


EXISTENCE = frozenset({Kind.ATTAINED, Kind.UNIQUE, Kind.BOUNDED, Kind.FLOW})
"""What has to be proved: "true where the minimum exists" says nothing."""

Asked = tuple[Kind, Term]
Row = Callable[[Op], tuple[Asked, ...]]


def asked(node: Op) -> tuple[Asked, ...]:
    """The domain condition of the outermost head of ``node``.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> asked(a / b) == ((Kind.NONZERO, b),)
    True
    """
    row = DOMAINS.get(node.head)
    return row(node) if row is not None else ()


def kinks(node: Op, times: int = 1) -> tuple[Asked, ...]:
    """What makes the outermost head of ``node`` differentiable so many times in its arguments, where these move."""
    row = KINKS.get(node.head)
    return row(node) if row is not None else ()


def is_smoothed(node: Op, times: int = 1) -> bool:
    r"""Whether the power takes the kink away: :math:`|a|^2`, :math:`\|v\|^2`, or more factors than derivatives."""
    match node:
        case Op(head="^", args=(Op(head=head), Num(value=power))) if head in _ROUND and power.denominator == 1:
            return power > times or (power > 0 and power % 2 == 0 and head != "relu")
    return False


_ROUND = frozenset({"abs", "relu", "norm_2", "norm_F"})


def _power(node: Op) -> tuple[Asked, ...]:
    base, exponent = node.args
    if not isinstance(exponent, Num):
        return () if is_natural(exponent) else ((Kind.POSITIVE, base),)
    if exponent.value.denominator == 1:
        return () if exponent.value >= 0 else ((Kind.INVERTIBLE, base),)
    return ((Kind.NONNEGATIVE if exponent.value > 0 else Kind.POSITIVE, base),)


def _kink_of_power(node: Op) -> tuple[Asked, ...]:
    base, exponent = node.args
    whole = isinstance(exponent, Num) and exponent.value.denominator == 1
    return () if whole or is_natural(exponent) else ((Kind.POSITIVE, base),)


def is_natural(exponent: Term) -> bool:
    """Whether the exponent is one of 0, 1, 2, ..., such as d - 1."""
    match exponent:
        case Num(value):
            return value.denominator == 1 and value >= 0
        case Sym():
            return exponent.has("integer") and bool(exponent.traits & {"positive", "nonnegative"})
        case Op(head="-", args=(Sym() as n, Num(value))):
            return n.has("positive") and is_natural(n) and value.denominator == 1 and value <= 1
        case Op(head="+" | "*", args=args):
            return all(map(is_natural, args))
    return False


def _of(kind: Kind, place: int = 0) -> Row:
    return lambda node: ((kind, node.args[place]),)


def _itself_smooth(node: Op) -> tuple[Asked, ...]:
    return ((Kind.SMOOTH, node),)


def _place(node: Op) -> tuple[Asked, ...]:
    """Rows, columns and eigenvalues are counted 1, 2, ..., up to as many as there are."""
    A, *places = node.args
    try:
        rows, columns = map(term_of_dim, shape(A))
    except Lacks:
        return ()  # sizes that the tree does not tell are for whoever evaluates it
    sizes = {"row": (rows,), "col": (columns,), "eigenvalue": (rows,)}.get(node.head, (rows, columns))
    return tuple((Kind.IN_RANGE, gap) for n, k in zip(sizes, places, strict=True) for gap in (n - k, k - 1))


def _eigenvalue(node: Op) -> tuple[Asked, ...]:
    return ((Kind.SYMMETRIC, node.args[0]), *_place(node))


DOMAINS: Mapping[str, Row] = {
    "/": _of(Kind.NONZERO, 1),
    "^": _power,
    "sqrt": _of(Kind.NONNEGATIVE),
    "cond": _of(Kind.POSITIVE),
    "least_positive_eigenvalue": lambda node: ((Kind.NONNEGATIVE, node.args[0]), (Kind.NONZERO, node.args[0])),
    "prediction": _of(Kind.NONZERO, 2),
    "prediction_on": _of(Kind.NONZERO, 3),
    "exponential": _of(Kind.POSITIVE),
    "gamma": lambda node: tuple((Kind.POSITIVE, arg) for arg in node.args),
    "two_point": lambda node: ((Kind.NONNEGATIVE, node.args[2]), (Kind.NONNEGATIVE, 1 - node.args[2])),
    **dict.fromkeys(("entry", "row", "col"), _place),
    "eigenvalue": _eigenvalue,
    **dict.fromkeys(("least_eigenvalue", "modulus"), _of(Kind.SYMMETRIC)),
    "minimum": lambda node: ((Kind.ATTAINED, node),),
    "infimum": lambda node: ((Kind.BOUNDED, node),),
    "argmin": lambda node: ((Kind.UNIQUE, node),),
    "expect": lambda node: ((Kind.FINITE, node),),
    "expect_given": lambda node: ((Kind.FINITE, node),),
}
"""What each head asks of its arguments, beside that they have values."""

OF_PROPOSITIONS: Mapping[str, Kind] = {
    **dict.fromkeys(("inertia", "negative_eigenvalues_at_least", "negative_eigenvalues_equal", "positive_eigenvalue"),
                    Kind.SYMMETRIC),
}
"""What propositions ask of their first argument."""
ASKS_FOR_THE_FLOW = frozenset({"always", "always_along", "limit"})
"""What is said of all times: the flow exists that long."""

def _of_activation(node: Op) -> tuple[Asked, ...]:
    h = node.args[0]
    return () if isinstance(h, Sym) and h.has("smooth") else ((Kind.SMOOTH, node),)


KINKS: Mapping[str, Row] = {
    "activated": _of_activation,
    "abs": _of(Kind.NONZERO),
    "relu": _of(Kind.NONZERO),
    "norm_2": _of(Kind.NONZERO),
    "norm_F": _of(Kind.NONZERO),
    "sqrt": _of(Kind.POSITIVE),
    "^": _kink_of_power,
    "least": lambda node: ((Kind.NONZERO, node.args[0] - node.args[1]),),
    "relu_each": _of(Kind.NO_ZERO_ENTRY),
    "modulus": _of(Kind.INVERTIBLE),
    **dict.fromkeys(
        ("norm_op", "nuclear", "cond", "eigenvalue", "least_eigenvalue", "least_positive_eigenvalue", "least_over",
         "least_unequal", "singular_product_sum", "pinv", "projection", "rank", "minimum", "infimum", "argmin"),
        _itself_smooth,
    ),
}
"""What each head asks of its arguments in order to have a derivative in them."""
