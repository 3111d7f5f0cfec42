// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One JSON object a line, for the command that draws.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

namespace muster::simulate {

class JsonLine {
 public:
  JsonLine& text(std::string_view key, std::string_view value) {
    begin(key);
    line_ += quoted(value);
    return *this;
  }
  JsonLine& number(std::string_view key, double value) {
    begin(key);
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6g", std::isfinite(value) ? value : 0.0);
    line_ += digits;
    return *this;
  }
  JsonLine& truth(std::string_view key, bool value) {
    begin(key);
    line_ += value ? "true" : "false";
    return *this;
  }
  // An object whose members are numbers.
  JsonLine& object(std::string_view key, const JsonLine& numbers) {
    begin(key);
    line_ += numbers.line_ + "}";
    return *this;
  }
  // To standard output, at once: the reader shows progress.
  void print() const {
    std::printf("%s}\n", line_.c_str());
    std::fflush(stdout);
  }

 private:
  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char letter : text) {
      if (letter == '"' || letter == '\\') {
        out += '\\';
      }
      out += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
    return out + "\"";
  }
  void begin(std::string_view key) {
    if (line_.size() > 1) {
      line_ += ", ";
    }
    line_ += quoted(key) + ": ";
  }

  std::string line_ = "{";
};

}  // namespace muster::simulate
