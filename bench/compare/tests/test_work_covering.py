# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans cover what they say, and nothing that cannot be."""

import pytest

from bench.compare.plan import Binding, PlanError
from bench.compare.work.covering import CoveringError, all_of, all_pairs, cover, uncovered
from bench.compare.work.space import (
    CONDITION_FACTOR,
    FACTORS,
    IMPOSSIBLE,
    SIZES,
    THREADS_FACTOR,
    USUAL,
    WORK_FACTOR,
    Cell,
    Condition,
    Plan,
    Policy,
    cell_of,
    make_plan,
    together_plan,
)


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3, 3, 3), (7, 7, 6, 4, 3, 2, 2), (5, 1, 4)])
def test_every_pair_is_in_a_row(sizes: tuple[int, ...]) -> None:
    targets = all_pairs(sizes)
    rows = cover(sizes, targets)
    assert not list(uncovered(rows, targets))
    product_of_two_largest = sorted(sizes)[-1] * sorted(sizes)[-2]
    assert product_of_two_largest <= len(rows) <= 2 * product_of_two_largest
    assert all(0 <= value < size for row in rows for value, size in zip(row, sizes, strict=True))


def test_a_pair_that_no_row_has_is_named() -> None:
    targets = all_pairs((2, 2))
    rows = cover((2, 2), targets)
    assert list(uncovered(rows[1:], targets)) == [((0, rows[0][0]), (1, rows[0][1]))]


def test_forbidden_pairs_are_in_no_row_and_the_others_still_are() -> None:
    forbidden = {((0, 0), (1, 1)), ((1, 0), (2, 1)), ((1, 0), (2, 2))}
    targets = all_pairs((3, 3, 3), forbidden)
    assert len(targets) == 27 - 3
    rows = cover((3, 3, 3), targets, forbidden)
    assert not list(uncovered(rows, targets))
    assert set(uncovered(rows, forbidden)) == forbidden


def test_what_can_be_in_no_row_is_an_error() -> None:
    # Value 0 of the first factor goes with neither value of the third.
    forbidden = {((0, 0), (2, 0)), ((0, 0), (2, 1))}
    with pytest.raises(CoveringError, match="nothing goes with"):
        cover((2, 2, 2), all_pairs((2, 2, 2), forbidden), forbidden)


def test_rows_that_are_given_come_first_and_save_others() -> None:
    targets = all_pairs((2, 2, 2))
    given = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert cover((2, 2, 2), targets, given=given) == given


def test_a_plan_is_the_same_each_time_and_another_by_another_seed() -> None:
    targets = all_pairs((5, 4, 3, 3))
    assert cover((5, 4, 3, 3), targets, seed=3) == cover((5, 4, 3, 3), targets, seed=3)
    assert cover((5, 4, 3, 3), targets, seed=3) != cover((5, 4, 3, 3), targets, seed=4)


def indices(cell: Cell) -> tuple[int, ...]:
    """The row that the cell was made of."""
    fields = (getattr(cell, name) for name in Cell.__dataclass_fields__)
    return tuple(values.index(field) for values, field in zip(FACTORS, fields, strict=True))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_plan_has_every_pair_of_values_that_can_be(seed: int) -> None:
    rows = [indices(cell) for cell in make_plan(seed=seed)]
    assert not list(uncovered(rows, all_pairs(SIZES, IMPOSSIBLE)))
    assert list(uncovered(rows, IMPOSSIBLE)) == list(IMPOSSIBLE)
    assert len(rows) <= 70


def test_what_cannot_be_has_a_reason_and_is_about_no_work() -> None:
    for target, reason in IMPOSSIBLE.items():
        assert reason.startswith("no work ")
        row = [0] * len(SIZES)
        for factor, value in target:
            row[factor] = value
        assert cell_of(tuple(row)).work_ns == 0


def test_the_map_has_all_threads_works_and_conditions() -> None:
    rows = [indices(cell) for cell in make_plan(Plan.MAP)]
    assert not list(uncovered(rows, all_of((THREADS_FACTOR, WORK_FACTOR, CONDITION_FACTOR), SIZES)))
    assert not list(uncovered(rows, all_pairs(SIZES, IMPOSSIBLE)))


def test_words_name_one_value_each() -> None:
    words = [
        cell_of(tuple(index if other == factor else 0 for other in range(len(SIZES)))).words()[factor]
        for factor, size in enumerate(SIZES)
        for index in range(size)
    ]
    assert len(set(words)) == sum(SIZES)
    assert {word for word in USUAL if word} <= set(words)


def test_a_request_keeps_the_cells_of_the_plan_and_covers_what_it_leaves() -> None:
    cells = make_plan(request="8t, 1ms,busy pair")
    assert {(cell.threads, cell.work_ns) for cell in cells} == {(8, 1_000_000)}
    assert {cell.condition for cell in cells} == {Condition.BUSY, Condition.PAIR}
    assert {cell.construct for cell in cells} == set(FACTORS[3])
    of_the_plan = [cell for cell in make_plan() if (cell.threads, cell.work_ns) == (8, 1_000_000)]
    assert {cell for cell in of_the_plan if cell.condition in (Condition.BUSY, Condition.PAIR)} <= set(cells)


def test_what_is_not_named_can_be_as_usual() -> None:
    (cell,) = make_plan(request="8t,1ms,pair,tasks", usual=True)
    expected = (8, 1_000_000, Condition.PAIR, "tasks", "balanced", Policy.DEFAULT, "arithmetic", Binding.UNPINNED)
    assert cell == Cell(*expected)
    assert str(cell) == "8t 1ms pair tasks balanced default arithmetic unpinned"
    assert cell.short() == "8t 1ms pair tasks"


def test_a_word_that_names_nothing_is_an_error() -> None:
    with pytest.raises(PlanError, match="no value 5t; there are: 2t, 3t"):
        make_plan(request="5t")


def test_two_at_once_have_one_alone_beside_them() -> None:
    cells = together_plan(64)
    assert {cell.threads for cell in cells} == {64}
    alone = [cell for cell in cells if cell.condition is Condition.ALONE]
    assert len(alone) * 2 == len(cells)
