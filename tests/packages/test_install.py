# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`cmake --install` into a folder that is moved afterwards: each way to find Muster gives a program that runs on it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

CONSUMER = Path(__file__).parent / "consumer"
# What region.c prints of version 0.1.0.
ON_MUSTER = "3 threads, version 100"
ELSEWHERE = "3 threads, version 0"


def output(command: list[str | Path], environment: Mapping[str, str] | None = None, folder: Path | None = None) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LD_", "OMP_", "MUSTER_"))}
    done = subprocess.run(
        command, env=clean | dict(environment or {}), cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def needed(program: Path) -> str:
    lines = output(["readelf", "--dynamic", program]).splitlines()
    return "\n".join(line for line in lines if "NEEDED" in line)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, prefix: Path) -> Path:
    """A program that is linked with the compiler's own runtime."""
    program = tmp_path_factory.mktemp("plain") / "region"
    output(["gcc", "-fopenmp", f"-I{prefix}/include", CONSUMER / "region.c", "-o", program])
    assert output([program]) == ELSEWHERE
    return program


def test_nothing_holds_the_first_place(prefix: Path) -> None:
    first = str(prefix.with_name("first")).encode()
    files = [file for file in prefix.rglob("*") if file.is_file()]
    assert len(files) > 5
    assert [file for file in files if first in file.read_bytes()] == []


def test_find_package(tmp_path: Path, prefix: Path) -> None:
    output(["cmake", "-G", "Ninja", "-S", CONSUMER, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}"])
    output(["cmake", "--build", tmp_path])
    for language in ("c", "cpp"):
        program = tmp_path / f"region_{language}"
        assert output([program]) == ON_MUSTER
        assert "libmuster.so.1]" in needed(program)
        assert "libgomp" not in needed(program)
    assert (Path((tmp_path / "compat_dir").read_text().strip()) / "libgomp.so.1").exists()


def test_pkg_config(tmp_path: Path, prefix: Path) -> None:
    flags = output(
        ["pkg-config", "--cflags", "--libs", "muster"], {"PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig"}
    ).split()
    program = tmp_path / "region"
    output(["gcc", CONSUMER / "region.c", *flags, f"-Wl,-rpath,{prefix}/lib", "-o", program])
    assert output([program]) == ON_MUSTER
    assert "libgomp" not in needed(program)


def test_the_folder_of_links_takes_over(plain: Path, prefix: Path) -> None:
    assert output([plain], {"LD_LIBRARY_PATH": f"{prefix}/lib/muster/compat"}) == ON_MUSTER


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_the_stand_ins_take_over(tmp_path: Path, prefix: Path, compiler: str) -> None:
    """The names that ldconfig reads: a file for each runtime, and one runtime behind them."""
    program = tmp_path / "region"
    output([compiler, "-fopenmp", f"-I{prefix}/include", CONSUMER / "region.c", "-o", program])
    system = {"LD_LIBRARY_PATH": f"{prefix}/lib/muster/system"}
    assert output([program], system) == ON_MUSTER


BOTH = """
import ctypes
ctypes.CDLL("libgomp.so.1").GOMP_barrier
ctypes.CDLL("libomp.so.5").__kmpc_barrier
names = {line.split()[-1].rpartition("/")[2] for line in open("/proc/self/maps")}
print(*sorted(name for name in names if name.startswith(("libgomp", "libomp", "libmuster"))))
"""


def test_there_is_one_runtime_behind_all_stand_ins(prefix: Path) -> None:
    names = output([sys.executable, "-c", BOTH], {"LD_LIBRARY_PATH": f"{prefix}/lib/muster/system"}).split()
    assert names == ["libgomp.so.1", "libmuster.so.1.0.1.0", "libomp.so.5"]


def test_installing_changes_no_program(plain: Path, prefix: Path) -> None:
    assert output([plain], {"LD_LIBRARY_PATH": f"{prefix}/lib"}) == ELSEWHERE


def test_all_names_are_one_file(prefix: Path) -> None:
    library = prefix / "lib" / "libmuster.so.1"
    names = list((prefix / "lib" / "muster" / "compat").iterdir())
    assert {"libgomp.so.1", "libomp.so.5", "libiomp5.so"} <= {name.name for name in names}
    assert all(name.samefile(library) for name in names)


def test_environment_module(plain: Path, prefix: Path) -> None:
    load = 'eval "$(modulecmd sh load muster)"'
    modules = {"MODULEPATH": f"{prefix}/share/modulefiles"}
    assert output(["sh", "-c", f"{load}; {plain}; echo $LIBMUSTER"], modules).splitlines() == [
        ON_MUSTER,
        f"{prefix}/lib/libmuster.so.1",
    ]
    unload = 'eval "$(modulecmd sh unload muster)"'
    assert output(["sh", "-c", f"{load}; {unload}; {plain}"], modules) == ELSEWHERE


def test_whole_paths_are_taken_below_the_prefix(tmp_path: Path) -> None:
    """As distributions give them."""
    configure = ["cmake", "-G", "Ninja", "-S", str(CONSUMER.parents[2]), "-DCMAKE_INSTALL_PREFIX=/opt/muster"]
    configure += [
        "-DMUSTER_BUILD_TESTS=OFF",
        "-DMUSTER_BUILD_BENCH=OFF",
        "-DCMAKE_INSTALL_INCLUDEDIR=/opt/muster/include",
    ]
    output([*configure, "-B", str(tmp_path / "whole"), "-DCMAKE_INSTALL_LIBDIR=/opt/muster/lib64"])
    lines = (tmp_path / "whole" / "packaging" / "muster.pc").read_text().splitlines()
    assert lines[2:5] == ["prefix=${pcfiledir}/../..", "libdir=${prefix}/lib64", "includedir=${prefix}/include"]
    assert "$bin/../lib64/muster/system" in (tmp_path / "whole" / "packaging" / "muster-system").read_text()
    output([*configure, "-B", str(tmp_path / "top"), "-DCMAKE_INSTALL_LIBDIR=/opt/muster"])
    script = (tmp_path / "top" / "cmake_install.cmake").read_text()
    assert re.findall(r'DESTINATION "([^"$]*)"', script) == []
    text = (tmp_path / "top" / "packaging" / "muster.pc").read_text()
    assert "prefix=${pcfiledir}/..\n" in text and "compatdir=${prefix}/./muster/compat\n" in text
    output([*configure, "-B", str(tmp_path / "modules"), "-DMUSTER_MODULEFILES_DIR=/opt/muster/modules"])
    (module,) = (tmp_path / "modules" / "packaging").glob("[0-9]*")
    assert "[file dirname $ModulesCurrentModulefile] ../..]" in module.read_text()
    apart = [*configure, "-B", str(tmp_path / "apart"), "-DCMAKE_INSTALL_LIBDIR=/opt/other/lib"]
    done = subprocess.run(apart, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    words = " ".join(done.stderr.split())
    assert "CMAKE_INSTALL_LIBDIR is /opt/other/lib, which is not below CMAKE_INSTALL_PREFIX (/opt/muster)" in words


@pytest.mark.parametrize("prefix", ["/usr", "/opt/muster"])
def test_the_module_of_a_system_package_names_the_folder_of_links_alone(prefix: str, tmp_path: Path) -> None:
    """As Debian's is below /usr, whose other libraries must not come before those that a program has in its RUNPATH."""
    text = (CONSUMER.parents[2] / "packaging" / "modulefile.in").read_text()
    (tmp_path / "muster").mkdir()
    for name, value in {
        "MUSTER_PREFIX_FROM_MODULEFILE": os.path.relpath(prefix, (tmp_path / "muster").resolve()),
        "CMAKE_INSTALL_LIBDIR": "lib/x86_64-linux-gnu",
        "MUSTER_INSTALL_COMPAT_DIR": "lib/x86_64-linux-gnu/muster/compat",
    }.items():
        text = text.replace(f"@{name}@", value)
    (tmp_path / "muster" / "0.1.0").write_text(text)
    show = 'eval "$(modulecmd sh load muster)"; echo "$LD_LIBRARY_PATH $CMAKE_PREFIX_PATH $PKG_CONFIG_PATH $LIBMUSTER"'
    environment = {"MODULEPATH": str(tmp_path), "CMAKE_PREFIX_PATH": "", "PKG_CONFIG_PATH": ""}
    folder = f"{prefix}/lib/x86_64-linux-gnu"
    elsewhere = [] if prefix == "/usr" else [prefix, f"{folder}/pkgconfig"]
    search, *others, library = output(["sh", "-c", show], environment).split()
    assert search.split(":") == [f"{folder}/muster/compat", *([folder] if elsewhere else [])]
    assert (others, library) == (elsewhere, f"{folder}/libmuster.so.1")
