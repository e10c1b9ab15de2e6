"""The reading of terms as words: every d, every N, every covariance (backend: :mod:`symbolic.words`)."""

from .algebra import WordsAlgebra

__all__ = ["WordsAlgebra"]
