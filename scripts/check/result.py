# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came of a stage, read from its exit status and from the summaries that ctest and pytest print."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CTEST = re.compile(r"^\d+% tests passed, (\d+) tests? failed out of (\d+)$", re.MULTILINE)
_CTEST_NOT_RUN = re.compile(r"^\s*\d+ - (\S+) \((Skipped|Disabled)\)$", re.MULTILINE)
_PYTEST = re.compile(
    r"^(?:=+ )?((?:\d+ (?:passed|failed|errors?|skipped|deselected|warnings?)(?:, )?)+) in [\d.]+s", re.MULTILINE
)
# Only where pytest was told to name them (-rs). A line has the file, once for each reason.
_PYTEST_NOT_RUN = re.compile(r"^SKIPPED \[\d+\] ([^\s:]+)", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """Tests of one stage. A stage that has no tests of its own counts as one."""

    name: str
    seconds: float
    passed: int
    failed: int
    skipped: tuple[str, ...] = ()


def judge(name: str, seconds: float, status: int, output: str) -> Result:
    """A stage of which a command failed has at least one failure, whatever its tests said."""
    passed = failed = 0
    for match in _CTEST.finditer(output):
        passed += int(match.group(2)) - int(match.group(1))
        failed += int(match.group(1))
    not_run = _CTEST_NOT_RUN.findall(output)
    # ctest's total has the skipped tests among the passed ones, and leaves disabled ones out.
    passed -= sum(1 for _, why in not_run if why == "Skipped")
    for match in _PYTEST.finditer(output):
        counts = {word.rstrip("s"): int(number) for number, word in re.findall(r"(\d+) (\w+)", match.group(1))}
        passed += counts.get("passed", 0)
        failed += counts.get("failed", 0) + counts.get("error", 0)
    skipped = [*(test for test, _ in not_run), *_PYTEST_NOT_RUN.findall(output)]
    if status != 0 and failed == 0:
        failed = 1
    if status == 0 and passed == 0 and failed == 0 and not skipped:
        passed = 1
    return Result(name, seconds, passed, failed, tuple(dict.fromkeys(skipped)))
