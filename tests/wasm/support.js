// The golden model as the tests want it: whole, spoilt, served.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { web } from '../../wasm/dist/runtime/platform.js';
import { serve } from '../../wasm/dist/runtime/worker-host.js';
import { SYSTEMS } from '../../wasm/dist/systems/registry.js';

export const modelFolder = new URL('../golden/tiny/', import.meta.url);
export const mentionFolder = new URL('../golden/mention-tiny/', import.meta.url);
export const classifierFolder = new URL('../golden/classifier-tiny/', import.meta.url);
export const questionsFolder = new URL('../golden/questions-tiny/', import.meta.url);
export const pairsFolder = new URL('../golden/pairs-tiny/', import.meta.url);
/** Of models whose words meet. */
export const cafeFolder = new URL('../golden/cafe-tiny/', import.meta.url);
export const mcanFolder = new URL('../golden/mcan-tiny/', import.meta.url);
export const csranFolder = new URL('../golden/csran-tiny/', import.meta.url);
export const selectingFolder = new URL('../golden/selecting-tiny/', import.meta.url);
export const matchingFolder = new URL('../golden/matching-tiny/', import.meta.url);
export const taggerFolder = new URL('../golden/tagger-tiny/', import.meta.url);
export const selectingReaderFolder = new URL('../golden/selecting-reader-tiny/', import.meta.url);
export const readerFolder = new URL('../golden/reader-tiny/', import.meta.url);
export const recommenderFolder = new URL('../golden/recommender-tiny/', import.meta.url);
export const dist = new URL('../../wasm/dist/', import.meta.url);

/** The files of the golden model and its wasm modules, by name. */
export function goldenFiles() {
  const read = (name) => readFileSync(new URL(name, modelFolder));
  return {
    'config.json': read('config.json'),
    'model.safetensors': read('model.safetensors'),
    'vocab.txt': read('vocab.txt'),
    ...Object.fromEntries(
      ['whylight-core.wasm', 'whylight-reasons.wasm'].map((name) => [
        name,
        readFileSync(new URL(name, dist)),
      ]),
    ),
  };
}

/** The files of the golden classifier and its wasm module, by name. */
export function classifierFiles() {
  return filesOf(classifierFolder, 'whylight-classifier.wasm');
}

/** The same of the golden model of questions. */
export function questionsFiles() {
  return filesOf(questionsFolder, 'whylight-questions.wasm');
}

/** The same of the golden model of pairs whose words meet. */
export function pairsFiles() {
  return filesOf(cafeFolder, 'whylight-pairs.wasm');
}

/** The same of the golden tagger. */
export function taggerFiles() {
  return filesOf(taggerFolder, 'whylight-tagger.wasm');
}

/** The same of the golden reader. */
export function readerFiles() {
  return filesOf(readerFolder, 'whylight-reader.wasm');
}

/** The same of the golden recommender. */
export function recommenderFiles() {
  return filesOf(recommenderFolder, 'whylight-recommender.wasm');
}

/** The files of a golden model and of the module that reads it, by name. */
export function filesOf(folder, wasm) {
  const names = ['config.json', 'model.safetensors', 'vocab.txt'];
  return {
    ...Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder))])),
    [wasm]: readFileSync(new URL(wasm, dist)),
  };
}

/** The golden model as bytes for load(). */
export function goldenBytes() {
  return bytesOf(goldenFiles());
}

/** The files of a model as bytes for what loads it. */
export function bytesOf(files) {
  return {
    config: files['config.json'],
    tensors: files['model.safetensors'],
    vocabulary: files['vocab.txt'],
  };
}

/**
 * A fetch that knows `files` by the last part of their address. A file is a
 * body, or a function that takes the signal and returns a Response.
 */
export function fetchFrom(files) {
  return async (url, { signal }) => {
    const file = files[new URL(url).pathname.split('/').pop()];
    if (file === undefined) return new Response('not found', { status: 404 });
    return typeof file === 'function' ? file(signal) : new Response(file);
  };
}

/**
 * A stand-in for a Worker that can fetch `files`; tests/web runs a real one. The
 * requests that reach it are pushed to `requests`. Close it when done.
 */
export function startWorker(files = goldenFiles(), requests = []) {
  const { port1, port2 } = new MessageChannel();
  port2.addEventListener('message', ({ data }) => requests.push(data));
  const own = fetchFrom(files);
  const fetcher = (fetch) => (fetch === globalThis.fetch ? own : web.fetcher(fetch));
  serve(port2, { ...web, fetcher }, SYSTEMS);
  port1.start();
  port2.start();
  return port1;
}

/** A Worker that takes messages and does nothing. */
export function silentWorker() {
  return Object.assign(new EventTarget(), { postMessage: () => {} });
}

/** A body that sends `bytes`, and then nothing until the signal stops it. */
export function stalledBody(bytes) {
  return (signal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );
}

/** `files` with config.json's sizes and hashes made to fit them. */
export function signed(files, change = (config) => config) {
  const config = change(JSON.parse(new TextDecoder().decode(files['config.json'])));
  for (const name of Object.keys(config.files)) {
    const sha256 = createHash('sha256').update(files[name]).digest('hex');
    config.files[name] = { bytes: files[name].length, sha256 };
  }
  return { ...files, 'config.json': Buffer.from(JSON.stringify(config)) };
}

/** The golden model as bytes, with operating points of these thresholds. */
export function bytesWithPoints(points) {
  const config = JSON.parse(goldenFiles()['config.json'].toString());
  const bytes = goldenBytes();
  return { ...bytes, config: Buffer.from(JSON.stringify({ ...config, points })) };
}

/** From few words to many; `shipped` has the thresholds of the golden model. */
export const points = [
  { rate: 0.125, thresholds: [-0.2, -0.1], errors: [0.5, 0.25] },
  { rate: 0.25, thresholds: [-0.7, -0.5], errors: [0.25, 0.125] },
  { rate: 0.5, thresholds: [-2, -2], errors: [0.0625, 0.03125] },
];

/** Every number that is no offset taken out of the JSON of `value`, into `numbers`. */
export function withoutNumbers(value, numbers) {
  return JSON.stringify(value, (key, item) => {
    if (typeof item !== 'number' || key === 'start' || key === 'end') return item;
    numbers.push(item);
    return 'a number';
  });
}

/** The JSON that a Node with `flags` prints when it runs the module `script`. */
export async function runNode(flags, script) {
  const args = [...flags, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('node', args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}
