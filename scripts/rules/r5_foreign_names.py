# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R5: `extern "C"` and foreign spellings only in abi/ and ompt/. Names in strings (settings) and comments are free."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.rules.finding import Finding
from scripts.rules.tree import Tree

_HOME = ("abi", "ompt")
_EXTERN_C = re.compile(r'\bextern\s*"C"')
_FOREIGN_NAME = re.compile(r"\b(?:GOMP_|GOACC_|gomp_|KMP_|__kmp|kmp_|kmpc_|ompt_|ompd_|ompc_|iomp)\w*")
_FOREIGN_HEADER = re.compile(
    r'^\s*#\s*include\s*[<"](?:[^">]*/)?(?:omp\.h|omp-tools\.h|ompt\.h|kmp\w*\.h|libgomp\w*\.h)[>"]'
)


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.runtime_sources:
        if source.layer in _HOME:
            continue
        for number, (line, code) in enumerate(zip(source.uncommented_lines, source.code_lines, strict=True), start=1):
            where = "move it to src/abi (or src/ompt) and give this layer a name of its own"
            if _EXTERN_C.search(line):
                yield Finding(source.path, number, "R5", 'extern "C" outside abi/ and ompt/', where)
            if match := _FOREIGN_HEADER.match(line):
                yield Finding(source.path, number, "R5", f"foreign header: {match.group().strip()}", where)
            if match := _FOREIGN_NAME.search(code):
                yield Finding(source.path, number, "R5", f"foreign name `{match.group()}`", where)
