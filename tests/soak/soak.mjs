// Does the same again and again, as long as it is told, and looks whether memory stays as it was and
// answers are those of a fresh model. npm run soak builds first, and takes the same options.
import { readOptions } from '../../scripts/options.mjs';

const USAGE = `usage: node --expose-gc tests/soak/soak.mjs [--quick | --full] [--explains N] [--loads N]
           [--minutes N] [--seed N] [node] [chromium] [typing]

node and chromium explain edited texts, and load and dispose of all models; typing types into the page
for some minutes. Exit status 1: memory grew, an answer differed, or the page said that something failed.`;

const parts = {
  node: async (options) => (await import('./node.mjs')).soakNode(options),
  chromium: async (options) => (await import('./chromium.mjs')).soakPackage(options),
  typing: async (options) => (await import('./chromium.mjs')).soakTyping(options),
};
const amounts = {
  quick: { explains: 400, loads: 7, minutes: 0.05, rounds: 8 },
  normal: { explains: 30_000, loads: 700, minutes: 2, rounds: 20 },
  full: { explains: 1_000_000, loads: 10_000, minutes: 60, rounds: 20 },
};

function readAmounts() {
  const number = { type: 'string' };
  const flags = {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    explains: number,
    loads: number,
    minutes: number,
    seed: { ...number, default: '1' },
  };
  const { values, positionals, fail } = readOptions(USAGE, flags, { allowPositionals: true });
  const stranger = positionals.find((part) => !Object.hasOwn(parts, part));
  if (stranger !== undefined) fail(`expected node, chromium or typing, found ${stranger}`);
  const amount = amounts[values.full ? 'full' : values.quick ? 'quick' : 'normal'];
  const options = { ...amount, seed: Number(values.seed) };
  for (const name of ['explains', 'loads', 'minutes']) {
    if (values[name] !== undefined) options[name] = Number(values[name]);
    if (!(options[name] >= 0)) fail(`--${name}: expected a number, found ${values[name]}`);
  }
  return { options, chosen: positionals.length > 0 ? positionals : Object.keys(parts) };
}

const { options, chosen } = readAmounts();
for (const part of chosen) await parts[part](options);
console.log('Memory stayed as it was, and answers are those of a fresh model.');
