r"""What determines a figure: architecture, data, training, evaluation; presets.  Imports no torch.

``full`` is Appendix H.1.  Left open by the page and chosen here: the learning rate, constant over the first half of
training and then falling linearly to 0, Adam's parameters, the clipping threshold (of each model's gradient), the
spread of the initialisation (B, C standard normal times ``spread``, r and A of that spread divided by n), the number of
steps, single precision.  Figures 1, 2, 4 are experiments "for Proposition 3.4" and D.1, whose construction has A = 0:
they are trained so.  The layers of Figure 4 are open: 1 to 6; which three activations Figure 2 shows is open, too:
those that its text speaks of.  The number of demonstrations of Figure 3 is open; Appendices H.2 and H.3 state 30, so
that its two plots are the pair (exp, softmax) of Figures 5 and 6.  Figures 1 and 2 draw covariates from the unit
sphere, as Section 3.3 says.

``small`` runs on two CPU cores: all figures together take about 25 minutes.  It keeps d, n, the layers, the
kernels, the activations and Sigma; the mean over labels is taken in closed form instead of 30000 draws, each step sees
fewer contexts, and there are more runs than 3, so that an order found in nearly all of them is no luck at a rate of
1e-6.  Distances to the identity need batches without sampling noise in the directions: Figures 5 and 6 train on
``orbits``.  With few contexts the clipping threshold matters: one that most gradients exceed (0.03, say) gives the rare
contexts on which deep models fail no more weight than any other, and their loss grows as training goes on.  ``gpu`` is
the same with more contexts and steps.  ``tiny`` takes seconds: what the tests train.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from ...errors import InputError
from ...inputs import positive_integer, positive_real
from . import ATTENTION_VERSION

KERNELS = ("linear", "relu", "exp")
"""(11)."""
CHECKPOINT = 2
"""Changed when older checkpoints cannot be read any more."""
ACTIVATIONS = ("linear", "relu", "exp", "softmax")
"""(12); Figures 5 and 6 leave exp out, as Appendix H.1 does."""
SIGMA = (1.0, 1.0, 0.25, 2.25, 1.0)
"""The diagonal of D, Sigma = U^T D U."""


@dataclass(frozen=True, slots=True)
class Group:
    """Models that are trained at once: of one shape and length, for every kernel and run."""

    heads: tuple[str, ...]
    n: int
    layers: int
    free: bool
    """Whether A is trained; otherwise it is 0."""

    @property
    def name(self) -> str:
        """
        >>> Group(("linear", "exp"), 14, 3, False).name
        'linear+exp n=14 L=3'
        """
        return f"{'+'.join(self.heads)} n={self.n} L={self.layers}"


@dataclass(frozen=True, slots=True)
class Settings:
    """A figure; the defaults are those of Appendix H.1."""

    figure: str
    preset: str = "full"
    eigenvalues: tuple[float, ...] = SIGMA
    kernels: tuple[str, ...] = KERNELS
    heads: tuple[tuple[str, ...], ...] = tuple((name,) for name in ACTIVATIONS)
    lengths: tuple[int, ...] = (30,)
    """n: demonstrations of a context."""
    layers: tuple[int, ...] = (3,)
    free: bool = False
    runs: int = 3
    steps: int = 20_000
    batch: int = 30_000
    """Contexts of a step, for each model."""
    resample: int = 10
    """Steps on one batch."""
    orbits: bool = False
    """Whether each context of a batch comes with its images under signed permutations of xi: their law is that of the
    sphere, and what the sampling of directions adds to the gradient averages out, as it does in large batches."""
    labels: str = "drawn"
    """``drawn``: labels are sampled; ``exact``: the mean over the labels is taken in closed form."""
    rate: float = 5e-3
    clip: float = 10.0
    spread: float = 0.5
    groups: int = 128
    """Independent groups of test contexts in each run."""
    contexts: int = 256
    """Test contexts of a group; their errors are exact over the labels."""
    traced: int = 40
    """Points of training at which distances are recorded."""
    device: str = "cpu"
    seed: int | None = None

    @property
    def d(self) -> int:
        return len(self.eigenvalues)

    @property
    def all_groups(self) -> tuple[Group, ...]:
        return tuple(
            Group(heads, n, layers, self.free)
            for heads in self.heads for n in self.lengths for layers in self.layers
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "d": self.d}

    def identity(self, group: Group) -> dict[str, Any]:
        """What a resumed training must share with its checkpoint."""
        kept = self.as_json()
        for name in ("preset", "heads", "lengths", "layers", "groups", "contexts"):
            del kept[name]
        return {**kept, "group": asdict(group), "version": ATTENTION_VERSION, "checkpoint": CHECKPOINT}


SPHERE = (1.0,) * 5
LAYERS = (1, 2, 3, 4, 5, 6, 7, 8)
_FIGURES: Mapping[str, Settings] = {
    "figure-1": Settings("figure-1", eigenvalues=SPHERE, lengths=(2, 4, 6, 8, 10, 12, 14)),
    "figure-2": Settings(
        "figure-2", eigenvalues=SPHERE, kernels=("relu", "exp"), heads=(("relu",), ("exp",), ("softmax",)),
        lengths=(6, 14), layers=LAYERS,
    ),
    "figure-4": Settings(
        "figure-4", kernels=("linear", "exp", "composed"), heads=(("linear",), ("exp",), ("linear", "exp")),
        lengths=(14,), layers=LAYERS[:6],
    ),
    "figure-5": Settings("figure-5", heads=(("linear",), ("relu",), ("softmax",))),
    "figure-6": Settings("figure-6", heads=(("linear",), ("relu",), ("softmax",)), free=True),
}  # fmt: skip
"""The length 14 of Figure 1 is that of the text on Figure 1(c), beyond those that the text lists first."""
FIGURES = tuple(_FIGURES)


def _small(figure: Settings) -> Settings:
    made = replace(figure, preset="small", batch=8, resample=2, labels="exact", steps=1200, groups=1, traced=12)
    if figure.lengths != (30,):
        return replace(made, runs=25, rate=0.03, contexts=1024)
    made = replace(made, runs=20, batch=1, resample=4, orbits=True, rate=0.05, clip=1.0, contexts=256)
    return replace(made, steps=4000 if figure.free else 2000)


def _gpu(figure: Settings) -> Settings:
    small = _small(figure)
    return replace(small, preset="gpu", batch=16 * small.batch, steps=2 * small.steps, contexts=4096, traced=40)


def _tiny(figure: Settings) -> Settings:
    return replace(_small(figure), preset="tiny", heads=figure.heads[-1:], lengths=(2,), layers=(2,), runs=2, batch=2,
                   steps=4, contexts=4, traced=2)  # fmt: skip


PRESETS: Mapping[str, Mapping[str, Settings]] = MappingProxyType({
    name: MappingProxyType({"full": full, "gpu": _gpu(full), "small": _small(full), "tiny": _tiny(full)})
    for name, full in _FIGURES.items()
})  # fmt: skip
"""By figure."""


def settings(preset: str = "small", figure: str = "figure-1", **changes: Any) -> Settings:
    """A preset of a figure, checked, with ``changes``.

    >>> settings("small", "figure-5", steps=10).steps
    10
    """
    if figure not in PRESETS:
        raise InputError(f"figure must be one of {', '.join(PRESETS)}, not {figure!r}. Pass one of them.")
    if preset not in PRESETS[figure]:
        raise InputError(f"preset must be one of {', '.join(PRESETS[figure])}, not {preset!r}. Pass one of them.")
    made = replace(PRESETS[figure][preset], **changes)
    for name in ("runs", "steps", "batch", "resample", "groups", "contexts", "traced"):
        positive_integer(name, getattr(made, name))
    for number in (*made.lengths, *made.layers):
        positive_integer("lengths and layers", number)
    for name in ("rate", "clip", "spread"):
        positive_real(name, getattr(made, name))
    for value in made.eigenvalues:
        positive_real("eigenvalues", value)
    if made.labels not in ("drawn", "exact"):
        raise InputError(f"labels must be 'drawn' or 'exact', not {made.labels!r}. Pass one of them.")
    if "composed" in made.kernels and made.orbits:
        raise InputError("orbits must be off for the composed kernel, which signed permutations change. Pass False.")
    if "composed" in made.kernels and made.d != 5:
        raise InputError(f"eigenvalues must be 5 for the composed kernel, not {made.d}. Pass 5 of them.")
    return made
