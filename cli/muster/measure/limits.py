# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a process may take, in seconds: the one table of limits. Only what hangs gets there."""

# The least that a user may give a process by an option: with none it is killed at once, which says nothing of it.
LEAST_S = 0.001
# A compiler or the loader's cache is asked where something is.
QUESTION_S = 30.0
# A run of the demo: the longest takes seconds.
DEMO_S = 60.0
# A process of a benchmark: budgets are some 10 ms times repetitions.
BENCH_S = 60.0
# One that goes through all algorithms or does an application's work.
BENCH_LONG_S = 120.0
# What keeps a CPU busy beside the benchmarks ends by itself, should its parent be killed so that it is left behind.
BENCH_LOAD_S = 4 * 3600
# What the harness says of the machine itself takes a second or two.
REFERENCE_S = 120.0
# A test of a peer's suite, unless conformance/expected/slow.tsv has it; and the compilation of one.
SUITE_TEST_S = 120.0
SUITE_COMPILE_S = 300.0
# A real program, unless the caller says otherwise: in a table, in a check, while its calls are counted.
PROGRAM_S = 300.0
PROGRAM_CHECK_S = 100.0
# A small program under ThreadSanitizer, and where it is timed in two modes.
RACE_S = 60.0
RACE_TIMED_S = 120.0
# A compiler, ctest or addr2line does one small thing.
TOOL_S = 60.0
# A guest of 64 CPUs is up after 15 to 35 s of emulation on a host that does nothing else.
GUEST_BOOT_S = 180.0
# All jobs of a guest; only one that hangs again and again gets there.
GUEST_S = 2700.0
# KVM boots in a second or two where it works at all.
GUEST_PROBE_S = 20.0
# The guests' kernel, a download of 27 MB.
DOWNLOAD_S = 300.0
# gdb, where it is asked what a program hangs in.
DEBUGGER_S = 60.0
# One step of `muster tune`: a barrier of an unlucky algorithm with many threads a CPU takes milliseconds.
TUNE_STEP_S = 300.0
# The simulator and the calibration, where the simulation of this machine is compared with it.
SIMULATION_S = 60.0
# A browser that shows a page: a second or two, on a busy machine ten.
BROWSER_S = 100.0
