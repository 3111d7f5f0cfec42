// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a function (or a constant) becomes visible outside of libmuster, under the names and version nodes that programs
// linked against libgomp, libomp or libiomp5 ask for. One definition answers all its versions: each version is an
// assembler alias of the same address, so there is no jump and no wrapper. Where the peers differ in what a routine does, each version has a definition
// of its own (MUSTER_ABI_DEFAULT and MUSTER_ABI_HIDDEN; omp/icvs.cpp has an example).
//
// Write the macro where the definition's head would be, then the body:
//
//   MUSTER_GOMP(GOMP_4_0, void, GOMP_parallel, (void (*fn)(void*), void* data, unsigned num_threads, unsigned flags)) {
//     ...                                              // GOMP_parallel@@GOMP_4.0 and GOMP_parallel@VERSION
//   }
//   MUSTER_KMP(void, __kmpc_barrier, (Ident * loc, std::int32_t gtid)) { ... }          // __kmpc_barrier@@VERSION
//   MUSTER_OMP(OMP_1_0, void, omp_set_num_threads, (int n)) { ... }                     // @@OMP_1.0 and @VERSION
//   MUSTER_OWN(int, muster_get_wait, (muster_wait * wait, std::size_t size)) { ... }    // @@MUSTER_1.0
//   MUSTER_OMP(OMP_1_0, void, omp_set_num_threads_, (const std::int32_t* n)) { ... }    // gfortran, flang
//
// More names for the same code (no argument, or the same arguments: then C and Fortran share the definition), and more
// version nodes for the same name. Both go after the definition or before it, in the same file:
//
//   MUSTER_OMP(OMP_1_0, int, omp_get_thread_num, ()) { ... }
//   MUSTER_OMP_ALIAS(OMP_1_0, omp_get_thread_num_, omp_get_thread_num);
//   MUSTER_KMP_ALIAS(kmp_get_blocktime_, kmp_get_blocktime);
//   MUSTER_ALSO(OMP_1_0, omp_set_lock, omp_set_lock);       // an older node, hidden: only old binaries ask for it
//
// Data:  MUSTER_KMP_DATA(const std::uintptr_t, omp_default_mem_alloc) = 1;              // omp_default_mem_alloc@@VERSION
//
// Rules
// - Node tokens are the node's name with `.` spelled `_`; nodes.h lists them. A misspelled token does not compile; a
//   right token on the wrong symbol fails the abi test, which compares the library with symbols.tsv by (symbol, node).
// - Other ABI files may call an exported function by its name after declaring it with the matching MUSTER_*_DECLARE:
//   inside the library it is called `muster_abi_<name>`, so the call binds here and cannot be interposed.
// - A symbol that is listed in symbols.tsv and defined nowhere is simply not exported; the link does not notice, the
//   coverage test does, by name.
// - `.symver` is top-level assembly: files that use these macros are compiled with -fno-lto (cmake/MusterFlags.cmake).
#pragma once

#include "abi/exports/nodes.h"

// Why hidden visibility cannot be used for the internal name: an alias made by `.symver` inherits it. The version script
// makes the internal name local instead.
#define MUSTER_ABI_VISIBLE __attribute__((visibility("default")))

#define MUSTER_ABI_INTERNAL(name) "muster_abi_" #name

// `@@` marks the version that the link editor and dlsym() choose; `@` one that only a binary that names it gets.
#define MUSTER_ABI_SYMVER(internal, spelling)    __asm__(".symver muster_abi_" #internal ", " spelling)
#define MUSTER_ABI_DEFAULT(node, name, internal) MUSTER_ABI_SYMVER(internal, #name "@@" MUSTER_NODE_##node)
#define MUSTER_ABI_HIDDEN(node, name, internal)  MUSTER_ABI_SYMVER(internal, #name "@" MUSTER_NODE_##node)

// Declares without defining, for a call from another ABI file.
#define MUSTER_ABI_DECLARE(type, name, params) \
  extern "C" MUSTER_ABI_VISIBLE type name params __asm__(MUSTER_ABI_INTERNAL(name))

#define MUSTER_ABI_DEFINE(type, name, params) \
  MUSTER_ABI_DECLARE(type, name, params);     \
  extern "C" type name params

// GOMP_*: the GOMP node is the default, VERSION answers binaries that libomp's own GOMP layer served.
#define MUSTER_GOMP(node, type, name, params) \
  MUSTER_ABI_DEFAULT(node, name, name);       \
  MUSTER_ABI_HIDDEN(VERSION, name, name);     \
  MUSTER_ABI_DEFINE(type, name, params)

// omp_*: likewise, libgomp's node is the default and libomp's is VERSION.
#define MUSTER_OMP(node, type, name, params) MUSTER_GOMP(node, type, name, params)

// What only libomp and libiomp5 export: __kmpc_*, kmp_*, ompc_*, and the omp_* that libgomp does not have.
#define MUSTER_KMP(type, name, params)     \
  MUSTER_ABI_DEFAULT(VERSION, name, name); \
  MUSTER_ABI_DEFINE(type, name, params)

// Muster's own interface, declared to users in include/muster.h.
#define MUSTER_OWN(type, name, params)        \
  MUSTER_ABI_DEFAULT(MUSTER_1_0, name, name); \
  MUSTER_ABI_DEFINE(type, name, params)

#define MUSTER_GOMP_DECLARE(type, name, params) MUSTER_ABI_DECLARE(type, name, params)
#define MUSTER_OMP_DECLARE(type, name, params)  MUSTER_ABI_DECLARE(type, name, params)
#define MUSTER_KMP_DECLARE(type, name, params)  MUSTER_ABI_DECLARE(type, name, params)

// A second name for `existing`, which a macro above defines in this file.
#define MUSTER_OMP_ALIAS(node, name, existing) \
  MUSTER_ABI_DEFAULT(node, name, existing);    \
  MUSTER_ABI_HIDDEN(VERSION, name, existing)
#define MUSTER_KMP_ALIAS(name, existing) MUSTER_ABI_DEFAULT(VERSION, name, existing)

// A further, hidden version of `name`, bound to `existing`.
#define MUSTER_ALSO(node, name, existing) MUSTER_ABI_HIDDEN(node, name, existing)

#define MUSTER_KMP_DATA(type, name)                                           \
  MUSTER_ABI_DEFAULT(VERSION, name, name);                                    \
  extern "C" MUSTER_ABI_VISIBLE type name __asm__(MUSTER_ABI_INTERNAL(name)); \
  type name
