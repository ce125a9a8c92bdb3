// A database of the browser, for what a visitor asked the page to keep. Nothing else is kept.
import { describe, Problem } from '../problems';
import { strings } from '../strings/strings';

/** The browser keeps nothing, or no more. */
export class StoreError extends Problem {
  override readonly name = 'StoreError';
}

export class DeviceDatabase {
  readonly #name: string;
  readonly #version: number;
  readonly #create: (database: IDBDatabase) => void;
  #database: Promise<IDBDatabase> | undefined;

  /** `create` makes the stores of this version. */
  constructor(name: string, version: number, create: (database: IDBDatabase) => void) {
    this.#name = name;
    this.#version = version;
    this.#create = create;
  }

  /** What is asked of one store. Rejects with a `StoreError`, as `write` does. */
  async read<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open();
    try {
      return await resultOf(ask(database.transaction(store).objectStore(store)));
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Changes several stores, all or none of them. `change` may wait for `resultOf` them, alone. */
  async write(
    stores: string[],
    change: (stores: IDBTransaction) => void | Promise<void>,
  ): Promise<void> {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      let transaction: IDBTransaction;
      try {
        transaction = database.transaction(stores, 'readwrite');
      } catch (error) {
        reject(storeError(error));
        return;
      }
      // Only now is it on the disk: a full one fails at the end.
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(storeError(transaction.error));
      const changing = (async () => change(transaction))();
      changing.catch((error: unknown) => {
        reject(storeError(error));
        transaction.abort();
      });
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= this.#openNow().catch((error: unknown) => {
      this.#database = undefined;
      throw storeError(error);
    });
    return this.#database;
  }

  #openNow(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, this.#version);
      request.onupgradeneeded = () => this.#create(request.result);
      request.onsuccess = () => {
        const database = request.result;
        // It is opened anew when something is asked of it next.
        const forget = () => (this.#database = undefined);
        // A newer page in another tab is not to wait for this one.
        database.onversionchange = () => {
          database.close();
          forget();
        };
        // By the browser, when its data are cleared.
        database.onclose = forget;
        resolve(database);
      };
      request.onerror = () => reject(request.error ?? new Error());
      request.onblocked = () =>
        reject(new StoreError(strings.keeping.otherTab, 'An older version holds the database.'));
    });
  }
}

/** What a request of a store finds. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error());
  });
}

function storeError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const { noRoom, newerTab, notKept } = strings.keeping;
  const name = cause instanceof DOMException ? cause.name : '';
  const says = { QuotaExceededError: noRoom, VersionError: newerTab }[name] ?? notKept;
  return new StoreError(says, describe(cause), { cause });
}
