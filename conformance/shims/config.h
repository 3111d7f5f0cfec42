/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
   What a test of GCC's suite looks up about the system in a build folder of libgomp. */
#define HAVE_PTHREAD_AFFINITY_NP 1
