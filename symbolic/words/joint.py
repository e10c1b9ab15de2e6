r"""Expectation over prompts with labels and noise: samples written out, labels, noise, then Gaussian letters.

The random letters of a statement are Gaussian letters (samples ``X`` and vectors), vectors of labels and of noise with
one entry for each sample, and single labels and noises, which are named scalars.  Some may be held fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import InputError
from .independent import has_samples, written_out
from .labels import LabelLaw, expect_label
from .letters import Dim, Letter, letter
from .matrices import Matrix, Value, projection
from .moments import expect_over
from .noise import Moments, expect_noise
from .parity import without_odd
from .structure import Name, names
from .substitution import substitute
from .weights import ones


@dataclass(frozen=True)
class Joint:
    """The law of the random letters: labels with their covariate and law, noises with their moments, by name."""

    labels: Mapping[str, tuple[str, LabelLaw]] = field(default_factory=dict)
    noises: Mapping[str, Moments] = field(default_factory=dict)
    lengths: tuple[Dim, ...] = ("N", "M")
    """The dimensions whose columns are independent samples."""
    fixed: frozenset[str] = frozenset()
    """Names of letters and scalars over which no expectation is taken."""

    def draws(self, x: Letter) -> bool:
        """Whether this Gaussian letter is averaged."""
        return x.covariance is not None and _family(x.name) not in self.fixed

    def expect(self, value: Value) -> Value:
        """The expectation of ``value`` given what is fixed; nothing that is drawn is left in it.

        Raises :class:`InputError` for a moment that is not among those assumed, for a label given its covariate or the
        converse, and for absolute values whose mean symmetry does not decide.
        """
        self._refuse_halves(value)
        for dim in self.lengths:
            if has_samples(value, dim):
                value = self._in_samples(value, dim)
        value = self._over_labels(value)
        self._refuse_vectors(value)
        value = self._over_noise(value)
        value = self._over_gaussians(value)
        left = sorted({str(x) for x in names(value) if self._is_drawn(x)})
        if left:
            raise InputError(f"{left[0]} occurs in a way in which its mean is not known here.")
        return value

    def _is_drawn(self, x: Name) -> bool:
        named = _family(x if isinstance(x, str) else x.name)
        known = named in self.labels or named in self.noises
        return (known and named not in self.fixed) or (isinstance(x, Letter) and self.draws(x))

    def _is_normal(self, x: Letter) -> bool:
        """Whether this is a vector of independent normal noises."""
        law = self.noises.get(_family(x.name))
        return law is not None and law.normal

    def _over_gaussians(self, value: Value) -> Value:
        return expect_over(without_odd(value, self.draws), self.draws)

    def _in_samples(self, value: Value, dim: Dim) -> Value:
        """Sums over samples written out; as they are where some of the samples are held fixed."""
        own = [x for x in names(value) if isinstance(x, Letter) and dim in (x.rows, x.cols)]
        if all(self._is_normal(x) for x in own if self._is_drawn(x)) and not any(x.weight for x in own):
            return value  # a normal vector is averaged as a whole
        other = next((x for x in own if not self._has_members(x, dim)), None)
        if other is not None:
            raise InputError(
                f"{other} has the dimension {dim}, which counts samples in this mean: give its dimension another name."
            )
        if not any(x.name in self.fixed for x in own):
            return written_out(value, dim)
        for x in own:
            if (x.name in self.labels and x.name not in self.fixed) or any(map(self._is_drawn, names(x.weight))):
                raise InputError("the mean of a sum over samples, some of them held fixed, is not known here.")
        return value

    def _has_members(self, x: Letter, dim: Dim) -> bool:
        """Whether a letter with this dimension has one column or entry for each sample."""
        plain = x.original
        if plain.covariance is not None:
            return plain.cols == dim and plain.rows != dim
        sampled = plain.name in self.labels or plain.name in self.noises
        return sampled or plain.index is not None or plain.weight is not None or plain is ones(dim)

    def _over_labels(self, value: Value) -> Value:
        for name in sorted(_scalars(value)):
            family = _family(name)
            if family in self.labels and family not in self.fixed:
                covariate, law = self.labels[family]
                own = covariate + name.removeprefix(family)
                letters = [x for x in names(value) if isinstance(x, Letter) and x.name == own]
                value = expect_label(value, name, letters[0] if letters else letter(own, law.rows, 1), law)
        return value

    def _refuse_vectors(self, value: Value) -> None:
        """A vector of labels depends on the covariates: without members it would pass for a constant beside them."""
        for x in names(value):
            if isinstance(x, Letter) and x.name in self.labels and x.name not in self.fixed:
                raise InputError(f"{x} has one label for each of {x.rows}, which counts no samples in this mean.")

    def _over_noise(self, value: Value) -> Value:
        vectors = sorted({x for x in names(value) if isinstance(x, Letter)}, key=lambda x: x.name)
        found: list[Name] = [*sorted(_scalars(value)), *vectors]
        for noise in found:
            family = _family(noise if isinstance(noise, str) else noise.name)
            if family in self.noises and family not in self.fixed:
                value = expect_noise(value, noise, self.noises[family], self._over_gaussians)
        return value

    def _refuse_halves(self, value: Value) -> None:
        """Nothing is known of a label given its covariate, or of a covariate given its label."""
        present = {_family(x if isinstance(x, str) else x.name) for x in names(value)}
        for label, (covariate, _) in self.labels.items():
            drawn, held = (covariate, label) if label in self.fixed else (label, covariate)
            if held in self.fixed and drawn in present and drawn not in self.fixed:
                raise InputError(f"the law of {drawn} given {held} is not assumed.")


def in_images(value: Value) -> Value:
    """The value where each Gaussian letter is put into the image of its covariance, in which it lies almost surely."""
    drawn = {x.original for x in names(value) if isinstance(x, Letter) and x.covariance and x.covariance[0].singular}
    onto: dict[Name, Value] = {
        x: projection(Matrix.of(x.covariance[0])) * Matrix.of(x) for x in drawn if x.covariance
    }
    return substitute(value, onto) if onto else value


def _scalars(value: Value) -> set[str]:
    return {x for x in names(value) if isinstance(x, str)}


def _family(name: str) -> str:
    """The name without the number of the sample."""
    return name.split("@", 1)[0]
