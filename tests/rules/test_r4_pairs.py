# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R4: every ordered access names its pair, and the pairs fit together."""

from __future__ import annotations

import pytest

from tests.rules.conftest import Check

GOOD = """\
    // The table at the head of a file may repeat the pairs: A: release, pairs with B.
    void f() {
      flag.store_release(1);  // A: release, pairs with B
      // B: acquire, pairs with A (the word the parent watches).
      auto v = flag.load_acquire();
      // C: acq_rel, pairs with C: each arrival sees all
      // those before it.
      if (n == 1 ||
          count.fetch_add_acq_rel(1) == n) {
      }
      P::await_acquire(flag, ready, idle);  // B: acquire, pairs with A
      flag.load_relaxed();
      release(1);
    }
    """


def test_passes_named_pairs(check: Check) -> None:
    assert not check("R4", {"src/teams/join.cpp": GOOD})


def test_passes_a_pair_across_files(check: Check) -> None:
    files = {
        "src/teams/fork.h": "void f() { go.store_release(1); }  // A: release, pairs with B in teams/wait.h\n",
        "src/teams/wait.h": "void g() { go.load_acquire(); }  // B: acquire, pairs with A in teams/fork.h\n",
    }
    assert not check("R4", files)


@pytest.mark.parametrize(
    "call",
    [
        "flag.store_release(1);",
        "flag->exchange_acq_rel(1);",
        "P::await_acquire(flag, ready, idle);",
        "P::template await_acquire<int>(flag, ready, idle);",
        "fence_seq_cst();",
        "x.load(std::memory_order_acquire);",
        "__atomic_store_n(&x, 1, __ATOMIC_RELEASE);",
    ],
)
def test_fails_without_a_pair(check: Check, call: str) -> None:
    findings = check("R4", {"src/teams/join.cpp": f"void f() {{\n  // says nothing of order\n  {call}\n}}\n"})
    assert [(f.line, f.rule) for f in findings] == [(3, "R4")]
    assert "names no pair" in findings[0].what


def test_fails_on_a_comment_two_statements_above(check: Check) -> None:
    code = """\
        void f() {
          // A: release, pairs with A
          prepare();
          flag.store_release(1);
        }
        """
    findings = check("R4", {"src/teams/join.cpp": code})
    assert any(f.line == 4 and "names no pair" in f.what for f in findings)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("x.store_release(1);  // A: acquire, pairs with A", "its comment says acquire"),
        ("x.store_release(1);  // A: release, pairs with B", "does not have"),
        ("x.store_release(1);  // A: release, pairs with B in teams/none.h", "does not have"),
        (
            "x.store_release(1);  // A: release, pairs with B\nx.load_acquire();  // B: acquire, pairs with B",
            "does not pair with A",
        ),
        (
            "x.store_release(1);  // A: release, pairs with B\ny.store_release(1);  // B: release, pairs with A",
            "nothing is ordered",
        ),
    ],
)
def test_fails_on_pairs_that_do_not_fit(check: Check, code: str, reason: str) -> None:
    findings = check("R4", {"src/teams/join.cpp": code + "\n"})
    assert any(reason in f.what for f in findings), findings


def test_platform_defines_the_operations(check: Check) -> None:
    assert not check("R4", {"src/platform/atomic.h": "T load_acquire() { return x.load_acquire(); }\n"})
