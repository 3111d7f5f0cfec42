// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines about things that are not there, with the answers that the specification has for that: no tool is attached
// (OpenMP 5.2, 18.14), and the only interoperability object is omp_interop_none (18.12).
#include <cstdint>

#include "abi/exports/export.h"

namespace muster::abi::omp {
namespace {

constexpr std::int32_t kNoTool = -2;         // omp_control_tool_notool
constexpr std::int32_t kEmpty = -1;          // omp_irc_empty
constexpr std::int32_t kFirstProperty = -9;  // omp_ipr_first; properties run from there to -1

// omp_irc_success is 0, and so on downwards.
constexpr const char* kReturnCodes[] = {"success",
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

}  // namespace

MUSTER_KMP(std::int32_t, omp_control_tool, (std::int32_t /*command*/, std::int32_t /*modifier*/, void* /*argument*/)) {
  return kNoTool;
}
MUSTER_KMP_ALIAS(omp_control_tool_, omp_control_tool);

MUSTER_KMP(std::int32_t, omp_get_num_interop_properties, (const void* /*interop*/)) { return 0; }
MUSTER_KMP_ALIAS(omp_get_num_interop_properties_, omp_get_num_interop_properties);

MUSTER_KMP(std::intptr_t, omp_get_interop_int,
           (const void* /*interop*/, std::int32_t /*property*/, std::int32_t* return_code)) {
  report_empty(return_code);
  return 0;
}
MUSTER_KMP_ALIAS(omp_get_interop_int_, omp_get_interop_int);

MUSTER_KMP(void*, omp_get_interop_ptr,
           (const void* /*interop*/, std::int32_t /*property*/, std::int32_t* return_code)) {
  report_empty(return_code);
  return nullptr;
}
MUSTER_KMP_ALIAS(omp_get_interop_ptr_, omp_get_interop_ptr);
MUSTER_KMP_ALIAS(omp_get_interop_str, omp_get_interop_ptr);
MUSTER_KMP_ALIAS(omp_get_interop_str_, omp_get_interop_ptr);

MUSTER_KMP(const char*, omp_get_interop_name, (const void* /*interop*/, std::int32_t property)) {
  return property >= kFirstProperty && property < 0 ? kPropertyNames[-1 - property] : nullptr;
}
MUSTER_KMP_ALIAS(omp_get_interop_name_, omp_get_interop_name);

// There is no object whose property could have a type.
MUSTER_KMP(const char*, omp_get_interop_type_desc, (const void* /*interop*/, std::int32_t /*property*/)) {
  return nullptr;
}
MUSTER_KMP_ALIAS(omp_get_interop_type_desc_, omp_get_interop_type_desc);

MUSTER_KMP(const char*, omp_get_interop_rc_desc, (const void* /*interop*/, std::int32_t return_code)) {
  constexpr auto kCodes = static_cast<std::int32_t>(sizeof kReturnCodes / sizeof kReturnCodes[0]);
  return return_code <= 0 && return_code > -kCodes ? kReturnCodes[-return_code] : nullptr;
}
MUSTER_KMP_ALIAS(omp_get_interop_rc_desc_, omp_get_interop_rc_desc);

}  // namespace muster::abi::omp
