// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of what is loaded, by a name that finds it again.
#pragma once

#include <limits.h>
#include <link.h>
#include <sys/types.h>
#include <unistd.h>

namespace muster::platform {

struct LoadedFile {
  // `as_found` is what dladdr() says. For the program itself that is the word that it was started by, which leads nowhere from another folder, or where the program was found
  // in PATH; the loader has no name for it.
  LoadedFile(const link_map& map, const char* as_found) : name(as_found) {
    if (map.l_name != nullptr && map.l_name[0] != '\0') {
      return;
    }
    const ssize_t length = readlink("/proc/self/exe", path_, sizeof path_ - 1);
    if (length > 0) {
      path_[length] = '\0';
      name = path_;
    }
  }

  const char* name;

 private:
  char path_[PATH_MAX];
};

}  // namespace muster::platform
