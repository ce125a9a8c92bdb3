#!/usr/bin/env bash
# Builds the references of the two APIs from their comments, as pages to open in a
# browser: build/docs/javascript of the npm package, build/docs/cpp of the headers.
# A public name without a comment (in the package) and a reference to something
# that does not exist are errors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# > 0)); then
  echo "usage: scripts/docs.sh" >&2
  exit 2
fi

scripts/setup.sh
mkdir -p build/docs
node_modules/.bin/typedoc --options wasm/typedoc.json --logLevel Warn
doxygen core/Doxyfile
echo "docs: build/docs/javascript/index.html build/docs/cpp/index.html"
