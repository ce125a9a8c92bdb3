#!/usr/bin/env bash
# Builds the native program, then trains and measures what the published tables
# tell: scripts/reproduce/reproduce.mjs, whose --help lists the options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

reproduce=scripts/reproduce/reproduce.mjs
# Of these none runs the program.
if [[ " $* " =~ \ (--help|-h|--list|--table)\  ]]; then exec node "$reproduce" "$@"; fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
scripts/setup.sh native </dev/null
echo "Building ..." >&2
if ! scripts/build.sh native whylight >"$log" 2>&1 </dev/null; then
  cat "$log" >&2
  echo "reproduce: the native program could not be built" >&2
  exit 1
fi
node "$reproduce" "$@"
