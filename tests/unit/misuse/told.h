// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checker tells while a test runs, by way of a file.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "misuse/finding.h"

namespace muster::misuse {

class Told {
 public:
  // Tests run side by side, each in a process of its own.
  Told() : path_(testing::TempDir() + "told." + std::to_string(getpid())) {
    std::remove(path_.c_str());
    tell_to(path_.c_str());
  }
  ~Told() {
    tell_to("");
    std::remove(path_.c_str());
  }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

  std::string text() const {
    const std::ifstream file(path_);
    std::stringstream content;
    content << file.rdbuf();
    return content.str();
  }

 private:
  std::string path_;
};

// Each test has places of its own, as a place is told of once.
inline events::Caller place() {
  static char code[1024];
  static std::size_t used = 0;
  return {code + ++used, code};
}

}  // namespace muster::misuse
