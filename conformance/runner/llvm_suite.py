# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM's suite, openmp/runtime/test without ompt/: programs with RUN lines, which are read as lit 18 reads them."""

from __future__ import annotations

import platform
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from runner import paths
from runner.execute import clean_environment, execute, why
from runner.result import Result, Test, Verdict
from runner.run import Run

_LLVM = Path("/usr/lib/llvm-19")
_LEFT_OUT = "ompt"

# What the suite's authors run it with; the machine's number of CPUs would decide what some tests test.
ENVIRONMENT = {"OMP_NUM_THREADS": "8", "KMP_TEAMS_THREAD_LIMIT": "16"}

_FEATURES = {"clang", "clang-19", "clang-19.1", "clang-19.1.7", "linux", "affinity", "hidden-helper", "multicpu"}
_X86_FEATURES = {"x86_64-target-arch", "x86-target-arch"}


def features() -> set[str]:
    return _FEATURES | (_X86_FEATURES if platform.machine() == "x86_64" else {f"{platform.machine()}-target-arch"})


def tests(run: Run) -> Iterator[Test]:
    for source in sorted(paths.LLVM_TESTS.rglob("*.c*")):
        where = source.relative_to(paths.LLVM_TESTS)
        if source.suffix in (".c", ".cpp") and where.parts[0] != _LEFT_OUT:
            yield Test(str(where), partial(_run, str(where), source, run))


def _run(name: str, source: Path, run: Run) -> Result:
    text = source.read_text(errors="replace")
    commands = run_lines(text)
    if not commands:
        return Result(name, Verdict.UNSUPPORTED, "no RUN line: another test includes it")
    if lacking := unmet(text, features()):
        return Result(name, Verdict.UNSUPPORTED, lacking)
    folder = paths.SCRATCH / run.name / "llvm" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    script = " &&\n".join(f"{{ {substitute(command, source, folder / 'program')}; }}" for command in commands)
    started = time.monotonic()
    done = execute(["bash", "-o", "pipefail", "-c", script], _environment(run), folder, run.limits.of("llvm", name))
    seconds = time.monotonic() - started
    if done.timed_out or done.status != 0:
        (folder / "script").write_text(script + "\n")
        return Result(name, Verdict.FAIL, why(done), seconds)
    shutil.rmtree(folder, ignore_errors=True)
    return Result(name, Verdict.PASS, "", seconds)


def _environment(run: Run) -> Mapping[str, str]:
    return (
        clean_environment()
        | ENVIRONMENT
        | dict(run.environment)
        | run.loader()
        | {"MUSTER_CONFORMANCE_BINARIES": str(paths.BINARIES / "llvm")}
    )


def run_lines(text: str) -> list[str]:
    """The commands of a test; a backslash at the end of a line goes on in the next RUN line."""
    commands: list[str] = []
    goes_on = False
    for line in text.splitlines():
        found = re.search(r"RUN:\s*(.*?)\s*$", line)
        if found is None:
            continue
        words = found.group(1)
        if goes_on:
            commands[-1] += " " + words.removesuffix("\\")
        else:
            commands.append(words.removesuffix("\\"))
        goes_on = words.endswith("\\")
    return commands


def unmet(text: str, present: set[str]) -> str:
    """Why the test is not for this compiler or machine; nothing if it is."""
    for item in _items(text, "REQUIRES"):
        if not _holds(item, present):
            return f"needs {item}"
    for keyword, says in (("UNSUPPORTED", "not for {}"), ("XFAIL", "its authors expect it to fail with {}")):
        for item in _items(text, keyword):
            if _holds(item, present):
                return says.format(item)
    return ""


def _items(text: str, keyword: str) -> list[str]:
    lines = re.findall(rf"\b{keyword}:(.*)", text)
    return [item.strip() for line in lines for item in line.split(",") if item.strip()]


def _holds(item: str, present: set[str]) -> bool:
    if item.startswith("!"):
        return not _holds(item[1:].strip(), present)
    return item in ("true", "*") or item in present


def substitute(command: str, source: Path, program: Path) -> str:
    flags = f"-I {paths.LLVM_TESTS} -L {_LLVM / 'lib'} -fno-omit-frame-pointer"
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
        ("%clangXX", f"{once} clang++-19"),
        ("%clang", f"{once} clang-19"),
        ("%openmp_flags", "-fopenmp=libomp"),
        ("%flags-use-compiler-omp-h", flags),
        ("%flags", flags),
        ("%python", f'"{sys.executable}"'),
        ("%not", str(_LLVM / "bin" / "not")),
        ("FileCheck", str(_LLVM / "bin" / "FileCheck")),
        ("%S", str(source.parent)),
        ("%s", str(source)),
        ("%t", str(program)),
    )
    # What clang is given after %libomp-compile goes to the end of the line, as in the suite's own settings.
    for name, meaning in pairs:
        command = command.replace(name, meaning)
    return command
