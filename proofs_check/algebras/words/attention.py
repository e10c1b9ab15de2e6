r"""Activations, kernels, layers and slopes on words; what they are is in :mod:`symbolic.words.activations` and
:mod:`symbolic.words.layers`.

A sequence at a number of layers is unrolled, at ``l + k`` it is unfolded k times from its opaque value at ``l``, and at
``l`` it is opaque.  The mask cuts dimensions ``n+1`` into n and 1, as blocks are cut.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from symbolic.words import Matrix, Scalar, letter
from symbolic.words.activations import (
    Activation,
    Kernel,
    activated,
    each,
    gram,
    jacobian,
    kernel_value,
    masked_softmax,
)
from symbolic.words.blocks import Block
from symbolic.words.layers import Family, Recursion, of_layer, sequence_piece, slope
from symbolic.words.modulus import modulus
from symbolic.words.operators import Map, Vec, as_block, unwrapped

from ...statement import terms
from ...statement.binding import OWN_LETTERS
from ...statement.fold import Lacks, Meaning
from ...statement.shape import shape
from ...statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term
from .by_entries import Read, is_lifted
from .shapes import Any_, mapped, size, zero

if TYPE_CHECKING:
    from .algebra import WordsAlgebra


LENGTH = terms.scalar("n", "integer", "positive")
QUERY = LENGTH + 1
"""The last row of a masked softmax, and how many there are before it."""


def meanings(algebra: WordsAlgebra) -> dict[str, Meaning]:
    """The heads; sequences hold on to the algebra, in which what is bound has a value."""
    return {
        "activated": lambda node, read: activated(_activation(node.args[0]), *_cut(read, *node.args[1:])),
        "jacobian": _jacobian,
        "kernel_value": _kernel_value,
        "gram": lambda node, read: gram(_kernel(node.args[0]), *_cut(read, *node.args[1:])),
        "relu_each": lambda node, read: each("relu_each", *_cut(read, *node.args)),
        "exp_each": lambda node, read: each("exp_each", *_cut(read, *node.args)),
        "masked_softmax": lambda node, read: masked_softmax(*_cut(read, *node.args)),
        "modulus": _modulus,
        "slope": _slope,
        "slope_right": lambda node, read: _slope(_from_one_side(node, read, algebra, right=True), read),
        "slope_left": lambda node, read: _slope(_from_one_side(node, read, algebra, right=False), read),
        "sequence": lambda node, read: _Sequence(node, read, algebra).value(),
        "product_up": lambda node, read: _product(node, read, algebra, first_left=True),
        "product_down": lambda node, read: _product(node, read, algebra, first_left=False),
    }


def entry_of_each(node: Op) -> Term | None:
    """One entry of relu, exp or the masked softmax of a matrix, by the entries of the matrix; None of any other."""
    A, i, j = node.args
    if not isinstance(A, Op) or A.head not in {"relu_each", "exp_each", "masked_softmax"}:
        return None
    scores = A.args[0]
    if A.head != "masked_softmax":
        return Op(A.head.removesuffix("_each"), (terms.entry(scores, i, j),))
    if shape(scores)[0] != "n+1":
        return None
    if i == QUERY:
        return Num(Fraction(0))
    if not (isinstance(i, Sym) and i.has("range:n")):
        return None
    k = MadeSym("k of softmax", (1, 1), frozenset({"index", "range:n"}))
    return terms.exp(terms.entry(scores, i, j)) / terms.total(k, LENGTH, terms.exp(terms.entry(scores, k, j)))


def mask(sym: Sym) -> Any_:
    """:math:`M`: the identity but for the last entry."""
    rows, cols = size(zero(*sym.shape))
    if rows != cols or len(rows[0]) != 2 or rows[0][1] != 1:
        raise Lacks(f"words lacks a mask of shape {sym.shape[0]} x {sym.shape[1]}")
    part = rows[0]
    return Block([[Matrix.identity(part[0]), Matrix.zero(part[0], 1)], [Matrix.zero(1, part[0]), Scalar.of(0)]])


def _activation(sym: Term) -> Activation:
    if not isinstance(sym, Sym) or not sym.has("activation"):
        raise Lacks("words reads an activation as a symbol")
    return Activation(sym.name, sym.has("invariant"), sym.has("smooth"), sym.has("symmetric"))


def _kernel(sym: Term) -> Kernel:
    if not isinstance(sym, Sym) or not sym.has("kernel"):
        raise Lacks("words reads a kernel as a symbol")
    return Kernel(sym.name, sym.has("rotation_invariant"))


def _cut(read: Read, *nodes: Term) -> list[Any_]:
    values = [read(node) for node in nodes]
    if any(isinstance(v, (Map, Vec)) or is_lifted(v) for v in values):
        raise Lacks("words lacks activations of stacked or indexed matrices")
    return values


def _modulus(node: Op, read: Read) -> Any_:
    (value,) = _cut(read, *node.args)
    return value if _is_psd(node.args[0]) else modulus(value)


def _is_psd(node: Term) -> bool:
    """Whether the matrix, which may be cut, is positive semi-definite by its definition."""
    if isinstance(node, Abbrev):
        return _is_psd(node.body)
    if isinstance(node, Op) and node.head == "gram":
        kernel, left, right = node.args
        return isinstance(kernel, Sym) and kernel.has("psd") and left == right
    return isinstance(node, Sym) and bool(node.traits & {"psd", "posdef"})


def _jacobian(node: Op, read: Read) -> Any_:
    h, which, *arguments = node.args
    if not isinstance(which, Num) or which.value not in (1, 2):
        raise Lacks("words knows the Jacobians by the first and by the second argument")
    return jacobian(_activation(h), int(which.value), *_cut(read, *arguments))


def _kernel_value(node: Op, read: Read) -> Any_:
    u, v = _cut(read, *node.args[1:])
    if not isinstance(u, (Scalar, Matrix)) or not isinstance(v, (Scalar, Matrix)):
        raise Lacks("words lacks kernels of vectors cut into blocks")
    return kernel_value(_kernel(node.args[0]), u, v)


def _slope(node: Op, read: Read) -> Any_:
    t, body = node.args
    assert isinstance(t, Sym)
    fresh = MadeSym(f"{t.name} of a slope", t.shape, t.traits)  # bound: a t around it is another one
    value = read(terms.substitute(body, {t: fresh}))
    if is_lifted(value):
        raise Lacks("words lacks slopes of values with indices")
    return mapped(value, lambda x: slope(x, fresh.name))


def _from_one_side(node: Op, read: Read, algebra: WordsAlgebra, *, right: bool) -> Op:
    """The same slope with relu of what vanishes at t = 0 replaced by what it is on this side, to first order."""
    t, body = node.args
    assert isinstance(t, Sym)

    def opened(part: Term) -> Term:
        if t not in terms.free_symbols(part):
            return part
        if isinstance(part, Abbrev):
            return opened(part.body)
        if not isinstance(part, Op):
            return part
        if part.head in {"relu", "relu_each"}:
            (inside,) = part.args
            at_zero = read(terms.substitute(inside, {t: terms.term(0)}))
            if not algebra.equal(at_zero, read(terms.Num(Fraction(0)) * inside)):
                raise Lacks("words lacks one-sided slopes of relu where its argument does not vanish")
            moved = Op("slope", (t, opened(inside)))
            return t * Op(part.head, (moved,)) if right else -(t * Op(part.head, (-moved,)))
        if part.head in OWN_LETTERS:
            raise Lacks("words lacks one-sided slopes of recursions")
        return Op(part.head, tuple(map(opened, part.args)))

    return Op("slope", (t, opened(body)))


# Layers ------------------------------------------------------------------------------------------------------

def member(family: Sym, layer: Scalar) -> Any_:
    """The matrix of a family at a layer."""
    unknown = family.traits - {"layers", "symmetric", "parameter"}
    if unknown:
        raise Lacks(f"words lacks families of matrices that are {min(unknown)}")
    parts = size(zero(*family.shape))
    (rows, _), (cols, _) = parts
    if len(rows) == len(cols) == 1:
        return of_layer(Family(family.name, rows[0], cols[0], family.has("symmetric")), layer)
    if family.has("symmetric"):
        raise Lacks("words lacks families of symmetric matrices cut into blocks")
    return Block([[of_layer(Family(f"{family.name}_{i + 1}{j + 1}", r, c), layer) for j, c in enumerate(cols)]
                  for i, r in enumerate(rows)])


def layer_of(node: Term, read: Read) -> Scalar:
    """The layer that a term means."""
    value = read(node)
    if not isinstance(value, Scalar):
        raise Lacks("words reads a layer as a number")
    return value


def _steps(upto: Scalar) -> tuple[Scalar, int]:
    """Where the opaque value stands, and how many steps lie above it; from a number of layers down to the start."""
    constant = upto.terms.get(())
    if constant is None:
        return upto, 0
    if not constant.is_constant or constant.at(1).denominator != 1:
        raise Lacks(f"words lacks the layer {upto}")
    steps = int(constant.at(1))
    return (upto - steps, steps) if steps > 0 else (upto, 0)


GENERIC = "layer'"


class _Sequence:
    """One sequence, as far as it goes."""

    def __init__(self, node: Op, read: Read, algebra: WordsAlgebra) -> None:
        F, ell, start, step, upto = node.args
        assert isinstance(F, Sym)
        assert isinstance(ell, Sym)
        self.F, self.ell, self.step, self.algebra, self.read = F, ell, step, algebra, read
        self.start = read(start)
        if isinstance(self.start, (Map, Vec)) or is_lifted(self.start):
            raise Lacks("words lacks sequences of stacked or indexed matrices")
        self.layer, self.above = _steps(layer_of(upto, read))

    def value(self) -> Any_:
        known = not self.layer.terms
        if not known and self.layer.as_ratio() is not None:
            raise Lacks(f"words lacks the layer {self.layer}: layers are 0, 1, 2, ...")
        value = self.start if known else self.opaque()
        for k in range(self.above):
            value = self.next(value, self.layer + k)
        return value

    def next(self, value: Any_, layer: Scalar) -> Any_:
        """The step, from a value at a layer."""
        F, ell = self.algebra.named(value), self.algebra.named(layer)
        new = self.read(_put_in(self.step, self.F, F, self.ell, ell))
        if size(new) != size(self.start):
            raise Lacks(f"words lacks the sequence {self.F.name}: its shape changes from layer to layer")
        return new

    def opaque(self) -> Any_:
        """The value at the symbolic layer."""
        start = as_block(self.start)
        self.algebra.depth += 1
        try:
            depth = self.algebra.depth
            generic = Block([[_generic(f"F'{depth}_{i}{j}", r, c) for j, c in enumerate(start.cols)]
                             for i, r in enumerate(start.rows)])
            step = as_block(self.next(unwrapped(generic), Scalar.symbol(f"{GENERIC}{depth}", 1)))
        finally:
            self.algebra.depth -= 1
        data = [x for block in (start, step) for line in block.entries for x in line]
        width = len(start.cols)
        return unwrapped(Block([
            [sequence_piece(Recursion(i * width + j, r, c, width * len(start.rows)), self.layer, *data)
             for j, c in enumerate(start.cols)]
            for i, r in enumerate(start.rows)
        ]))


@lru_cache(maxsize=1 << 14)
def _put_in(step: Term, F: Sym, value: Sym, ell: Sym, layer: Sym) -> Term:
    return terms.substitute(step, {F: value, ell: layer})


def _generic(name: str, rows: Any, cols: Any) -> Scalar | Matrix:
    return Scalar.symbol(name) if rows == cols == 1 else Matrix.of(letter(name, rows, cols))


def _product(node: Op, read: Read, algebra: WordsAlgebra, first_left: bool) -> Any_:
    r"""A product over layers as the sequence of its partial products."""
    ell, last, body = node.args
    shape = _side(node, read, algebra)
    F = MadeSym("the product", shape, frozenset({"bound"}))
    step = F * body if first_left else body * F
    return _Sequence(Op("sequence", (F, ell, _identity(shape[0]), step, last + 1)), read, algebra).value()


def _side(node: Op, read: Read, algebra: WordsAlgebra) -> tuple[Any, Any]:
    """The side of the square factors."""
    ell, _, body = node.args
    assert isinstance(ell, Sym)
    generic = algebra.named(Scalar.symbol(GENERIC, 1))
    (rows, one), columns = size(read(terms.substitute(body, {ell: generic})))
    if one != (1,) or columns != (rows, one):
        raise Lacks("words lacks products over layers of what is no square matrix")
    side = rows[0] if len(rows) == 1 else f"{rows[0]}+1"
    return side, side


def _identity(side: Any) -> Term:
    return terms.term(1) if side == 1 else terms.eye(side)
