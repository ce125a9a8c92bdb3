// Which engines take part: how each is started, and what a page downloads for
// it. Addresses are relative to the repository.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';

import { FORMS } from './engines/onnx-graphs.mjs';

const repository = new URL('../../../', import.meta.url);
const here = 'tests/bench/web/';
const peers = 'tests/bench/node_modules/';
const bundles = 'build/bench-web/';

const OURS_BUILT = 'build/wasm/tests/bench/web/';
const PACKAGE = 'wasm/dist/whylight-core';
const ONNX = `${peers}onnxruntime-web/dist/`;
const TFJS = `${peers}@tensorflow/tfjs-backend-wasm/dist/`;

// The builds of our module, the first of which is what most browsers run, and
// of the one in the package, which is what a page downloads.
const FLAVOURS = [
  { name: 'simd128', glue: 'network-r.mjs', module: 'network-r.wasm', suffix: '.wasm' },
  {
    name: 'relaxed SIMD',
    glue: 'network-r.mjs',
    module: 'network-r.relaxed.wasm',
    suffix: '.relaxed.wasm',
  },
  {
    name: 'scalar',
    glue: 'scalar/network-r.mjs',
    module: 'scalar/network-r.wasm',
    suffix: '.scalar.wasm',
  },
];

/** The names of our engines that the others are held against. */
export const OURS = ['whylight simd128', 'whylight relaxed SIMD'];

const installed = (path) => existsSync(new URL(path, repository));

/** Bundles TensorFlow.js, where it is installed, for browsers. */
export async function bundleTensorFlow() {
  if (!installed(TFJS)) return;
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      lib: {
        entry: fileURLToPath(new URL(`${here}engines/tfjs-library.mjs`, repository)),
        formats: ['es'],
        fileName: () => 'tfjs.mjs',
      },
      outDir: fileURLToPath(new URL(bundles, repository)),
      target: 'es2022',
    },
  });
}

/** The engines that are installed, for a runtime that sees the repository at `root`. */
export function enginesAt(root) {
  const at = (path) => new URL(path, root).href;
  const inBrowser = root.startsWith('http');
  const engines = [
    ...FLAVOURS.map(({ name, glue, module, suffix }) => ({
      name: `whylight ${name}`,
      kind: 'whylight',
      warms: true,
      options: { glue: at(OURS_BUILT + glue), module: at(OURS_BUILT + module) },
      downloads: [`${PACKAGE}.mjs`, PACKAGE + suffix],
    })),
    ...FORMS.map((form) => ({
      name: `onnxruntime-web, ${form}`,
      kind: 'onnx',
      options: { module: at(`${ONNX}ort.wasm.bundle.min.mjs`), form },
      downloads: [`${ONNX}ort.wasm.bundle.min.mjs`, `${ONNX}ort-wasm-simd-threaded.wasm`],
    })),
    {
      name: 'tfjs wasm',
      kind: 'tfjs',
      options: inBrowser
        ? { library: at(`${bundles}tfjs.mjs`), wasm: at(TFJS) }
        : { library: at(`${here}engines/tfjs-library.mjs`) },
      downloads: [`${bundles}tfjs.mjs`, `${TFJS}tfjs-backend-wasm-simd.wasm`],
    },
    {
      name: 'plain JavaScript',
      kind: 'plain-js',
      options: {},
      downloads: [`${here}engines/plain-js.mjs`],
    },
  ];
  return engines.filter(({ downloads }) => downloads.every(installed));
}

/**
 * The engines as a page uses them: those that run graphs have the generator and
 * the encoder apart, the encoder on the rationale's words alone or, as the third
 * graph has it, on all of them under a mask.
 */
export function enginesAsUsedAt(root) {
  return enginesAt(root).flatMap((engine) => {
    if (engine.kind !== 'onnx') return [engine];
    if (engine.options.form === 'natural') return [];
    const masked = {
      ...engine,
      name: `${engine.name}, masked`,
      options: { ...engine.options, masked: true },
    };
    return engine.options.form === 'blocks' ? [engine, masked] : [engine];
  });
}

/** The download of an engine after `gzip -9`, in bytes. */
export function downloadSize({ downloads }) {
  return downloads
    .map((path) => gzipSync(readFileSync(new URL(path, repository)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
}
