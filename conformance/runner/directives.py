# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The dg- directives in a test program of GCC: what to compile it with, how to run it, what must come out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

from runner import tcl
from runner.targets import Targets, UnknownTarget


@dataclass
class Directives:
    what: str = "run"
    options: list[str] | None = None  # instead of the suite's default
    additional: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    must_fail: bool = False
    output: str = ""  # a regular expression
    time_factor: float = 1.0
    unsupported: str = ""


def read(text: str, targets: Targets) -> Directives:
    found = Directives()
    for line in text.splitlines():
        start = line.find("{ dg-")
        if start < 0 and (start := line.find("{dg-")) < 0:
            continue
        end = tcl.closing_brace(line, start)
        words = tcl.split(line[start + 1 : end if end > 0 else len(line)])
        apply = _HANDLERS.get(words[0])
        if apply is not None:
            try:
                apply(found, words[1:], targets)
            except UnknownTarget as unknown:
                found.unsupported = f"asks for '{unknown}', of which the runner knows nothing"
    return found


def _holds(words: list[str], at: int, targets: Targets) -> bool:
    """The selector that may stand at word `at`: `{ target ... }`, or `{ xfail ... }`, which changes nothing here."""
    if len(words) <= at:
        return True
    selector = words[at].strip()
    if not selector.startswith("target"):
        return True
    return targets.holds(selector.removeprefix("target").strip())


def _do(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets):
        found.what = words[0]
    else:
        found.unsupported = f"only for {words[1].strip()}"


def _options(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets):
        found.options = shlex.split(words[0])


def _additional_options(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets):
        found.additional += shlex.split(words[0])


def _additional_sources(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets):
        found.sources += words[0].split()


def _environment(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 2, targets):
        found.environment[words[0]] = words[1]


def _require(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets) and not targets.holds(words[0]):
        found.unsupported = f"needs {words[0]}"


def _skip(found: Directives, words: list[str], targets: Targets) -> None:
    # With a list of options after the selector only runs with these options are skipped; there is one run here.
    if len(words) == 2 and targets.holds(words[1].strip()):
        found.unsupported = words[0] or f"skipped where {words[1].strip()}"


def _shouldfail(found: Directives, words: list[str], targets: Targets) -> None:
    found.must_fail |= _holds(words, 1, targets)


def _output(found: Directives, words: list[str], targets: Targets) -> None:
    if _holds(words, 1, targets):
        found.output += words[0]


def _timeout_factor(found: Directives, words: list[str], _: Targets) -> None:
    if re.fullmatch(r"[0-9.]+", words[0]):
        found.time_factor *= float(words[0])


_HANDLERS: dict[str, Callable[[Directives, list[str], Targets], None]] = {
    "dg-do": _do,
    "dg-options": _options,
    "dg-additional-options": _additional_options,
    "dg-additional-sources": _additional_sources,
    "dg-set-target-env-var": _environment,
    "dg-require-effective-target": _require,
    "dg-skip-if": _skip,
    "dg-shouldfail": _shouldfail,
    "dg-output": _output,
    "dg-timeout-factor": _timeout_factor,
}
