#!/usr/bin/env bash
# Builds one part of the house, and only what changed:
#
#   scripts/build.sh native [TARGET...]   build/native
#   scripts/build.sh native-asan          build/native-asan
#   scripts/build.sh mpi [TARGET...]      build/mpi, the program for mpirun
#   scripts/build.sh bench [TARGET...]    build/bench
#   scripts/build.sh wasm [TARGET...]     wasm/dist, the npm package's code
#   scripts/build.sh web                  web/dist, after the wasm it rests on
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: scripts/build.sh native|mpi|bench|wasm [TARGET...] | native-asan | web" >&2
  exit 2
}

# build_preset PRESET [TARGET...]
build_preset() {
  local preset=$1
  shift
  mkdir -p build
  # Two builds at a time in one folder would trip over each other.
  (
    flock 9
    if [[ ! -f build/$preset/build.ninja ]]; then
      cmake --preset "$preset"
    fi
    if (($# > 0)); then
      cmake --build "build/$preset" --target "$@"
    else
      cmake --build "build/$preset"
    fi
  ) 9>"build/$preset.lock"
}

build_wasm() {
  build_preset wasm "$@"
  mkdir -p wasm/dist
  local module
  for module in core reasons layers; do
    cmake -E copy_if_different "build/wasm/wasm/whylight-$module.wasm" wasm/dist
    node scripts/minify.mjs "build/wasm/wasm/whylight-$module.mjs" wasm/dist
  done
  cmake -E copy_if_different build/wasm/wasm/whylight-core.relaxed.wasm wasm/dist
  cmake -E copy_if_different build/wasm/wasm/scalar/whylight-core.wasm \
    wasm/dist/whylight-core.scalar.wasm
  node_modules/.bin/tsc --project wasm
}

part=${1-}
[[ -n $part ]] || usage
shift
case "$part" in
  native)
    scripts/setup.sh native
    build_preset native "$@"
    ;;
  mpi | bench)
    scripts/setup.sh "$part"
    build_preset "$part" "$@"
    ;;
  wasm)
    scripts/setup.sh
    build_wasm "$@"
    ;;
  native-asan | web)
    (($# == 0)) || usage
    scripts/setup.sh
    case "$part" in
      native-asan) build_preset native-asan ;;
      web)
        build_wasm whylight_modules
        node_modules/.bin/vite build web
        ;;
    esac
    ;;
  *) usage ;;
esac
