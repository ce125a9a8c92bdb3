#!/usr/bin/env bash
# Installs what building and testing need, and only what is missing: Debian
# packages, then npm's. Runs in a moment when there is nothing to do.
#
#   scripts/setup.sh          everything but what only these three need:
#   scripts/setup.sh bench    what benchmarks are compared with
#   scripts/setup.sh firefox  the other browser that the page is tested in
#   scripts/setup.sh mpi      training on several processes
#   scripts/setup.sh native   only what the native program needs
#   scripts/setup.sh packages installs nothing, and names the Debian packages that
#                             what we publish is built with
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

native_packages=(
  g++ cmake ninja-build
  libeigen3-dev nlohmann-json3-dev libcli11-dev libfmt-dev libhwy-dev zlib1g-dev
  libssl-dev liblinear-dev libgtest-dev libbenchmark-dev
)
native_commands=(g++ cmake ninja)
all_packages=(
  "${native_packages[@]}"
  emscripten chromium-headless-shell clang-format clang-tidy doxygen
  clang libclang-rt-dev lld
)
all_commands=("${native_commands[@]}" em++ chromium-headless-shell
  clang-format clang-tidy doxygen clang++ ld.lld)
mpi_packages=("${all_packages[@]}" openmpi-bin libopenmpi-dev)
bench_packages=("${all_packages[@]}" libopenblas-dev)

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# Runs a command quietly; what it printed is shown only when it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then
    cat "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

missing_packages() {
  local package
  for package in "$@"; do
    if [[ $installed != *$'\n'"$package installed"$'\n'* ]]; then
      printf '%s\n' "$package"
    fi
  done
}

install_packages() {
  local installed missing
  installed=$'\n'$(dpkg-query --show \
    --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)$'\n'
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    return
  fi

  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      die "these Debian packages are missing, and without root or sudo they" \
        "cannot be installed: ${missing[*]}"
    fi
    as_root=(sudo)
    # Asks for a password, if need be, before the output goes to a log.
    sudo -n true 2>/dev/null || sudo -v || die "sudo was refused; as root: apt-get install ${missing[*]}"
  fi
  say "installing ${missing[*]} (the first time this takes a few minutes)"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
    -o DPkg::Lock::Timeout=300)
  # A source that cannot be reached may not be the one that is needed.
  quietly "${apt[@]}" update || say "apt-get update failed; trying all the same"
  quietly "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install: ${missing[*]}"
}

# On other systems we can only say what is needed.
check_commands() {
  local command missing=()
  for command in "$@"; do
    command -v "$command" >/dev/null || missing+=("$command")
  done
  if ((${#missing[@]} > 0)); then
    die "this is not Debian, and these programs are missing: ${missing[*]}." \
      "Install what corresponds to these Debian packages: ${packages[*]}"
  fi
}

# The releases that every npm package runs on which we build and test with.
check_node() {
  local wanted="Node 20.19, 22.13, or 24 or newer" version major minor
  version=$(node --version 2>/dev/null) || die "$wanted was not found"
  IFS=v. read -r _ major minor _ <<<"$version"
  if ! ((major == 20 && minor >= 19 || major == 22 && minor >= 13 || major >= 24)); then
    die "$wanted is needed; found $version"
  fi
}

install_npm_packages() {
  local lock=package-lock.json stamp=node_modules/.installed-lock.json
  if cmp --silent "$lock" "$stamp"; then
    return
  fi
  command -v npm >/dev/null || die "npm was not found; it comes with Node"
  say "installing the npm packages"
  # No package needs its install script, and the tests use Debian's Chromium.
  quietly env PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts \
    --no-audit --no-fund --loglevel=error || die "npm ci failed"
  cp "$lock" "$stamp"
}

case "$#:${1-}" in
  0:)
    packages=("${all_packages[@]}")
    commands=("${all_commands[@]}")
    ;;
  1:bench)
    packages=("${bench_packages[@]}")
    commands=("${all_commands[@]}")
    ;;
  1:firefox)
    packages=("${all_packages[@]}" firefox-esr)
    commands=("${all_commands[@]}" firefox)
    ;;
  1:mpi)
    packages=("${mpi_packages[@]}")
    commands=("${all_commands[@]}" mpirun)
    ;;
  1:packages)
    printf '%s\n' "${native_packages[@]}" emscripten
    exit
    ;;
  1:native)
    packages=("${native_packages[@]}")
    commands=("${native_commands[@]}")
    ;;
  *)
    echo "usage: scripts/setup.sh [bench|firefox|mpi|native|packages]" >&2
    exit 2
    ;;
esac

# First, since npm is not among what is installed here.
if [[ ${1-} != native ]]; then check_node; fi

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  install_packages "${packages[@]}"
else
  check_commands "${commands[@]}"
fi

if [[ ${1-} != native ]]; then install_npm_packages; fi
