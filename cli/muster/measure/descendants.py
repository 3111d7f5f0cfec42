# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The processes that a process has started, and those that they have."""

import contextlib
from pathlib import Path


def descendants_of(pid: int) -> list[int]:
    """Those that live now, parents first. None where the kernel does not list children (CONFIG_PROC_CHILDREN)."""
    found = _children_of(pid)
    # The list grows while it is gone through.
    for child in found:
        found += _children_of(child)
    return found


def _children_of(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        # Each thread has those that it has started.
        for thread in (Path("/proc") / str(pid) / "task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text(encoding="ascii").split())
    return children
