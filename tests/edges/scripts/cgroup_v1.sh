#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a command inside a v1 control group of its own: cgroup_v1.sh CONTROLLER FILE=VALUE... -- COMMAND...
# Leaves with status 77 and a reason if this machine or user cannot make one.
set -eu

controller=$1
shift
hierarchy=/sys/fs/cgroup/$controller
[ -d "$hierarchy" ] && [ -f "$hierarchy/cgroup.procs" ] || {
  echo "skipped: no v1 hierarchy of the $controller controller at $hierarchy"
  exit 77
}
# Below the group that this process is in: that is where a container may write.
own=$(sed -n "s/^[0-9]*:\([^:]*,\)*$controller\(,[^:]*\)*:\(.*\)/\3/p" /proc/self/cgroup)
group=$hierarchy${own%/}/muster-test-$$
mkdir "$group" 2>/dev/null || {
  echo "skipped: cannot make the control group $group (not permitted)"
  exit 77
}
trap 'rmdir "$group" 2>/dev/null || true' EXIT
while [ "$1" != -- ]; do
  echo "${1#*=}" >"$group/${1%%=*}" || {
    echo "skipped: cannot set $1 in $group"
    exit 77
  }
  shift
done
shift

status=0
sh -c 'echo $$ >"$1" && shift && exec "$@"' sh "$group/cgroup.procs" "$@" || status=$?
exit "$status"
