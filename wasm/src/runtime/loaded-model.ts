/// <reference lib="esnext.disposable" preserve="true" />
import { disposed, type Backend, type Input } from './backend.js';
import { relocated } from './batches.js';
import { declareDisposable } from './disposable.js';
import { WhylightError } from './errors.js';
import { checkAsked, checkNames, toJson, typeName } from './options.js';
import { ReadAhead, isSource, type Source } from './read-ahead.js';
import type { Answer, System } from './system.js';
import { untilAborted } from './turns.js';
import type { AskOptions, Question } from './types.js';

/** How many texts of a stream are asked about at a time. */
const AHEAD = 64;

/**
 * A model of any kind.
 *
 * A model owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class LoadedModel {
  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  readonly #system: System;
  #backend: Backend | undefined;

  /** @internal */
  constructor(system: System, backend: Backend) {
    this.#system = system;
    this.#backend = backend;
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Asks any question that the model answers, by name, about one or more texts, e.g.
   * `ask('match', [text, other], { order: 3 })`. Resolves with the answer as plain data, which the
   * method for each question describes.
   *
   * Rejects as those methods do, and with `invalid-argument`, which names what was expected and
   * what was found.
   */
  async ask(
    question: string,
    inputs: string | readonly string[],
    options: AskOptions & Readonly<Record<string, unknown>> = {},
  ): Promise<unknown> {
    if (typeof question !== 'string') {
      const message = `question: expected its name, a string, found ${typeName(question)}`;
      throw new WhylightError('invalid-argument', message);
    }
    return this.askOne(question, typeof inputs === 'string' ? [inputs] : inputs, options);
  }

  /**
   * Lists the questions that the model answers: the name, texts and options of each. Rejects as
   * questions do.
   */
  async questions(options: AskOptions = {}): Promise<Question[]> {
    checkNames('questions', options, ['signal']);
    const answer = await this.askOne('questions', [], options);
    return (answer as { questions: Question[] }).questions;
  }

  /**
   * Frees the model. Calls still in progress reject with `disposed`. Calling it again does nothing.
   */
  async dispose(): Promise<void> {
    const backend = this.#backend;
    this.#backend = undefined;
    await backend?.dispose();
  }

  /** `options` may hold a `signal`, as those of `ask()`. @internal */
  protected async askOne(
    question: string,
    inputs: readonly string[],
    options: object,
  ): Promise<unknown> {
    const { signal, ...asked }: AskOptions = checkAsked(question, options);
    checkArray(inputs, this.#system.verb);
    for (const text of inputs) checkText(text, this.#system);
    const answer = await this.send(question, inputs, toJson(asked), signal);
    return this.read(answer, inputs);
  }

  /** The answer as it travels; `options` is JSON. @internal */
  protected async send(
    question: string,
    inputs: readonly Input[],
    options: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const answer = await this.#open().ask(question, inputs, options, signal);
    signal?.throwIfAborted();
    this.#open();
    return answer;
  }

  /**
   * The answers about each item of a list, in order; `onAnswer` gets each as soon as
   * it is there. @internal
   */
  protected async askMany<T>(
    question: string,
    list: readonly unknown[],
    options: object,
    onAnswer: ((answer: T, index: number) => void) | undefined,
  ): Promise<T[]> {
    const { signal, ...asked }: AskOptions = checkAsked(question, options);
    checkArray(list, this.#system.verb, this.#system.items);
    // Unlike map(), this does not skip what is missing.
    const items = Array.from(list, (item, index) => this.textsOf(item, `texts[${index}]: `));
    const answers: T[] = [];
    await this.#open().askMany(question, items, toJson(asked), signal, (raw, index) => {
      const answer = this.read(raw, items[index]!) as T;
      answers[index] = answer;
      onAnswer?.(answer, index);
    });
    signal?.throwIfAborted();
    this.#open();
    return answers;
  }

  /** The answers about each item of a source, in order, as they are asked for. @internal */
  protected async *askEach<T>(
    question: string,
    list: Source<unknown>,
    options: AskOptions,
  ): AsyncGenerator<T, void, undefined> {
    const { signal } = checkAsked(question, options);
    if (!isSource(list)) {
      const { verb, items } = this.#system;
      const message = `Expected an iterable of ${items ?? 'strings'} to ${verb}, found ${typeName(list)}.`;
      throw new WhylightError('invalid-argument', message);
    }
    const source = new ReadAhead(list, AHEAD);
    // Of the loop: whoever leaves it wants no further answers.
    const left = new AbortController();
    const stop = () => left.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    let asked = 0;
    const answerNext = async (): Promise<T[]> => {
      const next = await untilAborted(source.take(), left.signal);
      const before = asked;
      asked += next.length;
      const until = { ...options, signal: left.signal };
      return this.askMany<T>(question, next, until, undefined).catch((error: unknown) => {
        throw relocated(error, (index) => before + index);
      });
    };
    try {
      let coming = answerNext();
      for (;;) {
        const answers = await coming;
        signal?.throwIfAborted();
        if (answers.length === 0) return;
        // While these are used, the next are computed; an error waits for its turn.
        coming = answerNext();
        coming.catch(() => {});
        for (const answer of answers) {
          yield answer;
          signal?.throwIfAborted();
        }
      }
    } finally {
      source.close();
      signal?.removeEventListener('abort', stop);
      left.abort();
    }
  }

  /** The texts of an item of a list; `where` is its place, for messages. @internal */
  protected textsOf(item: unknown, where: string): readonly string[] {
    checkText(item, this.#system, where);
    return [item as string];
  }

  /** The answer that callers get: the one that travelled, with the text asked about. @internal */
  protected read({ json }: Answer, [text, other]: readonly string[]): unknown {
    const about = other === undefined ? { text } : { text, other };
    return { ...about, ...(JSON.parse(json as string) as object) };
  }

  #open(): Backend {
    if (this.#backend) return this.#backend;
    throw disposed(this.#system.noun);
  }
}

function checkArray(list: unknown, verb: string, items = 'strings'): void {
  if (Array.isArray(list)) return;
  throw new WhylightError('invalid-argument', `Expected an array of ${items} to ${verb}.`);
}

function checkText(text: unknown, { verb }: System, where = ''): void {
  if (typeof text === 'string') return;
  const message = `${where}Expected a string to ${verb}, found ${typeName(text)}.`;
  throw new WhylightError('invalid-argument', message);
}
