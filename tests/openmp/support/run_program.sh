#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs one OpenMP test program once per --run, each with its own environment, and reports the first run that fails.
#
#   run_program.sh [option]... [--] PROGRAM [ARGUMENT]...
#
#   --run "NAME=VALUE ..."   one run with these variables (quotes inside are the shell's); repeatable, default one plain run
#   --library-path DIR       where the program finds the OpenMP runtime under test; TEST_LIBRARY_PATH in the environment comes before it
#   --preload FILE           shared object loaded first (a sanitizer's runtime)
#   --emulator "COMMAND"     runs the program (user-mode emulation)
#   --runtime NAME           the runtime that the program must find itself on
#   --stderr-has REGEX       a line of standard error of each run must match (extended expression); repeatable
#   --stderr-lines N         standard error of each run must have exactly N lines
#   --seconds N              limit of one run, default 50
#
# Exit status: 0, or the program's own (77 = skipped), 124 if it ran out of time, 98 if standard error is not as asked.
set -eu

library_path='' preload='' emulator='' runtime='' patterns='' stderr_lines='' seconds=50 runs=''
newline='
'
while [ $# -gt 0 ]; do
  case $1 in
    --run) runs="$runs$2$newline"; shift 2 ;;
    --library-path) library_path=$2; shift 2 ;;
    --preload) preload=$2; shift 2 ;;
    --emulator) emulator=$2; shift 2 ;;
    --runtime) runtime=$2; shift 2 ;;
    --stderr-has) patterns="$patterns$2$newline"; shift 2 ;;
    --stderr-lines) stderr_lines=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    --) shift; break ;;
    --*) echo "run_program.sh: unknown option $1" >&2; exit 2 ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || { echo "run_program.sh: no program given" >&2; exit 2; }
runs=${runs%"$newline"}

# The same programs on the library of another build.
[ -z "$library_path" ] || library_path=${TEST_LIBRARY_PATH:-$library_path}

# Settings of the caller would make a run depend on what started it.
for variable in $(env | sed -n 's/^\(\(OMP\|GOMP\|KMP\)_[A-Z0-9_]*\)=.*/\1/p'); do
  unset "$variable"
done

errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

# The emulator is a program of the host: what is meant for the program must not reach it.
# (Single quotes: the variables are expanded by eval below, so that a path may have spaces.)
launch=''
[ -z "$library_path" ] || launch="$launch"' -E LD_LIBRARY_PATH="$library_path"'
[ -z "$preload" ] || launch="$launch"' -E LD_PRELOAD="$preload"'
if [ -n "$emulator" ]; then
  export TEST_EMULATED=1
  launch="$emulator$launch"
else
  launch=$(printf '%s' "env$launch" | sed 's/ -E / /g')
fi
[ -z "$runtime" ] || export TEST_RUNTIME="$runtime"

fail() {
  echo "failed in the run with: ${run:-no variables} (status $1${2:+, $2})" >&2
  exit "$1"
}

while IFS= read -r run <&3; do
  status=0
  eval "env $run timeout --kill-after=5 $seconds $launch \"\$@\"" 2>"$errors" 3<&- || status=$?
  cat "$errors" >&2
  case $status in
    0) ;;
    77) exit 77 ;;
    124 | 137) fail 124 "no end within $seconds s" ;;
    *) fail "$status" ;;
  esac
  printf '%s' "$patterns" | while IFS= read -r pattern; do
    grep -Eq -e "$pattern" "$errors" || { echo "no line of standard error matches: $pattern" >&2; exit 1; }
  done || fail 98 "standard error is not as expected"
  if [ -n "$stderr_lines" ]; then
    found=$(($(wc -l <"$errors")))
    [ "$found" -eq "$stderr_lines" ] || fail 98 "$found lines on standard error, expected $stderr_lines"
  fi
done 3<<RUNS
$runs
RUNS
