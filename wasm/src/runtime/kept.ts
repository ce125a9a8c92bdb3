// What a model keeps for whoever asks, such as an index, as it is asked about it.
import { disposed, type Input } from './backend.js';
import { WhylightError } from './errors.js';
import { toJson } from './options.js';
import type { Answer } from './system.js';

/** Asks the model. `options` is JSON. */
export type Send = (
  question: string,
  inputs: readonly Input[],
  options: string,
  signal?: AbortSignal,
) => Promise<Answer>;

/** What is kept. */
export interface KeptKind {
  /** The option that its number is, and how its questions begin: with "-about", "-close". */
  readonly key: string;
  /** Its name in messages. */
  readonly noun: string;
  /** A sentence on what to do when it is lost. */
  readonly advice: string;
}

// Frees what the model keeps for an owner who forgot to call dispose().
const forgotten = new FinalizationRegistry<() => void>((free) => free());

/**
 * The lifetime of an instance of the module, and so of what it keeps. The next instance counts from
 * 1 again.
 */
class Era {
  over = false;
  #latest = 0;

  /** Whether what has that number is of this lifetime, as far as anyone knows. */
  takes(number: number): boolean {
    if (this.over || number <= this.#latest) return false;
    this.#latest = number;
    return true;
  }
}

/** All that a model keeps of one kind. */
export class Keeper {
  readonly #kind: KeptKind;
  readonly #send: Send;
  #era = new Era();

  constructor(kind: KeptKind, send: Send) {
    this.#kind = kind;
    this.#send = send;
  }

  /** What the model has just begun to keep, by its number. */
  keep(number: number): Kept {
    if (!this.#era.takes(number)) {
      this.#era.over = true;
      this.#era = new Era();
      this.#era.takes(number);
    }
    return new Kept(this.#kind, this.#send, number, this.#era);
  }
}

export class Kept {
  readonly #kind: KeptKind;
  readonly #send: Send;
  readonly #number: Readonly<Record<string, number>>;
  readonly #era: Era;
  #gone: WhylightError | undefined;

  constructor(kind: KeptKind, send: Send, number: number, era: Era) {
    const { key } = kind;
    const named = { [key]: number };
    this.#kind = kind;
    this.#send = send;
    this.#number = named;
    this.#era = era;
    const free = () => {
      if (!era.over) send(`${key}-close`, [], toJson(named)).catch(() => {});
    };
    forgotten.register(this, free, this);
  }

  /** The answer about it, read. */
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
    const asked = toJson({ ...options, ...this.#number });
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
    this.#gone = disposed(this.#kind.noun);
    forgotten.unregister(this);
    if (gone) return;
    await this.#sendOwn('close').catch((error: unknown) => {
      if (!(error instanceof WhylightError) || !GONE.has(error.code)) throw error;
    });
  }

  #check(): void {
    // Of each error another, whose stack is that of the call.
    if (this.#gone) throw new WhylightError(this.#gone.code, this.#gone.message);
    if (this.#era.over) throw this.#lost();
  }

  /** The error of a call, with a note if what it is about is no longer there. */
  async #see(error: unknown): Promise<unknown> {
    if (this.#gone || !(error instanceof WhylightError) || !(await this.#isLost(error))) {
      return error;
    }
    this.#era.over = true;
    if (error.code === 'not-found') return this.#lost();
    const message = `${error.message} The ${this.#kind.noun} is lost. ${this.#kind.advice}`;
    return new WhylightError(error.code, message, { cause: error });
  }

  async #isLost({ code }: WhylightError): Promise<boolean> {
    // An instance that stopped is started over with nothing.
    if (code === 'wasm-failed') return true;
    // It, or a part of it, is not there; memory ended, or was not asked for.
    if (code !== 'out-of-memory' && code !== 'not-found') return false;
    return this.#sendOwn('about').then(
      () => false,
      (error: unknown) => error instanceof WhylightError && error.code !== 'disposed',
    );
  }

  #sendOwn(question: string): Promise<Answer> {
    return this.#send(`${this.#kind.key}-${question}`, [], toJson(this.#number));
  }

  #lost(): WhylightError {
    const { noun, advice } = this.#kind;
    return new WhylightError(
      'not-found',
      `This ${noun} is no longer there: the WebAssembly module that kept it stopped. ${advice}`,
    );
  }
}

// With the model, its instance or its Worker, it goes as well.
const GONE: ReadonlySet<string> = new Set([
  'disposed',
  'not-found',
  'wasm-failed',
  'worker-failed',
]);
