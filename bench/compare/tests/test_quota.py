# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A quota is set where the controller is, and where none can be set the reason is given."""

import os
import subprocess
from pathlib import Path

import pytest

from bench.compare.quota import ROOT, QuotaError, cpu_quota


def test_none_is_no_words() -> None:
    with cpu_quota(None) as words:
        assert words == []


def test_a_machine_without_a_controller_is_named(tmp_path: Path) -> None:
    with pytest.raises(QuotaError, match="no CPU controller is mounted"), cpu_quota(1.0, tmp_path):
        pass


@pytest.mark.parametrize("name", ["cpu", "cpu,cpuacct"])
def test_version_1_has_quota_and_period(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "cpu.cfs_period_us").write_text("100000")
    group = tmp_path / name / f"muster-bench-{os.getpid()}"
    with cpu_quota(1.5, tmp_path) as words:
        assert words[0] == "sh"
        assert words[-1] == str(group)
        assert (group / "cpu.cfs_quota_us").read_text() == "150000"
        assert (group / "cpu.cfs_period_us").read_text() == "100000"
        for file in group.iterdir():  # files of a real group need not be removed
            file.unlink()
    assert not group.exists()


def test_version_2_has_both_in_one_and_is_enabled_for_children(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("memory cpu\n")
    (tmp_path / "cgroup.subtree_control").write_text("memory\n")
    group = tmp_path / f"muster-bench-{os.getpid()}"
    with cpu_quota(0.5, tmp_path):
        assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpu"
        assert (group / "cpu.max").read_text() == "50000 100000"
        (group / "cpu.max").unlink()


def test_a_process_gets_into_the_group_of_this_machine() -> None:
    try:
        with cpu_quota(1.0) as words:
            run = subprocess.run([*words, "cat", "/proc/self/cgroup"], capture_output=True, text=True, check=True)
            assert f"muster-bench-{os.getpid()}" in run.stdout
            group = Path(words[-1])
    except QuotaError as problem:
        pytest.skip(f"no group can be made here: {problem}")
    assert ROOT in group.parents
    assert not group.exists()
