// What a model takes of memory in Node: node --expose-gc tests/bench/memory.mjs [MODEL FOLDER]
// The files that are kept, and the memories of the instances, in MiB.
import { setTimeout } from 'node:timers/promises';

import { load } from '../../wasm/dist/systems/rationale/node.js';

const MIB = 2 ** 20;
const memories = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(limits) {
    super(limits);
    memories.push(new WeakRef(this));
  }
};

const source = process.argv[2] ?? new URL('../../models/beer/', import.meta.url);
const before = process.memoryUsage().arrayBuffers;
const model = await load(source);
await model.explain('Hazy gold with a big white head. Smells of grapefruit.');
await report('explained');
const [aspect] = model.aspects;
await model.ngrams('Hazy gold with a big white head.', { aspect });
await report('and said why');
await model.dispose();
await report('disposed of');

async function report(what) {
  // What was used in this turn is not collected before its end.
  await setTimeout(50);
  globalThis.gc();
  await setTimeout(50);
  const live = memories.flatMap((memory) => memory.deref() ?? []);
  const instances = live.map(({ buffer }) => mib(buffer.byteLength)).join(' + ') || '0';
  const { arrayBuffers } = process.memoryUsage();
  console.log(`${what}: files kept ${mib(arrayBuffers - before)}, instances ${instances}`);
}

function mib(bytes) {
  return (bytes / MIB).toFixed(1);
}
