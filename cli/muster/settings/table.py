# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rows of src/settings/table.def, read from table.json, which scripts/gen_settings_docs.py makes of it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("table.json")


@dataclass(frozen=True)
class Setting:
    """One variable."""

    name: str
    names: tuple[str, ...]  # all names of the setting, strongest first
    smallest_counts: bool  # of several that are set; else the strongest name
    acts: bool  # False: read, checked and shown, but no layer acts on it yet
    expects: str
    default: str
    meaning: str

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return self.meaning.split(". ")[0].rstrip(".")


@cache
def settings() -> tuple[Setting, ...]:
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Setting(**(row | {"names": tuple(row["names"])})) for row in rows)


@cache
def known_names() -> frozenset[str]:
    return frozenset(name for setting in settings() for name in (setting.name, *setting.names))


def setting_of(name: str) -> Setting | None:
    """The setting that a variable belongs to: its own row before one in which it is another name."""
    rows = settings()
    own = [setting for setting in rows if setting.name == name]
    return next(iter(own or [setting for setting in rows if name in setting.names]), None)
