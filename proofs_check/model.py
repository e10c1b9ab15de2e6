r"""What the engines must know about a model to read 'along the flow' and 'at time 0'.  Standard library only.

A paper's model is data in ``papers/<paper>/model.py``; a model of one's own is made by :func:`gradient_flow` from its
parameters and a loss that is a term of the statement language:

>>> from fractions import Fraction
>>> from .statement.terms import matrix, norm_F, parameter
>>> U, V, A = parameter("U", "m", "k"), parameter("V", "k", "d"), matrix("A", "m", "d")
>>> gradient_flow(Fraction(1, 2) * norm_F(U * V - A) ** 2, (U, V)).dimensions
('d', 'k', 'm')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from importlib import import_module
from importlib.util import find_spec
from re import findall

from .claims import Claim
from .errors import UserError
from .roles import Roles, roles_of
from .statement.laws import STANDARD
from .statement.props import Prop, conjuncts, eq, nodes_in, subterms
from .statement.sizes import check_number, check_sizes
from .statement.terms import Abbrev, Dim, MadeSym, Op, Sym, Term, TermLike, symbols, term, walk

_OF_A_FLOW = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
SAMPLES = frozenset({"N", "M", "B"})
"""The engines' letters of dimensions that count samples."""
TIME = Sym("t", (1, 1), frozenset({"nonnegative"}))
"""The time of a flow, where a model names no other."""
_A_TIME_ALONE = roles_of(time=TIME)


class _Hashed:
    __slots__ = ("_hash",)
    _hash: int
    """Of a model, computed once: engines remember by it what they read, and it has dozens of symbols."""


@dataclass(frozen=True, slots=True)
class Model(_Hashed):
    """The trained parameters, the invariant block of the flow, the values at time 0, and the loss that trains."""

    parameters: tuple[Sym, ...]
    block: tuple[tuple[Sym, Term], ...]
    initial: tuple[tuple[Sym, Term], ...]
    loss: Term
    """The loss whose gradient flow ``ddt`` follows: a derived symbol that the engines know, or, of a model of one's
    own, the loss itself as a term."""
    special_case_of: str = ""
    """The name of training data with a law of which those of this model are a special case."""
    special_values: tuple[tuple[Sym, Term], ...] = ()
    """What is drawn there, and what stands for it here."""
    roles: Roles = _A_TIME_ALONE
    """Which symbols are what the engines know: a model that is a term has a time, and nothing else."""

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(getattr(self, one.name) for one in fields(self))))
            return self._hash

    @property
    def derived_loss(self) -> str:
        """The name of the derived symbol that the loss is; "" for a loss given as a term."""
        return self.loss.name if isinstance(self.loss, Sym) and self.loss.has("derived") else ""

    @property
    def is_a_term(self) -> bool:
        """Whether the loss is given as a term."""
        return not self.derived_loss

    @property
    def loss_in_full(self) -> Term:
        """The loss, written out where it is an abbreviation."""
        return self.loss.body if isinstance(self.loss, Abbrev) else self.loss

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The dimensions by name, of parameters and of what the loss is made of."""
        made_of = symbols(self.loss).union(self.parameters)
        return tuple(sorted({name for s in made_of for dim in s.shape for name in names_in(dim)}))

    @property
    def starts_anywhere(self) -> bool:
        """Whether nothing is assumed of the values at time 0: each is a free symbol of its own."""
        start = dict(self.initial)
        return all(start.get(p) == _start_of(p) for p in self.parameters)

    def starts_in(self, other: Model) -> bool:
        """Whether what is said for each start of this model holds for that of the other."""
        there = dict(other.initial)
        return all(value == _start_of(p) or there.get(p) == value for p, value in self.initial)

    def check_symbols(self, props: Iterable[Prop]) -> None:
        """Raise :class:`UserError` where ``props`` use a name of the model otherwise, or speak of a paper's model."""
        time = self.roles.time if self.is_a_term else ()
        known = {s.name: s for s in (*time, *symbols(self.loss).union(self.parameters))}
        known |= {c.name: c for s in list(known.values()) for c in named_by(s)}
        for sym in (s for prop in props for s in nodes_in(prop) if isinstance(s, Sym)):
            if (sym.has("derived") or sym.has("prompt")) and self.roles.letter(sym) is None:
                raise UserError(f"{sym.name} is derived from a paper's model: a claim about another cannot mention it.")
            if sym.has("parameter") and sym not in self.parameters:
                raise UserError(f"{sym.name} is no parameter of the claim's model: add it, or make it no parameter.")
            other = known.get(sym.name, sym)
            if (other.shape, _kind(other)) != (sym.shape, _kind(sym)):
                raise UserError(_two_meanings(other, sym))


NONE = Model((), (), (), term(0))
"""Of a claim that speaks of no model: nothing is trained."""


def gradient_flow(
    loss: TermLike, parameters: Iterable[Sym], start: Mapping[Sym, TermLike] | None = None, time: Sym = TIME
) -> Model:
    r"""A model of one's own: its ``parameters`` follow :math:`\dot\theta=-\partial L/\partial\theta` for this loss.

    Args:
        loss: a scalar term in the parameters and fixed symbols; what is random stands inside ``expect(...)``.
        parameters: symbols made by ``parameter(...)``, of any dimensions.
        start: values of some of them at time 0; the others start anywhere.
        time: the symbol of the time, where something is said of it.

    Raises:
        UserError: a loss or parameters of which no gradient flow can be made; the sentence says why.
    """
    moving = tuple(parameters)
    value = loss if isinstance(loss, Term) else term(loss)
    problem = next(_problems(value, moving, time), None)
    if problem is not None:
        raise UserError(problem)
    _check_sizes("the loss must be a number", eq(value, value))
    check_number("the loss", value, repr)
    given = {p: term(v) for p, v in (start or {}).items()}
    for p, v in given.items():
        if p not in moving:
            raise UserError(f"start gives a value to {p.name}, which is no parameter of the model: leave it out.")
        if any(s.has("parameter") for s in symbols(v)):
            raise UserError(f"the start of {p.name} must not mention parameters: give its value a symbol of its own.")
        _check_sizes(f"the start of {p.name} must have its shape", eq(p, v))
    return Model(moving, (), tuple((p, given.get(p, _start_of(p))) for p in moving), value, roles=roles_of(time=time))


def _check_sizes(requirement: str, prop: Prop) -> None:
    try:
        check_sizes(prop, repr)
    except UserError as error:
        raise UserError(f"{requirement}: {error}") from error


def sizes_of(names: Iterable[str], d: int) -> dict[str, int]:
    """Sizes for dimensions of one's own beside ``d``: all 1 at d = 1, of two kinds above."""
    return {name: d if d == 1 or k % 2 else d + 1 for k, name in enumerate(sorted(set(names) - {"d"}))}


def _problems(loss: Term, parameters: tuple[Sym, ...], time: Sym) -> Iterator[str]:
    """What stands against a gradient flow of this loss."""
    if not parameters:
        yield "parameters must name at least one symbol: a flow moves something."
    for p in parameters:
        if not (isinstance(p, Sym) and p.has("parameter")):
            yield f"the parameter {p!r} must be made by parameter(...): matrices, vectors and scalars that move."
        if p.traits & {"symmetric", "psd", "posdef", "orthogonal", "random", "derived"}:
            yield f"the parameter {p.name} must be free, without the traits {', '.join(sorted(p.traits))}."
    spoken = next((n for _, n in walk(loss) if isinstance(n, Op) and n.head in _OF_A_FLOW), None)
    if spoken is not None:
        yield f"the loss contains {spoken!r}: what a flow or a paper's prompt gives cannot be in the loss."
    named: dict[str, Sym] = {}
    for sym in sorted(symbols(loss).union(parameters), key=lambda s: s.name):
        if sym.has("derived") or sym.has("prompt"):
            yield f"the loss mentions {sym.name}, which a paper's model derives: write the loss out."
        if time in (sym, *named_by(sym)):
            yield (
                f"{time.name} is the time of the flow, which does not stand in the loss: give the flow another, "
                "time=scalar('s', 'nonnegative')."
            )
        if sym.has("parameter") and sym not in parameters:
            yield f"the loss depends on {sym.name}, which is not among the parameters: add it, or make it no parameter."
        for meant in (sym, *named_by(sym)):
            other = named.setdefault(meant.name, meant)
            if (other.shape, _kind(other)) != (meant.shape, _kind(meant)):
                yield _two_meanings(other, meant)
    drawn = sorted(s.name for s in _unaveraged(loss))
    if drawn:
        yield f"the loss is random, as {drawn[0]} is: write expect(...) around what is averaged."


def named_by(sym: Sym) -> Iterator[Sym]:
    """The covariance and the standard deviation that the law of a symbol names."""
    degenerate = sym.has("degenerate")
    for trait in sym.traits:
        key, _, name = trait.partition(":")
        if key == "cov" and name != STANDARD:
            sign = "psd" if degenerate else "posdef"
            yield Sym(name, (sym.shape[0], sym.shape[0]), frozenset({"symmetric", sign}))
        elif key == "std":
            yield Sym(name, (1, 1), frozenset({"nonnegative" if degenerate else "positive"}))


def _kind(sym: Sym) -> frozenset[str]:
    """The traits that tell symbols of one name and shape apart."""
    implied = {"psd"} if sym.has("posdef") else {"nonnegative", "nonzero"} if sym.has("positive") else set()
    return sym.traits - implied - {"parameter", "iid"}


def names_in(dim: Dim) -> list[str]:
    """The names in a dimension such as ``"d+1"``."""
    return findall(r"[A-Za-z_]\w*", str(dim))


def _two_meanings(a: Sym, b: Sym) -> str:
    first, second = (f"of shape {s.shape[0]} x {s.shape[1]} ({', '.join(sorted(s.traits)) or 'free'})" for s in (a, b))
    return f"the name {a.name} stands for two symbols, {first} and {second}: give each a name of its own."


def _unaveraged(node: Term) -> frozenset[Sym]:
    """The random symbols over which no expectation is taken."""
    match node:
        case Sym():
            return frozenset({node} if node.has("random") else ())
        case Abbrev(body=body):
            return _unaveraged(body)
        case Op(head="expect"):
            return frozenset()
        case Op(args=args):
            return frozenset().union(*map(_unaveraged, args))
    return frozenset()


def _start_of(p: Sym) -> Sym:
    return MadeSym(f"{p.name}(0)", p.shape, p.traits - {"parameter"}, f"{p.tex or p.name}(0)")


def model_of(paper: str, model: str | Model = "") -> Model:
    """The model of a claim: its own, or that of the paper with this id prefix on the training data with this name.

    Claims under another prefix that bring no model are about linear self-attention as in `zfb`.

    Raises:
        UserError: the paper has no training data of this name.
    """
    if isinstance(model, Model):
        return model
    models = models_of(paper)
    if model not in models:
        names = ", ".join(repr(name) for name in models)
        raise UserError(f"Unknown model {model!r}: choose one of {names}, or make one by gradient_flow(...).")
    return models[model]


def models_of(paper: str) -> dict[str, Model]:
    """The models of the paper with this id prefix, by their training data; those of `zfb` for other prefixes."""
    package = f"{__package__}.papers.{paper}"
    known = find_spec(package) is not None and find_spec(f"{package}.model") is not None
    models: dict[str, Model] = import_module(f"{package if known else f'{__package__}.papers.zfb'}.model").models
    return models


def is_own(claim: Claim) -> bool:
    """Whether the loss that trains is given as a term, by the claim or by its paper: only engines that read any term
    know such a model."""
    return not model_of(claim.paper, claim.model).derived_loss


def initial_values(claim: Claim) -> dict[Sym, Term]:
    """The parameters' values at time 0 that the claim's hypotheses state."""
    found: dict[Sym, Term] = {}
    for hypothesis in claim.given:
        for prop in conjuncts(hypothesis.prop):
            if is_start_value(prop):
                lhs, rhs = prop.args
                if isinstance(lhs, Op) and isinstance(lhs.args[0], Sym) and isinstance(rhs, Term):
                    found[lhs.args[0]] = rhs
    return found


def model_for(claim: Claim) -> Model:
    """The model of the claim, started where the claim says (where it says nothing, as the model does)."""
    model = model_of(claim.paper, claim.model)
    return replace(model, initial=tuple((dict(model.initial) | initial_values(claim)).items()))


def assumed_at_start(claim: Claim) -> tuple[Prop, ...]:
    """What the hypotheses of a claim about a model of one's own say of time 0, beside the values of parameters."""
    if not is_own(claim):
        return ()
    links = [link for hypothesis in claim.given for link in conjuncts(hypothesis.prop)]
    return tuple(link for link in links if _speaks_of_the_start(link) and not is_start_value(link))


def _speaks_of_the_start(prop: Prop) -> bool:
    return any(isinstance(t, Op) and t.head == "at0" for t in nodes_in(prop))


def is_start_value(prop: Prop) -> bool:
    """Whether this gives a parameter its value at time 0, by what does not itself speak of time 0."""
    first = prop.args[0]
    if not (prop.head == "eq" and isinstance(first, Op) and first.head == "at0" and isinstance(first.args[0], Sym)):
        return False
    return not any(isinstance(t, Op) and t.head == "at0" for path, t in subterms(prop) if path[0] == 1)

