r"""Attention with any activation, from the definition: forward passes, laws of contexts, losses and their derivatives.

Nothing here knows a formula that a paper derives.  :mod:`.forward` is (1) to (5) and (26); :mod:`.activations` what
:math:`\tilde h` may be; :mod:`.covariates`, :mod:`.labels`, :mod:`.kernels` laws under which Assumptions 4.1 and 4.2
hold; :mod:`.orbits`, :mod:`.losses` the loss and its derivatives where covariates have finitely many values, exactly.
"""
