"""What is wrong as printed: refuted statements, proofs that needed a repair, false readings; as data and as text."""

from .collect import errata, erratum_of
from .model import Change, Correction, Errata, Erratum, Evidence, FalseReading, LeftUnsaid, Line, Repair, RepairedStep

__all__ = [
    "Change", "Correction", "Errata", "Erratum", "Evidence", "FalseReading", "LeftUnsaid", "Line", "Repair",
    "RepairedStep", "errata", "erratum_of",
]  # fmt: skip
