// The sets of questions to search: those that come with the page, and the visitor's own.
import type { QuestionIndex, Retriever } from 'whylight/questions';
import type { QuestionDocument } from '../../import/columns';
import { ImportError } from '../../import/import-error';
import { describe, Problem } from '../../problems';
import { strings } from '../../strings/strings';
import { freeName, type DeviceStore } from './device-store';
import { levelled, levelOf, type Searched } from './level';
import { questionsOf, shippedSets, unrelatedQuestions, type ShippedSet } from './shipped-sets';

export type Index = QuestionIndex<QuestionDocument>;

export interface OwnSet {
  own: true;
  /** The name under which the device keeps it. */
  key: string;
  /** The same, unless another set that is shown has that name. */
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
  #sets: QuestionSet[] = shippedSets.map((set) => ({ own: false, ...set }));
  /** Of the sets that were opened. */
  readonly #indexes = new Map<QuestionSet, Promise<Index>>();
  readonly #levels = new WeakMap<Index, Promise<number>>();

  constructor(retriever: Retriever, store: DeviceStore) {
    this.#retriever = retriever;
    this.store = store;
  }

  get sets(): readonly QuestionSet[] {
    return this.#sets;
  }

  /** The set with this key or, as older versions of the page kept it, this name. */
  find(key: string): QuestionSet | undefined {
    return this.#sets.find((set) => set.key === key) ?? this.#sets.find(({ name }) => name === key);
  }

  /** Lists the sets that are kept on the device. */
  async findKept(): Promise<void> {
    for (const { name: key, size } of await this.store.sets()) {
      this.#sets.push({ own: true, key, name: this.#freeName(key), size, kept: true });
    }
  }

  /** The index of a set, made or opened the first time. */
  open(set: QuestionSet, making: Making = {}): Promise<Index> {
    const { signal } = making;
    const shared = this.#indexes.get(set);
    if (shared) {
      return shared.catch((error: unknown) => {
        signal?.throwIfAborted();
        // Whoever asked first may want it no longer.
        if ((error as Error).name === 'AbortError') return this.open(set, making);
        throw error;
      });
    }
    const opening = this.#open(set, making);
    this.#indexes.set(set, opening);
    const forget = () => {
      if (this.#indexes.get(set) === opening) this.#indexes.delete(set);
    };
    signal?.addEventListener('abort', forget);
    opening.then(() => signal?.removeEventListener('abort', forget), forget);
    return opening;
  }

  async #open(set: QuestionSet, making: Making): Promise<Index> {
    if (!set.own) return this.#make(await questionsOf(set.subjects), making);
    const { signal } = making;
    return this.#read(await this.store.indexOf(set.key), { signal });
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
    const lost = await this.#indexes.get(set);
    if (!lost) return this.open(set);
    const index = await this.#make([...lost.documents()], {});
    this.#indexes.set(set, Promise.resolve(index));
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
    const name = this.#freeName(wanted);
    const set: OwnSet = { own: true, key: name, name, size: index.size, kept: false };
    this.#sets.push(set);
    this.#indexes.set(set, Promise.resolve(index));
    return set;
  }

  /** The wanted name, or one like it that no set has. */
  #freeName(wanted: string): string {
    return freeName(wanted, (name) => this.find(name) !== undefined);
  }

  /** Keeps the index of an own set on the device, or keeps it no longer. */
  async keep(set: OwnSet, keep: boolean): Promise<void> {
    if (keep && set.kept) return;
    if (keep) {
      const { key, size } = set;
      const index = await this.open(set);
      set.key = await this.store.keep({ name: key, size }, await index.toBytes());
      if (set.key !== key) set.name = set.key;
    } else {
      // It stays open until the page is closed.
      await this.open(set);
      await this.store.forget(set.key);
    }
    set.kept = keep;
  }

  /** The device keeps none any more. Those that were opened stay until the page is closed. */
  forgetKept(): void {
    for (const set of this.#sets) if (set.own) set.kept = false;
    this.#sets = this.#sets.filter((set) => !set.own || this.#indexes.has(set));
  }

  /** Deletes an own set, here and on the device. */
  async remove(set: OwnSet): Promise<void> {
    if (set.kept) await this.store.forget(set.key);
    this.#sets = this.#sets.filter((each) => each !== set);
    const opening = this.#indexes.get(set);
    this.#indexes.delete(set);
    await (await opening?.catch(() => undefined))?.dispose();
  }
}
