// The sets of questions to search: those that come with the page, and the visitor's own.
import type { QuestionIndex, Retriever } from 'whylight/questions';
import type { QuestionDocument } from '../../import/columns';
import { ImportError } from '../../import/import-error';
import { describe, Problem } from '../../problems';
import { strings } from '../../strings/strings';
import type { DeviceStore } from './device-store';
import { levelled, levelOf, type Searched } from './level';
import { questionsOf, shippedSets, unrelatedQuestions, type ShippedSet } from './shipped-sets';

export type Index = QuestionIndex<QuestionDocument>;

export interface OwnSet {
  own: true;
  name: string;
  /** Of questions. */
  size: number;
  /** Whether it is kept on the device. */
  kept: boolean;
}

export type QuestionSet = ({ own: false } & ShippedSet) | OwnSet;

export interface Progress {
  done: number;
  total: number;
}

/** How an index is made of documents, or opened. */
export interface Making {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export class Library {
  readonly store: DeviceStore;
  readonly #retriever: Retriever;
  readonly #sets: QuestionSet[] = shippedSets.map((set) => ({ own: false, ...set }));
  /** By the names of sets, of those that were opened. */
  readonly #indexes = new Map<string, Promise<Index>>();
  readonly #levels = new WeakMap<Index, Promise<number>>();

  constructor(retriever: Retriever, store: DeviceStore) {
    this.#retriever = retriever;
    this.store = store;
  }

  get sets(): readonly QuestionSet[] {
    return this.#sets;
  }

  find(name: string): QuestionSet | undefined {
    return this.#sets.find((set) => set.name === name);
  }

  /** Lists the sets that are kept on the device. */
  async findKept(): Promise<void> {
    for (const { name, size } of await this.store.sets()) {
      if (!this.find(name)) this.#sets.push({ own: true, name, size, kept: true });
    }
  }

  /** The index of a set, made or opened the first time. */
  open(set: QuestionSet, making: Making = {}): Promise<Index> {
    let opening = this.#indexes.get(set.name);
    if (!opening) {
      opening = this.#open(set, making);
      this.#indexes.set(set.name, opening);
      opening.catch(() => this.#indexes.delete(set.name));
    }
    return opening;
  }

  async #open(set: QuestionSet, making: Making): Promise<Index> {
    if (!set.own) return this.#make(await questionsOf(set.subjects), making);
    const { signal } = making;
    return this.#read(await this.store.indexOf(set.name), { signal });
  }

  async #read(bytes: Uint8Array, { signal }: Making): Promise<Index> {
    try {
      return await this.#retriever.fromBytes<QuestionDocument>(bytes, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      const { code } = cause as { code?: string };
      if (code !== 'bad-data' && code !== 'invalid-argument') throw cause;
      throw new Problem(strings.importing.badIndex, describe(cause), { cause });
    }
  }

  /** Makes a set of documents; when it fails or is cancelled, all is as before. */
  async add(name: string, documents: readonly QuestionDocument[], making: Making): Promise<OwnSet> {
    return this.#addIndex(name, await this.#make(documents, making));
  }

  /** Makes a set of the file of an index. */
  async addFile(name: string, bytes: Uint8Array, { signal }: Making): Promise<OwnSet> {
    const index = await this.#read(bytes, { signal });
    if (!index.fields.includes('question')) {
      await index.dispose();
      throw new ImportError('no-questions', strings.importing.otherIndex(index.fields));
    }
    return this.#addIndex(name, index);
  }

  /** Makes the index of a set anew, of the documents that are here still. */
  async renew(set: QuestionSet): Promise<Index> {
    const lost = await this.#indexes.get(set.name);
    if (!lost) return this.open(set);
    const index = await this.#make([...lost.documents()], {});
    this.#indexes.set(set.name, Promise.resolve(index));
    await lost.dispose();
    return index;
  }

  /** The same index, whose hits are as sure as they stand out in it. */
  async levelled(index: Index): Promise<Searched<QuestionDocument>> {
    let level = this.#levels.get(index);
    if (!level) {
      level = unrelatedQuestions().then((unrelated) => levelOf(index, unrelated));
      this.#levels.set(index, level);
      level.catch(() => this.#levels.delete(index));
    }
    return levelled(index, await level);
  }

  /** An index that belongs to no set; whoever asks for it disposes of it. */
  scratch(documents: readonly QuestionDocument[], making: Making): Promise<Index> {
    return this.#make(documents, making);
  }

  async #make(documents: readonly QuestionDocument[], making: Making): Promise<Index> {
    const index = await this.#retriever.createIndex<QuestionDocument>({ fields: ['question'] });
    try {
      await index.addAll(documents, making);
      return index;
    } catch (error) {
      await index.dispose();
      throw error;
    }
  }

  #addIndex(wanted: string, index: Index): OwnSet {
    let name = wanted;
    for (let i = 2; this.find(name); i += 1) name = `${wanted} (${i})`;
    const set: OwnSet = { own: true, name, size: index.size, kept: false };
    this.#sets.push(set);
    this.#indexes.set(name, Promise.resolve(index));
    return set;
  }

  /** Keeps the index of an own set on the device, or keeps it no longer. */
  async keep(set: OwnSet, keep: boolean): Promise<void> {
    if (keep) {
      const index = await this.#indexes.get(set.name)!;
      await this.store.keep({ name: set.name, size: set.size }, await index.toBytes());
    } else {
      // It stays open until the page is closed.
      await this.open(set);
      await this.store.forget(set.name);
    }
    set.kept = keep;
  }

  /** Deletes an own set, here and on the device. */
  async remove(set: OwnSet): Promise<void> {
    if (set.kept) await this.store.forget(set.name);
    const at = this.#sets.findIndex(({ name }) => name === set.name);
    this.#sets.splice(at, 1);
    const opening = this.#indexes.get(set.name);
    this.#indexes.delete(set.name);
    await (await opening?.catch(() => undefined))?.dispose();
  }
}
