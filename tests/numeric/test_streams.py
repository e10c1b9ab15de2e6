"""Named streams: reproducible, separate, varied by the user's seed."""

import numpy as np
import pytest

from numeric.streams import generator, seed_of, sequence, torch_generator


def test_the_same_name_gives_the_same_numbers() -> None:
    first = generator("zfb/lemma-9", "data").standard_normal(5)
    again = generator("zfb/lemma-9", "data").standard_normal(5)
    assert np.array_equal(first, again)


def test_owner_stream_and_user_seed_each_change_the_seed() -> None:
    names = [("a", "data", None), ("b", "data", None), ("a", "task", None), ("a", "data", 0), ("a", "data", 1)]
    assert len({seed_of(*name) for name in names}) == len(names)


def test_parts_of_a_name_do_not_run_together() -> None:
    assert seed_of("ab", "c") != seed_of("a", "bc")


def test_a_seed_does_not_depend_on_the_process() -> None:
    # Written down from another process: the hash must not be Python's salted one.
    assert seed_of("zfb/lemma-9", "data") == 293736067989397635665720060796789072


def test_spawned_children_differ() -> None:
    one, two = sequence("a", "data").spawn(2)
    assert one.generate_state(4).tolist() != two.generate_state(4).tolist()


def test_torch_streams_are_reproducible() -> None:
    torch = pytest.importorskip("torch")
    first = torch.randn(4, generator=torch_generator("a", "init"))
    assert torch.equal(first, torch.randn(4, generator=torch_generator("a", "init")))
    assert not torch.equal(first, torch.randn(4, generator=torch_generator("a", "data")))
