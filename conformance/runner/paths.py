# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are. All that is fetched or made lies under build/conformance, which is never committed."""

from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
WORK = ROOT / "build" / "conformance"
PACKAGES = WORK / "packages"  # what apt-get downloads
SUITES = WORK / "suites"  # the test programs, taken out of it
GCC_TESTS = SUITES / "libgomp" / "testsuite"
LLVM_TESTS = SUITES / "openmp" / "runtime" / "test"
BINARIES = WORK / "binaries"  # compiled once, run on every runtime
SCRATCH = WORK / "scratch"  # working folders of tests
LINKS = WORK / "links"  # a folder a runtime, with every name that programs load it by
SHIMS = HERE / "shims"
EXPECTED = HERE / "expected"
SUBSETS = HERE / "subset"
