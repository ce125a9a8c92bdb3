#!/usr/bin/env bash
# Writes every generated file that is committed: tables of options in docs, types
# of layers, and the names of error codes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
scripts/build.sh native whylight >/dev/null
node scripts/error-codes.mjs
node scripts/generate.mjs build/native/core/whylight
