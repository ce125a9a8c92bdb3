// Ours: the network from the core's kernels, in WebAssembly.
import { LAYERS } from '../network.mjs';

/** The weights as the module reads them: all in one row. */
function flatten(weights) {
  const parts = [
    ...LAYERS.flatMap((layer) => {
      const { words, state, bias, gateBias } = weights[layer];
      return [words, state, bias, gateBias];
    }),
    ...[weights.probability, weights.rating].flatMap(({ matrix, bias }) => [matrix, bias]),
  ];
  const numbers = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    numbers.set(part, at);
    at += part.length;
  }
  return numbers;
}

async function compile(address) {
  const url = new URL(address);
  if (url.protocol !== 'file:') return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

/** Any `module` of ours, made usable by `glue`. Both are addresses. */
export async function start(glue, module) {
  const [{ default: create }, compiled] = await Promise.all([import(glue), compile(module)]);
  return new Promise((resolve, reject) => {
    create({
      // As the module is linked (wasm/CMakeLists.txt), in pages of 64 KB.
      wasmMemory: new WebAssembly.Memory({ initial: 32, maximum: 8192 }),
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then(done, reject);
        return {};
      },
      locateFile: (name) => name,
    }).then(resolve, reject);
  });
}

/** The vectors of all words as a file of tensors. */
function vectorsFile(vocabulary, hidden) {
  const header = new TextEncoder().encode(
    JSON.stringify({
      vectors: {
        dtype: 'F32',
        shape: [vocabulary.length / hidden, hidden],
        data_offsets: [0, vocabulary.byteLength],
      },
    }),
  );
  const file = new Uint8Array(8 + header.length + vocabulary.byteLength);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  file.set(new Uint8Array(vocabulary.buffer), 8 + header.length);
  return file;
}

/** Network R; `skipped` (bindings.cc) is left out of it. */
function networkOf({ Network }, weights, skipped) {
  const { hidden } = weights;
  const network = new Network(hidden, flatten(weights), skipped);
  return {
    run(input) {
      const answer = network.run(hidden, input);
      const words = input.length / hidden;
      return { probabilities: answer.subarray(0, words), ratings: answer.subarray(words) };
    },
    close: () => network.delete(),
  };
}

/**
 * Starts network R. `glue` and `module` are addresses. With `vocabulary`, the
 * vectors of all words, the network is used as a page uses it.
 */
export async function open({ weights, glue, module, vocabulary }) {
  const started = await start(glue, module);
  if (!vocabulary) return networkOf(started, weights, '');
  const { hidden } = weights;
  const file = vectorsFile(vocabulary, hidden);
  const words = vocabulary.length / hidden;
  const reader = new started.RationaleReader(hidden, flatten(weights), words, file);
  return { read: (ids) => reader.read(ids), close: () => reader.delete() };
}

/**
 * What a profile compares: `without(part)`, the network less that part, and what a layer
 * does alone for n words: `layer.words(n)`, `layer.states(n)`, `layer.cells(n)`.
 */
export async function openParts({ weights, glue, module }) {
  const started = await start(glue, module);
  return {
    without: (part) => networkOf(started, weights, part),
    layer: new started.LayerAlone(weights.hidden, flatten(weights)),
  };
}
