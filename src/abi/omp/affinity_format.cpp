// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See affinity_format.h.
#include "abi/omp/affinity_format.h"

namespace muster::abi {
namespace {

class Output {
 public:
  Output(char* out, std::size_t size) : out_(out), size_(size) {}

  void add(char c) {
    if (length_ < size_) {
      out_[length_] = c;
    }
    ++length_;
  }
  void add(std::string_view text) {
    for (const char c : text) {
      add(c);
    }
  }
  void pad(char c, std::size_t width, std::size_t text_length) {
    for (std::size_t i = text_length; i < width; ++i) {
      add(c);
    }
  }
  std::size_t length() const { return length_; }

 private:
  char* out_;
  std::size_t size_;
  std::size_t length_ = 0;
};

// %[[[0].]size]type
struct Field {
  bool zeros = false;
  bool to_the_right = false;
  std::size_t width = 0;
  char type = 0;
};

struct FieldName {
  char type;
  std::string_view name;
};
constexpr FieldName kFieldNames[] = {
    {'t', "team_num"},         {'T', "num_teams"},       {'L', "nesting_level"}, {'n', "thread_num"},
    {'N', "num_threads"},      {'a', "ancestor_tnum"},   {'H', "host"},          {'P', "process_id"},
    {'i', "native_thread_id"}, {'A', "thread_affinity"},
};

// No line is wider; a larger number is a slip, and would fill the terminal with blanks.
constexpr std::size_t kMaxWidth = 1024;

char type_of(std::string_view name) {
  for (const FieldName& row : kFieldNames) {
    if (row.name == name) {
      return row.type;
    }
  }
  return 0;
}

// Reads the field after '%' and moves `at` past it.
Field read_field(std::string_view format, std::size_t& at) {
  const auto peek = [&] { return at < format.size() ? format[at] : '\0'; };
  Field field;
  if (peek() == '0') {
    field.zeros = true;
    ++at;
  }
  if (peek() == '.') {
    field.to_the_right = true;
    ++at;
  }
  for (; peek() >= '0' && peek() <= '9'; ++at) {
    field.width = field.width * 10 + static_cast<std::size_t>(peek() - '0');
    field.width = field.width < kMaxWidth ? field.width : kMaxWidth;
  }
  if (peek() != '{') {
    field.type = peek();
    at += at < format.size() ? 1 : 0;
    return field;
  }
  const std::size_t start = ++at;
  while (at < format.size() && format[at] != '}') {
    ++at;
  }
  field.type = type_of({format.data() + start, at - start});
  at += at < format.size() ? 1 : 0;
  return field;
}

void add_text(Output& output, const Field& field, std::string_view text) {
  if (field.to_the_right) {
    output.pad(' ', field.width, text.size());
  }
  output.add(text);
  if (!field.to_the_right) {
    output.pad(' ', field.width, text.size());
  }
}

void add_number(Output& output, const Field& field, std::int32_t number) {
  char digits[12];
  std::size_t first = sizeof digits;
  const bool is_negative = number < 0;
  auto rest = is_negative ? 0U - static_cast<std::uint32_t>(number) : static_cast<std::uint32_t>(number);
  do {
    digits[--first] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (field.zeros && field.to_the_right) {
    const std::string_view text(digits + first, sizeof digits - first);
    if (is_negative) {
      output.add('-');
    }
    output.pad('0', field.width, text.size() + (is_negative ? 1 : 0));
    output.add(text);
    return;
  }
  if (is_negative) {
    digits[--first] = '-';
  }
  add_text(output, field, {digits + first, sizeof digits - first});
}

void add_field(Output& output, const Field& field, const AffinityFields& fields) {
  switch (field.type) {
    case '%': output.add('%'); break;
    case 't': add_number(output, field, fields.team_num); break;
    case 'T': add_number(output, field, fields.num_teams); break;
    case 'L': add_number(output, field, fields.nesting_level); break;
    case 'n': add_number(output, field, fields.thread_num); break;
    case 'N': add_number(output, field, fields.num_threads); break;
    case 'a': add_number(output, field, fields.ancestor_tnum); break;
    case 'P': add_number(output, field, fields.process_id); break;
    case 'i': add_number(output, field, fields.native_thread_id); break;
    case 'H': add_text(output, field, fields.host); break;
    case 'A': add_text(output, field, fields.thread_affinity); break;
    default: add_text(output, field, "undefined"); break;
  }
}

}  // namespace

std::size_t format_affinity(char* out, std::size_t size, std::string_view format, const AffinityFields& fields) {
  Output output(out, size);
  for (std::size_t at = 0; at < format.size();) {
    const char c = format[at++];
    if (c == '%') {
      add_field(output, read_field(format, at), fields);
    } else {
      output.add(c);
    }
  }
  return output.length();
}

std::size_t first_unknown_field(std::string_view format) {
  constexpr std::string_view kTypes = "%tTLnNaHPiA";
  for (std::size_t at = 0; at < format.size();) {
    if (format[at++] != '%') {
      continue;
    }
    const std::size_t behind = at;
    const char type = read_field(format, at).type;
    if (type == 0 || kTypes.find(type) == std::string_view::npos) {
      return behind + 1;
    }
  }
  return 0;
}

}  // namespace muster::abi
