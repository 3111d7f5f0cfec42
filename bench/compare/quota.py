# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A control group with a CPU quota, for the processes of a measurement. Needs root, or a group that is the caller's."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
PERIOD_US = 100_000  # the kernel's default

# Puts itself into the group $0, then becomes the program.
ENTER = 'echo $$ > "$0/cgroup.procs" && exec "$@"'


class QuotaError(Exception):
    """No group with a quota can be made here; the message says why."""


def _limits(root: Path, cpus: float) -> tuple[Path, dict[str, str]]:
    """The folder to make the group in, and what to write there: cgroup v1 if its CPU controller is mounted, else v2."""
    quota = round(cpus * PERIOD_US)
    for name in ("cpu", "cpu,cpuacct"):
        if (root / name / "cpu.shares").exists() or (root / name / "cpu.cfs_period_us").exists():
            return root / name, {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": str(quota)}
    controllers = root / "cgroup.controllers"
    if controllers.exists() and "cpu" in controllers.read_text(encoding="utf-8").split():
        return root, {"cpu.max": f"{quota} {PERIOD_US}"}
    raise QuotaError(f"no CPU controller is mounted at {root}")


def _enable_v2(folder: Path) -> None:
    control = folder / "cgroup.subtree_control"
    if control.exists() and "cpu" not in control.read_text(encoding="utf-8").split():
        control.write_text("+cpu", encoding="utf-8")


def _set(group: Path, limits: dict[str, str]) -> None:
    try:
        for name, value in limits.items():
            (group / name).write_text(value, encoding="utf-8")
    except OSError as problem:
        raise QuotaError(f"{group} takes no quota ({problem.strerror})") from problem


def _remove(group: Path) -> None:
    """A process that has ended may still be counted for a moment."""
    for _ in range(50):
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.02)
        else:
            return


@contextmanager
def cpu_quota(cpus: float | None, root: Path = ROOT) -> Iterator[list[str]]:
    """Gives the words before a command that hold it to `cpus` CPUs' worth of time; none for None."""
    if cpus is None:
        yield []
        return
    parent, limits = _limits(root, cpus)
    group = parent / f"muster-bench-{os.getpid()}"
    try:
        _enable_v2(parent)
        group.mkdir()
    except OSError as problem:
        raise QuotaError(f"no control group can be made in {parent} ({problem.strerror}); it needs root") from problem
    try:
        _set(group, limits)
        yield ["sh", "-c", ENTER, str(group)]
    finally:
        _remove(group)
