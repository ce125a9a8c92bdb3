#!/usr/bin/env bash
# Builds the native program if anything changed, then becomes it. Standard
# output and the exit code are the program's alone.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# npm starts scripts in the project's folder; paths are meant relative to where
# the user is.
if [[ ${npm_lifecycle_event-} == whylight && -n ${INIT_CWD-} ]]; then
  cd "$INIT_CWD"
fi

"$root/scripts/setup.sh" native </dev/null

log=$(mktemp)
# Says why nothing happens, should the build take more than a moment.
{
  sleep 2 >/dev/null 2>&1
  echo "whylight: building the native program ..." >&2
} </dev/null >/dev/null &
notice=$!
disown "$notice"
trap 'kill "$notice" 2>/dev/null || true; rm -f "$log"' EXIT

status=0
"$root/scripts/build.sh" native whylight >"$log" 2>&1 </dev/null || status=$?
if ((status != 0)); then
  cat "$log" >&2
  echo "whylight: the native program could not be built" >&2
  exit 1
fi
kill "$notice" 2>/dev/null || true
rm -f "$log"
exec "$root/build/native/core/whylight" "$@"
