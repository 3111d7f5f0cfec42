// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/loaded_as.h"

#include <dlfcn.h>
#include <link.h>

namespace muster::runtime {

std::string_view loaded_as() {
  dl_find_object self;
  return _dl_find_object(reinterpret_cast<void*>(&loaded_as), &self) == 0 ? std::string_view(self.dlfo_link_map->l_name)
                                                                          : std::string_view();
}

}  // namespace muster::runtime
