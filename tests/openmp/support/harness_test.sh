#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Shows that the harness of the OpenMP programs can fail: harness_test.sh PROGRAM RUNNER [RUNNER ARGUMENT]...
# PROGRAM is the built self_test/fails_and_passes.c; the runner's arguments make it run on the runtime named by --runtime.
set -eu

program=$1
shift
failures=0

# expect STATUS ARGUMENT... : the runner with these arguments must end with that status.
expect() {
  wanted=$1
  shift
  status=0
  "$@" >/dev/null 2>&1 || status=$?
  [ "$status" -eq "$wanted" ] || {
    echo "status $status, expected $wanted: $*" >&2
    failures=$((failures + 1))
  }
}

expect 0 "$@" "$program" hold
expect 1 "$@" "$program" fail
expect 1 "$@" "$program" nothing
expect 77 "$@" "$program" skip
expect 99 "$@" --runtime libnothing "$program" hold
expect 0 "$@" --stderr-lines 0 "$program" hold
expect 98 "$@" --stderr-lines 1 "$program" hold
expect 0 "$@" --stderr-has 'expected 0' --runtime any -- sh -c 'echo "1, expected 0" >&2'
expect 98 "$@" --stderr-has 'no such line' "$program" hold
expect 124 "$@" --seconds 1 -- sleep 20
expect 3 "$@" --run A=3 -- sh -c 'exit $A'
expect 4 "$@" --run A=0 --run A=4 -- sh -c 'exit $A'
exit "$((failures > 0))"
