// A model in this thread.
import type { Backend, Take } from '../../runtime/backend.js';
import { batchesOf } from '../../runtime/batches.js';
import type { CoreModule, ExplanationRequest, RawExplanation, ReasonsModule } from './core.js';
import { WhylightError } from '../../runtime/errors.js';
import { Instance } from '../../runtime/instance.js';
import type { Opened } from '../../runtime/open-model.js';
import { unwrap } from '../../runtime/wasm-module.js';

/** Opens the model once more: in an instance that explains, or in one that says why. */
export interface Openers {
  core(): Promise<Opened<CoreModule>>;
  reasons(): Promise<Opened<ReasonsModule>>;
}

const encoder = new TextEncoder();

export class LocalBackend implements Backend {
  readonly aspects: readonly string[];
  readonly points: Float64Array;
  // Of this model alone, so that a model whose module stops takes no other with
  // it, and the memory goes with the model.
  readonly #model: Instance<CoreModule>;
  readonly #reasons: Instance<ReasonsModule>;

  constructor({ module, aspects, points }: Opened<CoreModule>, open: Openers) {
    const moduleOf = <Module>(opened: Opened<Module>) => opened.module;
    this.aspects = aspects;
    this.points = points;
    this.#model = new Instance('model', () => open.core().then(moduleOf), module);
    this.#reasons = new Instance('model', () => open.reasons().then(moduleOf));
  }

  // Texts go as bytes, not as strings: Embind would glue a lone surrogate to what
  // follows it, where the encoder puts U+FFFD, which is as long.

  async explain(
    text: string,
    point: number,
    signal: AbortSignal | undefined,
  ): Promise<RawExplanation> {
    const raw = await this.#model.run(
      (core) => core.explain(encoder.encode(text), point),
      `a text of ${text.length} UTF-16 units`,
      signal,
    );
    return unwrap(raw);
  }

  async explainMany(
    texts: readonly string[],
    point: number,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void> {
    for (const batch of batchesOf(texts)) {
      // Whatever else is to be done in this thread comes in between.
      await pause();
      try {
        const answer = await this.#model.run(
          (core) => {
            const utf8s = batch.map((index) => encoder.encode(texts[index]));
            return core.explainMany(utf8s, point);
          },
          'these texts',
          signal,
        );
        unwrap(answer).explanations.forEach((raw, at) => take(raw, batch[at]!));
      } catch (error) {
        throw located(error, batch);
      }
    }
  }

  async explainAs(
    { method, text, other, options }: ExplanationRequest,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const answer = await this.#reasons.run(
      (reasons) => reasons.explainAs(method, encoder.encode(text), encoder.encode(other), options),
      `text of ${text.length + other.length} UTF-16 units`,
      signal,
    );
    return unwrap(answer).json;
  }

  async dispose(): Promise<void> {
    this.#model.dispose();
    this.#reasons.dispose();
  }
}

/** The error of a batch, which says which text, or which texts, is to blame. */
function located(error: unknown, batch: number[]): unknown {
  if (!(error instanceof WhylightError) || error.code === 'disposed') return error;
  const places = batch.map((index) => `texts[${index}]`);
  // The core counts the texts of a batch from 1.
  const [, place = '', message = error.message] = /^text (\d+): (.*)$/s.exec(error.message) ?? [];
  const where = places[Number(place) - 1] ?? places.join(', ');
  return new WhylightError(error.code, `${where}: ${message}`, { cause: error });
}

// Unlike a timer, a message is not held up when many follow each other.
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
