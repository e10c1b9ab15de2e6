"""The meaning of the binders on words: sums, expectation, derivatives, time, substitution, prediction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, cast

from symbolic.words import (
    ONE,
    Matrix,
    Scalar,
    basis,
    contract_index,
    derivative,
    dimension,
    gradient,
    name_of,
    substitute,
)
from symbolic.words.blocks import Block
from symbolic.words.calculus import shape_of
from symbolic.words.eigenvalues import NAME as EIGENVALUE
from symbolic.words.eigenvalues import sum_over_spectrum
from symbolic.words.labels import LABEL_MOMENT
from symbolic.words.letters import Dim, Letter
from symbolic.words.matrices import plus, times
from symbolic.words.operators import Map, Vec, as_block, as_map, test_block, unwrapped
from symbolic.words.sampling import sum_over_samples
from symbolic.words.structure import Name, depends_on, names

from ...proof.smooth import rough_part
from ...statement import terms
from ...statement.fold import Lacks, Meaning
from ...statement.terms import Num, Op, Sym, Term, symbols
from . import attention
from .linear import add
from .optima import argmin, minimum
from .predictions import prediction_on, whole_prompt
from .prompts import per_prompt, sum_over_prompts
from .randomness import LENGTHS, expectation, member
from .shapes import Any_, mapped, part_of, parts_of, refuse_hidden

if TYPE_CHECKING:
    from .algebra import WordsAlgebra

Read = Callable[[Term], Any]


def meanings(algebra: WordsAlgebra) -> dict[str, Meaning]:
    """The binders; those that need the algebra's flow or initial values hold on to it."""
    return {
        "at": lambda node, read: _member(_of_assumed(node, algebra), read, algebra),
        "sum": _sum,
        "stack_over": lambda node, read: _transposed(_beside_over(node, read, stacked=True)),
        "beside_over": lambda node, read: _beside_over(node, read, stacked=False),
        "expect": expectation,
        "expect_given": expectation,
        "grad": _grad,
        "ddt": lambda node, read: _ddt(node, read, algebra),
        "at0": lambda node, read: _at0(node, read, algebra),
        "where": _where,
        "curvature": _curvature,
        "prediction": whole_prompt,
        "prediction_on": prediction_on,
        "minimum": minimum,
        "argmin": argmin,
        "unknowns": _unknowns,
        "per_prompt": lambda node, read: per_prompt(read(node.args[0]), read(node.args[1])),
    }


def _member(node: Op, read: Read, algebra: WordsAlgebra) -> Any_:
    family, i = node.args
    if isinstance(family, Sym) and family.has("layers"):
        return attention.member(family, attention.layer_of(i, read))
    return member(node, read, algebra.samples)


def _of_assumed(node: Op, algebra: WordsAlgebra) -> Op:
    """The member of the family with what is assumed of its law."""
    family, *indices = node.args
    return Op("at", (algebra.assumed(family) if isinstance(family, Sym) else family, *indices))


def dim_of(node: Term, read: Read) -> Dim:
    """The dimension that an upper limit means."""
    if isinstance(node, Num) and node.value.denominator == 1:
        return int(node.value)
    value = read(node)
    counted = (s.name for s in sorted(terms.symbols(node), key=lambda s: s.name) if s.has("integer"))
    for name in dict.fromkeys(("d", "N", "M", "B", "n", *counted)):
        if value == dimension(name):
            return name
        if value == dimension(name) + 1:
            return f"{name}+1"
    raise Lacks(f"words lacks sums up to {value}")


def _index(name: str, dim: Dim) -> Sym:
    return terms.MadeSym(name, (1, 1), frozenset({"index", f"range:{dim}"}))


def ranged(i: Sym, dim: Dim) -> Sym:
    """The index with the range that the sum states."""
    return i if i.has(f"range:{dim}") else _index(f"{i.name} to {dim}", dim)


def _sum(node: Op, read: Read) -> Any_:
    i, upper, body = node.args
    assert isinstance(i, Sym)
    dim = dim_of(upper, read)
    part = part_of(dim)
    if isinstance(dim, int):
        values = [read(terms.substitute(body, {i: terms.term(k)})) for k in range(1, dim + 1)]
        return _added(values)
    if part is not None and len(part) == 2:
        inside = _index(f"{i.name} to {part[0]}", part[0])
        first = Op("sum", (inside, terms.scalar(str(part[0]), "integer"), terms.substitute(body, {i: inside})))
        last = terms.substitute(body, {i: upper})
        return add(read(first), read(last))
    bound = ranged(i, dim)
    value = read(body if bound is i else terms.substitute(body, {i: bound}))
    if dim == "B" and isinstance(value, Scalar):
        return sum_over_prompts(value, read(bound), dimension(dim))
    by_spectrum = _over_eigenvalues(value, read(bound), dim)
    if by_spectrum is not None:
        return by_spectrum
    _no_number(read(bound), value)
    sum_over = sum_over_samples if dim in LENGTHS else contract_index
    return mapped(value, lambda x: sum_over(x, bound.name, dim))


def _over_eigenvalues(value: Any_, index: Any_, dim: Dim) -> Scalar | None:
    """A sum over all eigenvalues of one matrix."""
    if not isinstance(value, Scalar):
        return None
    (number,) = names(index)
    matrices = {a.args[0].rows for a in value.atoms() if a.name == EIGENVALUE}
    if not isinstance(number, str) or matrices - {dim}:
        raise Lacks("words sums over all eigenvalues of a matrix")
    return sum_over_spectrum(value, number)


INDEX_AS_NUMBER = "words lacks sums of terms in which the index stands as a number"


def _no_number(index: Any_, value: Any_) -> None:
    """Where the index of a sum is a number in what is summed, the terms differ by more than their letters."""
    (number,) = names(index)
    if any(depends_on(part, number) for part in parts_of(value)):
        raise Lacks(INDEX_AS_NUMBER)


def _added(values: Iterable[Any_]) -> Any_:
    first, *rest = values
    for value in rest:
        first = add(first, value)
    return first


def _beside_over(node: Op, read: Read, stacked: bool) -> Any_:
    """The bodies for i = 1, ..., upper side by side (their transposes when they are to be stacked)."""
    i, upper, body = node.args
    assert isinstance(i, Sym)
    dim = dim_of(upper, read)
    bound = ranged(i, dim)
    value = read(body if bound is i else terms.substitute(body, {i: bound}))
    if isinstance(value, (Map, Vec)) or isinstance(dim, int):
        raise Lacks("words lacks rows of such blocks")
    block = as_block(value.T if stacked else value)
    e = Matrix.of(basis(bound.name, dim))
    if block.cols == (1,):
        return unwrapped((block * Block([[e.T]])).map(lambda x: contract_index(x, bound.name, dim)))
    # The row of blocks maps the stacked columns U to the sum over i of body_i U e_i.
    target, source = (block.rows, (1,)), (block.cols, (dim,))
    image = block * test_block("U", source) * Block([[e]])
    form = (test_block("V", target).T * image).entries[0][0]
    return Map(target, source, cast(Scalar, contract_index(form, bound.name, dim)))


def _transposed(value: Any_) -> Any_:
    return as_map(value).T if isinstance(value, Vec) else value.T


def _is_free(*xs: Term) -> None:
    """What is differentiated by moves in all directions: words would use on the way that Q Q^T is the identity."""
    if any(isinstance(x, Sym) and x.traits & {"orthogonal", "haar"} for x in xs):
        raise Lacks("words lacks derivatives by an orthogonal letter")


def _grad(node: Op, read: Read) -> Any_:
    _is_free(node.args[1])
    f, x = read(node.args[0]), read(node.args[1])
    if not isinstance(f, Scalar):
        raise Lacks("words lacks gradients of matrices")
    refuse_hidden(f, {name for part in parts_of(x) for name in names(part)}, "gradients")
    return _gradient(f, x)


def _gradient(f: Scalar, x: Any_) -> Any_:
    if isinstance(x, Vec):
        return Vec(cast(Block, _gradient(f, x.matrix)))
    if isinstance(x, Block):
        return x.map(lambda entry: cast(Any, _gradient(f, entry)))
    if isinstance(x, Matrix) and len(x.terms) == 1:
        ((word, _),) = x.terms.items()
        if len(word) == 1 and word[0].flipped:
            return gradient(f, x.T).T
    if isinstance(x, Map):
        raise Lacks("words lacks gradients with respect to operators")
    return gradient(f, x)


def _curvature(node: Op, read: Read) -> Scalar:
    r""":math:`\frac{d^2}{dh^2}f(X+h\Delta)|_{h=0}` for pairs ``(X, Delta)``, where f has no kinks."""
    _is_free(*node.args[1::2])
    rough = rough_part(node.args[0], {x for x in node.args[1::2] if isinstance(x, Sym)}, poles=True)
    if rough is not None:
        head = rough.head if isinstance(rough, Op) else "a symbol"
        raise Lacks(f"words does not know whether there is a curvature: '{head}' may have a kink")
    f, *flat = (read(arg) for arg in node.args)
    if not isinstance(f, Scalar):
        raise Lacks("words lacks the curvature of matrices")
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    refuse_hidden(f, {name_of(x) for x, _ in pairs}, "curvatures")
    step = Scalar.symbol(STEP)
    along = cast(Scalar, substitute(f, {name_of(x): plus(x, times(step, by)) for x, by in pairs}))
    second = derivative(derivative(along, {STEP: ONE}), {STEP: ONE})
    return cast(Scalar, substitute(second, {STEP: Scalar.of(0)}))


STEP = "step of the curvature"


def _parameters(node: Term) -> set[Sym]:
    return {s for s in symbols(node) if s.has("parameter")}


def _ddt(node: Op, read: Read, algebra: WordsAlgebra) -> Any_:
    velocities: dict[Name, Any] = {**algebra.flow.velocities, "t": ONE}
    still = [s.name for s in _parameters(node) if name_of(read(s)) not in velocities]
    if still:
        raise Lacks(f"words lacks the motion of {still[0]}: it is no parameter of the model")
    value = read(node.args[0])
    refuse_hidden(value, velocities, "the motion")
    return mapped(value, lambda x: derivative(x, velocities))


def _at0(node: Op, read: Read, algebra: WordsAlgebra) -> Any_:
    missing = [s.name for s in _parameters(node) if s not in algebra.initial]
    if missing:
        raise Lacks(f"words lacks the initial value of {missing[0]}")
    bindings: dict[Name, Any] = {name_of(read(s)): read(value) for s, value in algebra.initial.items()}
    bindings["t"] = Scalar.of(0)
    value = read(node.args[0])
    all_started({x for part in parts_of(value) for x in names(part)} - set(bindings), algebra, read)
    refuse_hidden(value, bindings, "values at time 0")
    return mapped(value, lambda x: substitute(x, bindings))


def all_started(left: Collection[Name], algebra: WordsAlgebra, read: Read) -> None:
    """What is derived brings in parameters that the term does not name: none may be left where all are at time 0."""
    unknown = [p.name for p in algebra.parameters if p not in algebra.initial and name_of(read(p)) in left]
    if unknown:
        raise Lacks(f"words lacks the initial value of {unknown[0]}")


def _where(node: Op, read: Read) -> Any_:
    body, *flat = node.args
    bindings: dict[Name, Any] = {}
    for sym, value in zip(flat[::2], flat[1::2], strict=True):
        key: Name = "N" if sym == _PROMPT_LENGTH else name_of(read(sym))
        bindings[key] = read(value)
    whole = read(body)
    refuse_hidden(whole, bindings, "what is put in")
    covariances = {y for part in parts_of(whole) for x in names(part) if isinstance(x, Letter)
                   for y in x.covariance or ()}
    if covariances & set(bindings):
        raise Lacks("words replaces a covariance only where the expectation has been taken")
    moments = any(str(x).startswith(LABEL_MOMENT) for part in parts_of(whole) for x in names(part))
    if moments and any(isinstance(key, Letter) and key.base is key for key in bindings):
        raise Lacks("words does not know how the law of a label changes with a covariance")
    return mapped(whole, lambda x: substitute(x, bindings))


_PROMPT_LENGTH = terms.scalar("N", "integer", "positive")


def _unknowns(node: Op, read: Read) -> Scalar:
    total = Scalar.of(0)
    for variable in dict.fromkeys(node.args):
        shape = shape_of(read(variable))
        total = total + dimension(shape[0]) * dimension(shape[1])
    return total


