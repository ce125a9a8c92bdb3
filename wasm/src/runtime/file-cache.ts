// Files that an engine keeps for the next visit, by what is in them: its Cache API,
// where it has one. Whatever goes wrong with it, a download does as well.
import { sha256 } from './manifest.js';

const DEFAULT_NAME = 'whylight';

/** Nobody answers at this host: it makes an address of a hash. */
const addressOf = (hash: string) => `https://sha256.invalid/${hash}`;

export class FileCache {
  readonly #name: string;

  /** `cache` is as callers give it. */
  constructor(cache: string | true) {
    this.#name = cache === true ? DEFAULT_NAME : cache;
  }

  /** The file of that SHA-256, if it is there and as it was. */
  async get(hash: string): Promise<Uint8Array | undefined> {
    return this.#with(async (cache) => {
      const response = await cache.match(addressOf(hash));
      if (!response) return undefined;
      const bytes = new Uint8Array(await response.arrayBuffer());
      if ((await sha256(bytes)) === hash) return bytes;
      await cache.delete(addressOf(hash));
      return undefined;
    });
  }

  async put(hash: string, bytes: Uint8Array): Promise<void> {
    const response = new Response(bytes as Uint8Array<ArrayBuffer>);
    await this.#with((cache) => cache.put(addressOf(hash), response));
  }

  async #with<T>(task: (cache: Cache) => Promise<T>): Promise<T | undefined> {
    try {
      // Not there in Node, nor in insecure contexts; refused in some private windows,
      // and when there is no room.
      return await task(await globalThis.caches.open(this.#name));
    } catch {
      return undefined;
    }
  }
}
