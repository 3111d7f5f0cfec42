# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GCC's suite, libgomp/testsuite: programs with dg- directives that end with status 0."""

from __future__ import annotations

import hashlib
import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from muster.measure.limits import SUITE_COMPILE_S
from runner import directives, paths, races
from runner.directives import Directives
from runner.execute import clean_environment, execute, why
from runner.result import Result, Test, Verdict
from runner.run import Run
from runner.targets import Targets

_INCLUDES = (paths.SUITES / "libgomp", paths.SUITES / "include", paths.SHIMS)
_COMMON = ["-fmessage-length=0", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never", "-fopenmp"]
_GRAPHITE = (
    *("-ansi", "-pedantic-errors", "-O2", "-ftree-parallelize-loops=4", "-floop-parallelize-all"),
    *("-fno-loop-strip-mine", "-fno-loop-block"),
)


@dataclass(frozen=True)
class Folder:
    """Tests of one name in the table: the files of `source` in `language`."""

    name: str
    source: str
    pattern: str
    language: str
    compiler: tuple[str, ...]
    options: tuple[str, ...] = ("-O2",)
    libraries: tuple[str, ...] = ("-lm",)


_C = ("gcc-12", "-x", "c")
_CXX = ("g++-12", "-x", "c++")
_FOLDERS = (
    Folder("c", "libgomp.c", "*.c", "c", _C),
    Folder("c-common", "libgomp.c-c++-common", "*.c", "c", _C),
    Folder("c++", "libgomp.c++", "*.C", "c++", _CXX),
    Folder("c++-common", "libgomp.c-c++-common", "*.c", "c++", _CXX),
    Folder(
        "fortran", "libgomp.fortran", "*.[fF]*", "fortran", ("gfortran-12",), libraries=("-lgfortran", "-lquadmath")
    ),
    Folder("graphite", "libgomp.graphite", "*.c", "c", _C, _GRAPHITE),
)


def tests(run: Run) -> Iterator[Test]:
    for folder in _FOLDERS:
        targets = Targets(folder.language)
        root = paths.GCC_TESTS / folder.source
        for source in sorted(root.rglob(folder.pattern)):
            name = f"{folder.name}/{source.relative_to(root)}"
            yield Test(name, partial(_run, name, folder, source, targets, run))


def _run(name: str, folder: Folder, source: Path, targets: Targets, run: Run) -> Result:
    wanted = directives.read(source.read_text(errors="replace"), targets)
    end: Callable[..., Result] = partial(Result, name)
    if wanted.unsupported:
        return end(Verdict.UNSUPPORTED, wanted.unsupported)
    if wanted.what != "run":
        return end(Verdict.UNSUPPORTED, f"a test of the compiler ({wanted.what})")
    program, complaint = _compile(name, folder, source, wanted, run)
    if program is None:
        return end(Verdict.FAIL, f"does not compile: {complaint}")
    started = time.monotonic()
    reason = _execute(name, program, wanted, run)
    return end(Verdict.FAIL if reason else Verdict.PASS, reason, time.monotonic() - started)


def _compile(name: str, folder: Folder, source: Path, wanted: Directives, run: Run) -> tuple[Path | None, str]:
    """Once for all runtimes: the program is kept as long as the command is the same."""
    place = paths.BINARIES / ("gcc-races" if run.races else "gcc") / name
    program = place / "program"
    command = _command(folder, source, wanted, program) + ([races.FLAG] if run.races else [])
    key = hashlib.sha256("\0".join(command).encode()).hexdigest()
    stamp = place / "command"
    if stamp.exists() and stamp.read_text() == key and program.exists():
        return program, ""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    done = execute(command, clean_environment(), place, SUITE_COMPILE_S)
    if done.status != 0 or not program.exists():
        return None, why(done)
    stamp.write_text(key)
    return program, ""


def _command(folder: Folder, source: Path, wanted: Directives, program: Path) -> list[str]:
    options = list(folder.options) if wanted.options is None else wanted.options
    language = list(folder.compiler[1:])
    more = [str(source.parent / other) for other in wanted.sources]
    return [
        folder.compiler[0],
        *_COMMON,
        *options,
        *wanted.additional,
        *(f"-I{include}" for include in _INCLUDES),
        *language,
        str(source),
        *(["-x", "none"] if language and folder.language == "c" else []),
        *more,
        *(["-x", "none"] if language else []),
        *folder.libraries,
        "-o",
        str(program),
    ]


def _execute(name: str, program: Path, wanted: Directives, run: Run) -> str:
    """Why it failed; nothing if it passed."""
    folder = paths.SCRATCH / run.name / "gcc" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = clean_environment() | dict(run.environment) | wanted.environment | run.loader()
    done = execute([str(program)], environment, folder, run.limits.of("gcc", name) * wanted.time_factor)
    if run.races and (complaint := races.complaint(done.stdout)):
        return complaint
    if done.timed_out or (done.status != 0) != wanted.must_fail:
        return why(done)
    if wanted.output and re.search(wanted.output, done.stdout) is None:
        return f"output is not as expected: {why(done)}"
    shutil.rmtree(folder, ignore_errors=True)
    return ""
