r"""Starts whose flow certainly ends where a stated limit is not.

Around the end of a followed flow all second derivatives of the loss are enclosed in a box.  Where the least eigenvalue
of the Hessian is at least m > 0 there, and the gradient at most g within the discretisation error e of the end, a flow
stays within e + g/m of it, as the gradient falls at least like :math:`e^{-mt}`; so its limit is in that ball, over
which the quantity is enclosed.  The error is twice what the two step sizes differ by, as everywhere along flows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numeric.training.tensors import Dual, Enclosure, Kink
from numeric.training.tensors import functions as f
from numeric.training.tensors.boxes import around, lower, norm_bound
from numeric.training.tensors.dual import next_level, slope_of
from numeric.training.tensors.settling import Settled, parted

from ...algebras.tensors.algebra import Key, TensorAlgebra, key
from ...algebras.tensors.heads import estimated
from ...algebras.tensors.points import POINTS
from ...statement.fold import Lacks
from ...statement.terms import Sym, Term
from .points import Site
from .starts import leaves, moving_parts

RADII = (2.0**-4, 2.0**-8, 2.0**-12)
"""Of boxes, relative to the size of the state."""
MOST = 8
"""Entries of all parameters; more are not enclosed."""


def certainly_elsewhere(
    site: Site, points: tuple[int, ...], followed: Settled, body: Term, value: Term, bound: Mapping[Sym, int]
) -> int:
    """How many of these starts certainly end where ``body`` is not ``value``."""
    place = site.place(None)
    entries = followed.fine.shape[-1]
    named = {key(sym) for side in (body, value) for sym in leaves(site, side)}
    if estimated(place.model.loss) or entries > MOST or named & set(map(key, place.model.roles.time)):
        return 0
    found = [False] * len(points)
    try:
        for radius in RADII:
            for number, apart in enumerate(_apart(site, points, followed, body, value, bound, radius)):
                found[number] = found[number] or apart
    except (Lacks, Kink):
        return 0
    return sum(found)


def _apart(
    site: Site, points: tuple[int, ...], followed: Settled, body: Term, value: Term, bound: Mapping[Sym, int],
    radius: float,
) -> list[bool]:
    coarse, fine = (part[:, -1].cpu() for part in (followed.coarse, followed.fine))
    size = fine.abs().amax(1) + 1
    error = 2 * (coarse - fine).norm(dim=1) + 1e-12 * size
    convex = lower(f.eigenvalues(_hessian(site, around(fine, radius * size, points, POINTS)))[:, :1], points)
    slope = norm_bound(_gradient(site, around(fine, error, points, POINTS)), points)
    reach = (error + slope / convex.clamp_min(1e-300)) * (1 + 1e-9)
    inside = (convex > 0) & (reach < radius * size) & reach.isfinite()
    there = _at(site, around(fine, reach.nan_to_num(posinf=0.0), points, POINTS)).counted(bound)
    left, right = (_enclosure(there.read(side)) for side in (body, value))
    apart = left.apart(right)
    return [bool(ok) and (apart[k] if len(apart) > 1 else apart[0]) for ok, k in zip(inside, points, strict=True)]


def _at(site: Site, box: Enclosure) -> TensorAlgebra:
    return TensorAlgebra(site.place(None), _parts(site, box))


def _parts(site: Site, box: Enclosure) -> dict[Key, Any]:
    place = site.place(None)
    parameters = moving_parts(site)
    shapes = [(place.size(p.shape[0]), place.size(p.shape[1])) for p in parameters]
    mids, rads = (parted(part, shapes) for part in (box.mid, box.rad))
    return {key(p): Enclosure(*pair) for p, *pair in zip(parameters, mids, rads, strict=True)}


def _units(site: Site) -> list[tuple[Key, Any]]:
    """Every entry of every parameter, as (parameter, direction)."""
    place = site.place(None)
    found = []
    for p in moving_parts(site):
        rows, columns = place.size(p.shape[0]), place.size(p.shape[1])
        found += [(key(p), place.unit(i, j, rows, columns)) for i in range(rows) for j in range(columns)]
    return found


def _gradient(site: Site, box: Enclosure) -> Enclosure:
    algebra = _at(site, box)
    slopes = []
    for name, unit in _units(site):
        level = next_level()
        moved = algebra.moved({name: Dual(algebra.values[name], unit, level)})
        slopes.append(_whole(slope_of(moved.read(algebra.place.model.loss), level)))
    return f.joined(slopes, 1)


def _hessian(site: Site, box: Enclosure) -> Enclosure:
    algebra = _at(site, box)
    units = _units(site)
    entries: dict[tuple[int, int], Any] = {}
    for i, (first, along_first) in enumerate(units):
        for j, (second, along_second) in enumerate(units[: i + 1]):
            one, two = next_level(), next_level()
            moved = algebra.moved({first: Dual(algebra.values[first], along_first, one)})
            moved = moved.moved({second: Dual(moved.values[second], along_second, two)})
            bend = slope_of(slope_of(moved.read(algebra.place.model.loss), two), one)
            entries[i, j] = entries[j, i] = _whole(bend)
    rows = [f.joined([entries[i, j] for j in range(len(units))], 2) for i in range(len(units))]
    return f.joined(rows, 1)


def _whole(value: Any) -> Enclosure:
    return _enclosure(value).expand(POINTS, 1, 1)


def _enclosure(value: Any) -> Enclosure:
    return value if isinstance(value, Enclosure) else Enclosure.exact(value)
