r"""Proof chains as data: steps, the rules they follow by, and how they hang together.  Standard library only.

A chain is natural deduction with numbered lines.  A line shows a proposition in one of two modes:

* *universal*: no ``always``; it holds for all values of the parameters (under the claim's hypotheses);
* *along the flow*: ``always(p)``; ``p`` holds at every time of the gradient flow from the assumed start.

A universal line may be used along the flow, never the other way round.  A premise is the label of an earlier
step, the name of one of the claim's hypotheses, or either with ``/k`` for the k-th link of a conjunction.

>>> from ..statement.props import ge
>>> from ..statement.terms import scalar
>>> a = scalar("a")
>>> Proof((Step("square", ge(a * a, 0), Positivity()),)).steps[0].label
'square'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from .. import shown
from ..arguments import several
from ..errors import UserError
from ..statement.props import Prop
from ..statement.terms import Dim, Sym, Term, TermLike, term
from .steps.bounds import Bounding
from .steps.curvature import Curved
from .steps.extrema import Extreme
from .steps.families import OfFamilies
from .steps.layers import Contracting, Diminishing, Rotated
from .steps.recursions import Recursive
from .steps.small_gradients import SmallGradients

Multiplier = Union[Term, tuple[Term, Term]]
"""A factor, or a pair (left, right) for an equation between matrices."""


@dataclass(frozen=True, init=False)
class Identity:
    r"""An equation :math:`a=b` with :math:`a-b=\sum_k L_k(a_k-b_k)R_k`, the premises being :math:`a_k=b_k`.

    Without premises, a and b have the same normal form.  Decided by words.
    """

    multipliers: tuple[Multiplier, ...]

    def __init__(self, *multipliers: TermLike | tuple[TermLike, TermLike]) -> None:
        pairs = (
            (term(m[0]), term(m[1])) if isinstance(m, tuple) else term(m)
            for m in multipliers
        )
        object.__setattr__(self, "multipliers", tuple(pairs))


@dataclass(frozen=True, init=False)
class Combination:
    r"""An (in)equality :math:`a\le b` with :math:`b-a=\sum_k m_k s_k+\sum_j n_j`.

    The :math:`s_k\ge0` are the slacks of the premises in their order, :math:`m_k\ge0` the multipliers (of any
    sign for an equation), :math:`n_j\ge0` the terms of ``plus``; the signs are decided by the sign algebra, which
    may look at all premises of the step, also at those beyond the last multiplier.  A strict conclusion needs a
    strict premise with a positive multiplier, or a positive :math:`n_j`.
    """

    multipliers: tuple[Term, ...]
    plus: tuple[Term, ...]

    def __init__(self, *multipliers: TermLike, plus: tuple[TermLike, ...] = ()) -> None:
        object.__setattr__(self, "multipliers", tuple(map(term, multipliers)))
        object.__setattr__(self, "plus", tuple(map(term, plus)))


@dataclass(frozen=True)
class Positivity:
    """A sign (``>= 0``, ``> 0``, ``!= 0``, psd, posdef) that the sign algebra finds from the structure."""


@dataclass(frozen=True)
class Substitution:
    """Equals for equals: the premises that are equations are rewritten left to right; others may tell signs.

    With ``into`` (a premise's label) that proposition becomes the one shown; without it the two sides of the
    equation shown become the same.
    """

    into: str = ""


@dataclass(frozen=True)
class Assume:
    """Opens an assumption; the lines that rest on it are tracked until it is discharged.

    ``always(p)`` is assumed at one arbitrary moment, and with ``whole`` for the whole flow.
    """

    whole: bool = False


@dataclass(frozen=True)
class Discharge:
    """Shows ``implies(assumption, premise)``."""

    assumption: str


@dataclass(frozen=True)
class ModusPonens:
    """The conclusion of the first premise, an implication whose hypothesis is among the other premises."""


@dataclass(frozen=True)
class BothWays:
    """``iff(p, q)`` from ``implies(p, q)`` and ``implies(q, p)``."""


@dataclass(frozen=True)
class AlmostSurely:
    """``almost_surely(q)`` from ``implies(p, q)``, this and each link of p being known, at least almost surely.

    Or from q itself, where it holds at every outcome.
    """


@dataclass(frozen=True)
class Antisymmetry:
    """``a = b`` from ``a <= b`` and ``b <= a``."""


@dataclass(frozen=True, init=False)
class Exhibit:
    """``exists(x, ... body)`` from the body at the stated values of the symbols."""

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        for pair in at:
            if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Sym)):
                raise UserError(f"Exhibit takes pairs of a symbol and its value, Exhibit((x, 1)), not {pair!r}.")
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True)
class Reduction:
    """A proposition (a saddle, say) that :mod:`~proofs_check.witnesses.deciding.decide` reduces to identities."""


@dataclass(frozen=True)
class Contradiction:
    """The two premises contradict one another, hence the negation of the assumption."""

    assumption: str


@dataclass(frozen=True, init=False)
class Attained:
    """The minimum of f over the bound symbols: a universal lower bound and the point where it is attained.

    Premises: ``ge(f, c)`` for all parameters, and ``eq(where(f, *at), c)``.
    Shows ``eq(minimum(f, ...), c)`` or ``global_minimum(f, *at)``.
    """

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True)
class AtMinimisers:
    """``minimisers_satisfy(f, body, ...)`` from ``implies(eq(f, minimum(f, ...)), body)``: the definition."""


@dataclass(frozen=True)
class Continuity:
    """Limits pass through continuous functions: ``limit(T(a), T(A))`` from ``limit(a, A)``.

    Denominators, roots and fractional powers must be positive (or non-zero) at the limit.  With the premise that
    the flow exists for all times, ``always(eq(a, A))`` with a constant A counts as a limit.  For
    ``tends(T, V, n)`` and ``tends_jointly(T, V, m, n)`` no premise is needed: 1/m and 1/n tend to 0, T is a continuous
    function of them.
    """


@dataclass(frozen=True)
class MeanSquare:
    """``in_mean_square(a, b, n, ...)`` from ``tends_jointly(expect(norm_F(a - b)**2), 0, n, ...)``: the definition."""


@dataclass(frozen=True, init=False)
class Bounded:
    """``order(f, g, n, ...)`` from ``le(f, C * g)`` and one of ``le(0, f)``, ``le(-(C * g), f)``: the definition.

    The bound C depends on none of the integers n, ...
    """

    bound: Term

    def __init__(self, bound: TermLike) -> None:
        object.__setattr__(self, "bound", term(bound))


@dataclass(frozen=True, init=False)
class Dominated:
    r"""``finite(expect(f))`` from ``le(f, b)`` and ``finite(expect(g_k))``, f >= 0 and :math:`b=\sum_kL_kg_kR_k`.

    The multipliers, one or a pair (L_k, R_k) for each g_k, are not random.
    """

    multipliers: tuple[tuple[Term, Term], ...]

    def __init__(self, *multipliers: TermLike | tuple[TermLike, TermLike]) -> None:
        pairs = (m if isinstance(m, tuple) else (m, 1) for m in multipliers)
        object.__setattr__(self, "multipliers", tuple((term(left), term(right)) for left, right in pairs))


@dataclass(frozen=True)
class TheMinimiser:
    """``eq(argmin(f, v), p)`` from ``global_minimum(f, (v, p))`` and ``minimisers_satisfy(f, eq(v, p), v)``."""


@dataclass(frozen=True, init=False)
class Summands:
    r"""``eq(total(i, n, f), total(i, n, g))`` from ``for_all(i, eq(p, q))`` with :math:`f-g=m(p-q)`.

    ``eq(total(i, n, f), 0)`` counts as g = 0.
    """

    multiplier: Term

    def __init__(self, multiplier: TermLike = 1) -> None:
        object.__setattr__(self, "multiplier", term(multiplier))


@dataclass(frozen=True)
class Diagonal:
    """Let ``A = Q D Q^T`` and ``Q^T Q = I``: the spectral theorem for a symmetric A that is no function of parameters.

    Q and D are symbols that occur nowhere above and not in the statement; D has the trait ``diagonal``, both are
    ``random`` where A is.
    """


@dataclass(frozen=True)
class OfModulus:
    """``modulus(A) = Q E Q^T``, ``E E = D D``, ``E D = D E``, for the ``A = Q D Q^T`` that defines it; let E be |D|.

    Premises: ``A = Q D Q^T`` and ``Q^T Q = I`` with a diagonal D, as :class:`Diagonal` shows them; E is a new diagonal
    symbol, ``random`` where D is.
    """


@dataclass(frozen=True, init=False)
class Roots:
    r"""``inertia(A, p, n)`` from :math:`\det(mI-A)=\prod_k(m-r_k)^{j_k}`, decided for a fresh m.

    The signs of the roots r_k come from the sign algebra; roots that are not 0 have numbers as multiplicities j_k.
    """

    roots: tuple[tuple[Term, Term], ...]

    def __init__(self, *roots: tuple[TermLike, TermLike]) -> None:
        object.__setattr__(self, "roots", tuple((term(root), term(multiplicity)) for root, multiplicity in roots))


@dataclass(frozen=True)
class ConditionNumber:
    """``eq(cond(A), norm_op(A) * norm_op(inv(A)))`` for a positive definite A."""


@dataclass(frozen=True)
class Signs:
    """Eigenvalues and their signs from those of other matrices: products, blocks on the diagonal, traces."""


@dataclass(frozen=True)
class Congruence:
    """``inertia(B, p, n)`` from ``inertia(A, p, n)``, where ``B = by A by^T`` and ``inverse`` is that of ``by``."""

    by: Term
    inverse: Term
    size: Dim


@dataclass(frozen=True)
class Eigenvectors:
    """``0 <= tr(A)`` from ``implies(S q = c q, 0 <= q^T A q)``: the trace is a sum over an orthonormal eigenbasis of S.

    q and c are free symbols that occur nowhere else; S is symmetric and moves with nothing.  Where it is positive
    definite, c may have the trait ``positive``.
    """


@dataclass(frozen=True, init=False)
class FromFact:
    """An instance of a fact of :mod:`proofs_check.proof.facts`; the bindings are of its metavariables."""

    name: str
    bind: tuple[tuple[str, Term], ...]

    def __init__(self, name: str, **bind: TermLike) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "bind", tuple((key, term(value)) for key, value in bind.items()))


@dataclass(frozen=True, init=False)
class FromClaim:
    """An instance of another claim; its hypotheses must be hypotheses or premises here."""

    id: str
    part: str
    reading: str
    bind: tuple[tuple[Sym, Term], ...]

    def __init__(
        self, id: str, part: str = "", reading: str = "", bind: tuple[tuple[Sym, TermLike], ...] = ()
    ) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "part", part)
        object.__setattr__(self, "reading", reading)
        object.__setattr__(self, "bind", tuple((sym, term(value)) for sym, value in bind))


Rule = Union[
    Identity, Combination, Positivity, Substitution, Assume, Discharge, ModusPonens, AlmostSurely, Antisymmetry,
    Exhibit, Reduction, Contradiction, Attained, AtMinimisers, TheMinimiser, Continuity, MeanSquare, Bounded, Dominated,
    Summands, Diagonal, OfModulus, Roots, Signs, Congruence, ConditionNumber, Eigenvectors, FromFact, FromClaim,
    Bounding, Extreme, Curved, BothWays, Contracting, Diminishing, Rotated,
    Recursive, SmallGradients, OfFamilies,
]


@dataclass(frozen=True)
class Inference:
    """How the page comes to a step where the chain goes another way: what it shows, and by which multiples of what.

    Each multiple is one that balances the two sides, whatever its sign.  So the checker can tell by computing whether
    this follows, or goes the wrong way: then the premises show the opposite inequality.
    """

    shows: Prop
    by: Combination
    premises: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One line of a proof.

    ``printed`` is the paper's place or words; ``ours`` marks a step that the paper leaves out; ``instead_of``
    says what the paper prints there when that does not follow (then the proof is *repaired*).  With ``page``, the
    paper's own inference, whether it follows is not said but decided.
    """

    label: str
    shows: Prop
    by: Rule
    premises: tuple[str, ...] = ()
    printed: str = ""
    ours: bool = False
    instead_of: str = ""
    page: Inference | None = None


@dataclass(frozen=True, repr=False)
class Proof:
    """The steps in order; the claim's parts must be among what they show, without open assumptions."""

    steps: tuple[Step, ...]
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", several("steps", self.steps, Step, "(Step('first', eq(...), Identity(1)),)"))

    def __repr__(self) -> str:
        return f"<Proof: {', '.join(step.label for step in self.steps)}>"

    _repr_markdown_ = shown.by("proof_markdown")
