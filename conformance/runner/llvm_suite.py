# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM's suites: openmp/runtime/test without ompt/, and ompt/, whose programs bring a tool and compare its output."""

from __future__ import annotations

import platform
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from muster.measure.process import Finished
from runner import lit, paths, races
from runner.compilers import LLVM, Compiler, compiler
from runner.execute import clean_environment, execute, why
from runner.result import Result, Test, Verdict
from runner.run import Run

_OMPT = paths.LLVM_TESTS / "ompt"

# What the suite's authors run it with; the machine's number of CPUs would decide what some tests test.
ENVIRONMENT = {"OMP_NUM_THREADS": "8", "KMP_TEAMS_THREAD_LIMIT": "16"}

_FEATURES = {"linux", "affinity", "hidden-helper", "multicpu", "ompt"}
_X86_FEATURES = {"x86_64-target-arch", "x86-target-arch"}


@dataclass(frozen=True)
class Suite:
    name: str
    root: Path
    left_out: Path | None = None

    def holds(self, file: Path) -> bool:
        return file.suffix in (".c", ".cpp") and (self.left_out is None or self.left_out not in file.parents)


LLVM_SUITE = Suite("llvm", paths.LLVM_TESTS, _OMPT)
OMPT_SUITE = Suite("ompt", _OMPT)


def tests(suite: Suite, run: Run) -> Iterator[Test]:
    with_compiler = compiler(run.compiler)
    for source in sorted(suite.root.rglob("*.c*")):
        if suite.holds(source):
            name = str(source.relative_to(suite.root))
            yield Test(name, partial(_run, suite.name, name, source, with_compiler, run))


def features(with_compiler: Compiler) -> set[str]:
    machine = platform.machine()
    return _FEATURES | with_compiler.features | (_X86_FEATURES if machine == "x86_64" else {f"{machine}-target-arch"})


def _run(suite: str, name: str, source: Path, with_compiler: Compiler, run: Run) -> Result:
    text = source.read_text(errors="replace")
    commands = lit.run_lines(text)
    if not commands:
        return Result(name, Verdict.UNSUPPORTED, "no RUN line: another test includes it")
    present = features(with_compiler)
    if lacking := lit.unmet(text, present):
        return Result(name, Verdict.UNSUPPORTED, lacking)
    failing = lit.expected_to_fail(text, present)
    folder = paths.SCRATCH / run.name / f"{suite}-{run.compiler}" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    flag = f" {races.FLAG}" if run.races else ""
    lines = (substitute(command, source, folder / "program", with_compiler, flag) for command in commands)
    script = " &&\n".join(f"{{ {line}; }}" for line in lines)
    started = time.monotonic()
    done = execute(["bash", "-o", "pipefail", "-c", script], _environment(run), folder, run.limits.of(suite, name))
    seconds = time.monotonic() - started
    if run.races and (complaint := races.complaint(done.stdout)):
        return Result(name, Verdict.FAIL, complaint, seconds)
    if done.timed_out or done.status != 0:
        (folder / "script").write_text(script + "\n")
        return Result(name, Verdict.XFAIL if failing else Verdict.FAIL, reason(done), seconds)
    shutil.rmtree(folder, ignore_errors=True)
    if failing:
        return Result(name, Verdict.XPASS, f"its authors expect it to fail with {failing}", seconds)
    return Result(name, Verdict.PASS, "", seconds)


def reason(done: Finished) -> str:
    """Where FileCheck stopped and at which of its lines, if it was FileCheck that failed."""
    stopped = re.search(r"([^/\s]+:\d+):\d+: error: \S+: (.*)\n(.*)", done.stdout)
    if stopped is None or done.timed_out:
        return why(done)
    where, complaint, line = stopped.groups()
    return f"{where}: {complaint}: {line.strip().removeprefix('// ')}"


def _environment(run: Run) -> Mapping[str, str]:
    return (
        clean_environment()
        | ENVIRONMENT
        | dict(run.environment)
        | run.loader()
        | {"MUSTER_CONFORMANCE_BINARIES": str(paths.BINARIES / "llvm")}
    )


def substitute(command: str, source: Path, program: Path, with_compiler: Compiler, flag: str = "") -> str:
    """The command as a shell runs it; `flag` goes to the compiler, with a blank before it."""
    own_headers = f"-I {paths.LLVM_TESTS} -L {LLVM / 'lib'} -fno-omit-frame-pointer -I {_OMPT}"
    flags = own_headers if with_compiler.include is None else f"-I {with_compiler.include} {own_headers}"
    once = paths.SHIMS / "compile_once.sh"
    libraries = " -lm -latomic"
    compile_c = f"%clang %openmp_flags %flags %s -o %t{libraries}"
    compile_cxx = "%clangXX %openmp_flags %flags -std=c++{} %s -o %t" + libraries
    pairs = (
        ("-compile-and-run", "-compile && %libomp-run"),
        ("%libomp-cxx-compile-c", compile_cxx.format(17).replace(" %s", " -x c++ %s")),
        ("%libomp-cxx-compile", compile_cxx.format(17)),
        ("%libomp-cxx20-compile", compile_cxx.format(20)),
        ("%libomp-irbuilder-compile", compile_c.replace(" %s", " -fopenmp-enable-irbuilder %s")),
        ("%libomp-c99-compile", compile_c.replace(" %s", " -std=c99 %s")),
        ("%libomp-compile", compile_c),
        ("%libomp-run", "%t"),
        ("%clangXX", f"{once} {with_compiler.cxx}"),
        ("%clang", f"{once} {with_compiler.c}"),
        ("%openmp_flags", with_compiler.openmp + flag),
        ("%flags-use-compiler-omp-h", own_headers),
        ("%flags", flags),
        ("%python", f'"{sys.executable}"'),
        ("%not", str(LLVM / "bin" / "not")),
        # The whole output is kept beside the program for whoever asks why.
        ("FileCheck", f"tee %t.out | {LLVM / 'bin' / 'FileCheck'}"),
        ("%sort-threads", "sort -n -s"),
        ("%preload-tool", "env LD_PRELOAD=%T/tool.so"),
        ("%no-as-needed-flag", "-Wl,--no-as-needed"),
        ("%S", str(source.parent)),
        ("%s", str(source)),
        ("%T", str(program.parent)),
        ("%t", str(program)),
    )
    # What clang is given after %libomp-compile goes to the end of the line, as in the suite's own settings.
    for name, meaning in pairs:
        command = command.replace(name, meaning)
    return command
