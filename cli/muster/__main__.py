# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster`, or `python -m muster` from cli/."""

import typer

from muster.tune.command import tune

app = typer.Typer(help="Tools around the Muster OpenMP runtime.", no_args_is_help=True)
app.command()(tune)


# With a callback a single command keeps its name on the command line.
@app.callback()
def _tools() -> None:
    pass


def main() -> None:
    app()


if __name__ == "__main__":
    main()
