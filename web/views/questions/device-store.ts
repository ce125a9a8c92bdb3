// The sets and questions that the visitor asked the page to keep.
import { DeviceDatabase, StoreError, resultOf } from '../../keep/device-database';
import { strings } from '../../strings/strings';

/** A set of questions that is kept: its index is read only when it is opened. */
export interface KeptSet {
  name: string;
  /** Of questions. */
  size: number;
}

/** A question to which the set had no answer. */
export interface OpenQuestion {
  text: string;
  /** The set that was asked. */
  set: string;
  /** The probability of the nearest question, if there was one. */
  nearest?: number;
  /** When it was asked, in ISO 8601. */
  asked: string;
}

/** Sends "forgotten" when all sets and questions went. */
export class DeviceStore extends EventTarget {
  readonly #database = new DeviceDatabase('whylight-questions', 1, (database) => {
    database.createObjectStore('sets', { keyPath: 'name' });
    database.createObjectStore('indexes');
    database.createObjectStore('open', { keyPath: ['set', 'text'] });
    database.createObjectStore('settings');
  });

  /** The sets that are kept, in the order of their names. */
  async sets(): Promise<KeptSet[]> {
    return this.#database.read('sets', (sets) => sets.getAll() as IDBRequest<KeptSet[]>);
  }

  /** Keeps a set, under another name where one of its name is kept, as by another tab. Returns the name. */
  async keep({ name: wanted, size }: KeptSet, index: Uint8Array): Promise<string> {
    let name = wanted;
    await this.#database.write(['sets', 'indexes'], async (stores) => {
      const sets = stores.objectStore('sets');
      const names = await resultOf(sets.getAllKeys());
      name = freeName(wanted, (taken) => names.includes(taken));
      sets.add({ name, size });
      stores.objectStore('indexes').put(index, name);
    });
    return name;
  }

  /** The bytes of the index of a set. */
  async indexOf(name: string): Promise<Uint8Array> {
    const bytes = await this.#database.read(
      'indexes',
      (indexes) => indexes.get(name) as IDBRequest<Uint8Array | undefined>,
    );
    if (!bytes) throw new StoreError(strings.ownSet.gone(name), `No index is kept of “${name}”.`);
    return bytes;
  }

  async forget(name: string): Promise<void> {
    await this.#database.write(['sets', 'indexes'], (stores) => {
      stores.objectStore('sets').delete(name);
      stores.objectStore('indexes').delete(name);
    });
  }

  /** Questions without an answer, the first asked first. */
  async openQuestions(): Promise<OpenQuestion[]> {
    return this.#database.read('open', (open) => open.getAll() as IDBRequest<OpenQuestion[]>);
  }

  /** Keeps a question, once for each set. */
  async keepOpen(question: OpenQuestion): Promise<void> {
    await this.#database.write(['open'], (stores) => {
      stores.objectStore('open').put(question);
    });
  }

  async forgetOpen(): Promise<void> {
    await this.#database.write(['open'], (stores) => {
      stores.objectStore('open').clear();
    });
  }

  /** Forgets all sets and questions. */
  async forgetAll(): Promise<void> {
    const all = ['sets', 'indexes', 'open'];
    await this.#database.write(all, (stores) => {
      for (const name of all) stores.objectStore(name).clear();
    });
    this.dispatchEvent(new Event('forgotten'));
  }

  /** Whether questions without an answer are to be kept as they come. */
  async keepsOpen(): Promise<boolean> {
    const kept = await this.#database.read(
      'settings',
      (settings) => settings.get('keep-open') as IDBRequest<boolean | undefined>,
    );
    return kept ?? false;
  }

  async setKeepsOpen(keep: boolean): Promise<void> {
    await this.#database.write(['settings'], (stores) => {
      const settings = stores.objectStore('settings');
      if (keep) settings.put(true, 'keep-open');
      else settings.delete('keep-open');
    });
  }
}

/** Of the page: all its parts hear of the same. */
export const deviceStore = new DeviceStore();

/** The wanted name, or one like it that is not taken. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let i = 2; isTaken(name); i += 1) name = `${wanted} (${i})`;
  return name;
}
