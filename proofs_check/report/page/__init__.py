"""`lemmata report`: one folder of static pages with the verdicts, the evidence, the errata and the dependency graph.

The pages need no script and nothing from the network; they are made from the trees of the claims and from the results.
"""

from .folder import check_folder, write
from .pages import File, count, files

__all__ = ["File", "check_folder", "count", "files", "write"]
