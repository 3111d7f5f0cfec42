// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An affinity format of any bytes: what is written fits, and its length does not depend on the room.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "abi/omp/affinity_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace muster::abi;
  AffinityFields fields;
  fields.host = "host";
  fields.thread_affinity = "0-3,8";
  const std::string_view format(reinterpret_cast<const char*>(data), size);
  char large[4096];
  const std::size_t room = size % 32;
  auto* small = new char[room];
  const std::size_t length = format_affinity(large, sizeof large, format, fields);
  if (format_affinity(small, room, format, fields) != length) {
    abort();
  }
  delete[] small;
  return 0;
}
