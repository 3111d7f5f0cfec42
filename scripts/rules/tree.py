# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source tree: its layers (layers.txt) and its files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scripts.rules.source import CPP_SUFFIXES, Source

# Folders with code of the house. Rule R7 reads them all, the other rules read src/ alone.
_CODE_FOLDERS = (
    "include",
    "src",
    "tests",
    "bench",
    "fibre",
    "simulate",
    "verify",
    "cli",
    "scripts",
    "conformance",
    "packaging",
)


class LayersError(Exception):
    """layers.txt cannot be used; the message says why."""


@dataclass(frozen=True)
class Layer:
    name: str
    rank: int
    public_headers: frozenset[str]


def parse_layers(text: str) -> dict[str, Layer]:
    """Reads layers.txt; its head describes the form."""
    layers: dict[str, Layer] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        name, headers = words[0], words[1:]
        if name in layers:
            raise LayersError(f"layers.txt:{number}: layer {name} has two rows; remove one")
        public = [] if headers == ["-"] else headers or [f"{name}.h"]
        layers[name] = Layer(name, len(layers), frozenset(public))
    if not layers:
        raise LayersError("layers.txt names no layer; give one row a folder of src/, lowest first")
    return layers


@dataclass(frozen=True)
class Tree:
    root: Path

    @cached_property
    def layers(self) -> dict[str, Layer]:
        file = self.root / "layers.txt"
        if not file.is_file():
            raise LayersError(f"{file} is missing; run from the top of the source tree or give --root")
        return parse_layers(file.read_text(encoding="utf-8"))

    def require_runtime(self) -> None:
        """A run over a wrong folder must not look like a clean one."""
        if not self.layers or not self.runtime_sources:
            raise LayersError(f"{self.root} has no src/ with C++ files; run from the top of the source tree")

    @cached_property
    def runtime_sources(self) -> list[Source]:
        """Every C++ file of src/."""
        return [source for source in self.cpp_sources if source.path.startswith("src/")]

    @cached_property
    def cpp_sources(self) -> list[Source]:
        return [Source.read(self.root, file) for file in self._files(CPP_SUFFIXES)]

    @cached_property
    def python_sources(self) -> list[Source]:
        return [Source.read(self.root, file) for file in self._files((".py",))]

    def _files(self, suffixes: tuple[str, ...]) -> list[Path]:
        files: list[Path] = []
        for folder in _CODE_FOLDERS:
            files += (f for f in (self.root / folder).rglob("*") if f.suffix in suffixes and f.is_file())
        return sorted(files)
