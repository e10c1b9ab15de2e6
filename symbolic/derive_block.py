"""What ``lemmata derive zwb/ltb``, ``zwb/lsa`` and ``zwb/gd-beta`` print; see :mod:`symbolic.block`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .block import Model, models
from .block_entries import BlockEntries
from .block_groups import groups
from .block_minima import least
from .derive_words import text
from .errors import InputError
from .typesetting.block_formulas import grouped
from .typesetting.words import expanded, latex
from .word_invariants import conserved_quadratics, quadratics
from .words import Value

Data = dict[str, Any]
NAMES = ("zwb/ltb", "zwb/lsa", "zwb/gd-beta")
LARGEST_DIM = {"loss": 4, "flow": 3, "minima": 3, "invariants": 8}
"""What is derived entry by entry in less than a minute."""
_FIXED = {"beta_star": "beta_star", "H": "H", "Psi": "Psi", "sigma": "sigma", "M": "M"}
_LEGEND = "x.T is a transpose, (a.T*B*c) a number, tr(...) a trace"
_NO_CLOSED_FORM = (
    "no closed form of the least risk of zwb/lsa is known: it minimises a polynomial of degree 8 in the parameters. "
    "Those of zwb/ltb and zwb/gd-beta have one; zwb/theorem-4.1 bounds the gap between them."
)
_NO_CONSTANT = (
    "no Polyak-Lojasiewicz constant is derived for {name}; the risk of LTB has local minima that are not global, so "
    "that no such inequality holds everywhere (zwb/beyond-ltb-landscape), and the rates of GD-beta are zwb/lemma-g.3 "
    "and zwb/lemma-g.6: choose loss, flow, minima or invariants, or the model zfb/lsa."
)


def derive_block(name: str, what: str, dim: int | None) -> Data:
    """The derived ``what`` of a model of the block, in words or at dimension ``dim``; raises InputError."""
    if what == "pl":
        raise InputError(_NO_CONSTANT.format(name=name))
    if what == "minima" and name == "zwb/lsa":
        raise InputError(_NO_CLOSED_FORM)
    if dim is not None and dim > LARGEST_DIM[what]:
        raise InputError(
            f"dim must be at most {LARGEST_DIM[what]} for {what} of {name}, not {dim}: more takes minutes and "
            "megabytes. Without dim the derivation is for every d."
        )
    model = models()[name]
    found = _IN_WORDS[what](model) if dim is None else _AT_DIMENSION[what](model, dim)
    return found | _sentence(what, model)


def _sentence(what: str, model: Model) -> Data:
    if what == "loss":
        return {"sentence": "the risk (3.5), without a factor 1/2, for H and Psi of any rank"}
    if what == "minima":
        return {
            "sentence": "the least risk where tr(H*Psi) + sigma**2 > 0, for H and Psi of any rank, and parameters that "
            "attain it",
            "certificate": {"verified": least(model.name).verified},
        }
    if what == "invariants":
        found = conserved_quadratics(model.flow, tuple(model.parameters.values()))
        which = "all conserved combinations of the span" if found else "no combination of the span is conserved"
        return {"sentence": f"{which}, by exact elimination, for every d, M, H and Psi at once"}
    return {}


# In words --------------------------------------------------------------------------------------------------

def _in_words(model: Model, expression: Any, tex: Any, **more: Any) -> Data:
    symbols = {name: name for name in model.parameters} | _FIXED
    return {"expression": expression, "latex": tex, "symbols": symbols, "legend": _LEGEND, **more}


def _each(model: Model, values: Mapping[str, Value]) -> Data:
    return _in_words(model, {k: text(v) for k, v in values.items()}, {k: latex(v) for k, v in values.items()})


def _loss(model: Model) -> Data:
    """The risk written out, and beside it in groups, with what their letters stand for."""
    found = groups(model.name)
    shown = [
        {"name": g.name, "mean_over_tasks": g.over_tasks, "expression": repr(g.value), "latex": grouped(g)}
        for g in found.groups
    ]
    where = {letter.name: {"expression": text(v), "latex": expanded(v)} for letter, v in found.where.items()}
    rows = [" + ".join(map(grouped, found.groups)), *(f"{name} = {held['latex']}" for name, held in where.items())]
    tex = "\\begin{gathered}\n" + "\\\\\n".join(rows) + "\n\\end{gathered}"
    return _in_words(model, text(model.risk), tex, terms=len(model.risk.terms), groups=shown, where=where)


def _flow(model: Model) -> Data:
    return _each(model, {name: model.flow.velocity(x) for name, x in model.parameters.items()})


def _minima(model: Model) -> Data:
    data = _each(model, least(model.name).shown)
    return data | {"legend": f"{_LEGEND}; c = (tr(H*Psi) + sigma**2)/(1 + M)", "symbols": data["symbols"] | {"c": "c"}}


def _invariants(model: Model) -> Data:
    parameters = tuple(model.parameters.values())
    basis = conserved_quadratics(model.flow, parameters)
    span = [text(q) for q in quadratics(parameters)]
    return _in_words(model, [text(q) for q in basis], [latex(q) for q in basis], degree=2, span=span)


# At a fixed dimension --------------------------------------------------------------------------------------

def _at(model: Model, d: int, expression: Any) -> Data:
    return {"expression": expression, "symbols": BlockEntries(model, d).symbols()}


def _loss_at(model: Model, d: int) -> Data:
    return _at(model, d, BlockEntries(model, d).text(model.risk))


def _flow_at(model: Model, d: int) -> Data:
    entries = BlockEntries(model, d)
    return _at(model, d, {name: entries.text(model.flow.velocity(x)) for name, x in model.parameters.items()})


def _minima_at(model: Model, d: int) -> Data:
    """The risk where :func:`.block_minima.step` stands, computed entry by entry."""
    entries = BlockEntries(model, d)
    step = entries.step()
    point = {"Gamma": step} if model.name == "zwb/gd-beta" else {"B_1": step.T}
    at: dict[str, Any] = dict(least(model.name).at)
    shown = {k: entries.nested(point[k]) if k in point else entries.text(at[k]) for k in at}
    return _at(model, d, {"minimum": entries.least_risk(), **shown})


def _invariants_at(model: Model, d: int) -> Data:
    entries = BlockEntries(model, d)
    basis = conserved_quadratics(model.flow, tuple(model.parameters.values()))
    return _at(model, d, [entries.text(q) for q in basis]) | {"degree": 2}


_IN_WORDS = {"loss": _loss, "flow": _flow, "minima": _minima, "invariants": _invariants}
_AT_DIMENSION = {"loss": _loss_at, "flow": _flow_at, "minima": _minima_at, "invariants": _invariants_at}
