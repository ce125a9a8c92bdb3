#!/usr/bin/env bash
# Publishes the packages that npm does not have yet in this version, models first. Whatever follows is
# for `npm publish`, such as --dry-run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folders=$(node --input-type=module -e "
  import { manifests } from './scripts/manifests.mjs';
  for (const { directory = '.' } of manifests()) console.log(directory);
")
for folder in $folders; do
  package=$(node -p "const { name, version } = require('./$folder/package.json'); name + '@' + version")
  if [[ -n $(npm view "$package" version 2>/dev/null) ]]; then
    echo "$package is there"
  else
    npm publish "./$folder" --access public "$@"
  fi
done
