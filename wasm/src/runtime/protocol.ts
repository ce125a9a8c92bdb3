// What a page and its Worker say to each other.
import type { ExplanationRequest, RawExplanation } from '../systems/rationale/core.js';
import { WhylightError, messageOf, type ErrorCode } from './errors.js';
import type { ModelBytes, Progress, WasmModule } from './types.js';

/** Marks our messages, so that a Worker may carry others too. */
export const CHANNEL = 'whylight';

/** The options of a load that travel. */
export interface RemoteOptions {
  wasm: RemoteWasm;
  reasonsWasm: RemoteWasm;
  relaxedSimd: boolean | undefined;
  integers: boolean | undefined;
  maxMemory: number | undefined;
}

type RemoteWasm = string | ArrayBuffer | Uint8Array | WasmModule | undefined;

/** An error as it travels. */
export interface WireError {
  code: ErrorCode;
  message: string;
  cause: string | undefined;
}

/** From the page. `call` names what a reply answers. */
export type Request =
  | { channel: typeof CHANNEL; type: 'hello' }
  | {
      channel: typeof CHANNEL;
      type: 'load';
      call: number;
      source: string | ModelBytes;
      options: RemoteOptions;
    }
  | {
      channel: typeof CHANNEL;
      type: 'explain';
      call: number;
      model: number;
      text: string;
      point: number;
    }
  | {
      channel: typeof CHANNEL;
      type: 'explainMany';
      call: number;
      model: number;
      texts: readonly string[];
      point: number;
    }
  | {
      channel: typeof CHANNEL;
      type: 'explainAs';
      call: number;
      model: number;
      request: ExplanationRequest;
    }
  | { channel: typeof CHANNEL; type: 'dispose'; call: number; model: number }
  | { channel: typeof CHANNEL; type: 'cancel'; call: number };

/** From the Worker. */
export type Reply =
  | { channel: typeof CHANNEL; type: 'ready' }
  | { channel: typeof CHANNEL; type: 'progress'; call: number; progress: Progress }
  | {
      channel: typeof CHANNEL;
      type: 'explanation';
      call: number;
      index: number;
      explanation: RawExplanation;
    }
  | { channel: typeof CHANNEL; type: 'done'; call: number; result: Result }
  | { channel: typeof CHANNEL; type: 'failed'; call: number; error: WireError };

/** What a call that went well brings. */
export type Result =
  | { type: 'loaded'; model: number; aspects: readonly string[]; points: Float64Array }
  | { type: 'explained'; explanation: RawExplanation }
  | { type: 'explainedMany' }
  | { type: 'explainedAs'; json: string }
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
