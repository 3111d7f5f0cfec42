// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines about things that are not there, with the answers that the specification has for that: the only interoperability object
// is omp_interop_none (OpenMP 5.2, 18.12).
#include <string.h>

#include <cstddef>
#include <cstdint>

#include "abi/exports/export.h"

namespace muster::abi::omp {
namespace {

constexpr std::int32_t kEmpty = -1;          // omp_irc_empty
constexpr std::int32_t kFirstProperty = -9;  // omp_ipr_first; properties run from there to -1

// omp_irc_no_value is 1, omp_irc_success 0, and so on downwards.
constexpr std::int32_t kFirstReturnCode = 1;
constexpr const char* kReturnCodes[] = {"the property has no value",
                                        "success",
                                        "the interoperability object is omp_interop_none",
                                        "the property is out of range",
                                        "the property is an integer",
                                        "the property is a pointer",
                                        "the property is a string",
                                        "other error"};
constexpr const char* kPropertyNames[] = {"fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
                                          "platform", "device",  "device_context", "targetsync"};

void report_empty(std::int32_t* return_code) {
  if (return_code != nullptr) {
    *return_code = kEmpty;
  }
}

// A value of a Fortran function that is a character pointer.
void give(const char* value, const char** text, std::size_t* length) {
  *text = value;
  *length = value == nullptr ? 0 : strlen(value);
}

}  // namespace

// Under GOMP_5.1.3 with what gfortran 15 passes for a function whose value is a character pointer: where its address and its length
// go. Under VERSION the names with `_` are those of C again.
#define MUSTER_INTEROP(type, name, params) MUSTER_GOMP(GOMP_5_1_3, type, name, params)

MUSTER_INTEROP(std::int32_t, omp_get_num_interop_properties, (const void* /*interop*/)) { return 0; }
MUSTER_KMP_ALIAS(omp_get_num_interop_properties_, omp_get_num_interop_properties);

MUSTER_INTEROP(std::intptr_t, omp_get_interop_int,
               (const void* /*interop*/, std::int32_t /*property*/, std::int32_t* return_code)) {
  report_empty(return_code);
  return 0;
}
MUSTER_KMP_ALIAS(omp_get_interop_int_, omp_get_interop_int);

MUSTER_INTEROP(void*, omp_get_interop_ptr,
               (const void* /*interop*/, std::int32_t /*property*/, std::int32_t* return_code)) {
  report_empty(return_code);
  return nullptr;
}
MUSTER_KMP_ALIAS(omp_get_interop_ptr_, omp_get_interop_ptr);
MUSTER_INTEROP(const char*, omp_get_interop_str,
               (const void* /*interop*/, std::int32_t /*property*/, std::int32_t* return_code)) {
  report_empty(return_code);
  return nullptr;
}
MUSTER_ALSO(VERSION, omp_get_interop_str_, omp_get_interop_str);

MUSTER_INTEROP(const char*, omp_get_interop_name, (const void* /*interop*/, std::int32_t property)) {
  return property >= kFirstProperty && property < 0 ? kPropertyNames[-1 - property] : nullptr;
}
MUSTER_ALSO(VERSION, omp_get_interop_name_, omp_get_interop_name);

// There is no object whose property could have a type.
MUSTER_INTEROP(const char*, omp_get_interop_type_desc, (const void* /*interop*/, std::int32_t /*property*/)) {
  return nullptr;
}
MUSTER_ALSO(VERSION, omp_get_interop_type_desc_, omp_get_interop_type_desc);

MUSTER_INTEROP(const char*, omp_get_interop_rc_desc, (const void* /*interop*/, std::int32_t return_code)) {
  constexpr auto kCodes = static_cast<std::int32_t>(sizeof kReturnCodes / sizeof kReturnCodes[0]);
  const bool is_known = return_code <= kFirstReturnCode && return_code > kFirstReturnCode - kCodes;
  return is_known ? kReturnCodes[kFirstReturnCode - return_code] : nullptr;
}
MUSTER_ALSO(VERSION, omp_get_interop_rc_desc_, omp_get_interop_rc_desc);

MUSTER_ABI_DEFAULT(GOMP_5_1_3, omp_get_interop_str_, gfortran_interop_str);
MUSTER_ABI_DEFINE(void, gfortran_interop_str,
                  (const char** text, std::size_t* length, const void* interop, std::int32_t property,
                   std::int32_t* return_code)) {
  give(omp_get_interop_str(interop, property, return_code), text, length);
}
MUSTER_ABI_DEFAULT(GOMP_5_1_3, omp_get_interop_name_, gfortran_interop_name);
MUSTER_ABI_DEFINE(void, gfortran_interop_name,
                  (const char** text, std::size_t* length, const void* interop, std::int32_t property)) {
  give(omp_get_interop_name(interop, property), text, length);
}
MUSTER_ABI_DEFAULT(GOMP_5_1_3, omp_get_interop_type_desc_, gfortran_interop_type_desc);
MUSTER_ABI_DEFINE(void, gfortran_interop_type_desc,
                  (const char** text, std::size_t* length, const void* interop, std::int32_t property)) {
  give(omp_get_interop_type_desc(interop, property), text, length);
}
MUSTER_ABI_DEFAULT(GOMP_5_1_3, omp_get_interop_rc_desc_, gfortran_interop_rc_desc);
MUSTER_ABI_DEFINE(void, gfortran_interop_rc_desc,
                  (const char** text, std::size_t* length, const void* interop, std::int32_t return_code)) {
  give(omp_get_interop_rc_desc(interop, return_code), text, length);
}

// The interop construct, as gcc-15 calls it (-fdump-tree-optimized): init and destroy get the addresses of objects, use gets objects.
// Without a foreign runtime each is omp_interop_none; what the construct depends on is waited for.
MUSTER_GOMP_DECLARE(void, GOMP_taskwait_depend, (void** depend));
MUSTER_ABI_DEFAULT(GOMP_5_1_3, GOMP_interop, GOMP_interop);
MUSTER_ABI_DEFINE(void, GOMP_interop,
                  (std::int32_t /*device*/, std::int32_t init_count, void*** init, const char* /*targetsync*/,
                   const char* const* /*prefer_type*/, std::int32_t /*use_count*/, void** /*use*/,
                   std::int32_t destroy_count, void*** destroy, unsigned /*flags*/, void** depend)) {
  if (depend != nullptr) {
    GOMP_taskwait_depend(depend);
  }
  for (std::int32_t i = 0; i < init_count; ++i) {
    *init[i] = nullptr;
  }
  for (std::int32_t i = 0; i < destroy_count; ++i) {
    *destroy[i] = nullptr;
  }
}

}  // namespace muster::abi::omp
