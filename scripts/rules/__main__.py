# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the rules over the tree; exit status 1 when one is broken, 2 when they cannot run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from scripts.rules import (
    r1_layers,
    r2_portable_core,
    r3_no_raw_spin,
    r4_pairs,
    r5_foreign_names,
    r6_conditionals,
    r7_size,
)
from scripts.rules.finding import Finding
from scripts.rules.tree import LayersError, Tree

RULES: dict[str, Callable[[Tree], Iterator[Finding]]] = {
    "R1": r1_layers.check,
    "R2": r2_portable_core.check,
    "R3": r3_no_raw_spin.check,
    "R4": r4_pairs.check,
    "R5": r5_foreign_names.check,
    "R6": r6_conditionals.check,
    "R7": r7_size.check,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m scripts.rules", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="top of the source tree (default: here)")
    parser.add_argument("--only", default=",".join(RULES), metavar="R1,R4", help="the rules to run (default: all)")
    options = parser.parse_args(arguments)
    chosen = [name.strip() for name in options.only.split(",")]
    if unknown := [name for name in chosen if name not in RULES]:
        parser.error(f"no rule named {', '.join(unknown)}; the rules are {', '.join(RULES)}")

    tree = Tree(options.root.resolve())
    try:
        tree.require_runtime()
        findings = sorted(finding for name in chosen for finding in RULES[name](tree))
        files = len(tree.cpp_sources) + len(tree.python_sources)
    except LayersError as error:
        print(f"rules: {error}", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding)
    print(f"rules: {', '.join(chosen)} over {files} files: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
