// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/choice.h"

namespace muster::simulate {
namespace {

barriers::Use use_of(Construct construct) {
  switch (construct) {
    case Construct::barrier: return barriers::Use::plain;
    case Construct::reduction: return barriers::Use::reduction;
    case Construct::region: break;
  }
  return barriers::Use::fork_join;
}

barriers::Placement seen(Placement placement) {
  switch (placement) {
    case Placement::close: return barriers::Placement::close;
    case Placement::spread: return barriers::Placement::spread;
    case Placement::unbound: break;
  }
  return barriers::Placement::unbound;
}

}  // namespace

barriers::Choice choice_for(Construct construct, const Course& course) {
  barriers::Situation now;
  now.threads = course.threads;
  now.cpus = course.machine->cpus();
  now.placement = seen(course.placement);
  return barriers::choose(use_of(construct), now);
}

}  // namespace muster::simulate
