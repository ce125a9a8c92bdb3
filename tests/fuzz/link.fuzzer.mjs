// What the page reads of a link, whose fragment anybody may have written: a state or a refusal,
// whatever comes, and a state that was read is written and read again as it is.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';

import { fuzz, mutate, oddText, textOf } from './fuzzing.mjs';
import { pageModule } from './page-module.mjs';

const { readLink, writeLink, readSnapshot, longestLink } = await pageModule(
  'share/link',
  'share/snapshot',
);

const names = [
  'beer',
  'hotels',
  'a b',
  '__proto__',
  'service',
  'x'.repeat(100),
  'x'.repeat(101),
  '',
];
const numbers = [0, 1, 2, 7, -1, 0.5, 1e9, 2 ** 53, 1e308];

/** Values that a state might have at some place. */
function oddValue(random) {
  return random.pick([
    () => null,
    () => random.once(2),
    () => random.pick(numbers),
    () => random.pick(names),
    () => textOf(random, 4),
    () => random.list(3, oddValue),
    () => Object.fromEntries(random.list(3, () => [random.pick(oddText), oddValue(random)])),
  ])();
}

function spansOf(random, length) {
  const places = random.list(6, () => random.below(length + 2)).sort((a, b) => a - b);
  const spans = [];
  for (let i = 0; i + 1 < places.length; i += 2) {
    spans.push({ start: places[i], end: places[i + 1] });
  }
  return spans;
}

/** A state as the page has it, or nearly. */
function stateOf(random) {
  const text = textOf(random, 12);
  const state = {
    model: random.pick(names),
    text,
    dropped: Object.fromEntries(
      random.list(3, () => [random.pick(names), spansOf(random, text.length)]),
    ),
  };
  if (random.once(2)) state.point = random.pick(numbers);
  if (random.once(2)) state.isolated = random.pick(names);
  if (random.once(3)) state.against = textOf(random, 6);
  if (random.once(4)) {
    state[random.pick([...Object.keys(state), ...oddText.slice(-20)])] = oddValue(random);
  }
  return state;
}

function make(random) {
  if (random.once(50)) return JSON.stringify(oddValue(random));
  const json = JSON.stringify(stateOf(random));
  return random.once(3) ? mutate(random, json, [JSON.stringify(stateOf(random))]) : json;
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Fails unless a state is one in every part. */
function checkState(state) {
  const parts = ['model', 'text', 'point', 'isolated', 'dropped', 'against'];
  assert.deepEqual(Object.keys(state), parts);
  const { model, text, point, isolated, dropped, against } = state;
  for (const name of [model, isolated ?? 'none', ...Object.keys(dropped)]) {
    assert(typeof name === 'string' && name.length > 0 && name.length <= 100, `name ${name}`);
  }
  for (const one of [text, against ?? '']) {
    assert(typeof one === 'string' && !one.includes('\r'), 'a text');
  }
  assert(point === undefined || (Number.isSafeInteger(point) && !(1 / point < 0)), 'a point');
  assert(Object.keys(dropped).length <= 50, 'aspects');
  for (const spans of Object.values(dropped)) {
    assert(spans.length > 0, 'no empty list');
    let from = 0;
    for (const span of spans) {
      assert.deepEqual(Object.keys(span), ['start', 'end']);
      const { start, end } = span;
      assert(Number.isSafeInteger(start) && Number.isSafeInteger(end), 'whole numbers');
      assert(from <= start && start < end && end <= text.length, `${start} to ${end}`);
      from = end;
    }
  }
}

async function checkLink(link) {
  const read = await readLink(link);
  if ('problem' in read) {
    assert(read.problem === 'broken' || read.problem === 'version', read.problem);
    return undefined;
  }
  checkState(read.state);
  const written = await writeLink(read.state);
  // Of another program's link, which may be packed better than ours.
  if (written === undefined) return read.state;
  assert(written.length <= longestLink && /^1[\w-]+$/.test(written), written);
  assert.deepEqual(await readLink(written), { state: read.state });
  return read.state;
}

function check(input, random) {
  // As it is in UTF-8, which has no half of a character.
  const json = input.toWellFormed();
  const value = parsed(json);
  const state = value === undefined ? undefined : readSnapshot(value);
  if (state) {
    checkState(state);
    assert.deepEqual(readSnapshot(JSON.parse(JSON.stringify(state))), state);
  }
  // The streams that inflate take some hundred times as long as the rest.
  return random.once(100) ? checkWhole(json, state, random) : undefined;
}

async function checkWhole(json, state, random) {
  const link = `1${deflateRawSync(Buffer.from(json)).toString('base64url')}`;
  assert.deepEqual(await checkLink(link), state);
  await checkLink(mutate(random, link, [json, oddText.join('')]));
}

await fuzz({ name: 'link', make, check });
