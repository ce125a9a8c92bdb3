/// <reference lib="esnext.disposable" preserve="true" />
import { disposed, type Backend } from '../../runtime/backend.js';
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError, messageOf } from '../../runtime/errors.js';
import { CODE_KINDS } from '../../runtime/load-options.js';
import { open } from '../../runtime/open.js';
import { checkKinds } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { AnyWorker, LoadModelOptions } from '../../runtime/types.js';
import { readFloats, writeSafetensors, type LayerTensor } from './safetensors.js';
import type { LayerSpec } from './spec.js';
import { LAYERS, noModel } from './system.js';

/** Options of `loadLayers()`. */
export interface LoadLayersOptions extends Pick<
  LoadModelOptions,
  'signal' | 'wasm' | 'maxMemory' | 'fetch'
> {
  /** A module Worker running `whylight/worker`, or in Node a Worker of `worker_threads`. */
  worker?: AnyWorker | undefined;
}

/** The result of running a layer. */
export interface LayerRun {
  /**
   * `h`, one row per word (fewer or more if the layer pools or has windows).
   * For an RCNN also `c.1` … `c.n`, `z.1` … `z.n` and `gate` (λ), and `outgate`
   * and `highway` if it has them; for attention also `alpha`.
   */
  output: LayerOutput;
  /** Names of tensors that were given but not read. */
  unused: string[];
}

/** The tensors that a layer returns, by name. */
export interface LayerOutput extends Record<string, LayerTensor<Float32Array>> {
  /** The output at each word. */
  h: LayerTensor<Float32Array>;
}

/** A tensor that a layer reads. */
export interface WantedTensor {
  name: string;
  /** Such as `[h, d]`: d is the width of a word, h that of the layer, L the number of words. */
  shape: string;
}

/**
 * Any of Whylight's layers, applied to your own tensors. Created by `loadLayers()`.
 *
 * It owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class Layers {
  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  #backend: Backend | undefined;

  /** @internal */
  constructor(backend: Backend) {
    this.#backend = backend;
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Runs the layer that `spec` describes over one text. `tensors` are the words
   * `x` [L, d], the layer's tensors (`shapes()` lists them) and, to leave out
   * words, `mask` [L] with numbers from 0 to 1.
   *
   * Rejects with `invalid-argument`, naming the option or the tensor, what was
   * expected and what was found; with `bad-model` when a number is not finite;
   * with `disposed`; with `out-of-memory`; or with `wasm-failed` when the module
   * stopped.
   */
  async run(spec: LayerSpec, tensors: Readonly<Record<string, LayerTensor>>): Promise<LayerRun> {
    const options = toJson(spec);
    if (typeof tensors !== 'object' || tensors === null) {
      const message = 'input: expected an object of tensors by name, found ' + String(tensors);
      throw new WhylightError('invalid-argument', message);
    }
    const input = writeSafetensors(tensors);
    const run = await this.#open().ask('run-layer', [input], options, undefined);
    const { unused } = JSON.parse(run['json'] as string) as { unused: string[] };
    return { output: readFloats(run['bytes'] as Uint8Array<ArrayBuffer>) as LayerOutput, unused };
  }

  /** The names and shapes of the tensors that `spec` reads. Rejects as `run()` does. */
  async shapes(spec: LayerSpec): Promise<WantedTensor[]> {
    const answer = await this.#open().ask('layer-shapes', [], toJson(spec), undefined);
    return (JSON.parse(answer['json'] as string) as { shapes: WantedTensor[] }).shapes;
  }

  /** Frees the memory. Calling it again does nothing. */
  async dispose(): Promise<void> {
    const backend = this.#backend;
    this.#backend = undefined;
    await backend?.dispose();
  }

  #open(): Backend {
    if (this.#backend) return this.#backend;
    throw disposed(LAYERS.noun);
  }
}

export async function openLayers(options: LoadLayersOptions, platform: Platform): Promise<Layers> {
  checkKinds('loadLayers', options, CODE_KINDS);
  const wasm = { 'whylight-layers.wasm': options.wasm };
  return new Layers(await open(LAYERS, noModel(), { ...options, wasm }, platform));
}

/** The layer as the option of a question. */
function toJson(spec: unknown): string {
  if (typeof spec !== 'object') {
    const message = `spec: expected an object, found ${typeof spec}`;
    throw new WhylightError('invalid-argument', message);
  }
  try {
    return JSON.stringify({ spec });
  } catch (cause) {
    const message = `spec: expected what JSON can say, found ${messageOf(cause)}`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
}
