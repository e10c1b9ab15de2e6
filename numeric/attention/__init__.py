r"""Attention with any activation, from the definition: forward passes, laws of contexts, losses and their derivatives.

Nothing here knows a formula that a paper derives.  :func:`~.passes.forward_pass` evaluates a network given in plain
numbers; :mod:`.forward` is (1) to (5) and (26) for batches and jets; :mod:`.activations` what
:math:`\tilde h` may be; :mod:`.covariates`, :mod:`.labels`, :mod:`.kernels` laws under which Assumptions 4.1 and 4.2
hold; :mod:`.orbits`, :mod:`.losses` the loss and its derivatives where covariates have finitely many values, exactly.
"""

from .activations import ACTIVATIONS, Activation, of_kernel
from .forward import Head, value_matrix
from .labels import ContextLabels, gaussian_process, linear_labels, mixture, relu_network
from .passes import ForwardPass, forward_pass

__all__ = [
    "ACTIVATIONS", "Activation", "ContextLabels", "ForwardPass", "Head", "forward_pass", "gaussian_process",
    "linear_labels", "mixture", "of_kernel", "relu_network", "value_matrix",
]
