"""What a witness is asked, and in which context: the same for all witnesses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..arguments import dimensions
from ..claims import Claim, Part, Reading
from ..config import TIERS
from ..errors import UserError
from ..naming import Resolve
from ..statement.props import Prop
from ..verdict import Outcome

if TYPE_CHECKING:
    from ..catalogue import Registry

@dataclass(frozen=True, slots=True)
class Context:
    """What the user asked for; the same for all claims of a run."""

    seed: int | None = None
    dims: tuple[int, ...] = (1, 2, 3)
    tier: str = "fast"
    device: str = "cpu"
    known: Registry | None = field(default=None, compare=False, repr=False)
    """The claims that a proof may cite; by default those of the library and of installed packages."""

    def __post_init__(self) -> None:
        """Raise :class:`UserError` for what no examination knows."""
        object.__setattr__(self, "dims", dimensions(self.dims))
        if self.seed is not None and (not isinstance(self.seed, int) or isinstance(self.seed, bool)):
            raise UserError(f"seed={self.seed!r} must be an integer, or None.")
        if self.tier not in TIERS:
            raise UserError(f"tier={self.tier!r} must be {' or '.join(map(repr, TIERS))}.")


class Witness(Protocol):
    name: str

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome: ...

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        """Whether this witness rejects ``twin``; derived sides, samples and trained weights are reused."""
        ...


def resolving(context: Context) -> Resolve:
    """The claims that a proof may cite, by their ids."""
    if context.known is None:
        from ..registry import load

        return load().claims.get
    return context.known.claims.get
