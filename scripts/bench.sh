#!/usr/bin/env bash
# Builds what the benchmark measures, then measures; docs/reports/benchmarks.md says
# what. With `train` as the first argument it is training alone that is
# measured, with `web` what runs in browsers beside other engines, with `questions`
# search beside other libraries. `--help` lists the options. With `--quick` all of
# it runs for a moment, beside those engines
# that are installed; without, those that are missing are installed first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# build PART TARGET...: the output is shown only if it fails.
build() {
  if ! scripts/build.sh "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "bench: $1 could not be built" >&2
    exit 1
  fi
}

# The engines that we compare with, which nothing else needs.
install_peers() {
  local lock=tests/bench/package-lock.json
  local stamp=tests/bench/node_modules/.installed-lock.json
  if cmp --silent "$lock" "$stamp"; then
    return
  fi
  echo "Installing the engines to compare with ..." >&2
  npm ci --prefix tests/bench --ignore-scripts --no-audit --no-fund \
    --loglevel=error >"$log" 2>&1 </dev/null || {
    cat "$log" >&2
    echo "bench: the engines to compare with could not be installed" >&2
    exit 1
  }
  cp "$lock" "$stamp"
}

part=
case "${1-}" in
  train | web | questions)
    part=$1
    shift
    ;;
esac
bench=tests/bench/${part:+$part/}bench.mjs
# Help needs no build, except in a fresh clone, where what prints it imports what is not there yet.
if [[ " $* " =~ \ (--help|-h)\  ]] && node "$bench" "$@" 2>/dev/null; then exit; fi
if [[ ! " $* " =~ \ (--quick|--help|-h)\  ]]; then
  scripts/setup.sh bench
  if [[ $part == web || $part == questions ]]; then install_peers; fi
  # Looks again for what was installed since.
  if [[ -f build/native/build.ninja ]]; then cmake --preset native >/dev/null; fi
fi
echo "Building ..." >&2
case "$part" in
  web)
    build web
    build wasm network_r_flavours
    ;;
  questions)
    build wasm whylight_modules
    ;;
  train)
    build native whylight train_step_bench
    ;;
  *)
    build native whylight explain_bench train_bench gemm_bench
    build wasm whylight_modules
    ;;
esac
node "$bench" "$@"
