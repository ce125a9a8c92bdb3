// An index, as the model that keeps it is asked about it.
import { disposed, type Input } from '../../runtime/backend.js';
import { WhylightError } from '../../runtime/errors.js';
import { toJson } from '../../runtime/options.js';
import type { Answer } from '../../runtime/system.js';

/** Asks the model. `options` is JSON. */
export type Send = (
  question: string,
  inputs: readonly Input[],
  options: string,
  signal?: AbortSignal,
) => Promise<Answer>;

const ADVICE = 'Make it again, or open its bytes with fromBytes().';

// Frees what the model keeps of an index whose owner forgot to call dispose().
const forgotten = new FinalizationRegistry<() => void>((free) => free());

/**
 * The time from the start of an instance of the module to its end, with which its
 * indexes end. The next instance counts them from 1 again.
 */
export class Era {
  over = false;
  #latest = 0;

  /** Whether an index of that number is of this time, as far as anyone knows. */
  takes(index: number): boolean {
    if (this.over || index <= this.#latest) return false;
    this.#latest = index;
    return true;
  }
}

export class KeptIndex {
  readonly #send: Send;
  readonly #number: number;
  readonly #era: Era;
  #gone: WhylightError | undefined;

  constructor(send: Send, index: number, era: Era) {
    this.#send = send;
    this.#number = index;
    this.#era = era;
    const free = () => {
      if (!era.over) send('index-close', [], toJson({ index })).catch(() => {});
    };
    forgotten.register(this, free, this);
  }

  /** The answer about this index, read. */
  async ask<Found>(
    question: string,
    inputs: readonly Input[],
    options: object = {},
    signal?: AbortSignal,
  ): Promise<Found> {
    const { json } = await this.askRaw(question, inputs, options, signal);
    return JSON.parse(json as string) as Found;
  }

  /** The answer as it travels. */
  async askRaw(
    question: string,
    inputs: readonly Input[],
    options: object = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    this.#check();
    const asked = toJson({ ...options, index: this.#number });
    const answer = await this.#send(question, inputs, asked, signal).catch(
      async (error: unknown) => {
        throw await this.#see(error);
      },
    );
    this.#check();
    return answer;
  }

  async close(): Promise<void> {
    const gone = this.#gone ?? this.#era.over;
    this.#gone = disposed('index');
    forgotten.unregister(this);
    if (gone) return;
    await this.#send('index-close', [], toJson({ index: this.#number })).catch((error: unknown) => {
      if (!(error instanceof WhylightError) || !GONE.has(error.code)) throw error;
    });
  }

  #check(): void {
    // Of each error another, whose stack is that of the call.
    if (this.#gone) throw new WhylightError(this.#gone.code, this.#gone.message);
    if (this.#era.over) throw lost();
  }

  /** The error of a call, which says so if the index is no longer there. */
  async #see(error: unknown): Promise<unknown> {
    if (this.#gone || !(error instanceof WhylightError) || !(await this.#isLost(error))) {
      return error;
    }
    this.#era.over = true;
    if (error.code === 'not-found') return lost();
    const message = `${error.message} The index is lost. ${ADVICE}`;
    return new WhylightError(error.code, message, { cause: error });
  }

  async #isLost({ code }: WhylightError): Promise<boolean> {
    // An instance that stopped is started over without indexes.
    if (code === 'wasm-failed') return true;
    // A document that is not there, or an index; memory that ended, or was not asked for.
    if (code !== 'out-of-memory' && code !== 'not-found') return false;
    return this.#send('index-about', [], toJson({ index: this.#number })).then(
      () => false,
      (error: unknown) => error instanceof WhylightError && error.code !== 'disposed',
    );
  }
}

function lost(): WhylightError {
  return new WhylightError(
    'not-found',
    `This index is no longer there: the WebAssembly module that kept it stopped. ${ADVICE}`,
  );
}

// With the model, or its instance, an index goes as well.
const GONE: ReadonlySet<string> = new Set(['disposed', 'not-found', 'wasm-failed']);
