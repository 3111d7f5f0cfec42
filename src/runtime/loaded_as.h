// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under which name the process has loaded this library. It stands for libgomp and for libomp, and where these differ in what a program by one
// compiler gets, the name says which of them the program was linked with.
#pragma once

#include <cstddef>
#include <string_view>

namespace muster::runtime {

// Whether that is a name of libomp or libiomp5.
constexpr bool is_name_of_libomp(std::string_view path) {
  std::string_view name = path;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/') {
      name = std::string_view(path.data() + i + 1, path.size() - i - 1);
    }
  }
  return name.starts_with("libomp") || name.starts_with("libiomp");
}

// The path by which the loader has found this library; empty if that cannot be told.
std::string_view loaded_as();

}  // namespace muster::runtime
