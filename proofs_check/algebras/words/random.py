r"""Random covariances, diagonal matrices and sums over indices on words.

Until a mean over a random covariance is taken, its value is a word like any other; after that, and wherever a sum over
indices is no contraction of words, values are those of :mod:`symbolic.indexed`.  A head whose arguments contain such a
value has its meaning here; every other head keeps the one that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Union, cast

from symbolic import indexed
from symbolic.errors import InputError
from symbolic.indexed import AnyIndexed, Indexed, IndexedMatrix, Law, as_word, from_words, hides_indices
from symbolic.indexed.binders import rebuild
from symbolic.indexed.factors import Index, Name
from symbolic.indexed.from_words import value_of
from symbolic.indexed.laws import Moment, with_moments
from symbolic.indexed.limits import limit
from symbolic.indexed.squares import DiagonalSquare, complete_square
from symbolic.random_covariance import LAWS, IndexedFlow, prediction, random_flow, random_loss, random_minimum
from symbolic.words import Letter, Matrix, Ratio, Scalar, name_of
from symbolic.words.blocks import Block
from symbolic.words.operators import Map, Vec
from symbolic.words.rewriting import Rule
from symbolic.words.structure import names

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Num, Op, Sym, Term, children, substitute, symbols, term
from . import linear
from .indices import MARK
from .shapes import difference, parts_of

if TYPE_CHECKING:
    from .algebra import WordsAlgebra

Read = Callable[[Term], Any]
Value = Union[Scalar, Matrix, Block, Vec, Map, Indexed, IndexedMatrix]
LOSSES = {"L_rdm": False, "L_diag": True}
"""The derived losses with a random covariance, and whether it is diagonal."""


def wrapped(algebra: WordsAlgebra, heads: Mapping[str, Meaning]) -> dict[str, Meaning]:
    """The heads, with the meanings of this module where they are needed."""
    own: dict[str, Meaning] = {
        "diag": _diag,
        "delta": lambda node, read: _delta(node, read, algebra),
        "sum_unequal": lambda node, read: _sum_unequal(node, read, algebra),
        "least_over": lambda node, read: _least_over(node, read, algebra),
        "least_unequal": lambda node, read: _least_unequal(node, read, algebra),
        "least": lambda node, read: _least(*map(read, node.args)),
    }
    changed: dict[str, Callable[[Op, Read, Meaning], Any]] = {
        "entry": lambda node, read, plain: _entry(node, read, plain, algebra),
        "sum": lambda node, read, plain: _sum(node, read, plain, algebra),
        "expect": lambda node, read, plain: _expect(node, read, plain, heads),
        "expect_given": lambda node, read, plain: _expect(node, read, plain, heads),
        "grad": _grad,
        "ddt": lambda node, read, plain: _ddt(node, read, plain, algebra),
        "at0": lambda node, read, plain: _at0(node, read, plain, algebra),
        "where": _where,
        "minimum": _minimum,
    }
    out = dict(heads)
    for head in linear.STRICT:
        out[head] = _guarded(head, lambda node, read, plain: _strict(node, read, plain), heads[head])
    for head, meaning in changed.items():
        out[head] = _guarded(head, meaning, heads.get(head, _unknown))
    for head, plain in own.items():
        out[head] = _guarded(head, lambda node, read, made: made(node, read), plain)
    return out


def _unknown(node: Op, read: Read) -> Any:
    raise Lacks(f"words lacks {node.head}")


def _guarded(head: str, meaning: Callable[[Op, Read, Meaning], Any], plain: Meaning) -> Meaning:
    def guarded(node: Op, read: Read) -> Any:
        try:
            return meaning(node, read, plain)
        except InputError as error:
            raise Lacks(f"words lacks this {head}: {error}") from error

    return guarded


def symbol(sym: Sym) -> Any:
    """The symbols that belong to random covariances; None for all others."""
    if sym.name == "y_hat_rdm" and sym.has("derived"):
        return prediction()
    if sym.name in LOSSES and sym.has("derived"):
        return random_loss(LOSSES[sym.name])
    if sym.shape[1] == 1 and sym.shape[0] != 1 and sym.has("positive"):
        return Matrix.of(indexed.positive_vector(sym.name, sym.shape[0]))
    return None


# Lifting -----------------------------------------------------------------------------------------------------

def is_lifted(value: Any) -> bool:
    return isinstance(value, (Indexed, IndexedMatrix))


def _is_mixed(value: Value) -> bool:
    """Whether the value, or part of it, is one with indices."""
    return is_lifted(value) or any(hides_indices(part) for part in parts_of(cast(Any, value)))


def lifted(value: Value) -> AnyIndexed:
    """The value with indices that a scalar or an uncut matrix is."""
    if isinstance(value, (Indexed, IndexedMatrix)):
        return value
    if isinstance(value, (Scalar, Matrix)):
        return from_words(value)
    raise Lacks("words lacks the entries of matrices cut into blocks")


def equal(a: Value, b: Value, algebra: WordsAlgebra) -> bool:
    """Whether two values, one of them with indices, are shown to be equal."""
    gaps = _gaps(a, b)
    return gaps is not None and all(vanishes(gap, algebra.rules, algebra.moments) for gap in gaps)


def _gaps(a: Value, b: Value) -> Sequence[Value] | None:
    """The differences of two values, block by block; None when their shapes differ."""
    if any(isinstance(v, (Block, Vec, Map)) for v in (a, b)):
        x, y = (as_word(v) if isinstance(v, (Indexed, IndexedMatrix)) else v for v in (a, b))
        gap = difference(x, y)
        return None if gap is None else parts_of(gap)
    left, right = lifted(a), lifted(b)
    if isinstance(left, Indexed) and isinstance(right, Indexed):
        return [left - right]
    if isinstance(left, IndexedMatrix) and isinstance(right, IndexedMatrix):
        return [left - right] if (left.rows, left.cols) == (right.rows, right.cols) else None
    return None


def has_entries(value: Any) -> bool:
    """Whether a value of words may be known better by its entries: it contains a diagonal matrix, say."""
    return _is_mixed(value) or _has_meaning(value)


def by_parts(value: Value, function: Callable[[AnyIndexed], AnyIndexed]) -> Value:
    """A linear operation on a value with indices, on each block of a matrix cut into blocks."""
    if isinstance(value, Block):
        return value.map(lambda part: as_word(function(from_words(part))))
    return function(lifted(value))


def _is_gaussian(x: Name) -> bool:
    return isinstance(x, Letter) and x.covariance is not None


def _has_gaussians(value: Any) -> bool:
    if isinstance(value, (Indexed, IndexedMatrix)):
        return any(map(_is_gaussian, value_of(value).leaves))
    return any(_is_gaussian(x) for part in parts_of(value) for x in names(part))


def _strict(node: Op, read: Read, plain: Meaning) -> Value:
    values = [read(arg) for arg in node.args]
    if not any(map(is_lifted, values)):
        try:
            return cast(Value, plain(node, read))
        except (Lacks, InputError):
            if not any(map(_is_mixed, values)) and not any(map(_has_meaning, values)):
                raise
    cut = any(isinstance(v, (Block, Vec, Map)) for v in values) or node.head in _BLOCKS
    random = [is_lifted(v) for v in values if _has_gaussians(v)]
    if cut or (random and not any(random)):
        # Expectations are taken on words, so what is random stays a word.
        words = [as_word(v) if is_lifted(v) else v for v in values]
        return cast(Value, linear.STRICT[node.head](*words))
    function = _STRICT.get(node.head)
    if function is None:
        raise Lacks(f"words lacks {node.head} of sums over indices")
    return function(*map(lifted, values))


_BLOCKS = frozenset({"block", "stack", "beside", "vec", "unvec", "kron"})


def _has_meaning(value: Value) -> bool:
    return not is_lifted(value) and any(
        isinstance(x, Letter) and indexed.has_indexed_meaning(x)
        for part in parts_of(cast(Any, value)) for x in names(part)
    )


def _plus(a: AnyIndexed, b: AnyIndexed) -> AnyIndexed:
    if isinstance(a, Indexed) and isinstance(b, Indexed):
        return a + b
    if isinstance(a, IndexedMatrix) and isinstance(b, IndexedMatrix):
        return a + b
    raise Lacks("words lacks the sum of a scalar and a matrix")


def _times(a: AnyIndexed, b: AnyIndexed) -> AnyIndexed:
    if isinstance(a, Indexed):
        return b.map(lambda body: a * body)
    return a.scaled(b) if isinstance(b, Indexed) else a.times(b)


def _negative(a: AnyIndexed) -> AnyIndexed:
    return a.map(lambda body: -body)


def _scalar(a: AnyIndexed) -> Indexed:
    if not isinstance(a, Indexed):
        raise Lacks("words lacks this of a matrix")
    return a


def _number(e: AnyIndexed) -> Fraction:
    terms = dict(_scalar(e).terms)
    c = terms.pop((), None)
    if terms or (c is not None and not c.is_constant):
        raise Lacks(f"words lacks powers with the exponent {e}")
    return c.at(1) if c is not None else Fraction(0)


def _trace(a: AnyIndexed) -> Indexed:
    return a.trace() if isinstance(a, IndexedMatrix) else a


def _transpose(a: AnyIndexed) -> AnyIndexed:
    return a.T if isinstance(a, IndexedMatrix) else a


_STRICT: dict[str, Callable[..., AnyIndexed]] = {
    "+": _plus,
    "-": lambda a, b: _plus(a, _negative(b)),
    "neg": _negative,
    "*": _times,
    "/": lambda a, b: _times(a, _scalar(b) ** -1),
    "^": lambda a, e: a.power(_number(e)) if isinstance(a, IndexedMatrix) else a ** _number(e),
    "T": _transpose,
    "tr": _trace,
    "sqrt": lambda a: _scalar(a) ** Fraction(1, 2),
    "norm_F": indexed.norm_F,
    "norm_2": indexed.norm_F,
    "inner": lambda a, b: _trace(_times(a, _transpose(b))),
    "abs": lambda a: indexed.absolute(_scalar(a)),
    "exp": lambda a: indexed.call("exp", a),
    **{name: partial(indexed.call, name) for name in ("norm_op", "nuclear", "singular_product_sum")},
}


# Equality ----------------------------------------------------------------------------------------------------

def vanishes(gap: Value, rules: Iterable[Rule], moments: Mapping[Letter, Moment]) -> bool:
    """Whether a value with indices is 0, the equations and the moments of known laws being put in."""
    value = lifted(gap)
    body = value if isinstance(value, Indexed) else value.body
    for drawn, moment in moments.items():
        body = with_moments(body, drawn, moment)
    for rule in rules:
        body = _rewritten(body, rule)
    return body.is_zero()


def sign_of(value: Value, algebra: WordsAlgebra) -> int:
    """2 for a number that is positive for every d, N and covariance, 1 for one that is not negative, else 0."""
    try:
        body = lifted(value)
        for drawn, moment in algebra.moments.items():
            body = body.map(partial(with_moments, drawn=drawn, moment=moment))
    except InputError as error:
        raise Lacks(f"words lacks this sign: {error}") from error
    if not isinstance(body, Indexed):
        raise Lacks("words compares numbers only")
    return body.sign if body.terms else 1


def tends_by_entries(a: Value, b: Value, lengths: tuple[str, ...], moments: Mapping[Letter, Moment]) -> bool:
    """Whether ``a`` tends to ``b`` as all these lengths tend to infinity; for random values, whatever is drawn."""
    gaps = _gaps(a, b)
    if gaps is None:
        raise Lacks("words lacks limits of another shape")
    try:
        return all(_at_infinity(gap, lengths, moments).is_zero() for gap in gaps)
    except InputError as error:
        raise Lacks(f"words lacks this limit: {error}") from error


def _at_infinity(gap: Value, lengths: tuple[str, ...], moments: Mapping[Letter, Moment]) -> Indexed:
    value = lifted(gap)
    body = value if isinstance(value, Indexed) else value.body
    for drawn, moment in moments.items():
        body = with_moments(body, drawn, moment)
    return limit(body, lengths)


def _rewritten(value: Indexed, rule: Rule) -> Indexed:
    """``value`` with a factor replaced that a rule says to be equal to something."""
    left = cast(Indexed, from_words(Scalar({rule.left: Ratio.of(1)})))
    if len(left.terms) != 1:
        return value
    ((mono, c),) = left.terms.items()
    if len(mono) != 1:
        return value
    ((found, e),) = mono
    new = (cast(Indexed, from_words(rule.right)) * c.inverse()) ** (1 / Fraction(e))
    return rebuild(value, lambda f: new if f is found else None, lambda f: found.leaves <= f.leaves)


# Indices and sums --------------------------------------------------------------------------------------------

def _index(node: Term, read: Read, algebra: WordsAlgebra, dim: Any) -> Index:
    """The index that a term means, over the dimension ``dim``."""
    value = read(node)
    if isinstance(value, Scalar):
        ratio = value.as_ratio()
        if ratio is not None and ratio.is_constant and ratio.at(1).denominator == 1 and ratio.at(1) >= 1:
            return indexed.free_index(str(ratio.at(1)), dim)
        marks = [a.name[len(MARK):] for a in value.atoms() if a.kind == "symbol" and a.name.startswith(MARK)]
        if len(marks) == 1 and value == Scalar.symbol(MARK + marks[0]) and algebra.ranges.get(marks[0]) == dim:
            return indexed.free_index(marks[0], dim)
    raise Lacks(f"words lacks the index {value} over {dim}")


def _entry(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    A = read(node.args[0])
    if not isinstance(A, IndexedMatrix):
        return cast(Value, plain(node, read))
    i, j = (
        A.row if dim == 1 else _index(arg, read, algebra, dim)
        for arg, dim in zip(node.args[1:], (A.rows, A.cols), strict=True)
    )
    return A.at(i, j)


def _dim(upper: Term, read: Read) -> str:
    from .analysis import _dim_of

    dim = _dim_of(upper, read)
    if not isinstance(dim, str) or not dim.isidentifier():
        raise Lacks(f"words lacks sums over entries up to {dim}")
    return dim


def _summed(i: Sym, dim: str, body: Term, read: Read) -> Indexed | IndexedMatrix:
    from .analysis import _ranged

    bound = _ranged(i, dim)
    read(bound)
    value = lifted(read(body if bound is i else substitute(body, {i: bound})))
    return value.map(lambda x: indexed.summed([indexed.free_index(bound.name, dim)], x))


def _sum(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    i, upper, body = node.args
    assert isinstance(i, Sym)
    read(i)
    if is_lifted(read(body)):
        if isinstance(upper, Num) and upper.value.denominator == 1 and upper.value >= 1:
            terms = (substitute(body, {i: term(k)}) for k in range(1, int(upper.value) + 1))
            return cast(Value, read(reduce(lambda a, b: a + b, terms)))
        return _summed(i, _dim(upper, read), body, read)
    try:
        return cast(Value, plain(node, read))
    except (Lacks, InputError):
        # No contraction of words: an index that occurs otherwise than twice.
        if not isinstance(read(body), (Scalar, Matrix)) or _has_gaussians(read(body)):
            raise
        return _summed(i, _dim(upper, read), body, read)


def _sum_unequal(node: Op, read: Read, algebra: WordsAlgebra) -> Value:
    i, j, upper, body = node.args
    assert isinstance(i, Sym)
    assert isinstance(j, Sym)
    dim = _dim(upper, read)
    everywhere = Op("sum", (i, upper, Op("sum", (j, upper, body))))
    same = _summed(i, dim, substitute(body, {j: i}), read)
    return _plus(lifted(read(everywhere)), _negative(same))


def _delta(node: Op, read: Read, algebra: WordsAlgebra) -> Indexed:
    reach = next((algebra.ranges[s.name] for arg in node.args for s in symbols(arg) if read(s) is not None
                  and s.name in algebra.ranges), "d")
    i, j = (_index(arg, read, algebra, reach) for arg in node.args)
    return indexed.delta(i, j)


def _diag(node: Op, read: Read) -> Value:
    v = read(node.args[0])
    if isinstance(v, Matrix) and v.cols == 1 and len(v.terms) == 1:
        ((word, c),) = v.terms.items()
        if len(word) == 1 and c == 1:
            return Matrix.of(indexed.diagonal_letter(word[0]))
    v = lifted(v)
    if not isinstance(v, IndexedMatrix) or v.cols != 1:
        raise Lacks("words lacks diagonal matrices of anything but vectors")
    return IndexedMatrix.of(v.rows, v.rows, lambda i, j: indexed.delta(i, j) * v.at(i, v.col))


def _least_over(node: Op, read: Read, algebra: WordsAlgebra) -> Indexed:
    i, upper, body = node.args
    dim = _dim(upper, read)
    at_i = _index(i, read, algebra, dim)
    value = _scalar(lifted(read(body)))
    return indexed.call("least_over", IndexedMatrix.of(dim, 1, lambda r, _: indexed.rename(value, {at_i: r})))


def _least_unequal(node: Op, read: Read, algebra: WordsAlgebra) -> Indexed:
    i, j, upper, body = node.args
    dim = _dim(upper, read)
    at_i, at_j = (_index(k, read, algebra, dim) for k in (i, j))
    # What stands on the diagonal does not matter.
    value = _scalar(lifted(read(body))) * (1 - indexed.delta(at_i, at_j))
    off = IndexedMatrix.of(dim, dim, lambda r, c: indexed.rename(value, {at_i: r, at_j: c}))
    return indexed.call("least_unequal", off)


def _least(a: Value, b: Value) -> Indexed:
    first, second = sorted((_scalar(lifted(a)), _scalar(lifted(b))), key=lambda v: v.key)
    return indexed.call("least", first, second)


# Means -------------------------------------------------------------------------------------------------------

def laws_of(node: Term) -> dict[str, Law]:
    """The random covariances on which a term depends, those behind its samples included, by name."""
    if isinstance(node, Op) and node.head == "where":
        body, *flat = node.args
        inside = {name: law for name, law in laws_of(body).items() if name not in {_name(s) for s in flat[::2]}}
        return inside | {name: law for value in flat[1::2] for name, law in laws_of(value).items()}
    if isinstance(node, Op) and node.head in {"expect", "expect_given"}:
        fixed = {_name(s) for s in node.args[1:]}
        return {name: law for name, law in laws_of(node.args[0]).items() if name in fixed}
    if isinstance(node, Sym):
        behind = {t.removeprefix("cov:") for t in node.traits if t.startswith("cov:")}
        behind |= {"Lam_tau"} if node.name == "y_hat_rdm" else set()
        return {name: LAWS[name] for name in behind | {node.name} if name in LAWS}
    return {name: law for child in children(node) for name, law in laws_of(child).items()}


def _name(sym: Term) -> str:
    return sym.name if isinstance(sym, Sym) else ""


def _expect(node: Op, read: Read, plain: Meaning, heads: Mapping[str, Meaning]) -> Value:
    body, *fixed = node.args
    value = read(body)
    laws = {name: law for name, law in laws_of(body).items() if name not in map(_name, fixed)}
    covariances = tuple(s for s in symbols(body) if s.name in LAWS)
    if not laws and not covariances and not is_lifted(value):
        return cast(Value, plain(node, read))
    if not is_lifted(value):
        # First given the covariances, then over these.
        value = heads["expect_given"](Op("expect_given", (body, *fixed, *covariances)), read)
    elif _has_gaussians(value):
        raise Lacks("words takes expectations over samples before sums over indices")
    for law in laws.values():
        value = by_parts(value, partial(_mean, law=law))
    return cast(Value, value)


def _mean(value: AnyIndexed, law: Law) -> AnyIndexed:
    body = value if isinstance(value, Indexed) else value.body
    depending = next((x for x in body.leaves if isinstance(x, Letter) and law.letter in _behind(x)), None)
    if depending is not None:
        raise Lacks(f"words lacks the conditional law of {law.letter} given {depending}")
    return value.map(lambda x: indexed.mean(x, law))


def _behind(x: Letter) -> set[Letter]:
    """The letters on which the covariance of a Gaussian letter depends."""
    found = {y.base or y for y in x.covariance or ()}
    return found | {v for y in found if (v := indexed.diagonal_of(y)) is not None}


# Calculus ----------------------------------------------------------------------------------------------------

def _grad(node: Op, read: Read, plain: Meaning) -> Value:
    f, x = read(node.args[0]), read(node.args[1])
    if not _is_mixed(f):
        return cast(Value, plain(node, read))
    if not isinstance(x, (Scalar, Matrix)):
        raise Lacks("words lacks gradients of sums over indices in matrices cut into blocks")
    return indexed.gradient(_scalar(lifted(f)), name_of(x))


def flow_of(loss: str, block: bool) -> IndexedFlow:
    """The gradient flow of a loss with a random covariance."""
    return random_flow(LOSSES[loss], block)


def _ddt(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    value = read(node.args[0])
    if algebra.loss not in LOSSES:
        if _is_mixed(value):
            raise Lacks("words lacks the motion of sums over indices along this flow")
        return cast(Value, plain(node, read))
    velocities: dict[Name, AnyIndexed] = {**flow_of(algebra.loss, algebra.block).velocities, "t": indexed.ONE}
    moving = {s for s in symbols(node) if s.has("parameter")}
    still = [s.name for s in moving if name_of(read(s)) not in velocities]
    if still:
        raise Lacks(f"words lacks the motion of {still[0]}: it is no parameter of the prediction")
    return by_parts(value, lambda x: x.map(lambda body: indexed.derivative(body, velocities)))


def _at0(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    value = read(node.args[0])
    if not _is_mixed(value):
        return cast(Value, plain(node, read))
    missing = [s.name for s in symbols(node) if s.has("parameter") and s not in algebra.initial]
    if missing:
        raise Lacks(f"words lacks the initial value of {missing[0]}")
    bindings = _bindings(((s, v) for s, v in algebra.initial.items()), read)
    bindings["t"] = indexed.ZERO
    return by_parts(value, lambda x: x.map(lambda body: indexed.substitute(body, bindings)))


def _bindings(pairs: Iterable[tuple[Term, Term]], read: Read) -> dict[Name, AnyIndexed]:
    found: dict[Name, AnyIndexed] = {}
    for sym, value in pairs:
        key = name_of(read(sym)) if not (isinstance(sym, Sym) and sym.name == "N") else "N"
        if key == "N":
            raise Lacks("words puts in a prompt length only before means over the covariance are taken")
        found[key] = lifted(read(value))
    return found


def _where(node: Op, read: Read, plain: Meaning) -> Value:
    body, *flat = node.args
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    whole = read(body)
    values = [read(value) for _, value in pairs]
    diagonal = any(isinstance(s, Sym) and s.has("positive") and s.shape != (1, 1) for s, _ in pairs)
    if not _is_mixed(whole) and not any(map(_is_mixed, values)) and not diagonal:
        return cast(Value, plain(node, read))
    if _has_gaussians(whole):
        raise Lacks("words puts sums over indices in only where the expectation has been taken")
    bindings = _bindings(pairs, read)
    return by_parts(whole, lambda x: x.map(lambda body: indexed.substitute(body, bindings)))


def _square(f: Value, variables: list[Any]) -> tuple[DiagonalSquare, Letter, str]:
    match variables:
        case [Matrix() as U, Scalar() as u]:
            letter, name = name_of(U), name_of(u)
            assert isinstance(letter, Letter)
            assert isinstance(name, str)
            return complete_square(_scalar(lifted(f)), letter, name), letter, name
    raise Lacks("words finds minima of sums over indices in the product of a matrix and a scalar only")


def equal_at_minimisers(algebra: WordsAlgebra, f: Value, variables: list[Any], lhs: Value, rhs: Value) -> bool:
    """Whether two values agree where u U = K, at all minimisers; there u is not 0, as K is not."""
    square, U, u = _square(f, variables)
    if square.K.trace().sign < 2:
        raise Lacks("words does not see that K is not 0, so that u may vanish at a minimiser")
    there: dict[Name, AnyIndexed] = {U: square.K.scaled(Indexed.symbol(u) ** -1)}
    left, right = (lifted(side).map(lambda body: indexed.substitute(body, there)) for side in (lhs, rhs))
    return equal(left, right, algebra)


def _minimum(node: Op, read: Read, plain: Meaning) -> Value:
    f, *variables = (read(arg) for arg in node.args)
    if not _is_mixed(f):
        return cast(Value, plain(node, read))
    if len(variables) == 4 and is_lifted(f) and f == random_loss(diagonal=True):
        return random_minimum()
    return _square(f, variables)[0].minimum
