# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R6: `#if` on OS or CPU only in platform/ and base/compiler.h."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.rules.finding import Finding
from scripts.rules.source import Source
from scripts.rules.tree import Tree

_CONDITIONAL = re.compile(r"^\s*#\s*(?:el)?if(?:n?def)?\b(.*)")
_MACHINE = re.compile(
    r"\b(?:__x86_64(?:__)?|__amd64(?:__)?|__i[3-6]86(?:__)?|__aarch64__|__arm(?:64)?(?:__|eb__)?|__ARM_\w+|__powerpc\w*|__PPC\w*"
    r"|__riscv\w*|__s390\w*|__loongarch\w*|__mips\w*|__sparc\w*|__wasm\w*|_M_\w+|__SSE\w*|__AVX\w*|__BMI\w*|__WAITPKG__"
    r"|__BYTE_ORDER__|__SIZEOF_POINTER__|__LP64__|_LP64|__linux(?:__)?|linux|__gnu_linux__|__unix(?:__)?|unix|_WIN32|_WIN64|WIN32"
    r"|__CYGWIN__|__APPLE__|__MACH__|__FreeBSD__|__NetBSD__|__OpenBSD__|__ANDROID__|__GLIBC\w*|__MUSL__|__has_include"
    r"|SYS_\w+|__NR_\w+)\b"
)


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.runtime_sources:
        if source.layer == "platform" or source.path == "src/base/compiler.h":
            continue
        for number, condition in _conditionals(source):
            if match := _MACHINE.search(condition):
                what = f"#if on {match.group()} outside platform/ and base/compiler.h"
                next_step = "give the difference a name in platform/ (or base/compiler.h) and ask for that name here"
                yield Finding(source.path, number, "R6", what, next_step)


def _conditionals(source: Source) -> Iterator[tuple[int, str]]:
    """Line and text of each condition, continuation lines joined."""
    lines = source.code_lines
    for number, line in enumerate(lines, start=1):
        match = _CONDITIONAL.match(line)
        if match is None:
            continue
        condition, last = match.group(1), number
        while condition.rstrip().endswith("\\") and last < len(lines):
            condition = condition.rstrip()[:-1] + " " + lines[last]
            last += 1
        yield number, condition
