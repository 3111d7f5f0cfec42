# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison on the terminal."""

import shlex

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from muster.compare.session import Session
from muster.compare.summary import rows_of, verdicts_of
from muster.compare.words import HEADS, cells, ranks_in_words, team
from muster.machine.disturbance import BUSY_PERCENT
from muster.machine.facts import facts


def print_report(console: Console, session: Session, others_percent: float) -> None:
    console.print(f"[bold]{escape(shlex.join(session.wish.launch.words))}[/], {session.rounds} interleaved runs each")
    console.print(escape(facts().in_words()))
    if session.ranks:
        console.print(ranks_in_words(session.ranks))
    console.print()
    rows, verdicts = rows_of(session), verdicts_of(session)
    for size in session.wish.sizes:
        best = min((row.wall_s for row in rows if row.size == size), default=0.0)
        table = Table(box=box.SIMPLE_HEAD, title=team(size), title_justify="left", title_style="bold", pad_edge=False)
        for index, head in enumerate(HEADS):
            table.add_column(head, justify="left" if index == 0 else "right", no_wrap=True)
        for row in rows:
            if row.size == size:
                table.add_row(*map(escape, cells(row)), style="bold" if row.wall_s == best else None)
        console.print(table)
        for verdict in verdicts:
            if verdict.size == size:
                console.print(Padding(escape(verdict.words()), (0, 0, 0, 2)))
        for (failed, name), why in session.failures.items():
            if failed == size:
                console.print(f"  [red]{escape(name)} failed:[/] {escape(why)}")
        console.print()
    _print_answers(console, session)
    if verdicts:
        console.print("[dim]In brackets: 95 % confidence, paired by round. Switches: context switches.[/]")
    if others_percent > BUSY_PERCENT:
        console.print(f"[yellow]Other programs took {others_percent:.0f} % of the CPUs meanwhile.[/]")


def _print_answers(console: Console, session: Session) -> None:
    differences = session.differences()
    for line in differences:
        console.print(f"[red]Answers:[/] {escape(line)}")
    if differences:
        console.print("--ignore leaves parts out, such as times; --tolerance lets numbers differ a little.")
    elif session.answers:
        console.print("All answers agree.")
