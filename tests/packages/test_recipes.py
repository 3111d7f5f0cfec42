# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What describes the package elsewhere is of the version that CMake builds, and names options that CMake has."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packages.spack_stub import Environment, Package, package_of

ROOT = Path(__file__).resolve().parents[2]
RECIPES = {
    "packaging/conda/recipe.yaml": r'^  version: "([\d.]+)"$',
    "packaging/spack/package.py": r'^    version\("([\d.]+)"\)$',
}


def built_version() -> str:
    found = re.search(r"^project\(muster VERSION ([\d.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_has_the_version(recipe: str) -> None:
    text = (ROOT / recipe).read_text()
    assert re.findall(RECIPES[recipe], text, re.MULTILINE) == [built_version()]


def test_the_wheel_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == built_version()


def spack() -> Package:
    return package_of(ROOT / "packaging" / "spack" / "package.py", "Muster")


def options_of_spack() -> list[str]:
    return spack().cmake_args()


def options_of_conda() -> list[str]:
    text = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text()
    return [word.replace("$PREFIX", "/prefix") for word in re.findall(r"-D\S+", text)]


@pytest.mark.parametrize("options_of", [options_of_spack, options_of_conda])
def test_cmake_knows_the_options_of_a_recipe(options_of: Callable[[], list[str]], tmp_path: Path) -> None:
    """CMake tells of a variable that nothing reads, which is what a misspelt option is."""
    options = options_of()
    assert {"MUSTER_BUILD_TESTS", "MUSTER_BUILD_BENCH"} <= {re.split("[:=]", word[2:])[0] for word in options}
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "not used by the project" not in done.stderr
    targets = subprocess.run(["ninja", "-C", tmp_path, "-t", "targets"], capture_output=True, text=True, check=True)
    assert "libmuster.so" in targets.stdout
    assert "bench_" not in targets.stdout and "contract_barriers" not in targets.stdout
    # A compiler that is newer than ours warns of more.
    assert "-Werror" not in (tmp_path / "build.ninja").read_text()


@pytest.mark.parametrize("manylinux", ["OFF", "ON"])
def test_the_library_is_built_without_lto_where_distributions_ask_for_it(manylinux: str, tmp_path: Path) -> None:
    """Versions of symbols get lost with it, or end the link."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-flto=auto", "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON"]
    options += [f"-DMUSTER_MANYLINUX={manylinux}", "-DMUSTER_BUILD_TESTS=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    configure = ["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(tmp_path), *options]
    subprocess.run(configure, capture_output=True, text=True, check=True)
    commands = json.loads((tmp_path / "compile_commands.json").read_text())
    of_library = [one["command"].split() for one in commands if one["file"].startswith(f"{ROOT}/src/")]
    assert len(of_library) > 100
    for words in of_library:
        assert [word for word in words if "lto" in word and "fat" not in word][-1] == "-fno-lto", words


def test_what_is_for_an_older_glibc_can_be_used_like_the_function(tmp_path: Path) -> None:
    """As a statement of its own, too: the wheel is built with the warnings of everything else."""
    source = tmp_path / "use.cpp"
    source.write_text("int main() { struct stat status; fstat(0, &status); gettid(); return fstat(1, &status); }\n")
    oldest = ROOT / "packaging" / "glibc" / "oldest.h"
    flags = ["-std=c++20", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-include", str(oldest)]
    done = subprocess.run(["g++", *flags, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_all_that_is_newer_than_the_wheel_may_ask_for_is_replaced(build: Path) -> None:
    """By the library of this build, which is for this C library; the wheel itself is tried by test_wheel.py."""
    dynamic: list[str | Path] = ["readelf", "--dyn-syms", "--wide", build / "lib" / "libmuster.so.1"]
    said = subprocess.run(dynamic, capture_output=True, text=True, check=True).stdout
    asked = re.findall(r" UND (\w+)@GLIBC_2\.(\d+)", said)
    assert asked
    newer = {name for name, minor in asked if int(minor) > 28}
    text = (ROOT / "packaging" / "glibc" / "oldest.h").read_text()
    assert newer <= set(re.findall(r"(?:MUSTER_AT_VERSION\(|#define )(\w+)", text))


@pytest.mark.parametrize(("preset", "are_errors"), [("release", True), ("debian", False)])
def test_warnings_are_errors_where_the_sources_are_worked_on(preset: str, are_errors: bool, tmp_path: Path) -> None:
    configure = [
        "cmake",
        "--preset",
        preset,
        "-B",
        str(tmp_path),
        "-DMUSTER_BUILD_TESTS=OFF",
        "-DMUSTER_BUILD_BENCH=OFF",
    ]
    # The presets' compilers are those under which the sources are clean, or else there is nothing to see.
    done = subprocess.run(configure, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    is_ours = re.search(r"CXX compiler identification is GNU 12\.", done.stdout)
    assert ("-Werror" in (tmp_path / "build.ninja").read_text()) == (are_errors and is_ours is not None)


def test_spack_loads_the_folder_of_names() -> None:
    """In `lib` on every system: GNUInstallDirs would say lib64 on those of Red Hat and SUSE."""
    environment = Environment()
    spack().setup_run_environment(environment)
    assert environment.before == {"LD_LIBRARY_PATH": "/prefix/lib/muster/compat"}
    assert "-DCMAKE_INSTALL_LIBDIR:STRING=lib" in options_of_spack()
