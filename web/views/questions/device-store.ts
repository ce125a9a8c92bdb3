// What the visitor asked the page to keep, in the browser's own database. Nothing else is kept.
import { describe, Problem } from '../../problems';
import { strings } from '../../strings/strings';

const databaseName = 'whylight-questions';
const version = 1;

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

/** The browser keeps nothing, or no more. */
export class StoreError extends Problem {
  override readonly name = 'StoreError';
}

export class DeviceStore {
  #database: Promise<IDBDatabase> | undefined;

  /** The sets that are kept, in the order of their names. */
  async sets(): Promise<KeptSet[]> {
    return this.#read('sets', (sets) => sets.getAll() as IDBRequest<KeptSet[]>);
  }

  /** Keeps a set, in the place of one of the same name. */
  async keep(set: KeptSet, index: Uint8Array): Promise<void> {
    await this.#write(['sets', 'indexes'], (stores) => {
      stores.objectStore('sets').put({ name: set.name, size: set.size });
      stores.objectStore('indexes').put(index, set.name);
    });
  }

  /** The bytes of the index of a set. */
  async indexOf(name: string): Promise<Uint8Array> {
    const bytes = await this.#read(
      'indexes',
      (indexes) => indexes.get(name) as IDBRequest<Uint8Array | undefined>,
    );
    if (!bytes) throw new StoreError(strings.ownSet.gone(name), `No index is kept of “${name}”.`);
    return bytes;
  }

  async forget(name: string): Promise<void> {
    await this.#write(['sets', 'indexes'], (stores) => {
      stores.objectStore('sets').delete(name);
      stores.objectStore('indexes').delete(name);
    });
  }

  /** Questions without an answer, the first asked first. */
  async openQuestions(): Promise<OpenQuestion[]> {
    return this.#read('open', (open) => open.getAll() as IDBRequest<OpenQuestion[]>);
  }

  /** Keeps a question, once for each set. */
  async keepOpen(question: OpenQuestion): Promise<void> {
    await this.#write(['open'], (stores) => {
      stores.objectStore('open').put(question);
    });
  }

  async forgetOpen(): Promise<void> {
    await this.#write(['open'], (stores) => {
      stores.objectStore('open').clear();
    });
  }

  /** Forgets all sets and questions. */
  async forgetAll(): Promise<void> {
    const all = ['sets', 'indexes', 'open'];
    await this.#write(all, (stores) => {
      for (const name of all) stores.objectStore(name).clear();
    });
  }

  /** Whether questions without an answer are to be kept as they come. */
  async keepsOpen(): Promise<boolean> {
    const kept = await this.#read(
      'settings',
      (settings) => settings.get('keep-open') as IDBRequest<boolean | undefined>,
    );
    return kept ?? false;
  }

  async setKeepsOpen(keep: boolean): Promise<void> {
    await this.#write(['settings'], (stores) => {
      const settings = stores.objectStore('settings');
      if (keep) settings.put(true, 'keep-open');
      else settings.delete('keep-open');
    });
  }

  async #read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open();
    const request = ask(database.transaction(store).objectStore(store));
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(storeError(request.error));
    });
  }

  async #write(stores: string[], change: (stores: IDBTransaction) => void): Promise<void> {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(stores, 'readwrite');
      // Only now is it on the disk: a full one fails at the end.
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(storeError(transaction.error));
      try {
        change(transaction);
      } catch (error) {
        reject(storeError(error));
        transaction.abort();
      }
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= openDatabase().catch((error: unknown) => {
      this.#database = undefined;
      throw storeError(error);
    });
    return this.#database;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('sets', { keyPath: 'name' });
      database.createObjectStore('indexes');
      database.createObjectStore('open', { keyPath: ['set', 'text'] });
      database.createObjectStore('settings');
    };
    request.onsuccess = () => {
      const database = request.result;
      // A newer page in another tab is not to wait for this one.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error());
    request.onblocked = () =>
      reject(new StoreError(strings.ownSet.otherTab, 'An older version holds the database.'));
  });
}

function storeError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const { noRoom, newerTab, notKept } = strings.ownSet;
  const name = cause instanceof DOMException ? cause.name : '';
  const says = { QuotaExceededError: noRoom, VersionError: newerTab }[name] ?? notKept;
  return new StoreError(says, describe(cause), { cause });
}
