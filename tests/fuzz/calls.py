"""Public functions of Python, called one on what another made; statements so made are examined."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import proofs_check
import proofs_check.proof
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term

from .values import NONSENSE, TERMS, arguments, drawn

OPERATORS = tuple(getattr(operator, name) for name in (
    "add", "sub", "mul", "truediv", "pow", "matmul", "floordiv", "mod", "lt", "le", "neg", "abs", "not_", "getitem",
    "contains",
))  # fmt: skip
APART = frozenset({"check", "ask", "load", "Kind", "Verdict"})
"""Which take their time, or are enumerations of Python's."""
ELSEWHERE = {
    "symbolic.derive": ("derive", "read_back"),
    "symbolic.critical": ("critical_points",),
    "numeric.attention": ("Activation",),
    "numeric.ode": ("assumption_3", "dense_flow", "fast_flow", "measure", "printed_bounds", "problem"),
    "numeric.training.config": ("config",),
}  # fmt: skip
"""What notebooks and the manual name beside the package's own names."""


def functions() -> dict[str, Callable[..., Any]]:
    """The public functions and classes by name."""
    found = {name: getattr(proofs_check, name) for name in proofs_check.__all__ if name not in APART}
    found |= {f"proof.{name}": getattr(proofs_check.proof, name) for name in proofs_check.proof.__all__}
    places = [(place, name) for place, names in ELSEWHERE.items() for name in names]
    return found | {f"{place}.{name}": getattr(import_module(place), name) for place, name in places}


def chain_of_calls(draws: Random) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Up to five calls, each with its words, and at the end now and then a look by the witnesses."""
    made: list[Any] = []
    known = functions()
    for _ in range(draws.randint(1, 5)):
        if draws.random() < 0.15:
            function = draws.choice(OPERATORS)
            formulas = [one for one in made if isinstance(one, Term)]
            args, named = [draws.choice((*formulas, *TERMS)), draws.choice((*NONSENSE, *TERMS))], {}
            args = args[: 1 if function in (operator.neg, operator.abs, operator.not_) else 2]
            name = function.__name__
        else:
            name = draws.choice(list(known))
            function = known[name]
            args, named = arguments(draws, function, made, fitting=name.startswith(("numeric.", "symbolic.")))
        yield _words(name, args, named), lambda f=function, p=args, k=named: made.append(shown(f(*p, **k)))
    props = [one for one in made if isinstance(one, Prop)]
    if props and draws.random() < 0.1:
        prop = draws.choice(props)
        yield f"check {_shown(prop)}", lambda: shown(_examined(prop))
    if draws.random() < 0.03:
        args, named = arguments(draws, proofs_check.check, made)
        yield _words("check", args, named), lambda: shown(proofs_check.check(*args, **named))
    if draws.random() < 0.03:
        formula = "".join(draws.choice(LATEX) for _ in range(draws.randint(0, 9)))
        let = draws.choice((*LETS, drawn(draws, "str", ())))
        yield f"ask({formula!r}, {_shown(let)})", lambda: shown(proofs_check.ask(formula, let))


LATEX = (
    "A", "B", "x", "x^\\top", "\\mathbb E", "[", "]", "(", ")", "=", "\\le", "+", "\\frac{1}{2}", "\\frac", "{", "}",
    "^2",
    "_i", "\\sum_i", "\\operatorname{tr}", "\\|", "0", "1/0", "\\nabla_W", "W", "%", "$", "é", "\\inf", "\\int", " ",
)  # fmt: skip
LETS = ("", "A: d x d", "x ~ N(0,S), A: d x d, B: d x d", "A: d x d; W: d x d symmetric; i", "x ~", "A: 0 x 0")


def _examined(prop: Prop) -> Any:
    made = proofs_check.claim("mine/drawn", kind=proofs_check.Kind.IDENTITY)(lambda: prop)
    result = proofs_check.check(made, only=("words", "entries", "balls", "sampled", "entrywise"), dims=(1, 2))
    assert isinstance(result, proofs_check.results.Result)
    assert result.defects == (), result.defects
    return result


def shown(value: Any) -> Any:
    """The value, after it was shown in every way; terms and propositions are pickled, too."""
    repr(value)
    str(value)
    if not isinstance(value, type):
        for way in ("_repr_latex_", "_repr_html_", "_repr_markdown_", "_repr_mimebundle_"):
            if hasattr(value, way):
                getattr(value, way)()
    if isinstance(value, (Term, Prop)):
        assert pickle.loads(pickle.dumps(value)) == value
        hash(value)
    return value


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) < 200 else text[:200] + "..."


def _words(name: str, args: list[Any], named: dict[str, Any]) -> str:
    return f"{name}({', '.join([*map(_shown, args), *(f'{key}={_shown(value)}' for key, value in named.items())])})"
