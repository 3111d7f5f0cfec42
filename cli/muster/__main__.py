# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster`, or `python -m muster` from cli/."""

import typer

from muster.check.command import check
from muster.doctor.command import SETTINGS, doctor
from muster.simulate.command import app as simulate_app
from muster.tune.command import tune

app = typer.Typer(help="Tools around the Muster OpenMP runtime.", no_args_is_help=True)
app.command()(tune)
app.command(context_settings=SETTINGS)(doctor)
app.command(context_settings=SETTINGS)(check)
app.add_typer(simulate_app, name="simulate")


def main() -> None:
    app()


if __name__ == "__main__":
    main()
