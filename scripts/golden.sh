#!/usr/bin/env bash
# Writes the golden files anew. To be run, and the change looked at, when a
# model or what it computes is meant to change.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
cmake --preset native > /dev/null
cmake --build --preset native --target make_golden
make_golden=build/native/tests/core/make_golden

"$make_golden" model tests/golden/tiny
"$make_golden" expected tests/golden/tiny \
  tests/golden/tiny/texts.jsonl tests/golden/tiny/expected.jsonl
"$make_golden" mention tests/golden/mention-tiny
"$make_golden" expected tests/golden/mention-tiny \
  tests/golden/mention-tiny/texts.jsonl tests/golden/mention-tiny/expected.jsonl
"$make_golden" spelling tests/golden/spelling-tiny
"$make_golden" expected tests/golden/spelling-tiny \
  tests/golden/spelling-tiny/texts.jsonl tests/golden/spelling-tiny/expected.jsonl
"$make_golden" expected models/beer \
  tests/golden/beer.texts.jsonl tests/golden/beer.expected.jsonl
"$make_golden" answers tests/golden/tiny tests/golden/tiny/reasons.jsonl why
"$make_golden" classifier tests/golden/classifier-tiny
"$make_golden" answers tests/golden/classifier-tiny \
  tests/golden/classifier-tiny/answers.jsonl classify
"$make_golden" tagger tests/golden/tagger-tiny
"$make_golden" answers tests/golden/tagger-tiny \
  tests/golden/tagger-tiny/answers.jsonl tag
"$make_golden" tree tests/golden/tree-tiny
"$make_golden" answers tests/golden/tree-tiny \
  tests/golden/tree-tiny/answers.jsonl classify-tree
"$make_golden" recommender tests/golden/recommender-tiny
"$make_golden" answers tests/golden/recommender-tiny \
  tests/golden/recommender-tiny/answers.jsonl recommend
for kind in reader selecting-reader; do
  "$make_golden" "$kind" "tests/golden/$kind-tiny"
  "$make_golden" answers "tests/golden/$kind-tiny" \
    "tests/golden/$kind-tiny/answers.jsonl" answer
done
"$make_golden" answer-generator tests/golden/answer-generator-tiny
"$make_golden" answers tests/golden/answer-generator-tiny \
  tests/golden/answer-generator-tiny/answers.jsonl write-answer
"$make_golden" parser tests/golden/parser-tiny
"$make_golden" answers tests/golden/parser-tiny \
  tests/golden/parser-tiny/answers.jsonl parse
"$make_golden" parser-cascade tests/golden/parser-cascade-tiny
"$make_golden" answers tests/golden/parser-cascade-tiny \
  tests/golden/parser-cascade-tiny/answers.jsonl parse
"$make_golden" questions tests/golden/questions-tiny
"$make_golden" answers tests/golden/questions-tiny \
  tests/golden/questions-tiny/answers.jsonl rank
"$make_golden" cafe tests/golden/cafe-tiny
"$make_golden" answers tests/golden/cafe-tiny \
  tests/golden/cafe-tiny/answers.jsonl compare
for kind in mcan csran selecting matching; do
  "$make_golden" "$kind" "tests/golden/$kind-tiny"
  "$make_golden" answers "tests/golden/$kind-tiny" \
    "tests/golden/$kind-tiny/answers.jsonl" compare
done
"$make_golden" siamese tests/golden/pairs-tiny
"$make_golden" answers tests/golden/pairs-tiny \
  tests/golden/pairs-tiny/answers.jsonl compare
"$make_golden" language-model tests/golden/language-model-tiny
"$make_golden" answers tests/golden/language-model-tiny \
  tests/golden/language-model-tiny/answers.jsonl sample
"$make_golden" layers tests/golden/layers
"$make_golden" lengths tests/golden/lengths.json
