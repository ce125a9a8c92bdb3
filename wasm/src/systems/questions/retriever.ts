import type { Backend } from '../../runtime/backend.js';
import { toBytes } from '../../runtime/bytes.js';
import { WhylightError } from '../../runtime/errors.js';
import { Keeper, type KeptKind } from '../../runtime/kept.js';
import { MODEL_KINDS, WORKER } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import {
  ANY,
  SIGNAL,
  checkData,
  checkKinds,
  checkOptions,
  shown,
  toJson,
  typeName,
} from '../../runtime/options.js';
import { pause } from '../../runtime/pause.js';
import { nextWeight } from '../../runtime/pieces.js';
import type { Platform } from '../../runtime/platform.js';
import type { AskOptions, ModelSource } from '../../runtime/types.js';
import { nameOf, type Shape } from './documents.js';
import { QuestionIndex } from './question-index.js';
import { QUESTIONS } from './system.js';
import type {
  DocumentWith,
  Embedding,
  IndexDescription,
  IndexOptions,
  Keywords,
  LoadRetrieverOptions,
  Match,
  MatchOptions,
  OpenGates,
  Preference,
  PreferOptions,
  Ranking,
  RankOptions,
} from './types.js';

const INDEX: KeptKind = {
  key: 'index',
  noun: 'index',
  advice: 'Make it again, or open its bytes with fromBytes().',
};

/**
 * A trained model of questions, ready to find those that ask the same. Created by
 * `loadRetriever()`.
 */
export class Retriever extends LoadedModel {
  /** How many numbers the vector of a text has. */
  readonly width: number;
  /** Whether scores come with probabilities. */
  readonly calibrated: boolean;
  /**
   * The probability below which nothing fits: on held-out queries it best separates,
   * by the likeliest hit, those with a match from those without. If the model is calibrated.
   */
  readonly threshold: number | undefined;
  /** The default weight of the model's score in hybrid search, 0 to 1. */
  readonly weight: number;

  readonly #indexes = new Keeper(INDEX, (question, inputs, options, signal) =>
    this.send(question, inputs, options, signal),
  );

  /** @internal */
  constructor(backend: Backend) {
    super(QUESTIONS, backend);
    const { json } = backend.about as { json: string };
    const { width, calibrated, threshold, weight } = JSON.parse(json) as RetrieverAbout;
    this.width = width;
    this.calibrated = calibrated;
    this.threshold = threshold;
    this.weight = weight;
  }

  /**
   * Sorts candidates by how closely they ask the same as `query`.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument`, `out-of-memory`, or
   * `wasm-failed` when the module stopped, as all methods do; the model works again on
   * the next call. Without a Worker the computation blocks the thread, so a signal is
   * only checked before and after.
   */
  async rank(
    query: string,
    candidates: readonly string[],
    options: RankOptions = {},
  ): Promise<Ranking> {
    const none = checkList('rank', candidates).length === 0;
    // The core ranks one at least. Of none the query takes the place, so that all else is checked.
    const texts = [query, ...(none ? [query] : candidates)];
    const { candidates: ranked } = (await this.askOne('rank', texts, options)) as Ranking;
    return { candidates: none ? [] : ranked };
  }

  /** Measures how similar two texts are, and which of their words make them so. */
  async match(query: string, text: string, options: MatchOptions = {}): Promise<Match> {
    return (await this.askOne('match', [query, text], options)) as Match;
  }

  /** Explains why `first` is more like `query` than `second` is, by the n-grams of `query`. */
  async prefer(
    query: string,
    first: string,
    second: string,
    options: PreferOptions = {},
  ): Promise<Preference> {
    const answer = await this.askOne('prefer', [query, first, second], options);
    const { text, other, ...preference } = answer as Preference & Record<'text' | 'other', string>;
    return preference;
  }

  /**
   * Marks the words that say what is asked. Rejects with `invalid-argument` if the
   * model did not learn to choose them.
   */
  async keywords(text: string, options: AskOptions = {}): Promise<Keywords> {
    checkKinds('keywords', options, { signal: SIGNAL });
    return (await this.askOne('keywords', [text], options)) as Keywords;
  }

  /**
   * Shows how far the gates of the model's recurrent convolutions let each word in.
   * Rejects with `invalid-argument` if it has none.
   */
  async gates(text: string, options: AskOptions = {}): Promise<OpenGates> {
    checkKinds('gates', options, { signal: SIGNAL });
    return (await this.askOne('gates', [text], options)) as OpenGates;
  }

  /** Returns the vector of a text, of length 1 if similarity is the cosine. */
  async embed(text: string, options: AskOptions = {}): Promise<Embedding> {
    checkKinds('embed', options, { signal: SIGNAL });
    return (await this.askOne('embed', [text], options)) as Embedding;
  }

  /**
   * Makes an empty index of documents; fill it with `addAll()`.
   *
   * The model keeps it, in a Worker if it lives there; dispose of an index that you no
   * longer need. The model's own `dispose()` disposes of its indexes, too.
   */
  async createIndex<F extends string>(
    options: IndexOptions<F>,
  ): Promise<QuestionIndex<DocumentWith<F>>>;
  /** The same, for documents of a given type. */
  async createIndex<D extends object>(options: IndexOptions): Promise<QuestionIndex<D>>;
  async createIndex<D extends object>(options: IndexOptions): Promise<QuestionIndex<D>> {
    const { signal, fields, boost, encode, ...others } = checkKinds('createIndex', options, {
      ...{ fields: ANY, id: ANY, boost: ANY, encode: ANY, k1: ANY, b: ANY },
      signal: SIGNAL,
    });
    const names = checkNames('createIndex: "fields"', fields);
    const boosts = checkOptions('createIndex: "boost"', boost ?? {});
    const read = checkNames('createIndex: "encode"', encode ?? names);
    checkFields('boost', Object.keys(boosts), names);
    checkData({ boost });
    checkFields('encode', read, names);
    const asked = {
      ...others,
      fields: names.map((name) => ({
        name,
        boost: boosts[name],
        encoded: read.includes(name),
      })),
    };
    signal?.throwIfAborted();
    const { json } = await this.send('index-create', [], toJson(asked), undefined);
    const { index } = JSON.parse(json as string) as { index: number };
    const shape: Shape = { id: options.id ?? 'id', fields: names };
    return this.#keep<D>(index, shape, signal);
  }

  /**
   * Opens an index from the bytes that `toBytes()` or `whylight index` made with the
   * same model.
   *
   * Rejects with `bad-data` if they are truncated, altered or of another version, and
   * with `invalid-argument` if another model made them.
   */
  async fromBytes<D extends object = Record<string, unknown>>(
    bytes: Uint8Array | ArrayBuffer,
    options: AskOptions = {},
  ): Promise<QuestionIndex<D>> {
    const { signal } = checkKinds('fromBytes', options, { signal: SIGNAL });
    signal?.throwIfAborted();
    const { json } = await this.send('index-open', [toBytes(bytes, 'the index')], '{}', undefined);
    const { index, size, options: found } = JSON.parse(json as string) as OpenedIndex;
    const shape: Shape = { id: found.id, fields: found.fields.map(({ name }) => name) };
    return this.#keep<D>(index, shape, signal, size);
  }

  /** What callers hold of an index that the model keeps, with its `size` documents. */
  async #keep<D extends object>(
    index: number,
    shape: Shape,
    signal: AbortSignal | undefined,
    size = 0,
  ): Promise<QuestionIndex<D>> {
    const kept = this.#indexes.keep(index);
    const documents = new Map<string, D>();
    try {
      signal?.throwIfAborted();
      let from: number | undefined = 0;
      let count = 1;
      while (documents.size < size && from !== undefined) {
        const began = performance.now();
        const piece: DocumentsPiece<D> = await kept.ask('index-documents', [], { from, count });
        for (const document of piece.documents) {
          documents.set(nameOf((document as Record<string, unknown>)[shape.id])!, document);
        }
        from = piece.next;
        count = nextWeight(count, performance.now() - began);
        await pause();
        signal?.throwIfAborted();
      }
    } catch (error) {
      await kept.close();
      throw error;
    }
    return new QuestionIndex(kept, shape, documents);
  }
}

interface RetrieverAbout {
  width: number;
  calibrated: boolean;
  threshold?: number;
  weight: number;
}

interface OpenedIndex {
  index: number;
  size: number;
  options: Pick<IndexDescription, 'id' | 'fields'>;
}

interface DocumentsPiece<D> {
  documents: D[];
  /** Where the next piece starts, if there is one. */
  next?: number;
}

function checkList(where: string, list: readonly string[]): readonly string[] {
  if (Array.isArray(list)) return list as readonly string[];
  const message = `${where}: expected an array of strings, found ${typeName(list)}`;
  throw new WhylightError('invalid-argument', message);
}

function checkNames(where: string, list: readonly string[]): readonly string[] {
  const stranger = checkList(where, list).findIndex((name) => typeof name !== 'string');
  if (stranger < 0) return list;
  const found = shown(list[stranger]);
  const message = `${where}: expected an array of strings, found ${found} in it`;
  throw new WhylightError('invalid-argument', message);
}

function checkFields(option: string, names: readonly string[], fields: readonly string[]): void {
  const stranger = names.find((name) => !fields.includes(name));
  if (stranger === undefined) return;
  const message =
    `createIndex: "${option}": expected only fields of the index, which are ` +
    `${fields.join(', ')}, found "${stranger}"`;
  throw new WhylightError('invalid-argument', message);
}

export async function openRetriever(
  source: ModelSource,
  options: LoadRetrieverOptions,
  platform: Platform,
): Promise<Retriever> {
  // Its indexes are in one place.
  checkKinds('loadRetriever', options, { ...MODEL_KINDS, worker: WORKER });
  const wasm = { 'whylight-questions.wasm': options.wasm };
  return new Retriever(await open(QUESTIONS, source, { ...options, wasm }, platform));
}
