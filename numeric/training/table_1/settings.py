r"""What determines the experiment of Table 1.  Imports no torch.

Known from the paper: 6 layers, 4 heads; the token matrix (3.1) as input; Adam; a fresh batch of tasks at each step; the
same law in training and test; the weights before the residual connections drawn with a standard deviation that is
divided by the root of their number (the layers without MLP, twice the layers with); else the initialisation of Wolf et
al. (2020); "the setting of Garg et al. (2022)".  The task means 0 and (10, ..., 10) come from a summary of the paper.

Not known, and chosen here: d = 20, M = 40, H = Psi = I, sigma = 0 as in Garg et al.; width 128, which is theirs for 6
layers and 4 heads, no dropout, their batch of 64 and their curriculum (``gpu`` has larger batches and steps, and fewer
of them); the rescaled weights are the output projections of attention and of the MLP (both called c_proj), as in
Radford et al.; positional encodings are learned; the loss is the squared error at the query, not normalised.  Beside
GPT-2 one LTB layer and one LSA layer (3.3), (3.4) are trained on the same data.

``small`` has d = 1 and M = 4, 3 layers, 2 heads: the smallest at which the effect of the MLP shows, on two CPU cores in
minutes.  ``tiny`` takes seconds and shows nothing of GPT-2: what the tests train.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ...errors import InputError
from ...inputs import positive_integer, positive_real
from ..in_context.settings import Curriculum
from . import TABLE_VERSION

OWNER = "zwb/table-1"
"""The streams of randomness are named after this; they are the same for all models, and for both means."""
GPT, LAYERS = ("GPT2", "GPT2-noMLP"), ("LTB", "LSA")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the table: a model, and every entry of the task mean."""

    model: str
    mean: int

    @property
    def name(self) -> str:
        """
        >>> Cell("GPT2", 10).name
        'GPT2 at 10'
        """
        return f"{self.model} at {self.mean}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole experiment; the defaults are those of the preset ``full``."""

    preset: str = "full"
    d: int = 20
    M: int = 40
    means: tuple[int, ...] = (0, 10)
    embedding: int = 128
    layers: int = 6
    heads: int = 4
    steps: int = 500_000
    batch: int = 64
    rate: float = 1e-4
    warm: int = 0
    """Steps over which the rate grows from 0; if there are any, it falls linearly to 0 afterwards."""
    layer_steps: int = 20_000
    layer_rate: float = 0.01
    """Of the single layers, whose rate always falls linearly to 0."""
    curriculum: Curriculum | None = field(default_factory=Curriculum)
    groups: int = 128
    """Independent groups of test prompts, the units of the statistics."""
    prompts: int = 64
    device: str = "cpu"
    seed: int | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The four cells of the table, then those of the single layers."""
        return tuple(Cell(model, mean) for model in (*GPT, *LAYERS) for mean in self.means)

    def steps_of(self, cell: Cell) -> int:
        return self.steps if cell.model in GPT else self.layer_steps

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def identity(self, cell: Cell) -> dict[str, Any]:
        """What a resumed training must share with its checkpoint."""
        kept = asdict(replace(self, groups=1, prompts=1, preset=""))
        others = ("layer_steps", "layer_rate") if cell.model in GPT else ("steps", "rate", "warm")
        for name in ("means", *others):
            del kept[name]
        return {**kept, "cell": asdict(cell), "version": TABLE_VERSION}


PRESETS: Mapping[str, Settings] = MappingProxyType({
    "full": Settings(),
    "gpu": Settings(preset="gpu", steps=60_000, batch=256, rate=5e-4, warm=2000, curriculum=Curriculum(every=1000)),
    "small": Settings(
        preset="small", d=1, M=4, embedding=32, layers=3, heads=2, steps=4000, rate=3e-3, warm=200, layer_steps=3000,
        layer_rate=0.05, curriculum=None, groups=384,
    ),
    "tiny": Settings(
        preset="tiny", d=1, M=2, embedding=8, layers=1, heads=1, steps=40, batch=16, rate=3e-3, warm=10,
        layer_steps=400, layer_rate=0.03, curriculum=None, prompts=32,
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
    for name in ("d", "M", "embedding", "layers", "heads", "steps", "batch", "layer_steps", "groups", "prompts"):
        positive_integer(name, getattr(made, name))
    for name in ("rate", "layer_rate"):
        positive_real(name, getattr(made, name))
    if made.embedding % made.heads:
        raise InputError(f"heads must divide embedding = {made.embedding}, not {made.heads}. Pass a divisor.")
    if not made.means:
        raise InputError("means must name at least one number. Pass a tuple.")
    return made
