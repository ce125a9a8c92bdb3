#!/usr/bin/env bash
# Builds what the benchmark measures, then measures; docs/benchmarks.md says
# what. With `train` as the first argument it is training alone that is
# measured. `--help` lists the options.
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

scripts/setup.sh bench
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
