"""Expectations at a place: over contexts, uniformly random rotations and Gaussian numbers."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from symbolic.contexts import Dual, Quotient, text
from symbolic.contexts.averages import TooHigh, averaged, haar_moment, is_trigonometric, normal_moment
from symbolic.contexts.rotations import cayley, signed_permutations
from symbolic.entries import Matrix

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term
from .environment import Env, bound
from .laws import contexts_in, is_label, mean
from .reader import Meaning, Reader, parts

MOST_LETTERS = 150
"""Terms of a polynomial in letters of which an opaque mean is taken."""


def _expect(reader: Reader, node: Op, env: Env) -> Matrix:
    return _mean(reader, node.args[0], (), env)


def _expect_given(reader: Reader, node: Op, env: Env) -> Matrix:
    fixed = [sym for sym in node.args[1:] if isinstance(sym, Sym)]
    return _mean(reader, node.args[0], fixed, env)


def _mean(reader: Reader, body: Term, fixed: Sequence[Sym], env: Env) -> Matrix:
    drawn = [s for s in reader.spoken(body) if s.has("random") and s not in fixed and not _is_averaged(s, env)]
    contexts = [s for s in drawn if s.has("context")]
    rotations = [s for s in drawn if s.has("haar")]
    normal = [s for s in drawn if s not in contexts and s not in rotations]
    if any(not _is_normal(s) for s in normal):
        raise Lacks(f"entries lacks the law of {next(s.name for s in normal if not _is_normal(s))}")
    if contexts and reader.place.style.letters:
        return _opaque_mean(reader, body, contexts, rotations + normal, fixed, env)
    if not contexts:
        return _inner_mean(reader, body, rotations, normal, env)
    everyone = contexts_in([*reader.statement, body])
    law = reader.place.law(everyone, reader)
    reader.place.whole = reader.place.whole and law.whole
    values = {sym: env[sym][1] if sym in env else reader.place.value(sym) for sym in fixed if sym.has("context")}
    labels = any(map(is_label, contexts))
    means = []
    for a, atom in law.given(values):
        here: Env = env
        for sym, value in atom.covariates.items():
            if sym not in fixed:
                here = bound(here, sym, ("atom", a), value)
        for b, row in enumerate(atom.labels if labels else atom.labels[:1]):
            there = here
            for sym, value in row.items():
                there = bound(there, sym, ("atom", a, b), value)
            means.append(_inner_mean(reader, body, rotations, normal, there))
    if not means:
        raise Lacks("entries lacks the law of labels given these covariates")
    if not fixed:
        for k, (name, atom) in enumerate(law.turned):
            here = env
            for sym, value in atom.covariates.items():
                here = bound(here, sym, ("turned", k), value)
            for b, row in enumerate(atom.labels if labels else atom.labels[:1]):
                there = here
                for sym, value in row.items():
                    there = bound(there, sym, ("turned", k, b), value)
                _asked(_inner_mean(reader, body, rotations, normal, there), reader.place.generators.position(name))
    return mean(means)


def _asked(value: Matrix, turn: int) -> None:
    """Raises Lacks where the mean over signed permutations may differ from that over all orthogonal matrices."""
    if not all(is_trigonometric(part, turn) for e in value.entries() for part in parts(e)):
        raise Lacks("entries lacks the mean of this function over all orthogonal matrices")


def _is_averaged(sym: Sym, env: Env) -> bool:
    return sym in env


def _is_normal(sym: Sym) -> bool:
    return any(trait.startswith("cov:") for trait in sym.traits) or (sym.has("noise") and sym.has("normal"))


def _inner_mean(
    reader: Reader, body: Term, rotations: Sequence[Sym], normal: Sequence[Sym], env: Env
) -> Matrix:
    if rotations:
        return _haar_mean(reader, body, rotations, normal, env)
    if normal:
        return _normal_mean(reader, body, normal, env)
    return reader(body, env)


def _haar_mean(
    reader: Reader, body: Term, rotations: Sequence[Sym], normal: Sequence[Sym], env: Env
) -> Matrix:
    """By entries as letters where the integrand is a polynomial of degree 3 at most; over the signed permutations
    otherwise, which are all rotations for d = 1 and leave a law of contexts invariant."""
    U, *others = rotations
    d = reader.place.shape(U)[0]
    if d > 1:
        generators = reader.place.generators
        names = {f"{U.name}~{i}{j}": (i, j) for i in range(d) for j in range(d)}
        letters = generators.letters(list(names))
        drawn = {generators.position(name): place for name, place in names.items()}
        reader.place.averaged |= drawn.keys()
        generic = Matrix.build(d, d, lambda i, j: letters[d * i + j])
        try:
            value = _inner_mean(reader, body, others, normal, bound(env, U, ("letters",), generic))
            return value.map(lambda e: _each_part(e, lambda x: averaged(x, drawn, lambda m: haar_moment(m, d))))
        except (TooHigh, Lacks):
            known = reader.place.checked or not (reader.invariances or reader.place.style.letters)
            if d == 2 and known:
                # The mean over the group is that over all rotations where this passes.
                for reflected in (False, True):
                    g = cayley([generators.letter(f"{U.name}~turn")], 2, reflected)
                    turned = bound(env, U, ("turned", reflected), g)
                    _asked(_inner_mean(reader, body, others, normal, turned), generators.position(f"{U.name}~turn"))
            elif not reader.invariances or reader.place.style.letters:
                raise Lacks("entries lacks the mean of this function of a random rotation") from None
            else:
                reader.place.whole = False
    group = signed_permutations(d)
    return mean([_inner_mean(reader, body, others, normal, bound(env, U, ("group", k), g))
                 for k, g in enumerate(group)])


def _normal_mean(reader: Reader, body: Term, normal: Sequence[Sym], env: Env) -> Matrix:
    generators = reader.place.generators
    drawn: dict[int, tuple[int, int]] = {}
    here = env
    for sym in normal:
        if sym.has("iid"):
            raise Lacks(f"entries lacks means over the family {sym.name}")
        rows, columns = reader.place.shape(sym)
        new = [f"{sym.name}~{i}{j}" for i in range(rows) for j in range(columns)]
        letters = generators.letters(new)
        drawn |= {generators.position(name): (len(drawn) + k, 0) for k, name in enumerate(new)}
        z = Matrix.build(rows, columns, lambda i, j: letters[i * columns + j])  # noqa: B023
        here = bound(here, sym, ("letters",), _scaled(reader, sym, z))
    reader.place.averaged |= drawn.keys()
    value = reader(body, here)
    try:
        return value.map(lambda e: _each_part(e, lambda x: averaged(x, drawn, lambda m: normal_moment(
            [k for _, k in m]))))
    except TooHigh as error:
        raise Lacks(f"entries lacks the mean of {error}") from error


def _scaled(reader: Reader, sym: Sym, z: Matrix) -> Matrix:
    """Standard normal numbers with the covariance that the symbol names."""
    named = next((t.split(":", 1)[1] for t in sorted(sym.traits) if t.startswith(("cov:", "std:"))), "I")
    if named == "I":
        return z
    matching = next((value for name, value in reader.place.values.items() if name == named), None)
    if matching is None:
        raise Lacks(f"entries lacks the value of {named}")
    if sym.has("noise"):
        return z.scale(matching[0, 0])
    from .reader import root_of

    return root_of(reader, matching) @ z


def _each_part(value: object, f: object) -> object:
    assert callable(f)
    return Dual(f(value.a), f(value.b)) if isinstance(value, Dual) else f(value)


def _opaque_mean(
    reader: Reader, body: Term, contexts: Sequence[Sym], others: Sequence[Sym], fixed: Sequence[Sym], env: Env
) -> Matrix:
    """Of letters: linear, and equal for equal integrands; of a law nothing is used."""
    if fixed:
        raise Lacks("entries lacks conditional means of letters")
    if any(sym in env for sym in contexts):
        raise Lacks("entries lacks the mean of contexts that have a value")
    rotations = [s for s in others if s.has("haar")]
    if len(rotations) < len(others):
        raise Lacks("entries lacks the mean of contexts together with something else that is random")
    values = [reader(body, here) for here in _general_rotations(reader, rotations, env)]
    plain = frozenset(reader.place.constants)

    def linear(x: object) -> object:
        if not isinstance(x, Quotient):
            return x
        if len(x.num) > MOST_LETTERS:
            raise Lacks("entries lacks room for the mean of this polynomial in letters")
        if x.den is not None:
            return reader.place.generators.letter(f"E[{text(x)}]")
        parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for exponent, coefficient in x.num.to_dict().items():
            powers = [int(e) for e in exponent]
            drawn = tuple(0 if i in plain else e for i, e in enumerate(powers))
            rest = tuple(e - f for e, f in zip(powers, drawn, strict=True))
            part = parts.setdefault(drawn, {})
            part[rest] = part.get(rest, fmpq(0)) + coefficient
        total: object = fmpq(0)
        for drawn, part in parts.items():
            monomial = text(Quotient(x.ctx.from_dict({drawn: fmpq(1)})))
            factor = Quotient(x.ctx.from_dict(part))
            total = total + (factor if not any(drawn) else factor * reader.place.generators.letter(f"E[{monomial}]"))
        return total

    return mean([value.map(lambda e: _each_part(e, linear)) for value in values])


def _general_rotations(reader: Reader, rotations: Sequence[Sym], env: Env) -> list[Env]:
    """A general rotation and a general reflection, each of which has probability 1/2."""
    if not rotations:
        return [env]
    (U,) = rotations
    d = reader.place.shape(U)[0]
    letters = reader.place.generators.letters([f"{U.name}~{i}" for i in range(d * (d - 1) // 2)])
    return [bound(env, U, ("general", turned), cayley(list(letters), d, turned)) for turned in (False, True)]


HEADS: dict[str, Meaning] = {"expect": _expect, "expect_given": _expect_given}
