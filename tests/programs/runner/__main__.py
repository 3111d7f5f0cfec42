# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts the command line; what a person has to change is one line on stderr and status 2."""

import sys

from runner.cli import app
from runner.errors import Unavailable

try:
    app(prog_name="run")
except Unavailable as problem:
    print(f"run: {problem}", file=sys.stderr)
    sys.exit(2)
