// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An environment, narrowed to the variables that can be ours.
#pragma once

#include <cstddef>
#include <string_view>

namespace muster::settings {

class Environment {
 public:
  // `environment` as environ(7). It must not change while this object is in use.
  explicit Environment(char* const* environment);

  // The value of the first variable called `name`, without blanks around; empty if there is none or it is blank.
  std::string_view find(std::string_view name) const;

 private:
  // A login environment has a handful of them; if there are more, the whole environment is searched each time.
  static constexpr std::size_t kMost = 64;

  char* const* all_;
  const char* ours_[kMost + 1];
  char* const* searched_;
};

}  // namespace muster::settings
