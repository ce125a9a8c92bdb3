#!/usr/bin/env bash
# Formats every source file in place.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/sources.sh

scripts/setup.sh
cpp_sources | xargs -0 clang-format -i
node_modules/.bin/prettier --write --log-level warn .
node_modules/.bin/eslint --fix .
