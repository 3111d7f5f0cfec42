# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bars are complete, and about constructs that exist."""

import re
from pathlib import Path

from bench.compare.bars import BARS_FILE, read_bars
from bench.compare.plan import CLIFFS

CONSTRUCTS = Path(__file__).resolve().parents[2] / "constructs" / "constructs.def"


def test_every_bar_is_for_a_construct_that_exists() -> None:
    known = set(re.findall(r"^CONSTRUCT\((\w+)\)", CONSTRUCTS.read_text(encoding="utf-8"), re.MULTILINE))
    bars = read_bars()
    assert {construct for construct, _, _ in bars} <= known
    # atomic is a control row: no runtime is involved. The bars of the others are no ratios and stand in musts.csv.
    others = {"atomic", "idle_after_region", "region_every_100us"}
    # Only task and fib of the task programs have a bar here; others' stand in musts.csv.
    others |= {"task_single", "task_burst", "taskloop", "nqueens", "task_sort", "tree_search", "task_chain"}
    others |= {"wavefront", "wavefront_1000", "sparse_lu"}
    others |= {"task_grain", "task_grain_mixed", "task_grain_chains", "task_grain_chains_mixed", "task_grain_tree"}
    # The rows after EPCC's suites have one bar together, their geometric mean.
    others |= {"for_static_8", "for_dynamic_8", "for_guided_8"}
    others |= {"array_private", "array_firstprivate", "array_copyin", "array_copyprivate"}
    others |= {"task_busy", "task_conditional", "task_wait", "task_barrier", "task_nested"}
    others |= {"task_nested_single", "task_branch_tree", "task_leaf_tree"}
    # The rows with work of a settable length have no bar: each length has a ratio of its own.
    others |= set(CLIFFS)
    assert known - {construct for construct, _, _ in bars} == others


def test_no_two_rows_of_the_file_are_for_the_same_case() -> None:
    rows = [line for line in BARS_FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(read_bars()) == len(rows) - 1


def test_ratios_and_transfers_are_read() -> None:
    bars = read_bars()
    assert bars[("barrier", 2, False)].ratio == 0.60
    assert bars[("barrier", 2, False)].transfers == 1.35
    assert bars[("barrier", 4, True)].ratio == 0.50
    assert bars[("barrier", 4, False)].transfers is None
