"""What a decision at fixed sizes covers, as data: of it is told what a statement speaks of, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ...model import Model
from .laws import needed_for
from .needs import turned
from .space import LAM, Setting


@dataclass(frozen=True, slots=True)
class Extent:
    """Sizes, the covariance, and the lengths that were written out or stay symbolic."""

    sizes: tuple[tuple[str, int], ...]
    covariance: str = ""
    """The letter of the covariance that may be taken diagonal; empty where there is none, or nothing to be said."""
    diagonal: bool = False
    written: tuple[str, ...] = ()
    """The lengths at which prompts were written out."""
    values: tuple[int, ...] = ()
    """Their values."""
    by_degree: bool = False
    """Whether these decide every value."""
    every: tuple[str, ...] = ()
    """The lengths that stay symbolic."""
    more: str = ""

    def told(self, spoken: Collection[str]) -> str:
        """In words, of what is spoken of; empty where that is none of it.

        >>> extent = Extent((("d", 2),), "Lam", every=("N", "M"))
        >>> extent.told({"d", "N", "Lam"}), extent.told({"d"}), extent.told({"a"})
        ('d = 2, every Lam, every N', 'd = 2', '')
        """
        found = [f"{name} = {size}" for name, size in self.sizes if name in spoken]
        if self.covariance in spoken:
            found.append(f"{'diagonal' if self.diagonal else 'every'} {self.covariance}")
        written = [name for name in self.written if name in spoken]
        if written:
            tried = f"{', '.join(written)} = {', '.join(map(str, self.values))}"
            found.append(f"every {' and '.join(written)} (by degree from {tried})" if self.by_degree else tried)
        every = [name for name in self.every if name in spoken]
        if every:
            found.append(f"every {' and '.join(every)}")
        return ", ".join([*found, *([self.more] if self.more else [])])


def at(d: int, **sizes: int) -> Extent:
    """These sizes, and nothing more."""
    return Extent((("d", d), *sizes.items()))


def extent(setting: Setting, diagonal: bool, *, every: Collection[str], written: Collection[str] = (),
           values: Collection[int] = (), by_degree: bool = False) -> Extent:  # fmt: skip
    """What is decided in ``setting``."""
    sizes = (("d", setting.d), *setting.lengths.items())
    is_diagonal = diagonal and setting.d > 1
    return Extent(
        sizes, _covariance(setting.model, is_diagonal), is_diagonal, tuple(written), tuple(values), by_degree,
        tuple(every),
    )  # fmt: skip


def _covariance(model: Model, diagonal: bool) -> str:
    """Of a model of one's own, the covariance is told where it is diagonal."""
    if model.derived_loss:
        return LAM.name
    return turned(needed_for([model.loss], model), model) if diagonal else ""
