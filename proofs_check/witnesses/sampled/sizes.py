"""At which sizes, with which laws and at which points the sampled witness examines a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...algebras.sampling.settings import DEGENERATE, degenerate_points
from ...algebras.sampling.variants import Variant, variants
from ...claims import Claim
from ...model import SAMPLES, is_own, model_of, names_in, sizes_of
from ...spoken import spoken
from ...statement.props import Prop, subprops
from ...statement.terms import Term, symbols
from .. import Context
from .named_lengths import LONGEST, has_far_member, named_lengths

SIZES = {
    "fast": ({"d": 1, "N": 3, "M": 2}, {"d": 2, "N": 1, "M": 2}),
    "full": (
        {"d": 1, "N": 3, "M": 2}, {"d": 1, "N": 2, "M": 3}, {"d": 2, "N": 1, "M": 2}, {"d": 2, "N": 3, "M": 2},
        {"d": 3, "N": 4, "M": 3},
    ),
}  # fmt: skip
CONTEXTS = {
    "fast": ({"d": 1, "M": 3}, {"d": 2, "M": 2}),
    "full": (
        {"d": 1, "M": 1}, {"d": 1, "M": 3}, {"d": 1, "M": 5}, {"d": 2, "M": 2}, {"d": 2, "M": 3}, {"d": 3, "M": 2},
    ),
}  # fmt: skip
"""Where no prompt has a length N."""
AT_DEGENERATE = dict(zip(
    DEGENERATE, ({"d": 2, "N": 1, "M": 1}, {"d": 2, "N": 1, "M": 2}, {"d": 1, "N": 1, "M": 1},
                 {"d": 2, "N": 1, "M": 1}, {"d": 2, "N": 1, "M": 1}), strict=True
))  # fmt: skip
LIMIT_SIZES = {"fast": SIZES["fast"][:1], "full": SIZES["fast"]}
EXACT_SIZES = ({"d": 1, "N": 1, "M": 1}, {"d": 2, "N": 1, "M": 2}, {"d": 2, "N": 3, "M": 1}, {"d": 3, "N": 2, "M": 3})

SHORTEST = 2
"""Samples of one member and of three are looked at anyway."""
_LIMITS = frozenset({"tends", "tends_jointly", "in_mean_square", "order"})


def needed(claim: Claim, sizes: Mapping[str, int]) -> dict[str, int]:
    """d, N, and M where the claim mentions it; an integer of another name has the value of M."""
    names, own = _integers(claim), own_sizes(claim, sizes["d"])
    unread = _unread_sizes(claim)
    made = {name: size for name, size in sizes.items() if name not in unread}
    return made | {name: sizes["M"] for name in sorted(names - sizes.keys() - own.keys())} | own


def _unread_sizes(claim: Claim) -> frozenset[str]:
    """Those of N and M that neither the claim nor its model depends on."""
    model = model_of(claim.paper, claim.model)
    of_loss = {name for s in symbols(model.loss) for dim in (s.name, *s.shape) for name in names_in(dim)}
    named = _integers(claim) | (of_loss if is_own(claim) else spoken(claim))
    return frozenset({"N", "M"} - named)


def own_sizes(claim: Claim, d: int) -> dict[str, int]:
    """Of the dimensions of a model of one's own, and of what is said of it, that count no samples."""
    model = model_of(claim.paper, claim.model)
    if model.derived_loss:
        return {}
    props = [sub for part in claim.parts for reading in part.readings for _, sub in subprops(reading.prop)]
    terms = [arg for prop in props for arg in prop.args if isinstance(arg, Term)]
    dims = {dim for t in terms for s in symbols(t) for dim in s.shape}
    names = {name for dim in dims for name in names_in(dim)} | set(model.dimensions)
    return sizes_of(names - SAMPLES, d)


def _integers(claim: Claim) -> frozenset[str]:
    """The names of the integers in the claim that are lengths."""
    found = set()
    for part in claim.parts:
        for reading in part.readings:
            for _, sub in subprops(reading.prop):
                for arg in sub.args:
                    if isinstance(arg, Term):
                        found |= {s.name for s in symbols(arg) if s.has("integer") and not s.has("index")}
    return frozenset(found - {"d", "B"})


def longer(claim: Claim, prop: Prop) -> Iterator[dict[str, int]]:
    """Sizes on both sides of the numbers by which members of a sample are named, or that lengths are compared with."""
    props = (prop, *(h.prop for h in claim.given))
    least = needed(claim, {"d": 1, "N": 1, "M": 1})
    if needed(claim, {"d": 1, "N": 2, "M": 2}) == least:
        return
    for k in (k for k in named_lengths(props) if SHORTEST <= k <= LONGEST):
        yield from (needed(claim, {"d": d, "N": length, "M": length}) for d, length in ((1, k), (2, k + 1)))


def is_beyond(claim: Claim, prop: Prop) -> bool:
    """Whether samples would have to be longer than any that is looked at, to have a member that is named."""
    counted = needed(claim, {"d": 1, "N": 1, "M": 1}) != needed(claim, {"d": 1, "N": 2, "M": 2})
    return counted and has_far_member((prop, *(h.prop for h in claim.given)))


def has_limits(prop: Prop) -> bool:
    """Whether some part of ``prop`` is about growing lengths."""
    return any(sub.head in _LIMITS for _, sub in subprops(prop))


def settings(claim: Claim, prop: Prop, context: Context) -> Iterator[tuple[dict[str, int], Variant, int]]:
    """Every law at the sizes of the tier, in the fast tier each law at one of them; then the degenerate points."""
    fast = context.tier == "fast"
    limits = has_limits(prop)
    usual = CONTEXTS if "N" in _unread_sizes(claim) else SIZES
    for k, whole in enumerate(LIMIT_SIZES[context.tier] if limits else usual[context.tier]):
        sizes = needed(claim, whole)
        chosen = variants(claim, prop, sizes["d"], context.seed)
        for j, variant in enumerate(chosen):
            if limits and variant.name and sizes["d"] > 1:
                continue
            here = j < 3 if limits else j % len(SIZES["fast"]) == k or variant.hostile is not None
            if not fast or len(chosen) == 1 or here:
                yield sizes, variant, 0
    for sizes in () if limits else longer(claim, prop):
        yield sizes, variants(claim, prop, sizes["d"], context.seed)[0], 0
    if not limits:
        for point in degenerate_points(claim):
            sizes = needed(claim, AT_DEGENERATE[point])
            yield sizes, variants(claim, prop, sizes["d"], context.seed)[0], point
