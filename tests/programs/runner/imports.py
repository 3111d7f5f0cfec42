# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes imports.md: what the programs import from libgomp, and what they call while they run."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from runner import calls, catalogue, install, paths, trial
from runner.errors import Unavailable
from runner.program import Program, Size

PROGRAMS = [program for program in catalogue.PROGRAMS if program.own == "libgomp"]
DEFAULT_OUTPUT = paths.HERE / "imports.md"
UNDEFINED = re.compile(r"^\s+[Uw] ((?:GOMP|GOACC|omp)_\w+@+\w+(?:\.\w+)*)$", re.MULTILINE)

# What a function stands for, by the first pattern that fits.
CONSTRUCTS = (
    (r"GOMP_task|GOMP_taskloop|GOMP_taskgroup", "tasks"),
    (r"GOMP_.*(sections)", "sections"),
    (r"GOMP_.*ordered|GOMP_doacross", "ordered"),
    (r"GOMP_single", "single"),
    (r"GOMP_critical", "critical"),
    (r"GOMP_atomic", "atomic (by lock)"),
    (r"GOMP_barrier", "barrier"),
    (r"GOMP_.*(dynamic)", "dynamic loop"),
    (r"GOMP_.*(guided)", "guided loop"),
    (r"GOMP_.*(runtime)", "runtime loop"),
    (r"GOMP_loop_end", "loop end"),
    (r"GOMP_parallel", "parallel"),
    (r"omp_.*lock", "locks"),
    (r"omp_", "queries"),
)


def construct(symbol: str) -> str:
    """The OpenMP construct that a function of libgomp serves."""
    return next((name for pattern, name in CONSTRUCTS if re.match(pattern, symbol)), "other")


def imports_of(path: Path) -> set[str]:
    """The undefined symbols of `path` that libgomp defines, as `name@version`."""
    done = subprocess.run(["nm", "-D", "--with-symbol-versions", path], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(f"nm cannot read {path}: {done.stderr.strip()}")
    return {re.sub("@+", "@", symbol) for symbol in UNDEFINED.findall(done.stdout)}


def write(output: Path) -> None:
    """Collect everything and write it as Markdown."""
    imported = {program: _imports_of_program(program) for program in PROGRAMS}
    union = set().union(*imported.values())
    counter = calls.build_counter({symbol.partition("@")[0] for symbol in union})
    called = {program: calls.count(program, counter) for program in PROGRAMS}
    output.write_text("\n".join(_document(imported, called)))


def _imports_of_program(program: Program) -> set[str]:
    found: set[str] = set()
    for path in program.objects(trial.inputs_of(program)):
        found |= imports_of(path)
    if not found:
        raise Unavailable(f"{program.name} imports nothing from libgomp: is it another build of it?")
    return found


def _packages() -> list[str]:
    """The Debian packages of all programs, each once, and that of libgomp."""
    return list(dict.fromkeys(["libgomp1", *(package for program in PROGRAMS for package in program.packages)]))


def _document(imported: Mapping[Program, set[str]], called: Mapping[Program, Mapping[str, int]]) -> list[str]:
    union = sorted(set().union(*imported.values()))
    used = {construct(symbol) for symbol in union}
    absent = [name for name in ("tasks", "ordered") if name not in used]
    lines = [
        "# What the programs import from libgomp",
        "",
        "Made by `tests/programs/run imports`: imports by `nm -D --with-symbol-versions` of the files named below,",
        f"calls counted in one quick run on libgomp with {calls.THREADS} threads (`workloads/call_counter.c`).",
        "Counts of loop and lock calls change a little from run to run, with who takes which piece of work.",
        *([f"No program here imports a function for: {', '.join(absent)}."] if absent else []),
        "",
        f"Debian packages: {', '.join(install.versions_of(_packages()))}.",
        f"Wheels: {', '.join(install.pinned_wheels())}.",
        "",
        f"## All {len(union)} symbols",
        "",
        "| symbol | stands for | programs that import it |",
        "|---|---|---|",
    ]
    for symbol in union:
        users = ", ".join(program.name for program in PROGRAMS if symbol in imported[program])
        lines.append(f"| `{symbol}` | {construct(symbol)} | {users} |")
    for program in PROGRAMS:
        lines += ["", f"## {program.name}", "", *_section(program, imported[program], called[program])]
    return [*lines, ""]


def _section(program: Program, imported: set[str], called: Mapping[str, int]) -> list[str]:
    objects = program.objects(trial.inputs_of(program))
    shown = ", ".join(f"`{_short(path)}`" for path in objects[:4])
    more = f" and {len(objects) - 4} more modules" if len(objects) > 4 else ""  # noqa: PLR2004
    used = sorted({construct(symbol) for symbol in called} - {"loop end"})
    idle = sorted({symbol.partition("@")[0] for symbol in imported} - called.keys())
    return [
        f"Files: {shown}{more}.",
        "",
        f"Run: `{_command(program)}`. Constructs that it used: {', '.join(used)}.",
        "",
        "| called | times |",
        "|---|---:|",
        *(f"| `{symbol}` | {times:,} |" for symbol, times in sorted(called.items())),
        "",
        f"Imported, not called in this run: {', '.join(f'`{symbol}`' for symbol in idle) or 'nothing'}.",
    ]


def _short(path: Path) -> str:
    return str(path.relative_to(paths.ROOT)) if path.is_relative_to(paths.ROOT) else str(path)


def _command(program: Program) -> str:
    words = program.reference_command(trial.inputs_of(program), Size.QUICK)
    return " ".join(_short(Path(word)) if word.startswith("/") else word for word in words)
