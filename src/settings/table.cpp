// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table: table.def expanded with the forms that it names.
#include "settings/table.h"

#include "settings/affinity_forms.h"
#include "settings/allocator.h"
#include "settings/barrier_forms.h"
#include "settings/lists.h"
#include "settings/numbers.h"
#include "settings/places.h"
#include "settings/texts.h"
#include "settings/words.h"

namespace muster::settings {

constexpr Row kRows[kVariableCount] = {
// The form comes last because commas of template arguments split it; meanings are for the documentation only.
#define MUSTER_SETTING(id, name, names, several, scope, status, expects, default_text, meaning, ...) \
  {name,                                                                                             \
   std::string_view(names).empty() ? std::string_view(name) : std::string_view(names),               \
   Several::several,                                                                                 \
   Scope::scope,                                                                                     \
   expects,                                                                                          \
   default_text,                                                                                     \
   form_of<__VA_ARGS__>()},
#include "settings/table.def"
#undef MUSTER_SETTING
};

bool has_all_name(Variable variable) {
  const Scope scope = row_of(variable).scope;
  return scope != Scope::global && scope != Scope::runtime && variable != Variable::default_device;
}

}  // namespace muster::settings
