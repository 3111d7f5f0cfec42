# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names that LLVM's suites write in RUN lines, the compilers, and the verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from muster.measure.process import Finished
from runner import llvm_suite, paths
from runner.compilers import LLVM, CompilerName, compiler
from runner.limits import Limits
from runner.llvm_suite import Suite, features, reason, substitute
from runner.result import Result, Verdict
from runner.run import Run

SOURCE = Path("/suite/a.c")
PROGRAM = Path("/scratch/program")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LINKS", "SCRATCH", "BINARIES"):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())


def by_clang(command: str) -> str:
    return substitute(command, SOURCE, PROGRAM, compiler(CompilerName.CLANG))


def by_gcc(command: str) -> str:
    return substitute(command, SOURCE, PROGRAM, compiler(CompilerName.GCC))


def test_names_are_all_replaced() -> None:
    for name in ("compile-and-run", "cxx-compile", "cxx20-compile-and-run", "c99-compile", "irbuilder-compile"):
        command = by_clang(f"%libomp-{name} | FileCheck %s")
        assert "%" not in command
        assert command.endswith("FileCheck /suite/a.c")
        assert ("&& /scratch/program" in command) == name.endswith("and-run")


def test_names_of_the_tests_with_tools() -> None:
    command = by_clang("%libomp-run | %sort-threads | FileCheck %S/base.h -DPARENTPATH=%T")
    assert command.startswith("/scratch/program | sort -n -s | tee /scratch/program.out | /")
    assert command.endswith("/FileCheck /suite/base.h -DPARENTPATH=/scratch")
    assert by_clang("%preload-tool %libomp-run") == "env LD_PRELOAD=/scratch/tool.so /scratch/program"
    assert by_clang("%no-as-needed-flag %T/tool.so") == "-Wl,--no-as-needed /scratch/tool.so"


def test_each_compiler_is_called_with_its_own_options_and_headers() -> None:
    assert " clang-19 -fopenmp=libomp -I " in by_clang("%libomp-compile")
    assert " clang++-19 -fopenmp=libomp -I " in by_clang("%libomp-cxx-compile")
    command = by_gcc("%libomp-compile")
    assert f" gcc-12 -fopenmp -I {paths.LINKS}/headers -I " in command
    assert "%" not in command
    assert "headers" not in by_gcc("%flags-use-compiler-omp-h")
    assert {file.name for file in (paths.LINKS / "headers").iterdir()} == {"omp.h", "omp-tools.h", "ompx.h"}


def test_features_tell_the_compilers_apart() -> None:
    clang, gcc = (features(compiler(name)) for name in CompilerName)
    assert {"clang-19", "ompt"} <= clang
    assert {"gcc-12", "ompt"} <= gcc
    assert not {"gcc", "gcc-12"} & clang
    assert not {"clang", "clang-19"} & gcc


def test_reason_says_which_line_of_the_test_was_not_met() -> None:
    output = "/suite/sub/a.c:12:13: error: CHECK: expected string not found in input\n // CHECK: {{^}}0: end\n  ^\n"
    assert reason(Finished(1, stdout=output)) == "a.c:12: expected string not found in input: CHECK: {{^}}0: end"
    assert reason(Finished(1, timed_out=True, stdout=output)).startswith("time limit")
    assert reason(Finished(-11)) == "SIGSEGV"


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return Suite("ompt", tmp_path / "suite", tmp_path / "suite" / "other")


Write = Callable[[str, str], None]


@pytest.fixture
def write(suite: Suite) -> Write:
    def file(name: str, text: str) -> None:
        target = suite.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    return file


def results(suite: Suite, tmp_path: Path, name: CompilerName = CompilerName.GCC) -> dict[str, Result]:
    run = Run("none", tmp_path, Limits(20.0), compiler=name)
    return {test.name: test.run() for test in llvm_suite.tests(suite, run)}


def test_a_folder_of_another_suite_is_left_out(suite: Suite, write: Write, tmp_path: Path) -> None:
    write("a/b.c", "// RUN: true\n")
    write("a/b.h", "// RUN: true\n")
    write("other/c.cpp", "// RUN: true\n")
    assert list(results(suite, tmp_path)) == ["a/b.c"]


def test_verdicts(suite: Suite, write: Write, tmp_path: Path) -> None:
    for end, verb in (("true", "pass"), ("false", "fail")):
        write(f"{verb}.c", f"// RUN: {end}\n")
        write(f"meant-to-fail-{verb}.c", f"// RUN: {end}\n// XFAIL: gcc\n")
        write(f"not-here-{verb}.c", f"// RUN: {end}\n// UNSUPPORTED: gcc\n")
    verdicts = {name.removesuffix(".c"): result.verdict for name, result in results(suite, tmp_path).items()}
    assert verdicts == {
        "pass": Verdict.PASS,
        "fail": Verdict.FAIL,
        "meant-to-fail-pass": Verdict.XPASS,
        "meant-to-fail-fail": Verdict.XFAIL,
        "not-here-pass": Verdict.UNSUPPORTED,
        "not-here-fail": Verdict.UNSUPPORTED,
    }
    by_the_other = results(suite, tmp_path, CompilerName.CLANG)
    assert by_the_other["meant-to-fail-pass.c"].verdict is Verdict.PASS
    assert by_the_other["not-here-fail.c"].verdict is Verdict.FAIL


def test_a_failure_at_the_head_of_a_pipe_counts(suite: Suite, write: Write, tmp_path: Path) -> None:
    write("a.c", "// RUN: false | cat\n")
    assert results(suite, tmp_path)["a.c"].verdict is Verdict.FAIL


@pytest.mark.skipif(not (LLVM / "bin" / "FileCheck").exists(), reason="conformance/run installs FileCheck")
def test_output_is_compared_and_kept_after_a_failure(suite: Suite, write: Write, tmp_path: Path) -> None:
    write("good.c", "// RUN: echo one | FileCheck %s\n// CHECK: one\n")
    write("bad.c", "// RUN: echo two | FileCheck %s\n// CHECK: one\n")
    done = results(suite, tmp_path)
    assert done["good.c"].verdict is Verdict.PASS
    assert re.fullmatch(r"bad\.c:2: .*: CHECK: one", done["bad.c"].reason)
    kept = next(paths.SCRATCH.rglob("program.out"))
    assert kept.read_text() == "two\n"
