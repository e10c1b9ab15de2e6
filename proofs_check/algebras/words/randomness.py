"""Random symbols as words, their families, and expectation over all of them or over some, the others held fixed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic.indexed import hidden_in
from symbolic.lsa import Prompt, s
from symbolic.random_covariance import covariance
from symbolic.words import Matrix, Scalar, basis, gaussian, matrix
from symbolic.words.joint import Joint
from symbolic.words.labels import LabelLaw
from symbolic.words.letters import Dim, Letter
from symbolic.words.means import mean
from symbolic.words.noise import Moments
from symbolic.words.rotations import over_all_rotations
from symbolic.words.structure import names, names_in

from ...roles import law_of, letter_of
from ...statement.fold import Lacks
from ...statement.laws import STANDARD
from ...statement.terms import Num, Op, Sym, Term, symbols, walk
from .by_entries import is_lifted
from .shapes import Any_, mapped, parts_of, refuse_hidden

Read = Callable[[Term], Any]

LENGTHS: tuple[Dim, ...] = ("N", "M", "n")
"""The dimensions whose columns are independent samples."""
OF_THE_PROMPT = {"x": "X", "x_q": "x_q", "w": "w", "E": "E"}
"""Random symbols of the prompt of Section 3.3 and their letters; ``E`` is made of the others."""
NOISE = Moments(s**2)
"""Label noise: of its moments only mean 0 and variance s^2 are assumed."""


def trait(sym: Sym, key: str) -> str | None:
    """The NAME of a trait ``key:NAME``."""
    return next((t.removeprefix(f"{key}:") for t in sym.traits if t.startswith(f"{key}:")), None)


def is_label(sym: Sym) -> bool:
    return sym.has("label") or trait(sym, "label") is not None


def random_value(sym: Sym) -> Scalar | Matrix | None:
    """A random symbol that is no family; ``None`` where words does not know its law."""
    if trait(sym, "cov") is not None:
        return gaussian(sym.name, sym.shape[0], 1, _covariance(sym))
    if is_label(sym) or sym.has("noise"):
        return Scalar.symbol(sym.name)
    known = {"x_q": Prompt().x_q, "w": Prompt().w}
    return known.get(sym.name)


def member(node: Op, read: Read, default: Dim) -> Any_:
    """Member ``i`` of a family: a column of its sample, or an entry of its vector of labels or noise.

    The number of samples is the range of the index; of a member given by number it is ``default``.
    """
    family, i = node.args
    if not isinstance(family, Sym) or not family.has("iid"):
        raise Lacks("words lacks members of such families")
    if isinstance(i, Num):
        name, length = str(i.value), default
    elif isinstance(i, Sym) and i.has("index"):
        read(i)
        name, length = i.name, str(trait(i, "range"))
    else:
        raise Lacks("words lacks members of a family at computed indices")
    e = Matrix.of(basis(name, length))
    if is_label(family) or family.has("noise"):
        return matrix(family.name, length, 1).T * e
    if trait(family, "cov") is not None:
        return gaussian(family.name, family.shape[0], length, _covariance(family)) * e
    if family.name == "x":
        return Prompt(length).X * e
    raise Lacks(f"words lacks the law of the family {family.name}")


def _covariance(sym: Sym) -> Letter | None:
    """The covariance that a trait names; None for the identity."""
    name = trait(sym, "cov")
    assert name is not None
    return None if name == STANDARD else covariance(name, sym.shape[0], singular=sym.has("degenerate"))


def expectation(node: Op, read: Read) -> Any_:
    """``expect`` and ``expect_given``: the symbols after the body are held fixed."""
    body, *fixed = node.args
    for sym in fixed:
        if not isinstance(sym, Sym):
            raise Lacks("words holds symbols fixed only")
    drawn = random_symbols(body)
    unknown = [x for x in drawn - set(fixed) if not _is_known(x)]
    if unknown and all(x.traits & {"context", "haar"} for x in drawn):
        return _opaque_mean(body, drawn, [x for x in fixed if isinstance(x, Sym)], read)
    if unknown:
        raise Lacks(f"words lacks the law of {unknown[0].name}")
    held = frozenset(x for x in fixed if isinstance(x, Sym))
    law = joint_law(drawn | held, frozenset(_letter_name(x) for x in held), _counted(body))
    value = read(body)
    _one_length_each(value)
    fixed_names = {_letter_name(x) for x in held}
    inside = frozenset().union(*map(hidden_in, parts_of(value)))
    drawn_inside = [x for x in inside if isinstance(x, Letter) and x.covariance is not None]
    refuse_hidden(value, [x for x in drawn_inside if x.name not in fixed_names], "expectations")
    noise = {_letter_name(x) for x in drawn - held if x.has("noise")}
    for atom in (a for part in parts_of(value) if isinstance(part, Scalar) for a in part.atoms() if a.kind == "opaque"):
        if any(isinstance(name, Letter) and name.name in noise for name in names_in(atom)):
            raise Lacks(f"words lacks the mean of {atom.name} of noise")
    return mapped(value, law.expect)


def _one_length_each(value: Any_) -> None:
    """Samples of two lengths share their first members: as letters of two shapes they would pass for independent."""
    found = {x for part in parts_of(value) for x in (*names(part), *hidden_in(part)) if isinstance(x, Letter)}
    shapes: dict[str, Letter] = {}
    for x in sorted((x for x in found if x.index is None), key=lambda x: x.key):
        other = shapes.setdefault(x.name, x)
        if {other.rows, other.cols} != {x.rows, x.cols}:
            raise Lacks(f"words lacks means over members of the family {x.name} up to two lengths")


def _opaque_mean(body: Term, drawn: frozenset[Sym], fixed: list[Sym], read: Read) -> Any_:
    """The mean over contexts, whose law is unspecified, and over random rotations, which are independent of them."""
    averaged = sorted(drawn - set(fixed), key=lambda x: x.name)
    letters = frozenset(name for x in averaged for part in parts_of(read(x)) for name in names(part))
    rotations = [name for x in averaged if x.has("haar") for name in names(read(x)) if isinstance(name, Letter)]
    given = tuple(part for x in sorted(fixed, key=lambda x: x.name) for part in parts_of(read(x)))
    value = read(body)
    if is_lifted(value):
        raise Lacks("words lacks means of values with indices over contexts")
    return mapped(value, lambda x: mean(over_all_rotations(x, rotations), letters, *given))


def _counted(node: Term) -> tuple[Dim, ...]:
    """The dimensions that count samples: N and M always, others where members of families run over them."""
    ranges = {trait(i, "range") for _, sub in walk(node) if isinstance(sub, Op) and sub.head == "at"
              for i in sub.args[1:] if isinstance(i, Sym)}
    return tuple(dim for dim in LENGTHS if dim in {"N", "M", *ranges})


def joint_law(
    drawn: frozenset[Sym], fixed: frozenset[str] = frozenset(), lengths: tuple[Dim, ...] = LENGTHS
) -> Joint:
    """The law of these random symbols; (x_q, y_q) has the law of every (x_i, y_i)."""
    labels: dict[str, tuple[str, LabelLaw]] = {}
    for sym in drawn:
        if is_label(sym):
            covariate = trait(sym, "label") or ("x" if sym.has("iid") else "x_q")
            if any(covariate == other for other, _ in labels.values()):
                raise Lacks(f"words lacks the joint law of two labels of {covariate}")
            of = "" if law_of(sym) == letter_of("labels") else f" of {sym.name}"
            labels[sym.name] = covariate, LabelLaw(of)
    labels = {name: (OF_THE_PROMPT.get(covariate, covariate), law) for name, (covariate, law) in labels.items()}
    return Joint(labels, {x.name: _moments(x) for x in drawn if x.has("noise")}, lengths, fixed)


def _moments(sym: Sym) -> Moments:
    """Of a noise that is not normal only mean 0 and variance are assumed; without a name the deviation is s."""
    name = trait(sym, "std")
    variance = NOISE.second if name is None else Scalar.symbol(name, 1) ** 2
    return Moments(variance, normal=sym.has("normal"))


def _letter_name(sym: Sym) -> str:
    """The letter that a random symbol is: those of the prompt have letters of their own."""
    return sym.name if trait(sym, "cov") is not None else OF_THE_PROMPT.get(sym.name, sym.name)


def _is_known(sym: Sym) -> bool:
    known = sym.name in OF_THE_PROMPT or sym.has("derived") or sym.has("noise") or is_label(sym)
    return known or trait(sym, "cov") is not None


def random_symbols(node: Term) -> frozenset[Sym]:
    """The random symbols, without those for which something is put in."""
    if isinstance(node, Op) and node.head == "where":
        put_in = map(random_symbols, node.args[2::2])
        return (random_symbols(node.args[0]) - set(node.args[1::2])).union(*put_in)
    if isinstance(node, Op):
        return frozenset().union(*map(random_symbols, node.args))
    return frozenset(s for s in symbols(node) if s.has("random"))
