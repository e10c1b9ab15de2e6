r"""Definitions of attention: the page, ``symbolic.attention`` and ``numeric.attention`` at the same exact places.

The page is read by the entries algebra, its unspecified activation replaced by a concrete one, first :math:`U^\top W`,
then relu.  Of Assumptions 4.1 to 4.3 the page is held against the laws and activations that the numeric wing declares
to satisfy them, and against one that it declares not to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
from flint import arb, fmpq

from numeric.attention import activations as numeric_activations
from numeric.attention import forward as numeric
from numeric.attention import losses
from numeric.attention.orbits import orbit, signed_permutations

from ...algebras.contexts.assumptions import Members
from ...algebras.contexts.place import STYLES, Place, Style
from ...algebras.contexts.reader import Reader
from ...claims import Claim
from ...statement.attention import relu_each
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Abbrev, Num, Op, Sym, Term, at, free_symbols, substitute

SIZES = tuple({"d": d, "n": n} for d in (1, 2) for n in (1, 2))
LAYERS = 2
"""Definitions of every layer are compared before the first, and after one and two."""
GENERAL = STYLES[-2:]
Rows = list[list[Any]]
Compared = tuple[int, str]


@dataclass(frozen=True)
class Chosen:
    """A concrete activation: as a term, in the numeric wing, in the symbolic wing."""

    term: Callable[[Term, Term], Term]
    numeric: numeric_activations.Activation
    symbolic: str


CHOSEN = (
    Chosen(lambda U, W: U.T * W, numeric_activations.LINEAR, "linear"),
    Chosen(lambda U, W: relu_each(U.T * W), numeric_activations.RELU, "relu"),
)


# Reading the page ---------------------------------------------------------------------------------------------

def _concrete(node: Term, chosen: Chosen) -> Term:
    """``node`` with its unspecified activation replaced, the mean over prompts left out."""
    if isinstance(node, Abbrev):
        return _concrete(node.body, chosen)
    if not isinstance(node, Op):
        return node
    args = tuple(_concrete(arg, chosen) for arg in node.args)
    if node.head == "activated":
        return chosen.term(*args[1:])
    return args[0] if node.head == "expect" else Op(node.head, args)


def definitions_in(prop: Prop) -> list[tuple[Term, Term]]:
    found = [sub.args for _, sub in subprops(prop) if sub.head == "defined"]
    return [(name, body) for name, body in found if isinstance(name, Term) and isinstance(body, Term)]


def page_value(body: Term, reader: Reader) -> Any:
    """The value as an array of rationals; Lacks where it is something else."""
    value = reader(body)
    rows = [[value[i, j] for j in range(value.shape[1])] for i in range(value.shape[0])]
    if not all(isinstance(entry, fmpq) for row in rows for entry in row):
        raise Lacks("definition lacks a value that is not rational")
    return np.array(rows, dtype=object)


def sympy_matrix(grid: Any) -> Any:
    import sympy

    return sympy.Matrix([[sympy.Rational(int(entry.p), int(entry.q)) for entry in row] for row in grid])


def same_matrices(page: Any, numeric_value: Any, symbolic_value: Any) -> bool:
    """Whether three matrices are entry by entry the same."""
    number = np.asarray(numeric_value)
    if page.shape != number.shape or page.shape != tuple(symbolic_value.shape):
        return False
    return bool((page == number).all()) and sympy_matrix(page) == symbolic_value


def numbered(body: Term) -> Iterator[tuple[Term, int]]:
    """``body`` with its free layer, where it has one, put to 0, 1, ...; and this number."""
    free = [sym for sym in free_symbols(body) if sym.name in {"l", "k"} and sym.has("integer")]
    for number in range(LAYERS + 1):
        yield substitute(body, {sym: Num(Fraction(number)) for sym in free}), number


def _each(
    prop: Prop, check: Callable[[Term, Place, Reader, Chosen], bool | None], styles: Sequence[Style] = GENERAL
) -> Compared:
    """``check`` of every definition at every size and activation; the first place where it fails."""
    compared = 0
    for _, body in definitions_in(prop):
        for chosen in CHOSEN:
            for sizes in SIZES:
                for style in styles:
                    place = Place(sizes, style)
                    holds = check(_concrete(body, chosen), place, Reader(place), chosen)
                    if holds is False:
                        return compared, _described(place, chosen)
                    compared += holds is True
    return compared, ""


def _described(place: Place, chosen: Chosen) -> str:
    sizes = [f"{name} = {value}" for name, value in place.sizes.items()]
    values = [f"{name} = {[[str(e) for e in row] for row in value.rows]}" for name, value in place.values.items()]
    return ", ".join((*sizes, f"the activation {chosen.symbolic}", *values))


# (1) to (5) -----------------------------------------------------------------------------------------------------

def tokens(claim: Claim, prop: Prop) -> Compared:
    """(1)."""
    from symbolic import attention as symbolic

    from ...papers.ccs.notation import X_0, Y_0

    def check(body: Term, place: Place, reader: Reader, chosen: Chosen) -> bool:
        X, Y = (page_value(sym, reader) for sym in (X_0, Y_0))
        derived = symbolic.start(sympy_matrix(X), sympy_matrix(Y))
        return same_matrices(page_value(body, reader), numeric.start(X, Y), derived)

    return _each(prop, check)


def layer(claim: Claim, prop: Prop) -> Compared:
    """(2), of any Z."""
    from symbolic import attention as symbolic

    from ...papers.ccs.section_2 import B, C, V, Z

    def check(body: Term, place: Place, reader: Reader, chosen: Chosen) -> bool:
        parts = [page_value(term, reader) for term in (V, B, C)]
        data = page_value(Z, reader)
        made = _symbolic_head(parts, chosen)
        return same_matrices(
            page_value(body, reader),
            numeric.attention(data, _head(parts, chosen), place.sizes["d"]),
            symbolic.attention(sympy_matrix(data), made),
        )

    return _each(prop, check)


def _head(parts: list[Any], chosen: Chosen) -> numeric.Head:
    V, B, C = parts
    return numeric.Head(V, B, C, chosen.numeric)


def _symbolic_head(parts: list[Any], chosen: Chosen) -> Any:
    from symbolic import attention as symbolic

    V, B, C = map(sympy_matrix, parts)
    return symbolic.Head(V, B, C, symbolic.ACTIVATIONS[chosen.symbolic])


def _weights(reader: Reader, families: tuple[Sym, ...]) -> list[list[Any]]:
    return [[page_value(at(family, number), reader) for family in families] for number in range(LAYERS + 1)]


def passes(claim: Claim, prop: Prop) -> Compared:
    """(4) after (3), before the first layer and after one and two."""
    from symbolic import attention as symbolic

    from ...papers.ccs.notation import X_0, Y_0, B, C, V

    def check(body: Term, place: Place, reader: Reader, chosen: Chosen) -> bool:
        X, Y = (page_value(sym, reader) for sym in (X_0, Y_0))
        weights = _weights(reader, (V, B, C))
        run = numeric.forward(numeric.start(X, Y), [[_head(parts, chosen)] for parts in weights])
        made = [[_symbolic_head(parts, chosen)] for parts in weights]
        outputs = symbolic.forward(symbolic.start(sympy_matrix(X), sympy_matrix(Y)), made)
        return all(
            same_matrices(page_value(at_layer, reader), run[number][-1:, -1:], outputs[number][-1:, -1:])
            for at_layer, number in numbered(body)
        )

    return _each(prop, check)


def loss(claim: Claim, prop: Prop) -> Compared:
    """(5), the mean over four rows of labels at one X, under Assumption 4.4."""
    import sympy

    from symbolic import attention as symbolic
    from symbolic.entries import Matrix

    from ...papers.ccs.notation import X_0, Y_0, A, B, C, V, l, r
    from ...papers.ccs.section_2 import V_sparse

    def check(body: Term, place: Place, reader: Reader, chosen: Chosen) -> bool:
        X, size = page_value(X_0, reader), place.sizes["n"] + 1
        labels = [[fmpq(((2 + s) * (j + 1) + s * s) % 5 - 2, 1 + s % 2) for j in range(size)] for s in range(4)]
        _weights(reader, (A, r, B, C))
        Y = np.array(labels, dtype=object)
        K = (Y.T @ Y) / fmpq(len(labels))
        for of_layers, k in islice(numbered(body), LAYERS):
            weights = losses.stacked([
                {"A": a, "r": step[0, 0], "B": b, "C": c} for a, step, b, c in _weights(reader, (A, r, B, C))[: k + 1]
            ])
            found = losses.loss(losses.Data(X[None], K, chosen.numeric), weights)
            h = symbolic.ACTIVATIONS[chosen.symbolic]
            made = [
                [symbolic.Head(symbolic.sparse(a, step[0, 0], size), b, c, h)]
                for a, step, b, c in (map(sympy_matrix, parts) for parts in _weights(reader, (A, r, B, C))[: k + 1])
            ]
            derived = symbolic.loss_given_covariates(sympy_matrix(X), sympy_matrix(K), made)
            total = fmpq(0)
            for y in labels:
                place.values[Y_0.name] = Matrix((tuple(y),))
                total += page_value(of_layers, Reader(place, families={V: Members(l, V_sparse(l))}))[0, 0]
            mean = np.array([[total / len(labels)]], dtype=object)
            if not same_matrices(mean, np.array([[found]], dtype=object), sympy.Matrix([[derived]])):
                return False
        return True

    return _each(prop, check, GENERAL[:1])


def values(claim: Claim, prop: Prop) -> Compared:
    """Assumption 4.4."""
    import sympy

    from symbolic import attention as symbolic

    from ...papers.ccs.notation import A, r

    def check(body: Term, place: Place, reader: Reader, chosen: Chosen) -> bool:
        for of_layer, number in numbered(body):
            a, step = (page_value(at(family, number), reader) for family in (A, r))
            printed = page_value(of_layer, reader)
            made = symbolic.sparse(sympy_matrix(a), sympy_matrix(step)[0, 0])
            if not same_matrices(printed, numeric.value_matrix(a, step), sympy.Matrix(made)):
                return False
        return True

    return _each(prop, check)


# (11) ------------------------------------------------------------------------------------------------------------

def kernels(claim: Claim, prop: Prop) -> Compared:
    """(11): exactly, and exp at vectors whose product is 0 exactly, elsewhere in enclosures."""
    import sympy

    from symbolic import attention as symbolic

    from ...papers.ccs.section_3_3_definitions import u, w

    compared = 0
    for name, body in definitions_in(prop):
        assert isinstance(name, Sym)
        kind = name.name.removeprefix("K_")
        of_numbers = getattr(numeric_activations, kind.upper())
        for d in (1, 2):
            for style in STYLES[:2] + GENERAL:
                reader = Reader(Place({"d": d, "n": 1}, style))
                left, right = (page_value(sym, reader) for sym in (u, w))
                derived = symbolic.ACTIVATIONS[kind](sympy_matrix(left), sympy_matrix(right))
                if kind == "exp":
                    inside = body.args[0] if isinstance(body, Op) and body.head == "exp" else None
                    if inside is None:
                        return compared, f"{kind}: the page's kernel is no exponential"
                    exponent = page_value(inside, reader)[0, 0]
                    ball = of_numbers(*(np.vectorize(arb, otypes=[object])(v) for v in (left, right)))[0, 0]
                    exact = sympy.exp(sympy_matrix([[exponent]])[0, 0])
                    same = ball.overlaps(arb(exponent).exp()) and derived[0, 0] == exact
                else:
                    same = same_matrices(page_value(body, reader), of_numbers(left, right), derived)
                if not same:
                    return compared, f"d = {d}, u = {left.tolist()}, w = {right.tolist()}, {kind}"
                compared += 1
    return compared, ""


# Assumptions 4.1 to 4.3 ---------------------------------------------------------------------------------------

def invariant_laws(claim: Claim, prop: Prop) -> Compared:
    r"""Assumption 4.1 for the laws of finitely many covariates: the outcomes of :math:`U_\Sigma X` are those of X."""
    from ...papers.ccs.notation import X_0, Sigma, U

    compared = 0
    for law in _named(prop, "same_law"):
        turned, same = law.args
        assert isinstance(turned, Term)
        assert isinstance(same, Term)
        for d in (1, 2):
            place = Place({"d": d, "n": 2}, GENERAL[0], rooted=frozenset({Sigma.name}))
            reader = Reader(place)
            root, xi = page_value(Sigma ** Fraction(1, 2), reader), page_value(X_0, reader)
            outcomes = orbit(root, xi)
            for g in signed_permutations(d):
                moved, still = (
                    sorted(str(_under(term, place, {U.name: g, X_0.name: X})) for X in outcomes)
                    for term in (turned, same)
                )
                if moved != still:
                    return compared, f"d = {d}, Sigma^(1/2) = {root.tolist()}, U = {g.tolist()}, X = {xi.tolist()}"
                compared += 1
    return compared, ""


def _named(prop: Prop, head: str) -> list[Prop]:
    """The propositions with this head that are given a name."""
    named = [body for _, sub in subprops(prop) if sub.head == "defined_as" for body in sub.args[1:]]
    return [sub for body in named if isinstance(body, Prop) for _, sub in subprops(body) if sub.head == head]


def invariant_labels(claim: Claim, prop: Prop) -> Compared:
    r"""Assumption 4.2 for the Gram matrices of :math:`\Sigma^{-1/2}X` of kernels that rotations leave alone."""
    from ...papers.ccs.notation import Sigma, U

    compared = 0
    for identity in _named(prop, "eq"):
        sides = [arg for arg in identity.args if isinstance(arg, Op) and arg.head == "activated"]
        if len(sides) != 2:
            raise Lacks("definition lacks an identity of anything but two values of the covariance")
        for d in (1, 2):
            for style in GENERAL:
                place = Place({"d": d, "n": 2}, style, rooted=frozenset({Sigma.name}))
                inverse_root = page_value(Sigma ** Fraction(-1, 2), Reader(place))
                for g in signed_permutations(d):
                    for kernel in numeric_activations.activations(rational=True, kernel=True, rotation_invariant=True):
                        left, right = (
                            kernel(*(inverse_root @ np.array(_under(X, place, {U.name: g})) for X in side.args[1:]))
                            for side in sides
                        )
                        if not (np.asarray(left) == np.asarray(right)).all():
                            return compared, f"d = {d}, U = {g.tolist()}, {_described(place, CHOSEN[0])}"
                        compared += 1
    return compared, ""


def _rational(value: Any) -> fmpq:
    return value if isinstance(value, fmpq) else fmpq(int(value))


def _under(term: Term, place: Place, known: dict[str, Any]) -> Rows:
    """The value of ``term`` with some symbols given."""
    from symbolic.entries import Matrix

    for name, array in known.items():
        place.values[name] = Matrix(tuple(tuple(_rational(e) for e in row) for row in array))
    found: Rows = page_value(term, Reader(place)).tolist()
    return found


def invariant_activations(claim: Claim, prop: Prop) -> Compared:
    """Assumption 4.3, of the activations that the numeric wing declares to satisfy it, and of those that do not."""
    sides = [[arg for arg in sub.args if isinstance(arg, Op)] for sub in _named(prop, "eq")]
    if any(side.head != "activated" for pair in sides for side in pair):
        raise Lacks("definition lacks an identity of anything but two values of the activation")
    arguments = [[side.args[1:] for side in pair] for pair in sides]
    compared = 0
    for h in numeric_activations.activations(rational=True) if arguments else ():
        met = []
        for (first, second) in arguments:
            for d in (1, 2):
                for style in GENERAL:
                    reader = Reader(Place({"d": d, "n": 2}, style))
                    left, right = (h(*(page_value(term, reader) for term in pair)) for pair in (first, second))
                    met.append(bool((np.asarray(left) == np.asarray(right)).all()))
        if all(met) is not h.invariant:
            return compared, f"{h.name}: declared {'in' if h.invariant else 'not in'}variant, found {met}"
        compared += len(met)
    return compared, ""


IMPLEMENTATIONS: dict[str, Callable[[Claim, Prop], Compared]] = {
    "attention_tokens": tokens,
    "attention_layer": layer,
    "attention_forward": passes,
    "attention_loss": loss,
    "attention_values": values,
    "attention_kernels": kernels,
    "attention_covariates": invariant_laws,
    "attention_labels": invariant_labels,
    "attention_invariance": invariant_activations,
}
