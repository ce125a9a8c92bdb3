// The messages between a page and its Worker, whatever the system.
import type { Input } from './backend.js';
import { WhylightError, messageOf, type ErrorCode } from './errors.js';
import type { FetchAsked, Fetched } from './lent-fetch.js';
import type { Answer } from './system.js';
import type { LoadModelOptions, ModelBytes, Progress, WasmModule } from './types.js';

/** Marks our messages, so that a Worker may carry others too. */
export const CHANNEL = 'whylight';

/** The options of a load that travel. */
export interface RemoteOptions extends Pick<LoadModelOptions, 'cache' | 'integrity' | 'request'> {
  wasm: Readonly<Record<string, RemoteWasm>>;
  choices: Readonly<Record<string, boolean | undefined>>;
  maxMemory: number | undefined;
  preload: readonly string[] | undefined;
  /** Whether an `early` model is wanted. */
  early: boolean;
  /** The number of the `fetch` that the page lends. */
  lent: number | undefined;
}

export type RemoteWasm = string | ArrayBuffer | Uint8Array | WasmModule | undefined;

/**
 * How the page may know that the Worker lives: as long as it does, it holds the lock
 * that `hello` named, if the engine has locks.
 */
export type Life = 'locked' | 'unknown';

/** An error as it travels. */
export interface WireError {
  code: ErrorCode;
  message: string;
  cause: string | undefined;
}

/** A request of a page, to be answered. */
export type Call =
  | {
      type: 'load';
      /** As config.json calls it. */
      task: string;
      source: string | ModelBytes;
      options: RemoteOptions;
    }
  | {
      type: 'ask';
      model: number;
      question: string;
      inputs: readonly Input[];
      /** JSON. */
      options: string;
    }
  | {
      /** Every answer is a `part`. */
      type: 'askMany';
      model: number;
      question: string;
      items: readonly (readonly Input[])[];
      options: string;
    }
  | { type: 'dispose'; model: number };

/** From the page. `call` names what a reply answers. */
export type Request = { channel: typeof CHANNEL } & (
  { type: 'hello'; life: string } | Fetched | ({ call: number } & (Call | { type: 'cancel' }))
);

/** From the Worker. */
export type Reply = { channel: typeof CHANNEL } & (
  | { type: 'ready'; life: Life }
  | FetchAsked
  | ({ call: number } & (
      | { type: 'progress'; progress: Progress }
      | { type: 'early'; model: number; about: object }
      | { type: 'part'; index: number; answer: Answer }
      | { type: 'done'; result: Result }
      | { type: 'failed'; error: WireError }
    ))
);

/** The result of a call that went well. */
export type Result =
  | { type: 'loaded'; model: number; about: object }
  | { type: 'answered'; answer: Answer }
  | { type: 'answeredMany' }
  | { type: 'disposed' };

export function isRequest(data: unknown): data is Request {
  return isOurs(data);
}

export function isReply(data: unknown): data is Reply {
  return isOurs(data);
}

function isOurs(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'channel' in data && data.channel === CHANNEL;
}

export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof WhylightError)) {
    return { code: 'worker-failed', message: messageOf(thrown), cause: undefined };
  }
  const cause = thrown.cause === undefined ? undefined : messageOf(thrown.cause);
  return { code: thrown.code, message: thrown.message, cause };
}

export function fromWire({ code, message, cause }: WireError): WhylightError {
  return new WhylightError(code, message, cause === undefined ? {} : { cause: new Error(cause) });
}
