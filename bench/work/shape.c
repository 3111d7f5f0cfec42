// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work.h"

const char* const kShapeNames[kShapes] = {"balanced", "one", "random", "alternating"};
const char* const kConstructNames[kConstructs] = {"barrier", "region", "static", "dynamic", "guided", "tasks"};
const char* const kKindNames[kKinds] = {"arithmetic", "memory"};

int parts_of(enum construct construct) {
  switch (construct) {
    case kStatic:
    case kDynamic:
    case kGuided: return 16;
    case kTasks: return 4;
    default: return 1;
  }
}

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
static unsigned long mixed(unsigned long x) {
  x += 0x9e3779b97f4a7c15UL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
  return x ^ (x >> 31);
}

long units_of(const struct cell* cell, long phase, int thread) {
  const long units = cell->units;
  switch (cell->shape) {
    case kOne: return thread == cell->threads - 1 ? 2 * units : units;
    case kRandom: {
      const unsigned long dice =
          mixed(cell->seed ^ mixed((unsigned long)phase * kMostThreads + (unsigned long)thread)) >> 11;
      return (long)((double)dice * 0x1p-53 * (double)(2 * units + 1));
    }
    case kAlternating: return phase % 2 == 0 ? units + units * 4 / 5 : units - units * 4 / 5;
    default: return units;
  }
}

long part_units(const struct cell* cell, long phase, long part) {
  const int parts = parts_of(cell->construct);
  const long units = units_of(cell, phase, (int)(part / parts));
  return units / parts + (part % parts < units % parts);
}

struct ideal ideal_of(const struct cell* cell, long phases, double share) {
  const int parts = parts_of(cell->construct);
  // A static schedule deals whole threads' worths; the others deal parts to the thread that is free.
  const int divided = cell->construct == kStatic ? 1 : parts;
  const double lanes = share < (double)cell->threads ? share : (double)cell->threads;
  double ideal = 0.0;
  double longest = 0.0;
  double sum = 0.0;
  for (long phase = 0; phase < phases; ++phase) {
    long most = 0;
    long all = 0;
    for (int thread = 0; thread < cell->threads; ++thread) {
      const long units = units_of(cell, phase, thread);
      most = units > most ? units : most;
      all += units;
    }
    const long piece = (most + divided - 1) / divided;
    const double shared = (double)all / lanes;
    ideal += (double)piece > shared ? (double)piece : shared;
    longest += (double)most;
    sum += (double)all;
  }
  const double ns = phases > 0 ? 1e3 / cell->units_per_us / (double)phases : 0.0;
  return (struct ideal){.ns = ideal * ns, .longest_ns = longest * ns, .sum_ns = sum * ns};
}

long phases_for(const struct cell* cell, double budget_ms, double share) {
  enum { kSeen = 64, kLeast = 20, kLeastOfLong = 4 };
  const double budget_ns = budget_ms * 1e6;
  // An estimate of what a construct costs: half a microsecond, or two for each thread where they have to take turns; and 50 ns
  // to hand out a part.
  const double construct_ns = (double)cell->threads <= share ? 500.0 : 2000.0 * cell->threads;
  const double overhead_ns = construct_ns + 50.0 * (parts_of(cell->construct) - 1) * cell->threads;
  const double phase_ns = ideal_of(cell, kSeen, share).ns + overhead_ns;
  double phases = budget_ns / phase_ns;
  // Few phases are noise, but many long ones take minutes: 20, unless that is 4 times the budget.
  if (phases < kLeast) {
    phases = 4.0 * budget_ns / phase_ns;
    phases = phases > kLeast ? kLeast : phases < kLeastOfLong ? kLeastOfLong : phases;
  }
  return ((long)phases + 1) / 2 * 2;  // even: long and short phases in turn have their mean
}
