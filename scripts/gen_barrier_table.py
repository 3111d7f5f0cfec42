# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the tables of src/barriers/README.md from algorithms.def and the headers of the algorithms.

Run from the top of the source tree: python3 scripts/gen_barrier_table.py [--check]
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("src/barriers")
BEGIN = (
    "<!-- Made by scripts/gen_barrier_table.py from algorithms.def and the headers. "
    "Change those, then run the script. -->\n"
)
END = "<!-- End of what the script makes. -->\n"

ROW = re.compile(r'^MUSTER_BARRIER_ALGORITHM\("(\w+)", (\w+), (\d+), (\d+)\)$', re.MULTILINE)
CAPABILITIES = re.compile(r"Capabilities kCapabilities\{\.rooted = (\w+), \.combines = (\w+)}")
CONSTANT = re.compile(r"constexpr std::uint32_t k(Default|Arrival|WakeUp)(Fan|Ways|Group|Cluster) = (\d+);")
SECTION = re.compile(r"^// (\w+) {2,}(\S.*)$")
CONTINUED = re.compile(r"^// {6,}(\S.*)$")
CONSTANT_NAMES = {"Default": "", "Arrival": "arrival ", "WakeUp": "wake-up "}


class TableError(Exception):
    """The registry or a header does not have the shape that this script reads."""


@dataclass(frozen=True)
class Algorithm:
    name: str
    header: str
    from_threads: int
    to_threads: int  # 0: any
    what: str
    source: str
    cost: str
    fan: str
    rooted: bool
    combines: bool


def comment_of(text: str) -> list[str]:
    """The comment at the head of a file, without the line of the licence."""
    lines = text.splitlines()[1:]
    end = next((index for index, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return lines[:end]


def sections_of(comment: list[str]) -> dict[str, str]:
    """`// Cost      text`, with the lines that go on below it; "" is the text before the first blank line."""
    sections: dict[str, str] = {}
    current = ""
    for line in comment:
        if line == "//":
            current = "?"  # a picture, or the next section
        elif match := SECTION.match(line):
            current = match[1]
            sections[current] = match[2]
        elif current == "":
            sections[""] = f"{sections.get('', '')} {line.removeprefix('//').strip()}".strip()
        elif current != "?" and (match := CONTINUED.match(line)):
            sections[current] += f" {match[1]}"
    return sections


def header_of(folder: Path, class_name: str) -> Path:
    """The header that defines the class template, or names it as a kind of another one."""
    pattern = re.compile(rf"^(class {class_name} \{{|using {class_name} = )", re.MULTILINE)
    found = [path for path in sorted(folder.glob("*.h")) if pattern.search(path.read_text(encoding="utf-8"))]
    if len(found) != 1:
        raise TableError(f"class {class_name} of algorithms.def is defined in {len(found)} headers of {folder}")
    return found[0]


def capabilities_of(folder: Path, path: Path, class_name: str) -> tuple[bool, bool]:
    """Those of the class, or of the class whose capabilities it takes over."""
    text = path.read_text(encoding="utf-8")
    if match := CAPABILITIES.search(text):
        rooted, combines = (word == "true" for word in match.groups())
        return rooted, combines
    other = re.search(rf"^using {class_name} = (\w+)<", text, re.MULTILINE) or re.search(
        r"^  using \w+ = (\w+)<P>;$", text, re.MULTILINE
    )
    if other is None or other[1] == class_name:
        raise TableError(f"{path}: no kCapabilities, and no class that has them")
    return capabilities_of(folder, header_of(folder, other[1]), other[1])


def fan_of(text: str, sections: dict[str, str]) -> str:
    """What the fan settings replace; a header whose default is no constant says it in a section `Fan`."""
    if "Fan" in sections:
        return sections["Fan"]
    found = [f"{CONSTANT_NAMES[kind]}{what.lower()} {number}" for kind, what, number in CONSTANT.findall(text)]
    return ", ".join(found) or "-"


def read_algorithm(folder: Path, row: tuple[str, str, str, str]) -> Algorithm:
    name, class_name, from_threads, to_threads = row
    path = header_of(folder, class_name)
    text = path.read_text(encoding="utf-8")
    sections = sections_of(comment_of(text))
    for wanted in ("", "Source", "Cost"):
        if not sections.get(wanted):
            raise TableError(f"{path}: the comment at its head has no {wanted or 'text'}; see src/barriers/README.md")
    if ": " not in sections[""]:
        raise TableError(f"{path}: its comment does not begin with NAME: WHAT IT IS; see src/barriers/README.md")
    return Algorithm(
        name,
        path.name,
        int(from_threads),
        int(to_threads),
        sections[""].partition(": ")[2].rstrip("."),
        sections["Source"],
        sections["Cost"],
        fan_of(text, sections),
        *capabilities_of(folder, path, class_name),
    )


def read_registry(folder: Path) -> list[Algorithm]:
    text = (folder / "algorithms.def").read_text(encoding="utf-8")
    rows = ROW.findall(text)
    calls = len(re.findall(r"^MUSTER_BARRIER_ALGORITHM", text, re.MULTILINE))
    if not rows or len(rows) != calls:
        raise TableError(f"{folder}/algorithms.def: understood {len(rows)} of {calls} rows")
    return [read_algorithm(folder, row) for row in rows]


def threads_cell(algorithm: Algorithm) -> str:
    if algorithm.to_threads != 0:
        return f"{algorithm.from_threads} to {algorithm.to_threads}"
    return "any" if algorithm.from_threads == 1 else f"{algorithm.from_threads} and more"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    cells = [head, ("---",) * len(head), *rows]
    return ["| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in cells]


def render(algorithms: list[Algorithm]) -> str:
    """Everything between the two marks."""
    yes = {True: "yes", False: "no"}
    facts = [
        (
            f"[`{a.name}`]({a.header})",
            a.what,
            threads_cell(a),
            "rooted" if a.rooted else "all-to-all",
            yes[a.combines],
            a.fan,
        )
        for a in algorithms
    ]
    costs = [(f"`{a.name}`", a.source, a.cost) for a in algorithms]
    lines = [
        *table(("name", "what it is", "meant for threads", "kind", "combines", "fan unless set"), facts),
        "",
        *table(("name", "source", "cost"), costs),
    ]
    return "\n".join(lines) + "\n"


def with_tables(page: str, tables: str) -> str:
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise TableError("the page lacks the two comments between which the tables stand")
    return f"{before}{BEGIN}\n{tables}\n{END}{after}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if the page is out of date")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"registry, headers and page (default: {FOLDER})")
    options = parser.parse_args(arguments)
    readme: Path = options.folder / "README.md"
    try:
        old = readme.read_text(encoding="utf-8")
        new = with_tables(old, render(read_registry(options.folder)))
    except (TableError, OSError) as error:
        print(f"gen_barrier_table: {error}", file=sys.stderr)
        return 2
    if not options.check:
        readme.write_text(new, encoding="utf-8")
        return 0
    if old == new:
        return 0
    print(f"{readme} is out of date; run: python3 scripts/gen_barrier_table.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
