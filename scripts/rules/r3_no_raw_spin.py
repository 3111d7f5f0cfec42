# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R3: no raw spin loop outside platform/: waiting is `await_*`.

A raw spin is a loop that
  - reads a shared word, and does nothing else but test it, relax, yield or sleep; or
  - relaxes, yields or sleeps between looks at a condition, outside platform/, waiting/ and a wait_until(done).
A compare-exchange loop makes progress of its own and is no spin. A policy's wait_until(done) polls `done`, not a word:
it is what an await_* calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.rules.finding import Finding
from scripts.rules.loops import Loop, closing, find_loops
from scripts.rules.tree import Tree

_READ = re.compile(
    r"(?:\.|->)\s*(?:template\s+)?(?:load|exchange|test_and_set|test)(?:_(?:relaxed|acquire|acq_rel|seq_cst))?\s*\("
    r"|\b(?:__atomic_load\w*|__atomic_exchange\w*|__atomic_test_and_set|__sync_lock_test_and_set|atomic_load\w*)\s*\("
)
_PAUSE = re.compile(
    r"\b(?:relax|cpu_relax|pause|_mm_pause|__builtin_ia32_pause|yield|sched_yield|thrd_yield|sleep|usleep|nanosleep"
    r"|sleep_for|sleep_until|spin_hint)\s*\("
)
_POLICY = re.compile(r"\bwait_until\s*\([^()]*\)[^;{}]*(?=\{)")
_AWAIT = re.compile(r"\bawait_\w+\s*(?:<[^;(){}]*>)?\s*\(")
_COMPARE_EXCHANGE = re.compile(r"\bcompare_exchange\w*\s*\(")
_KEPT_READ = re.compile(r"^(?:\(void\)|return\b|[\w:<>&*\s]*=[^=]|[\w.>-]+\.load)")
_LEAVE = re.compile(r"^(?:break|continue|return\b[^()]*)$")


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.runtime_sources:
        if source.layer == "platform":
            continue
        policies = [(match.start(), closing(source.code, match.end())) for match in _POLICY.finditer(source.code)]
        for loop in find_loops(source.code):
            in_policy = any(start < loop.offset < end for start, end in policies)
            if what := _raw_spin(loop, may_pause=in_policy or source.layer == "waiting"):
                next_step = "wait with Platform's await_* and let a Waiter decide how (platform/platform.h)"
                yield Finding(source.path, source.line_of(loop.offset), "R3", what, next_step)


def _raw_spin(loop: Loop, *, may_pause: bool) -> str | None:
    whole = loop.header + loop.body
    if _AWAIT.search(whole) or _COMPARE_EXCHANGE.search(whole):
        return None
    if _PAUSE.search(whole) and not may_pause:
        return "a loop that pauses between looks at a condition"
    if _READ.search(whole) and all(_is_idle(statement) for statement in _statements(loop.body)):
        return "a loop that does nothing but read a shared word"
    return None


def _statements(body: str) -> list[str]:
    """The pieces between ; { and }, with `if (...)`, `else` and jump conditions taken off."""
    pieces = []
    for piece in re.split(r"[;{}]", body):
        text = " ".join(piece.split())
        text = re.sub(r"^(?:else\s*)?(?:if\s*(?:constexpr\s*)?\(.*\))?\s*(?:\[\[\w+\]\]\s*)?", "", text)
        if text:
            pieces.append(text)
    return pieces


def _is_idle(statement: str) -> bool:
    """True for a statement that moves nothing forward: a jump, a pause, or a variable set from a read."""
    if _LEAVE.match(statement) or _PAUSE.search(statement):
        return True
    return bool(_READ.search(statement) and _KEPT_READ.match(statement))
