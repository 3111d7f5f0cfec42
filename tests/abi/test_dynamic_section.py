# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libmuster as an ELF file: it needs libc alone, loads anywhere, and can be read by tools. Each check can fail."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import delivery
import pytest

from tests.abi.support import Compile, is_cross_build

CHECKS: list[Callable[[Path], list[str]]] = [
    delivery.needed_faults,
    delivery.soname_faults,
    delivery.text_relocation_faults,
    delivery.thread_local_faults,
    delivery.symbol_table_faults,
    delivery.cxx_runtime_faults,
    delivery.writable_code_faults,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_library_has_no_fault(check: Callable[[Path], list[str]], library: Path) -> None:
    assert check(library) == []


def test_another_needed_library_is_reported(shared_library: Compile) -> None:
    path = shared_library("int f(void) { return 1; }", "-Wl,--no-as-needed", "-lstdc++")
    assert any("libstdc++" in fault for fault in delivery.needed_faults(path))


def test_no_needed_library_is_reported(shared_library: Compile) -> None:
    assert delivery.needed_faults(shared_library("int f(void) { return 1; }", "-nostdlib")) != []


@pytest.mark.parametrize("option", ["-Wl,-soname,libmuster.so.2", "-g"])
def test_another_soname_or_none_is_reported(shared_library: Compile, option: str) -> None:
    assert delivery.soname_faults(shared_library("int f(void) { return 1; }", option)) != []


def test_a_text_relocation_is_reported(shared_library: Compile) -> None:
    text = 'int f(void) { return 1; }\n__asm__(".text\\n.globl g\\ng: .quad f\\n");'
    path = shared_library(text, "-Wl,-z,notext")
    assert delivery.text_relocation_faults(path) != []


@pytest.mark.parametrize(
    "options", [["-ftls-model=global-dynamic"], ["-ftls-model=global-dynamic", "-mtls-dialect=gnu2"]]
)
def test_a_dynamic_thread_local_is_reported(shared_library: Compile, options: list[str]) -> None:
    path = shared_library("__thread int word; int f(void) { return ++word; }", *options)
    assert len(delivery.thread_local_faults(path)) >= 2


def test_an_initial_exec_thread_local_is_not_reported(shared_library: Compile) -> None:
    path = shared_library("__thread int word; int f(void) { return ++word; }", "-ftls-model=initial-exec")
    assert delivery.thread_local_faults(path) == []


def test_a_stripped_library_is_reported(library: Path, tmp_path: Path) -> None:
    strip = "aarch64-linux-gnu-strip" if is_cross_build() else "strip"
    stripped = tmp_path / "stripped.so"
    shutil.copyfile(library, stripped)
    assert delivery.symbol_table_faults(stripped) == []
    subprocess.run([strip, "--strip-all", str(stripped)], check=True)
    assert delivery.symbol_table_faults(stripped) != []


def test_a_cxx_import_is_reported(shared_library: Compile) -> None:
    path = shared_library("void _Znwm(void); void f(void) { _Znwm(); }")
    assert delivery.cxx_runtime_faults(path) == ["imports _Znwm of the C++ runtime library"]


def test_an_executable_stack_is_reported(shared_library: Compile) -> None:
    path = shared_library("int f(void) { return 1; }", "-Wl,-z,execstack")
    assert delivery.writable_code_faults(path) == ["segment GNU_STACK is writable and executable"]
