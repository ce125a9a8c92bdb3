// The classifier in its Worker, as the page sees it.
import { WhylightError, type Progress } from 'whylight';
import type { Classification, ClassifierLabel } from 'whylight/classifier';
import type { Reply, Request } from './protocol';

/** A class that stands for a number. */
export type Grade = Required<ClassifierLabel>;

export class RemoteClassifier {
  /** The classes, from the lowest grade to the highest. */
  readonly grades: readonly Grade[];
  readonly #worker: Worker;

  private constructor(worker: Worker, labels: readonly ClassifierLabel[]) {
    this.#worker = worker;
    this.grades = labels.map(withGrade).sort((a, b) => a.grade - b.grade);
  }

  /** Loads the model of a folder. An abort ends its Worker, whatever it is doing. */
  static async load(
    folder: URL,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<RemoteClassifier> {
    const worker = new Worker(new URL('./classifier-worker.ts', import.meta.url), {
      type: 'module',
    });
    try {
      const reply = await ask(worker, { type: 'load', folder: folder.href }, signal, onProgress);
      if (reply.type !== 'loaded') throw unexpected(reply);
      return new RemoteClassifier(worker, reply.labels);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** Classifies a text; one at a time. */
  async classify(text: string): Promise<Classification> {
    const reply = await ask(this.#worker, { type: 'classify', text });
    if (reply.type !== 'classified') throw unexpected(reply);
    return reply.classification;
  }

  /** Ends its Worker, and frees what is there. */
  dispose(): void {
    this.#worker.terminate();
  }
}

/** The reply that ends a request. */
function ask(
  worker: Worker,
  request: Request,
  signal?: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const listening = { signal: over.signal };
    const end = (act: () => void) => {
      over.abort();
      act();
    };
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Reply>) => {
        if (data.type === 'progress') onProgress?.(data.progress);
        else if (data.type === 'failed') end(() => reject(toError(data)));
        else end(() => resolve(data));
      },
      listening,
    );
    worker.addEventListener(
      'error',
      ({ message }) => {
        const what = message || 'its script could not be loaded';
        end(() => reject(new WhylightError('worker-failed', `The Worker stopped: ${what}.`)));
      },
      listening,
    );
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)), listening);
    worker.postMessage(request);
  });
}

function toError({ code, message }: Reply & { type: 'failed' }): Error {
  return code ? new WhylightError(code, message) : new Error(message);
}

function unexpected({ type }: Reply): Error {
  return new WhylightError('worker-failed', `The Worker answered something else: ${type}.`);
}

function withGrade({ label, name, grade }: ClassifierLabel): Grade {
  if (grade === undefined) throw new Error(`The class "${name}" stands for no number.`);
  return { label, name, grade };
}
