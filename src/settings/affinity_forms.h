// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of libomp's variables about CPUs: KMP_AFFINITY, KMP_HW_SUBSET and KMP_TEAMS_PROC_BIND. Syntax only.
#pragma once

#include "settings/form.h"
#include "settings/words.h"

namespace muster::settings {

// [modifier,...] type [,permute [,offset]], as documented for libomp. A type that stands for nothing else may be missing.
Outcome read_affinity_policy(const Input& input, AffinityPolicy& target);
template <auto Member>
struct AffinityPolicyForm {
  static Outcome read(const Input& input, Settings& settings) {
    return read_affinity_policy(input, field<Member>(settings));
  }
  static void show(const Shown& shown, LineWriter& line) {
    line.add_printable(field<Member>(shown.settings).text.view());
  }
};

// [":"] part {"," part}, part = [count | "*"] unit ["@" offset] [":" attribute]; the leading colon makes the counts absolute.
struct HwSubsetForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

inline constexpr Word kTeamsBindWords[] = {{"SPREAD", static_cast<std::uint8_t>(ProcBind::spread)},
                                           {"CLOSE", static_cast<std::uint8_t>(ProcBind::close)},
                                           {"PRIMARY", static_cast<std::uint8_t>(ProcBind::primary)},
                                           {"MASTER", static_cast<std::uint8_t>(ProcBind::primary)}};

}  // namespace muster::settings
