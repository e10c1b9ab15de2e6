r"""`lemmata latex`: derived formulas, transcribed statements and what became of them, as macros for a paper.

Every formula is one macro for math mode, every status one for text mode (:mod:`.formulas`).  How they are named is in
:mod:`.names`, the words of a status in :mod:`.status`, what the file looks like in :mod:`.file`, and whether one is out
of date in :mod:`.check`.
"""

from .formulas import (
    MODELS,
    Formula,
    broken,
    checked,
    derived_among,
    derived_formulas,
    split_models,
    statement_formulas,
)

__all__ = [
    "MODELS",
    "Formula",
    "broken",
    "checked",
    "derived_among",
    "derived_formulas",
    "split_models",
    "statement_formulas",
]
