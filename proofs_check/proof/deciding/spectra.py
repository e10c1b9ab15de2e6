"""Rules about eigenvalues: the spectral theorem, the law of inertia, and arithmetic of signs; for every dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ...statement.props import Prop
from ...statement.shape import shape_of
from ...statement.terms import MadeSym, Num, Op, Sym, Term, det, eye, kron, symbols, term, tr
from ..chain import Congruence, Roots, Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props, signs_of
from ..logic import Line, is_closed, sides
from ..positivity import Sign, SignAlgebra
from ..traits import is_random

SPECTRAL, INERTIA = "spectral theorem", "law of inertia"


# Diagonal forms --------------------------------------------------------------------------------------------

def diagonal(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    if [line.prop.head for line in shown] != ["eq", "eq"]:
        raise Gap("a diagonal form consists of A = Q D Q^T and Q^T Q = I")
    A, form = sides(shown[0].prop)
    match factors(form):
        case (Sym() as Q, Sym() as D) if Q.name != D.name and desk.is_fresh(Q) and desk.is_fresh(D):
            pass
        case _:
            raise Gap("the right side is not Q D Q^T with new symbols, D being diagonal")
    if {Q.name, D.name} & {sym.name for sym in symbols(A)}:
        raise Gap("Q and D occur in A itself")
    if Q.traits - {"random"} or D.traits - {"random", "diagonal"}:
        raise Gap("the spectral theorem says nothing else of Q and D")
    if shape_of(A) != Q.shape:
        raise Gap("Q and D must be of the shape of A")
    if sides(shown[1].prop) != (Q.T * Q, eye(Q.shape[0])):
        raise Gap("the second equation is not Q^T Q = I")
    if not is_closed(A) or (is_random(A) and not (Q.has("random") and D.has("random"))):
        raise Gap("Q and D depend on what A depends on")
    if not desk.algebra.same(A.T, A):
        raise Gap("the matrix is not symmetric")
    ledger.facts.add(SPECTRAL)


def factors(form: Term) -> tuple[Term, Term] | None:
    """S and K of ``S K S^T`` with S square and K diagonal."""
    match form:
        case Op(head="*", args=(Op(head="*", args=(S, K)), Op(head="T", args=(last,)))) if (
            last == S and _is_square(S) and _is_diagonal(K)
        ):
            return S, K
    return None


def _is_square(S: Term) -> bool:
    shape = shape_of(S)
    return shape is not None and shape[0] == shape[1]


def _is_diagonal(K: Term) -> bool:
    if isinstance(K, Op) and K.head == "kron":
        return all(map(_is_diagonal, K.args))
    return isinstance(K, Sym) and K.has("diagonal")


def _diagonal_forms(A: Term, held: list[Prop], desk: Desk) -> Iterator[Term]:
    """The diagonal matrices K with ``A = S K S^T`` and ``S^T S = I`` among the premises."""
    equations = [sides(prop) for prop in held if prop.head == "eq"]
    for lhs, form in equations:
        match factors(form):
            case (S, K) if desk.algebra.same(lhs, A) and any(
                product == S.T * S and isinstance(one, Sym) and one.has("identity") for product, one in equations
            ):
                yield K


# Roots, congruence -----------------------------------------------------------------------------------------

def roots(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Roots)
    A, *counts = _inertia(only(shown))
    shape = shape_of(A)
    if shape is None or not desk.algebra.same(A.T, A):
        raise Gap("the matrix is not square and symmetric")
    signs = signs_of(given, desk)
    m, product, found = MadeSym("m of det(m I - A)"), term(1), {1: 0, -1: 0}
    for root, multiplicity in rule.roots:
        if m in symbols(root) | symbols(multiplicity):
            raise Gap("a root depends on the variable of the polynomial")
        product = product * (m - root) ** multiplicity
        if root == Num(Fraction(0)):
            continue
        if not isinstance(multiplicity, Num) or multiplicity.value.denominator != 1 or multiplicity.value <= 0:
            raise Gap("a root that is not 0 needs a number as its multiplicity")
        found[_side(root, signs)] += int(multiplicity.value)
    if not desk.algebra.same(det(m * eye(shape[0]) - A), product):
        raise Gap("det(m I - A) is not the product over the roots")
    if not all(desk.algebra.same(term(found[side]), count) for side, count in zip((1, -1), counts, strict=True)):
        raise Gap("the numbers of positive and negative roots are others")
    ledger.facts.add(SPECTRAL)
    ledger.assumed |= signs.assumed


def _side(root: Term, signs: SignAlgebra) -> int:
    opposite = root.args[0] if isinstance(root, Op) and root.head == "neg" else -root
    for side, value in ((1, root), (-1, opposite)):
        if signs.sign(value) is Sign.POSITIVE:
            return side
    raise Gap("the sign of a root is not known")


def congruence(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Congruence)
    B, *counts = _inertia(only(shown))
    V, W, one = rule.by, rule.inverse, eye(rule.size)
    if not desk.algebra.same(W * V, one):
        raise Gap("the two matrices are not inverse to one another")
    for prop in premise_props(given):
        if prop.head == "inertia":
            A, *known = _inertia(prop)
            equal = all(desk.algebra.same(a, b) for a, b in zip(counts, known, strict=True))
            if equal and desk.algebra.same(B, V * A * V.T):
                ledger.facts.add(INERTIA)
                return
    raise Gap("no premise counts the eigenvalues of a matrix that is congruent by this one")


def _inertia(prop: Prop) -> tuple[Term, Term, Term]:
    if prop.head != "inertia":
        raise Gap(f"this rule counts positive and negative eigenvalues, it does not show {prop.head!r}")
    A, positive, negative = prop.args
    assert isinstance(A, Term)
    assert isinstance(positive, Term)
    assert isinstance(negative, Term)
    return A, positive, negative


# Counting --------------------------------------------------------------------------------------------------

def signs(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    count = _COUNTS.get(prop.head)
    if count is None:
        raise Gap(f"signs of eigenvalues do not show {prop.head!r}")
    algebra = signs_of(given, desk)
    if not count(prop, premise_props(given), desk, algebra):
        raise Gap("the premises do not give the eigenvalues, or not this number of them")
    ledger.facts.add(SPECTRAL)
    ledger.assumed |= algebra.assumed


def _products(prop: Prop, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> bool:
    """The diagonal of D (x) F consists of the products of the diagonals of D and F."""
    H, A, B = _terms(prop)
    return any(
        kron(D, F) in _diagonal_forms(H, held, desk)
        for D in _diagonal_forms(A, held, desk)
        for F in _diagonal_forms(B, held, desk)
    )


def _positive_one(prop: Prop, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> bool:
    """A psd matrix with a trace that is not 0: the trace is the sum of the eigenvalues."""
    (A,) = _terms(prop)
    definite = any(p.head in {"psd", "posdef"} and desk.algebra.same(_terms(p)[0], A) for p in held)
    return definite and algebra.nonzero(tr(A))


def _negative_exactly(prop: Prop, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> bool:
    A, wanted = _terms(prop)
    counts = (_inertia(p) for p in held if p.head == "inertia")
    return any(desk.algebra.same(A, known) and desk.algebra.same(n, wanted) for known, _, n in counts)


def _negative_one(prop: Prop, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> bool:
    """A negative eigenvalue times a positive one."""
    H, wanted = _terms(prop)

    negative = [_terms(p)[0] for p in held if p.head == "negative_eigenvalues_at_least" and p.args[1] == term(1)]
    positive = [_terms(p)[0] for p in held if p.head == "positive_eigenvalue"]
    return wanted == term(1) and any(
        any(_proportional(A, known, desk, algebra) for known in negative)
        and any(_proportional(B, known, desk, algebra) for known in positive)
        for A, B in _spectra(H, held, desk)
    )


def _both(prop: Prop, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> bool:
    """Of products: p q + m n positive ones and p n + m q negative ones; of a block diagonal matrix: the union."""
    H, *wanted = _inertia(prop)
    if not desk.algebra.same(H.T, H):
        return False
    found = (*_inertia_of_products(H, held, desk, algebra), *_inertia_of_blocks(H, held, desk, algebra))
    return any(all(desk.algebra.same(a, b) for a, b in zip(pair, wanted, strict=True)) for pair in found)


def _inertia_of_products(H: Term, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> Iterator[tuple[Term, Term]]:
    counts = [_inertia(p) for p in held if p.head == "inertia"]
    for A, B in _spectra(H, held, desk):
        for left, p, m in counts:
            for right, q, n in counts:
                if _proportional(A, left, desk, algebra) and _proportional(B, right, desk, algebra):
                    yield p * q + m * n, p * n + m * q


def _inertia_of_blocks(H: Term, held: list[Prop], desk: Desk, algebra: SignAlgebra) -> Iterator[tuple[Term, Term]]:
    match H:
        case Op(head="block", args=(A, Sym() as right, low, c)) if (
            right.has("zero") and low == right.T and shape_of(c) == (1, 1) and algebra.sign(c) is Sign.POSITIVE
        ):
            for known, p, n in (_inertia(prop) for prop in held if prop.head == "inertia"):
                if desk.algebra.same(A, known):
                    yield p + 1, n


def _spectra(H: Term, held: list[Prop], desk: Desk) -> Iterator[tuple[Term, Term]]:
    for prop in held:
        if prop.head == "spectrum_products":
            known, A, B = _terms(prop)
            if desk.algebra.same(known, H):
                yield A, B


def _proportional(A: Term, B: Term, desk: Desk, algebra: SignAlgebra) -> bool:
    """Whether the two are equal up to positive factors that are written in front or below."""
    return desk.algebra.same(_without_scale(A, algebra), _without_scale(B, algebra))


def _without_scale(node: Term, algebra: SignAlgebra) -> Term:
    match node:
        case Op(head="*", args=(c, rest)) if shape_of(c) == (1, 1) and algebra.sign(c) is Sign.POSITIVE:
            return _without_scale(rest, algebra)
        case Op(head="/", args=(rest, c)) if algebra.sign(c) is Sign.POSITIVE:
            return _without_scale(rest, algebra)
    return node


def _terms(prop: Prop) -> tuple[Term, ...]:
    return tuple(arg for arg in prop.args if isinstance(arg, Term))


_COUNTS: dict[str, Callable[[Prop, list[Prop], Desk, SignAlgebra], bool]] = {
    "spectrum_products": _products,
    "positive_eigenvalue": _positive_one,
    "negative_eigenvalues_equal": _negative_exactly,
    "negative_eigenvalues_at_least": _negative_one,
    "inertia": _both,
}
