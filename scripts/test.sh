#!/usr/bin/env bash
# Runs every suite, or those that are named, and says how each fared:
#
#   scripts/test.sh [--full] [--all] [SUITE[+SUITE...]...]
#
# Suites with a plus between them run at the same time.
#
# Suites: lint native wasm web package, docs (what they say to type), soak (whether memory
# stays as it was), bench (the quick form of all benchmarks) and fuzz (every fuzzer for 20 s, with
# --full 60 s); with --full also asan, tsan (no race of threads), odr (no name has two definitions),
# tidy, mpi, reproducible (all is built twice, and is the same) and firefox (the page in it; skipped
# where it cannot be had), and WHYLIGHT_FULL=1, which lets the others do what takes longer.
# With --all, the suite package tries all bundlers and frameworks, and writes down what it found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# build PART [TARGET...]: once in a run, since most suites rest on the same few.
build() {
  local stamp
  stamp=$built/$(tr ' /' '--' <<<"$*")
  [[ -e $stamp ]] || { scripts/build.sh "$@" && touch "$stamp"; }
}

# test_files FILE...: as many at a time as there are processors. Node would leave one of
# them idle, which of two is half.
test_files() { node --test --test-concurrency="$(nproc)" "$@"; }

suite_lint() { scripts/lint.sh; }
suite_tidy() { scripts/lint.sh --tidy; }
suite_native() {
  build native && ctest --preset native --parallel "$(nproc)" &&
    test_files tests/cli/*.test.mjs
}
suite_docs() {
  build native whylight && build wasm whylight_modules &&
    test_files tests/docs/*.test.mjs
}
suite_bench() {
  # The last checks what we export with one of the engines that we compare with.
  build native benchmarks whylight && scripts/bench.sh --quick &&
    scripts/bench.sh train --quick && scripts/bench.sh web --quick &&
      scripts/bench.sh web --profile --quick &&
    scripts/bench.sh questions --quick && test_files tests/cli/export.test.mjs
}
suite_fuzz() {
  local seconds=20
  [[ ! ${WHYLIGHT_FULL:-} ]] || seconds=60
  test_files tests/fuzz/*.test.mjs && node scripts/fuzz.mjs --seconds "$seconds"
}
suite_mpi() {
  build native whylight &&
    build mpi whylight mpi_tests && ctest --preset mpi &&
    test_files tests/mpi/*.test.mjs
}
suite_asan() { build native-asan && ctest --preset native-asan; }
suite_tsan() { build native-tsan && ctest --preset native-tsan; }
suite_odr() { build native-odr; }
suite_wasm() {
  if [[ ${WHYLIGHT_FULL:-} ]]; then
    build wasm && ctest --preset wasm
  else
    # The same C++ tests run natively, and golden files compare the two.
    build wasm whylight_modules
  fi &&
    node --experimental-vm-modules node_modules/jest/bin/jest.js --selectProjects wasm
}
suite_web() {
  build web &&
    node --experimental-vm-modules node_modules/jest/bin/jest.js --selectProjects web &&
    node_modules/.bin/playwright test --config tests/web/playwright.config.ts
}
suite_firefox() {
  scripts/setup.sh firefox || echo "Without Firefox its tests are skipped." >&2
  build web && test_files tests/firefox/*.test.mjs
}
suite_soak() {
  local amount=()
  [[ ${WHYLIGHT_FULL:-} ]] || amount=(--quick)
  build wasm whylight_modules && build web &&
    node --expose-gc tests/soak/soak.mjs "${amount[@]}"
}
suite_reproducible() { scripts/reproducible.sh; }
suite_package() {
  build wasm whylight_modules && build native whylight &&
    test_files tests/package/
}

usage() {
  echo "usage: scripts/test.sh [--full] [--all] [lint|native|wasm|web|package|docs|soak|bench|fuzz|asan|tsan|odr|tidy|mpi|reproducible|firefox]..." >&2
  exit 2
}

full=false
suites=()
for argument in "$@"; do
  case "$argument" in
    --full) full=true ;;
    --all) export WHYLIGHT_EXAMPLES=all ;;
    -*) usage ;;
    *)
      for suite in ${argument//+/ }; do
        [[ $(type -t "suite_$suite") == function ]] || usage
      done
      suites+=("$argument")
      ;;
  esac
done
if [[ $full == true ]]; then
  export WHYLIGHT_FULL=1
fi
if ((${#suites[@]} == 0)); then
  if [[ $full == true ]]; then
    suites=(native tidy+wasm asan tsan odr mpi web firefox package+docs reproducible soak bench fuzz)
  else
    # What runs together leaves a processor idle by itself.
    suites=(native lint+wasm web package+docs soak+bench fuzz)
  fi
fi

# A suite that is interrupted must not be followed by the next.
# stop STATUS: the suites are processes of this group, as is npm, which began it.
stop() {
  trap '' TERM
  kill 0
  exit "$1"
}
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 143' TERM

logs=build/test-logs
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
mkdir -p "$logs"
table=()
passed=0
failed=0

# begin SUITE: runs it, and keeps what it printed and how it fared.
begin() {
  local name=$1 start=$EPOCHREALTIME status=0 tenths cpu
  local TIMEFORMAT="%1U + %1S"
  cpu=$({ time "suite_$name" >"$logs/$name.log" 2>&1 </dev/null; } 2>&1) || status=$?
  tenths=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/}) / 100000))
  printf '%d %d %s\n' "$status" "$tenths" "$cpu" >"$built/result-$name"
}

# report SUITE: what it printed is shown whole if it failed, else not.
report() {
  local name=$1 status tenths cpu result
  read -r status tenths cpu <"$built/result-$name"
  if ((status == 0)); then
    passed=$((passed + 1))
    result=passed
    printf '%-12s passed\n' "$name"
  else
    failed=$((failed + 1))
    result=FAILED
    printf '%-12s FAILED (exit %d)\n' "$name" "$status"
    cat "$logs/$name.log"
  fi
  table+=("$(printf '%-12s %-7s %5d.%d s  %s' "$name" "$result" \
    $((tenths / 10)) $((tenths % 10)) "$cpu")")
}

if scripts/setup.sh; then
  for group in "${suites[@]}"; do
    IFS=+ read -ra together <<<"$group"
    printf '%-12s ...\n' "${together[@]}"
    # All in the background: bash does not look at signals until what runs before it ends.
    for suite in "${together[@]}"; do begin "$suite" & done
    wait
    for suite in "${together[@]}"; do report "$suite"; done
  done
else
  failed=1
  table+=("setup        FAILED")
fi

printf '\n'
printf '%-20s %7s  %s\n' '' wall 'user + system'
printf '%s\n' "${table[@]}"
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
