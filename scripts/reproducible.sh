#!/usr/bin/env bash
# Builds all that we publish twice, from nothing, and compares every file of both:
#
#   scripts/reproducible.sh [FOLDER]
#
# The second time in another folder, at another time, with other times of files, in another time zone
# and language, and with other rights for new files. Takes twice as long as a first build. FOLDER is
# where it works, and where both stay; by default they are removed in the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

(($# <= 1)) || {
  echo "usage: scripts/reproducible.sh [FOLDER]" >&2
  exit 2
}
if (($# == 1)); then
  mkdir -p "$1"
  yard=$(realpath "$1")
else
  yard=$(mktemp -d)
  trap 'rm -rf "$yard"' EXIT
fi
scripts/setup.sh

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# The outputs of a copy, which are compared.
outputs=(wasm/dist web/dist packed build/build-report.json build/whylight.cdx.json)

# copy_to FOLDER: what is in the repository or could be added to it, and npm's packages.
copy_to() {
  mkdir -p "$1"
  git ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from - --ignore-failed-read |
    tar --extract --directory "$1"
  cp --archive --reflink=auto node_modules "$1/node_modules"
}

# build_in FOLDER LOG UMASK TIME_ZONE LANGUAGE: everything from nothing.
build_in() {
  echo "reproducible: building in $1"
  (
    cd "$1" && umask "$3" && export TZ=$4 LC_ALL=$5 &&
      scripts/build.sh web && mkdir packed &&
      npm pack --loglevel=error --workspaces --include-workspace-root --pack-destination packed &&
      node scripts/sbom.mjs
  ) >"$2" 2>&1 || {
    cat "$2"
    exit 1
  }
}

first=$yard/first
second=$yard/the/second/elsewhere
rm -rf "$first" "$second"
# Both at once, so that nobody changes the sources in between.
copy_to "$first"
copy_to "$second"
find "$second" -not -path '*/node_modules/*' -not -type l -exec touch --date=2001-02-03 {} +
build_in "$first" "$yard/first.log" 022 UTC C.UTF-8
build_in "$second" "$yard/second.log" 002 Pacific/Kiritimati tr_TR.UTF-8

failed=false
for output in "${outputs[@]}"; do
  diff --recursive --brief "$first/$output" "$second/$output" || failed=true
done
for folder in "$first" "$second"; do
  for output in "${outputs[@]}"; do
    if grep --recursive --files-with-matches --fixed-strings "$folder" "$folder/$output"; then
      echo "reproducible: these name the folder that they were built in"
      failed=true
    fi
  done
done
if [[ $failed == true ]]; then
  exit 1
fi
count=$(cd "$first" && find "${outputs[@]}" -type f | wc -l)
echo "reproducible: $count files are the same, byte by byte"
