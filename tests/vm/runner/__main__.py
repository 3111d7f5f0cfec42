# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Entry of `python -m runner`."""

from runner.cli import app

app()
