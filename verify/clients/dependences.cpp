// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs of tasks that wait for each other, made while some of them run.
#include "clients/clients.h"
#include "clients/dependence_programs.h"

namespace muster::verify {
namespace {

constexpr Clause kOut0[] = {out(0)};
constexpr Clause kOut1[] = {out(1)};
constexpr Clause kIn0[] = {in(0)};
constexpr Clause kInBoth[] = {in(0), in(1)};
constexpr Clause kInThenSet[] = {in(0), inoutset(1)};
constexpr Clause kSet1[] = {inoutset(1)};
constexpr Clause kIn1[] = {in(1)};
constexpr Clause kAll[] = {all_memory()};

constexpr TaskOfGraph kChain[] = {{kOut0, 0b0, Starts::elsewhere}, {kOut0, 0b1}, {kOut0, 0b10}};
constexpr TaskOfGraph kJoin[] = {{kOut0, 0b0, Starts::elsewhere}, {kOut1, 0b0, Starts::elsewhere}, {kInBoth, 0b11}};
constexpr TaskOfGraph kFanOut[] = {{kOut0, 0b0, Starts::elsewhere}, {kIn0, 0b1}, {kIn0, 0b1}};
constexpr TaskOfGraph kDiamond[] = {{kOut0, 0b0, Starts::elsewhere}, {kIn0, 0b1}, {kIn0, 0b1}, {kOut0, 0b110}};
constexpr TaskOfGraph kCrossed[] = {
    {kOut0, 0b0, Starts::elsewhere}, {kOut1, 0b0, Starts::elsewhere}, {kInBoth, 0b11}, {kInBoth, 0b11}};
// The second of a set has what was before the set as its predecessors.
constexpr TaskOfGraph kSetOfWriters[] = {
    {kOut0, 0b0, Starts::elsewhere}, {kInThenSet, 0b1}, {kSet1, 0b0}, {kIn1, 0b110}};
constexpr TaskOfGraph kAroundAll[] = {{kOut0, 0b0, Starts::elsewhere}, {kAll, 0b1}, {kOut1, 0b10}};
constexpr TaskOfGraph kUndeferred[] = {{kOut0, 0b0, Starts::elsewhere}, {kIn0, 0b1, Starts::undeferred}, {kOut0, 0b11}};
constexpr TaskOfGraph kUndeferredJoin[] = {
    {kOut0, 0b0, Starts::elsewhere}, {kOut1, 0b0, Starts::elsewhere}, {kInBoth, 0b11, Starts::undeferred}};
constexpr TaskOfGraph kAtOnce[] = {
    {kOut0, 0b0, Starts::elsewhere}, {kIn0, 0b1, Starts::at_once_if_it_can}, {kOut0, 0b1}};

}  // namespace

void add_dependences(Programs& programs, bool deep) {
  const auto add = [&programs](const GraphOfTasks& graph) {
    programs.push_back(dependence_program("dependences", graph));
  };
  add({"chain", kChain});
  add({"join", kJoin});
  add({"fan_out", kFanOut});
  add({"diamond", kDiamond});
  add({"set_of_writers", kSetOfWriters});
  add({"all_memory", kAroundAll});
  add({"undeferred", kUndeferred});
  add({"at_once", kAtOnce});
  add({"undeferred_join", kUndeferredJoin});
  if (deep) {
    add({"crossed", kCrossed});
  }
}

}  // namespace muster::verify
