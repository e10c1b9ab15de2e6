"""What determines the experiment: architecture, training, curriculum, evaluation; presets.  Imports no torch.

``full`` is Appendix E of Zhang, Frei, Bartlett (arXiv 2306.09927), what it leaves open being chosen as in the code of
Garg et al. (2022), which it builds on: the curriculum, no dropout, Adam's defaults, single precision, y padded with
zeros to a d-vector.  ``gpu`` is the same model and data with fewer, larger steps, for one large GPU.
``small`` runs on two CPU cores in minutes: it keeps N/d, the covariances, the objective and the evaluation, on twice
as many test covariances, so that orders are found where they are there.  ``tiny`` has two curves with d = 1 and takes
half a minute: what the tests train.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ...errors import InputError
from ...inputs import positive_integer, positive_real
from . import IN_CONTEXT_VERSION

COVARIANCES = ("fixed", "random")
"""``fixed``: the identity; ``random``: diagonal, entries i.i.d. standard exponential, drawn anew for each prompt."""
POSITIONS = ("learned", "none")
"""``learned``: GPT-2's absolute encodings; ``none``: all of them zero and never updated."""
OWNER = "zfb/figure-1"
"""The streams of randomness are named after this."""


@dataclass(frozen=True, slots=True)
class Curriculum:
    """Prompts grow during training: what is ``start`` at first is ``step`` more after every ``every`` steps."""

    dims: int = 5
    """Coordinates of x that are not zero, at first; one more each time, up to d."""
    points: int = 11
    """Pairs (x, y) in a prompt, at first; two more each time, up to N + 1 (the last is the query)."""
    every: int = 2000

    def at(self, step: int, d: int, N: int) -> tuple[int, int]:
        """(coordinates, pairs) of the prompts of this step, counted from 0.

        >>> Curriculum().at(0, 20, 40), Curriculum().at(10**6, 20, 40)
        ((5, 11), (20, 41))
        """
        stage = step // self.every
        return min(d, self.dims + stage), min(N + 1, self.points + 2 * stage)


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of the figure: the prompts that its model was trained on."""

    N: int
    covariance: str
    positions: str = "learned"

    @property
    def name(self) -> str:
        """
        >>> Curve(40, "fixed").name, Curve(40, "fixed", "none").name
        ('40 fixed', '40 fixed without positions')
        """
        return f"{self.N} {self.covariance}" + ("" if self.positions == "learned" else " without positions")


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole experiment; the defaults are those of Appendix E."""

    preset: str = "full"
    d: int = 20
    lengths: tuple[int, ...] = (40, 70, 100)
    """N: examples in a training prompt, which has one more pair, the query."""
    embedding: int = 256
    layers: int = 12
    heads: int = 8
    steps: int = 500_000
    batch: int = 64
    rate: float = 1e-4
    curriculum: Curriculum = field(default_factory=Curriculum)
    tested: tuple[int, ...] = (1, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 200)
    """M: examples in a test prompt."""
    scales: tuple[int, ...] = (1, 4, 9)
    covariances: int = 64
    prompts: int = 64
    """Test prompts for each covariance."""
    trials: int = 1000
    level: float = 0.9
    """Bootstrap trials and the level of the intervals that are drawn."""
    ablated: tuple[int, ...] = (40,)
    """N for which models without positional encodings are trained, too: what Section 4.3 conjectures about."""
    device: str = "cpu"
    seed: int | None = None

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The six curves of the figure, then those without positional encodings."""
        drawn = tuple(Curve(N, covariance) for covariance in COVARIANCES for N in self.lengths)
        return drawn + tuple(Curve(N, covariance, "none") for covariance in COVARIANCES for N in self.ablated)

    @property
    def table(self) -> int:
        """Rows of the table of positions: x and y of the longest prompt that is ever seen."""
        return 2 * (max(*self.tested, *self.lengths) + 1)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def identity(self, curve: Curve) -> dict[str, Any]:
        """What a resumed training must share with its checkpoint: all that training depends on but its end."""
        kept = asdict(replace(self, steps=1, scales=(), covariances=1, prompts=1, preset="", ablated=()))
        for name in ("lengths", "tested", "trials", "level"):
            del kept[name]
        return {**kept, "table": self.table, "curve": asdict(curve), "version": IN_CONTEXT_VERSION}


PRESETS: Mapping[str, Settings] = MappingProxyType({
    "full": Settings(),
    "gpu": Settings(preset="gpu", steps=30_000, rate=3e-4, curriculum=Curriculum(every=500)),
    "small": Settings(
        preset="small", d=2, lengths=(4, 7, 10), embedding=32, layers=3, heads=2, steps=6000, rate=1e-3,
        curriculum=Curriculum(dims=1, points=3, every=200), tested=(1, 2, 3, 4, 5, 7, 10, 12, 15, 20),
        ablated=(4,), covariances=128,
    ),
    "tiny": Settings(
        preset="tiny", d=1, lengths=(2,), embedding=32, layers=3, heads=2, steps=1500, rate=2e-3,
        curriculum=Curriculum(dims=1, points=3, every=200), tested=(1, 2, 3, 4, 6), ablated=(), covariances=128,
    ),
})  # fmt: skip


def settings(preset: str = "small", **changes: Any) -> Settings:
    """A preset, checked, with ``changes``.

    >>> settings("small", steps=10).steps
    10
    """
    if preset not in PRESETS:
        raise InputError(f"preset must be one of {', '.join(PRESETS)}, not {preset!r}. Pass one of them.")
    made = replace(PRESETS[preset], **changes)
    for name in ("d", "embedding", "layers", "heads", "steps", "batch", "covariances", "prompts", "trials"):
        positive_integer(name, getattr(made, name))
    for name in ("lengths", "tested", "scales"):
        if not getattr(made, name):
            raise InputError(f"{name} must name at least one number, not {getattr(made, name)!r}. Pass a tuple.")
        for value in getattr(made, name):
            positive_integer(name, value)
    positive_real("rate", made.rate)
    if made.embedding % made.heads:
        raise InputError(f"heads must divide embedding = {made.embedding}, not {made.heads}. Pass a divisor.")
    missing = set(made.lengths) - set(made.tested)
    if missing:
        raise InputError(f"tested must hold every training length: {sorted(missing)} is missing. Add it.")
    return made
