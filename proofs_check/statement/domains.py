r"""Where terms have values: the domain condition of each head, and the kinks at which it has no derivative.

The conditions stand in the table of heads.  A head without one has a value wherever its arguments have one, and is as
smooth as they are; what an expectation asks for, that the mean of the absolute value be finite, is for
:mod:`proofs_check.proof.values.integrability`.  Standard library only.
"""

from __future__ import annotations

from .fold import Lacks
from .heads import PROPS, TERMS
from .heads.asking import Asked as Asked
from .heads.asking import Kind as Kind
from .heads.asking import is_natural as is_natural
from .props import Prop
from .shape import shape, term_of_dim
from .terms import Num, Op, Term

EXISTENCE = frozenset({Kind.ATTAINED, Kind.UNIQUE, Kind.BOUNDED, Kind.FLOW})
"""What has to be proved: "true where the minimum exists" says nothing."""
ASKS_FOR_THE_FLOW = frozenset(head for head, row in PROPS.items() if row.of_the_flow)
"""What is said of all times: the flow exists that long."""
_ROUND = frozenset({"abs", "relu", "norm_2", "norm_F"})


def asked(node: Op) -> tuple[Asked, ...]:
    """The domain condition of the outermost head of ``node``.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> asked(a / b) == ((Kind.NONZERO, b),)
    True
    """
    row = TERMS.get(node.head)
    return (*row.asks(node), *_in_range(node, row.counts)) if row is not None else ()


def asked_of(prop: Prop) -> tuple[Asked, ...]:
    """What a proposition asks of its first argument."""
    row, first = PROPS.get(prop.head), prop.args[0] if prop.args else None
    return ((row.asks, first),) if row is not None and row.asks is not None and isinstance(first, Term) else ()


def kinks(node: Op) -> tuple[Asked, ...]:
    """What makes the outermost head of ``node`` differentiable in its arguments, where these move."""
    row = TERMS.get(node.head)
    return row.kinks(node) if row is not None else ()


def is_smoothed(node: Op, times: int = 1) -> bool:
    r"""Whether the power takes the kink away: :math:`|a|^2`, :math:`\|v\|^2`, or more factors than derivatives."""
    match node:
        case Op(head="^", args=(Op(head=head), Num(value=power))) if head in _ROUND and power.denominator == 1:
            return power > times or (power > 0 and power % 2 == 0 and head != "relu")
    return False


def _in_range(node: Op, counts: tuple[int, ...]) -> tuple[Asked, ...]:
    """Rows, columns and eigenvalues are counted 1, 2, ..., up to as many as there are."""
    if not counts:
        return ()
    A, *places = node.args
    try:
        sizes = tuple(map(term_of_dim, shape(A)))
    except Lacks:
        return ()  # sizes that the tree does not tell are for whoever evaluates it
    pairs = zip(counts, places, strict=True)
    return tuple((Kind.IN_RANGE, gap) for side, k in pairs for gap in (sizes[side] - k, k - 1))
