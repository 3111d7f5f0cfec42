# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variables of an environment: those that the runtime reads, and those that look like it but that nothing reads."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from muster.runtimes.names import SETTING_PREFIXES
from muster.settings.table import known_names, setting_of

# Those of the tests and of this command.
OTHERS = frozenset({"MUSTER_LIBRARY", "MUSTER_BARRIERS", "MUSTER_SIMULATOR", "MUSTER_VERBOSE_TESTS"})
# What is shown for a given device, such as OMP_NUM_TEAMS_DEV_0.
DEVICE = "_DEV"
ALIKE = 0.82


def misspelt(environment: Iterable[str]) -> list[tuple[str, str]]:
    """Variables that nothing reads, each with the name that was probably meant, or "" where none is close."""
    found = []
    for name in sorted(environment):
        if name in known_names() or name in OTHERS or DEVICE in name:
            continue
        close = get_close_matches(name.upper(), known_names(), n=1, cutoff=ALIKE)
        if close or name.startswith(SETTING_PREFIXES):
            found.append((name, close[0] if close else ""))
    return found


def known(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that the runtime reads, and their values; what is empty or blank counts as not set."""
    return {name: value for name, value in sorted(environment.items()) if name in known_names() and value.strip()}


def sources(environment: Mapping[str, str]) -> dict[str, str]:
    """By the name of each setting that is set, the variable that sets it.

    Where several are set and the smallest value counts, it is the one with the smallest number. A value that the
    runtime refuses is not known here; it says so itself.
    """
    found: dict[str, str] = {}
    for variable in known(environment):
        setting = setting_of(variable)
        if setting is None:
            continue
        rivals = [name for name in setting.names if environment.get(name, "").strip()]
        if setting.smallest_counts:
            numbers = {name: int(environment[name]) for name in rivals if environment[name].strip().isdecimal()}
            chosen = min(numbers, key=numbers.__getitem__) if numbers else variable
        else:
            chosen = rivals[0] if rivals else variable
        found[setting.name] = chosen
    return found
