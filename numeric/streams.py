"""Named streams of randomness: the seed of a stream is a hash of what it is for.

Every random draw of the project comes from a stream named by an owner (a claim or model id) and a purpose
(``"data"``, ``"task"``, ``"noise"``, ``"init"``, ...).  Streams of different names are independent, so that adding
draws to one never shifts another; the same names always give the same numbers, so that a check gives the same
answer every time.  A user seed is one more part of the name.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import torch

_SEPARATOR = b"\x1f"
"""Between the parts of a name, so that ("ab", "c") and ("a", "bc") are different streams."""


def seed_of(owner: str, stream: str, user_seed: int | None = None) -> int:
    """The 128-bit seed of a stream: blake2b of its name.

    >>> seed_of("zfb/lemma-9", "data") == seed_of("zfb/lemma-9", "data")
    True
    >>> seed_of("zfb/lemma-9", "data") == seed_of("zfb/lemma-9", "task")
    False
    """
    name = _SEPARATOR.join(part.encode() for part in (owner, stream, "" if user_seed is None else str(user_seed)))
    return int.from_bytes(blake2b(name, digest_size=16).digest(), "big")


def sequence(owner: str, stream: str, user_seed: int | None = None) -> np.random.SeedSequence:
    """The NumPy seed sequence of a stream; ``spawn`` it for parallel work."""
    return np.random.SeedSequence(seed_of(owner, stream, user_seed))


def generator(owner: str, stream: str, user_seed: int | None = None) -> np.random.Generator:
    """A fresh NumPy generator at the beginning of a stream.

    >>> float(generator("doc", "data").standard_normal()) == float(generator("doc", "data").standard_normal())
    True
    """
    return np.random.Generator(np.random.PCG64DXSM(sequence(owner, stream, user_seed)))


def torch_generator(
    owner: str, stream: str, user_seed: int | None = None, device: str = "cpu"
) -> torch.Generator:
    """A fresh torch generator at the beginning of a stream (torch is imported here and not before)."""
    import torch

    made = torch.Generator(device=device)
    # Torch takes 64 bits, read as a signed integer.
    made.manual_seed(seed_of(owner, stream, user_seed) >> 65)
    return made
