// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that sets every callback of the host and does nothing in them: what being heard costs (README.md).
#include <omp-tools.h>
#include <stddef.h>

static void nothing(void) {}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device;
  (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
#define SET(event, type, number) set(event, (ompt_callback_t)nothing);
  FOREACH_OMPT_HOST_EVENT(SET)
  return 1;
}

static void finalize(ompt_data_t* data) { (void)data; }

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime);
ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version;
  (void)runtime;
  static ompt_start_tool_result_t result = {&initialize, &finalize, {0}};
  return &result;
}
