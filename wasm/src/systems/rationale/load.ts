// The way from an address, or from bytes, to a model.
import { NO_POINT, type Backend } from '../../runtime/backend.js';
import { isBuffer } from '../../runtime/bytes.js';
import { REASONS, compileCore } from './core.js';
import { WhylightError } from '../../runtime/errors.js';
import { together, type FetchOptions } from '../../runtime/fetch-bytes.js';
import { LocalBackend } from './local-backend.js';
import { Model } from './model.js';
import { openModel, type Report } from '../../runtime/open-model.js';
import type { Platform } from '../../runtime/platform.js';
import type { RemoteOptions } from '../../runtime/protocol.js';
import { resolveSource } from '../../runtime/source.js';
import type { LoadOptions, ModelBytes, ModelSource, WasmSource } from '../../runtime/types.js';
import {
  checkMaxMemory,
  compileWasm,
  instantiate,
  isWasmModule,
  wasmUrl,
} from '../../runtime/wasm-module.js';
import createCore from '../../whylight-core.mjs';
import { connect } from '../../runtime/worker-client.js';

export async function loadModel(
  source: ModelSource,
  options: LoadOptions,
  platform: Platform,
): Promise<Model> {
  options.signal?.throwIfAborted();
  checkMaxMemory(options.maxMemory);
  const from = resolveSource(source, platform);
  if (!options.worker) return new Model(await loadHere(from, options, platform));
  const sendable = forWorker(options, platform);
  const sent = from instanceof URL ? from.href : from;
  return new Model(await connect(options.worker).load(sent, sendable, options));
}

/** Loads a model into this thread. */
export async function loadHere(
  from: URL | ModelBytes,
  options: LoadOptions,
  platform: Platform,
): Promise<Backend> {
  const { signal, maxMemory } = options;
  const fetch = platform.fetcher(options.fetch ?? globalThis.fetch);
  const report: Report = (phase, loaded, total) => options.onProgress?.({ phase, loaded, total });

  const openCore = (by: FetchOptions, onStep?: Report) => {
    const module = compileCore(options, by, platform);
    const instance = module.then((code) => instantiate(createCore, code, maxMemory));
    return openModel(instance, from, 'rationale', by, onStep);
  };
  const openReasons = (by: FetchOptions) => {
    const module = compileWasm(options.reasonsWasm, REASONS, by, platform);
    const glue = import('../../whylight-reasons.mjs');
    const instance = Promise.all([module, glue]).then(([code, { default: createReasons }]) =>
      instantiate(createReasons, code, maxMemory),
    );
    return openModel(instance, from, 'rationale', by);
  };

  const model = await together(fetch, signal, (by) => openCore(by, report));
  const backend = new LocalBackend(model, {
    core: () => together(fetch, undefined, openCore),
    reasons: () => together(fetch, undefined, openReasons),
  });
  // Engines make code fast once it has run.
  await backend.explain(WARM_UP, NO_POINT, signal);
  signal?.throwIfAborted();
  report('compile', 1, 1);
  signal?.throwIfAborted();
  return backend;
}

const WARM_UP =
  'Pours a hazy gold with a thick white head. It smells of citrus, pine and honey; the body ' +
  'is medium and smooth, and the taste is dry and bitter.';

/** What a Worker gets to know of the options. */
function forWorker(options: LoadOptions, platform: Platform): RemoteOptions {
  const { fetch, wasm, reasonsWasm, relaxedSimd, integers, maxMemory } = options;
  if (fetch) {
    throw new WhylightError('invalid-argument', '`fetch` cannot be sent to a `worker`.');
  }
  const sendable = (source: WasmSource | undefined) =>
    source === undefined || isWasmModule(source) || isBuffer(source)
      ? source
      : wasmUrl(source, platform).href;
  return {
    wasm: sendable(wasm),
    reasonsWasm: sendable(reasonsWasm),
    relaxedSimd,
    integers,
    maxMemory,
  };
}
