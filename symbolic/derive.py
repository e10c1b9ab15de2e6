"""What ``lemmata derive`` prints: derived loss, flow, minima, invariants, PL constant, as plain data for JSON.

With a fixed dimension the expressions are SymPy strings in the names listed under ``symbols``, read back by
:func:`read_back`; without one they are the words form, for every d.  Everything is derived on the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from .derived import Derived
from .errors import InputError
from .long_sums import in_brackets

if TYPE_CHECKING:
    from .fixed_dimension import Entrywise
    from .words import Matrix

OF_THE_BLOCK = ("zwb/lsa", "zwb/ltb", "zwb/gd-beta")
ATTENTION = "ccs/attention"
DERIVED = {"lsa": "zfb/lsa", "zfb/lsa": "zfb/lsa"} | {name: name for name in (*OF_THE_BLOCK, ATTENTION)}
"""Models by the names that the command accepts."""
SUBJECTS = ("loss", "flow", "minima", "invariants", "pl")
PASS = "forward"
"""Derived of attention besides."""
LARGEST_DIM = {"loss": 15, "flow": 12, "minima": 8, "invariants": 8, "pl": 8}
"""What is derived entry by entry in less than a minute."""

Data = dict[str, Any]


def derive(
    model: str = "lsa", what: str = "loss", dim: int | None = None, *, general: bool | None = None, degree: int = 2,
    demonstrations: int | None = None, layers: int | None = None, activation: str | None = None,
) -> Derived:
    """The derived ``what`` of ``model``: at dimension ``dim`` entry by entry, or for every d in words.

    ``general`` asks for a general symmetric Lam (default up to d = 3; a diagonal one above); ``degree`` is the degree
    up to which invariants are sought.  ``demonstrations``, ``layers`` and ``activation`` are of ``ccs/attention``
    (:mod:`.derive_attention`).  Raises InputError for an unknown model or subject or a bad dimension.
    """
    name = resolve_model(model)
    if not isinstance(what, str) or what not in (*SUBJECTS, PASS):
        raise InputError(f"what is {what!r}: choose one of {', '.join(SUBJECTS)}.")
    if dim is not None and (isinstance(dim, bool) or not isinstance(dim, int) or dim < 1):
        raise InputError(f"dim must be a positive integer, not {dim!r}: pass the dimension of the covariates.")
    head: Data = {"schema": 1, "model": name, "what": what, "dim": dim}
    if name == ATTENTION:
        from .derive_attention import derive_attention

        return Derived(head | derive_attention(what, dim, demonstrations, layers, activation))
    if any(one is not None for one in (demonstrations, layers, activation)):
        raise InputError(f"the number of demonstrations, layers and the activation are of {ATTENTION}, not of {name}.")
    if what == PASS:
        raise InputError(f"forward passes are derived of {ATTENTION}: of {name} choose {', '.join(SUBJECTS)}.")
    if name in OF_THE_BLOCK:
        from .derive_block import derive_block

        return Derived(head | derive_block(name, what, dim))
    if dim is not None and dim > LARGEST_DIM[what]:
        raise InputError(
            f"dim must be at most {LARGEST_DIM[what]} for {what}, not {dim}: more takes minutes and megabytes. Without "
            "dim the derivation is for every d."
        )
    if dim is None:
        from .derive_words import IN_WORDS

        return Derived(head | IN_WORDS[what]())
    if what == "invariants":
        return Derived(head | _invariants(dim, general, degree))
    return Derived(head | AT_DIMENSION[what](dim, general))


def read_back(data: Mapping[str, Any]) -> Any:
    """The expressions of derived data (or of the JSON made of it) as SymPy's, in the order that they have there.

    The symbols bear the names under ``symbols``: ``N`` is a symbol, not ``sympy.N``.  Raises InputError for data
    without a dimension, whose expressions are words.

    >>> read_back(derive("lsa", "invariants", dim=1))
    [U11_1_1**2 - u12_1**2 + u21_1**2 - u_m1**2]
    """
    if not isinstance(data, Mapping) or not {"dim", "symbols", "expression"} <= set(data):
        raise InputError(f"data is {str(data)[:60]!r}: pass what derive('lsa', 'flow', dim=2) gives, or its JSON.")
    if data["dim"] is None:
        raise InputError("data without a dimension is on words, which SymPy does not know: derive with dim=2, say.")
    import sympy

    symbols = {name: sympy.Symbol(name) for name in _leaves(data["symbols"])}
    symbols |= {name: sympy.Function(name) for name in data.get("functions", ())}
    return _deep_text(lambda text: sympy.sympify(text, symbols), data["expression"])


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value != "0":
            yield value
    else:
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(inner)


def _deep_text(f: Callable[[str], Any], value: Any) -> Any:
    if isinstance(value, str):
        return f(value)
    if isinstance(value, Mapping):
        return {key: _deep_text(f, inner) for key, inner in value.items()}
    return [_deep_text(f, inner) for inner in value]


def resolve_model(model: str) -> str:
    """The full name of a derived model; raises InputError for one that is unknown."""
    if isinstance(model, str) and model in DERIVED:
        return DERIVED[model]
    choice = f"choose zfb/lsa (or lsa for short) or one of {', '.join((*OF_THE_BLOCK, ATTENTION))}."
    raise InputError(f"model is {model!r}, which is unknown: {choice}")


def _loss(d: int, general: bool | None) -> Data:
    from . import entries

    L = entries.loss(d, general)
    return {"expression": _text(L.to_sympy()), "symbols": L.names.symbols()}


def _flow(d: int, general: bool | None) -> Data:
    from . import entries

    flow = entries.flow(d, general)
    velocities = {"U11": flow.U11, "u12": flow.u12, "u21": flow.u21, "u_-1": flow.u_1}
    return {
        "expression": {key: _deep(lambda q: _text(q.to_sympy()), value) for key, value in velocities.items()},
        "symbols": flow.names.symbols(),
    }


def _invariants(d: int, general: bool | None, degree: int) -> Data:
    from . import entries
    from .invariants import conserved_quantities
    from .vector_field import Field

    flow = entries.flow(d, general)
    velocities = [*(q for row in flow.U11 for q in row), *flow.u12, *flow.u21, flow.u_1]
    # The common factor 1/N^2 of all velocities only changes the clock.
    field = Field(tuple(flow.names.parameters), tuple(q.numerator for q in velocities))
    result = conserved_quantities(field, degree)
    certificate = asdict(result.certificate)
    return {
        "expression": [str(q).replace("^", "**") for q in result.basis],
        "symbols": flow.names.symbols(),
        "degree": degree,
        "complete": result.certificate.complete,
        "sentence": result.certificate.sentence(),
        "certificate": certificate | {"generic_in": list(result.certificate.generic_in)},
    }


def _minima(d: int, general: bool | None) -> Data:
    """The minimum over all parameters and the value of u_-1 U11 at the minimisers, from the completed square."""
    from .landscape import landscape, verify

    certificate = landscape()
    at = _entrywise(d, general)
    return {
        "expression": {
            "minimum": _ratio(at.scalar(certificate.minimum)),
            "u_-1*U11": [[_ratio(x) for x in row] for row in at.matrix(certificate.square.K).rows],
        },
        "symbols": at.names.symbols(),
        "sentence": "the minimum over all parameters; where u12 = u21 = 0, the minimisers are all points with u_-1*U11 "
        "as given",
        "certificate": {"verified": verify(certificate)},
    }


def _pl(d: int, general: bool | None) -> Data:
    """The constant at entries; only the slope is a square root."""
    from .landscape import landscape
    from .polyak import polyak_constant
    from .words import Scalar, matrix

    Theta = [[f"Theta_{i}_{j}" for j in range(1, d + 1)] for i in range(1, d + 1)]
    letter = matrix("Theta", "d", "d")
    start = cast("Matrix", letter * letter.T)
    constant = polyak_constant(landscape().square, start, Scalar.symbol("sigma", 1))
    at = _entrywise(d, general, {"Theta": Theta}, ("sigma",))
    fall, per_square = _ratio(at.scalar(constant.fall)), _ratio(at.scalar(constant.per_square))
    slope = f"sqrt({_ratio(at.scalar(constant.slope**2))})"
    return {
        "expression": {
            "per_square": per_square, "fall": fall, "slope": slope, "mu": f"({per_square})*({fall})/{slope}",
        },
        "symbols": at.names.symbols() | {"Theta": Theta, "sigma": "sigma"},
        "sentence": "|grad|^2 >= mu * (loss - minimum) along the flow from U11 = sigma*Theta*Theta.T, u_-1 = sigma, "
        "where |Theta*Theta.T|_F = 1 and fall > 0",
    }


def _entrywise(
    d: int, general: bool | None, extra: dict[str, list[list[str]]] | None = None, scalars: tuple[str, ...] = ()
) -> Entrywise:
    from .entries.loss import LARGEST_GENERAL_D
    from .entries.names import Names
    from .fixed_dimension import Entrywise

    return Entrywise(Names(d, d <= LARGEST_GENERAL_D if general is None else general), extra, scalars)


def _ratio(value: Any) -> str:
    return str(value).replace("^", "**")


AT_DIMENSION: dict[str, Callable[[int, bool | None], Data]] = {
    "loss": _loss, "flow": _flow, "minima": _minima, "pl": _pl,
}


def _text(expression: Any) -> str:
    """SymPy's ``sstr``, terms left in their order: sorting a large sum costs more than deriving it."""
    from sympy import sstr

    return in_brackets(sstr(expression, order="none"))


def _deep(f: Callable[[Any], str], value: Any) -> Any:
    return [_deep(f, v) for v in value] if isinstance(value, tuple) else f(value)
