// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes as an environment: a line a variable.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace muster::fuzz {

// Points into `lines`, in which it ends each variable with a null character; ends with a null pointer, like environ. What is past the
// last of `most` line ends is one variable.
inline std::vector<char*> as_environment(std::string& lines, std::size_t most) {
  std::vector<char*> variables;
  char* start = lines.data();
  for (char& character : lines) {
    if (character == '\n' && variables.size() < most) {
      character = '\0';
      variables.push_back(start);
      start = &character + 1;
    }
  }
  variables.push_back(start);
  variables.push_back(nullptr);
  return variables;
}

}  // namespace muster::fuzz
