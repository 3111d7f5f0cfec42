# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes docs/settings.md and the list of the `muster` command from the table of settings (src/settings/table.def).

Run from the top of the source tree: python3 scripts/gen_settings_docs.py [--check]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

TABLE = Path("src/settings/table.def")
DOCS = Path("docs/settings.md")
LIST = Path("cli/muster/settings/table.json")

ROW = re.compile(r"^MUSTER_SETTING\((.*?)\)\n(?=MUSTER_SETTING\(|\s*\n|//|\Z)", re.DOTALL | re.MULTILINE)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
FAMILIES = (
    ("OMP_", "Variables of OpenMP"),
    ("GOMP_", "Variables of libgomp"),
    ("KMP_", "Variables of libomp"),
    ("LIBOMP_", "Variables of libomp about target tasks"),
    ("MUSTER_", "Variables of Muster"),
)
INTRODUCTION = """\
# Settings

<!-- Made by scripts/gen_settings_docs.py from src/settings/table.def. Change the table, then run the script. -->

Muster is set by environment variables. They are read once, when the runtime starts; changes that the program makes
later have no effect.

- Case does not matter in a value, and blanks around it are ignored. A variable that is empty or blank counts as not
  set.
- A value that cannot be used gives one line on standard error that names the variable, the value and what is used
  instead:

      OMP: Warning #42: muster: OMP_DYNAMIC: read "maybe", which is not TRUE or FALSE; using FALSE

  `KMP_WARNINGS=0` silences these lines.
- Variables that Muster does not know are ignored.
- TRUE may also be written 1, YES, ON, T, Y, .TRUE., .T. or ENABLED; FALSE may be written 0, NO, OFF, F, N, .FALSE., .F.
  or DISABLED.
- In a program that runs with more rights than its user (setuid, file capabilities) no file, library or profile named by
  the environment is used.
- Where a setting has several names, the first that has a usable value counts, unless it says "the smallest counts".
- `OMP_DISPLAY_ENV=TRUE` prints the values in effect, `OMP_DISPLAY_ENV=VERBOSE` those of all variables below.

A dagger (†) marks what is read, checked and shown, but not acted on yet.
"""


class TableError(Exception):
    """The table does not have the shape that it documents."""


@dataclass(frozen=True)
class Setting:
    name: str
    names: list[str]
    smallest: bool
    acts: bool
    expects: str
    default: str
    meaning: str


def split_arguments(text: str, count: int) -> list[str]:
    """The first `count` arguments of a macro call; commas in strings do not separate."""
    arguments: list[str] = []
    start = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|,', text):
        if match.group() == "," and len(arguments) < count:
            arguments.append(text[start : match.start()].strip())
            start = match.end()
    return arguments


def text_of(argument: str) -> str:
    """A C string literal, or several that stand side by side."""
    return "".join(re.sub(r"\\(.)", r"\1", part) for part in STRING.findall(argument))


def parse_row(body: str) -> Setting:
    arguments = split_arguments(body, 9)
    if len(arguments) != 9:
        raise TableError(f"a row has {len(arguments) + 1} arguments instead of 10: {body[:60]!r}")
    _, name, names, several, scope, status, expects, default, meaning = arguments
    if several not in ("strongest", "smallest") or status not in ("acts", "kept"):
        raise TableError(f"row {name}: read {several!r} and {status!r}; see the head of the table")
    all_names = text_of(names).split() or [text_of(name)]
    # has_all_name() in src/settings/table.cpp
    if scope not in ("global", "runtime") and text_of(name) != "OMP_DEFAULT_DEVICE":
        all_names.append(text_of(name) + "_ALL")
    return Setting(
        text_of(name),
        all_names,
        several == "smallest",
        status == "acts",
        text_of(expects),
        text_of(default),
        text_of(meaning),
    )


def read_table(path: Path) -> list[Setting]:
    text = path.read_text(encoding="utf-8")
    rows = [parse_row(match.group(1)) for match in ROW.finditer(text)]
    calls = len(re.findall(r"^MUSTER_SETTING\(", text, re.MULTILINE))
    if not rows or len(rows) != calls:
        raise TableError(f"{path}: understood {len(rows)} of {calls} rows")
    return rows


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def names_cell(setting: Setting) -> str:
    if len(setting.names) == 1:
        return ""
    listed = ", ".join(f"`{name}`" for name in setting.names)
    return f"{listed}; the smallest counts" if setting.smallest else listed


def render(settings: list[Setting]) -> str:
    lines = [INTRODUCTION]
    for prefix, title in FAMILIES:
        lines.append(f"## {title}\n")
        lines.append("| Variable | Meaning | Value | Default | All names, strongest first |")
        lines.append("|---|---|---|---|---|")
        for setting in sorted((s for s in settings if s.name.startswith(prefix)), key=lambda s: s.name):
            mark = "" if setting.acts else " †"
            cells = [
                f"`{setting.name}`{mark}",
                cell(setting.meaning),
                cell(setting.expects),
                cell(setting.default),
                names_cell(setting),
            ]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def listed(settings: list[Setting]) -> str:
    """What the command reads: the same rows, as JSON."""
    rows = [
        {
            "name": setting.name,
            "names": setting.names,
            "smallest_counts": setting.smallest,
            "acts": setting.acts,
            "expects": setting.expects,
            "default": setting.default,
            "meaning": setting.meaning,
        }
        for setting in settings
    ]
    return json.dumps(rows, indent=1) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if the page is out of date")
    parser.add_argument("--table", type=Path, default=TABLE, help=f"the table (default: {TABLE})")
    parser.add_argument("--page", type=Path, default=DOCS, help=f"the page (default: {DOCS})")
    parser.add_argument("--list", type=Path, default=LIST, help=f"the command's list (default: {LIST})")
    options = parser.parse_args(arguments)
    try:
        settings = read_table(options.table)
        made = {options.page: render(settings), options.list: listed(settings)}
    except (TableError, OSError) as error:
        print(f"gen_settings_docs: {error}", file=sys.stderr)
        return 2
    if options.check:
        old = [file for file, text in made.items() if not file.is_file() or file.read_text(encoding="utf-8") != text]
        for file in old:
            print(f"{file} is out of date; run: python3 scripts/gen_settings_docs.py", file=sys.stderr)
        return 1 if old else 0
    for file, text in made.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
