// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ompt/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace muster::ompt {
namespace {

void write_all(int file, const char* text) {
  const std::size_t length = strlen(text);
  // The program's own output through stdio, and in its order.
  if (file == STDOUT_FILENO) {
    fwrite(text, 1, length, stdout);
    return;
  }
  if (write(file, text, length) < 0) {
    return;
  }
}

int open_file(const settings::Text& name) {
  char path[4096];
  const std::string_view text = name.view();
  if (text.size() >= sizeof path) {
    return -1;
  }
  memcpy(path, text.data(), text.size());
  path[text.size()] = '\0';
  return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

}  // namespace

Log::Log(const settings::GlobalSettings& settings) {
  using settings::ToolVerbose;
  switch (settings.tool_verbose_init) {
    case ToolVerbose::disabled: break;
    case ToolVerbose::to_stdout: file_ = STDOUT_FILENO; break;
    case ToolVerbose::to_stderr: file_ = STDERR_FILENO; break;
    case ToolVerbose::to_file:
      file_ = open_file(settings.tool_verbose_file);
      owned_ = file_ >= 0;
      if (!owned_) {
        file_ = STDERR_FILENO;
        write("muster: OMP_TOOL_VERBOSE_INIT names a file that cannot be written; standard error is used instead\n");
      }
      break;
  }
}

Log::~Log() {
  if (owned_) {
    close(file_);
  }
}

void Log::write(const char* first, const char* second, const char* third) const {
  if (file_ < 0) {
    return;
  }
  for (const char* text : {first, second, third}) {
    if (text != nullptr) {
      write_all(file_, text);
    }
  }
}

}  // namespace muster::ompt
