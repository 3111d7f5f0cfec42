# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster`, or `python -m muster` from cli/."""

import typer

from muster.check.command import check
from muster.compare import command as compare_command
from muster.doctor.command import SETTINGS as DOCTOR_SETTINGS
from muster.doctor.command import doctor
from muster.explain import command as explain_command
from muster.launch import command as run_command
from muster.settings import command as env_command
from muster.simulate.command import app as simulate_app
from muster.topology import command as topology_command
from muster.tune.command import tune

PROGRAM_LAST = {"allow_interspersed_args": False}

app = typer.Typer(
    help="OpenMP programs on Muster: run them, compare runtimes, and see what the runtime does and why.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
app.command(context_settings=run_command.SETTINGS, epilog=run_command.EPILOG)(run_command.run)
app.command(context_settings=PROGRAM_LAST, epilog=compare_command.EPILOG)(compare_command.compare)
app.command(context_settings=PROGRAM_LAST, epilog=explain_command.EPILOG)(explain_command.explain)
app.command(epilog=env_command.EPILOG)(env_command.env)
app.command(epilog=topology_command.EPILOG)(topology_command.topology)
app.command()(tune)
app.command(context_settings=DOCTOR_SETTINGS)(doctor)
app.command(context_settings=DOCTOR_SETTINGS)(check)
app.add_typer(simulate_app, name="simulate")


def main() -> None:
    app(prog_name="muster")


if __name__ == "__main__":
    main()
