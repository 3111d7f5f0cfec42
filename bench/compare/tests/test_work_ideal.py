# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CPUs that a team can have, on small machines and on large ones."""

import pytest

from bench.compare.work.ideal import share_of
from bench.compare.work.space import Condition


@pytest.mark.parametrize(
    ("condition", "threads", "cpus", "share"),
    [
        (Condition.ALONE, 2, 2, 2.0),
        (Condition.ALONE, 32, 2, 2.0),
        (Condition.ALONE, 512, 512, 512.0),
        (Condition.YIELD_NOOP, 32, 64, 64.0),
        # A busy process is one thread among n + 1.
        (Condition.BUSY, 2, 2, 2 - 2 / 3),
        (Condition.BUSY, 8, 2, 2 - 2 / 9),
        (Condition.BUSY, 64, 64, 64 - 64 / 65),
        (Condition.BUSY, 512, 512, 512 - 512 / 513),
        # Where a CPU is free it takes that one.
        (Condition.BUSY, 2, 64, 63.0),
        (Condition.BUSY, 511, 512, 511.0),
        # A process of the team's own kind takes half, unless there is room for both.
        (Condition.PAIR, 2, 2, 1.0),
        (Condition.PAIR, 32, 64, 32.0),
        (Condition.PAIR, 16, 64, 48.0),
        (Condition.PAIR, 512, 512, 256.0),
        (Condition.TOGETHER, 64, 64, 32.0),
        # An interactive one has what it asks for.
        (Condition.INTERACTIVE, 2, 2, 1.9),
        (Condition.INTERACTIVE, 512, 512, 511.9),
        (Condition.INTERACTIVE, 32, 2, 2 - 2 / 33),
        (Condition.QUOTA_1, 2, 2, 1.0),
        (Condition.QUOTA_1_5, 512, 512, 1.5),
        (Condition.QUOTA_1_5, 4, 1, 1.0),
    ],
)
def test_the_share(condition: Condition, threads: int, cpus: int, share: float) -> None:
    assert share_of(condition, threads, cpus) == pytest.approx(share)


@pytest.mark.parametrize("condition", list(Condition))
@pytest.mark.parametrize("cpus", [1, 2, 64, 512])
def test_a_share_is_something_and_no_more_than_there_is(condition: Condition, cpus: int) -> None:
    shares = [share_of(condition, threads, cpus) for threads in (1, 2, 8, 64, 512, 4096)]
    assert all(0 < share <= cpus for share in shares)
