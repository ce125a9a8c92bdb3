#!/usr/bin/env bash
# Checks format, lint rules and types. With --tidy, clang-tidy as well (minutes).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/sources.sh

tidy=false
case "$#:${1-}" in
  0:) ;;
  1:--tidy) tidy=true ;;
  *)
    echo "usage: scripts/lint.sh [--tidy]" >&2
    exit 2
    ;;
esac

scripts/setup.sh

failed=()
# check NAME COMMAND...: runs on after a failure, so that one run shows all.
check() {
  local name=$1
  shift
  echo "== $name"
  "$@" || failed+=("$name")
}

check_cpp_format() {
  cpp_sources | xargs -0 clang-format --dry-run -Werror --ferror-limit=1
}

# A clone keeps git's mode, not the one of the folder where a script was tried.
check_scripts_are_executable() {
  local plain
  plain=$(git grep -lI -e '^#!.*bash' -- '*.sh' .ci |
    xargs git ls-files --stage | awk '$1 != "100755"')
  [[ -z $plain ]] || { printf 'not executable: %s\n' "$plain" >&2 && return 1; }
}

# Two types of one name, each in files of its own, make a program that means one of
# them by both. The suite odr finds all such, but only with the time to link it whole.
check_types_have_names_of_their_own() {
  local twice
  twice=$(git grep -hE '^(enum class|enum|class|struct|union) [A-Za-z0-9]+([^;A-Za-z0-9]|$)' -- 'core/*.h' |
    sed -E 's/^(enum class|enum|class|struct|union) ([A-Za-z0-9]+).*/\2/' | sort | uniq -d)
  [[ -z $twice ]] || { printf 'two types: %s\n' "$twice" >&2 && return 1; }
}

# One compile command per file: the core is compiled a second time in double
# precision, where there is nothing new to find.
write_tidy_database() {
  {
    cmake --preset native -B build/tidy/native -DWHYLIGHT_QUICK_BUILD=OFF &&
      # A source that a build writes.
      cmake --build build/tidy/native --target whylight_git_revision
  } >build/tidy/configure.log ||
    { cat build/tidy/configure.log && return 1; }
  node --input-type=module - <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
const commands = new Map();
const database = readFileSync('build/tidy/native/compile_commands.json', 'utf8');
for (const entry of JSON.parse(database)) {
  if (!commands.has(entry.file)) commands.set(entry.file, entry);
}
writeFileSync(
  'build/tidy/compile_commands.json',
  JSON.stringify([...commands.values()]),
);
writeFileSync('build/tidy/files', [...commands.keys()].join('\0'));
JS
}

run_clang_tidy() {
  mkdir -p build/tidy
  write_tidy_database &&
    xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/tidy --quiet \
      <build/tidy/files 2> >(grep -v ' warnings\? generated\.$' >&2)
}

tsc=node_modules/.bin/tsc
check 'executable scripts' check_scripts_are_executable
check clang-format check_cpp_format
check 'names of types' check_types_have_names_of_their_own
check prettier node_modules/.bin/prettier --check --log-level warn .
check 'error codes' node scripts/error-codes.mjs --check
check 'model cards' node scripts/model-cards.mjs --check
# The page and its tests see the package as its users do: through the
# declarations it builds.
check 'tsc wasm' scripts/build.sh types
check 'tsc web' "$tsc" --project web --noEmit
check 'tsc tests/web' "$tsc" --project tests/web --noEmit
check 'tsc tools' "$tsc" --project .
check eslint node_modules/.bin/eslint --max-warnings 0 .
check 'API references' scripts/docs.sh
check 'links of docs' node --test tests/docs/links.test.mjs
if [[ $tidy == true ]]; then
  check clang-tidy run_clang_tidy
fi

if ((${#failed[@]} > 0)); then
  echo "lint: failed: ${failed[*]}" >&2
  exit 1
fi
echo "lint: all clean"
