# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster topology`: a machine, and where the threads of a team go on it."""
