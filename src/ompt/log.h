// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What OMP_TOOL_VERBOSE_INIT asks for: how the search for a tool went, in libomp's words, which scripts read.
#pragma once

#include "settings/settings.h"

namespace muster::ompt {

class Log {
 public:
  // A file is opened anew. Where it cannot be, standard error serves.
  explicit Log(const settings::GlobalSettings& settings);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // Each text up to the null pointer that ends the list.
  void write(const char* first, const char* second = nullptr, const char* third = nullptr) const;

 private:
  int file_ = -1;  // none
  bool owned_ = false;
};

}  // namespace muster::ompt
