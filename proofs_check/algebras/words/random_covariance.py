r"""Random covariances on words: means over them, the derived losses and their flows.

A head whose arguments contain a value with indices has its meaning here and in the modules beside; every other head
keeps the one that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from symbolic import indexed
from symbolic.errors import InputError
from symbolic.indexed import AnyIndexed, Indexed, Law
from symbolic.indexed.factors import Name
from symbolic.indexed.from_words import value_of
from symbolic.indexed.laws import highest_moment
from symbolic.indexed.squares import DiagonalSquare, complete_square
from symbolic.random_covariance import LAWS, IndexedFlow, prediction, random_flow, random_loss, random_minimum
from symbolic.words import Letter, Matrix, Scalar, name_of

from ...statement.fold import Lacks, Meaning
from ...statement.priors import refuse_priors
from ...statement.terms import Op, Sym, Term, children, symbols
from . import linear, sums
from .analysis import all_started
from .by_entries import Read, Value, by_parts, has_gaussians, is_lifted, is_mixed, lifted, scalar_of, strict
from .comparing import equal
from .randomness import random_symbols

if TYPE_CHECKING:
    from .algebra import WordsAlgebra

LOSSES = {"L_rdm": False, "L_diag": True}
"""The derived losses with a random covariance, and whether it is diagonal."""


def wrapped(algebra: WordsAlgebra, heads: Mapping[str, Meaning]) -> dict[str, Meaning]:
    """The heads, with the meanings of this module where they are needed."""
    own: dict[str, Meaning] = {
        "diag": sums.diag,
        "delta": lambda node, read: sums.delta(node, read, algebra),
        "sum_unequal": lambda node, read: sums.sum_unequal(node, read, algebra),
        "least_over": lambda node, read: sums.least_over(node, read, algebra),
        "least_unequal": lambda node, read: sums.least_unequal(node, read, algebra),
        "least": lambda node, read: sums.least(*map(read, node.args)),
    }
    changed: dict[str, Callable[[Op, Read, Meaning], Any]] = {
        "entry": lambda node, read, plain: sums.entry(node, read, plain, algebra),
        "sum": lambda node, read, plain: sums.total(node, read, plain, algebra),
        "expect": lambda node, read, plain: _expect(node, read, plain, algebra, heads),
        "expect_given": lambda node, read, plain: _expect(node, read, plain, algebra, heads),
        "grad": _grad,
        "ddt": lambda node, read, plain: _ddt(node, read, plain, algebra),
        "at0": lambda node, read, plain: _at0(node, read, plain, algebra),
        "where": _where,
        "minimum": _minimum,
    }
    out = dict(heads)
    for head in linear.STRICT:
        out[head] = _guarded(head, lambda node, read, plain: strict(node, read, plain), heads[head])
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


def _listed(body: Term) -> frozenset[Sym]:
    """Noise and labels, which are no Gaussian letters, and whatever else is drawn and stands in the term itself."""
    return frozenset(s for s in random_symbols(body) if not s.has("derived"))


def _name(sym: Term) -> str:
    return sym.name if isinstance(sym, Sym) else ""


def _expect(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra, heads: Mapping[str, Meaning]) -> Value:
    refuse_priors(node, algebra.loss)
    body, *fixed = node.args
    value = read(body)
    laws = {name: law for name, law in laws_of(body).items() if name not in map(_name, fixed)}
    covariances = tuple(s for s in symbols(body) if s.name in LAWS)
    if not laws and not covariances and not is_lifted(value):
        return cast(Value, plain(node, read))
    if not is_lifted(value):
        # First given the covariances, then over these.
        value = heads["expect_given"](Op("expect_given", (body, *fixed, *covariances)), read)
    elif has_gaussians(value) or any(s not in fixed and s.name not in LAWS for s in _listed(body)):
        raise Lacks("words takes expectations over samples before sums over indices")
    for law in laws.values():
        value = by_parts(value, partial(_mean, law=law, algebra=algebra))
    return cast(Value, value)


def _mean(value: AnyIndexed, law: Law, algebra: WordsAlgebra) -> AnyIndexed:
    body = value if isinstance(value, Indexed) else value.body
    depending = next((x for x in body.leaves if isinstance(x, Letter) and law.letter in _behind(x)), None)
    if depending is not None:
        raise Lacks(f"words lacks the conditional law of {law.letter} given {depending}")
    found = value.map(lambda x: indexed.mean(x, law))
    original = law.copies or law.letter
    if algebra.finite_moments is not None and original not in algebra.moments:
        orders = [highest_moment(value_of(found), drawn) for drawn in {original, law.letter}]
        if any(order is None or order > algebra.finite_moments for order in orders):
            most = algebra.finite_moments
            raise Lacks(f"words takes moments of {original} up to order {most} only: others may not exist")
    return found


def _behind(x: Letter) -> set[Letter]:
    """The letters on which the covariance of a Gaussian letter depends."""
    found = {y.base or y for y in x.covariance or ()}
    return found | {v for y in found if (v := indexed.diagonal_of(y)) is not None}


# Calculus ----------------------------------------------------------------------------------------------------

def _grad(node: Op, read: Read, plain: Meaning) -> Value:
    f, x = read(node.args[0]), read(node.args[1])
    if not is_mixed(f):
        return cast(Value, plain(node, read))
    if not isinstance(x, (Scalar, Matrix)):
        raise Lacks("words lacks gradients of sums over indices in matrices cut into blocks")
    return indexed.gradient(scalar_of(lifted(f)), name_of(x))


def flow_of(loss: str, block: bool) -> IndexedFlow:
    """The gradient flow of a loss with a random covariance."""
    return random_flow(LOSSES[loss], block)


def _ddt(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    value = read(node.args[0])
    if algebra.loss not in LOSSES:
        if is_mixed(value):
            raise Lacks("words lacks the motion of sums over indices along this flow")
        return cast(Value, plain(node, read))
    velocities: dict[Name, AnyIndexed] = {**flow_of(str(algebra.loss), algebra.block).velocities, "t": indexed.ONE}
    moving = {s for s in symbols(node) if s.has("parameter")}
    still = [s.name for s in moving if name_of(read(s)) not in velocities]
    if still:
        raise Lacks(f"words lacks the motion of {still[0]}: it is no parameter of the model")
    return by_parts(value, lambda x: x.map(lambda body: indexed.derivative(body, velocities)))


def _at0(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    value = read(node.args[0])
    if not is_mixed(value):
        return cast(Value, plain(node, read))
    missing = [s.name for s in symbols(node) if s.has("parameter") and s not in algebra.initial]
    if missing:
        raise Lacks(f"words lacks the initial value of {missing[0]}")
    bindings = _bindings(((s, v) for s, v in algebra.initial.items()), read)
    bindings["t"] = indexed.ZERO
    all_started(value_of(value).leaves - set(bindings), algebra, read)
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
    if not is_mixed(whole) and not any(map(is_mixed, values)) and not diagonal:
        return cast(Value, plain(node, read))
    if has_gaussians(whole):
        raise Lacks("words puts sums over indices in only where the expectation has been taken")
    bindings = _bindings(pairs, read)
    return by_parts(whole, lambda x: x.map(lambda body: indexed.substitute(body, bindings)))


def _square(f: Value, variables: list[Any]) -> tuple[DiagonalSquare, Letter, str]:
    match variables:
        case [Matrix() as U, Scalar() as u]:
            letter, name = name_of(U), name_of(u)
            assert isinstance(letter, Letter)
            assert isinstance(name, str)
            return complete_square(scalar_of(lifted(f)), letter, name), letter, name
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
    if not is_mixed(f):
        return cast(Value, plain(node, read))
    if len(variables) == 4 and is_lifted(f) and f == random_loss(diagonal=True):
        return random_minimum()
    return _square(f, variables)[0].minimum
