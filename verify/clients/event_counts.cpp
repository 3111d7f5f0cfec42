// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clients/event_counts.h"

#include "clients/clients.h"

namespace muster::verify {

void add_event_counts(Programs& programs, bool deep) {
  using Taken = TakenFromQueue<locks::EventCount<Checked>>;
  programs.push_back(Taken(2, 1, 2).program());
  programs.push_back(Taken(3, 2, 2).program());
  if (deep) {
    programs.push_back(Taken(3, 1, 2).program());
    programs.push_back(Taken(3, 2, 4).program());
    programs.push_back(Taken(4, 2, 2).program());
  }
}

}  // namespace muster::verify
