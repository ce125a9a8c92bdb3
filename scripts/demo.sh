#!/usr/bin/env bash
# Sets up, builds and serves the page.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

help='usage: npm run demo -- [--port N] [--host HOST] [--open | --no-open]

Builds Whylight and serves its page on this machine.

  --port N     the port to serve on (default 8000)
  --host HOST  the address to serve on (default localhost; 0.0.0.0 for all)
  --open       open the page in a browser
  --no-open    do not; without either, only where there is a display
  --help       print this'

usage_error() {
  printf 'demo: %s\n\n%s\n' "$1" "$help" >&2
  exit 2
}

port=8000
host=localhost
open=auto
while (($# > 0)); do
  case "$1" in
    --port=* | --host=*)
      # As two words, like the other way to write it.
      set -- "${1%%=*}" "${1#*=}" "${@:2}"
      ;;
    --port)
      port=${2-}
      if ! [[ $port =~ ^[0-9]{1,5}$ ]] || ((10#$port < 1 || 10#$port > 65535)); then
        usage_error "--port needs a number from 1 to 65535"
      fi
      shift 2
      ;;
    --host)
      host=${2-}
      [[ -n $host ]] || usage_error "--host needs an address"
      shift 2
      ;;
    --open)
      open=yes
      shift
      ;;
    --no-open)
      open=no
      shift
      ;;
    --help | -h)
      echo "$help"
      exit 0
      ;;
    *) usage_error "unknown argument: $1" ;;
  esac
done
if [[ $open == auto ]]; then
  if [[ -n ${DISPLAY-}${WAYLAND_DISPLAY-} ]]; then open=yes; else open=no; fi
fi

scripts/setup.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Building ..."
if ! scripts/build.sh web >"$log" 2>&1 </dev/null; then
  cat "$log" >&2
  echo "demo: the page could not be built" >&2
  exit 1
fi
rm -f "$log"

arguments=(--port "$port" --host "$host")
if [[ $open == yes ]]; then
  arguments+=(--open)
fi
exec node scripts/serve.mjs "${arguments[@]}"
