# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loader's report is read right, and the objections to it are the right ones."""

import re
from pathlib import Path

import pytest

from runner import witness

REPORT = """\
      7938:\tbinding file primecount [0] to /lib/libc.so.6 [0]: normal symbol `printf' [GLIBC_2.2.5]
      7938:\tbinding file /lib/libprime.so.7 [0] to /opt/m/libgomp.so.1 [0]: normal symbol `GOMP_parallel' [GOMP_4.0]
      7938:\tbinding file /lib/libprime.so.7 [0] to /opt/m/libgomp.so.1 [0]: normal symbol `omp_set_lock' [OMP_3.0]
      7938:\tbinding file /opt/m/libgomp.so.1 [0] to /opt/m/libgomp.so.1 [0]: normal symbol `omp_get_wtime' [VERSION]
      7938:\tbinding file /a b/x.so [0] to /w/libgomp-e985bcbb.so.1.0.0 [0]: normal symbol `GOMP_parallel' [GOMP_4.0]
"""
EVERYTHING = re.compile("")


def bindings(users: str = "") -> list[witness.Binding]:
    return [binding for binding in witness.parse(REPORT.splitlines()) if re.search(users, binding.user)]


def test_only_openmp_symbols_that_the_program_uses_are_read() -> None:
    assert [(binding.user, binding.symbol) for binding in bindings()] == [
        ("/lib/libprime.so.7", "GOMP_parallel"),
        ("/lib/libprime.so.7", "omp_set_lock"),
        ("/a b/x.so", "GOMP_parallel"),
    ]


def test_all_from_the_library_is_no_objection() -> None:
    found = bindings("libprime")
    assert witness.objections(found, Path("/opt/m/libgomp.so.1"), "GOMP_parallel", EVERYTHING) == []


def test_one_stranger_among_the_providers_is_an_objection() -> None:
    lines = witness.objections(bindings(), Path("/opt/m/libgomp.so.1"), "GOMP_parallel", EVERYTHING)
    assert lines == ["/a b/x.so took GOMP_parallel from /w/libgomp-e985bcbb.so.1.0.0, not from /opt/m/libgomp.so.1"]


def test_files_that_are_not_looked_at_do_not_count() -> None:
    library = Path("/opt/m/libgomp.so.1")
    assert witness.objections(bindings(), library, "GOMP_parallel", re.compile("libprime")) == []
    assert witness.objections(bindings(), library, "GOMP_parallel", re.compile("nobody")) != []


@pytest.mark.parametrize("found", [[], bindings("libprime")[1:]])
def test_without_the_entry_nothing_is_shown(found: list[witness.Binding]) -> None:
    lines = witness.objections(found, Path("/opt/m/libgomp.so.1"), "GOMP_parallel", EVERYTHING)
    assert lines == ["no file of the program bound GOMP_parallel, so nothing shows that it ran on /opt/m/libgomp.so.1"]


def test_copy_of_libgomp_in_a_wheel_is_a_libgomp() -> None:
    assert witness.objections(bindings(), re.compile(r"libgomp.*\.so"), "GOMP_parallel", EVERYTHING) == []
