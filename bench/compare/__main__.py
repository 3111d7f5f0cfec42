# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m compare` from bench/, or `python -m bench.compare` from the root of the project."""

from .cli import app

app()
