# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""begin.py PIPE PROGRAM ARGUMENTS: waits for what comes through the pipe, and becomes the program.

What comes is the program's environment. Events can be opened on the process before the program begins.
"""

import marshal
import os
import signal
import sys

with os.fdopen(int(sys.argv[1]), "rb") as pipe:
    told = pipe.read()
if not told:
    # The process that was to write it has ended.
    sys.exit(1)
# What Python ignores the program would ignore, too.
for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(ignored, signal.SIG_DFL)
try:
    os.execvpe(sys.argv[2], sys.argv[2:], marshal.loads(told))
except OSError as error:
    sys.exit(f"{sys.argv[2]} cannot be started: {error.strerror}")
