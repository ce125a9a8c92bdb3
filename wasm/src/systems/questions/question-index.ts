/// <reference lib="esnext.disposable" preserve="true" />
import type { Input } from '../../runtime/backend.js';
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError } from '../../runtime/errors.js';
import type { Kept } from '../../runtime/kept.js';
import {
  ANY,
  FUNCTION,
  SIGNAL,
  checkData,
  checkKinds,
  shown,
  typeName,
  type Kind,
} from '../../runtime/options.js';
import { pause } from '../../runtime/pause.js';
import { inPieces, nextWeight } from '../../runtime/pieces.js';
import { Turns } from '../../runtime/turns.js';
import type { AskOptions, Span } from '../../runtime/types.js';
import { nameOf, prepare, taken, type Prepared, type Shape } from './documents.js';
import type {
  AddOptions,
  DuplicateCluster,
  DuplicatesOptions,
  ExplainOptions,
  Hit,
  HitExplanation,
  IndexDescription,
  Preference,
  PreferOptions,
  SearchOptions,
  Suggestions,
  SuggestOptions,
  TermMatch,
  WithoutWordsOptions,
  WordDrop,
} from './types.js';

/**
 * Documents that can be searched as you type. Created by `createIndex()` and
 * `fromBytes()` of a `Retriever`.
 *
 * A document is plain data: the index keeps a copy, as JSON would make it. Calls are
 * answered one after another. While many documents are being added, other calls come
 * in between and find those added so far. A change that waits for another to end can be aborted at
 * once.
 *
 * Calls reject with `invalid-argument`, naming what was expected and what was found;
 * with `not-found` for an id that no document has; with `text-too-long`,
 * `out-of-memory`, `wasm-failed` or `disposed`. When the WebAssembly module stopped,
 * the index is lost, as the error says; the retriever works again.
 *
 * An index owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class QuestionIndex<D extends object = Record<string, unknown>> {
  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  /** The members of a document that are searched. */
  readonly fields: readonly string[];
  /** The member that names a document. */
  readonly id: string;

  readonly #kept: Kept;
  // In the order in which the core has them: the order of adding.
  readonly #documents: Map<string, D>;
  // A call sees documents and core alike; a change is of several calls.
  readonly #calls = new Turns();
  readonly #changes = new Turns();

  /** @internal */
  constructor(kept: Kept, { id, fields }: Shape, documents: Map<string, D>) {
    this.#kept = kept;
    this.id = id;
    this.fields = Object.freeze([...fields]);
    this.#documents = documents;
  }

  static {
    declareDisposable(this.prototype);
  }

  /** How many documents there are. */
  get size(): number {
    return this.#documents.size;
  }

  /** Whether there is a document with that id. Here and below, 2 and "2" are the same. */
  has(id: string | number): boolean {
    return this.#documents.has(String(id));
  }

  /** The document with that id. Do not change it: the index keeps this very object. */
  get(id: string | number): D | undefined {
    return this.#documents.get(String(id));
  }

  /** All documents, in the order in which they were added. Do not change them, either. */
  documents(): IterableIterator<D> {
    return this.#documents.values();
  }

  /** Adds a document, with an id that no other has. */
  add(document: D, options: AskOptions = {}): Promise<void> {
    return this.#add('add', [document], options);
  }

  /**
   * Adds all of the documents or, if the call fails or is aborted, none: the index is
   * then as it was.
   *
   * It takes turns with other work on the thread, reports progress, and checks the signal
   * in between. Messages name a document by its place, e.g. "documents[3]: ...".
   */
  addAll(documents: Iterable<D>, options: AddOptions = {}): Promise<void> {
    return this.#add('addAll', documents, options);
  }

  /** Replaces the document that has the same id. The new one is then the last. */
  async replace(document: D, options: AskOptions = {}): Promise<void> {
    const { signal } = checkKinds('replace', options, { signal: SIGNAL });
    await this.#changes.takeWhole(async () => {
      const { id, json, document: copy } = prepare(document, this, 'replace');
      await this.#calls.take(async () => {
        await this.#kept.ask('index-replace', [json]);
        this.#documents.delete(id);
        this.#documents.set(id, copy);
      });
    }, signal);
  }

  /** Removes the document with that id. */
  async remove(id: string | number, options: AskOptions = {}): Promise<void> {
    const { signal } = checkKinds('remove', options, { signal: SIGNAL });
    const name = checkId('remove', id);
    await this.#changes.takeWhole(() => this.#remove([name]), signal);
  }

  /** Finds the documents that ask the same as `text`, best first. */
  async search(text: string, options: SearchOptions<D> = {}): Promise<Hit<D>[]> {
    checkKinds('search', options, SEARCH_KINDS);
    const { hits } = await this.#askFiltered<{ hits: Hit<D>[] }>('search', text, {}, options);
    return hits.map((hit) => ({
      ...hit,
      spans: this.#inAllFields(hit.spans),
      terms: this.#withAllFields(hit.terms),
      // The core's copy gives way to the one that others know.
      document: this.#documents.get(hit.id) ?? hit.document,
    }));
  }

  /** Explains how similar the document with that id is to `text`. */
  async explain(
    text: string,
    id: string | number,
    options: ExplainOptions = {},
  ): Promise<HitExplanation> {
    const { signal, ...asked } = checkKinds('explain', options, { pairs: ANY, signal: SIGNAL });
    const found = await this.#askOf<HitExplanation>('explain', text, { id }, asked, signal);
    return { ...found, terms: this.#withAllFields(found.terms) };
  }

  /**
   * Explains why the document `id` ranks above `other` for `text`, by the n-grams of
   * `text`, as the model sees it.
   */
  async prefer(
    text: string,
    id: string | number,
    other: string | number,
    options: PreferOptions = {},
  ): Promise<Preference> {
    const { signal, ...asked } = checkKinds('prefer', options, { ngrams: ANY, signal: SIGNAL });
    return this.#askOf('prefer', text, { id, other }, asked, signal);
  }

  /**
   * The rank and the score of the document `id` with each word of `text` left out in
   * turn. The first entry, from 0 to 0, is for the whole text.
   */
  async withoutWords(
    text: string,
    id: string | number,
    options: WithoutWordsOptions<D> = {},
  ): Promise<WordDrop[]> {
    checkKinds('withoutWords', options, WITHOUT_WORDS_KINDS);
    const { score, rank, words } = await this.#askFiltered<WithoutWords>(
      'withoutWords',
      text,
      { id },
      options,
    );
    return [{ start: 0, end: 0, score, rank }, ...words].map(({ rank = 0, ...drop }) => ({
      ...drop,
      rank,
    }));
  }

  /** Completes what is being typed. */
  async suggest(text: string, options: SuggestOptions = {}): Promise<Suggestions> {
    const { signal, ...asked } = checkKinds('suggest', options, { limit: ANY, signal: SIGNAL });
    return this.#askOf('suggest', text, {}, asked, signal);
  }

  /**
   * Finds documents that say nearly the same, the largest group first. It compares every
   * document with every other: a hundred times as many take ten thousand times as long.
   * It takes turns and checks the signal as `addAll()` does.
   */
  async duplicates(options: DuplicatesOptions = {}): Promise<DuplicateCluster[]> {
    const { signal, onProgress, ...asked } = checkKinds('duplicates', options, {
      threshold: ANY,
      onProgress: FUNCTION,
      signal: SIGNAL,
    });
    return this.#changes.take(async () => {
      let pairs = 1;
      let from = 0;
      for (;;) {
        signal?.throwIfAborted();
        const began = performance.now();
        const piece = { ...asked, restart: from === 0, pairs };
        const { done, total, clusters } = await this.#calls.take(() =>
          this.#ask<DuplicatesPiece>('duplicates', [], piece),
        );
        onProgress?.({ done, total });
        if (clusters) return clusters;
        pairs = nextWeight(done - from, performance.now() - began);
        from = done;
        await pause();
      }
    }, signal);
  }

  /** Describes the index. */
  async about(): Promise<IndexDescription> {
    const { options, ...about } = await this.#calls.take(() =>
      this.#kept.ask<About>('index-about', []),
    );
    return { ...about, ...options };
  }

  /** The index as a file that `fromBytes()` and the programs read. */
  async toBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes } = await this.#calls.take(() => this.#kept.askRaw('index-bytes', []));
    return bytes as Uint8Array<ArrayBuffer>;
  }

  /**
   * Frees the index. Calls still under way reject with `disposed`. Calling it again
   * does nothing.
   */
  async dispose(): Promise<void> {
    this.#documents.clear();
    await this.#kept.close();
  }

  async #add(call: string, documents: Iterable<D>, options: AddOptions): Promise<void> {
    const { signal, onProgress } = checkKinds(call, options, {
      onProgress: FUNCTION,
      signal: SIGNAL,
    });
    if (typeof documents?.[Symbol.iterator] !== 'function') {
      throw invalid(`${call}: expected an array of documents, found ${typeName(documents)}`);
    }
    const all = [...documents];
    const report = (done: number) => {
      signal?.throwIfAborted();
      onProgress?.({ done, total: all.length });
    };
    await this.#changes.takeWhole(async () => {
      const prepared = await this.#prepareAll(call, all, signal);
      const added: string[] = [];
      try {
        report(0);
        await inPieces(
          prepared,
          ({ json }) => json.length,
          async (piece) => {
            await this.#addPiece(piece);
            for (const { id } of piece) added.push(id);
            report(added.length);
          },
        );
      } catch (error) {
        await this.#undo(added);
        throw error;
      }
    }, signal);
  }

  async #prepareAll(
    call: string,
    documents: readonly D[],
    signal: AbortSignal | undefined,
  ): Promise<Prepared<D>[]> {
    const prepared: Prepared<D>[] = [];
    const ids = new Set<string>();
    await inPieces(
      documents,
      () => 1,
      (piece) => {
        signal?.throwIfAborted();
        for (const document of piece) {
          const where = call === 'addAll' ? `documents[${prepared.length}]` : call;
          const found = prepare(document, this, where);
          if (ids.has(found.id) || this.#documents.has(found.id)) throw taken(where, found.id);
          ids.add(found.id);
          prepared.push(found);
        }
      },
    );
    return prepared;
  }

  #addPiece(piece: readonly Prepared<D>[]): Promise<void> {
    const json = `[${piece.map((document) => document.json).join(',')}]`;
    return this.#calls.take(async () => {
      await this.#kept.ask('index-add', [json]);
      for (const { id, document } of piece) this.#documents.set(id, document);
    });
  }

  async #undo(added: readonly string[]): Promise<void> {
    try {
      await inPieces(
        added,
        () => 1,
        (ids) => this.#remove(ids),
      );
    } catch {
      // The index is lost, as the next call says.
      for (const id of added) this.#documents.delete(id);
    }
  }

  #remove(ids: readonly string[]): Promise<void> {
    return this.#calls.take(async () => {
      await this.#kept.ask('index-remove', [], { ids });
      for (const id of ids) this.#documents.delete(id);
    });
  }

  /** 1 for each document that may be found, else 0. */
  #allowed(filter: (document: D) => boolean): Uint8Array {
    const allowed = new Uint8Array(this.#documents.size);
    let at = 0;
    for (const document of this.#documents.values()) allowed[at++] = filter(document) ? 1 : 0;
    return allowed;
  }

  /** The core leaves out fields without a match. */
  #inAllFields(spans: Readonly<Record<string, Span[]>>): Record<string, Span[]> {
    return { ...Object.fromEntries(this.fields.map((field) => [field, []])), ...spans };
  }

  #withAllFields(terms: readonly TermMatch[]): TermMatch[] {
    return terms.map((term) => ({ ...term, spans: this.#inAllFields(term.spans) }));
  }

  /** `about` are documents, by their ids. */
  async #askOf<Found>(
    call: string,
    text: string,
    about: Readonly<Record<string, string | number>>,
    options: object,
    signal: AbortSignal | undefined,
    filter?: (document: D) => boolean,
  ): Promise<Found> {
    checkText(call, text);
    const ids = Object.entries(about).map(([name, id]) => [name, checkId(call, id)] as const);
    const asked = { ...options, ...Object.fromEntries(ids) };
    return this.#calls.take(() => {
      const inputs = filter ? [text, this.#allowed(filter)] : [text];
      return this.#ask<Found>(call, inputs, asked, signal);
    }, signal);
  }

  #ask<Found>(
    call: string,
    inputs: readonly Input[],
    options: object,
    signal?: AbortSignal,
  ): Promise<Found> {
    return this.#kept
      .ask<Found>(questionOf(call), inputs, options, signal)
      .catch((error: unknown) => {
        throw inWordsOf(call, error);
      });
  }

  /** The same with the options of a search. */
  async #askFiltered<Found>(
    call: string,
    text: string,
    about: Readonly<Record<string, string | number>>,
    options: SearchOptions<D>,
  ): Promise<Found> {
    const { signal, filter, boost, prefix, fuzzy, ...others } = options;
    if (boost !== undefined) checkData({ boost });
    if (filter !== undefined && typeof filter !== 'function') {
      throw invalid(`${call}: "filter": expected a function, found ${typeName(filter)}`);
    }
    const asked = {
      ...others,
      boosts: boost,
      prefix: typeof prefix === 'boolean' ? (prefix ? 'last' : 'none') : prefix,
      fuzzy: typeof fuzzy === 'boolean' ? (fuzzy ? FUZZY : 0) : fuzzy,
    };
    return this.#askOf(call, text, about, asked, signal, filter);
  }
}

// The core checks the values. Names are checked here, as it would also take its own, such as "boosts".
const WITHOUT_WORDS_KINDS: Readonly<Record<keyof WithoutWordsOptions, Kind>> = {
  mode: ANY,
  weight: ANY,
  boost: ANY,
  prefix: ANY,
  fuzzy: ANY,
  filter: ANY,
  signal: SIGNAL,
};
const SEARCH_KINDS: Readonly<Record<keyof SearchOptions, Kind>> = {
  ...WITHOUT_WORDS_KINDS,
  limit: ANY,
  threshold: ANY,
  score: ANY,
};

// What `fuzzy: true` stands for: a letter of five.
const FUZZY = 0.2;

interface DuplicatesPiece {
  /** Pairs of documents. */
  done: number;
  total: number;
  /** Once all are compared. */
  clusters?: DuplicateCluster[];
}

interface WithoutWords {
  score: number;
  /** Missing where the document is no hit. */
  rank?: number;
  words: (Omit<WordDrop, 'rank'> & { rank?: number })[];
}

interface About extends Pick<IndexDescription, 'size' | 'model' | 'memory' | 'width'> {
  options: Omit<IndexDescription, keyof About>;
}

/** The core's name of a method. */
function questionOf(call: string): string {
  return `index-${call.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The error of a call, in whose place the core names its question, and its boosts. */
function inWordsOf(call: string, error: unknown): unknown {
  if (!(error instanceof WhylightError)) return error;
  const message = error.message.replace(
    /^(?:index-[a-z-]+|search): ("boosts")?/,
    (_, boosts?: string) => `${call}: ${boosts ? '"boost"' : ''}`,
  );
  if (message === error.message) return error;
  return new WhylightError(error.code, message, { cause: error.cause });
}

function checkText(call: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw invalid(`${call}: expected a text, a string, found ${typeName(text)}`);
}

/** The name of a document as the core knows it. */
function checkId(call: string, id: unknown): string {
  const name = typeof id === 'string' ? id : nameOf(id);
  if (name !== undefined) return name;
  throw invalid(`${call}: expected an id, a string or a whole number, found ${shown(id)}`);
}

function invalid(message: string): WhylightError {
  return new WhylightError('invalid-argument', message);
}
