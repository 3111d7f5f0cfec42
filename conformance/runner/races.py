# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs compiled with -fsanitize=thread: what is asked then is whether ThreadSanitizer reports a race."""

from __future__ import annotations

import re

FLAG = "-fsanitize=thread"
_REPORT = "WARNING: ThreadSanitizer"
_SUMMARY = re.compile(r"^SUMMARY: ThreadSanitizer: (.*)$", re.MULTILINE)
# A summary names a place in the sources by its path on this machine.
_PATH = re.compile(r"/\S*/(?=[^/\s]+)")


def complaint(output: str) -> str:
    """How many reports there are and the first of them; nothing if there are none."""
    reports = output.count(_REPORT)
    if reports == 0:
        return ""
    first = _SUMMARY.search(output)
    where = _PATH.sub("", first[1]) if first is not None else "no summary"
    return f"{reports} {'warning' if reports == 1 else 'warnings'}: {where}"
