"""What the experiments cost, counted before they run: floating-point operations, bytes moved, kernels started.

Products of matrices are counted as torch's own counter counts them, backward passes included; bytes are those that
unfused operations read and write, within a fifth of what torch's operations touch at small sizes.  Eigenvalues, which
torch does not count, are taken as ten sweeps of Jacobi rotations.  Training alone is counted, not the measuring.

:func:`expected_seconds` assumes one H200: 67 TFLOP/s in single precision and 34 in double, 4.8 TB/s, of which training
reaches 30 per cent, and 5 microseconds for each kernel.  The largest of the three times is expected; no device has
confirmed it yet.  ``python -m numeric.training.costs`` prints the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from .in_context.settings import Curriculum
from .in_context.settings import Settings as FigureSettings
from .table_1.settings import GPT, Cell
from .table_1.settings import Settings as TableSettings

if TYPE_CHECKING:
    from .attention.settings import Group
    from .attention.settings import Settings as AttentionSettings

SINGLE, DOUBLE, MEMORY, REACHED, START = 67e12, 34e12, 4.8e12, 0.3, 5e-6
"""Operations and bytes in a second, the share of them that is reached, and the seconds that starting a kernel takes."""
FLOAT, LONG = 4, 8
"""Bytes of a number in single and in double precision."""
MATRICES = 1 << 14
"""Of one call of an eigensolver, as in :mod:`.attention.contexts`, which imports torch."""
SWEEPS = 10
"""Of Jacobi rotations, 6 m^3 operations each, until the eigenvalues of an m x m matrix stand."""


@dataclass(frozen=True, slots=True)
class Cost:
    """In single-precision operations; one in double precision counts as so many as fit into its time."""

    operations: float = 0.0
    bytes: float = 0.0
    kernels: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.operations + other.operations, self.bytes + other.bytes, self.kernels + other.kernels)

    def times(self, steps: float) -> Cost:
        return Cost(steps * self.operations, steps * self.bytes, steps * self.kernels)

    @property
    def seconds(self) -> float:
        """On an H200, by the rates above."""
        return max(self.operations / (REACHED * SINGLE), self.bytes / (REACHED * MEMORY), START * self.kernels)


def gpt_step(
    batch: int, tokens: int, inputs: int, read: int, width: int, layers: int, table: int, *, mlp: bool = True
) -> Cost:
    """One step of a GPT-2: so many inputs to a token, so many tokens of a prompt whose output is read."""
    matrices = width * width * (12 if mlp else 4)
    # Backward, a product costs two products; the data need no gradient.
    products = 3 * 2 * batch * (layers * tokens * matrices + read * width) + 2 * 2 * batch * tokens * inputs * width
    attended = layers * (4 + 8) * batch * tokens**2 * width
    weights = layers * (matrices + (13 if mlp else 6) * width) + (inputs + table + 4) * width
    passed = batch * tokens * width * ((117 if mlp else 55) * layers + 15)
    # Gradients are written and read, Adam reads four numbers for each weight and writes three.
    return Cost(products + attended, FLOAT * (passed + 10 * weights), 40 + (29 if mlp else 17) * layers)


def layer_step(settings: TableSettings, tokens: int, *, mlp: bool) -> Cost:
    """One step of a single layer, LTB with the factor that is called its MLP or LSA, in double precision."""
    batch, e, m, n = settings.batch, settings.d + 1, tokens, tokens - 1
    weights = 3 * 2 * e * e * (settings.d + e) if mlp else 3 * 2 * e * e * 2 * settings.d
    data = 2 * 2 * batch * (2 * n * e * e + n * e * m) + 3 * 2 * batch * e * n * m
    behind = 3 * 2 * e * e * (e + batch * m) if mlp else 0
    return Cost(
        (weights + data + behind) * SINGLE / DOUBLE, LONG * batch * m * e * (57 if mlp else 47), 60 if mlp else 50
    )


def attention_step(settings: AttentionSettings, group: Group) -> Cost:
    """One step of all models of a group, without the draws."""
    at, heads, m, n = settings, len(group.heads), group.n + 1, group.n
    models, d, k = len(at.kernels) * at.runs, settings.d, group.layers * heads
    contexts = models * _contexts(at)
    moving = (group.layers - 1) * heads if group.free else 0
    products = 3 * 2 * models * k * d**3
    # The covariates of the first layer are data: their products need one gradient, those of later layers two.
    first, later = (k, 0) if not moving else (heads, moving)
    scores = 2 * contexts * d * m * (d + n) * (2 * first + 3 * later)
    # What the first layer moves: the data once more; every A has a gradient, and so has what it multiplies.
    moves = 2 * contexts * d * m * ((n * (2 * heads + 3 * (moving - heads)) + 3 * d * moving) if moving else 0)
    curved = sum(name != "linear" for name in group.heads) * group.layers
    numbers = contexts * m * (n * (11 * k + 5 * curved + 10 * moving) + d * (15 * k + 35 * moving))
    if at.labels == "exact":
        numbers += 5 * contexts * m * m
    return Cost(products + scores + moves, FLOAT * numbers, 60 + 15 * k + 38 * moving + 2 * curved)


def attention_draw(settings: AttentionSettings, group: Group) -> Cost:
    """New contexts: the covariances of their labels, for relu the modulus, and the labels where they are drawn."""
    at, m = settings, group.n + 1
    one = at.runs * _contexts(at)
    drawn = len(at.kernels) * one if at.labels == "drawn" else 0
    found = ("relu" in at.kernels) * one + drawn
    matrices = 8 * len(at.kernels) * one * m * m
    kernels = 5 + at.runs + 5 * len(at.kernels) + 10 * -(-found // MATRICES)
    return Cost(SWEEPS * 6 * found * m**3, FLOAT * (matrices + 6 * found * m * m), kernels)


def _contexts(settings: AttentionSettings) -> int:
    """Contexts of a step for each model, their images counted."""
    signs = 1
    while signs < settings.d:
        signs *= 2
    return settings.batch * (signs * settings.d if settings.orbits else 1)


def figure_cost(settings: FigureSettings) -> Cost:
    """Of the eight curves of Figure 1 of zfb."""
    total = Cost()
    for curve in settings.curves:
        for steps, _, points in _stages(settings.curriculum, settings.steps, settings.d, curve.N):
            step = gpt_step(
                settings.batch, 2 * points, settings.d, points, settings.embedding, settings.layers, settings.table
            )
            total += (step + _labels(settings.batch, points, settings.d)).times(steps)
    return total


def table_cost(settings: TableSettings) -> Cost:
    """Of all cells of Table 1 of zwb."""
    total = Cost()
    for cell in settings.cells:
        for steps, _, points in _stages(settings.curriculum, settings.steps_of(cell), settings.d, settings.M):
            total += table_step(settings, cell, points).times(steps)
    return total


def table_step(settings: TableSettings, cell: Cell, points: int) -> Cost:
    """One step of a cell."""
    drawn = _labels(settings.batch, points, settings.d)
    if cell.model not in GPT:
        return drawn + layer_step(settings, points, mlp=cell.model == "LTB")
    return drawn + gpt_step(
        settings.batch, points, settings.d + 1, 1, settings.embedding, settings.layers, settings.M + 1,
        mlp=cell.model == "GPT2",
    )  # fmt: skip


def _labels(batch: int, points: int, d: int) -> Cost:
    """Drawing prompts: the labels are one product."""
    return Cost(2 * batch * points * d, FLOAT * 8 * batch * points * d, 10)


def _stages(curriculum: Curriculum | None, steps: int, d: int, N: int) -> Iterator[tuple[int, int, int]]:
    """(steps, coordinates, pairs) of each stage of the curriculum."""
    if curriculum is None:
        yield steps, d, N + 1
        return
    for begin in range(0, steps, curriculum.every):
        yield min(curriculum.every, steps - begin), *curriculum.at(begin, d, N)


def attention_cost(settings: AttentionSettings) -> Cost:
    """Of all groups of a figure of ccs."""
    total = Cost()
    for group in settings.all_groups:
        draws = -(-settings.steps // settings.resample)
        total += attention_step(settings, group).times(settings.steps) + attention_draw(settings, group).times(draws)
    return total


def expected_cost(id: str, preset: str) -> Cost:
    """Of a whole experiment, ``"ccs/figure-5"`` say, at the size of a preset."""
    paper, _, name = id.partition("/")
    if paper == "ccs":
        from .attention.settings import settings as attention_settings

        return attention_cost(attention_settings(preset, name))
    package = import_module(f"{__package__}.{'in_context' if paper == 'zfb' else 'table_1'}.settings")
    made = package.settings(preset)
    return figure_cost(made) if paper == "zfb" else table_cost(made)


def expected_seconds(id: str, preset: str) -> float:
    """On an H200, at the rates that this module states.

    >>> expected_seconds("zwb/table-1", "tiny") < 10 < expected_seconds("zwb/table-1", "full")
    True
    """
    return expected_cost(id, preset).seconds


EXPERIMENTS = ("zfb/figure-1", "zwb/table-1", *(f"ccs/figure-{k}" for k in (1, 2, 4, 5, 6)))


def table() -> list[str]:
    """The expected minutes of every experiment, with what they are computed from."""
    lines = [f"{'experiment':<14}{'preset':<8}{'PFLOP':>10}{'TB':>10}{'Mkernels':>10}{'minutes':>10}"]
    for id in EXPERIMENTS:
        for preset in ("full", "gpu"):
            cost = expected_cost(id, preset)
            counted = f"{cost.operations / 1e15:10.4g}{cost.bytes / 1e12:10.4g}{cost.kernels / 1e6:10.3g}"
            lines.append(f"{id:<14}{preset:<8}{counted}{cost.seconds / 60:10.3g}")
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
