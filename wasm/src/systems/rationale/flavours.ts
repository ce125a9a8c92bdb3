// The builds of the module that explains: which of them an engine takes, and whether
// it computes right there.
import { WhylightError, messageOf } from '../../runtime/errors.js';
import type { FetchOptions } from '../../runtime/fetch-bytes.js';
import type { OpenOptions } from '../../runtime/open.js';
import type { Platform } from '../../runtime/platform.js';
import type { WasmSource } from '../../runtime/types.js';
import type { WasmFile } from '../../runtime/wasm-file.js';
import { compileWasm, importGlue, instantiate, type Glue } from '../../runtime/wasm-module.js';
import type { CoreModule } from './modules.js';

/** The options with which all of them are loaded. */
export const coreGlue = () =>
  import('../../whylight-core.mjs') as Promise<{ default: Glue<CoreModule> }>;

/** One of the builds of the module that explains. */
interface Flavour extends WasmFile {
  /** A module that the engine must accept, or else the flavour is not downloaded. */
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
  option: 'wasm',
  url: () => new URL('../../whylight-core.relaxed.wasm', import.meta.url),
  // f32x4.relaxed_madd
  probe: probe(3, 253, 133, 2),
};
const INTEGER: Flavour = {
  name: 'whylight-core.integer.wasm',
  option: 'wasm',
  url: () => new URL('../../whylight-core.integer.wasm', import.meta.url),
  probe: probe(1),
};
export const SIMD: Flavour = {
  name: 'whylight-core.wasm',
  option: 'wasm',
  url: () => new URL('../../whylight-core.wasm', import.meta.url),
  probe: probe(1),
};
const SCALAR: Flavour = {
  name: 'whylight-core.scalar.wasm',
  option: 'wasm',
  url: () => new URL('../../whylight-core.scalar.wasm', import.meta.url),
  probe: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
};

/**
 * Compiles the module that a caller passed as `wasm`, or else the fastest flavour
 * that gives the known answers in this engine.
 */
export async function compileCore(
  { wasm: given, choices: { relaxedSimd, integers } = {}, maxMemory }: OpenOptions,
  options: FetchOptions,
  platform: Platform,
): Promise<WebAssembly.Module> {
  const compile = async (wasm: WasmSource | undefined, flavour: WasmFile) => {
    const module = await compileWasm(wasm, flavour, options, platform);
    // A load that has failed meanwhile wants no test.
    options.signal?.throwIfAborted();
    await test(module, maxMemory);
    return module;
  };
  const wasm = given[SIMD.name];
  if (wasm !== undefined) return compile(wasm, SIMD);
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
      return await compile(undefined, flavour);
    } catch (error) {
      // A download that fails, or is given up, is no fault of the flavour.
      if (!isVerdict(error)) throw error;
      tried.push(`${flavour.name}: ${error.message}`);
    }
  }
  throw new WhylightError('wasm-failed', `No module runs in this engine. ${tried.join(' ')}`);
}

function takes({ probe: code }: Flavour): boolean {
  return typeof WebAssembly === 'undefined' || WebAssembly.validate(code);
}

/** Whether an error says that a module does not run in this engine, as it would every time. */
function isVerdict(error: unknown): error is WhylightError {
  return error instanceof WhylightError && error.code === 'wasm-failed';
}

const tests = new WeakMap<WebAssembly.Module, Promise<void>>();

/** Tests a module on known answers, once, however many models use it. */
function test(module: WebAssembly.Module, maxMemory?: number): Promise<void> {
  let result = tests.get(module);
  if (!result) {
    result = runTest(module, maxMemory);
    tests.set(module, result);
    // A lack of memory, or of a network, says nothing of the module.
    result.catch((error: unknown) => {
      if (!isVerdict(error)) tests.delete(module);
    });
  }
  return result;
}

async function runTest(module: WebAssembly.Module, maxMemory?: number): Promise<void> {
  const core = await instantiate(await importGlue(SIMD, coreGlue), module, maxMemory);
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
