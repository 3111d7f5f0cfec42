# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster tune`: measures the barriers on this machine and writes a profile for the runtime."""
