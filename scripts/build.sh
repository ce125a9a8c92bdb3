#!/usr/bin/env bash
# Builds one part of the house, and only what changed:
#
#   scripts/build.sh native [TARGET...]   build/native
#   scripts/build.sh native-asan          build/native-asan
#   scripts/build.sh native-tsan          build/native-tsan, the tests with threads
#   scripts/build.sh native-odr           build/native-odr: links the program as a
#                                         whole, which finds names with two
#                                         definitions
#   scripts/build.sh native-fuzz [TARGET...]
#                                         build/native-fuzz, the fuzzers
#   scripts/build.sh mpi [TARGET...]      build/mpi, the program for mpirun
#   scripts/build.sh wasm [TARGET...]     wasm/dist, the npm package's code
#   scripts/build.sh types                only the declarations and JavaScript of it
#   scripts/build.sh web                  web/dist, after the wasm it rests on
#
# With the wasm goes build/build-report.json, which says what it was built with.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# npm puts its programs before all others, and emcc would run their newer
# wasm-opt in place of its own, whose answers alone it understands.
IFS=: read -ra folders <<<"$PATH"
others=()
for folder in "${folders[@]}"; do
  # A symbolic link gives this folder a second name.
  [[ $folder == */node_modules/.bin && ${folder%/node_modules/.bin} -ef . ]] ||
    others+=("$folder")
done
PATH=$(IFS=: && echo "${others[*]}")

usage() {
  echo "usage: scripts/build.sh native|native-fuzz|mpi|wasm [TARGET...] | native-asan | native-tsan | native-odr | types | web" >&2
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

# shrink_wasm BUILT PUBLISHED [PASS...]: a newer optimiser finds more than emcc's
# own did. Told of all features, it would write what no engine reads yet.
shrink_wasm() {
  local built=build/wasm/wasm/$1 published=wasm/dist/$2
  if [[ ! -e $built ]]; then
    echo "build: $built is missing; scripts/build.sh wasm whylight_modules builds it" >&2
    return 1
  fi
  [[ $built -nt $published ]] || return 0
  node_modules/.bin/wasm-opt --enable-{simd,relaxed-simd,bulk-memory} \
    --enable-{sign-ext,mutable-globals,nontrapping-float-to-int} \
    "${@:3}" "$built" -o "$published.new"
  # On a full disk the optimiser writes what it can, and ends with 0.
  if ! is_wasm "$published.new"; then
    echo "build: $published.new is not whole; is the disk full?" >&2
    return 1
  fi
  mv "$published.new" "$published"
}

is_wasm() {
  node -e 'process.exit(WebAssembly.validate(fs.readFileSync(process.argv[1])) ? 0 : 1)' "$1"
}

# shrink_core BUILT PUBLISHED: what every page waits for is worth a minute more.
# Written flat and built up anew, and functions made for how they are called, the
# code is a fortieth smaller.
shrink_core() {
  shrink_wasm "$1" "$2" --low-memory-unused --flatten --rereloop -Oz --monomorphize \
    -Oz -Oz --converge
}

# side_by_side COMMAND...: begins it, once a processor is idle. The optimiser has one for
# itself.
begun=()
side_by_side() {
  # Whether one failed is asked when all have ended.
  while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n || true; done
  "$@" &
  begun+=($!)
}

# wait_for_all: fails if one of them did.
wait_for_all() {
  local job status=0
  for job in "${begun[@]}"; do wait "$job" || status=$?; done
  return "$status"
}

# relax_core PUBLISHED RELAXED: made of what was shrunk, it need not be shrunk again.
relax_core() {
  local published=wasm/dist/$1 relaxed=wasm/dist/$2
  [[ $published -nt $relaxed || scripts/relax-wasm.mjs -nt $relaxed ]] || return 0
  node scripts/relax-wasm.mjs "$published" "$relaxed"
}

# Suites that run together come here at the same time.
build_types() {
  mkdir -p build/wasm wasm/dist
  (
    flock 9
    # What is remembered of the last time says nothing of files that were deleted since.
    local remembered=build/wasm/package.tsbuildinfo
    [[ -e wasm/dist/bin.js ]] || rm -f "$remembered"
    node_modules/.bin/tsc --project wasm --incremental --tsBuildInfoFile "$remembered"
  ) 9>build/types.lock
}

build_wasm() {
  mkdir -p build wasm/dist
  # Else suites that run together would shrink the same files at once.
  (
    flock 9
    build_preset wasm "$@"
    local module flavour
    side_by_side shrink_core whylight-core.wasm whylight-core.wasm
    for flavour in scalar integer; do
      side_by_side shrink_core "$flavour/whylight-core.wasm" "whylight-core.$flavour.wasm"
    done
    for module in questions classifier pairs tagger reader recommender layers reasons; do
      side_by_side shrink_wasm "whylight-$module.wasm" "whylight-$module.wasm" -Oz -Oz
    done
    wait_for_all
    relax_core whylight-core.wasm whylight-core.relaxed.wasm
    for module in core reasons classifier questions pairs tagger reader recommender layers; do
      node scripts/minify.mjs "build/wasm/wasm/whylight-$module.mjs" wasm/dist
    done
    build_types
    node scripts/build-report.mjs
  ) 9>build/modules.lock
}

part=${1-}
[[ -n $part ]] || usage
shift
case "$part" in
  native)
    scripts/setup.sh native
    build_preset native "$@"
    ;;
  native-fuzz)
    scripts/setup.sh
    build_preset native-fuzz "$@"
    ;;
  mpi)
    scripts/setup.sh mpi
    build_preset mpi "$@"
    ;;
  wasm)
    scripts/setup.sh
    build_wasm "$@"
    ;;
  native-asan | native-tsan | native-odr | types | web)
    (($# == 0)) || usage
    scripts/setup.sh
    case "$part" in
      native-asan | native-odr) build_preset "$part" ;;
      native-tsan) build_preset "$part" files_tests train_tests ;;
      types) build_types ;;
      web)
        build_wasm whylight_modules
        node_modules/.bin/vite build web
        ;;
    esac
    ;;
  *) usage ;;
esac
