// The types that callers of any system see.

/** A piece of the caller's string: `text.slice(start, end)`. */
export interface Span {
  /** Where it starts, in UTF-16 code units. */
  start: number;
  /** Where it ends, in UTF-16 code units; the unit at `end` is not part of it. */
  end: number;
}

/** How far a load has come. */
export interface Progress {
  /**
   * `download` and `verify` count the model's bytes; `compile`, which prepares the WebAssembly
   * module and the model, counts from 0 to 1.
   */
  phase: 'download' | 'verify' | 'compile';
  /** How much is done. Never decreases within a phase, and ends at `total`. */
  loaded: number;
  total: number;
  /** The fraction of the whole load that is done: from 0 to 1, never decreasing. */
  fraction: number;
}

/** What a request has besides its address, as in the options of `fetch`. */
export interface RequestOptions {
  /** E.g. `{ authorization: 'Bearer …' }`. */
  headers?: Readonly<Record<string, string>> | undefined;
  credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  mode?: 'cors' | 'no-cors' | 'same-origin' | undefined;
  cache?:
    'default' | 'force-cache' | 'no-cache' | 'no-store' | 'only-if-cached' | 'reload' | undefined;
  referrerPolicy?:
    | 'no-referrer'
    | 'no-referrer-when-downgrade'
    | 'origin'
    | 'origin-when-cross-origin'
    | 'same-origin'
    | 'strict-origin'
    | 'strict-origin-when-cross-origin'
    | 'unsafe-url'
    | undefined;
}

/** The three files of a model folder, as bytes. */
export interface ModelBytes {
  /** config.json */
  config: Uint8Array | ArrayBuffer;
  /** model.safetensors */
  tensors: Uint8Array | ArrayBuffer;
  /** vocab.txt */
  vocabulary: Uint8Array | ArrayBuffer;
}

/**
 * Where a model comes from: the address of its folder, or its bytes. Bytes are kept, not copied: do
 * not change them until the model is disposed of.
 */
export type ModelSource = string | URL | ModelBytes;

/** `WebAssembly.Module`, if the consumer's `lib` declares it. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** A WebAssembly module: its address, its bytes, or the compiled module. */
export type WasmSource = URL | string | ArrayBuffer | Uint8Array | WasmModule;

/** The part of a `Worker` that this package uses. */
export interface WorkerLike {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Listens to `message` and `error`. */
  addEventListener(type: string, listener: (event: Event) => void): void;
}

/** The part of a `Worker` of Node's `worker_threads` that this package uses. */
export interface ThreadLike {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Listens to `message`, `error` and `exit`. */
  on(type: string, listener: (value: unknown) => void): unknown;
  /** Keeps the process running, while a call is under way or a model is there. */
  ref?(): unknown;
  /** Lets it end, once there are none. */
  unref?(): unknown;
}

/** Where a model may live instead of the page's own thread. */
export type AnyWorker = WorkerLike | ThreadLike;

/** Options of every load. */
export interface LoadModelOptions {
  /** Aborts the load, which then rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /**
   * Called as the load progresses; `fraction` is all that a progress bar needs. Simultaneous loads
   * of one model share a download, and each hears of it.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Where the WebAssembly module comes from, if it is not next to this package's code: its address,
   * its bytes, or the compiled module.
   */
  wasm?: WasmSource | undefined;
  /**
   * How many bytes of memory the model may take, 2 MiB to 512 MiB (default). Whatever needs more
   * rejects with `out-of-memory`. The questions that ask why run in a second module with a limit
   * of its own; so does each of several Workers.
   */
  maxMemory?: number | undefined;
  /**
   * A module Worker running `whylight/worker`, or in Node a Worker of `worker_threads`. The model
   * then lives there, and its answers do not block the page. One Worker may hold several models, of
   * any kind. When it ends, calls that wait for it reject with `worker-failed`; on a page, this
   * needs a secure context.
   *
   * An array of Workers shares the work: each holds the model, whose files are downloaded once, in
   * this thread.
   */
  worker?: AnyWorker | readonly AnyWorker[] | undefined;
  /**
   * Keeps the model's files in the engine's Cache API under their SHA-256, in a cache of this name
   * or, if true, "whylight", so that the next load does not download them. Only config.json, which
   * tells whether they are still the same, is asked for each time, unless `integrity` pins it. If
   * there is no such cache, or no room, the files are downloaded as usual. Files of earlier versions
   * stay until the cache is deleted.
   */
  cache?: boolean | string | undefined;
  /**
   * The hash that the model's config.json must have: "sha256-" and its SHA-256 in base64, as in
   * HTML. As config.json has the hashes of the other files, this pins the whole model; anything
   * else rejects with `hash-mismatch`.
   */
  integrity?: string | undefined;
  /** Headers and the like for requests for the model's files, not for our code: plain data. */
  request?: RequestOptions | undefined;
  /**
   * Used instead of the global `fetch`. What a Worker needs is also fetched by it, in this thread.
   */
  fetch?: typeof fetch | undefined;
}

/** An option of a question. */
export interface QuestionOption {
  name: string;
  /** Its type in TypeScript, e.g. `number` or `string[]`. */
  type: string;
  /** A sentence on what it does. */
  help: string;
  /** Its flag in the programs, without dashes, if that is not the name. */
  flag?: string;
  /** The values it may have, if they are names. */
  choices?: string[];
  default?: unknown;
}

/** A question that a model can be asked with `ask()`. */
export interface Question {
  name: string;
  /** Another name for it. */
  alias?: string;
  /** What the answer is. */
  summary: string;
  /** The texts it is asked about, e.g. "one text" or "two texts". */
  inputs: string;
  /** Whether the programs repeat the text in front of the answer. */
  repeatsText?: boolean;
  options: QuestionOption[];
}

/** Options of every question. */
export interface AskOptions {
  /** Aborts the call, which then rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
}
