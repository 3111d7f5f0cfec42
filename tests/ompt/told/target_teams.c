// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leagues inside of target regions have an initial task for each team, in which regions are met. In code of Clang there is a region of one thread
// in each of them beside. The initial task of the program itself counts too.
// told: parallel_begin 1 2
// told: parallel_end 1 2
// told gcc: parallel_begin 0 6
// told gcc: implicit_task 1 19
// told gcc: implicit_task 2 19
// told clang: parallel_begin 0 12
// told clang: implicit_task 1 25
// told clang: implicit_task 2 25
#include <omp.h>

enum { kTeams = 3, kLeagues = 2 };

int main(void) {
  int sum = 0;
  for (int i = 0; i < kLeagues; ++i) {
#pragma omp target teams num_teams(kTeams) thread_limit(2) map(tofrom : sum)
    {
      int team = omp_get_team_num();
#pragma omp parallel num_threads(2) firstprivate(team)
      {
#pragma omp atomic
        sum += team;
      }
    }
  }
  return sum == kLeagues * 6 ? 0 : 1;
}
