# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R2: the portable core uses only `Platform`: no <atomic>, no OS call, no clock, no allocation.

The portable core must run unchanged on the native, the simulated and the checked model of Platform. Whatever it did
past Platform would be invisible to the last two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from scripts.rules.finding import Finding
from scripts.rules.source import Source
from scripts.rules.tree import Tree

PORTABLE_LAYERS = frozenset({"waiting", "barriers", "reductions", "locks", "loops", "regions"})
PORTABLE_TASK_FILES = (
    *("src/tasks/dependence_graph", "src/tasks/dependence_sets", "src/tasks/deque", "src/tasks/exclusion"),
    *("src/tasks/drain", "src/tasks/idle_threads", "src/tasks/sleepers", "src/tasks/successors"),
)

# Headers that are values and templates only. What is not here reaches the OS, a clock, the heap or shared memory.
_ALLOWED_HEADERS = frozenset(
    (
        *("algorithm", "array", "bit", "cfloat", "climits", "compare", "concepts", "cstddef", "cstdint", "cstring"),
        *("functional", "initializer_list", "iterator", "limits", "limits.h", "new", "numeric", "optional", "ranges"),
        *("span", "stddef.h", "stdint.h", "string_view", "tuple", "type_traits", "utility", "variant", "version"),
    )
)

_SYSTEM_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>")
_NATIVE_INCLUDE = re.compile(r'^\s*#\s*include\s*"platform/(?!platform\.h")')


@dataclass(frozen=True)
class Ban:
    """Something that reaches past Platform: plain calls, other spellings, and what to do instead."""

    what: str
    next_step: str
    calls: tuple[str, ...] = ()
    spellings: tuple[str, ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        # A call by its bare, :: or std:: name; P::park(word) or waiter.time(x) goes through an interface and is fine.
        bare_calls = rf"(?<![\w.>:])(?:(?:std)?::)?(?:{'|'.join(self.calls)})\s*\("
        return re.compile("|".join([bare_calls] * bool(self.calls) + list(self.spellings)))


_BANS = (
    Ban(
        "shared memory past Platform",
        "use P::Atomic<T>, whose members name their order",
        spellings=(r"\bstd::(?:atomic\w*|memory_order\w*)", r"\b__(?:atomic|sync)_\w+", r"\bvolatile\b"),
    ),
    Ban(
        "a call of the OS or of the CPU past Platform",
        "use what Platform offers, or add it to Platform (platform/platform.h says how)",
        calls=(
            *("syscall", r"futex\w*", r"sched_\w+", r"pthread_\w+", "usleep", "nanosleep", "sleep", "poll"),
            *("getenv", "secure_getenv", "sysconf", "getcpu", "membarrier", "open", "read", "write"),
            *("abort", "exit", "_exit", "raise", "kill", "printf", "fprintf", "puts"),
        ),
        spellings=(
            r"\bstd::(?:this_thread|j?thread|mutex|condition_variable\w*|counting_semaphore|binary_semaphore)\b",
            r"\b(?:asm|__asm__|__asm)\b",
            r"\b__builtin_ia32_\w+",
            r"\b_mm_pause\b",
        ),
    ),
    Ban(
        "a clock",
        "take time from P::now_ns(), or be given a deadline",
        calls=(r"clock_\w+", "clock", "gettimeofday", "time", "timespec_get", r"(?:__)?rdtscp?", "_rdtsc"),
        spellings=(r"\bstd::chrono\b",),
    ),
    Ban(
        "an allocation",
        "let the caller own the memory: storage_needed(shape)",
        calls=(
            *("malloc", "calloc", "realloc", "reallocarray", "free", "aligned_alloc", "posix_memalign", "memalign"),
            *("mmap", "munmap", "alloca"),
        ),
        spellings=(
            r"\bnew\b(?!\s*\()",  # `new (place) T` allocates nothing
            r"(?<!=)(?<!= )(?<!operator )\bdelete\b",  # `= delete` neither
            r"\bstd::(?:vector|deque|list|map|set|unordered_\w+|string|basic_string|function|allocator)\b",
            r"\bstd::(?:unique_ptr|shared_ptr|make_unique|make_shared)\b",
        ),
    ),
    Ban("the native platform by name", "be a template on Platform P", spellings=(r"\bplatform::Native\b",)),
)


def is_portable(source: Source) -> bool:
    return source.layer in PORTABLE_LAYERS or source.path.startswith(PORTABLE_TASK_FILES)


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.runtime_sources:
        if is_portable(source):
            yield from _check_includes(source)
            yield from _check_code(source)


def _check_includes(source: Source) -> Iterator[Finding]:
    for number, line in enumerate(source.uncommented_lines, start=1):
        match = _SYSTEM_INCLUDE.match(line)
        if match and match.group(1) not in _ALLOWED_HEADERS:
            what = f"<{match.group(1)}> in the portable core"
            next_step = "use Platform; a header of plain values may be added to _ALLOWED_HEADERS of this rule"
            yield Finding(source.path, number, "R2", what, next_step)
        if _NATIVE_INCLUDE.match(line):
            what = "the portable core includes a model of Platform"
            next_step = 'include "platform/platform.h" and be a template on Platform P'
            yield Finding(source.path, number, "R2", what, next_step)


def _check_code(source: Source) -> Iterator[Finding]:
    for number, line in enumerate(source.code_lines, start=1):
        if line.lstrip().startswith("#"):
            continue
        for ban in _BANS:
            if match := ban.pattern.search(line):
                what = f"{ban.what}: `{match.group().strip(' (')}`"
                yield Finding(source.path, number, "R2", what, ban.next_step)
