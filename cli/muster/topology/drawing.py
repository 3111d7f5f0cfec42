# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A machine on the terminal: a box for each last-level cache, in it the cores with their CPUs and threads."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from muster.topology.hints import hints_of
from muster.topology.scene import Scene

NAMES = {
    "package": ("package", "packages"),
    "die": ("die", "dies"),
    "numa": ("NUMA node", "NUMA nodes"),
    "l3": ("last-level cache", "last-level caches"),
    "core": ("core", "cores"),
}
# Larger teams have their threads in the boxes only.
MOST_ROWS = 16
# A machine with more last-level caches has a line for each instead.
MOST_BOXES = 4


def ranges(numbers: Iterable[int]) -> str:
    """`0-3,8` of sorted numbers."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def draw(console: Console, scene: Scene, title: str) -> None:
    console.print(f"[bold]{escape(title)}[/]: {_counts(scene)}")
    for package in _groups(scene.cpus, "package"):
        caches = list(_groups(package, "l3"))
        many = scene.count("l3") > MOST_BOXES
        boxes = [_caches(scene, caches)] if many else [_cache_box(scene, cpus, package) for cpus in caches]
        name = f"package {package[0]['package']}"
        if scene.count("package") == 1 and not many:
            for one in boxes:
                console.print(one)
        else:
            console.print(Panel(Group(*boxes), title=name, title_align="left", box=box.ROUNDED, padding=(0, 1)))
    _say_where(console, scene)


def _counts(scene: Scene) -> str:
    words = []
    for level, (one, many) in NAMES.items():
        count = scene.count(level)
        # Levels that split nothing say nothing.
        if count > 1 or level in ("package", "core"):
            words.append(f"{count} {one if count == 1 else many}")
    words.append(f"{len(scene.cpus)} CPU{'s' if len(scene.cpus) != 1 else ''}")
    return ", ".join(words)


def _groups(cpus: Sequence[dict[str, int]], level: str) -> Iterator[list[dict[str, int]]]:
    """CPUs together at a level, in the order of its groups."""
    for number in sorted({cpu[level] for cpu in cpus}):
        yield [cpu for cpu in cpus if cpu[level] == number]


def _cache_box(scene: Scene, cpus: Sequence[dict[str, int]], package: Sequence[dict[str, int]]) -> RenderableType:
    nodes = ranges({cpu["numa"] for cpu in cpus})
    title = f"last-level cache {cpus[0]['l3']}"
    title += f", NUMA node {nodes}" if scene.count("numa") > 1 else ""
    title += f", die {cpus[0]['die']}" if len({cpu["die"] for cpu in package}) > 1 else ""
    cells = [_core_cell(scene, core) for core in _groups(cpus, "core")]
    return Panel(Columns(cells, padding=(0, 2), equal=True), title=title, title_align="left", box=box.ROUNDED)


def _caches(scene: Scene, caches: Iterable[Sequence[dict[str, int]]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("cache", "NUMA"):
        table.add_column(head, justify="right", style="dim")
    table.add_column("CPUs of each core")
    for cpus in caches:
        cells = [_core_cell(scene, core) for core in _groups(cpus, "core")]
        table.add_row(str(cpus[0]["l3"]), ranges({cpu["numa"] for cpu in cpus}), Columns(cells, padding=(0, 2)))
    return table


def _core_cell(scene: Scene, core: Sequence[dict[str, int]]) -> Text:
    """`0,64 t0`: the CPUs of a core, and the threads that may run there; where they differ, CPU by CPU."""
    cpus = [cpu["cpu"] for cpu in core]
    threads = {cpu: scene.threads_on(cpu) for cpu in cpus}
    text = Text()
    if len(set(threads.values())) == 1:
        _append(text, scene, ranges(cpus), threads[cpus[0]], cpus)
    else:
        for index, cpu in enumerate(cpus):
            text.append(" " if index else "")
            _append(text, scene, str(cpu), threads[cpu], [cpu])
    return text


def _append(text: Text, scene: Scene, name: str, threads: Sequence[int], cpus: Sequence[int]) -> None:
    usable = any(cpu in scene.usable for cpu in cpus)
    text.append(name if usable else f"({name})", style="" if usable else "dim")
    if threads:
        text.append(f" t{ranges(threads)}", style="bold green")


def _say_where(console: Console, scene: Scene) -> None:
    threads = f"{scene.team} thread{'s' if scene.team != 1 else ''}"
    if scene.threads:
        used = set(scene.threads.values())
        console.print(
            f"{threads}, {escape(scene.policy)}, on {len(used)} of {len(scene.places)} places; "
            "t is the number of a thread in its team."
        )
        if len(scene.threads) <= MOST_ROWS:
            _table_of_threads(console, scene)
    elif scene.confines:
        console.print(f"{threads} run anywhere on CPUs {ranges(scene.usable)}, to which KMP_HW_SUBSET keeps them.")
    else:
        are, they = ("is", "it runs") if scene.team == 1 else ("are", "they run")
        console.print(f"{threads} {are} not bound: {they} where the system puts {'it' if scene.team == 1 else 'them'}.")
        if scene.places:
            console.print(f"There are {len(scene.places)} places, but OMP_PROC_BIND binds nothing to them.")
    if len(scene.usable) < len(scene.cpus):
        console.print("CPUs in brackets may not be used.")
    for message in scene.messages:
        console.print(f"[yellow]{escape(message)}[/]")
    for hint in hints_of(scene):
        console.print(f"[yellow]{escape(hint.line)}[/]")


def _table_of_threads(console: Console, scene: Scene) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("thread", "place", "CPUs"):
        table.add_column(head, justify="right" if head != "CPUs" else "left")
    for thread, place in sorted(scene.threads.items()):
        table.add_row(str(thread), str(place), ranges(scene.places[place]))
    console.print(table)
