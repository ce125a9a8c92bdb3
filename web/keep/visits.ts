// Each entry of the tab's history is a visit: what it showed is there again after Back, Forward and a
// reload. The entry has only a key in its state, so that one button deletes all that was kept.
import type { TabStorage } from './tab-storage';

/** What a view keeps of one visit. */
export interface Visit {
  /** What was kept when it was last shown. Nobody but the view knows its form, so it checks it. */
  readonly kept: unknown;
  /** Keeps `value` in the place of what was kept. It goes to the storage when the typing pauses. */
  keep(value: unknown): void;
  /** The same for what a view shows by itself: unless that is what the visitor had deleted. */
  keepShown(value: unknown): void;
  /** Writes another address into the entry. */
  readdress(url: string | URL): void;
}

const pauseMs = 250;

export class Visits {
  readonly #storage: TabStorage;
  readonly #waiting = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = { key: '', hash: '' };
  /** What was deleted, as it was kept: views may still show it. */
  readonly #deleted = new Set<string>();

  constructor(storage: TabStorage) {
    this.#storage = storage;
    // The last that a page hears before it may be gone.
    addEventListener('pagehide', () => this.#flush());
    document.addEventListener('visibilitychange', () => this.#flush());
  }

  /** The visit that the address now shows. */
  current(): Visit {
    const { hash } = location;
    let key = keyIn(history.state);
    if (key === undefined) {
      // A link to where one is makes no entry, and takes the state of the one that is there.
      key = hash === this.#shown.hash && this.#shown.key ? this.#shown.key : newKey();
      history.replaceState({ visit: key }, '');
    }
    this.#shown = { key, hash };
    return this.#visit(key);
  }

  /** Of how many entries something is kept. */
  get count(): number {
    this.#flush();
    return this.#storage.keys().length;
  }

  /** Forgets all, also of other entries. */
  clear(): void {
    this.#flush();
    for (const key of this.#storage.keys()) {
      this.#deleted.add(JSON.stringify(this.#storage.get(key)));
    }
    this.#storage.clear();
  }

  #visit(key: string): Visit {
    const kept = () => this.#waiting.get(key) ?? this.#storage.get(key);
    const deleted = this.#deleted;
    return {
      get kept() {
        return kept();
      },
      keep: (value) => {
        // From now on it is the visitor's again.
        if (deleted.size > 0) deleted.delete(JSON.stringify(value));
        this.#waiting.set(key, value);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#flush(), pauseMs);
      },
      keepShown(value) {
        if (kept() !== undefined || !deleted.has(JSON.stringify(value))) this.keep(value);
      },
      readdress: (url) => {
        // Another entry may be shown by now.
        if (this.#shown.key !== key) return;
        history.replaceState(history.state, '', url);
        this.#shown.hash = location.hash;
      },
    };
  }

  #flush(): void {
    clearTimeout(this.#timer);
    for (const [key, value] of this.#waiting) this.#storage.set(key, value);
    this.#waiting.clear();
  }
}

/** The key in the state of an entry, which an older version of the page may have written. */
function keyIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { visit } = state as { visit?: unknown };
  return typeof visit === 'string' ? visit : undefined;
}

// Sorts by age.
function newKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
