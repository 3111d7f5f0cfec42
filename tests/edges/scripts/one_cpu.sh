#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a command that may use one CPU only: one_cpu.sh COMMAND...
set -eu

command -v taskset >/dev/null || {
  echo "skipped: no taskset (package util-linux)"
  exit 77
}
first=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
exec taskset -c "$first" "$@"
