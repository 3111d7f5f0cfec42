# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What this machine is, in the words of GCC's test suite: effective targets, triplets, and expressions of them."""

from __future__ import annotations

import platform
from fnmatch import fnmatch
from pathlib import Path

from runner import tcl


class UnknownTarget(Exception):
    """An effective target that is not in the tables below."""


# True on every 64-bit Linux with GCC.
_ALWAYS = {
    "alias",
    "c++11",
    "cas_char",
    "fd_truncate",
    "fgraphite",
    "fortran_large_real",
    "fortran_real_16",
    "fpic",
    "large_long_double",
    "libatomic_available",
    "lp64",
    "lto",
    "offload_device_shared_as",  # the host, to which target regions fall back
    "pthread",
    "shared",
    "sync_char_short",
    "sync_int_long",
    "sync_long_long",
    "tls",
    "tls_runtime",
}

# The host is the only device, the small sizes of tests are taken, and nothing is 32 bits wide.
_NEVER = {
    "aarch64_tiny",
    "hppa*-*-hpux*",
    "ia32",
    "ilp32",
    "non_strict_align",
    "omp_usm",
    "run_expensive_tests",
    "skip-all-targets",
    "use_mmap",
}

_X86 = {"size20plus", "size32plus", "float128", "__float128", "vect_simd_clones", "sse2", "sse2_runtime"}
_X86_FLAGS = {"avx_runtime": "avx", "avx2_runtime": "avx2", "avx512f_runtime": "avx512f"}


class Targets:
    def __init__(self, language: str) -> None:
        """`language` is c, c++ or fortran."""
        self._language = language
        self._machine = platform.machine()
        self._triplet = f"{self._machine}-pc-linux-gnu"
        self._flags = _cpu_flags()

    def holds(self, expression: str) -> bool:
        """A list of names is true if one of them is; `!`, `&&` and `||` stand between braces or names."""
        return self._any(tcl.split(expression))

    def _any(self, words: list[str]) -> bool:
        if "||" in words:
            at = words.index("||")
            return self._any(words[:at]) or self._any(words[at + 1 :])
        if "&&" in words:
            at = words.index("&&")
            return self._any(words[:at]) and self._any(words[at + 1 :])
        if words and words[0] == "!":
            return not self._any(words[1:])
        return any(self._one(word) for word in words)

    def _one(self, word: str) -> bool:
        if any(mark in word for mark in " {!&|"):
            return self.holds(word)
        if word in ("c", "c++"):
            return word == self._language
        if word in _ALWAYS or word in _NEVER:
            return word in _ALWAYS
        if word.startswith(("offload_", "offloading_", "openacc_")):
            return False
        if word in _X86 or word in _X86_FLAGS:
            return self._machine == "x86_64" and _X86_FLAGS.get(word, "sse2") in self._flags
        if "-" in word:
            return fnmatch(self._triplet, word)
        raise UnknownTarget(word)


def _cpu_flags() -> set[str]:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("flags"):
            return set(line.split(":", 1)[1].split())
    return set()
