# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m compare` from bench/, or `python -m bench.compare` from the root of the project."""

from muster.measure.interrupt import signals_end_both
from muster.streams import output_is_told_of

from .cli import app

with signals_end_both(), output_is_told_of("compare"):
    app()
