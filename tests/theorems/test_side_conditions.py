"""Each side condition is needed: without it one of the attacks makes a theorem."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from proofs_check.proof import traits
from proofs_check.proof.values import integrability
from proofs_check.theorems import binding, oracles, values
from proofs_check.theorems import kernel as K
from tests.theorems.attacks import desk
from tests.theorems.attacks_of_oracles import ATTACKS

_CACHED = (binding.free, binding.key, values.check, values._can_be, values.domain)


def _forget() -> None:
    desk.cache_clear()
    for remembered in _CACHED:
        remembered.cache_clear()


def _lenient(wanted: Any, having: Any) -> list[K.Theorem]:
    known = {K.key(th.proposition): th for th in having}
    return [known[K.key(c)] for c in wanted if K.key(c) in known]


CONDITIONS: dict[str, tuple[object, str, Any, str]] = {
    "there is a value for every symbol": (values, "_can_be", lambda s: None, "a zero that is positive"),
    "shapes fit": (values, "check_sizes", lambda *_: None, "shapes that do not fit"),
    "what has conditions has them shown": (K, "_settle", _lenient, "discharge of what has no value"),
    "the assumption has a value without itself": (
        K,
        "_grounded",
        lambda p, having: K._settle(K.domain(p), having),
        "that the assumption has a value rests on itself",
    ),
    "no constant is generalised": (K, "_variable", lambda *_: None, "generalised over a constant"),
    "no size is generalised": (K, "_no_size", lambda *_: None, "generalised over a size"),
    "hypotheses do not speak of what is generalised": (
        K,
        "speaks",
        lambda *_: False,
        "generalised under an assumption",
    ),
    "what depends on a symbol unseen speaks of it": (
        binding,
        "hides",
        lambda s, x: False,
        "generalised over a law that a mean hides",
    ),
    "what a law names is what its means depend on": (
        binding, "_law", lambda s, bound: frozenset(), "generalised over a deviation that a law names"),
    "a copy has the law of something else": (
        binding, "_law", lambda s, bound: frozenset(), "generalised over a deviation that the law of a copy names"),
    "laws of the engines name letters": (
        binding, "LETTERS", frozenset(), "generalised over a law that a mean hides"),
    "what is predicted from noise has not all moments": (
        oracles, "_is_made", lambda s, model: True, "a moment of a prediction from labels with noise"),
    "what is given tells nothing of what is drawn": (
        oracles, "_is_apart", lambda s, model: True, "a mean given a label"),
    "names below which something unseen stands count": (
        binding,
        "_enters_unseen",
        lambda *_: False,
        "minima over different symbols of a derived loss",
    ),
    "what exists is the same for every outcome": (
        K, "_is_not_drawn", lambda node: None, "existence of another value for each outcome"),
    "laws are not renamed": (binding, "_is_bound", lambda *_: False, "conditional laws renamed with a bound symbol"),
    "values keep what traits promise": (K, "promised", lambda *_: [], "a positive symbol at a negative value"),
    "equations hold where symbols have other values": (
        K,
        "_holds_below",
        lambda *_: None,
        "an equation for one index below a sum",
    ),
    "bound symbols have values of their traits": (
        K,
        "ranges_over_its_traits",
        lambda *_: True,
        "an equation for indices that run less far",
    ),
    "names are not rewritten": (K, "_OPAQUE", frozenset(), "a number of unknowns rewritten"),
    "what moves is not said of every time": (K, "moves", lambda *_: False, "always from one moment"),
    "what is put into a scheme is not captured": (K, "_not_caught", lambda *_: None, "a rate that moves"),
    "what is put into a scheme is of its kind": (
        K,
        "_suits",
        lambda meta, v: [],
        "a spectral theorem with a positive diagonal",
    ),
    "indices and shapes suit each other in a scheme": (K, "_fits", lambda *_: [], "a sum over more than was shown"),
    "conditions hold wherever a head looks": (
        values,
        "_everywhere",
        lambda c, bound, node: c,
        "a condition below a sum met for one index",
    ),
    "what is drawn is rotated in all that depends on it": (
        K, "_not_caught", lambda *_: None, "a rotation of one of two that are drawn"),
    "what rotates is not drawn": (K, "_not_caught", lambda *_: None, "a rotation that is drawn"),
    "what rotates is standard normal": (
        K, "_suits", lambda *_: [], "a rotation of a gaussian of another covariance"),
    "what is taken out of a conditional mean is known": (
        K, "_not_caught", lambda *_: None, "what is not known taken out"),
    "what is averaged given something is a function of it": (
        K, "_not_caught", lambda *_: None, "the tower property of a function of something else"),
    "a conditional mean is of all outcomes": (
        K, "_holds_below", lambda *_: None, "an equation at one outcome below a conditional mean"),
    "a random rotation is independent of what it rotates": (
        K, "_not_caught", lambda *_: None, "a random rotation of what it has turned already"),
    "a context is rotated in all that depends on it": (
        K, "_not_caught", lambda *_: None, "a random rotation beside a context that is not rotated"),
    "what is rotated is a context": (K, "_suits", lambda *_: [], "a random rotation of a copy of itself"),
    "what rotates at random is uniform": (
        K, "_suits", lambda *_: [], "a random rotation by a matrix of another law"),
    "what is linear does not depend on the rotation": (
        K, "_not_caught", lambda *_: None, "the mean of a product of a rotation and itself"),
    "what is linear is so in every direction": (
        K, "_settle", _lenient, "the mean of what is linear in one direction"),
    "the direction depends on the rotation alone": (
        K, "_not_caught", lambda *_: None, "the mean of a rotation beside what is drawn"),
    "the covariance I is the identity": (
        K,
        "one_of_each_name",
        lambda spoken: None,
        "a rotation of a gaussian whose covariance is called as the identity",
    ),
    "conditional means exist wherever they are averaged": (
        K, "_settle", _lenient, "the tower property of what exists at one outcome"),
    "what is averaged has a mean": (K, "_settle", _lenient, "the tower property of no mean"),
    "a derivation has one symbol of each name": (
        K, "one_of_each_name", lambda spoken: None, "a size that may be 0 is that of a matrix"),
    "the engines are told one symbol of each name": (
        K, "one_of_each_name", lambda spoken: None, "a matrix called as a diagonal one"),
    "what an engine brings in by name is a hypothesis": (
        oracles, "_started", lambda *_: [], "any number called as a standard deviation"),
    "what almost surely does not vanish has a density": (
        oracles,
        "has_density",
        lambda s, model: True,
        "almost surely of any law",
    ),
    "what holds surely rests on no outcome": (K, "touches", lambda *_: False, "surely from one outcome"),
    "what is drawn is what the model means by its name": (
        oracles, "_is_as_drawn", lambda reading, s: None, "any vector called as the query"),
    "a link needs values where those before it hold": (
        values, "_in_turn", lambda links: [], "a value that a later link would give"),
    "a symbol has the traits that a scheme names": (K, "_suits", lambda *_: [], "any matrix called invertible"),
    "no law keeps a matrix invertible": (
        values, "_can_be", lambda s: None, "a drawn matrix that is always invertible"),
    "a slope is of what is composed of smooth functions": (
        oracles, "_is_composed", lambda node, xs: True, "a slope at a kink"),
    "a moment of any law is asked for": (oracles, "needed", lambda reading, p: [], "a moment of any law"),
    "a law keeps the signs that it has": (
        values, "_can_be", lambda s: None, "noise that is positive definite"),
    "the flow keeps no integers": (values, "_can_be", lambda s: None, "a parameter that stays an integer"),
    "the time begins at 0": (values, "_can_be", lambda s: None, "a time that is an integer from 1 on"),
    "symmetric matrices leave their space in any direction": (
        values, "_THIN", frozenset(), "a second derivative over symmetric matrices in any direction"),
    "a jump is no polynomial": (
        traits, "_POLYNOMIAL", traits._POLYNOMIAL | {"delta"}, "a jump that is smooth along the flow"),
    "places do not move": (traits, "_PLACES", {}, "an entry at a place that moves"),
    "second derivatives of lengths have poles": (
        integrability, "_occurs", lambda heads, node: False, "a second derivative of a length below a mean"),
    "derivatives of projections have poles": (
        integrability, "_occurs", lambda heads, node: False, "a gradient of a projection below a mean"),
    "second derivatives tell of symbols that take all values": (
        K, "_suits", lambda *_: [], "convexity over what is positive"),
    "no second derivative is negative in any direction": (
        K, "_suits", lambda *_: [], "convexity along positive directions"),
    "a direction is the same at every point": (
        K, "_not_caught", lambda *_: None, "not convex in a direction that depends on the point"),
    "a direction has the shape of what moves": (
        K, "_fits", lambda *_: [], "not convex by a direction of another shape"),
    "a factor is the same at every layer": (
        K, "_not_caught", lambda *_: None, "a factor that depends on the layer"),
    "a limit is the same at every layer": (K, "_not_caught", lambda *_: None, "a limit that depends on the layer"),
    "the constant in the factors is the same at every layer": (
        K, "_not_caught", lambda *_: None, "a constant in the factors that depends on the layer"),
    "the first layer is one": (K, "_not_caught", lambda *_: None, "a first layer that depends on the layer"),
    "what moves is said at a time": (K, "_not_caught", lambda *_: None, "what moves said at no time"),
    "what follows does not speak of the vector": (
        K, "_not_caught", lambda *_: None, "what follows speaks of the vector"),
    "a slope is of nothing derived": (oracles, "_depends", lambda node, xs: False, "a slope of what is derived"),
    "what is smooth is a polynomial": (oracles, "is_polynomial", lambda *_: True, "a kink that is smooth"),
}


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    _forget()
    yield
    _forget()


@pytest.mark.parametrize("condition", CONDITIONS)
def test_without_the_side_condition_an_attack_succeeds(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, weaker, attack = CONDITIONS[condition]
    monkeypatch.setattr(module, name, weaker)
    _forget()
    ATTACKS[attack]()
