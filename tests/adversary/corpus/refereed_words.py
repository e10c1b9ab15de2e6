"""All words of the language and the letters of the corpus, for the files of the referee."""

from fractions import Fraction as H

from proofs_check import *  # noqa: F403
from proofs_check.statement.attention import *  # noqa: F403
from proofs_check.statement.laws import *  # noqa: F403
from proofs_check.statement.props import *  # noqa: F403
from proofs_check.statement.psd import *  # noqa: F403
from proofs_check.statement.terms import *  # noqa: F403

from ..stating import Stated, Truth, false, family, ill_shaped, named, true, vacuous, valueless
from .letters import *  # noqa: F403

__all__ = [name for name in globals() if not name.startswith("__")]
