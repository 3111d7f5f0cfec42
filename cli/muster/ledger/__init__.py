# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what the runtime keeps with MUSTER_LEDGER; docs/ledger.md has the form of the file."""
