#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# compile_once.sh COMPILER ARGUMENT...: compiles and links, or copies what the same command made before. A suite is run on
# several runtimes; its programs are the same.
set -eu
out=''
previous=''
for argument; do
  [ "$previous" = -o ] && out=$argument
  previous=$argument
done
[ -n "$out" ] || exec "$@"

key=$(for argument; do [ "$argument" = "$out" ] || printf '%s\n' "$argument"; done | sha256sum | cut -c 1-32)
kept="$MUSTER_CONFORMANCE_BINARIES/$key"
if [ ! -e "$kept" ]; then
  mkdir -p "$MUSTER_CONFORMANCE_BINARIES"
  # The runtime under test is for the program, not for the compiler.
  env -u LD_LIBRARY_PATH -u LD_PRELOAD "$@"
  cp "$out" "$kept.$$"
  mv "$kept.$$" "$kept"
else
  ln -sf "$kept" "$out"
fi
