// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format of OMP_AFFINITY_FORMAT (OpenMP 5.2, 21.2.6): text with fields such as %n or %0.4{thread_num}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::abi {

struct AffinityFields {
  std::int32_t team_num = 0;
  std::int32_t num_teams = 1;
  std::int32_t nesting_level = 0;
  std::int32_t thread_num = 0;
  std::int32_t num_threads = 1;
  std::int32_t ancestor_tnum = -1;
  std::int32_t process_id = 0;
  std::int32_t native_thread_id = 0;
  std::string_view host;
  std::string_view thread_affinity;  // "0-3,8"
};

// Writes what fits into `out` (`size` bytes, no terminating null) and returns the length of the whole text.
// A field that does not exist becomes "undefined".
std::size_t format_affinity(char* out, std::size_t size, std::string_view format, const AffinityFields& fields);

// Where the first field is that none of the specification's is, counted from 1: behind its percent sign. 0: there is none.
std::size_t first_unknown_field(std::string_view format);

}  // namespace muster::abi
