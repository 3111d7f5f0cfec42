// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of teams/: the only place where parts meet. Fork and join, the team's barrier, worksharing.
#pragma once

#include "teams/barrier.h"
#include "teams/binding.h"
#include "teams/cancellation.h"
#include "teams/conditions.h"
#include "teams/current.h"
#include "teams/doacross.h"
#include "teams/fork_join.h"
#include "teams/helpers.h"
#include "teams/initial_team.h"
#include "teams/member.h"
#include "teams/observed_league.h"
#include "teams/observed_region.h"
#include "teams/observed_work.h"
#include "teams/reduction.h"
#include "teams/root.h"
#include "teams/shared_memory.h"
#include "teams/single.h"
#include "teams/team.h"
#include "teams/team_size.h"
#include "teams/work_sharing.h"
