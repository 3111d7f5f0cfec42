# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R2: the portable core reaches the machine through Platform alone."""

from __future__ import annotations

import pytest

from tests.rules.conftest import Check

GOOD = """\
    #include <concepts>
    #include "platform/platform.h"
    // std::atomic, malloc() and clock_gettime() are mentioned in a comment only.
    template <Platform P> struct Central {
      Central(const Central&) = delete;
      void* place(void* memory) { return new (memory) Central; }
      void wait() { P::park(word_, 0); time_ = P::now_ns(); waiter_.sleep(1); }
      const char* name() { return "malloc(std::atomic)"; }
    };
    """


@pytest.mark.parametrize("path", ["src/barriers/central.h", "src/tasks/deque.h"])
def test_passes_what_uses_platform(check: Check, path: str) -> None:
    assert not check("R2", {path: GOOD})


def test_leaves_other_layers_alone(check: Check) -> None:
    files = {
        "src/teams/pool.cpp": "#include <atomic>\nint* p = new int;\n",
        "src/tasks/task.cpp": "#include <atomic>\n",
    }
    assert not check("R2", files)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("#include <atomic>", "<atomic>"),
        ("#include <time.h>", "<time.h>"),
        ("#include <sys/syscall.h>", "<sys/syscall.h>"),
        ('#include "platform/native.h"', "a model of Platform"),
        ("std::atomic<int> x;", "shared memory"),
        ("__atomic_load_n(&x, 0);", "shared memory"),
        ("volatile int x;", "shared memory"),
        ("syscall(202, 0);", "a call of the OS"),
        ("::sched_yield();", "a call of the OS"),
        ('asm volatile("pause");', "a call of the OS"),
        ("clock_gettime(1, &t);", "a clock"),
        ("auto t = std::chrono::steady_clock::now();", "a clock"),
        ("void* p = malloc(8);", "an allocation"),
        ("int* p = new int[4];", "an allocation"),
        ("delete p;", "an allocation"),
        ("std::vector<int> v;", "an allocation"),
        ("using N = platform::Native;", "the native platform"),
    ],
)
def test_fails_on(check: Check, line: str, reason: str) -> None:
    findings = check("R2", {"src/waiting/waiter.h": f"#pragma once\n{line}\n"})
    assert findings
    assert {(f.line, f.rule) for f in findings} == {(2, "R2")}
    assert any(reason in f.what for f in findings)


def test_fails_in_the_task_deque(check: Check) -> None:
    assert check("R2", {"src/tasks/deque.h": "#include <atomic>\n"})
