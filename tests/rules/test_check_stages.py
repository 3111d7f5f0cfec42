# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ./check runs for each change, and with --all."""

from __future__ import annotations

from pathlib import Path

from scripts.check.stages import Stage, all_stages, stages_of_each_change

TREE = Path(__file__).resolve().parents[2]
# Folders of tests/ that stages run by pytest, or that are run by hand, each with a README that says so.
NOT_BY_CTEST = {"rules", "demo", "pages", "vm", "compilers"}
# What a change does not wait for: decision 27.
LONG = {"programs", "fuzz"}


def folders_of(stages: list[Stage]) -> set[str]:
    setting = "-DMUSTER_TEST_FOLDERS="
    words = [word for stage in stages for command in stage.commands for word in command]
    return {folder for word in words if word.startswith(setting) for folder in word.removeprefix(setting).split(";")}


def folders_of_tests() -> set[str]:
    return {file.parent.name for file in (TREE / "tests").glob("*/CMakeLists.txt")} | {"verify", "simulate"}


def test_all_stages_run_each_folder() -> None:
    assert folders_of_tests() - NOT_BY_CTEST <= folders_of(all_stages())


def test_a_change_waits_for_each_folder_but_the_long_ones() -> None:
    assert folders_of_tests() - NOT_BY_CTEST - LONG <= folders_of(stages_of_each_change())


def test_only_what_a_change_waits_for_leaves_out_the_long_tests() -> None:
    def leaves_out(stage: Stage) -> bool:
        return any("-LE" in command for command in stage.commands)

    assert [stage.name for stage in stages_of_each_change() if leaves_out(stage)] == ["release"]
    assert not [stage.name for stage in all_stages() if leaves_out(stage)]


def test_each_stage_of_a_change_is_one_of_all() -> None:
    assert {stage.name for stage in stages_of_each_change()} <= {stage.name for stage in all_stages()}
