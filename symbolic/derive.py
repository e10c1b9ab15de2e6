"""What ``lemmata derive`` prints: derived loss, flow, minima, invariants, PL constant, as plain data for JSON.

With a fixed dimension the expressions are SymPy strings in the names listed under ``symbols``, read back by
``sympify(expression, locals)``; without one they are the words form, for every d.  Everything is derived on the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from .errors import InputError

DERIVED = {"lsa": "zfb/lsa", "zfb/lsa": "zfb/lsa"}
"""Models by the names that the command accepts."""
ANNOUNCED = ("zwb/lsa", "zwb/ltb", "zwb/gd-beta", "ccs/attention")
SUBJECTS = ("loss", "flow", "minima", "invariants", "pl")

Data = dict[str, Any]


def derive(
    model: str = "lsa", what: str = "loss", dim: int | None = None, *, general: bool | None = None, degree: int = 2
) -> Data:
    """The derived ``what`` of ``model``: at dimension ``dim`` entry by entry, or for every d in words.

    ``general`` asks for a general symmetric Lam (default up to d = 3; a diagonal one above); ``degree`` is the degree
    up to which invariants are sought.  Raises InputError for an unknown model or subject or a bad dimension.
    """
    name = _model(model)
    if what not in SUBJECTS:
        raise InputError(f"what is {what!r}: choose one of {', '.join(SUBJECTS)}.")
    if dim is not None and (isinstance(dim, bool) or not isinstance(dim, int) or dim < 1):
        raise InputError(f"dim must be a positive integer, not {dim!r}: pass the dimension of the covariates.")
    head: Data = {"schema": 1, "model": name, "what": what, "dim": dim}
    if dim is None:
        from .derive_words import IN_WORDS

        return head | IN_WORDS[what]()
    if what == "invariants":
        return head | _invariants(dim, general, degree)
    return head | AT_DIMENSION[what](dim, general)


def _model(model: str) -> str:
    if model in DERIVED:
        return DERIVED[model]
    if model in ANNOUNCED:
        raise InputError(f"model {model!r} is not derived yet: choose zfb/lsa (or lsa for short).")
    raise InputError(f"model is {model!r}, which is unknown: choose zfb/lsa (or lsa for short).")


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


AT_DIMENSION: dict[str, Callable[[int, bool | None], Data]] = {"loss": _loss, "flow": _flow}


def _text(expression: Any) -> str:
    """SymPy's ``sstr``, terms left in their order: sorting a large sum costs more than deriving it."""
    from sympy import sstr

    return str(sstr(expression, order="none"))


def _deep(f: Callable[[Any], str], value: Any) -> Any:
    return [_deep(f, v) for v in value] if isinstance(value, tuple) else f(value)
