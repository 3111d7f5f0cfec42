# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=sh
# What ./demo and ./check share: names what is missing on a Debian 12, installs it, and builds. Sourced from the top of
# the source tree.

say() { printf '%s\n' "$*"; }

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 2
}

# The names in package lists, without comments.
listed() { sed 's/#.*//' "$@" | tr -s ' \t' '\n' | sed '/^$/d'; }

# install_packages LIST...: installs the Debian packages of the lists that are missing.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "this needs Debian 12 (or a relative with apt). Elsewhere install what $* name and use the CMake presets."
  fi
  missing=''
  for package in $(listed "$@"); do
    status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
    case $status in
      ii*) ;;
      *) missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0

  say "Missing Debian packages:$missing"
  if [ "$(id -u)" -eq 0 ]; then
    as_root=''
  elif command -v sudo >/dev/null; then
    as_root='sudo'
  else
    die "not root and no sudo. As root run: apt-get install$missing"
  fi
  say "Installing them ..."
  # shellcheck disable=SC2086  # word splitting is meant: $as_root may be empty, $missing is a list
  {
    $as_root apt-get -o DPkg::Lock::Timeout=300 update -qq || say "apt-get update failed; trying with the lists at hand"
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
      install -y -qq --no-install-recommends $missing </dev/null >build/apt.log 2>&1 ||
      { tail -n 20 build/apt.log >&2; die "apt-get could not install:$missing (see build/apt.log)"; }
  }
}

# install_python_packages LIST...: makes build/venv and installs the PyPI packages of the lists into it.
install_python_packages() {
  if ! build/venv/bin/python3 -m pip --version >/dev/null 2>&1; then
    say "Making a Python environment in build/venv ..."
    rm -rf build/venv
    python3 -m venv build/venv || die "python3 -m venv failed; is python3-venv installed?"
  fi
  wanted=$(listed "$@" | sort)
  stamp=build/venv/installed-$(printf '%s\n' "$wanted" | cksum | cut -d ' ' -f 1)
  [ -e "$stamp" ] && return 0
  # shellcheck disable=SC2086  # a list, on one line
  say "Installing Python packages into build/venv:" $wanted
  # shellcheck disable=SC2086
  build/venv/bin/python3 -m pip --disable-pip-version-check install --quiet --no-input $wanted ||
    die "pip could not install them; it needs to reach PyPI (or a mirror set by PIP_INDEX_URL)"
  : >"$stamp"
}

# The number of CPUs that this process may use.
jobs() { nproc; }
