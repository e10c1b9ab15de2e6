r"""The experiments of Cheng, Chen, Sra (arXiv 2312.06528): Figures 1 to 6, attention trained on Gaussian processes.

``settings`` says what determines a figure, what the page leaves open and how it is chosen; ``contexts`` draws
covariates and the covariance of their labels; ``model`` is (3) of the paper with one or several heads, many models at
once; ``training`` trains the models of one group, ``measuring`` measures them, ``run`` does all groups of a figure and
keeps what is done.  Torch is imported only when something is trained.

The prediction is linear in the labels, so that given X the loss (5) is exact without drawing a label:
:math:`\mathsf{TF}+y^{(n+1)}=Yg` with a vector g of X and the weights, and
:math:`E[(\mathsf{TF}+y^{(n+1)})^2|X]=g^\top\mathbb K_+(X)\,g`.
"""

from __future__ import annotations

ATTENTION_VERSION = "1"
"""Part of a record's digest: changed when the same settings would give other raw outcomes."""
