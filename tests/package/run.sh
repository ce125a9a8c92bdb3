#!/usr/bin/env bash
# Packs the package, installs it elsewhere and uses it as its users do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec node --test tests/package/
