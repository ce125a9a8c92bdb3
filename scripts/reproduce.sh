#!/usr/bin/env bash
# Builds the native program, then trains and measures what the published tables
# tell: scripts/reproduce/reproduce.mjs, whose --help lists the options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
scripts/setup.sh native </dev/null
if ! scripts/build.sh native whylight >"$log" 2>&1 </dev/null; then
  cat "$log" >&2
  echo "reproduce: the native program could not be built" >&2
  exit 1
fi
node scripts/reproduce/reproduce.mjs "$@"
