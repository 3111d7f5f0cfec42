# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are: the folder of the tests, the checkout, and everything made while running."""

from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
WORKLOADS = HERE / "workloads"

BUILD = ROOT / "build" / "programs"
INPUTS = BUILD / "inputs"
RUNS = BUILD / "runs"
LINKS = BUILD / "runtimes"
REPORTS = BUILD / "reports"
RESULTS = BUILD / "results.json"  # the last `run`
WHEELS = BUILD / "wheels"
WHEELS_PYTHON = WHEELS / "bin" / "python"
