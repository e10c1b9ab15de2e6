"""Sums over all outcomes of rules, of values that are read per outcome: means, variances, and means over orbits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor

from ...mean_rows import ROUNDING
from .draws import Draws
from .means import Known
from .streams_summed import Rule, Summed

Group = Mapping[str, Rule]
"""What is tied together, each with its rule."""
Read = Callable[[int, Draws], tuple[Tensor, ...]]
"""(batch, what is drawn) -> per draw the values, their sizes and, where there are any, those of what is averaged."""
Check = Callable[[Summed], None]
TWICE_ROUNDED = 8
"""A square of a value with error e relative to a size s errs by less than this times e s^2."""


@dataclass(frozen=True)
class Moments:
    """Of what a comparison averages, entry by entry."""

    mean: Tensor
    variance: Tensor
    slack: Tensor
    """What rounding may add to the variance."""
    size: Tensor
    within: float
    """The size of what is averaged within the terms."""
    outcomes: int


def total(group: Group) -> int:
    """Outcomes."""
    return math.prod(rule.total for rule in group.values())


def moments_over(read: Read, groups: Sequence[Group], draws: Draws, chunk: int, check: Check) -> Moments:
    """Of a sum of independent parts, one a group: their means and variances add up."""
    held: dict[str, Tensor] = {}
    named = (draws.owner, draws.device, draws.seed)
    alone = read(1, Summed(*named, held=held))
    base = alone[0]
    sums = [_sums(base, alone, torch.ones(1, dtype=torch.float64, device=draws.device))]
    for group in groups:
        part = None
        for numbers in _chunks(total(group), chunk, draws.device):
            met = Summed(*named, rules=group, numbers=numbers, held=held)
            found = read(len(numbers), met)
            check(met)
            more = _sums(base, found, met.weight())
            part = more if part is None else _Sums(*map(torch.add, part, more))
        assert part is not None
        sums.append(part)
    mean = base[0] + torch.stack([part.first for part in sums]).sum(0)
    variance = torch.stack([(part.second - part.first**2).clamp_min(0.0) for part in sums]).sum(0)
    # A value is rounded relative to its size, and to that of what is averaged within; and with it its square.
    sizes = torch.stack([part.second_size for part in sums]).sum(0)
    inner = ROUNDING**2 * torch.stack([part.second_within.max() for part in sums]).sum()
    slack = TWICE_ROUNDED * ROUNDING * sizes + inner + 2 * (variance * inner).sqrt()
    size = torch.stack([part.size for part in sums]).amax(0)
    within = float(torch.stack([part.within.max() for part in sums]).max())
    return Moments(mean, variance, slack, size, within, sum(map(total, groups)))


class _Sums(NamedTuple):
    """Over some outcomes, weighted: of values less a fixed one, of their sizes, and of the squares of all these."""

    first: Tensor
    size: Tensor
    within: Tensor
    second: Tensor
    second_size: Tensor
    second_within: Tensor


def _sums(base: Tensor, found: Sequence[Tensor], weight: Tensor) -> _Sums:
    apart, size, *watched = found
    inner = watched[0].nan_to_num() if watched else torch.zeros_like(size[:, :1])
    parts = [value.expand(len(weight), -1) for value in (apart - base, size, inner)]
    return _Sums(*(weight @ part for part in parts), *(weight @ part**2 for part in parts))


def _chunks(total: int, chunk: int, device: str) -> Iterator[Tensor]:
    for start in range(0, total, chunk):
        yield torch.arange(start, min(start + chunk, total), device=device)


def known_of(found: Moments) -> tuple[Known, ...]:
    """What a test of means is told."""
    parts = (found.mean.tolist(), found.variance.tolist(), found.slack.tolist())
    return tuple(Known(*of_entry) for of_entry in zip(*parts, strict=True))


def averaged(
    read: Read, groups: Sequence[Group], shared: Mapping[str, str], count: int, draws: Draws, check: Check
) -> tuple[Tensor, ...]:
    """What is read of ``count`` draws, each averaged over the outcomes of every group."""
    held: dict[str, Tensor] = {}
    named: dict[str, Any] = {"owner": draws.owner, "device": draws.device, "seed": draws.seed}
    common: dict[str, Any] = {**named, "outer": count, "held": held, "shared": shared}
    base, sizes, *watched = read(count, Summed(**common))
    mean = base = base.expand(count, -1)
    for group in groups:
        numbers = torch.arange(total(group), device=draws.device)
        met = Summed(rules=group, numbers=numbers, **common)
        values, *_ = read(count * len(numbers), met)
        check(met)
        values = values.expand(count * len(numbers), -1).reshape(count, len(numbers), -1)
        mean = mean + torch.einsum("dke,k->de", values - base[:, None], met.weight())
    return (mean, sizes.expand(count, -1), *watched)
