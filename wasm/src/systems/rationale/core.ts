// The WebAssembly modules of models, and what their instances answer.
import type { FetchOptions } from '../../runtime/fetch-bytes.js';
import { WhylightError, messageOf } from '../../runtime/errors.js';
import type { ModelModule } from '../../runtime/open-model.js';
import type { Platform } from '../../runtime/platform.js';
import type { LoadOptions } from '../../runtime/types.js';
import {
  compileWasm,
  instantiate,
  type Failure,
  type WasmFile,
} from '../../runtime/wasm-module.js';
import createCore from '../../whylight-core.mjs';

/** An explanation as the bindings hand it over: flat arrays, aspects in order. */
export interface RawExplanation {
  ratings: Float32Array;
  /** [start, end, ...], one pair a token. */
  spans: Uint32Array;
  /** One row of aspects a token, as is `selected`. */
  probability: Float32Array;
  selected: Uint8Array;
  /** [start, end, ...], the rationales of the first aspect first. */
  rationaleSpans: Uint32Array;
  /** How many rationale spans each aspect has. */
  rationaleCounts: Uint32Array;
}

/** A question that a model answers in JSON. */
export interface ExplanationRequest {
  method: 'ngrams' | 'curve' | 'gates' | 'faithfulness' | 'match';
  text: string;
  /** The second text of `match`; empty otherwise. */
  other: string;
  /** A JSON object. */
  options: string;
}

/** What the bindings say of a model that explains. */
export interface RationaleModel {
  aspects: string[];
}

/** What those of the module that explains say, too. */
export interface DialledModel extends RationaleModel {
  /** [rate, error of the first aspect, ..., rate, ...]. */
  points: Float64Array;
}

/** What its bindings export. A `point` below 0 is none. */
export interface CoreModule extends ModelModule<DialledModel> {
  explain(utf8: Uint8Array, point: number): RawExplanation | Failure;
  explainMany(utf8s: Uint8Array[], point: number): { explanations: RawExplanation[] } | Failure;
  /** Which kernel does not work in this engine, if any. */
  selfTest(): string;
}

/** What those of the module that says why export. */
export interface ReasonsModule extends ModelModule<RationaleModel> {
  explainAs(
    method: string,
    utf8: Uint8Array,
    other: Uint8Array,
    options: string,
  ): { json: string } | Failure;
}

export const REASONS: WasmFile = {
  name: 'whylight-reasons.wasm',
  url: () => new URL('../../whylight-reasons.wasm', import.meta.url),
};

/** One of the builds of the module that explains. */
interface Flavour extends WasmFile {
  /** A module that the engine has to take, or else the flavour is not downloaded. */
  probe: Uint8Array<ArrayBuffer>;
}

/** A module that splats zeros `count` times, and then does `code` with them. */
function probe(count: number, ...code: number[]): Uint8Array<ArrayBuffer> {
  const body = [0, ...Array.from({ length: count }, () => [65, 0, 253, 15]).flat(), ...code, 11];
  const type = [1, 5, 1, 96, 0, 1, 123];
  const section = [10, body.length + 2, 1, body.length];
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...section, ...body);
}

const RELAXED: Flavour = {
  name: 'whylight-core.relaxed.wasm',
  url: () => new URL('../../whylight-core.relaxed.wasm', import.meta.url),
  // f32x4.relaxed_madd
  probe: probe(3, 253, 133, 2),
};
const INTEGER: Flavour = {
  name: 'whylight-core.integer.wasm',
  url: () => new URL('../../whylight-core.integer.wasm', import.meta.url),
  probe: probe(1),
};
const SIMD: Flavour = {
  name: 'whylight-core.wasm',
  url: () => new URL('../../whylight-core.wasm', import.meta.url),
  probe: probe(1),
};
const SCALAR: Flavour = {
  name: 'whylight-core.scalar.wasm',
  url: () => new URL('../../whylight-core.scalar.wasm', import.meta.url),
  probe: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
};

/**
 * Compiles the module that a caller passed as `wasm`, or else the fastest flavour
 * that gives the known answers in this engine.
 */
export async function compileCore(
  { wasm, relaxedSimd = false, integers = false }: LoadOptions,
  options: FetchOptions,
  platform: Platform,
): Promise<WebAssembly.Module> {
  if (wasm !== undefined) {
    const module = await compileWasm(wasm, SIMD, options, platform);
    await test(module);
    return module;
  }
  const tried: string[] = [];
  const flavours = [SIMD, SCALAR];
  if (relaxedSimd) flavours.unshift(RELAXED);
  if (integers) flavours.unshift(INTEGER);
  for (const flavour of flavours) {
    if (!takes(flavour)) {
      tried.push(`${flavour.name}: the engine lacks its instructions.`);
      continue;
    }
    try {
      const module = await compileWasm(undefined, flavour, options, platform);
      await test(module);
      return module;
    } catch (error) {
      // A download that fails, or is given up, is no fault of the flavour.
      if (!(error instanceof WhylightError && error.code === 'wasm-failed')) throw error;
      tried.push(`${flavour.name}: ${error.message}`);
    }
  }
  throw new WhylightError('wasm-failed', `No module runs in this engine. ${tried.join(' ')}`);
}

function takes({ probe: code }: Flavour): boolean {
  return typeof WebAssembly === 'undefined' || WebAssembly.validate(code);
}

const tests = new WeakMap<WebAssembly.Module, Promise<void>>();

/** Has a module answer what is known; once, however many models use it. */
function test(module: WebAssembly.Module): Promise<void> {
  let result = tests.get(module);
  if (!result) tests.set(module, (result = runTest(module)));
  return result;
}

async function runTest(module: WebAssembly.Module): Promise<void> {
  const core = await instantiate(createCore, module);
  let problem;
  try {
    problem = core.selfTest();
  } catch (cause) {
    problem = messageOf(cause);
  }
  if (problem === '') return;
  const message = `The WebAssembly module computes wrong answers in this engine: ${problem}.`;
  throw new WhylightError('wasm-failed', message);
}
