// The page's side of the Workers that rate: hands them slices of the work, as many at a time as there
// are Workers.
import { WhylightError, type ModelBytes, type Progress } from 'whylight';
import { orAborted } from '../../components/work-panel';
import { ownScript } from '../../trusted-types';
import type { Answer, FromWorker, ToWorker } from './messages';
import script from './rating-worker.ts?worker&url';

// Small enough that all Workers end at about the same time, large enough to find texts alike in length.
const slice = 128;
// Each holds a model of its own. One processor is for the page.
const mostWorkers = 4;

export interface Loaded {
  aspects: readonly string[];
  labels: Readonly<Record<string, readonly [string, string] | undefined>>;
}

/** The places that are asked for, and what came of one. */
export type OnAnswer = (place: number, answer: Answer) => void;

/** One Worker and its model. */
class RatingWorker {
  readonly #worker = new Worker(ownScript(script), { type: 'module' });
  #onMessage: (message: FromWorker) => void = () => {};
  #onFailure: (error: Error) => void = () => {};

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) =>
      this.#onMessage(data),
    );
    this.#worker.addEventListener('error', ({ message }) =>
      this.#onFailure(
        new WhylightError('worker-failed', message || 'The script of the Worker did not load.'),
      ),
    );
  }

  load(
    source: URL | ModelBytes,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Loaded> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      this.#onFailure = reject;
      this.#onMessage = (message) => {
        if (message.type === 'progress') onProgress(message.progress);
        else if (message.type === 'loaded') resolve(message);
        else if (message.type === 'failed')
          reject(new WhylightError(message.code, message.message));
      };
      this.#send({ type: 'load', source: source instanceof URL ? source.href : source });
    });
  }

  /** Rates texts; when it is cancelled it resolves with some of them not answered. */
  rate(
    texts: string[],
    signal: AbortSignal,
    onAnswers: (answers: Answer[]) => void,
  ): Promise<void> {
    const cancel = () => this.#send({ type: 'cancel' });
    return new Promise<void>((resolve, reject) => {
      this.#onFailure = reject;
      this.#onMessage = (message) => {
        if (message.type === 'rated') onAnswers(message.answers);
        else if (message.type === 'done') resolve();
      };
      signal.addEventListener('abort', cancel);
      this.#send({ type: 'rate', texts });
    }).finally(() => signal.removeEventListener('abort', cancel));
  }

  end(): void {
    this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

export class Rater {
  readonly loaded: Loaded;
  readonly #first: RatingWorker;
  readonly #source: URL | ModelBytes;
  readonly #others: RatingWorker[] = [];
  readonly #ended = new AbortController();

  private constructor(first: RatingWorker, source: URL | ModelBytes, loaded: Loaded) {
    this.#first = first;
    this.#source = source;
    this.loaded = loaded;
  }

  static async open(
    source: URL | ModelBytes,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Rater> {
    const first = new RatingWorker();
    try {
      return new Rater(first, source, await first.load(source, signal, onProgress));
    } catch (error) {
      first.end();
      throw error;
    }
  }

  /**
   * Rates the texts in slices from the first to the last. When it is cancelled, what was rated by then
   * was handed over, and it resolves.
   */
  async rate(texts: readonly string[], signal: AbortSignal, onAnswer: OnAnswer): Promise<void> {
    let next = 0;
    const work = async (worker: RatingWorker) => {
      while (next < texts.length && !signal.aborted) {
        const start = next;
        next += slice;
        await worker.rate(texts.slice(start, start + slice), signal, (answers) => {
          for (const answer of answers) onAnswer(start + answer.index, answer);
        });
      }
    };
    // Other Workers join as soon as they have the model, which the browser has in its cache. Without
    // them it only takes longer.
    const most = Math.min(
      mostWorkers,
      Math.max(1, navigator.hardwareConcurrency - 1),
      Math.ceil(texts.length / slice),
    );
    while (1 + this.#others.length < most) this.#others.push(new RatingWorker());
    // Nobody waits for a model that there is nothing left to do for.
    const over = new AbortController();
    const end = () => over.abort();
    signal.addEventListener('abort', end, { once: true });
    const others = this.#others.slice(0, most - 1).map((w) => this.#join(w, work, over.signal));
    const first = work(this.#first).finally(() => {
      signal.removeEventListener('abort', end);
      end();
    });
    await Promise.all([first, ...others]);
  }

  /** Frees all that it holds. */
  close(): void {
    this.#ended.abort();
    for (const worker of [this.#first, ...this.#others]) worker.end();
  }

  readonly #ready = new Map<RatingWorker, Promise<unknown>>();

  /** Lets a Worker take part from when it has the model, unless `signal` is aborted before. */
  async #join(
    worker: RatingWorker,
    work: (worker: RatingWorker) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let ready = this.#ready.get(worker);
    if (!ready) {
      ready = worker.load(this.#source, this.#ended.signal, () => {});
      this.#ready.set(worker, ready);
    }
    try {
      await orAborted(ready, signal);
    } catch {
      return;
    }
    await work(worker);
  }
}
