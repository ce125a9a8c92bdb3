#!/usr/bin/env bash
# Builds what the benchmark measures, then measures; docs/reports/benchmarks.md says
# what. With `train` as the first argument it is training alone that is
# measured, with `web` what runs in browsers beside other engines. `--help` lists
# the options.
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

scripts/setup.sh bench
if [[ ${1-} == web ]]; then
  shift
  install_peers
  echo "Building ..." >&2
  build web
  build wasm network_r_flavours
  node tests/bench/web/bench.mjs "$@"
  exit
fi
echo "Building ..." >&2
if [[ ${1-} == train ]]; then
  shift
  build bench
  node tests/bench/train/bench.mjs "$@"
  exit
fi
build bench whylight explain_bench train_bench gemm_bench
build wasm whylight_wasm
node tests/bench/bench.mjs "$@"
