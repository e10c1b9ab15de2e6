"""A machine that has torch, NumPy and transformers, and nothing else that this project installs: for child processes.

``python tests/proofs_check/bare.py MODULE ARGUMENT...`` runs the module there as its main.  What is absent is not found
by anyone; SymPy, with its mpmath, is there because torch's optimisers import it, but this project's files do not find
it.
"""

from __future__ import annotations

import runpy
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ABSENT = {"click", "flint", "jinja2", "latex2mathml", "matplotlib", "pebble", "rich", "scipy"}
TORCH_HAS = {"sympy", "mpmath"}


class Bare(PathFinder):
    """Finds modules as they are found on such a machine."""

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        top = fullname.partition(".")[0]
        if top in ABSENT or (top in TORCH_HAS and _asks_us()):
            return None
        return super().find_spec(fullname, path, target)


def _asks_us() -> bool:
    """Whether the import stands in a file of this project."""
    frame: FrameType | None = sys._getframe(1)
    while frame and ("importlib" in frame.f_code.co_filename or frame.f_code.co_filename == __file__):
        frame = frame.f_back
    place = Path(frame.f_code.co_filename) if frame else Path()
    return place.is_relative_to(ROOT) and "site-packages" not in place.parts


def make_bare() -> None:
    sys.meta_path[:] = [Bare if finder is PathFinder else finder for finder in sys.meta_path]


if __name__ == "__main__":
    make_bare()
    sys.path[0] = str(ROOT)
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
