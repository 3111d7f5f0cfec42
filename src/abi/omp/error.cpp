// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error directive at execution time (OpenMP 5.2, 8.5): a message of the program, and the end of it if it is fatal.
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/omp/report.h"
#include "abi/omp/text.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

constexpr std::size_t kMaxLine = 1024;

class Line {
 public:
  Line& add(std::string_view text) {
    length_ += copy_text(chars_ + length_, sizeof chars_ - 1 - length_, text);
    return *this;
  }
  // One write, so that the line stays whole; what was too long has been cut.
  void write() {
    chars_[length_] = '\n';
    platform::write_standard_error(chars_, length_ + 1);
  }

 private:
  char chars_[kMaxLine];
  std::size_t length_ = 0;
};

// GCC passes the length, or all ones with a string that ends in a null byte.
std::string_view message_of(const char* text, std::size_t length) {
  if (text == nullptr) {
    return {};
  }
  return length == ~std::size_t{0} ? std::string_view(text) : std::string_view(text, length);
}

// Takes the next part off ";file;function;line;column;;".
std::string_view next_part(std::string_view& rest) {
  const std::size_t end = rest.find(';');
  const std::string_view part(rest.data(), end == rest.npos ? rest.size() : end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return part;
}

void add_place(Line& line, const kmp::Ident* place) {
  if (place == nullptr || place->source == nullptr) {
    return;
  }
  std::string_view rest(place->source);
  next_part(rest);
  const std::string_view file = next_part(rest);
  next_part(rest);
  const std::string_view number = next_part(rest);
  line.add(file).add(":").add(number).add(": ");
}

// The wording is that of the runtime which the program was built for: scripts look for it.
void report(Line& line, bool is_fatal, std::string_view message) {
  if (!message.empty()) {
    line.add(": ").add(message);
  }
  line.write();
  if (is_fatal) {
    exit(EXIT_FAILURE);
  }
}

void report_as_gcc(bool is_fatal, std::string_view message) {
  Line line;
  // An empty line comes before it.
  line.add(is_fatal ? "\nlibgomp: fatal error: error directive encountered" : "\nlibgomp: error directive encountered");
  report(line, is_fatal, message);
}

void report_as_clang(const kmp::Ident* place, bool is_fatal, std::string_view message) {
  Line line;
  line.add(is_fatal ? "OMP: Error: " : "OMP: Warning: ");
  add_place(line, place);
  line.add(is_fatal ? "error directive" : "warning by the error directive");
  report(line, is_fatal, message);
}

// The severity clause, as Clang passes it: 1 warning, 2 fatal.
constexpr std::int32_t kFatal = 2;

void tell(events::Severity severity, std::string_view message, events::Caller caller) {
  runtime::current();
  if (events::listening) {
    events::emit(events::Error{severity, message.data(), message.size(), events::resolve(caller)});
  }
}

}  // namespace

MUSTER_GOMP(GOMP_5_1, void, GOMP_warning, (const char* text, std::size_t length)) {
  tell(events::Severity::warning, message_of(text, length), MUSTER_CALLER());
  report_as_gcc(false, message_of(text, length));
}
MUSTER_GOMP(GOMP_5_1, void, GOMP_error, (const char* text, std::size_t length)) {
  tell(events::Severity::fatal, message_of(text, length), MUSTER_CALLER());
  report_as_gcc(true, message_of(text, length));
}
MUSTER_KMP(void, __kmpc_error, (const kmp::Ident* place, std::int32_t severity, const char* text)) {
  tell(severity == kFatal ? events::Severity::fatal : events::Severity::warning, message_of(text, ~std::size_t{0}),
       MUSTER_CALLER());
  report_as_clang(place, severity == kFatal, message_of(text, ~std::size_t{0}));
}

}  // namespace muster::abi::omp

namespace muster::abi {

void report_fewer_than_strict(bool is_fatal, const char* message) {
  omp::Line line;
  line.add(is_fatal ? "OMP: Error: " : "OMP: Warning: ");
  line.add("fewer threads than num_threads(strict:) asks for");
  omp::report(line, is_fatal, message == nullptr ? std::string_view() : std::string_view(message));
}

}  // namespace muster::abi
