# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Environments in which nothing that a person has set for other programs decides a run."""

import os
from collections.abc import Mapping

from muster.runtimes.names import SETTING_PREFIXES

# What chooses a library: what the loader is told.
LOADER_PREFIX = "LD_"


def without_settings(environment: Mapping[str, str] | None = None, *more: str) -> dict[str, str]:
    """The environment, unless given the caller's, without runtime settings and names that begin with one of `more`."""
    cleared = (*SETTING_PREFIXES, *more)
    return {
        name: value
        for name, value in (os.environ if environment is None else environment).items()
        if not name.startswith(cleared)
    }
