r"""Whether an expectation is finite at a place: over Gaussian vectors exactly, over rotations of the line one by one.

Numbers of layers and demonstrations, weights and step sizes have exact values there; the integrand is written out in
the entries of the Gaussian vectors, and :mod:`symbolic.contexts.integrals` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from flint import fmpq

from symbolic.contexts import divergence
from symbolic.entries import Matrix
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.laws import has_known_law
from ...statement.props import Prop, subprops
from ...statement.terms import MadeSym, Num, Op, Sym, Term, children, free_symbols, nodes, symbols
from .environment import NOTHING, Env, bound
from .reader import Reader


def finite(prop: Prop, reader: Reader) -> bool:
    """Whether the mean of the absolute value of every entry is finite."""
    (mean,) = prop.args
    if not (isinstance(mean, Op) and mean.head == "expect" and has_known_law(mean)):
        raise Lacks("entries decides whether means over Gaussian vectors and rotations are finite")
    if reader.place.style.letters:
        raise Lacks("entries lacks finiteness where weights are letters")
    return why_infinite(mean.args[0], reader) is None


def infinite(prop: Prop, reader: Reader) -> bool:
    return not finite(prop, reader)


def why_infinite(body: Term, reader: Reader) -> str | None:
    """The exponential whose mean is infinite; None where all means are finite."""
    drawn = sorted((s for s in reader.spoken(body) if s.has("random")), key=lambda s: s.name)
    rotations = [s for s in drawn if s.has("haar")]
    generators = reader.place.generators
    letters: dict[str, None] = {}
    here = NOTHING
    if _of_any_growth(body, frozenset(drawn).difference(rotations)):
        raise Lacks("entries lacks how fast an unspecified function of what is drawn grows")
    if rotations and _divides_by(body, frozenset(rotations)):
        raise Lacks("entries lacks finiteness of means over rotations of quotients: on the line they say nothing")
    for sym in (s for s in drawn if s not in rotations):
        if "cov:I" not in sym.traits:
            raise Lacks(f"entries lacks the covariance of {sym.name}")
        for member, shape in _members(sym, reader):
            names = [_letter(member, i, j, shape) for i in range(shape[0]) for j in range(shape[1])]
            entries = generators.letters(names)
            letters |= dict.fromkeys(names)
            value = Matrix.build(*shape, lambda i, j: entries[i * shape[1] + j])  # noqa: B023
            here = bound(here, member, ("letters",), value)
    for turned in _on_the_line(rotations, here, reader):
        value = reader(body, turned)
        if any(name.startswith(f"{s.name}_") for s in drawn if s.has("iid") for name in reader.place.values):
            raise Lacks("entries lacks some members of a random family")
        for entry in value.entries():
            try:
                found = divergence(entry, generators, letters, filter(_is_tame, generators.names))
            except InputError as error:
                raise Lacks(f"entries lacks this mean: {error}") from error
            if found is not None:
                return str(found)
    return None


def _of_any_growth(node: Term, gaussian: frozenset[Sym]) -> bool:
    """Whether an unspecified function takes what is made of Gaussian vectors."""
    if not isinstance(node, Op):
        return any(_of_any_growth(child, gaussian) for child in children(node))
    if node.head == "sequence":
        F, _, start, step, _ = node.args
        assert isinstance(F, Sym)
        unbounded = bool((free_symbols(start) | free_symbols(step)) & gaussian)
        inside = gaussian | {F} if unbounded else gaussian - {F}
        return _of_any_growth(start, gaussian) or _of_any_growth(step, inside)
    if any(isinstance(arg, Sym) and arg.traits & {"activation", "kernel", "function"} for arg in node.args):
        return bool(free_symbols(node) & gaussian)
    return any(_of_any_growth(child, gaussian) for child in children(node))


def _divides_by(body: Term, rotations: frozenset[Sym]) -> bool:
    """Whether there is a quotient, an inverse or a power that may be infinite where such a rotation is in it."""
    divisors = (node.args[-1 if node.head == "/" else 0] for node in nodes(body)
                if isinstance(node, Op) and node.head in {"/", "inv", "pinv", "^"} and not _is_a_power(node))
    return any(symbols(divisor) & rotations for divisor in divisors)


def _is_a_power(node: Op) -> bool:
    """Of a number that is not negative."""
    exponent = node.args[-1]
    return node.head == "^" and isinstance(exponent, Num) and exponent.value >= 0


def _is_tame(name: str) -> bool:
    """Whether the generator is relu of a polynomial, and so grows no faster than one."""
    return name.startswith("relu(") and not any(part in name for part in ("exp(", "root", ")/", "E["))


def _letter(member: Sym, i: int, j: int, shape: tuple[int, int]) -> str:
    """The name of an entry: ``xi_2``, or ``xi_2[1]`` of several."""
    place = "" if shape == (1, 1) else f"[{i + 1}]" if shape[1] == 1 else f"[{i + 1},{j + 1}]"
    return member.name.replace("@", "_") + place


def said(prop: Prop, reader: Reader) -> str:
    """What makes each mean of the statement infinite, if anything does."""
    asked = [sub.args[0] for _, sub in subprops(prop) if sub.head in {"finite", "infinite"}]
    reasons = [why_infinite(mean.args[0], reader) or "the mean is finite" for mean in asked if isinstance(mean, Op)]
    return "; ".join(dict.fromkeys(reasons))


def _members(sym: Sym, reader: Reader) -> Iterator[tuple[Sym, tuple[int, int]]]:
    """The symbol, or the members 1, ..., n+1 of the family."""
    shape = reader.place.shape(sym)
    if not sym.has("iid"):
        yield sym, shape
        return
    for k in range(1, reader.place.sizes.get("n", 1) + 2):
        yield MadeSym(f"{sym.name}@{k}", sym.shape, sym.traits), shape


def _on_the_line(rotations: Sequence[Sym], env: Env, reader: Reader) -> Iterator[Env]:
    """``env`` with all values of the rotations, of a line: 1 and -1."""
    members = [member for sym in rotations for member in _members(sym, reader)]
    if any(shape != (1, 1) for _, shape in members):
        raise Lacks("entries lacks finiteness of means over rotations for d > 1")
    for signs in product((1, -1), repeat=len(members)):
        turned = env
        for (member, _), sign in zip(members, signs, strict=True):
            turned = bound(turned, member, ("sign", sign), Matrix(((fmpq(sign),),)))
        yield turned
