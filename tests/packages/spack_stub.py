# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a recipe of Spack needs of Spack to be loaded and asked; Spack itself is a tree of thousands of recipes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast
from unittest import mock

# What stands in the body of a recipe, and says things that are not asked for here.
DIRECTIVES = ("license", "version", "depends_on", "requires", "conflicts")
# Where the classes of packages are, by the Package API 2 (Spack 1.0): https://github.com/spack/spack/pull/50452
BUILD_SYSTEM = "spack_repo.builtin.build_systems.cmake"


class Prefix(str):
    """A folder whose attributes are the folders in it, as Spack's are."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Prefix:
        return Prefix(f"{self}/{name}")


class CMakePackage:
    prefix = Prefix("/prefix")

    @staticmethod
    def define(name: str, value: bool | str) -> str:
        """As Spack's documentation of CMakePackage has it."""
        return f"-D{name}:BOOL={'ON' if value else 'OFF'}" if isinstance(value, bool) else f"-D{name}:STRING={value}"


class Environment:
    """Of a package that is loaded: what was put before each variable."""

    def __init__(self) -> None:
        self.before: dict[str, str] = {}

    def prepend_path(self, name: str, folder: str) -> None:
        self.before[name] = str(folder)


class Package(Protocol):
    """The parts of a recipe that Spack calls."""

    def cmake_args(self) -> list[str]: ...

    def setup_run_environment(self, env: Environment) -> None: ...


def _says_nothing(*_: object, **__: object) -> None:
    """In the place of a directive."""


def package_of(recipe: Path, name: str) -> Package:
    """The package that a recipe describes."""
    spack, package = ModuleType("spack"), ModuleType("spack.package")
    package.__dict__.update(dict.fromkeys(DIRECTIVES, _says_nothing))
    modules: Mapping[str, ModuleType] = {"spack": spack, "spack.package": package, BUILD_SYSTEM: ModuleType("cmake")}
    modules[BUILD_SYSTEM].__dict__.update(CMakePackage=CMakePackage, generator=_says_nothing)
    found: dict[str, object] = {"__name__": name}
    with mock.patch.dict(sys.modules, modules):
        exec(compile(recipe.read_text(), str(recipe), "exec"), found)
    return cast("type[Package]", found[name])()
