# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""R1: another folder is included only through its public header; a later row of layers.txt may include earlier rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scripts.rules.finding import Finding
from scripts.rules.source import Source
from scripts.rules.tree import Layer, Tree

_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def check(tree: Tree) -> Iterator[Finding]:
    for source in tree.runtime_sources:
        if source.layer is None:
            continue
        if source.layer not in tree.layers:
            what = f"folder src/{source.layer} has no row in layers.txt"
            yield Finding(source.path, 1, "R1", what, "add a row at the layer's place in the order")
            continue
        for number, line in enumerate(source.uncommented_lines, start=1):
            if match := _INCLUDE.match(line):
                yield from _check_include(tree, source, number, match.group(1))


def _check_include(tree: Tree, source: Source, number: int, target: str) -> Iterator[Finding]:
    own = tree.layers[source.layer or ""]
    if ".." in target.split("/"):
        what = f'"{target}" climbs out of a folder'
        yield Finding(source.path, number, "R1", what, 'write it from src/: "layer/layer.h"')
        return
    if _is_own_file(tree, source, target):
        return
    folder, _, header = target.partition("/")
    other = tree.layers.get(folder)
    if other is None:
        what = f'"{target}" is neither a file of this layer nor of another one'
        yield Finding(source.path, number, "R1", what, 'write it from src/: "layer/header.h"')
    elif other.name != own.name:
        yield from _check_other_layer(source, number, own, other, header)


def _check_other_layer(source: Source, number: int, own: Layer, other: Layer, header: str) -> Iterator[Finding]:
    if other.rank > own.rank:
        what = f"{own.name} includes {other.name}, whose row comes later"
        next_step = "move the code to the right layer, or pass what is needed in as a parameter"
        yield Finding(source.path, number, "R1", what, next_step)
    elif header not in other.public_headers:
        public = ", ".join(sorted(f"{other.name}/{name}" for name in other.public_headers)) or "nothing"
        what = f'"{other.name}/{header}" is internal to {other.name}'
        yield Finding(source.path, number, "R1", what, f"include what {other.name} makes public: {public}")


def _is_own_file(tree: Tree, source: Source, target: str) -> bool:
    """A path relative to the including file, inside the same layer."""
    return (tree.root / source.path).parent.joinpath(target).is_file()
