"""Values for formulas in torch: plain numbers with autograd, enclosures of rounding errors, derivatives along a line.

All three are used alike: arrays of shape ``(batch, rows, columns)`` with ``+ - * @ /``, the methods of
:class:`Enclosure`, and the functions of :mod:`.functions`.
"""

from .draws import Draws as Draws
from .dual import Dual as Dual
from .dual import Kink as Kink
from .dual import along as along
from .enclosure import Enclosure as Enclosure
from .functions import Value as Value
from .means import Means as Means
from .values import plain_gradients as plain_gradients
