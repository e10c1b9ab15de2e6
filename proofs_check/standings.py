"""What a worker knows of the library's claims that are cited: each is followed once, not in every copy anew.

A copy tells at its end which of them it found proved, and by which functions; the copies after it use the same, and
count these functions as their own.  What is not proved is never told: in a circle this may depend on who asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import executed
from .catalogue import Registry
from .witnesses import Context

if TYPE_CHECKING:
    from .proof.desk import Cited


@dataclass(frozen=True)
class Standing:
    """Why a proposition may be cited: ``proof``, ``words`` or ``fact``; empty with a reason when it may not."""

    by: str
    reason: str = ""
    facts: frozenset[str] = frozenset()
    used: frozenset[str] | None = None
    means: tuple[str, ...] = ()
    """The means that its proof takes to exist beyond those that it states."""


Known = dict[tuple["Cited", Context], tuple[Standing, tuple[str, ...] | None]]
"""By what is cited and the settings: how it stands, and the functions that were called until this was found."""
_libraries: list[Registry] = []
_known: Known = {}
_new: Known = {}


def share(library: Registry) -> None:
    """From now on what stands is kept, of the claims of this registry alone."""
    _libraries[:] = [library]
    _known.clear()
    _new.clear()


def known(within: Registry | None, cited: Cited, context: Context) -> Standing | None:
    """How it stands, where an earlier copy found it proved."""
    found = _known.get((cited, replace(context, known=None))) if _is_shared(within) else None
    if found is None:
        return None
    executed.also(found[1])
    return found[0]


def add(within: Registry | None, standings: Mapping[Cited, Standing], context: Context) -> None:
    """Keep those that are new for the copies to come."""
    if not _is_shared(within):
        return
    keys = {(cited, replace(context, known=None)): standing for cited, standing in standings.items() if standing.by}
    functions = executed.executed()
    _new.update({key: (keys[key], functions) for key in keys.keys() - _known.keys() - _new.keys()})


def news() -> Known:
    """What this process found."""
    return dict(_new)


def hear(news: Known) -> None:
    """Know what a copy of this process found."""
    _known.update(news)


def _is_shared(within: Registry | None) -> bool:
    return within is not None and any((within.whole or within) is library for library in _libraries)
