"""Training of the models of Zhang, Wu, Bartlett (arXiv 2402.14951): LTB, LSA and GD-beta, from the definitions.

``settings`` says what determines a run; ``data`` draws the prompts of Assumption 3.1 and ``models`` are (3.3), (3.4)
and (5.1) in their weights (torch); ``trainer`` trains by SGD or Adam on fresh prompts from a random initialisation;
``population`` is the exact risk, by quadrature, and ``flow`` its gradient flow; ``estimates`` says what a trained
model and fresh prompts tell about the minimum near which it ended, with a declared false-alarm rate.
"""

from __future__ import annotations

BLOCK_VERSION = "1"
"""Part of a record's digest: changed when the same settings would give other raw outcomes."""
