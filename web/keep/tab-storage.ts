// What the page keeps of this tab: gone with the tab, and never seen by another one.

// Another version of the page that keeps things in another form takes another prefix.
const prefix = 'whylight:1:';

/** The part of Storage that is used. */
export type BareStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Values by their keys. Where the browser keeps nothing, as in some private windows, they last until
 * the page is left; where it keeps no more, the oldest go. Nothing here throws.
 */
export class TabStorage {
  readonly #storage: BareStorage | undefined;
  readonly #memory = new Map<string, string>();

  /** `open` may throw, as reading `sessionStorage` does where it is refused. */
  constructor(open: () => BareStorage = () => sessionStorage) {
    try {
      this.#storage = open();
    } catch {
      this.#storage = undefined;
    }
  }

  /** The value, undefined if there is none or somebody broke it. */
  get(key: string): unknown {
    try {
      const text = this.#memory.get(key) ?? this.#storage?.getItem(prefix + key) ?? undefined;
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  }

  set(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    this.#memory.delete(key);
    if (!this.#write(key, text)) {
      this.#remove(key);
      this.#memory.set(key, text);
    }
  }

  /** The keys of what is kept, oldest first if they sort by age. */
  keys(): string[] {
    const keys = new Set(this.#memory.keys());
    try {
      for (let i = 0; i < (this.#storage?.length ?? 0); ++i) {
        const key = this.#storage!.key(i);
        if (key?.startsWith(prefix)) keys.add(key.slice(prefix.length));
      }
    } catch {
      // What cannot be read is not kept.
    }
    return [...keys].sort();
  }

  clear(): void {
    for (const key of this.keys()) this.#remove(key);
    this.#memory.clear();
  }

  #write(key: string, text: string): boolean {
    if (!this.#storage) return false;
    const others = this.keys().filter((other) => other !== key);
    for (;;) {
      try {
        this.#storage.setItem(prefix + key, text);
        return true;
      } catch {
        const oldest = others.shift();
        if (oldest === undefined) return false;
        this.#remove(oldest);
      }
    }
  }

  #remove(key: string): void {
    try {
      this.#storage?.removeItem(prefix + key);
    } catch {
      // It stays, and is read again at worst.
    }
  }
}
