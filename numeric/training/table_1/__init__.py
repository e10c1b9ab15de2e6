"""The experiment of Table 1 of Zhang, Wu, Bartlett (arXiv 2402.14951): GPT-2 with and without MLP, two task means.

``settings`` says what determines it and what the paper leaves open; ``prompts`` draws training batches and the test
prompts; ``model`` is GPT-2 of the library ``transformers`` on the token matrix (3.1), with and without its MLP
branches, and one layer of LTB and of LSA; ``run`` trains all of them on the same data, measures them and keeps what is
done.
"""

from __future__ import annotations

TABLE_VERSION = "1"
"""Part of a record's digest: changed when the same settings would give other raw outcomes."""
