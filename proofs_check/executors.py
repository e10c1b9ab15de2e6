"""Executors by name: ``lemmata check --executor`` hands the claims, ``lemmata train --executor`` the models of an
experiment, to the workers of another library.

``loky``
    processes of this machine, by the library loky.
``dask:tcp://HOST:PORT``
    the workers of a dask cluster, whose scheduler is there.
``MODULE:FUNCTION``
    whatever the function, called without arguments, returns: a :class:`concurrent.futures.Executor`, for example
    ``submitit.AutoExecutor`` for a batch system.

The workers need the same environment, and claim folders under the same path.  Python hands any executor to
``check(..., executor=...)``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from .errors import UserError


@contextmanager
def opened(text: str, processes: int) -> Iterator[Executor]:
    """The executor that ``text`` names, shut down at the end.

    Raises:
        UserError: it names none, its library is not installed, or its cluster cannot be reached.
    """
    kind, _, rest = text.partition(":")
    if text == "loky":
        executor = _library("loky", text).get_reusable_executor(max_workers=processes)
        try:
            yield executor
        finally:
            executor.shutdown(kill_workers=True)
    elif kind == "dask" and rest:
        distributed = _library("distributed", text)
        try:
            client = distributed.Client(rest, timeout="20s")
        except (OSError, ValueError) as error:
            raise UserError(f"--executor {text!r} cannot be reached: {error}. Name the scheduler's address.") from error
        with client:
            yield client.get_executor(pure=False)
    elif kind and rest.isidentifier():
        with _made(text, kind, rest) as executor:
            yield executor
    else:
        raise UserError(f"--executor {text!r} must be loky, dask:tcp://HOST:PORT or MODULE:FUNCTION.")


def _library(name: str, text: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise UserError(
            f"--executor {text!r} needs {error.name}, which is not installed: pip install 'lemmata[cluster]'."
        ) from error


def _made(text: str, module: str, function: str) -> Executor:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(import_module(module), function)()
    except Exception as error:
        raise UserError(f"--executor {text!r} cannot be made: {type(error).__name__}: {error}.") from error
    return check_executor(made, f"--executor {text!r}")


def check_executor(made: Any, argument: str) -> Executor:
    """``made`` where it is an executor; only ``submit`` is asked of it."""
    if not isinstance(made, Executor) and not callable(getattr(made, "submit", None)):
        raise UserError(f"{argument} gives {made!r}, which is no concurrent.futures.Executor: pass one.")
    return made
