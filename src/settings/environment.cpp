// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding variables. getenv(3) is not used: load() must work on any environment that it is given.
#include "settings/environment.h"

#include "settings/scanner.h"

namespace muster::settings {

namespace {

bool starts_with(const char* text, std::string_view prefix) {
  for (const char c : prefix) {
    if (*text++ != c) return false;
  }
  return true;
}

bool can_be_ours(const char* variable) {
  for (const std::string_view prefix : {"OMP_", "GOMP_", "KMP_", "LIBOMP_", "MUSTER_"}) {
    if (starts_with(variable, prefix)) return true;
  }
  return false;
}

}  // namespace

Environment::Environment(char* const* environment) : all_(environment), searched_(nullptr) {
  std::size_t count = 0;
  for (char* const* variable = all_; *variable != nullptr; ++variable) {
    if (!can_be_ours(*variable)) continue;
    if (count == kMost) {
      searched_ = all_;
      break;
    }
    ours_[count++] = *variable;
  }
  ours_[count] = nullptr;
}

std::string_view Environment::find(std::string_view name) const {
  const char* const* list = searched_ != nullptr ? searched_ : ours_;
  for (; *list != nullptr; ++list) {
    if (starts_with(*list, name) && (*list)[name.size()] == '=') {
      return trimmed(std::string_view(*list + name.size() + 1));
    }
  }
  return {};
}

}  // namespace muster::settings
