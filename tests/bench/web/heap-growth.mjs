// Explains a text again and again with the npm package and says what memory it
// holds on to. bench.mjs starts this in a process of its own, with --expose-gc.
import { readFileSync } from 'node:fs';

const repository = new URL('../../../', import.meta.url);
const WORDS = 145;
// Of the calls that are measured, so many are made before: while V8 still
// compiles, what it holds grows.
const WARMING_SHARE = 0.25;

// The package keeps its memory to itself, so we look as the module starts.
let memory;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (module, imports) => {
  const made = await instantiate(module, imports);
  const { exports } = made.instance ?? made;
  memory = [exports, ...Object.values(imports)]
    .flatMap((each) => Object.values(each))
    .find((each) => each instanceof WebAssembly.Memory);
  return made;
};

/** Bytes in use by WebAssembly and, after a collection, by JavaScript. */
function held() {
  globalThis.gc();
  globalThis.gc();
  return { wasm: memory.buffer.byteLength, script: process.memoryUsage().heapUsed };
}

async function measure(calls) {
  const { load } = await import('../../../wasm/dist/systems/rationale/node.js');
  const { textsOfLengths } = await import('../texts.mjs');
  const vocabulary = readFileSync(new URL('models/beer/vocab.txt', repository), 'utf8')
    .trimEnd()
    .split('\n');
  const texts = textsOfLengths(vocabulary, [WORDS], 50).map(({ text }) => text);
  const model = await load(new URL('models/beer/', repository));
  const explain = async (count) => {
    for (let call = 0; call < count; call += 1) await model.explain(texts[call % texts.length]);
  };
  await explain(WARMING_SHARE * calls);
  const before = held();
  await explain(calls);
  const after = held();
  await model.dispose();
  return { calls, wasm: after.wasm - before.wasm, script: after.script - before.script };
}

process.once('message', async ({ calls }) => {
  process.send(await measure(calls), () => process.exit());
});
