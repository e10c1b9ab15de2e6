"""All words of the language and the letters of the corpus, for the files of the referee."""

from fractions import Fraction as H

from proofs_check import *
from proofs_check.statement.attention import *
from proofs_check.statement.laws import *
from proofs_check.statement.props import *
from proofs_check.statement.psd import *
from proofs_check.statement.terms import *

from ..stating import Stated, Truth, false, family, ill_shaped, named, true, vacuous, valueless
from .letters import *

__all__ = [name for name in globals() if not name.startswith("__")]
