# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R3: waiting is await_*."""

from __future__ import annotations

import pytest

from tests.rules.conftest import Check

SPINS = [
    "while (flag.load_acquire() == 0) {}",
    "while (flag.load_acquire() == 0);",
    "while (word->load_relaxed() != x) { P::relax(); }",
    "for (;;) { if (flag.load_acquire()) break; }",
    "for (;;) { auto v = flag.load_acquire(); if (v == 1) { return v; } }",
    "do { v = flag.load_acquire(); } while (v == 0);",
    "do platform::cpu_relax(); while (!flag.load_acquire());",
    "while (lock.exchange_acquire(1) != 0) {}",
    "while (__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 0) continue;",
    "while (!ready()) P::yield();",
    "while (!done) { usleep(10); }",
]

NOT_SPINS = [
    "P::await_acquire(flag, [](auto v) { return v != 0; }, waiter);",
    "while (!word.compare_exchange_relaxed(seen, seen + 1)) {}",
    "for (int i = 0; i < n; ++i) { sum += slots[i].load_relaxed(); }",
    "while (head.load_acquire() != nullptr) { run(take()); }",
    "for (auto& slot : slots) { if (slot.load_relaxed() == own) return &slot; visit(slot); }",
    "while (seen != wanted) { seen = P::await_acquire(flag, ready, waiter); }",
    "for (;;) { if (queue.empty()) break; queue.pop(); }",
]


@pytest.mark.parametrize("code", SPINS)
def test_fails_on(check: Check, code: str) -> None:
    findings = check("R3", {"src/teams/join.cpp": f"void f() {{\n  {code}\n}}\n"})
    assert [(f.line, f.rule) for f in findings] == [(2, "R3")]


@pytest.mark.parametrize("code", NOT_SPINS)
def test_passes(check: Check, code: str) -> None:
    assert not check("R3", {"src/teams/join.cpp": f"void f() {{\n  {code}\n}}\n"})


def test_platform_may_spin(check: Check) -> None:
    assert not check("R3", {"src/platform/native.h": SPINS[0]})


def test_a_policy_may_poll_its_question_but_not_a_word(check: Check) -> None:
    policy = "struct Idle { void wait_until(Done done) const { while (!done()) { P::yield(); } } };\n"
    assert not check("R3", {"src/threads/pool.cpp": policy})
    assert not check("R3", {"src/waiting/waiter.h": "void spin(Done done) { while (!done()) { P::relax(); } }\n"})
    assert check("R3", {"src/threads/pool.cpp": policy + "void f() { while (!done()) { P::yield(); } }\n"})
    assert check("R3", {"src/waiting/waiter.h": "void f() { while (w.load_acquire() == 0) { P::relax(); } }\n"})


def test_a_commented_loop_is_no_loop(check: Check) -> None:
    assert not check("R3", {"src/teams/a.h": "// while (flag.load_acquire() == 0) {}\n"})
