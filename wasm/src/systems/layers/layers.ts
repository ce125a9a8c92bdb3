/// <reference lib="esnext.disposable" preserve="true" />
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError, messageOf } from '../../runtime/errors.js';
import { Instance } from '../../runtime/instance.js';
import type { Platform } from '../../runtime/platform.js';
import type { LoadModelOptions } from '../../runtime/types.js';
import {
  checkMaxMemory,
  compileWasm,
  importGlue,
  instantiate,
  unwrap,
} from '../../runtime/wasm-module.js';
import { LAYERS, layersGlue, type LayersModule } from './core.js';
import { readFloats, writeSafetensors, type LayerTensor } from './safetensors.js';
import type { LayerSpec } from './spec.js';

/** Options of `loadLayers()`. */
export type LoadLayersOptions = Pick<LoadModelOptions, 'signal' | 'wasm' | 'fetch' | 'maxMemory'>;

/** What a layer made of its input. */
export interface LayerRun {
  /**
   * `h`, a row per word (fewer or more rows where the layer pools or has windows).
   * Of an RCNN also `c.1` … `c.n`, `z.1` … `z.n` and `gate` (λ), and `outgate`
   * and `highway` where it has them; of attention also `alpha`.
   */
  output: LayerOutput;
  /** Names of tensors that were given and not read. */
  unused: string[];
}

/** The tensors that a layer gives, by name. */
export interface LayerOutput extends Record<string, LayerTensor<Float32Array>> {
  /** The output at each word. */
  h: LayerTensor<Float32Array>;
}

/** A tensor that a layer reads. */
export interface WantedTensor {
  name: string;
  /** Such as `[h, d]`: d is the width of a word, h the layer's, L the words. */
  shape: string;
}

/**
 * Any layer of Whylight, applied to tensors of one's own. `loadLayers()` makes it.
 *
 * It owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class Layers {
  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  readonly #instance: Instance<LayersModule>;

  /** @internal */
  constructor(instance: Instance<LayersModule>) {
    this.#instance = instance;
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Runs the layer that `spec` describes over one text. `tensors` are the words
   * `x` [L, d], the layer's tensors (`shapes` names them) and, if words are to be
   * left out, `mask` [L] with numbers from 0 to 1.
   *
   * Rejects with `invalid-argument`, naming the option or the tensor, what was
   * expected and what was found; with `bad-model` when a number is not finite;
   * with `disposed`; with `out-of-memory`; or with `wasm-failed` when the module
   * stopped.
   */
  async run(spec: LayerSpec, tensors: Readonly<Record<string, LayerTensor>>): Promise<LayerRun> {
    const json = toJson(spec);
    if (typeof tensors !== 'object' || tensors === null) {
      const message = 'input: expected an object of tensors by name, found ' + String(tensors);
      throw new WhylightError('invalid-argument', message);
    }
    const input = writeSafetensors(tensors);
    const on = `a layer with ${input.length} bytes of tensors`;
    const run = await this.#instance.run((module) => module.runLayer(json, input), on);
    const { output, unused } = unwrap(run);
    return { output: readFloats(output) as LayerOutput, unused };
  }

  /** The names and shapes of the tensors that `spec` reads. Rejects as `run` does. */
  async shapes(spec: LayerSpec): Promise<WantedTensor[]> {
    const json = toJson(spec);
    const shapes = await this.#instance.run((module) => module.layerShapes(json), 'a layer');
    return unwrap(shapes).shapes;
  }

  /** Frees the memory. Calling it again does nothing. */
  async dispose(): Promise<void> {
    this.#instance.dispose();
  }
}

/** Compiles the module, and starts an instance of it. */
export async function openLayers(options: LoadLayersOptions, platform: Platform): Promise<Layers> {
  const { wasm, signal, maxMemory } = options;
  signal?.throwIfAborted();
  checkMaxMemory(maxMemory);
  const fetch = platform.fetcher(options.fetch ?? globalThis.fetch);
  const [module, glue] = await Promise.all([
    compileWasm(wasm, LAYERS, { fetch, signal }, platform),
    importGlue(LAYERS, layersGlue),
  ]);
  signal?.throwIfAborted();
  const open = () => instantiate(glue, module, maxMemory);
  const first = await open();
  signal?.throwIfAborted();
  return new Layers(new Instance('Layers object', open, first));
}

function toJson(spec: unknown): Uint8Array {
  if (typeof spec !== 'object') {
    const message = `spec: expected an object, found ${typeof spec}`;
    throw new WhylightError('invalid-argument', message);
  }
  let json;
  try {
    json = JSON.stringify(spec);
  } catch (cause) {
    const message = `spec: expected what JSON can say, found ${messageOf(cause)}`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
  return new TextEncoder().encode(json);
}
