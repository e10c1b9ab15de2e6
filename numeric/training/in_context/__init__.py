"""The experiment of Figure 1 of Zhang, Frei, Bartlett (arXiv 2306.09927): GPT-2 trained on prompts of linear tasks.

``settings`` says what determines a run; ``prompts`` draws training batches and the test prompts, ``model`` is the GPT-2
of the library ``transformers`` with a linear read-in and read-out, ``training`` trains one curve of the figure,
``measuring`` measures its errors, ``run`` does all curves and keeps what is done.  Torch and transformers are imported
only when something is trained.
"""

from __future__ import annotations

from importlib.util import find_spec

from .. import torch_missing

IN_CONTEXT_VERSION = "1"
"""Part of a record's digest: changed when the same settings would give other raw outcomes."""
GPT2 = "transformers.models.gpt2.modeling_gpt2"
"""The module of the model; two seconds are spent on its import."""


def transformers_missing() -> str | None:
    """Why no GPT-2 can be trained here, or None."""
    missing = torch_missing()
    if missing:
        return missing
    if find_spec("transformers") is None:
        return "transformers is not installed; install it with: pip install 'lemmata[figure]'"
    return None
